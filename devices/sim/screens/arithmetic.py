"""Exact arithmetic for Calculator: what may follow what on the display, and what it comes to."""

from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from typing import Final

OPERATORS: Final = "+−×÷"
CLOSED: Final = tuple("0123456789.)%")
"""What may stand before an operator: after these a number is complete."""
MOST: Final = 80
"""Letters that the display takes."""
_PLACES: Final = 10  # after the point of a result that has no end


class FormatError(ValueError):
    """An expression that is not complete, or none at all."""


def press(shown: str, key: str) -> str:
    """The display after a digit, a point, an operator, a bracket or the percent key; unchanged where the key makes no sense there."""
    last = shown[-1:]
    if len(shown) >= MOST:
        return shown
    if key.isdigit():
        if last in (")", "%"):
            return f"{shown}×{key}"
        # No number but 0 itself begins with a 0.
        return shown[:-1] + key if _number_at_end(shown) == "0" else shown + key
    if key == ".":
        if "." in _number_at_end(shown):
            return shown
        if last in (")", "%"):
            return f"{shown}×0."
        return f"{shown}." if last.isdigit() else f"{shown}0."
    if key == "(":
        return f"{shown}×(" if last in CLOSED else f"{shown}("
    if key == ")":
        return f"{shown})" if last in CLOSED and shown.count("(") > shown.count(")") else shown
    if key == "%":
        return f"{shown}%" if last in CLOSED else shown
    if last in CLOSED:
        return shown + key
    if key == "−" and last not in ("−", "+"):
        return f"{shown}−"  # a sign
    if last and last in OPERATORS:
        kept = shown.rstrip(OPERATORS)
        return kept + key if kept[-1:] in CLOSED else shown
    return shown


def _number_at_end(shown: str) -> str:
    """The digits and points that the display ends with."""
    return shown[len(shown.rstrip("0123456789.")) :]


def evaluate(expression: str) -> Fraction:
    """The exact value; brackets that are still open are closed.

    Raises:
        FormatError: it is incomplete or no expression.
        ZeroDivisionError: it divides by 0.
    """
    tokens = list(_tokens(expression + ")" * (expression.count("(") - expression.count(")"))))
    value, at = _sum(tokens, 0)
    if at != len(tokens):
        raise FormatError(expression)
    return value


def _tokens(expression: str) -> Iterator[str]:
    number = ""
    for letter in expression:
        if letter.isdigit() or letter == ".":
            number += letter
            continue
        if number:
            yield number
            number = ""
        yield letter
    if number:
        yield number


def _sum(tokens: list[str], at: int) -> tuple[Fraction, int]:
    value, at = _product(tokens, at)
    while at < len(tokens) and tokens[at] in "+−":
        other, after = _product(tokens, at + 1)
        value, at = value + other if tokens[at] == "+" else value - other, after
    return value, at


def _product(tokens: list[str], at: int) -> tuple[Fraction, int]:
    value, at = _factor(tokens, at)
    while at < len(tokens) and tokens[at] in "×÷":
        other, after = _factor(tokens, at + 1)
        value, at = value * other if tokens[at] == "×" else value / other, after
    return value, at


def _factor(tokens: list[str], at: int) -> tuple[Fraction, int]:
    if at >= len(tokens):
        raise FormatError("it ends too early")
    part, at = tokens[at], at + 1
    if part == "−":
        value, at = _factor(tokens, at)
        return -value, at
    if part == "(":
        value, at = _sum(tokens, at)
        if at >= len(tokens) or tokens[at] != ")":
            raise FormatError("a bracket is not closed")
        at += 1
    elif part[0].isdigit():
        value = Fraction(Decimal(part))
    else:
        raise FormatError(f"{part} cannot stand here")
    while at < len(tokens) and tokens[at] == "%":
        value, at = value / 100, at + 1
    return value, at


def number_text(value: Fraction) -> str:
    """A value as the display shows it: exact where it ends within ten places, else rounded half up to ten; without trailing zeros."""
    with localcontext() as context:
        context.prec = 4 * MOST
        scaled = (Decimal(value.numerator) / Decimal(value.denominator)).quantize(Decimal(1).scaleb(-_PLACES), ROUND_HALF_UP)
    digits = f"{abs(scaled):f}".rstrip("0").rstrip(".") or "0"
    return f"−{digits}" if scaled < 0 and digits != "0" else digits
