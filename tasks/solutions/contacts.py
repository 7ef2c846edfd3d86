"""Ways through Contacts: to a person, through the editor, and what was done to whom."""

from collections.abc import Mapping, Sequence

from devices.action import Action, Answer, Done, DoubleTap, LongPress, TypeText
from devices.observation import Element, Observation
from devices.sim.language import read, wordings
from tasks.navigate import (
    back,
    fill,
    find,
    find_where,
    gathered,
    hold,
    in_dialog,
    on,
    pick,
    press,
    says,
    screen_behind,
    seek,
    seen_whole,
    tap,
    tap_or_seek,
    tapped,
    tapped_in,
    to_app,
)
from tasks.params import people
from tasks.solutions.forms import save_form, text_line
from tasks.task import Params, Solver
from tasks.trace import Step

LIST, NEW, EDIT = "Contacts", "Create contact", "Edit contact"
_STAR, _UNSTAR = "Add to favourites", "Remove from favourites"
_STARS = wordings(_STAR) | wordings(_UNSTAR)


def full_name(params: Params) -> str:
    return f"{params['first_name']} {params['last_name']}"


def detail_on(seen: Observation, label: str) -> Element | None:
    """What shows the number (``Phone``) or the address (``Email``) on a person's page."""
    return find(seen, label, "row", "text", "button")


def selecting(seen: Observation) -> bool:
    """Whether people are selected in the list."""
    return read(seen.title, "{count} selected") is not None


def on_page(seen: Observation, name: str) -> bool:
    """Whether a person's page is up."""
    return seen.title == name and find(seen, "Edit", "button") is not None


# The way to a person


def past_dialogs(seen: Observation, history: Sequence[Step], *starred: str) -> Action | None:
    """Bring Contacts to the front and close its dialogs without saving or deleting anything.

    A star that was given or taken on the way is put back, unless it is on the page of somebody named in ``starred``.
    """
    if action := to_app(seen, "Contacts"):
        return action
    if action := press(seen, "Discard", "Cancel"):
        return action
    if find(seen, "End call", "button") or seen.title in starred:
        return press(seen, "End call")
    stars = [e.label for step, e in tapped_in(history, "Contacts") if e.label in _STARS and step.observation.title == seen.title]
    star = find_where(seen, lambda e: e.label in _STARS, "button")
    # The star says what the next tap would do, so it shows another word than before the first one.
    return tap(star) if star and stars and star.label != stars[0] else None


def clear_search(seen: Observation, history: Sequence[Step]) -> Action | None:
    field = find(seen, "Search contacts", "field")
    return fill(seen, history, "Search contacts", "") if field is not None and field.text else None


def look_for(seen: Observation, history: Sequence[Step], name: str) -> Action:
    """Look for a person who is not in sight in the list: by the search where the list is longer than the screen or searched already."""
    field = find(seen, "Search contacts", "field")
    if field is None or field.text == name or not (field.text or seen.more_below or seen.more_above):
        return seek(seen, history)
    return TypeText(element=field.index, text=name)


def is_absent(seen: Observation, name: str) -> bool:
    """Whether the list shows that there is nobody of this name."""
    if not on(seen, LIST) or find(seen, name, "row"):
        return False
    field = find(seen, "Search contacts", "field")
    whole = not (seen.more_below or seen.more_above or seen.keyboard)
    return field is not None and (field.text == name or (not field.text and whole))


def to_page(seen: Observation, history: Sequence[Step], name: str, *starred: str) -> Action | None:
    """The next action towards a person's page from anywhere; None when it is up."""
    if action := past_dialogs(seen, history, *starred):
        return action
    if on_page(seen, name):
        return None
    if not on(seen, LIST):
        return back()
    row = find(seen, name, "row")
    return tap(row) if row else look_for(seen, history, name)


def page_behind(history: Sequence[Step]) -> str | None:
    """The title of the page that a menu, a dialog or the editor was opened on: neither says whom it is about."""
    screen = screen_behind(history, "Contacts", lambda seen: bool(seen.title) and not in_dialog(seen) and not on(seen, NEW, EDIT))
    return screen.title if screen else None


# The editor


def is_editor_of(seen: Observation, history: Sequence[Step], params: Params) -> bool:
    """Whether the editor in front is that of the person meant: opened from the person's page, the names as they were."""
    if not on(seen, EDIT):
        return False
    shown = [find(seen, label, "field") for label in ("First name", "Last name")]
    meant = (params["first_name"], params["last_name"])
    if any(field is not None and field.text != name for field, name in zip(shown, meant, strict=True)):
        return False
    # A name that is scrolled out of sight is vouched for by the page that the editor was opened on.
    return all(shown) or page_behind(history) in (full_name(params), None)


def save(seen: Observation, history: Sequence[Step], name: str, texts: Mapping[str, str]) -> Action:
    """Fill the editor and save it.

    Args:
        seen, history: the screen, and the steps so far.
        name: of the person.
        texts: label of a field → what it shall hold. Empty ones are looked for only where the person's page shows that they are not.
    """
    page = screen_behind(history, "Contacts", lambda screen: on_page(screen, name))
    must = {label for label, text in texts.items() if text or (page and detail_on(page, label))}
    lines = [text_line(_FIELDS[label], text, label in must) for label, text in texts.items()]
    return save_form(seen, history, lines, "editor_menu_save_button")


def create(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Create the person, or fill in what is missing once there."""
    name, texts = full_name(params), _details(params)
    if action := past_dialogs(seen, history, *([name] if params.get("favourite") else [])):
        return action
    if on(seen, NEW) or is_editor_of(seen, history, params):
        names = {"First name": str(params["first_name"]), "Last name": str(params["last_name"])}
        return save(seen, history, name, names | texts)
    if on(seen, LIST):
        row = find(seen, name, "row")
        if row is not None:
            return tap(row)
        searched = find(seen, "Search contacts", "field")
        gone = searched is not None and not searched.text and not seen.keyboard and seen_whole(seen, history)
        if _saved(history, params) and not gone:
            return clear_search(seen, history) or seek(seen, history)
        return tap_or_seek(seen, history, "Create contact", "button")
    if not on_page(seen, name):
        return back()
    shown = {label: e.detail for e in gathered(seen, history) if e.kind != "field" for label in texts if says(e, label) and e.detail}
    if any(shown.get(label, text) != text for label, text in texts.items()):
        return _open_editor(seen, history)
    if any(text and label not in shown for label, text in texts.items()):
        return _open_editor(seen, history) if seen_whole(seen, history) else seek(seen, history)
    if params.get("favourite") and (star := find(seen, _STAR, "button")):
        return tap(star)
    return Done()


_FIELDS = {
    "First name": "first_name",
    "Last name": "last_name",
    "Phone": "phone",
    "Email": "email",
    "Company": "company",
    "Personal note": "notes",
}
"""Label of a field → its resource name."""
_DETAILS = {"phone": "Phone", "email": "Email", "company": "Company", "notes": "Personal note"}


def _details(params: Params) -> dict[str, str]:
    return {label: str(params.get(key, "")) for key, label in _DETAILS.items()}


def _detail(seen: Observation, label: str) -> str:
    shown = detail_on(seen, label)
    return shown.detail if shown else ""


def _open_editor(seen: Observation, history: Sequence[Step]) -> Action:
    return tap_or_seek(seen, history, "Edit", "button")


def _saved(history: Sequence[Step], params: Params) -> bool:
    """Whether the person was saved, and not deleted again."""
    saves = 0
    for step, element in tapped_in(history, "Contacts"):
        if says(element, "Save"):
            first = find(step.observation, "First name", "field")
            last = find(step.observation, "Last name", "field")
            saves += bool(first and last and (first.text, last.text) == (params["first_name"], params["last_name"]))
    return saves > deletions(history, full_name(params))


def edit(label: str, key: str) -> Solver:
    """Set one detail of a person: the label of its field, and the parameter that holds it."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        wanted = str(params[key])
        if to_app(seen, "Contacts") is None and is_editor_of(seen, history, params):
            return save(seen, history, full_name(params), {label: wanted})
        if action := to_page(seen, history, full_name(params)):
            return action
        return Done() if _detail(seen, label) == wanted else _open_editor(seen, history)

    return solve


# Deleting


def cancel(seen: Observation) -> Action:
    return press(seen, "Cancel") or back()


def delete(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Delete a person."""
    name = full_name(params)
    if to_app(seen, "Contacts") is None:
        if (entry := find(seen, "Delete", "row", "button")) and not selecting(seen):
            return tap(entry) if page_behind(history) == name else cancel(seen)
        if on(seen, LIST) and deletions(history, name) and not find(seen, name, "row"):
            field = find(seen, "Search contacts", "field")
            return Done() if field is None or field.text in ("", name) else fill(seen, history, "Search contacts", name) or Done()
    return to_page(seen, history, name) or pick(seen, history, "Delete")


def deletions(history: Sequence[Step], name: str) -> int:
    """How often the deletion of this person was confirmed."""
    return sum(
        says(element, "Delete") and in_dialog(step.observation) and page_behind(history[:place]) == name
        for place in range(len(history))
        for step, element in tapped_in(history[place : place + 1], "Contacts")
    )


# Looking up


def answer_with(label: str) -> Solver:
    """Answer with one detail of a person."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if history and isinstance(history[-1].action, Answer):
            return Done()
        if action := to_page(seen, history, full_name(params)):
            return action
        shown = detail_on(seen, label)
        return Answer(text=shown.detail) if shown else seek(seen, history)

    return solve


def name_of_number(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Answer with the name of whoever has a number: the search finds numbers too."""
    if history and isinstance(history[-1].action, Answer):
        return Done()
    phone = str(params["phone"])
    if action := to_list(seen, history):
        return action
    if action := fill(seen, history, "Search contacts", phone):
        return action
    row = find_where(seen, lambda e: True, "row")
    return Answer(text=row.label) if row else seek(seen, history)


def count_named(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Answer with how many people have a last name."""
    if history and isinstance(history[-1].action, Answer):
        return Done()
    last = str(params["last_name"])
    if action := to_list(seen, history):
        return action
    field = find(seen, "Search contacts", "field")
    if field is not None and field.text != last:
        return TypeText(element=field.index, text=last)
    if not seen_whole(seen, history):
        return seek(seen, history)
    return Answer(text=str(sum(e.kind == "row" and e.label.endswith(f" {last}") for e in gathered(seen, history))))


def to_list(seen: Observation, history: Sequence[Step]) -> Action | None:
    """The next action towards the list of all people; None when it is up."""
    return past_dialogs(seen, history) or (None if on(seen, LIST) else back())


# Reaching people


def call(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Call a person, and leave it ringing; where the page offers no call it cannot be done."""
    name = full_name(params)
    if any(says(element, "Call") and step.observation.title == name for step, element in tapped_in(history, "Contacts")):
        return Done()
    if action := to_page(seen, history, name):
        return action
    button = find(seen, "Call", "button")
    if button is None:
        return Done(status="infeasible") if seen_whole(seen, history) else seek(seen, history)
    return tap(button)


def copy_details(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Copy a person's name and number, by way of the share sheet."""
    shown = f"{full_name(params)} {params['phone']}"
    copy = find(seen, "Copy", "button")
    if copy is not None and find(seen, shown, "text"):
        return tap(copy)
    copies = [step.observation for step, element in tapped(history) if says(element, "Copy")]
    if copies and find(copies[-1], shown, "text"):
        return Done()
    in_menu = to_app(seen, "Contacts") is None and not seen.title and find(seen, "Share", "row", "button") is not None
    if in_menu and page_behind(history) == full_name(params):
        return pick(seen, history, "Share")
    return to_page(seen, history, full_name(params)) or pick(seen, history, "Share")


# Several people


def star_all(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Add several people to the favourites, one after the other."""
    names = [f"{first} {last}" for first, last, _ in people(params["people"])]
    for name in names:
        if on_page(seen, name) and (star := find(seen, _STAR, "button")):
            return tap(star)
    left = [name for name in names if not on_page(seen, name) and not _starred(history, name)]
    return to_page(seen, history, left[0], *names) or seek(seen, history) if left else past_dialogs(seen, history, *names) or Done()


def _starred(history: Sequence[Step], name: str) -> bool:
    """Whether a person's page was left with the star given."""
    for step in reversed(history):
        if on_page(step.observation, name):
            given = find(step.observation, _UNSTAR, "button") is not None
            flips = [step.action for _, element in tapped_in([step], "Contacts") if element.label in _STARS]
            return given is not any(not isinstance(flip, DoubleTap) for flip in flips)
    return False


def delete_all(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Delete several people together: a long press selects the first, taps select the others."""
    names = [f"{first} {last}" for first, last, _ in people(params["people"])]
    left = [name for name in names if name not in _deleted(history)]
    if action := to_app(seen, "Contacts"):
        return action
    if in_dialog(seen):
        confirm = find(seen, "Delete", "button")
        return tap(confirm) if confirm and _marked(history) == set(left) else press(seen, "Discard", "Cancel") or back()
    if selecting(seen):
        marked = _marked(history, seen)
        if _ALL in marked or str(len(marked)) != (read(seen.title, "{count} selected") or {})["count"]:
            return back()  # it is not known who is selected: begin anew
        if stray := find_where(seen, lambda e: e.label in marked and e.label not in left, "row"):
            return tap(stray)
        if marked == set(left):
            return tap_or_seek(seen, history, "Delete", "button")
        missing = next((name for name in left if name not in marked), None)
        row = find(seen, missing, "row") if missing else None
        return tap(row) if row else look_for(seen, history, missing) if missing else back()
    if action := to_list(seen, history):
        return action
    if not left:
        return Done()
    rows = [row for name in left if (row := find(seen, name, "row"))]
    return hold(rows[0]) if rows else look_for(seen, history, left[0])


_ALL = "*"
"""Stands for people who were selected together."""


def _marked(history: Sequence[Step], seen: Observation | None = None) -> set[str]:
    """The names in the selection, as it was left or as it is seen."""
    marked: set[str] = set()
    for step in history:
        look = step.observation
        if in_dialog(look) or not look.title:
            continue
        marked = _seen_marked(marked, look) if selecting(look) else set()
        for _, element in tapped_in([step], "Contacts"):
            if element.kind == "row" and (selecting(look) or (on(look, LIST) and isinstance(step.action, LongPress))):
                marked ^= {element.label}
            if says(element, "Select all"):
                marked = {_ALL}
    return _seen_marked(marked, seen) if seen is not None else marked


def _seen_marked(marked: set[str], look: Observation) -> set[str]:
    """A selection, put right by what a look shows of it."""
    rows = [e for e in look.elements if e.kind == "row"]
    return (marked - {e.label for e in rows}) | {e.label for e in rows if e.selected}


def _deleted(history: Sequence[Step]) -> set[str]:
    """Whom a confirmed deletion took."""
    gone: set[str] = set()
    for place, step in enumerate(history):
        for _, element in tapped_in([step], "Contacts"):
            if says(element, "Delete") and in_dialog(step.observation):
                below = screen_behind(history[:place], "Contacts", lambda screen: bool(screen.title) and not in_dialog(screen))
                gone |= _marked(history[:place]) if below and selecting(below) else {below.title} if below else set()
    return gone


def delete_one_of_two(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Delete one of two people who are alike in everything."""
    name = full_name(params)
    if not deletions(history, name):
        return delete(seen, params, history)
    return to_list(seen, history) or Done()


def look_in_vain(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Look for somebody who is not there, and say that it cannot be done."""
    name = full_name(params)
    if action := to_list(seen, history):
        return action
    return Done(status="infeasible") if is_absent(seen, name) else look_for(seen, history, name)
