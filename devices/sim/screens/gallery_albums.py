"""Gallery's albums: moving and copying photos to one, making and renaming one."""

from functools import partial

from devices.sim.screens.selecting import clear_selection
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Dialog, Field, Row, Screen, Text, Widget


def albums(system: System) -> list[str]:
    """Names of all albums, in the order of the alphabet: those that were made, and those that photos are in."""
    made = {str(system.facts[album]["name"]) for album in system.entities("album")}
    filled = {str(system.facts[photo]["album"]) for photo in system.entities("photo") if not system.facts[photo]["binned"]}
    return sorted(made | filled, key=lambda name: (name.casefold(), name), reverse=not system.ascending)


def count(system: System, album: str) -> int:
    """How many photos and videos an album holds."""
    return sum(system.facts[p]["album"] == album and not system.facts[p]["binned"] for p in system.entities("photo"))


def _items(system: System, number: int) -> str:
    return system.say("1 item") if number == 1 else system.say("{count} items", count=number)


def album_rows(system: System, use: str, *args: str) -> list[Widget]:
    """A line for each album; a tap opens the page ``use`` with the album's name, or puts the photos in ``args`` there."""
    act = {"move": _move, "copy": _copy}.get(use)
    return [
        Row(
            name,
            _items(system, count(system, name)),
            partial(act, system, name, args) if act else partial(system.open, use, name),
            icon=True,
            name="album_item",
        )
        for name in albums(system)
    ]


def move(system: System, page: Page) -> Screen:
    return _picker(system, page, "Move to album")


def copy(system: System, page: Page) -> Screen:
    return _picker(system, page, "Copy to album")


def _picker(system: System, page: Page, title: str) -> Screen:
    new = Row(system.say("New album"), on_tap=lambda: system.open("new_album", page.name, *page.args), name="new_album_item")
    return Screen(system.say(title), [new, *album_rows(system, page.name, *page.args)])


def _move(system: System, album: str, photos: tuple[str, ...]) -> None:
    system.close()
    clear_selection(system.page)
    for photo in photos:
        system.set(photo, "album", album)
    system.tell(system.say("Moved to {album}", album=album))


def _copy(system: System, album: str, photos: tuple[str, ...]) -> None:
    system.close()
    clear_selection(system.page)
    for photo in photos:
        system.create("photo", {**system.facts[photo], "album": album})
    system.tell(system.say("Copied to {album}", album=album))


def new_album(system: System, page: Page) -> Dialog:
    """Makes an album; with arguments (``move`` or ``copy``, photos) these go there at once."""
    name: str = page.local.setdefault("album_name", "")

    def make() -> None:
        wanted = name.strip()
        if wrong := _wrong(system, wanted):
            page.local["error"] = wrong
            return
        system.close()
        system.create("album", {"name": wanted})
        if page.args:
            use, *photos = page.args
            (_move if use == "move" else _copy)(system, wanted, tuple(photos))
        else:
            system.open("album", wanted)

    return _name_dialog(system, page, "New album", make)


def rename_album(system: System, page: Page) -> Dialog:
    """Renames the album whose name is the page's argument."""
    (old,) = page.args
    name: str = page.local.setdefault("album_name", old)

    def rename() -> None:
        wanted = name.strip()
        if wanted != old and (wrong := _wrong(system, wanted)):
            page.local["error"] = wrong
            return
        system.close()
        system.page.args = (wanted,)
        for album in system.entities("album"):
            if system.facts[album]["name"] == old:
                system.set(album, "name", wanted)
        for photo in system.entities("photo"):
            if system.facts[photo]["album"] == old:
                system.set(photo, "album", wanted)

    return _name_dialog(system, page, "Rename album", rename)


def _wrong(system: System, name: str) -> str:
    """What is wrong with the name of a new album, empty if nothing is."""
    if not name:
        return system.say("Enter a name")
    if name.casefold() in {other.casefold() for other in albums(system)}:
        return system.say("An album with this name already exists")
    return ""


def _name_dialog(system: System, page: Page, title: str, confirm: object) -> Dialog:
    assert callable(confirm)

    def change(text: str) -> None:
        page.local["album_name"] = text

    error = [Text(page.local["error"], "error", "error")] if page.local.get("error") else []
    return Dialog(
        system.say(title),
        [Field("album_name", system.say("Album name"), page.local["album_name"], change), *error],
        [
            Button(system.say("Cancel"), system.close, "android:id/button2"),
            Button(system.say("OK"), confirm, "android:id/button1"),
        ],
    )
