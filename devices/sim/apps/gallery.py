"""Gallery: photos by day, albums, a bin, search; the page of a photo and the selection of several stand in `devices.sim.screens`."""

from functools import partial
from typing import Final

from devices.sim.app import App
from devices.sim.screens.gallery_albums import album_rows, copy, move, new_album, rename_album
from devices.sim.screens.gallery_grid import bin_selection, binned, by_day, grid, kept, replace_by, selection, selection_menu
from devices.sim.screens.gallery_photo import delete, details, discard, edit, erase, photo, photo_menu, rename
from devices.sim.screens.photos import GALLERY, PHOTO
from devices.sim.screens.selecting import selected
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Dialog, Field, Menu, Screen, Text, Widget
from devices.state import Facts, State


def main(system: System, page: Page) -> Screen:
    chosen = page.local.setdefault("tab", 0)

    def select(tab: int) -> None:
        if page.local["tab"] != tab:
            page.local["tab"] = tab
            page.scroll = 0

    tabs = [
        Button(system.say(title), partial(select, number), f"tab_{name}")
        for number, (title, name) in enumerate((("Photos", "photos"), ("Albums", "albums"), ("Favourites", "favourites")))
    ]
    if chosen == 1:
        body = album_rows(system, "album") or [Text(system.say("No albums"))]
        add = Button(system.say("New album"), lambda: system.open("new_album"), "fab_new_album")
        return Screen(system.say("Albums"), body, up=False, float=add, actions=_actions(system), tabs=tabs, tab=1)
    shown = page.local["shown"] = [p for p in kept(system) if chosen == 0 or system.facts[p]["favourite"]]
    body = by_day(system, page, shown) or [Text(system.say("No photos"))]
    if selected(system, page):
        return selection(system, page, body)
    return Screen(system.say("Photos" if chosen == 0 else "Favourites"), body, up=False, actions=_actions(system), tabs=tabs, tab=chosen)


def _actions(system: System) -> list[Button]:
    return [
        Button(system.say("Search"), lambda: system.open("search"), "menu_search"),
        Button(system.say("Bin"), lambda: system.open("bin"), "menu_bin"),
    ]


def album(system: System, page: Page) -> Screen:
    """The album whose name is the page's argument."""
    (name,) = page.args
    shown = page.local["shown"] = [p for p in kept(system) if system.facts[p]["album"] == name]
    body: list[Widget] = [grid(system, page, shown)] if shown else [Text(system.say("No photos"))]
    if selected(system, page):
        return selection(system, page, body)
    return Screen(name, body, actions=[Button(system.say("More options"), lambda: system.open("album_menu", name), "menu_more")])


def album_menu(system: System, page: Page) -> Menu:
    (name,) = page.args
    items = [Button(system.say("Rename album"), partial(replace_by, system, "rename_album", name), "album_rename")]
    photos = [p for p in kept(system) if system.facts[p]["album"] == name]
    if photos:
        items.append(Button(system.say("Delete all"), partial(replace_by, system, "delete", *photos), "album_delete_all"))
    return Menu(items)


def search(system: System, page: Page) -> Screen:
    """Finds photos by what they show, what can be read in them, their album and name."""
    query: str = page.local.setdefault("query", "")

    def change(text: str) -> None:
        page.local["query"] = text
        page.scroll = 0

    words = query.casefold().split()
    shown = page.local["shown"] = [entity for entity in kept(system) if words and all(word in _searched(system, entity) for word in words)]
    field = Field("search_src_text", system.say("Search photos"), query, change, on_enter=system.unfocus)
    nothing = [Text(system.say("No photos found"))] if words else []
    body = [field, *(by_day(system, page, shown) or nothing)]
    return selection(system, page, body) if selected(system, page) else Screen(system.say("Search"), body)


def _searched(system: System, entity: str) -> str:
    facts = system.facts[entity]
    return " ".join(str(facts[key]) for key in ("description", "text", "album", "name")).casefold()


def bin_page(system: System, page: Page) -> Screen:
    shown = page.local["shown"] = binned(system)
    body: list[Widget] = [grid(system, page, shown)] if shown else [Text(system.say("The bin is empty"))]
    if selected(system, page):
        return bin_selection(system, page, body)
    empty = Button(system.say("Empty bin"), lambda: system.open("empty_bin"), "menu_empty_bin", bool(shown))
    return Screen(system.say("Bin"), body, actions=[empty])


def empty_bin(system: System, page: Page) -> Dialog:
    def confirm() -> None:
        system.close()
        for entity in binned(system):
            system.delete(entity)

    return Dialog(
        system.say("Empty the bin?"),
        [Text(system.say("All items in it are deleted permanently."))],
        [
            Button(system.say("Cancel"), system.close, "android:id/button2"),
            Button(system.say("Empty bin"), confirm, "android:id/button1"),
        ],
    )


def _photo(name: str, taken: str, description: str, album: str = "Camera", text: str = "", **more: bool | int | str) -> Facts:
    return {**PHOTO, "name": name, "taken": taken, "description": description, "album": album, "text": text, **more}


_BASELINE: Final[State] = {
    "photo/1": _photo("IMG_20260214_110312.jpg", "2026-02-14T11:03:12", "A lighthouse on a cliff", favourite=True),
    "photo/2": _photo("IMG_20260214_111540.jpg", "2026-02-14T11:15:40", "Waves on a pebble beach"),
    "photo/3": _photo("IMG_20260219_192201.jpg", "2026-02-19T19:22:01", "A bowl of noodle soup"),
    "photo/4": _photo("VID_20260221_153308.mp4", "2026-02-21T15:33:08", "A dog running in snow", kind="video", seconds=14),
    "photo/5": _photo("IMG_20260226_081755.jpg", "2026-02-26T08:17:55", "A bus timetable", text="Line 14 to Harbour\n07:52\n08:22\n08:52"),
    "photo/6": _photo("Screenshot_20260227_201144.png", "2026-02-27T20:11:44", "A weather forecast", "Screenshots", size="2 MP"),
    "photo/7": _photo("IMG_20260228_130927.jpg", "2026-02-28T13:09:27", "Two people under a red umbrella", "Family"),
    "photo/8": _photo("IMG_20260301_101633.jpg", "2026-03-01T10:16:33", "A birthday cake with candles", "Family"),
    "photo/9": _photo("IMG_20260222_174410.jpg", "2026-02-22T17:44:10", "A blurred street at night", binned=True),
    "album/1": {"name": "Camera"},
    "album/2": {"name": "Family"},
    "album/3": {"name": "Screenshots"},
}

APP = App(
    GALLERY,
    "Gallery",
    {
        "main": main,
        "album": album,
        "album_menu": album_menu,
        "search": search,
        "bin": bin_page,
        "empty_bin": empty_bin,
        "photo": photo,
        "photo_menu": photo_menu,
        "details": details,
        "rename": rename,
        "edit": edit,
        "discard": discard,
        "delete": delete,
        "erase": erase,
        "selection_menu": selection_menu,
        "move": move,
        "copy": copy,
        "new_album": new_album,
        "rename_album": rename_album,
    },
    kinds={"photo": PHOTO, "album": {"name": ""}},
    baseline=_BASELINE,
    limits={"photo.seconds": (0, 86_400), "photo.rotation": (0, 270), "photo.timer": (0, 10)},
    colour="#7b1fa2",
    draft=("new_album", {"album_name": "Sommer"}),
)
