"""What Mail keeps, and what its screens share."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from devices.sim.language import clock_time, short_date
from devices.sim.screens.messages_store import full_name
from devices.sim.system import System
from devices.state import Facts

ACCOUNT: Final = "me@example.com"
"""The owner's address."""
FOLDERS: Final = {"inbox": "Inbox", "starred": "Starred", "sent": "Sent", "drafts": "Drafts", "archive": "Archive", "bin": "Bin"}
"""Folder as facts hold it → what the phone calls it. ``starred`` is no folder: it shows what has a star, wherever it is but in the bin."""
TARGETS: Final = ("inbox", "archive", "bin")
"""Folders that mails are moved to."""
MAIL: Final[Facts] = {
    "from": "", "to": ACCOUNT, "cc": "", "subject": "", "body": "", "folder": "inbox", "read": True, "starred": False,
    "time": "2026-03-02T09:00", "attachments": "", "in_reply_to": "",
}  # fmt: skip
"""``attachments`` are file names, one a line; ``in_reply_to`` is the mail that was replied to, empty for none."""
_ADDRESS: Final = re.compile(r"[^\s@,;<>]+@[^\s@,;<>.]+(\.[^\s@,;<>.]+)+")


def addresses(text: str) -> list[str]:
    """What stands between the commas of a field for addresses."""
    return [part.strip() for part in text.split(",") if part.strip()]


def invalid(text: str) -> str | None:
    """The first thing in a field for addresses that is none; None where all are."""
    return next((part for part in addresses(text) if not _ADDRESS.fullmatch(part)), None)


def names(system: System) -> dict[str, str]:
    """Address in small letters → the name of the contact that has it."""
    return {str(facts["email"]).casefold(): full_name(facts) for e in system.entities("contact") if (facts := system.facts[e])["email"]}


def name_of(address: str, book: dict[str, str]) -> str:
    """The name of the contact with this address, else the address."""
    return book.get(address.casefold(), "") or address


def in_folder(system: System, folder: str) -> list[str]:
    """The mails that a folder shows, the latest first unless the phone sorts the other way."""
    facts = system.facts
    if folder == "starred":
        found = [entity for entity in system.entities("mail") if facts[entity]["starred"] and facts[entity]["folder"] != "bin"]
    else:
        found = [entity for entity in system.entities("mail") if facts[entity]["folder"] == folder]
    return sorted(found, key=lambda entity: str(facts[entity]["time"]), reverse=system.ascending)


def move(system: System, entities: Sequence[str], folder: str) -> None:
    """Move mails to a folder, and offer to undo it."""
    before = {entity: str(system.facts[entity]["folder"]) for entity in entities}
    for entity in entities:
        system.set(entity, "folder", folder)

    def undo() -> None:
        for entity, held in before.items():
            system.set(entity, "folder", held)

    words = {"bin": "{count} moved to Bin", "archive": "{count} archived"}.get(folder, "{count} moved to Inbox")
    system.tell(system.say(words, count=len(before)), system.say("Undo"), undo)


def day_of(system: System, time: str) -> str:
    """``Today``, ``Yesterday`` or the date."""
    day, today = date.fromisoformat(time[:10]), system.now.date()
    if day == today:
        return system.say("Today")
    return system.say("Yesterday") if day == today - timedelta(days=1) else short_date(day, system.locale)


def clock_of(system: System, time: str) -> str:
    """The time of day."""
    return clock_time(int(time[11:13]), int(time[14:16]), bool(system.settings()["use_24_hour"]), system.locale)
