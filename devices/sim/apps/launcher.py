"""The home screen and the list of recent apps."""

import hashlib
from functools import partial

from devices.sim.app import LAUNCHER, App
from devices.sim.language import long_date
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Icons, Row, Screen, Text, Widget


def _place(label: str, order: int) -> str:
    """Sorting key of an icon: shuffled, alike on every host."""
    return hashlib.sha256(f"{order} {label}".encode()).hexdigest()


def main(system: System, page: Page) -> Screen:
    installed = [(system.say(app.label), app) for app in system.apps.values() if app.package != LAUNCHER]
    # Without an order icons stand as they are called in the phone's language; shuffled ones stand alike in all languages.
    order = system.icon_order
    installed.sort(key=lambda entry: _place(entry[1].label, order) if order else entry[0])
    icons = [(label, partial(system.launch, app.package)) for label, app in installed]
    return Screen("", [Text(long_date(system.now, system.locale), "headline", "date"), Icons(icons)], up=False, on_back=lambda: None)


def recents(system: System, page: Page) -> Screen:
    rows: list[Widget] = [
        Row(system.say(system.apps[package].label), on_tap=partial(system.launch, package), name="task", icon=True)
        for package in system.recent
    ]
    clear = Button(system.say("Clear all"), system.forget_apps, "clear_all")
    return Screen(system.say("Recent apps"), [*rows, clear] if rows else [Text(system.say("No recent items"))], up=False)


APP = App(LAUNCHER, "Home", {"main": main, "recents": recents})
