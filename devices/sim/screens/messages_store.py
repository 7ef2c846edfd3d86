"""What Messages keeps: messages and what is special about a conversation, and how they are grouped and named.

A conversation is all messages of one address. An address is a telephone number, compared by its digits, or the name of a sender such as
``BANK``, compared without case. ``thread/N`` holds what is special about a conversation; one with nothing special needs none.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

from devices.sim.language import clock_time, short_date
from devices.sim.system import System
from devices.state import Facts

MESSAGE: Final[Facts] = {"address": "", "text": "", "sent": False, "time": "2026-03-02T09:00", "read": True, "starred": False}
THREAD: Final[Facts] = {"address": "", "archived": False, "muted": False, "pinned": False}
_FLAGS: Final = ("archived", "muted", "pinned")
_GIVEN: Final = "messages.threads"  # in the phone's memory: the threads that it began with


@lru_cache(maxsize=8192)
def key(address: str) -> str:
    """What addresses of the same conversation have in common."""
    digits = "".join(letter for letter in address if letter.isdecimal())
    return digits if digits and not any(letter.isalpha() for letter in address) else address.strip().casefold()


def is_number(text: str) -> bool:
    """Whether a message can be sent to what was typed: at least three digits, and nothing but what numbers are written with."""
    return sum(letter.isdecimal() for letter in text) >= 3 and all(letter.isdecimal() or letter in "+-()./ " for letter in text.strip())


def plain_number(number: str) -> str:
    """A number as messages to somebody who is no contact hold it: its digits, after a plus where it has one."""
    return ("+" if number.strip().startswith("+") else "") + key(number)


def conversations(system: System) -> dict[str, list[str]]:
    """Key of the address → its messages, oldest first."""
    found: dict[str, list[str]] = {}
    facts = system.facts
    for entity in system.entities("message"):
        found.setdefault(key(str(facts[entity]["address"])), []).append(entity)
    for messages in found.values():
        messages.sort(key=lambda entity: str(facts[entity]["time"]))  # stable: those of one minute stay in the order they were made
    return found


def contacts(system: System) -> dict[str, str]:
    """Key of a number → the contact that has it."""
    return {key(str(system.facts[entity]["phone"])): entity for entity in system.entities("contact") if system.facts[entity]["phone"]}


def full_name(facts: Facts) -> str:
    """A contact's first and last name, as far as it has them."""
    return " ".join(str(facts[part]) for part in ("first_name", "last_name") if facts[part])


def title_of(system: System, address: str, book: dict[str, str]) -> str:
    """What a conversation is listed by: the name of the contact with this number, else the address itself."""
    entity = book.get(key(address))
    return (full_name(system.facts[entity]) if entity else "") or address


def thread_of(system: System, address: str) -> str | None:
    """The entity that holds what is special about a conversation."""
    return threads(system).get(key(address))


def threads(system: System) -> dict[str, str]:
    """Key of the address → its thread."""
    return {key(str(system.facts[entity]["address"])): entity for entity in system.entities("thread")}


def remember_threads(system: System) -> None:
    """Note the threads that the phone begins with, so that `mark` can bring the phone back to exactly that."""
    system.memory[_GIVEN] = frozenset(system.entities("thread"))


def mark(system: System, address: str, **flags: bool) -> None:
    """Set what is special about a conversation: ``archived``, ``muted``, ``pinned``.

    A thread that was made for it goes again when nothing is special any more: muted and unmuted is as it was.
    """
    entity = thread_of(system, address)
    if entity is None:
        if any(flags.values()):
            system.create("thread", {**THREAD, "address": address, **flags})
        return
    if entity not in system.memory[_GIVEN] and not any({**system.facts[entity], **flags}[flag] for flag in _FLAGS):
        system.delete(entity)
        return
    for flag, value in flags.items():
        system.set(entity, flag, value)


def remove(system: System, messages: Sequence[str]) -> None:
    """Delete messages; what was special about a conversation goes with its last one."""
    addresses = {str(system.facts[entity]["address"]) for entity in messages}
    for entity in messages:
        system.delete(entity)
    left = conversations(system)
    for address in sorted(addresses):
        if key(address) not in left:
            mark(system, address, archived=False, muted=False, pinned=False)


def send(system: System, address: str, text: str) -> str:
    """Send a text, exactly as it was typed; gives back the message."""
    time = system.now.isoformat(timespec="minutes")
    return system.create("message", {**MESSAGE, "address": address, "text": text, "sent": True, "time": time})


def drafts(system: System) -> dict[str, str]:
    """Key of the address → the text that was typed and not sent. Drafts are looks, not facts."""
    held: dict[str, str] = system.memory.setdefault("messages.drafts", {})
    return held


def day_of(system: System, time: str) -> str:
    """``Today``, ``Yesterday`` or the date."""
    day, today = date.fromisoformat(time[:10]), system.now.date()
    if day == today:
        return system.say("Today")
    return system.say("Yesterday") if day == today - timedelta(days=1) else short_date(day, system.locale)


def clock_of(system: System, time: str) -> str:
    """The time of day."""
    return clock_time(int(time[11:13]), int(time[14:16]), bool(system.settings()["use_24_hour"]), system.locale)
