"""What a widget does when a finger taps or holds it."""

import re
from typing import Final

from devices.sim.build import Target
from devices.sim.system import Selection, System
from devices.sim.widgets import (
    Act,
    Button,
    Buttons,
    Choice,
    Composer,
    Field,
    Fields,
    Grid,
    Icons,
    Pad,
    Picture,
    Radios,
    Row,
    Slider,
    Text,
    Tiles,
)

_WORD: Final = re.compile(r"\w+")


def button_of(target: Target) -> Button | None:
    """The button that a target is, None for anything else."""
    widget, (part, _, number) = target.widget, target.part.partition(":")
    match widget:
        case Button():
            return widget
        case Buttons():
            return widget.items[int(number)]
        case Pad():
            line, _, column = number.partition(":")
            return widget.rows[int(line)][int(column)]
        case Row() if part == "end":
            return widget.end
        case Composer() if part == "tap":
            return widget.button
    return None


def field_of(target: Target) -> Field | None:
    """The field that a target is, None for anything else."""
    widget, (part, _, number) = target.widget, target.part.partition(":")
    match widget:
        case Field():
            return widget
        case Fields():
            return widget.items[int(number)]
        case Composer() if part == "field":
            return widget.field
    return None


def act_of(target: Target) -> Act | None:
    """What a tap on a target does; None for fields and sliders, which take more than a tap, and for what is disabled."""
    button = button_of(target)
    if button is not None:
        return button.on_tap if button.enabled else None
    widget, (part, _, number) = target.widget, target.part.partition(":")
    match widget:
        case Row():
            return (widget.on_control if part == "control" else widget.on_tap) if widget.enabled else None
        case Choice() | Picture():
            return widget.on_tap
        case Radios():
            return widget.items[int(number)][2]
        case Icons():
            return widget.items[int(number)][1]
        case Grid() | Tiles():
            return widget.items[int(number)].on_tap
    return None


def held_act_of(target: Target) -> Act | None:
    """What a long press on a target does; None where nothing listens for one."""
    widget, (part, _, number) = target.widget, target.part.partition(":")
    match widget:
        case Row() if part == "tap" and widget.enabled:
            return widget.on_long
        case Grid():
            return widget.items[int(number)].on_long
    return None


def slide(slider: Slider, target: Target, x: int, mirrored: bool) -> None:
    """Set a slider to where it is touched; a mirrored one begins at the right."""
    left, _, right, _ = target.rect
    share = (right - x if mirrored else x - left) / (right - left)
    slider.on_set(min(100, max(0, round(100 * share))))


def select(system: System, target: Target) -> bool:
    """Select the text that a target holds: the word in the middle of a field, all of words that are only read; False without text."""
    _, top, _, bottom = target.rect
    field = field_of(target)
    if field is not None:
        start, end = _word(field.text)

        def change(text: str) -> None:
            field.on_change(text if field.multiline else " ".join(text.splitlines()))

        system.selection = Selection(system.page, field.name, field.text, start, end, None if field.password else change, top, bottom)
        return True
    if isinstance(target.widget, Text) and target.widget.text:
        text = target.widget.text
        system.selection = Selection(system.page, "", text, 0, len(text), None, top, bottom)
        return True
    return False


def _word(text: str) -> tuple[int, int]:
    """Where the word in the middle of a text is; all of it where there are no words."""
    words = [found.span() for found in _WORD.finditer(text)]
    return min(words, key=lambda span: abs(span[0] + span[1] - len(text)), default=(0, len(text)))
