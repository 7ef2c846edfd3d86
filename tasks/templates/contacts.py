"""Tasks in Contacts: add, change, delete, star and look up people."""

import json
from collections.abc import Callable, Sequence

from devices.action import Action, Answer, Done
from devices.device import Setup
from devices.observation import Observation
from devices.state import Facts, State, Value
from tasks.answers import answer_phone, answer_text
from tasks.conditions import count_of, created, deleted, each, edited, the
from tasks.mistakes import answers, in_turn, usual
from tasks.navigate import back, find, on, press, says, tap, tapped
from tasks.oracle import Oracle
from tasks.params import Email, FirstName, LastName, People, Phone, people
from tasks.solutions import contacts as go
from tasks.task import Params, Solver, Task, Wrong
from tasks.trace import Step

# Setting up


def _person(first: str, last: str, phone: str, email: str = "", favourite: bool = False) -> Facts:
    return {"first_name": first, "last_name": last, "phone": phone, "email": email, "favourite": favourite}


def _meant(params: Params) -> dict[str, Value]:
    return {"first_name": params["first_name"], "last_name": params["last_name"]}


def _others(params: Params) -> list[tuple[str, str, str]]:
    """The other people on the phone: none with the name that the task is about."""
    return [person for person in people(params["others"]) if person[:2] != (params["first_name"], params["last_name"])]


def _book(params: Params, phone: str | None, **details: Value) -> Setup:
    """A phone with the other people, and the one meant if ``phone`` is that person's number."""
    facts: State = {f"contact/{i}": _person(*person) for i, person in enumerate(_others(params), start=11)}
    if phone is not None:
        facts["contact/10"] = {**_person(str(params["first_name"]), str(params["last_name"]), phone), **details}
    return Setup(clear=("contact",), facts=facts)


def _swapped(phone: str) -> str:
    """The number with one digit changed."""
    return phone[:-1] + str((int(phone[-1]) + 1) % 10)


def _misspelt(email: str) -> str:
    """The address with one letter doubled."""
    return email[0] + email


def _similar_people(params: Params) -> State:
    """People who are easily taken for the one meant: the same first name, the same last name, both with a number that differs little."""
    first, last = str(params["first_name"]), str(params["last_name"])
    phone = _swapped(str(params.get("old_phone", params["phone"])))
    likely = ((first, last + "son", phone), (first + "a", last, _swapped(phone)))
    known = {person[:2] for person in _others(params)}
    return {f"contact/{i}": _person(*person) for i, person in enumerate(likely, start=100) if person[:2] not in known}


_FIRST = ("Ada", "Björn", "Carla", "Dilan", "Edda", "Farid", "Greta", "Hugo", "Ines", "Jamal", "Kira", "Linus", "Mina", "Nils", "Oda")
_LAST = ("Ahlberg", "Brandt", "Castellani", "Dahlgren", "Eikeland", "Fontaine", "Gruber")


def _crowd(params: Params, count: int) -> State:
    """People whom no task is about: none of their last names is ever drawn."""
    names = [(first, last) for last in _LAST for first in _FIRST]
    return {
        f"contact/{200 + i}": _person(first, last, f"555-{1000 + 7 * i}", f"{first.lower()}{i}@example.net")
        for i, (first, last) in enumerate(names[i * 41 % len(names)] for i in range(count))
    }


def _has_already(key: str) -> Callable[[Params], State]:
    """The person has the detail already that is asked for."""
    return lambda params: {"contact/10": {key: params[key]}}


# Going wrong


def _with(solver: Solver, key: str, change: Callable[[str], str]) -> Solver:
    """Plays the solution with one parameter changed."""
    return lambda seen, params, history: solver(seen, params | {key: change(str(params[key]))}, history)


def _as_other(solver: Solver) -> Solver:
    """Plays the solution on somebody else who is there."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        first, last, _ = _others(params)[0]
        return solver(seen, params | {"first_name": first, "last_name": last}, history)

    return solve


def _never_saves(solver: Solver) -> Solver:
    """Fills everything in, and discards it."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if any(says(element, "Discard") for _, element in tapped(history)):
            return Done()
        action = solver(seen, params, history)
        save = find(seen, "Save", "button")
        leaving = bool(history) and history[-1].action == back() and on(seen, go.NEW, go.EDIT)
        return back() if leaving or (save and action == tap(save)) else action

    return solve


def _swaps_names(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.create(seen, params | {"first_name": params["last_name"], "last_name": params["first_name"]}, history)


def _second(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.create(seen, params | {"last_name": f"{params['last_name']} 2"}, history)


def _creates_instead(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.create(seen, params | {"first_name": f"{params['first_name']} new"}, history)


def _cancels(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Goes as far as the question whether to delete, and says no."""
    if any(says(element, "Cancel") for _, element in tapped(history)):
        return Done()
    return press(seen, "Cancel") or go.delete(seen, params, history)


def _only_done(solver: Solver) -> Solver:
    """Looks it up and keeps it to itself."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        action = solver(seen, params, history)
        return Done() if isinstance(action, Answer) else action

    return solve


_edit_phone = go.edit("Phone", "phone")
_find_phone = go.answer_with("Phone")

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
        params={"first_name": FirstName(), "last_name": LastName(), "phone": Phone(), "others": People(2, 4)},
        setup=lambda params: _book(params, None),
        oracle=lambda params: Oracle(
            goal=created("contact", {**_meant(params), "phone": params["phone"], "email": "", "favourite": False}),
        ),
        solve=go.create,
        wrong=(
            Wrong("a number with one digit wrong", _with(go.create, "phone", _swapped)),
            Wrong("first and last name swapped", _swaps_names),
            Wrong("never saves it", _never_saves(go.create)),
            Wrong("saves it, then deletes it", in_turn(go.create, go.delete)),
            Wrong("saves a second one as well", in_turn(go.create, _second)),
            *usual("Contacts", go.create),
        ),
        distractors=_similar_people,
        filler=_crowd,
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
        params={"first_name": FirstName(), "last_name": LastName(), "phone": Phone(), "old_phone": Phone(), "others": People(3, 4)},
        setup=lambda params: _book(params, str(params["old_phone"])),
        oracle=lambda params: Oracle(goal=edited(the("contact", **_meant(params)), phone=params["phone"])),
        solve=_edit_phone,
        wrong=(
            Wrong("a number with one digit wrong", _with(_edit_phone, "phone", _swapped)),
            Wrong("somebody else's number", _as_other(_edit_phone)),
            Wrong("theirs, and somebody else's", in_turn(_edit_phone, _as_other(_edit_phone))),
            Wrong("never saves it", _never_saves(_edit_phone)),
            Wrong("creates a second contact instead", _creates_instead),
            *usual("Contacts", _edit_phone),
        ),
        distractors=_similar_people,
        met=_has_already("phone"),
        filler=_crowd,
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
        params={"first_name": FirstName(), "last_name": LastName(), "phone": Phone(), "others": People(3, 4)},
        setup=lambda params: _book(params, str(params["phone"])),
        oracle=lambda params: Oracle(goal=deleted(the("contact", **_meant(params)))),
        solve=go.delete,
        wrong=(
            Wrong("deletes somebody else", _as_other(go.delete)),
            Wrong("deletes them and somebody else", in_turn(go.delete, _as_other(go.delete))),
            Wrong("says no when asked whether to delete", _cancels),
            *usual("Contacts", go.delete),
        ),
        distractors=_similar_people,
        filler=_crowd,
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
        params={"first_name": FirstName(), "last_name": LastName(), "phone": Phone(), "others": People(3, 4)},
        setup=lambda params: _book(params, str(params["phone"])),
        oracle=lambda params: Oracle(answer=answer_phone(str(params["phone"]))),
        solve=_find_phone,
        wrong=(
            Wrong("somebody else's number", _as_other(_find_phone)),
            Wrong("finds it and does not answer", _only_done(_find_phone)),
            Wrong("answers with a sentence about it", answers(_find_phone, "It is in the contact.")),
            Wrong("answers right, then otherwise", in_turn(_find_phone, answers(_as_other(_find_phone), "unknown"))),
            *usual("Contacts", _find_phone),
        ),
        distractors=_similar_people,
        filler=_crowd,
    ),
)
