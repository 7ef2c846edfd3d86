"""Selection of several rows by a long press, as lists of notes and files have it."""

from collections.abc import Sequence

from devices.sim.system import Page, System
from devices.sim.widgets import Act, Row

_KEY = "selected"


def selected(system: System, page: Page) -> list[str]:
    """The entities selected on a page, in the order in which they were; what was deleted meanwhile is none of them."""
    held: list[str] = page.local.setdefault(_KEY, [])
    return [entity for entity in held if entity in system.facts] if held else held


def select(system: System, page: Page, entity: str) -> None:
    """Add an entity to the selection, or take it out of it."""
    held = selected(system, page)
    page.local[_KEY] = [other for other in held if other != entity] if entity in held else [*held, entity]


def select_all(page: Page, entities: Sequence[str]) -> None:
    """Select all of these."""
    page.local[_KEY] = list(entities)


def clear_selection(page: Page) -> None:
    """End the selection."""
    page.local[_KEY] = []


def selectable(system: System, page: Page, entity: str, row: Row, show: Act) -> Row:
    """Make a row one that a tap opens and a long press selects; while anything is selected a tap selects as well."""
    held = selected(system, page)
    row.on_tap = (lambda: select(system, page, entity)) if held else show
    row.on_long = lambda: select(system, page, entity)
    row.selected = entity in held
    return row
