"""Plots as inline SVG, one for each row of a table. Those of a column share a scale, so that they read as one plot below one axis.

Colours are classes: the page's style sheet gives them, light or dark. Each plot says in its title what it shows.
"""

from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup

from agent_eval.ranking.figures import MINUS
from agent_eval.report.trial_map import Cell, Mark

HEIGHT = 24
"""Of a row, pixels."""
EDGE = 10
"""Left and right of the scale: half a dot, and half a label, stick out."""
_REACHES = (0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.6, 2.0)
"""Ends of a scale whose quarters are plain numbers."""

Marker = Literal["whole", "partial", "baseline"]
Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Scale:
    """Shares to pixels.

    Attributes:
        low, high: the ends; what lies beyond is drawn at the end.
        width: of the whole plot, pixels.
        ticks: values with a line, and a label in the axis.
    """

    low: float
    high: float
    width: int
    ticks: tuple[float, ...]

    def x(self, value: float) -> float:
        """Pixels from the left."""
        inside = min(max(value, self.low), self.high)
        return round(EDGE + (self.width - 2 * EDGE) * (inside - self.low) / (self.high - self.low), 1)


def of_rates(width: int) -> Scale:
    """From none to all. It is never cut: a difference looks as large as it is."""
    return Scale(0.0, 1.0, width, (0.0, 0.25, 0.5, 0.75, 1.0))


def of_shares(farthest: float, width: int) -> Scale:
    """From none to a quarter, half or all, for shares that are small all together.

    Args:
        farthest: the largest share that must be on it.
    """
    high = 0.25 if farthest <= 0.25 else 0.5 if farthest <= 0.5 else 1.0
    return Scale(0.0, high, width, (0.0, high / 2, high))


def of_differences(farthest: float, width: int) -> Scale:
    """Symmetric about zero, and as far as needed.

    Args:
        farthest: the largest distance from zero that must be on it.
    """
    reach = next((end for end in _REACHES if farthest <= end), _REACHES[-1])
    return Scale(-reach, reach, width, (-reach, -reach / 2, 0.0, reach / 2, reach))


def axis(scale: Scale, signed: bool = False) -> Markup:
    """The labels, in per cent or in points, for the head of the column. Hidden from readers of the table: each row says its figures."""
    labels = Markup("").join(
        Markup('<text x="{}" y="11">{}</text>').format(scale.x(tick), _label(tick, signed)) for tick in _ends(scale, signed)
    )
    return Markup('<svg class="axis" width="{0}" height="14" viewBox="0 0 {0} 14" aria-hidden="true">{1}</svg>').format(scale.width, labels)


def dot(scale: Scale, value: float, interval: Interval | None, words: str, marker: Marker = "whole", margin: float | None = None) -> Markup:
    """A value with its interval.

    Args:
        words: the title: what is shown, in figures.
        marker: a full dot; a ring where not all trials are played; a small square for a baseline.
        margin: the band about zero in which a difference would not matter.
    """
    parts = [_ground(scale, margin)]
    middle, x = HEIGHT / 2, scale.x(value)
    if interval is not None:
        low, high = map(scale.x, interval)
        parts.append(
            Markup('<path class="interval" d="M{0} {2}H{1}M{0} {3}v6M{1} {3}v6"/>').format(low, high, f"{middle:g}", f"{middle - 3:g}")
        )
    if marker == "baseline":
        parts.append(Markup('<rect class="dot baseline" x="{}" y="{}" width="6" height="6"/>').format(round(x - 3, 1), f"{middle - 3:g}"))
    else:
        parts.append(Markup('<circle class="dot {}" cx="{}" cy="{}" r="4"/>').format(marker, x, f"{middle:g}"))
    return _svg(scale, words, parts)


def bar(scale: Scale, value: float, interval: Interval | None, words: str) -> Markup:
    """A share as a bar from zero, with its interval."""
    middle, start, x = HEIGHT / 2, scale.x(0.0), scale.x(value)
    parts = [
        Markup('<rect class="bar" x="{}" y="{}" width="{}" height="10"/>').format(start, f"{middle - 5:g}", round(max(x - start, 0.5), 1))
    ]
    if interval is not None:
        low, high = map(scale.x, interval)
        parts.append(Markup('<path class="interval" d="M{0} {2}H{1}"/>').format(low, high, f"{middle:g}"))
    return _svg(scale, words, parts)


def _svg(scale: Scale, words: str, parts: list[Markup]) -> Markup:
    return Markup('<svg class="plot" role="img" width="{0}" height="{1}" viewBox="0 0 {0} {1}"><title>{2}</title>{3}</svg>').format(
        scale.width, HEIGHT, words, Markup("").join(parts)
    )


def _ground(scale: Scale, margin: float | None) -> Markup:
    """Lines at the ticks, a stronger one at zero of a difference, and the band about it."""
    band = Markup("")
    if margin is not None:
        left = scale.x(-margin)
        band = Markup('<rect class="band" x="{}" y="0" width="{}" height="{}"/>').format(left, round(scale.x(margin) - left, 1), HEIGHT)
    lines = " ".join(f"M{scale.x(tick)} 0V{HEIGHT}" for tick in scale.ticks if tick != 0 or scale.low == 0)
    zero = "" if scale.low == 0 else Markup('<path class="zero" d="M{} 0V{}"/>').format(scale.x(0.0), HEIGHT)
    return Markup('{}<path class="grid" d="{}"/>{}').format(band, lines, zero)


def _ends(scale: Scale, signed: bool) -> tuple[float, ...]:
    """Ticks with room for a label."""
    return scale.ticks if scale.width >= 180 else (scale.low, 0.0, scale.high) if signed else (scale.low, scale.high)


def _label(tick: float, signed: bool) -> str:
    return f"{100 * tick:+g}".replace("-", MINUS).replace("+0", "0") if signed else f"{100 * tick:g}"


MARK, GAP, A_LINE = 9, 2, 10
"""Pixels of a trial's mark and between two; marks on one line of a cell."""


def marks(cell: Cell) -> Markup:
    """The trials of a cell of the map. The page defines what a mark of each state looks like."""
    step = MARK + GAP
    lines = -(-len(cell.marks) // A_LINE)
    width, height = step * min(len(cell.marks), A_LINE) - GAP, step * lines - GAP
    drawn = Markup("").join(_mark(number % A_LINE * step, number // A_LINE * step, mark) for number, mark in enumerate(cell.marks))
    return Markup('<svg role="img" width="{0}" height="{1}" viewBox="0 0 {0} {1}"><title>{2}</title>{3}</svg>').format(
        width, height, cell.words, drawn
    )


def _mark(x: int, y: int, mark: Mark) -> Markup:
    title = "" if mark.state == "passed" else Markup("<title>{}</title>").format(mark.words)  # the cell's title says how many passed
    return Markup('<use href="#{}" x="{}" y="{}">{}</use>').format(mark.state, x, y, title)
