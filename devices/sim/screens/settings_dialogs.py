"""Pages and dialogs of Settings that set one thing: a name, a choice from a list, a time zone."""

from collections.abc import Callable, Mapping
from functools import partial

from devices.sim.screens.settings_places import LABELS
from devices.sim.screens.settings_rows import FONT_SIZES, TIMEOUTS, TOUCH_DELAYS
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Choice, Dialog, Field, Row, Screen, Text, Widget
from devices.sim.zones import CITIES, offset


def cancel_button(system: System) -> Button:
    """``Cancel``, which closes a dialog."""
    return Button(system.say("Cancel"), system.close, "android:id/button2")


def _name(title: str, label: str, key: str) -> Callable[[System, Page], Dialog]:
    """A dialog for a name, which may not be empty."""

    def dialog(system: System, page: Page) -> Dialog:
        local = page.local
        local.setdefault("name", system.settings()[key])

        def save() -> None:
            system.close()
            system.set("settings", key, local["name"].strip())

        return Dialog(
            system.say(title),
            [Field("edit", system.say(label), local["name"], lambda text: local.update(name=text))],
            [cancel_button(system), Button(system.say("OK"), save, "android:id/button1", enabled=bool(local["name"].strip()))],
        )

    return dialog


device_name = _name("Rename this device", "Device name", "device_name")
hotspot_name = _name("Rename hotspot", "Hotspot name", "hotspot_name")


def _choice(key: str, choices: Mapping[str, int]) -> Callable[[System, Page], Dialog]:
    """A dialog that closes as soon as one thing of a list is chosen."""

    def dialog(system: System, page: Page) -> Dialog:
        def choose(value: int) -> None:
            system.close()
            system.set("settings", key, value)

        current = system.settings()[key]
        items = [Choice(system.say(label), value == current, partial(choose, value)) for label, value in choices.items()]
        return Dialog(system.say(LABELS[key]), items, [cancel_button(system)])

    return dialog


screen_timeout = _choice("screen_timeout", TIMEOUTS)
touch_delay = _choice("touch_delay", TOUCH_DELAYS)


def font_size(system: System, page: Page) -> Screen:
    current = system.settings()["font_scale"]
    return Screen(
        system.say("Font size"),
        [
            Row(
                system.say(label),
                on_tap=partial(system.set, "settings", "font_scale", scale),
                control="radio",
                checked=scale == current,
                name="font_size",
            )
            for label, scale in FONT_SIZES.items()
        ],
    )


def time_zone(system: System, page: Page) -> Screen:
    """The time on the phone stays as it is: it is right already, only the zone was not."""
    query = page.local.setdefault("query", "")

    def search(text: str) -> None:
        page.local["query"] = text
        page.scroll = 0

    def choose(city: str) -> None:
        system.close()
        system.set("settings", "time_zone", city)

    current = system.settings()["time_zone"]
    names = sorted((system.say(city), city) for city in CITIES)
    rows: list[Widget] = [
        Row(name, offset(city), partial(choose, city), "radio", city == current, name="zone")
        for name, city in names
        if query.casefold() in name.casefold()
    ]
    field = Field("search_view", system.say("Search time zones"), query, search, on_enter=system.unfocus)
    return Screen(system.say("Time zone"), [field, *(rows or [Text(system.say("No results"), name="empty")])])
