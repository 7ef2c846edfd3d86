"""What Camera and Gallery both know of a photo."""

from datetime import datetime
from typing import Final

from devices.sim.language import clock_time, short_date
from devices.sim.system import System
from devices.state import Facts

GALLERY: Final = "com.android.gallery3d"
PHOTO: Final[Facts] = {
    "name": "",
    "album": "Camera",
    "kind": "photo",  # or portrait, or video
    "taken": "2026-03-01T12:00:00",
    "favourite": False,
    "size": "12 MP",
    "seconds": 0,  # of a video
    "description": "",  # what it shows
    "text": "",  # words that can be read in it: of a sign, a receipt
    "edited": False,
    "rotation": 0,
    "crop": "original",
    "lens": "back",
    "flash": "off",
    "timer": 0,
    "binned": False,
}
"""The facts of a photo or video."""


def caption(system: System, photo: str) -> str:
    """What a thumbnail says: what the picture shows, that it is a video, that it is a favourite."""
    facts = system.facts[photo]
    what = str(facts["description"] or facts["name"])
    if facts["kind"] == "video":
        what = system.say("Video: {what}", what=what)
    return system.say("{what} (favourite)", what=what) if facts["favourite"] else what


def taken(system: System, photo: str) -> datetime:
    """When it was taken."""
    return datetime.fromisoformat(str(system.facts[photo]["taken"]))


def taken_text(system: System, photo: str) -> str:
    """``Mar 2, 2026, 9:41 AM``."""
    when = taken(system, photo)
    time = clock_time(when.hour, when.minute, bool(system.settings()["use_24_hour"]), system.locale)
    return system.say("{date}, {time}", date=short_date(when.date(), system.locale), time=time)


def newest_first(system: System, photos: list[str]) -> list[str]:
    """Photos in the order of the phone's lists: the newest first, unless it has them the other way round."""
    return sorted(photos, key=lambda photo: (str(system.facts[photo]["taken"]), len(photo), photo), reverse=system.ascending)
