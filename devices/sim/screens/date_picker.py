"""A month to pick a day from, and the dialog in which a form does it."""

from calendar import monthrange
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial

from devices.sim.language import long_date, month_title, short_date
from devices.sim.system import Page, System
from devices.sim.typed import typed_date
from devices.sim.widgets import Button, Buttons, Cell, Dialog, Grid


def month_grid(first: date, cell: Callable[[date], Cell]) -> Grid:
    """A month from its first day on, weeks beginning on Monday."""
    empty = Cell("", lambda: None)
    days = [first + timedelta(n) for n in range(monthrange(first.year, first.month)[1])]
    return Grid([*[empty] * first.weekday(), *map(cell, days)], columns=7, name="day")


def next_month(first: date) -> date:
    """First day of the month after."""
    return (first + timedelta(31)).replace(day=1)


def month_before(first: date) -> date:
    """First day of the month before."""
    return (first - timedelta(1)).replace(day=1)


def date_picker(system: System, page: Page) -> Dialog:
    """Picks a day for a field of the page below: its argument names what that page's ``local`` keeps the field's text by."""
    (key,) = page.args
    below = system.stack[system.stack.index(page) - 1]
    local = page.local
    if "chosen" not in local:
        local["chosen"] = typed_date(below.local[key]) or system.now.date()
        local["month"] = local["chosen"].replace(day=1)
    first: date = local["month"]

    def day(each: date) -> Cell:
        return Cell(
            long_date(each, system.locale), partial(local.update, chosen=each), selected=each == local["chosen"], text=str(each.day)
        )

    def confirm() -> None:
        system.close()
        below.local[key] = short_date(local["chosen"], system.locale)

    arrows = Buttons(
        [
            Button(system.say("Previous month"), lambda: local.update(month=month_before(first)), "previous"),
            Button(system.say("Next month"), lambda: local.update(month=next_month(first)), "next"),
        ]
    )
    return Dialog(
        month_title(first, system.locale),
        [arrows, month_grid(first, day)],
        [Button(system.say("Cancel"), system.close, "android:id/button2"), Button(system.say("OK"), confirm, "android:id/button1")],
    )
