"""Clock's world clock: cities, and what time it is there."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from devices.sim.language import long_date, near_date
from devices.sim.screens.clock_alarms import written
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Field, Row, Screen, Text, Widget
from devices.sim.zones import CITIES, offset
from devices.state import Facts

CITY: Final[Facts] = {"name": "", "offset": 0}
"""``offset`` in minutes ahead of UTC."""


def _ahead(system: System, entity: str) -> int:
    """Minutes that a city is ahead of this phone."""
    return int(system.facts[entity]["offset"]) - CITIES[str(system.settings()["time_zone"])]


def _there(system: System, entity: str) -> datetime:
    return system.now + timedelta(minutes=_ahead(system, entity))


def difference(minutes: int) -> str:
    """``+9``, ``-5:30``: hours."""
    hours, rest = divmod(abs(minutes), 60)
    return f"{'-' if minutes < 0 else '+'}{hours}" + (f":{rest:02}" if rest else "")


def cities(system: System) -> list[Widget]:
    """A row for each city, with its time and how far it is ahead."""

    def row(entity: str) -> Row:
        there, today = _there(system, entity), system.now.date()
        return Row(
            system.say(str(system.facts[entity]["name"])),
            written(system, there.hour, there.minute),
            partial(system.open, "city", entity),
            more=system.say(
                "{day}, {difference} hours",
                day=near_date(there.date(), today, system.locale),
                difference=difference(_ahead(system, entity)),
            ),
            name="city",
            ids=("city_name", "summary", "summary"),
        )

    names: Callable[[str], str] = lambda entity: system.say(str(system.facts[entity]["name"])).casefold()  # noqa: E731
    return [row(entity) for entity in sorted(system.entities("city"), key=names, reverse=not system.ascending)]


def city(system: System, page: Page) -> Screen:
    (entity,) = page.args
    name = str(system.facts[entity]["name"])

    def remove() -> None:
        held = dict(system.facts[entity])
        system.close()
        system.delete(entity)
        system.tell(system.say("City removed"), system.say("Undo"), partial(system.restore, entity, held))

    there = _there(system, entity)
    return Screen(
        system.say(name),
        [
            Text(written(system, there.hour, there.minute), "display", "time_there"),
            Text(long_date(there, system.locale), "headline", "date"),
            Button(system.say("Remove city"), remove, "remove"),
        ],
    )


def add(system: System, page: Page) -> Screen:
    """Cities to add; those that are there already cannot be added again."""
    query = page.local.setdefault("query", "")
    held = {system.facts[entity]["name"] for entity in system.entities("city")}

    def search(text: str) -> None:
        page.local["query"] = text
        page.scroll = 0

    def choose(name: str) -> None:
        system.close()
        system.create("city", {"name": name, "offset": CITIES[name]})

    rows: list[Widget] = [
        Row(shown, offset(name), partial(choose, name), enabled=name not in held, name="city")
        for shown, name in sorted((system.say(name), name) for name in CITIES)
        if query.casefold() in shown.casefold()
    ]
    field = Field("search_view", system.say("Search cities"), query, search, on_enter=system.unfocus)
    return Screen(system.say("Add city"), [field, *(rows or [Text(system.say("No cities found"), name="empty")])])
