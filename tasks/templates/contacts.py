"""Tasks in Contacts: add, change, delete and look up a person."""

from collections.abc import Sequence

from devices.action import Action, Answer, Done
from devices.device import Setup
from devices.observation import Element, Observation
from devices.state import Facts, State
from tasks.answers import answer_phone
from tasks.conditions import created, deleted, edited, the
from tasks.mistakes import answers, in_turn, usual
from tasks.navigate import back, fill, find, find_where, screen_before, seek, tap, tap_or_seek, tapped, to_app
from tasks.oracle import Oracle
from tasks.params import FirstName, LastName, People, Phone, people
from tasks.task import Params, Solver, Task, Wrong
from tasks.trace import Step

_STARS = ("Add to favourites", "Remove from favourites")
_LIST, _NEW, _EDIT = "Contacts", "Create contact", "Edit contact"


def _name(params: Params) -> str:
    return f"{params['first_name']} {params['last_name']}"


def _number_on(seen: Observation) -> Element | None:
    """What shows the number on a person's page."""
    return find_where(seen, lambda e: e.label == "Phone", "row", "text", "button")


def _past_dialogs(seen: Observation, history: Sequence[Step]) -> Action | None:
    """Bring Contacts to the front and close its dialogs without saving or deleting anything."""
    if action := to_app(seen, "Contacts"):
        return action
    if button := find(seen, "Discard", "button") or find(seen, "Cancel", "button"):
        return tap(button)
    stars = [e.label for step, e in tapped(history) if e.label in _STARS and step.observation.title == seen.title]
    star = find_where(seen, lambda e: e.label in _STARS, "button")
    # Starred by mistake: the star says what the next tap would do, so it shows another word than before the first one.
    return tap(star) if star and stars and star.label != stars[0] else None


def _open_person(seen: Observation, history: Sequence[Step], name: str) -> Action | None:
    """From the list to a person's page; None where the list is not up or the person is not in sight."""
    if seen.title != _LIST:
        return None
    row = find(seen, name, "row")
    return tap(row) if row else None


def _search_further(seen: Observation, history: Sequence[Step]) -> Action:
    """Look for a person in the list: a search that hides people is cleared first."""
    return _clear_search(seen, history) or seek(seen, history)


def _clear_search(seen: Observation, history: Sequence[Step]) -> Action | None:
    field = find(seen, "Search contacts", "field")
    return fill(seen, history, "Search contacts", "") if field is not None and field.text else None


def _to_page(seen: Observation, history: Sequence[Step], name: str) -> Action | None:
    """The next action towards a person's page from anywhere; None when it is up."""
    if action := _past_dialogs(seen, history):
        return action
    if seen.title == name and find(seen, "Edit", "button"):
        return None
    if seen.title == _LIST:
        return _open_person(seen, history, name) or _search_further(seen, history)
    return back()


def _is_editor_of(seen: Observation, history: Sequence[Step], params: Params) -> bool:
    """Whether the editor in front is that of the person meant: opened from the person's page, the names as they were."""
    if seen.title != _EDIT:
        return False
    shown = [find(seen, label, "field") for label in ("First name", "Last name")]
    meant = (params["first_name"], params["last_name"])
    if any(field is not None and field.text != name for field, name in zip(shown, meant, strict=True)):
        return False
    # A name that is scrolled out of sight is vouched for by the page that the editor was opened on.
    return all(shown) or _page_behind(history) in (_name(params), None)


def _form(seen: Observation, history: Sequence[Step], wanted: Sequence[tuple[str, str]]) -> Action:
    """Fill the editor and save it."""
    for label, text in wanted:
        if action := fill(seen, history, label, text):
            return action
    return tap_or_seek(seen, history, "Save", "button")


def _create(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    phone = str(params["phone"])
    if action := _past_dialogs(seen, history):
        return action
    if seen.title == _NEW or _is_editor_of(seen, history, params):
        names = (("First name", str(params["first_name"])), ("Last name", str(params["last_name"])))
        return _form(seen, history, (*names, ("Phone", phone), ("Email", "")))
    if seen.title == _LIST:
        action = _open_person(seen, history, _name(params))
        if action is None and _saved(history, params):
            return _search_further(seen, history)
        return action or tap_or_seek(seen, history, "Create contact", "button")
    return _finish(seen, history, _name(params), phone)


def _saved(history: Sequence[Step], params: Params) -> bool:
    """Whether the person was saved, and not deleted again."""
    saves = 0
    for step, element in tapped(history):
        if element.label == "Save":
            first = find(step.observation, "First name", "field")
            last = find(step.observation, "Last name", "field")
            saves += bool(first and last and (first.text, last.text) == (params["first_name"], params["last_name"]))
    return saves > _deletions(history, _name(params))


def _finish(seen: Observation, history: Sequence[Step], name: str, phone: str) -> Action:
    """On a person's page: done if it shows the number, else on to the editor; back from any other page."""
    edit = find(seen, "Edit", "button")
    if seen.title != name or edit is None:
        return back()
    number = _number_on(seen)
    return Done() if number is not None and number.detail == phone else tap(edit)


def _edit_phone(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    phone = str(params["phone"])
    if to_app(seen, "Contacts") is None and _is_editor_of(seen, history, params):
        return _form(seen, history, (("Phone", phone),))
    return _to_page(seen, history, _name(params)) or _finish(seen, history, _name(params), phone)


def _page_behind(history: Sequence[Step]) -> str | None:
    """The page that a menu or a dialog was opened on: neither says whom it is about."""
    return screen_before(history, "Contacts", lambda title: title not in ("", _NEW, _EDIT) and not title.endswith("?"))


def _cancel(seen: Observation) -> Action:
    button = find(seen, "Cancel", "button")
    return tap(button) if button else back()


def _delete(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    name = _name(params)
    if to_app(seen, "Contacts") is None:
        if delete := find(seen, "Delete"):
            return tap(delete) if _page_behind(history) == name else _cancel(seen)
        if seen.title == _LIST and _deletions(history, name) and find(seen, name, "row") is None:
            return _clear_search(seen, history) or Done()
    return _to_page(seen, history, name) or tap_or_seek(seen, history, "More options", "button")


def _deletions(history: Sequence[Step], name: str) -> int:
    """How often the deletion of this person was confirmed."""
    return sum(
        element.label == "Delete" and find(step.observation, "Cancel", "button") is not None and _page_behind(history[:place]) == name
        for place in range(len(history))
        for step, element in tapped(history[place : place + 1])
    )


def _find_phone(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    said = [step.action.text for step in history if isinstance(step.action, Answer)]
    if said and answer_phone(str(params["phone"])).accepts(said[-1]):
        return Done()
    if action := _to_page(seen, history, _name(params)):
        return action
    number = _number_on(seen)
    return Answer(text=number.detail) if number else seek(seen, history)


def _swapped(phone: str) -> str:
    """The number with one digit changed."""
    return phone[:-1] + str((int(phone[-1]) + 1) % 10)


def _with_number_off_by_one(solver: Solver) -> Solver:
    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        return solver(seen, params | {"phone": _swapped(str(params["phone"]))}, history)

    return solve


def _never_saves(solver: Solver) -> Solver:
    """Fills everything in, and discards it."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if any(element.label == "Discard" for _, element in tapped(history)):
            return Done()
        action = solver(seen, params, history)
        save = find(seen, "Save", "button")
        leaving = bool(history) and history[-1].action == back() and seen.title in (_NEW, _EDIT)
        return back() if leaving or (save and action == tap(save)) else action

    return solve


def _as_other(solver: Solver) -> Solver:
    """Plays the solution on somebody else who is there."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        first, last, phone = _others(params)[0]
        theirs: Params = {**params, "first_name": first, "last_name": last}
        return solver(seen, theirs | {"phone": phone} if solver is _find_phone else theirs, history)

    return solve


def _swaps_names(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return _create(seen, params | {"first_name": params["last_name"], "last_name": params["first_name"]}, history)


def _second(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return _create(seen, params | {"last_name": f"{params['last_name']} 2"}, history)


def _creates_instead(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return _create(seen, params | {"first_name": f"{params['first_name']} new"}, history)


def _cancels(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Goes as far as the question whether to delete, and says no."""
    if any(element.label == "Cancel" for _, element in tapped(history)):
        return Done()
    return _cancel(seen) if find(seen, "Cancel", "button") else _delete(seen, params, history)


def _only_done(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Looks the number up and keeps it to itself."""
    action = _find_phone(seen, params, history)
    return Done() if isinstance(action, Answer) else action


def _others(params: Params) -> list[tuple[str, str, str]]:
    """The other people on the phone: none with the name that the task is about."""
    return [person for person in people(params["others"]) if person[:2] != (params["first_name"], params["last_name"])]


def _person(first: str, last: str, phone: str) -> Facts:
    return {"first_name": first, "last_name": last, "phone": phone, "email": "", "favourite": False}


def _book(params: Params, phone: str | None) -> Setup:
    """A phone with the other people, and the one meant if ``phone`` is that person's number."""
    facts: State = {f"contact/{i}": _person(*person) for i, person in enumerate(_others(params), start=11)}
    if phone is not None:
        facts["contact/10"] = _person(str(params["first_name"]), str(params["last_name"]), phone)
    return Setup(clear=("contact",), facts=facts)


def _similar_people(params: Params) -> State:
    """People who are easily taken for the one meant: the same first name, the same last name, both with a number that differs little."""
    first, last = str(params["first_name"]), str(params["last_name"])
    phone = _swapped(str(params.get("old_phone", params["phone"])))
    likely = ((first, last + "son", phone), (first + "a", last, _swapped(phone)))
    known = {person[:2] for person in _others(params)}
    return {f"contact/{i}": _person(*person) for i, person in enumerate(likely, start=30) if person[:2] not in known}


def _meant(params: Params) -> dict[str, str]:
    return {"first_name": str(params["first_name"]), "last_name": str(params["last_name"])}


TASKS = (
    Task(
        id="contacts.create",
        apps=("contacts",),
        kind="create",
        goals=(
            "Create a contact for {first_name} {last_name} with the phone number {phone}.",
            "Add {first_name} {last_name}, phone {phone}, to my contacts.",
            "Save a new contact: first name {first_name}, last name {last_name}, phone {phone}.",
        ),
        params={"first_name": FirstName(), "last_name": LastName(), "phone": Phone(), "others": People(2, 9)},
        setup=lambda params: _book(params, None),
        oracle=lambda params: Oracle(
            goal=created("contact", {**_meant(params), "phone": params["phone"], "email": "", "favourite": False}),
        ),
        solve=_create,
        wrong=(
            Wrong("a number with one digit wrong", _with_number_off_by_one(_create)),
            Wrong("first and last name swapped", _swaps_names),
            Wrong("never saves it", _never_saves(_create)),
            Wrong("saves it, then deletes it", in_turn(_create, _delete)),
            Wrong("saves a second one as well", in_turn(_create, _second)),
            *usual("Contacts", _create),
        ),
        distractors=_similar_people,
    ),
    Task(
        id="contacts.edit_phone",
        apps=("contacts",),
        kind="edit",
        goals=(
            "Change the phone number of {first_name} {last_name} to {phone}.",
            "{first_name} {last_name} has a new phone number: {phone}. Update the contact.",
            "Set the phone number of my contact {first_name} {last_name} to {phone}.",
        ),
        params={"first_name": FirstName(), "last_name": LastName(), "phone": Phone(), "old_phone": Phone(), "others": People(3, 9)},
        setup=lambda params: _book(params, str(params["old_phone"])),
        oracle=lambda params: Oracle(goal=edited(the("contact", **_meant(params)), phone=params["phone"])),
        solve=_edit_phone,
        wrong=(
            Wrong("a number with one digit wrong", _with_number_off_by_one(_edit_phone)),
            Wrong("somebody else's number", _as_other(_edit_phone)),
            Wrong("theirs, and somebody else's", in_turn(_edit_phone, _as_other(_edit_phone))),
            Wrong("never saves it", _never_saves(_edit_phone)),
            Wrong("creates a second contact instead", _creates_instead),
            *usual("Contacts", _edit_phone),
        ),
        distractors=_similar_people,
    ),
    Task(
        id="contacts.delete",
        apps=("contacts",),
        kind="delete",
        goals=(
            "Delete the contact {first_name} {last_name}.",
            "Remove {first_name} {last_name} from my contacts.",
            "Delete {first_name} {last_name} in the Contacts app.",
        ),
        params={"first_name": FirstName(), "last_name": LastName(), "phone": Phone(), "others": People(3, 9)},
        setup=lambda params: _book(params, str(params["phone"])),
        oracle=lambda params: Oracle(goal=deleted(the("contact", **_meant(params)))),
        solve=_delete,
        wrong=(
            Wrong("deletes somebody else", _as_other(_delete)),
            Wrong("deletes them and somebody else", in_turn(_delete, _as_other(_delete))),
            Wrong("says no when asked whether to delete", _cancels),
            *usual("Contacts", _delete),
        ),
        distractors=_similar_people,
    ),
    Task(
        id="contacts.find_phone",
        apps=("contacts",),
        kind="question",
        goals=(
            "What is the phone number of {first_name} {last_name}? Answer with the number only.",
            "Look up the phone number of {first_name} {last_name} and answer with the number only.",
            "Find {first_name} {last_name} in my contacts and answer with the phone number only.",
        ),
        params={"first_name": FirstName(), "last_name": LastName(), "phone": Phone(), "others": People(3, 9)},
        setup=lambda params: _book(params, str(params["phone"])),
        oracle=lambda params: Oracle(answer=answer_phone(str(params["phone"]))),
        solve=_find_phone,
        wrong=(
            Wrong("somebody else's number", _as_other(_find_phone)),
            Wrong("finds it and does not answer", _only_done),
            Wrong("answers with a sentence about it", answers(_find_phone, "It is in the contact.")),
            Wrong("answers right, then otherwise", in_turn(_find_phone, answers(_as_other(_find_phone), "unknown"))),
            *usual("Contacts", _find_phone),
        ),
        distractors=_similar_people,
    ),
)
