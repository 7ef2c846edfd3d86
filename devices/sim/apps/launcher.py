"""The home screen and the list of recent apps."""

import hashlib
from functools import partial

from devices.sim.app import LAUNCHER, App
from devices.sim.system import Page, System
from devices.sim.widgets import Icons, Row, Screen, Text
from devices.sim.words import long_date


def _place(label: str, order: int) -> str:
    """Sorting key of an icon: alphabetic for order 0, else shuffled alike on every host."""
    return hashlib.sha256(f"{order} {label}".encode()).hexdigest() if order else label


def main(system: System, page: Page) -> Screen:
    installed = sorted(
        (app for app in system.apps.values() if app.package != LAUNCHER), key=lambda app: _place(app.label, system.icon_order)
    )
    icons = [(app.label, partial(system.launch, app.package)) for app in installed]
    return Screen("", [Text(long_date(system.now), "headline", "date"), Icons(icons)], up=False, on_back=lambda: None)


def recents(system: System, page: Page) -> Screen:
    rows = [Row(system.apps[package].label, on_tap=partial(system.launch, package), name="task", icon=True) for package in system.recent]
    return Screen("Recent apps", rows or [Text("No recent items")], up=False)


APP = App(LAUNCHER, "Home", {"main": main, "recents": recents})
