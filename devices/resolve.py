"""Finds the thing that an agent named in the observation it saw on the screen as it is now."""

from devices.action import Outcome
from devices.observation import Element, Observation


def resolve(seen: Observation, index: int, fresh: Observation) -> Element | Outcome:
    """The element of ``fresh`` that is number ``index`` of ``seen``.

    It is followed by what it is, not by where it was. Things that are alike (two alarms at the same time) are told apart by their
    further words, then by their order if none came or went.

    Returns:
        The element, or an outcome: ``refused`` for a number that was not on the screen, ``stale`` for a thing that is gone or that
        cannot be told from others like it.
    """
    if not 0 <= index < len(seen.elements):
        shown = f"its elements are 0 to {len(seen.elements) - 1}" if seen.elements else "it shows no elements"
        return Outcome(status="refused", reason=f"there is no element {index} on the screen: {shown}")
    element = seen.elements[index]
    if seen is fresh:
        return element
    if seen.title != fresh.title:
        return Outcome(status="stale", reason=f"{name(element)} was on the screen {seen.title!r}, which has given way to {fresh.title!r}")
    before = [other for other in seen.elements if _alike(other, element)]
    now = [other for other in fresh.elements if _alike(other, element)]
    if not now:
        return Outcome(status="stale", reason=f"{name(element)} is no longer on the screen")
    if len(before) == len(now) == 1:
        return now[0]
    exact = [other for other in now if other.detail == element.detail]
    if len(exact) == 1 and sum(other.detail == element.detail for other in before) == 1:
        return exact[0]
    if [other.detail for other in before] == [other.detail for other in now]:
        return now[before.index(element)]
    return Outcome(status="stale", reason=f"{name(element)} cannot be told from others like it, for the screen has changed")


def name(element: Element) -> str:
    """What a message calls an element: its kind and words."""
    return f"the {element.kind} {element.label!r}" if element.label else f"a {element.kind} without words"


def _alike(a: Element, b: Element) -> bool:
    return (a.package, a.resource_id, a.kind, a.label) == (b.package, b.resource_id, b.kind, b.label)
