"""Brings a simulated phone to what a `Setup` says, or says in one sentence why it cannot."""

import difflib
from collections.abc import Iterable, Mapping
from datetime import datetime

from devices.device import DeviceError, Setup
from devices.sim.app import LAUNCHER, App, apps
from devices.sim.popups import SYSTEM_UI
from devices.sim.system import Page, System
from devices.state import Facts, State, Value, kind_of, show


def near(word: str, known: Iterable[str]) -> str:
    """``; did you mean 'clock'?`` for a near name, else the list of those known."""
    names = list(known)
    lower = {name.casefold(): name for name in names}
    close = difflib.get_close_matches(word.casefold(), lower, n=2, cutoff=0.5)
    if close:
        return "; did you mean " + " or ".join(repr(lower[name]) for name in close) + "?"
    return f": expected one of {', '.join(names)}"


def prepare(setup: Setup) -> System:
    """A system as it is at the start of an episode.

    Raises:
        DeviceError: the set-up names a kind, fact, app or pop-up that this phone does not have, or a value that a fact cannot take.
    """
    installed = apps()
    facts: State = {entity: dict(held) for app in installed.values() for entity, held in app.baseline.items()}
    settings = facts["settings"]
    layout = setup.layout
    if layout.theme not in ("light", "dark"):
        raise DeviceError(f"the layout's theme is {layout.theme!r}: expected 'light' or 'dark'")
    if layout.list_order not in ("ascending", "descending"):
        raise DeviceError(f"the layout's list order is {layout.list_order!r}: expected 'ascending' or 'descending'")
    if not (320 <= layout.width <= 8000 and 480 <= layout.height <= 8000 and 80 <= layout.density <= 960):
        raise DeviceError(f"the layout's screen is {layout.width}x{layout.height} at {layout.density} dpi: no phone has that")
    settings["dark_theme"] = layout.theme == "dark"
    settings["font_scale"] = float(layout.font_scale)
    _clear(facts, setup, installed)
    for entity, given in setup.facts.items():
        _lay(facts, entity, given, installed)
    try:
        now = datetime.fromisoformat(setup.now)
    except ValueError:
        raise DeviceError(f"the set-up's time is {setup.now!r}: expected ISO 8601 such as 2026-03-02T09:41:00") from None
    facts["screen"] = {"app": LAUNCHER}
    facts["clipboard"] = {"text": ""}
    system = System(
        installed, facts, now.replace(tzinfo=None), layout.list_order == "ascending", layout.icon_order, layout.locale, layout.maker
    )
    for app in installed.values():
        if app.settle is not None:
            app.settle(system, setup.facts)
    system.home()
    system.launch(_package(setup.front, installed))
    if setup.popup is not None:
        if setup.popup not in SYSTEM_UI.screens:
            raise DeviceError(f"this phone has no pop-up {setup.popup!r}{near(setup.popup, SYSTEM_UI.screens)}")
        system.popup = Page(SYSTEM_UI, setup.popup)
    system.journal.clear()
    return system


def _package(front: str, installed: Mapping[str, App]) -> str:
    wanted = front.casefold()
    for app in installed.values():
        if wanted in (app.package, app.label.casefold()) or (wanted == "launcher" and app.package == LAUNCHER):
            return app.package
    raise DeviceError(f"this phone has no app {front!r} to begin in{near(front, ['launcher', *(app.label for app in installed.values())])}")


def _kinds(installed: Mapping[str, App]) -> dict[str, tuple[App, Facts]]:
    return {kind: (app, facts) for app in installed.values() for kind, facts in app.kinds.items()}


def _clear(facts: State, setup: Setup, installed: Mapping[str, App]) -> None:
    kinds = _kinds(installed)
    for kind in setup.clear:
        if kind not in kinds:
            raise DeviceError(f"this phone has no kind {kind!r} to clear{near(kind, kinds)}")
        if kind in facts:
            raise DeviceError(f"there is one {kind!r} only, which cannot be cleared: set its facts instead")
        for entity in [entity for entity in facts if kind_of(entity) == kind]:
            del facts[entity]


def _lay(facts: State, entity: str, given: Mapping[str, Value], installed: Mapping[str, App]) -> None:
    kinds = _kinds(installed)
    kind, slash, number = entity.partition("/")
    if kind not in kinds:
        raise DeviceError(f"this phone has no kind {kind!r}{near(kind, kinds)}")
    app, defaults = kinds[kind]
    if (kind in app.baseline) == bool(slash) or (slash and not (number.isascii() and number.isdigit() and number == str(int(number)))):
        form = kind if kind in app.baseline else f"{kind}/1"
        raise DeviceError(f"{entity!r} names no entity: expected a name like {form!r}")
    held = facts.setdefault(entity, dict(defaults))
    for key, value in given.items():
        if key not in defaults:
            raise DeviceError(f"{entity} has no fact {key!r}{near(key, defaults)}")
        default = defaults[key]
        if isinstance(default, float) and type(value) is int:
            value = float(value)
        if type(value) is not type(default):
            raise DeviceError(f"{entity}.{key} is {show(value)}: expected a {type(default).__name__}")
        least, most = app.limits.get(f"{kind}.{key}", (None, None))
        if least is not None and most is not None and not least <= float(value) <= most:
            raise DeviceError(f"{entity}.{key} is {show(value)}: expected {least:g} to {most:g}")
        held[key] = value
