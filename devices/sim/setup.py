"""Brings a simulated phone to what a `Setup` says, or says in one sentence why it cannot."""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache, partial

from devices.device import DeviceError, Event, Layout, Setup
from devices.sim.app import LAUNCHER, App, apps
from devices.sim.language import LOCALES, MAKERS
from devices.sim.panels import PANELS, POPUPS, owners
from devices.sim.system import System
from devices.sim.widgets import Act
from devices.state import Facts, State, Value, kind_of, show

_GRANTS = ("granted", "ask", "denied")
_LEAST = 160, 280  # width and height in dp below which a phone shows next to nothing


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
        DeviceError: the set-up names a kind, fact, app, page, field or pop-up that this phone does not have, or a value that a fact or a
            layout cannot take.
    """
    installed = apps()
    layout = setup.layout
    _check(layout)
    facts: State = {entity: dict(held) for owner in owners() for entity, held in owner.baseline.items()}
    facts["screen"] = {"app": LAUNCHER}
    settings = facts["settings"]
    settings["dark_theme"] = layout.theme == "dark"
    settings["font_scale"] = float(layout.font_scale)
    _clear(facts, setup)
    for entity, given in setup.facts.items():
        _lay(facts, entity, given)
    _check_system(facts, installed)
    try:
        now = datetime.fromisoformat(setup.now)
    except ValueError:
        raise DeviceError(f"the set-up's time is {setup.now!r}: expected ISO 8601 such as 2026-03-02T09:41:00") from None
    system = System(
        installed,
        facts,
        now.replace(tzinfo=None),
        layout.list_order == "ascending",
        layout.icon_order,
        layout.locale,
        layout.maker,
        PANELS,
    )
    for app in installed.values():
        if app.settle is not None:
            app.settle(system, setup.facts)
    system.home()
    system.launch(_package(setup.front, installed, ["launcher"]))
    _open(system, setup)
    for event in setup.events:
        system.after(event.at, _happening(system, event))
    if setup.popup is not None:
        system.pop_up(_popup(setup.popup))
    system.asleep = setup.asleep
    system.journal.clear()
    return system


def _check(layout: Layout) -> None:
    for name, value, known in (
        ("theme", layout.theme, ("light", "dark")),
        ("list order", layout.list_order, ("ascending", "descending")),
        ("locale", layout.locale, LOCALES),
        ("maker", layout.maker, MAKERS),
        ("control", layout.control, ("switch", "checkbox")),
        ("menu", layout.menu, ("top", "bottom")),
    ):
        if value not in known:
            raise DeviceError(f"the layout's {name} is {value!r}: expected {' or '.join(repr(each) for each in known)}")
    if not 0.5 <= layout.font_scale <= 2:
        raise DeviceError(f"the layout's font scale is {layout.font_scale:g}: expected 0.5 to 2")
    dots = layout.density / 160
    if not (
        80 <= layout.density <= 960
        and max(layout.width, layout.height) <= 8000
        and layout.width >= _LEAST[0] * dots
        and layout.height >= _LEAST[1] * dots
    ):
        raise DeviceError(f"the layout's screen is {layout.width}x{layout.height} at {layout.density} dpi: no phone has that")


def _check_system(facts: State, installed: Mapping[str, App]) -> None:
    """Refuse notifications and permissions that mean nothing; a notification's app may be named by its label."""
    for entity, held in facts.items():
        if kind_of(entity) == "notification":
            held["app"] = _package(str(held["app"]), installed)
    for name, value in facts["permissions"].items():
        if value not in _GRANTS:
            raise DeviceError(f"permissions.{name} is {show(value)}: expected one of {', '.join(_GRANTS)}")


def _open(system: System, setup: Setup) -> None:
    """Open the page that was left open, with what was typed into it."""
    app = system.apps[system.front]
    if setup.args and not setup.page:
        raise DeviceError("the set-up gives arguments for a page that it does not name")
    if setup.page and setup.page not in app.screens:
        raise DeviceError(f"{app.label} has no page {setup.page!r}{near(setup.page, app.screens)}")
    first = not setup.page or (setup.page == "main" and not setup.args)
    page = system.page if first else system.open(setup.page, *setup.args)
    try:
        surface = system.surface(page)
    except (LookupError, ValueError, TypeError) as error:
        raise DeviceError(
            f"{app.label} cannot open the page {setup.page!r} with {list(setup.args)}: {type(error).__name__}: {error}"
        ) from error
    for name, text in setup.draft.items():
        fields = {field.name: field for field in surface.fields}
        if name not in fields:
            raise DeviceError(f"the page {page.name!r} of {app.label} has no field {name!r}{near(name, fields)}")
        fields[name].on_change(text)
        surface = system.surface(page)


def _happening(system: System, event: Event) -> Act:
    """What an event does when its time has come."""
    if event.at < 0:
        raise DeviceError(f"an event is to happen {-event.at} seconds before the start")
    if [bool(event.app), event.popup is not None, event.turn].count(True) != 1:
        raise DeviceError("an event is a notification of an app, a pop-up or a turn of the phone: name one of the three")
    if event.turn:
        return system.turn
    if event.popup is not None:
        return partial(system.pop_up, _popup(event.popup))
    return partial(system.notify, _package(event.app, system.apps), event.title, event.text)


def _popup(name: str) -> str:
    if name not in POPUPS:
        raise DeviceError(f"this phone has no pop-up {name!r}{near(name, POPUPS)}")
    return name


def _package(name: str, installed: Mapping[str, App], also: Sequence[str] = ()) -> str:
    """The package of an app that is named by its package or label, in whatever case."""
    wanted = name.casefold()
    for app in installed.values():
        if wanted in (app.package, app.label.casefold()) or (wanted in also and app.package == LAUNCHER):
            return app.package
    raise DeviceError(f"this phone has no app {name!r}{near(name, [*also, *(app.label for app in installed.values())])}")


@lru_cache(maxsize=1)
def _kinds() -> Mapping[str, tuple[App, Facts]]:
    """Kind of entity → who owns it, and the facts that it has when nothing else is said."""
    return {kind: (owner, facts) for owner in owners() for kind, facts in owner.kinds.items()}


def _clear(facts: State, setup: Setup) -> None:
    kinds = _kinds()
    for kind in setup.clear:
        if kind not in kinds:
            raise DeviceError(f"this phone has no kind {kind!r} to clear{near(kind, kinds)}")
        if kind in facts:
            raise DeviceError(f"there is one {kind!r} only, which cannot be cleared: set its facts instead")
        for entity in [entity for entity in facts if kind_of(entity) == kind]:
            del facts[entity]


def _lay(facts: State, entity: str, given: Mapping[str, Value]) -> None:
    kinds = _kinds()
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
