"""Figures of comparisons in words: differences in points, p values, intervals. None is shown as what it is, not as 0.

Every table and page takes them from here, so that one figure reads the same wherever it stands.
"""

from collections.abc import Sequence

NOTHING = "n/a"
MINUS = "\N{MINUS SIGN}"


def points(difference: float | None) -> str:
    """A difference of rates in percentage points: ``−9.8``, ``+0.4``."""
    return NOTHING if difference is None else _signed(f"{100 * difference:+.1f}")


def spread(interval: tuple[float, float] | None) -> str:
    """The interval of a difference in percentage points: ``−12.7 to −6.9``."""
    return NOTHING if interval is None else " to ".join(points(end) for end in interval)


def between(interval: tuple[float, float] | None) -> str:
    """The interval of a rate in per cent: ``21.2–29.2``."""
    return NOTHING if interval is None else "\N{EN DASH}".join(f"{100 * end:.1f}" for end in interval)


def share(value: float | None) -> str:
    """A rate in per cent, without the sign: ``25.0``."""
    return NOTHING if value is None else f"{100 * value:.1f}"


def chance(p: float) -> str:
    """A p value: ``0.042``, ``<0.001``."""
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def whole(value: float) -> str:
    """A count that repeats may have made a fraction: ``112``, ``111.5``."""
    return f"{value:,.0f}" if abs(value - round(value)) < 1e-9 else f"{value:,.1f}"


def counted(number: int, noun: str) -> str:
    """``1 template``, ``1,120 trials``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def listed(names: Sequence[str], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return f" {last} ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def _signed(text: str) -> str:
    return text.replace("-", MINUS)
