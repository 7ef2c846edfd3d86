"""What is on a phone for tasks that pass through several apps: people and what they wrote, notes, lists, web pages, the crowd around."""

import hashlib
import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from devices.sim.language import short_date
from devices.sim.screens.calendar_events import EVENT
from devices.sim.screens.contacts_page import CONTACT
from devices.sim.screens.mail_store import MAIL
from devices.sim.screens.messages_store import MESSAGE, plain_number
from devices.state import Facts, State, Value
from tasks.params import Param, People, Split, people, several
from tasks.spans import days_on, shown_span
from tasks.task import Params
from tasks.words import plain

# People


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of one of two groups that share no name: a value as of `People`, with one person in it."""

    group: int

    def draw(self, rng: random.Random, split: Split) -> Value:
        while True:
            drawn = People(1, 1).draw(rng, split)
            if hashlib.sha256(full_name(drawn).encode()).digest()[0] % 2 == self.group:
                return drawn


PERSON: Final[Mapping[str, Param]] = {"person": Person(0), "others": People(3, 5)}
"""The person whom a task is about, and everybody else."""
FRIEND: Final[Mapping[str, Param]] = {"friend": Person(1), "others": People(3, 5)}
"""The person who is written to, and everybody else."""


def full_name(value: Value) -> str:
    """The name in a value of `Person`."""
    first, last, _ = people(value)[0]
    return f"{first} {last}"


def number_of(value: Value) -> str:
    """The telephone number in a value of `Person`."""
    return people(value)[0][2]


def address_of(value: Value) -> str:
    """The address to which mails to a `Person` go."""
    first, last, _ = people(value)[0]
    return f"{plain(first)}.{plain(last)}@example.org"


def named(*keys: str) -> dict[str, Callable[[Value], str]]:
    """How the people of these parameters are named in goals."""
    return dict.fromkeys(keys, full_name)


def others(params: Params) -> list[str]:
    """The people whom a task does not mean, each as a value of `Person`: nobody with a name or a number of those meant."""
    meant = [people(params[key])[0] for key in ("person", "friend") if key in params]
    names, numbers = {one[:2] for one in meant}, {plain_number(one[2]) for one in meant}
    left = (one for one in people(params["others"]) if one[:2] not in names and plain_number(one[2]) not in numbers)
    return [packed([one]) for one in left]


def swapped(number: str) -> str:
    """A number with one digit changed."""
    return number[:-1] + str((int(number[-1]) + 1) % 10)


def contact(value: Value) -> Facts:
    """A `Person` as a contact."""
    first, last, phone = people(value)[0]
    return {**CONTACT, "first_name": first, "last_name": last, "phone": phone, "email": address_of(value)}


def book(params: Params) -> State:
    """The address book: the people meant and the others."""
    meant = [params[key] for key in ("person", "friend") if key in params]
    return {f"contact/{10 + i}": contact(one) for i, one in enumerate((*meant, *others(params)))}


def similar_people(key: str) -> Callable[[Params], State]:
    """People easily taken for the one meant by a parameter, who wrote as well."""

    def make(params: Params) -> State:
        first, last, phone = people(params[key])[0]
        likely = [
            packed([[first, f"{last}son", swapped(phone)]]),
            packed([[f"{first}a", last, swapped(swapped(phone))]]),
        ]
        found = {f"contact/{100 + i}": contact(one) for i, one in enumerate(likely)}
        return found | {f"message/{100 + i}": message(number_of(one), "Are you there?", "2026-02-27T08:31") for i, one in enumerate(likely)}

    return make


# What was written


def message(number: str, text: str, time: str, sent: bool = False) -> Facts:
    return {**MESSAGE, "address": number, "text": text, "time": time, "sent": sent}


def mail(sender: Value, subject: Value, body: str, time: str) -> Facts:
    return {**MAIL, "from": address_of(sender), "subject": subject, "body": body, "time": time}


def note(title: Value, body: str, modified: str = "2026-02-18T16:20:00") -> Facts:
    return {"title": title, "body": body, "folder": "Personal", "pinned": False, "modified": modified}


_SMALL_TALK: Final = ("See you there", "Thanks a lot!", "Can you call me back?", "All done here", "On my way", "Happy birthday!")


def chats(params: Params, *texts: str) -> State:
    """Conversations with everybody in the address book; that with the person meant says these things, the latest last."""
    found: State = {}
    if "person" in params:
        number = number_of(params["person"])
        told = ("Hello, is this still your number?", *texts, "Let me know if I can help")
        found = {f"message/{10 + i}": message(number, text, f"2026-02-22T1{i}:02") for i, text in enumerate(told)}
    around = [*([params["friend"]] if "friend" in params else []), *others(params)]
    for i, one in enumerate(around):
        found[f"message/{40 + i}"] = message(number_of(one), _SMALL_TALK[i % len(_SMALL_TALK)], f"2026-02-{21 - i:02}T1{i % 9}:24")
    return found


def mails(params: Params, subject: Value, body: str) -> State:
    """The inbox: a mail of the person meant, one more of the same person, and those of the others."""
    found = {
        "mail/10": mail(params["person"], subject, body, "2026-02-26T10:15"),
        "mail/11": mail(params["person"], "Parking", "There are free places behind the house.", "2026-02-25T18:40"),
    }
    for i, one in enumerate(others(params)):
        found[f"mail/{30 + i}"] = mail(one, _SUBJECTS[i % len(_SUBJECTS)], "All is well here.", f"2026-02-{24 - i:02}T09:3{i}")
    return found


_SUBJECTS: Final = ("Holiday pictures", "Your question", "Thank you", "Greetings", "A recipe")


def notes(*meant: Facts) -> State:
    """The notes: those meant, and two more."""
    more = (note("Balcony plants", "Basil\nThyme"), note("Bike repair", "New brake pads\nAsk for a quote first"))
    return {f"note/{10 + i}": one for i, one in enumerate((*meant, *more))}


def event(title: Value, day: Value, start: Value, end: Value, **facts: Value) -> Facts:
    return {**EVENT, "title": title, "date": day, "start": start, "end": end, **facts}


def written_day(day: Value) -> str:
    """A date as people write it: ``Mar 5, 2026``."""
    return short_date(date.fromisoformat(str(day)))


def invitation(params: Params) -> str:
    """What a message says of an appointment."""
    return f"{params['title']}: {written_day(params['day'])}, {shown_span(params['span'])}, at {params['place']}"


# Web pages


def web(place: Value, page: str) -> str:
    """The address of one of a place's web pages."""
    return f"{plain(str(place))}.example/{page}"


def web_page(place: Value, page: str, lines: Sequence[str]) -> Facts:
    title = web_title(place, page)
    return {"url": web(place, page), "title": title, "text": "\n".join((f"# {title}", *lines))}


def web_title(place: Value, page: str) -> str:
    return f"{place}: {page}"


# The crowd: none of its names, subjects and titles is ever drawn


def more_people(params: Params, count: int) -> State:
    firsts = ("Abel", "Ines", "Lorna", "Otto", "Tess", "Zeno")
    lasts = ("Akbar", "Bruun", "Ferro", "Idris", "Lund", "Oduya", "Rask", "Vos", "Ybarra", "Zorn")
    return {
        f"contact/{200 + i}": {**CONTACT, "first_name": firsts[i % 6], "last_name": lasts[i // 6 % 10], "phone": f"+1 100 {i:03} 0000"}
        for i in range(count)
    }


def more_chats(params: Params, count: int) -> State:
    return {
        f"message/{200 + i}": message(f"+1 100 {i:03} 0000", _SMALL_TALK[i % len(_SMALL_TALK)], f"2026-01-{1 + i % 28:02}T11:{i % 60:02}")
        for i in range(count)
    }


def more_mails(params: Params, count: int) -> State:
    return {
        f"mail/{200 + i}": {**MAIL, "from": f"list{i}@example.net", "subject": f"Newsletter {i + 1}", "body": "News of the week.",
                            "time": f"2026-01-{1 + i % 28:02}T06:{i % 60:02}"}
        for i in range(count)
    }  # fmt: skip


def more_notes(params: Params, count: int) -> State:
    return {f"note/{200 + i}": note(f"Log {i + 1}", "Nothing new", f"2026-01-{1 + i % 28:02}T08:{i % 60:02}:00") for i in range(count)}


def more_files(params: Params, count: int) -> State:
    return {f"file/{200 + i}": file(f"backup {i + 1:02}.txt", "Download", f"2026-01-{1 + i % 28:02}", size=2_000 + i) for i in range(count)}


def more_events(day: Value, count: int) -> State:
    """Events in the weeks before and after a day, none on it."""
    titles = ("Commute", "Gym", "Payroll", "Retrospective", "Walk", "Call home", "Backup", "Choir")
    return {
        f"event/{200 + i}": event(
            f"{titles[i % 8]} {i + 1}", days_on(day, (i // 2 + 1) * (1 - 2 * (i % 2))), f"{7 + i % 13:02}:20", f"{8 + i % 13:02}:05"
        )
        for i in range(count)
    }


def file(name: str, folder: str, day: str = "2026-02-10", size: int = 420_000, is_folder: bool = False) -> Facts:
    return {
        "name": name, "folder": folder, "size": 0 if is_folder else size, "modified": f"{day}T14:30:00",
        "hash": "" if is_folder else f"{folder}/{name}", "is_folder": is_folder,
    }  # fmt: skip


def packed(values: Sequence[object]) -> str:
    """Values as `Several` draws them."""
    return json.dumps(list(values), ensure_ascii=False)


def lines(value: Value) -> str:
    """The values of a `Several`, one a line."""
    return "\n".join(str(each) for each in several(value))
