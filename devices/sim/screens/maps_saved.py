"""Maps' saved places: the lists, and the notes on them."""

from functools import partial

from devices.sim.screens.maps_places import LISTS
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Dialog, Field, Menu, Row, Screen, Text, Widget


def saved_in(system: System, name: str) -> list[str]:
    """What is saved in a list, by the place's name."""
    found = [entity for entity in system.entities("saved") if system.facts[entity]["list"] == name]
    return sorted(found, key=lambda s: (str(system.facts[s]["place"]).casefold(), len(s), s), reverse=not system.ascending)


def saved_of(system: System, place: str) -> list[str]:
    """The entries of a place (by its name) in all lists."""
    return [entity for entity in system.entities("saved") if system.facts[entity]["place"] == place]


def place_named(system: System, name: str) -> str | None:
    """The place of this name."""
    return next((entity for entity in system.entities("place") if system.facts[entity]["name"] == name), None)


def counted(system: System, number: int) -> str:
    """``3 places``."""
    return system.say("1 place") if number == 1 else system.say("{count} places", count=number)


def list_rows(system: System) -> list[Widget]:
    """A line for each list."""
    return [
        Row(system.say(name), counted(system, len(saved_in(system, name))), partial(system.open, "list", name), icon=True, name="list_item")
        for name in LISTS
    ]


def list_page(system: System, page: Page) -> Screen:
    """The places in the list whose name is the page's argument."""
    (name,) = page.args
    rows: list[Widget] = []
    for entity in saved_in(system, name):
        facts = system.facts[entity]
        place = place_named(system, str(facts["place"]))
        rows.append(
            Row(
                str(facts["place"]),
                str(facts["note"]),
                partial(system.open, "place", place) if place else None,
                icon=True,
                name="saved_item",
                on_long=partial(system.open, "saved_menu", entity),
            )
        )
    return Screen(system.say(name), rows or [Text(system.say("No places in this list"))])


def saved_menu(system: System, page: Page) -> Menu:
    (entity,) = page.args

    def edit() -> None:
        system.close()
        system.open("note", entity)

    def remove() -> None:
        system.close()
        _remove(system, entity)

    return Menu(
        [Button(system.say("Edit note"), edit, "saved_note"), Button(system.say("Remove from list"), remove, "saved_remove")],
    )


def _remove(system: System, entity: str) -> None:
    facts = dict(system.facts[entity])
    system.delete(entity)
    system.tell(system.say("Removed"), system.say("Undo"), lambda: system.restore(entity, facts))


def save_to(system: System, page: Page) -> Screen:
    """Ticks the lists that a place is in."""
    (place,) = page.args
    name = str(system.facts[place]["name"])
    held = {str(system.facts[entity]["list"]): entity for entity in saved_of(system, name)}

    def toggle(title: str) -> None:
        if title in held:
            _remove(system, held[title])
        else:
            system.create("saved", {"place": name, "list": title, "note": ""})

    return Screen(
        system.say("Save to list"),
        [
            Text(name, "headline", "save_place"),
            *(
                Row(system.say(title), on_tap=partial(toggle, title), control="checkbox", checked=title in held, name="save_item")
                for title in LISTS
            ),
        ],
    )


def note(system: System, page: Page) -> Dialog:
    """Writes the note on a saved place."""
    (entity,) = page.args
    local = page.local
    local.setdefault("note", str(system.facts[entity]["note"]))

    def save() -> None:
        system.close()
        if entity in system.facts:
            system.set(entity, "note", local["note"].strip())

    return Dialog(
        system.say("Note"),
        [
            Text(str(system.facts[entity]["place"]), "caption", "note_place"),
            Text(system.say(str(system.facts[entity]["list"])), "caption", "note_list"),
            Field("note_text", system.say("Note"), local["note"], lambda text: local.update(note=text)),
        ],
        [Button(system.say("Cancel"), system.close, "android:id/button2"), Button(system.say("Save"), save, "android:id/button1")],
    )
