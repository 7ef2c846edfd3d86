"""The people on a phone that tasks set up: those meant, those like them, and all the others."""

import random
from collections.abc import Callable

from devices.device import Setup
from devices.state import Facts, State, Value
from tasks.params import people
from tasks.task import Params


def person(first: str, last: str, phone: str, email: str = "", favourite: bool = False) -> Facts:
    return {"first_name": first, "last_name": last, "phone": phone, "email": email, "favourite": favourite}


def meant(params: Params) -> dict[str, Value]:
    """The names that single out the one whom a task is about."""
    return {"first_name": params["first_name"], "last_name": params["last_name"]}


def named(params: Params, param: str = "people") -> list[tuple[str, str, str]]:
    """(first name, last name, phone) of those whom a task about several people is about."""
    return people(params[param])


def full_names(value: Value) -> str:
    """``Ada Ahlberg, Björn Brandt and Carla Dahlgren``: the people of a parameter, in words."""
    names = [f"{first} {last}" for first, last, _ in people(value)]
    return f"{', '.join(names[:-1])} and {names[-1]}" if names[1:] else names[0]


def others(params: Params) -> list[tuple[str, str, str]]:
    """The other people on the phone: none with a name that the task is about."""
    taken = {(params.get("first_name"), params.get("last_name"))}
    taken |= {(first, last) for first, last, _ in people(params["people"])} if "people" in params else set()
    return [one for one in people(params["others"]) if one[:2] not in taken]


def book(params: Params, phone: Value | None, **details: Value) -> Setup:
    """A phone with the other people, and the one meant if ``phone`` is that person's number."""
    facts: State = {f"contact/{i}": person(*other) for i, other in enumerate(others(params), start=11)}
    if phone is not None:
        facts["contact/10"] = {**person(str(params["first_name"]), str(params["last_name"]), str(phone)), **details}
    return Setup(clear=("contact",), facts=facts)


def book_of_several(params: Params) -> Setup:
    """A phone with the people meant and the others."""
    everybody = (*named(params), *others(params))
    return Setup(clear=("contact",), facts={f"contact/{i}": person(*one) for i, one in enumerate(everybody, start=10)})


def swapped(phone: str) -> str:
    """The number with one digit changed."""
    return phone[:-1] + str((int(phone[-1]) + 1) % 10)


def similar_people(params: Params) -> State:
    """People who are easily taken for the one meant: the same first name, the same last name, both with a number that differs little."""
    first, last = str(params["first_name"]), str(params["last_name"])
    phone = swapped(str(params.get("old_phone", params["phone"])))
    likely = ((first, last + "son", phone), (first + "a", last, swapped(phone)))
    known = {one[:2] for one in others(params)}
    return {f"contact/{i}": person(*one) for i, one in enumerate(likely, start=100) if one[:2] not in known}


def like_several(params: Params) -> State:
    """As `similar_people`, for each of several."""
    likely = [(first, last + "son", swapped(phone)) for first, last, phone in named(params)]
    return {f"contact/{i}": person(*one) for i, one in enumerate(likely, start=100)}


_FIRST = ("Ada", "Björn", "Carla", "Dilan", "Edda", "Farid", "Greta", "Hugo", "Ines", "Jamal", "Kira", "Linus", "Mina", "Nils", "Oda")
_LAST = ("Ahlberg", "Brandt", "Castellani", "Dahlgren", "Eikeland", "Fontaine", "Gruber")


def crowd(params: Params, count: int) -> State:
    """People whom no task is about: none of their last names is ever drawn. Other parameters bring other people."""
    names = [(first, last) for last in _LAST for first in _FIRST]
    random.Random(repr(sorted(params.items()))).shuffle(names)
    return {
        f"contact/{200 + i}": person(first, last, f"555-{1000 + 7 * i}", f"{first.lower()}{i}@example.net")
        for i, (first, last) in enumerate(names[:count])
    }


def has_already(key: str) -> Callable[[Params], State]:
    """The person has the detail already that is asked for."""
    return lambda params: {"contact/10": {key: params[key]}}
