"""Tasks in Contacts: add, change, delete and star people, one or several."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace

from devices.action import Action, Answer, Done
from devices.device import Setup
from devices.observation import Observation
from tasks.answers import answer_phone
from tasks.conditions import The, all_of, count_of, created, deleted, edited, the
from tasks.mistakes import answers, in_turn, usual
from tasks.navigate import back, find, on, press, says, tap, tapped
from tasks.oracle import Oracle
from tasks.params import Email, FirstName, LastName, People, Phone
from tasks.solutions import contacts as go
from tasks.solutions.address_book import (
    book,
    book_of_several,
    crowd,
    full_names,
    has_already,
    like_several,
    meant,
    named,
    others,
    similar_people,
    swapped,
)
from tasks.task import Params, Solver, Task, Wrong
from tasks.trace import Step

# Going wrong


def _with(solver: Solver, key: str, change: Callable[[str], str]) -> Solver:
    """Plays the solution with one parameter changed."""
    return lambda seen, params, history: solver(seen, params | {key: change(str(params[key]))}, history)


def _as_other(solver: Solver) -> Solver:
    """Plays the solution on somebody else who is there."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        first, last, _ = others(params)[0]
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


def _cancels(solver: Solver) -> Solver:
    """Goes as far as the question whether to delete, and says no."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if any(says(element, "Cancel") for _, element in tapped(history)):
            return Done()
        return press(seen, "Cancel") or solver(seen, params, history)

    return solve


def _create_favourite(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.create(seen, params | {"favourite": True}, history)


def _only_done(solver: Solver) -> Solver:
    """Looks it up and keeps it to itself."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        action = solver(seen, params, history)
        return Done() if isinstance(action, Answer) else action

    return solve


_edit_phone = go.edit("Phone", "phone")
_find_phone = go.answer_with("Phone")


def _misspelt(email: str) -> str:
    """The address with its first letter doubled."""
    return email[0] + email


def _without(solver: Solver, *keys: str) -> Solver:
    """Plays the solution without some of what was asked for."""
    return lambda seen, params, history: solver(seen, {key: value for key, value in params.items() if key not in keys}, history)


def _all_but_last(solver: Solver) -> Solver:
    """Plays the solution on all but the last of several people."""
    return lambda seen, params, history: solver(seen, params | {"people": json.dumps(named(params)[:-1])}, history)


def _one_more(solver: Solver) -> Solver:
    """Plays the solution on all of several people, and on another one."""
    return lambda seen, params, history: solver(seen, params | {"people": json.dumps([*named(params), others(params)[0]])}, history)


def _first_of(solver: Solver) -> Solver:
    """Plays the solution for one on the first of several people."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        first, last, phone = named(params)[0]
        return solver(seen, params | {"first_name": first, "last_name": last, "phone": phone}, history)

    return solve


def _unstar_first(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Takes the star of the first one away again."""
    first, last, _ = named(params)[0]
    if action := go.to_page(seen, history, f"{first} {last}", f"{first} {last}"):
        return action
    return press(seen, "Remove from favourites") or Done()


def _alike(params: Params) -> Setup:
    """A phone on which the one meant is there twice, the same in everything."""
    setup = book(params, params["phone"])
    return replace(setup, facts={**setup.facts, "contact/31": dict(setup.facts["contact/10"])})


def _each(params: Params) -> list[The]:
    """Those whom a task about several people is about."""
    return [the("contact", first_name=first, last_name=last, phone=phone) for first, last, phone in named(params)]


_edit_email = go.edit("Email", "email")

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
        setup=lambda params: book(params, None),
        oracle=lambda params: Oracle(
            goal=created("contact", {**meant(params), "phone": params["phone"], "email": "", "favourite": False}),
        ),
        solve=go.create,
        wrong=(
            Wrong("a number with one digit wrong", _with(go.create, "phone", swapped)),
            Wrong("first and last name swapped", _swaps_names),
            Wrong("never saves it", _never_saves(go.create)),
            Wrong("saves it, then deletes it", in_turn(go.create, go.delete)),
            Wrong("saves a second one as well", in_turn(go.create, _second)),
            *usual("Contacts", go.create),
        ),
        distractors=similar_people,
        filler=crowd,
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
        setup=lambda params: book(params, str(params["old_phone"])),
        oracle=lambda params: Oracle(goal=edited(the("contact", **meant(params)), phone=params["phone"])),
        solve=_edit_phone,
        wrong=(
            Wrong("a number with one digit wrong", _with(_edit_phone, "phone", swapped)),
            Wrong("somebody else's number", _as_other(_edit_phone)),
            Wrong("theirs, and somebody else's", in_turn(_edit_phone, _as_other(_edit_phone))),
            Wrong("never saves it", _never_saves(_edit_phone)),
            Wrong("creates a second contact instead", _creates_instead),
            *usual("Contacts", _edit_phone),
        ),
        distractors=similar_people,
        met=has_already("phone"),
        filler=crowd,
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
        setup=lambda params: book(params, str(params["phone"])),
        oracle=lambda params: Oracle(goal=deleted(the("contact", **meant(params)))),
        solve=go.delete,
        wrong=(
            Wrong("deletes somebody else", _as_other(go.delete)),
            Wrong("deletes them and somebody else", in_turn(go.delete, _as_other(go.delete))),
            Wrong("says no when asked whether to delete", _cancels(go.delete)),
            *usual("Contacts", go.delete),
        ),
        distractors=similar_people,
        filler=crowd,
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
        setup=lambda params: book(params, str(params["phone"])),
        oracle=lambda params: Oracle(answer=answer_phone(str(params["phone"]))),
        solve=_find_phone,
        wrong=(
            Wrong("somebody else's number", _as_other(_find_phone)),
            Wrong("finds it and does not answer", _only_done(_find_phone)),
            Wrong("answers with a sentence about it", answers(_find_phone, "It is in the contact.")),
            Wrong("answers right, then otherwise", in_turn(_find_phone, answers(_as_other(_find_phone), "unknown"))),
            *usual("Contacts", _find_phone),
        ),
        distractors=similar_people,
        filler=crowd,
    ),
    Task(
        id="contacts.create_favourite",
        apps=("contacts",),
        kind="create",
        goals=(
            "Create a contact for {first_name} {last_name} with the phone {phone} and the email {email}, and make it a favourite.",
            "Add {first_name} {last_name} to my contacts (phone {phone}, email {email}) and to my favourites.",
            "Save {first_name} {last_name}, {phone}, {email}, as a new contact and star it.",
        ),
        params={"first_name": FirstName(), "last_name": LastName(), "phone": Phone(), "email": Email(), "others": People(2, 4)},
        setup=lambda params: book(params, None),
        oracle=lambda params: Oracle(
            goal=created(
                "contact",
                {**meant(params), "phone": params["phone"], "email": params["email"], "company": "", "notes": "", "favourite": True},
            ),
            milestones={"saved": created("contact", {**meant(params), "phone": params["phone"], "email": params["email"]})},
        ),
        solve=_create_favourite,
        wrong=(
            Wrong("not made a favourite", go.create),
            Wrong("without the address", _without(_create_favourite, "email")),
            Wrong("an address with a letter doubled", _with(_create_favourite, "email", _misspelt)),
            Wrong("a number with one digit wrong", _with(_create_favourite, "phone", swapped)),
            Wrong("saves a second one as well", in_turn(_create_favourite, _second)),
            *usual("Contacts", _create_favourite),
        ),
        distractors=similar_people,
        filler=crowd,
    ),
    Task(
        id="contacts.edit_email",
        apps=("contacts",),
        kind="edit",
        goals=(
            "Change the email address of {first_name} {last_name} to {email}.",
            "{first_name} {last_name} can now be reached at {email}. Update the contact's email.",
            "Set the email of my contact {first_name} {last_name} to {email}.",
        ),
        params={"first_name": FirstName(), "last_name": LastName(), "phone": Phone(), "email": Email(), "others": People(3, 4)},
        setup=lambda params: book(params, params["phone"], email="old.address@example.com"),
        oracle=lambda params: Oracle(goal=edited(the("contact", **meant(params)), email=params["email"])),
        solve=_edit_email,
        wrong=(
            Wrong("an address with a letter doubled", _with(_edit_email, "email", _misspelt)),
            Wrong("somebody else's address", _as_other(_edit_email)),
            Wrong("never saves it", _never_saves(_edit_email)),
            Wrong("the address where the number belongs", go.edit("Phone", "email")),
            Wrong("theirs, and their number", in_turn(_edit_email, _with(go.edit("Phone", "phone"), "phone", swapped))),
            *usual("Contacts", _edit_email),
        ),
        distractors=similar_people,
        met=has_already("email"),
        filler=crowd,
    ),
    Task(
        id="contacts.star_several",
        apps=("contacts",),
        kind="edit",
        goals=(
            "Add {people} to my favourites.",
            "Make {people} favourites in Contacts.",
            "Star these contacts: {people}.",
        ),
        params={"people": People(2, 3), "others": People(3, 4)},
        setup=book_of_several,
        oracle=lambda params: Oracle(goal=all_of(*(edited(one, favourite=True) for one in _each(params)))),
        solve=go.star_all,
        wrong=(
            Wrong("all but the last", _all_but_last(go.star_all)),
            Wrong("all, and somebody else", _one_more(go.star_all)),
            Wrong("all, and one taken back", in_turn(go.star_all, _unstar_first)),
            Wrong("deletes one of them instead", _first_of(go.delete)),
            *usual("Contacts", go.star_all),
        ),
        shown={"people": full_names},
        distractors=like_several,
        filler=crowd,
    ),
    Task(
        id="contacts.delete_several",
        apps=("contacts",),
        kind="delete",
        goals=(
            "Delete {people} from my contacts.",
            "Remove the contacts {people}.",
            "I no longer need {people}: delete them in Contacts.",
        ),
        params={"people": People(2, 3), "others": People(3, 4)},
        setup=book_of_several,
        oracle=lambda params: Oracle(goal=all_of(*(deleted(one) for one in _each(params)))),
        solve=go.delete_all,
        wrong=(
            Wrong("all but the last", _all_but_last(go.delete_all)),
            Wrong("all, and somebody else", _one_more(go.delete_all)),
            Wrong("only the first", _first_of(go.delete)),
            Wrong("says no when asked whether to delete", _cancels(go.delete_all)),
            *usual("Contacts", go.delete_all),
        ),
        shown={"people": full_names},
        distractors=like_several,
        filler=crowd,
    ),
    Task(
        id="contacts.delete_duplicate",
        apps=("contacts",),
        kind="delete",
        goals=(
            "{first_name} {last_name} is in my contacts twice, with the same number. Delete one of the two.",
            "Delete the duplicate of {first_name} {last_name} in Contacts, so that the contact is there once.",
            "There are two identical contacts called {first_name} {last_name}: remove one and keep the other.",
        ),
        params={"first_name": FirstName(), "last_name": LastName(), "phone": Phone(), "others": People(3, 4)},
        setup=_alike,
        oracle=lambda params: Oracle(goal=count_of("contact", 1, **meant(params), phone=params["phone"])),
        solve=go.delete_one_of_two,
        wrong=(
            Wrong("deletes both", go.delete),
            Wrong("deletes somebody else", _as_other(go.delete)),
            Wrong("changes one of them instead", go.edit("Email", "phone")),
            Wrong("says no when asked whether to delete", _cancels(go.delete_one_of_two)),
            *usual("Contacts", go.delete_one_of_two),
        ),
        distractors=similar_people,
        filler=crowd,
    ),
)
