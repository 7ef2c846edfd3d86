"""Maps: an offline city: search, categories, pages of places, saved lists and directions."""

from functools import partial
from typing import Any, Final

from devices.device import DeviceError
from devices.sim.app import App
from devices.sim.screens.maps_places import (
    CATEGORIES,
    CITY,
    MODES,
    PLACE,
    distance_text,
    hours_text,
    located,
    metres,
    ordered,
    rating_text,
    steps,
    summary,
    travelled,
)
from devices.sim.screens.maps_saved import list_page, list_rows, note, place_named, save_to, saved_menu, saved_of
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Buttons, Choice, Dialog, Field, Menu, Picture, Radios, Row, Screen, Text, Widget
from devices.state import Facts

_MAPS: Final[Facts] = {"mode": "walk", "layer": "default", "traffic": False, "destination": ""}
_LAYERS: Final = {"default": "Default", "satellite": "Satellite", "terrain": "Terrain"}
_ORDERS: Final = {"name": "Name", "rating": "Rating", "distance": "Distance"}
_RECENTS: Final = 3


def main(system: System, page: Page) -> Screen:
    chosen: int = page.local.setdefault("tab", 0)

    def select(tab: int) -> None:
        if page.local["tab"] != tab:
            system.unfocus()
            page.local["tab"] = tab
            page.scroll = 0

    tabs = [
        Button(system.say(title), partial(select, number), f"tab_{name}")
        for number, (title, name) in enumerate((("Explore", "explore"), ("Saved", "saved")))
    ]
    if chosen:
        return Screen(system.say("Saved places"), list_rows(system), up=False, tabs=tabs, tab=1)
    actions = [
        Button(system.say("My location"), lambda: system.allow("location", partial(_locate, system)), "my_location"),
        Button(system.say("Layers"), lambda: system.open("layers"), "layers_fab"),
    ]
    return Screen(system.say("Maps"), _explore(system, page), up=False, actions=actions, tabs=tabs, tab=0)


def _locate(system: System) -> None:
    nearest = ordered(system, system.entities("place"), "distance")
    if nearest:
        system.tell(system.say("You are near {place}", place=system.facts[nearest[0]]["name"]))


def _explore(system: System, page: Page) -> list[Widget]:
    query: str = page.local.setdefault("query", "")

    def search(text: str) -> None:
        page.local["query"] = text
        page.scroll = 0

    field = Field("search_omnibox_text_box", system.say("Search here"), query, search, on_enter=system.unfocus)
    if words := query.casefold().split():
        found = [place for place in system.entities("place") if all(word in _searched(system, place) for word in words)]
        return [field, *(_place_rows(system, ordered(system, found, "name")) or [Text(system.say("No places found"))])]
    recent = [place for place in system.memory.get("maps_recent", ()) if place in system.facts]
    history: list[Widget] = [Text(system.say("Recent"), "caption", "recent_title"), *_place_rows(system, recent)] if recent else []
    categories = [
        Row(system.say(title), on_tap=partial(system.open, "category", category), icon=True, name="category_item")
        for category, title in CATEGORIES.items()
    ]
    return [field, Picture(system.say("Map of the city"), height=120, name="map"), *categories, *history]


def _searched(system: System, place: str) -> str:
    facts = system.facts[place]
    return f"{facts['name']} {facts['address']} {system.say(CATEGORIES[str(facts['category'])])}".casefold()


def _place_rows(system: System, places: list[str]) -> list[Widget]:
    return [
        Row(
            str(system.facts[place]["name"]),
            summary(system, system.facts[place]),
            partial(_visit, system, place),
            more=str(system.facts[place]["address"]),
            icon=True,
            name="place_item",
        )
        for place in places
    ]


def _visit(system: System, place: str) -> None:
    recent = [other for other in system.memory.get("maps_recent", ()) if other != place]
    system.memory["maps_recent"] = [place, *recent][:_RECENTS]
    system.open("place", place)


def category(system: System, page: Page) -> Screen:
    """The places of one category, in an order that can be chosen."""
    (kind,) = page.args
    order: str = page.local.setdefault("order", "name")
    places = [place for place in system.entities("place") if system.facts[place]["category"] == kind]
    rows = _place_rows(system, ordered(system, places, order))
    by = system.say("Sorted by: {order}", order=system.say(_ORDERS[order]))
    return Screen(
        system.say(CATEGORIES[kind]),
        [Text(by, "caption", "order"), *rows] if rows else [Text(system.say("No places found"))],
        actions=[Button(system.say("Sort"), lambda: system.open("sort"), "menu_sort")],
    )


def sort(system: System, page: Page) -> Menu:
    below = system.stack[system.stack.index(page) - 1]

    def choose(order: str) -> None:
        system.close()
        below.local["order"] = order
        below.scroll = 0
        if order == "distance":
            system.allow("location", lambda: None)

    return Menu([Button(system.say(title), partial(choose, order), f"sort_{order}") for order, title in _ORDERS.items()])


def place(system: System, page: Page) -> Screen:
    (entity,) = page.args
    facts = system.facts[entity]
    name = str(facts["name"])
    saved = saved_of(system, name)
    rows = {
        "Address": str(facts["address"]),
        "Opening hours": hours_text(system, facts),
        "Phone": str(facts["phone"]),
        "Rating": rating_text(system, facts),
        "Distance": distance_text(system, metres(facts)) if located(system) else "",
    }
    notes = [
        Row(
            system.say("Note in {list}", list=system.say(str(system.facts[s]["list"]))),
            str(system.facts[s]["note"]) or system.say("Add note"),
            partial(system.open, "note", s),
            name="note_item",
        )
        for s in saved
    ]
    return Screen(
        name,
        [
            Text(system.say(CATEGORIES[str(facts["category"])]), "caption", "place_category"),
            Buttons(
                [
                    Button(
                        system.say("Directions"),
                        lambda: system.allow("location", lambda: system.open("directions", entity)),
                        "directions_button",
                    ),
                    Button(system.say("Saved") if saved else system.say("Save"), lambda: system.open("save_to", entity), "save_button"),
                ]
            ),
            *notes,
            *(Row(system.say(title), text, name=f"place_{title.split()[0].lower()}") for title, text in rows.items() if text),
        ],
        actions=[
            Button(system.say("Call"), lambda: system.open("call", entity), "call_button", bool(facts["phone"])),
            Button(system.say("Share"), lambda: system.share(f"{name}, {facts['address']}", name), "share_button"),
        ],
    )


def call(system: System, page: Page) -> Dialog:
    number = str(system.facts[page.args[0]]["phone"])

    def copy() -> None:
        system.close()
        system.copy(number)

    return Dialog(
        number,
        [Text(system.say("This phone has no SIM card. Copy the number to call it from another phone."))],
        [
            Button(system.say("Cancel"), system.close, "android:id/button2"),
            Button(system.say("Copy"), copy, "android:id/button1"),
        ],
    )


def directions(system: System, page: Page) -> Screen:
    (entity,) = page.args
    facts = system.facts[entity]
    name, mode, length = str(facts["name"]), str(system.facts["maps"]["mode"]), travelled(facts)
    under_way = system.facts["maps"]["destination"] == name
    minutes = max(1, round(length / MODES[mode][1]))
    time = system.say("{minutes} min", minutes=minutes)

    def go() -> None:
        system.set("maps", "destination", "" if under_way else name)

    return Screen(
        system.say("Directions"),
        [
            Text(name, "headline", "destination"),
            Radios([(system.say(title), key == mode, partial(system.set, "maps", "mode", key)) for key, (title, _) in MODES.items()]),
            Text(f"{time} • {distance_text(system, length)}", "body", "trip_summary"),
            Button(system.say("End navigation") if under_way else system.say("Start navigation"), go, "navigate_button"),
            *(
                Row(instruction, distance_text(system, length) if length else "", icon=True, name="step_item")
                for instruction, length in steps(system, facts)
            ),
        ],
        awake=under_way,
    )


def layers(system: System, page: Page) -> Screen:
    facts = system.facts["maps"]
    traffic = bool(facts["traffic"])
    kinds: list[Widget] = [
        Choice(system.say(title), facts["layer"] == layer, partial(system.set, "maps", "layer", layer)) for layer, title in _LAYERS.items()
    ]
    row = Row(
        system.say("Traffic"), on_tap=lambda: system.set("maps", "traffic", not traffic), control="switch", checked=traffic, name="traffic"
    )
    return Screen(system.say("Layers"), [Text(system.say("Map type"), "caption", "layers_title"), *kinds, row])


def settle(system: System, given: object) -> None:
    """A place that is gone is neither saved nor a destination; what no city has is refused."""
    checked = [(entity, "category", tuple(CATEGORIES)) for entity in system.entities("place")]
    checked += [("maps", "mode", tuple(MODES)), ("maps", "layer", tuple(_LAYERS))]
    for entity, key, known in checked:
        if system.facts[entity][key] not in known:
            raise DeviceError(f"{entity}.{key} is {system.facts[entity][key]!r}: expected one of {', '.join(known)}")
    for entity in system.entities("saved"):
        if place_named(system, str(system.facts[entity]["place"])) is None:
            system.delete(entity)
    destination = str(system.facts["maps"]["destination"])
    if destination and place_named(system, destination) is None:
        system.set("maps", "destination", "")


_SCREENS: Final[dict[str, Any]] = {
    "main": main,
    "category": category,
    "sort": sort,
    "place": place,
    "call": call,
    "directions": directions,
    "layers": layers,
    "list": list_page,
    "saved_menu": saved_menu,
    "save_to": save_to,
    "note": note,
}

APP = App(
    "com.android.maps",
    "Maps",
    _SCREENS,
    kinds={"place": PLACE, "saved": {"place": "", "list": "Favourites", "note": ""}, "maps": _MAPS},
    baseline={
        **CITY,
        "maps": _MAPS,
        "saved/1": {"place": "Willow Park", "list": "Favourites", "note": ""},
        "saved/2": {"place": "Gallery of Glass", "list": "Want to go", "note": "closed on Mondays"},
    },
    limits={"place.rating": (1, 5), "place.east": (-20_000, 20_000), "place.north": (-20_000, 20_000)},
    settle=settle,
    colour="#0b8043",
    permissions=("location",),
)
