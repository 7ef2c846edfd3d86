"""Gallery's grids of thumbnails, and what can be done with those selected in one by a long press."""

from functools import partial
from itertools import groupby

from devices.sim.language import short_date
from devices.sim.screens.photos import caption, newest_first, taken
from devices.sim.screens.selecting import clear_selection, select, select_all, selected
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Cell, Grid, Menu, Screen, Text, Widget


def kept(system: System) -> list[str]:
    """All photos outside the bin, in the order of the phone's lists."""
    return newest_first(system, [photo for photo in system.entities("photo") if not system.facts[photo]["binned"]])


def binned(system: System) -> list[str]:
    """All photos in the bin."""
    return newest_first(system, [photo for photo in system.entities("photo") if system.facts[photo]["binned"]])


def grid(system: System, page: Page, photos: list[str]) -> Grid:
    """Thumbnails: a tap opens one, a long press begins a selection, in which a tap adds to it or takes away."""
    picked = selected(system, page)

    def use(photo: str) -> None:
        if picked:
            select(system, page, photo)
        else:
            system.open("photo", photo)

    cells = [Cell(caption(system, p), partial(use, p), partial(select, system, page, p), p in picked) for p in photos]
    return Grid(cells, name="thumbnail")


def by_day(system: System, page: Page, photos: list[str]) -> list[Widget]:
    """Thumbnails under the days on which they were taken."""
    body: list[Widget] = []
    for day, group in groupby(photos, key=lambda photo: taken(system, photo).date()):
        body += [Text(short_date(day, system.locale), "caption", "day"), grid(system, page, list(group))]
    return body


def selection(system: System, page: Page, body: list[Widget]) -> Screen:
    """A page while some of its photos are selected."""
    picked = selected(system, page)

    def favour() -> None:
        for photo in picked:
            system.set(photo, "favourite", True)
        clear_selection(page)

    return _selection(
        system,
        page,
        body,
        Button(system.say("Add to favourites"), favour, "action_favourite"),
        Button(system.say("Delete"), lambda: system.open("delete", *picked), "action_delete"),
        Button(system.say("More options"), lambda: system.open("selection_menu", *picked), "menu_more"),
    )


def bin_selection(system: System, page: Page, body: list[Widget]) -> Screen:
    """The bin while some of it is selected."""
    picked = selected(system, page)

    def restore() -> None:
        for photo in picked:
            system.set(photo, "binned", False)
        clear_selection(page)

    return _selection(
        system,
        page,
        body,
        Button(system.say("Restore"), restore, "action_restore"),
        Button(system.say("Delete permanently"), lambda: system.open("erase", *picked), "action_erase"),
    )


def _selection(system: System, page: Page, body: list[Widget], *actions: Button) -> Screen:
    title = system.say("{count} selected", count=len(selected(system, page)))
    return Screen(title, body, actions=actions, on_back=lambda: clear_selection(page))


def selection_menu(system: System, page: Page) -> Menu:
    """What else can be done with the selected photos, which are the page's arguments."""
    below = system.stack[system.stack.index(page) - 1]

    def all_of_them() -> None:
        system.close()
        select_all(below, below.local["shown"])

    return Menu(
        [
            Button(system.say("Move to album"), partial(replace_by, system, "move", *page.args), "action_move"),
            Button(system.say("Copy to album"), partial(replace_by, system, "copy", *page.args), "action_copy"),
            Button(system.say("Select all"), all_of_them, "action_select_all"),
        ]
    )


def replace_by(system: System, name: str, *args: str) -> None:
    """Close the menu or dialog in front and open another page."""
    system.close()
    system.open(name, *args)
