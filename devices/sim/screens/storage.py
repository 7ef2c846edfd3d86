"""What the storage of Files holds: paths, names, sizes, and what may be done to them.

A file is ``file/N`` {name, folder, size, modified, hash, is_folder}. ``folder`` is the path that it lies in (``Documents/Work``), empty
for the top, where only the standard folders lie: they are always there and no entities. ``hash`` tells one content from another.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from devices.sim.language import LOCALES
from devices.sim.system import System
from devices.state import Facts

FILE: Final[Facts] = {"name": "", "folder": "Documents", "size": 0, "modified": "2026-02-01T12:00:00", "hash": "", "is_folder": False}
STANDARD: Final = ("Documents", "Download", "Movies", "Music", "Pictures")
FORBIDDEN: Final = '/\\:*?"<>|'
"""Letters that no name of a file may have."""
_TYPES: Final = {
    "pdf": "PDF document", "txt": "Text", "csv": "Spreadsheet", "jpg": "Image", "png": "Image", "mp3": "Audio", "mp4": "Video",
    "zip": "Zip archive", "docx": "Document",
}  # fmt: skip


def path_of(facts: Facts) -> str:
    """The path of a folder or file itself."""
    return f"{facts['folder']}/{facts['name']}" if facts["folder"] else str(facts["name"])


def inside(system: System, folder: str) -> list[str]:
    """What lies directly in a folder."""
    return [entity for entity in system.entities("file") if system.facts[entity]["folder"] == folder]


def below(system: System, entity: str) -> list[str]:
    """Everything in a folder, however deep; nothing for a file."""
    facts = system.facts[entity]
    if not facts["is_folder"]:
        return []
    path = path_of(facts)
    return [other for other in system.entities("file") if _lies_in(str(system.facts[other]["folder"]), path)]


def _lies_in(folder: str, path: str) -> bool:
    return folder == path or folder.startswith(f"{path}/")


def namesake(system: System, name: str, folder: str) -> str | None:
    """What has this name in a folder; large and small letters are the same to the storage."""
    return next((entity for entity in inside(system, folder) if str(system.facts[entity]["name"]).casefold() == name.casefold()), None)


def fault(system: System, name: str, folder: str, own: str = "") -> str:
    """What is wrong with a name, in the phone's words; empty where nothing is.

    Args:
        system: the phone.
        name: as typed.
        folder: that it is to lie in.
        own: the entity that is to have it, which does not stand in its own way.
    """
    if not name or name in (".", ".."):
        return system.say("Enter a name")
    if any(letter in FORBIDDEN for letter in name):
        return system.say("The name has a character that is not allowed")
    if namesake(system, name, folder) not in (None, own):
        return system.say("This name is already used")
    return ""


def free_name(system: System, name: str, folder: str) -> str:
    """The name, or the first of ``report (1).pdf``, ``report (2).pdf`` … that is not taken."""
    stem, dot, extension = name.rpartition(".")
    if not stem:
        stem, dot, extension = name, "", ""
    number, free = 0, name
    while namesake(system, free, folder):
        number += 1
        free = f"{stem} ({number}){dot}{extension}"
    return free


def rename(system: System, entity: str, name: str) -> None:
    """Give a file or folder another name; what lies in a folder goes with it."""
    inner, before = below(system, entity), path_of(system.facts[entity])
    system.set(entity, "name", name)
    _follow(system, inner, before, path_of(system.facts[entity]))


def move(system: System, entity: str, folder: str, name: str) -> None:
    """Put a file or folder into another folder, under a name that is free there."""
    inner, before = below(system, entity), path_of(system.facts[entity])
    system.set(entity, "folder", folder)
    system.set(entity, "name", name)
    _follow(system, inner, before, path_of(system.facts[entity]))


def _follow(system: System, inner: Iterable[str], before: str, after: str) -> None:
    for other in inner:
        system.set(other, "folder", after + str(system.facts[other]["folder"])[len(before) :])


def copy(system: System, entity: str, folder: str, name: str) -> None:
    """Put a copy of a file or folder into another folder, under a name that is free there."""
    facts, inner = system.facts[entity], below(system, entity)
    before, after = path_of(facts), path_of({**facts, "folder": folder, "name": name})
    system.create("file", {**facts, "folder": folder, "name": name})
    for other in inner:
        held = system.facts[other]
        system.create("file", {**held, "folder": after + str(held["folder"])[len(before) :]})


def delete(system: System, entity: str) -> None:
    """Delete a file, or a folder with all that lies in it."""
    for other in [*below(system, entity), entity]:
        system.delete(other)


def create_file(system: System, name: str, folder: str, size: int, content: str) -> str:
    """A new file, under the first free name; ``content`` is what it holds, of which the hash is made. Returns its entity."""
    return system.create(
        "file",
        {
            "name": free_name(system, name, folder), "folder": folder, "size": size, "hash": content,
            "modified": system.now.isoformat(timespec="seconds"), "is_folder": False,
        },
    )  # fmt: skip


def create_folder(system: System, name: str, folder: str) -> str:
    """A new, empty folder. Returns its entity."""
    stamp = system.now.isoformat(timespec="seconds")
    return system.create("file", {**FILE, "name": name, "folder": folder, "modified": stamp, "is_folder": True})


# Words


def size_text(size: int, locale: str = "en") -> str:
    """A size in bytes as the phone writes it: ``512 B``, ``480 kB``, ``1.25 MB``; the German one with a comma."""
    if size < 1000:
        return f"{size} B"
    unit, factor = ("kB", 1000) if size < 1_000_000 else ("MB", 1_000_000) if size < 1_000_000_000 else ("GB", 1_000_000_000)
    hundredths = (size * 100 + factor // 2) // factor
    digits = f"{hundredths // 100}.{hundredths % 100:02}".rstrip("0").rstrip(".")
    return f"{digits.replace('.', ',') if locale == 'de' else digits} {unit}"


@lru_cache(maxsize=4096)
def read_size(shown: str) -> int | None:
    """The size in bytes that `size_text` stands for, rounded as it is shown; None for other words."""
    digits, _, unit = shown.replace(",", ".").partition(" ")
    factor = {"B": 1, "kB": 1000, "MB": 1_000_000, "GB": 1_000_000_000}.get(unit)
    whole, _, part = digits.partition(".")
    if factor is None or not whole.isdecimal() or (part and not part.isdecimal()):
        return None
    size = (int(whole) * 100 + int((part + "00")[:2])) * factor // 100
    return size if any(size_text(size, locale) == shown for locale in LOCALES) else None


def type_text(system: System, facts: Facts) -> str:
    """What kind of file it is, in the phone's words."""
    if facts["is_folder"]:
        return system.say("Folder")
    return system.say(_TYPES.get(str(facts["name"]).rpartition(".")[2].casefold(), "File"))


def names(system: System, entities: Sequence[str]) -> list[str]:
    """The names of these, in the order given."""
    return [str(system.facts[entity]["name"]) for entity in entities]
