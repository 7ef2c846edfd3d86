"""Axes on which trials are varied, and what each value does to a set-up.

Layout axes make sense for every task. State axes are named by the tasks for which they do. Two trials that differ in one axis only form a
pair, so a variation never touches the parameters.
"""

from dataclasses import replace

from devices.device import Layout, Setup
from devices.state import State
from tasks.task import Params, Task, Variation

LAYOUT_AXES: dict[str, tuple[str, ...]] = {
    "theme": ("dark",),
    "font_scale": ("1.3", "1.15", "0.85"),
    "icon_order": ("1", "2", "3"),
    "list_order": ("descending",),
    "screen": ("720x1600@280", "1440x3120@560", "1080x1920@480"),
    "clock": ("2026-07-19T18:05:00", "2026-03-29T02:30:00", "2026-12-31T23:50:00"),
}
STATE_AXES: dict[str, tuple[str, ...]] = {
    "distractors": ("similar",),
    "front": ("Settings", "Clock", "Contacts"),
    "popup": ("battery", "update"),
}
AXES = LAYOUT_AXES | STATE_AXES
BASE = Variation()
MIXED = "mixed"
"""Several axes at once, for training only: its value is ``axis=value`` joined by ``+``."""


def axes_of(task: Task) -> tuple[str, ...]:
    """Every axis that makes sense for a task: lists are sorted in Clock and Contacts only."""
    sorts = bool({"clock", "contacts"} & set(task.apps))
    state = [axis for axis in STATE_AXES if axis != "distractors" or task.distractors is not None]
    return tuple(axis for axis in (*LAYOUT_AXES, *state) if axis not in task.without and (axis != "list_order" or sorts))


def applies(task: Task, axis: str, setup: Setup) -> bool:
    """Whether varying the axis would change this set-up: a task about the theme or the font size fixes it itself."""
    pinned = {"theme": "dark_theme", "font_scale": "font_scale"}.get(axis)
    return axis in axes_of(task) and pinned not in setup.facts.get("settings", {})


def apply(variation: Variation, task: Task, params: Params, setup: Setup) -> Setup:
    """The set-up with the variation laid over it.

    Raises:
        ValueError: an axis or value that there is not.
    """
    if variation == BASE:
        return setup
    if variation.axis == MIXED:
        for part in variation.value.split("+"):
            axis, _, value = part.partition("=")
            setup = _apply_one(axis, value, task, params, setup)
        return setup
    return _apply_one(variation.axis, variation.value, task, params, setup)


def _apply_one(axis: str, value: str, task: Task, params: Params, setup: Setup) -> Setup:
    if axis not in AXES:
        raise ValueError(f"there is no axis {axis!r}: there are {', '.join(AXES)}")
    if value not in AXES[axis]:
        raise ValueError(f"there is no value {value!r} on the axis {axis!r}: there are {', '.join(AXES[axis])}")
    if axis == "distractors":
        return replace(setup, facts=_over(task.distractors(params) if task.distractors else {}, setup.facts))
    if axis == "front":
        return replace(setup, front=value)
    if axis == "popup":
        return replace(setup, popup=value)
    if axis == "clock":
        return replace(setup, now=value)
    return replace(setup, layout=_layout(axis, value, setup.layout))


def _layout(axis: str, value: str, layout: Layout) -> Layout:
    if axis == "theme":
        return replace(layout, theme=value)
    if axis == "font_scale":
        return replace(layout, font_scale=float(value))
    if axis == "icon_order":
        return replace(layout, icon_order=int(value))
    if axis == "list_order":
        return replace(layout, list_order=value)
    size, _, density = value.partition("@")
    width, _, height = size.partition("x")
    return replace(layout, width=int(width), height=int(height), density=int(density))


def _over(below: State, above: State) -> State:
    """Both, where the second prevails fact by fact."""
    return {entity: {**below.get(entity, {}), **above.get(entity, {})} for entity in {**below, **above}}
