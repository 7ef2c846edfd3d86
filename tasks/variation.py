"""Axes on which trials are varied, and what each value does to a set-up.

Layout axes are how the phone looks, state axes what is on it and what happens on it. Two trials that differ in one axis only form a pair,
so a variation never touches the goal or its parameters. An axis that would change nothing about a trial does not apply to it.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from devices.device import Event, Layout, Setup
from devices.sim.app import LAUNCHER, App, apps
from devices.sim.panels import POPUPS
from devices.state import State
from tasks.oracle import Oracle, already_done
from tasks.task import Params, Task, Variation


def room(app: App) -> str:
    """The name of an app's room, as tasks name it: ``todo`` for the app called To-do."""
    return "".join(letter for letter in app.label.casefold() if letter.isalnum())


ROOMS: Final[Mapping[str, App]] = {room(app): app for app in apps().values() if app.package != LAUNCHER}
"""Every app by the name of its room."""

LAYOUT_AXES: Final[Mapping[str, tuple[str, ...]]] = {
    "theme": ("dark",),
    "font_scale": ("1.3", "1.15", "0.85"),
    "density": ("360", "480", "540"),
    "screen": ("720x1600@280", "1440x3120@560", "1080x1920@480"),
    "orientation": ("landscape",),
    "locale": ("de", "zh", "ar"),
    "maker": ("vendor",),
    "control": ("checkbox",),
    "menu": ("bottom",),
    "icon_order": ("1", "2", "3"),
    "list_order": ("descending",),
}
STATE_AXES: Final[Mapping[str, tuple[str, ...]]] = {
    "clock": ("2026-07-19T18:05:00", "2026-03-29T02:30:00", "2026-12-31T23:50:00"),
    "distractors": ("similar",),
    "list_length": ("none", "long"),
    "met": ("yes",),
    "front": tuple(app.label for app in ROOMS.values()),
    "draft": ("own", "other"),
    "popup": tuple(POPUPS),
    "permission": ("ask",),
    "notification": ("message", "promotion"),
    "battery": ("low",),
    "rotation": ("turned",),
    "asleep": ("yes",),
}
AXES: Final[Mapping[str, tuple[str, ...]]] = {**LAYOUT_AXES, **STATE_AXES}
BASE: Final = Variation()
MIXED: Final = "mixed"
"""Several axes at once, for training only: its value is ``axis=value`` joined by ``+``, in the order of `AXES`."""

_LENGTHS: Final = {"none": 0, "usual": 6, "long": 60}
"""How many further things are in the list that a task is about."""
_SOON: Final = 2
"""Seconds after the start at which something happens by itself: in the midst of all but the shortest episodes."""
_EVENTS: Final = {
    "message": Event(_SOON, "Messages", "Ines", "Are you coming tonight?"),
    "promotion": Event(_SOON, "Shopping", "Today only", "Everything at half price. Have a look!"),
    "low": Event(_SOON, popup="battery"),
    "turned": Event(_SOON, turn=True),
}
ONLY_IN: Final[Mapping[str, frozenset[str]]] = {
    "list_order": frozenset(
        {"browser", "calendar", "clock", "contacts", "files", "gallery", "mail", "maps", "messages", "music", "notes", "shopping", "todo"}
    ),
    "maker": frozenset({"settings"}),
    "control": frozenset({"calendar", "camera", "clock", "maps", "music", "settings"}),
    "menu": frozenset(ROOMS) - {"settings"},
}
"""Axes that change nothing but in these rooms."""


def axes_of(task: Task) -> tuple[str, ...]:
    """Every axis that can make sense for a task, in the order of `AXES`; whether it does for a trial, `applies` tells."""
    inside = frozenset(task.apps)
    can = {
        "distractors": task.distractors is not None,
        "list_length": task.filler is not None,
        "met": task.met is not None,
        "permission": bool(_permissions(task)),
        **{axis: bool(rooms & inside) for axis, rooms in ONLY_IN.items()},
    }
    return tuple(axis for axis in AXES if axis not in task.without and can.get(axis, True))


def values_of(task: Task, axis: str, setup: Setup) -> tuple[str, ...]:
    """The values of an axis that would change something about a trial.

    Args:
        setup: the task's own, before any variation: what it fixes itself cannot be varied.
    """
    if axis not in axes_of(task):
        return ()
    settings = setup.facts.get("settings", {})
    fixed = {
        "theme": "dark_theme" in settings,
        "rotation": "auto_rotate" in settings,
        "font_scale": "font_scale" in settings,
        "clock": setup.now != Setup().now,
        "permission": "permissions" in setup.facts,
        "front": setup.front != Setup().front or setup.page != "",
        "draft": setup.front != Setup().front or setup.page != "",
        "popup": setup.popup is not None,
        "asleep": setup.asleep,
    }
    if fixed.get(axis, False):
        return ()
    if axis == "draft":
        return tuple(value for value in AXES[axis] if _with_draft(value, task) is not None)
    return AXES[axis]


def applies(task: Task, axis: str, setup: Setup) -> bool:
    """Whether varying the axis would change anything about a trial with this set-up of the task's own."""
    return bool(values_of(task, axis, setup))


def parts(variation: Variation) -> tuple[Variation, ...]:
    """The single variations that one is made of: none for the phone as delivered."""
    if variation == BASE:
        return ()
    if variation.axis != MIXED:
        return (variation,)
    return tuple(Variation(axis, value) for axis, _, value in (part.partition("=") for part in variation.value.split("+")))


def apply(variation: Variation, task: Task, params: Params, setup: Setup) -> Setup:
    """The set-up with the variation laid over it.

    Raises:
        ValueError: an axis or value that there is not.
    """
    varied = parts(variation)
    if task.filler is not None and not any(part.axis == "list_length" for part in varied):
        setup = _filled(setup, task, params, "usual")
    for part in varied:
        setup = _apply_one(part.axis, part.value, task, params, setup)
    return setup


def judged(variation: Variation, task: Task, oracle: Oracle) -> Oracle:
    """The task's oracle as it judges a trial with this variation.

    Where the goal is met from the start, nothing may be touched; where the phone asks for permissions, an answer to it is no side effect.
    """
    for part in parts(variation):
        if part.axis == "met":
            oracle = already_done(oracle)
        elif part.axis == "permission":
            oracle = replace(oracle, allowed=(*oracle.allowed, *(f"permissions.{name}" for name in _permissions(task))))
    return oracle


def _permissions(task: Task) -> tuple[str, ...]:
    return tuple(sorted({name for app in task.apps if app in ROOMS for name in ROOMS[app].permissions}))


def _with_draft(value: str, task: Task) -> App | None:
    """The app whose form is left half finished: one that the task passes through, or one that it does not; None where there is none."""
    if value == "own":
        return next((ROOMS[name] for name in task.apps if name in ROOMS and ROOMS[name].draft is not None), None)
    others = [app for name, app in ROOMS.items() if name not in task.apps and app.draft is not None]
    return others[int(hashlib.sha256(task.id.encode()).hexdigest(), 16) % len(others)] if others else None


def _filled(setup: Setup, task: Task, params: Params, length: str) -> Setup:
    more = task.filler(params, _LENGTHS[length]) if task.filler is not None and _LENGTHS[length] else {}
    return replace(setup, facts=_over(more, setup.facts)) if more else setup


def _apply_one(axis: str, value: str, task: Task, params: Params, setup: Setup) -> Setup:
    if axis not in AXES:
        raise ValueError(f"there is no axis {axis!r}: there are {', '.join(AXES)}")
    if value not in AXES[axis]:
        raise ValueError(f"there is no value {value!r} on the axis {axis!r}: there are {', '.join(AXES[axis])}")
    match axis:
        case "distractors":
            return replace(setup, facts=_over(task.distractors(params) if task.distractors else {}, setup.facts))
        case "met":
            return replace(setup, facts=_over(setup.facts, task.met(params) if task.met else {}))
        case "list_length":
            return _filled(setup, task, params, value)
        case "permission":
            return replace(setup, facts=_over(setup.facts, {"permissions": dict.fromkeys(_permissions(task), value)}))
        case "front":
            return replace(setup, front=value)
        case "draft":
            app = _with_draft(value, task)
            if app is None or app.draft is None:
                return setup
            page, typed = app.draft
            return replace(setup, front=app.label, page=page, draft=typed)
        case "popup":
            return replace(setup, popup=value)
        case "rotation":
            facts = _over({"settings": {"auto_rotate": True}}, setup.facts)
            return replace(setup, facts=facts, events=(*setup.events, _EVENTS[value]))
        case "notification" | "battery":
            return replace(setup, events=(*setup.events, _EVENTS[value]))
        case "clock":
            return replace(setup, now=value)
        case "asleep":
            return replace(setup, asleep=True)
        case _:
            return replace(setup, layout=_layout(axis, value, setup.layout))


def _layout(axis: str, value: str, layout: Layout) -> Layout:
    match axis:
        case "theme":
            return replace(layout, theme=value)
        case "font_scale":
            return replace(layout, font_scale=float(value))
        case "density":
            return replace(layout, density=int(value))
        case "screen":
            size, _, density = value.partition("@")
            width, _, height = size.partition("x")
            return replace(layout, width=int(width), height=int(height), density=int(density))
        case "orientation":
            return replace(layout, width=layout.height, height=layout.width)
        case "locale":
            return replace(layout, locale=value)
        case "maker":
            return replace(layout, maker=value)
        case "control":
            return replace(layout, control=value)
        case "menu":
            return replace(layout, menu=value)
        case "icon_order":
            return replace(layout, icon_order=int(value))
        case "list_order":
            return replace(layout, list_order=value)
    raise AssertionError(f"the axis {axis!r} does nothing")


def _over(below: State, above: State) -> State:
    """Both, where the second prevails fact by fact."""
    return {entity: {**below.get(entity, {}), **above.get(entity, {})} for entity in {**below, **above}}
