"""What an app of the simulated phone is, and the list of those installed. Adding one is adding a file to ``devices/sim/apps``."""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from devices.sim.widgets import Surface
from devices.state import Facts, State

if TYPE_CHECKING:
    from devices.sim.system import Page, System

ScreenFunction = Callable[["System", "Page"], Surface]

LAUNCHER = "com.android.launcher3"


@dataclass(frozen=True, slots=True)
class App:
    """One app. Each file in ``devices/sim/apps`` holds one, by the name ``APP``.

    Attributes:
        package: Android's name for it.
        label: its name under the icon.
        screens: by name; ``main`` is where it opens.
        kinds: kind of entity → its facts with the values that they have when nothing else is said. A kind that the baseline holds
            under its own name (``settings``) is a singleton, all others are one of many (``alarm/1``).
        baseline: the entities that it owns on a phone as delivered.
        limits: ``kind.fact`` → least and greatest value.
        settle: what the phone does by itself after a set-up, given the facts that the set-up named.
        colour: of its icon, for pictures.
        draft: its half-finished form: (page, what was typed into its fields), None for an app without forms.
        permissions: what it asks for before it first uses it, such as ``camera``.
        receive: takes a text that another app shares with it (system, text, subject) and opens a page with it; None for an app that
            takes none.
    """

    package: str
    label: str
    screens: Mapping[str, ScreenFunction]
    kinds: Mapping[str, Facts] = field(default_factory=dict)
    baseline: State = field(default_factory=dict)
    limits: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    settle: Callable[["System", State], None] | None = None
    colour: str = "#5f6368"
    draft: tuple[str, Mapping[str, str]] | None = None
    permissions: tuple[str, ...] = ()
    receive: Callable[["System", str, str], object] | None = None

    @property
    def key(self) -> str:
        """Its name as facts have it: ``to_do`` for To-do."""
        return self.label.casefold().replace(" ", "_").replace("-", "_")


@lru_cache(maxsize=1)
def apps() -> Mapping[str, App]:
    """The installed apps by package, in order of their labels."""
    package = importlib.import_module("devices.sim.apps")
    found: list[App] = [
        importlib.import_module(f"{package.__name__}.{module.name}").APP for module in pkgutil.iter_modules(package.__path__)
    ]
    return {app.package: app for app in sorted(found, key=lambda app: app.label)}
