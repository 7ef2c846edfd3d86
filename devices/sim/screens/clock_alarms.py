"""Clock's alarms: their list, an editor, and the dialog for a time of day."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from devices.sim.language import DAY_NAMES, DAYS, clock_time, listed, weekday_name
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Dialog, Field, Fields, Radios, Row, Screen, Text, Widget
from devices.state import Facts

ALARM: Final[Facts] = {"hour": 0, "minute": 0, "enabled": True, "label": "", "days": "", "vibrate": True}
_IDS: Final = ("digital_clock", "days_of_week", "label")


def _full_day(system: System) -> bool:
    return bool(system.settings()["use_24_hour"])


def written(system: System, hour: int, minute: int) -> str:
    """A time of day as this phone writes it."""
    return clock_time(hour, minute, _full_day(system), system.locale)


def _time(system: System, alarm: str) -> str:
    facts = system.facts[alarm]
    return written(system, int(facts["hour"]), int(facts["minute"]))


def rings(facts: Facts, now: datetime, locale: str = "en") -> str:
    """When an alarm rings: its days, else a word for `System.say`: ``Every day``, ``Today``, ``Tomorrow`` or ``Not scheduled``."""
    chosen = [day for day in DAYS if day in str(facts["days"]).split(",")]
    if len(chosen) == len(DAYS):
        return "Every day"
    if chosen:
        return listed((weekday_name(DAYS.index(day), locale, short=True) for day in chosen), locale)
    if not facts["enabled"]:
        return "Not scheduled"
    at = now.replace(hour=int(facts["hour"]), minute=int(facts["minute"]), second=0, microsecond=0)
    return "Today" if at > now and at - now < timedelta(days=1) else "Tomorrow"


def alarms(system: System) -> list[Widget]:
    """A row for each alarm: the row opens it, its switch turns it on and off."""

    def key(alarm: str) -> tuple[int, int, int]:
        facts = system.facts[alarm]
        return int(facts["hour"]), int(facts["minute"]), int(alarm.partition("/")[2])

    def row(alarm: str) -> Row:
        facts = system.facts[alarm]
        on = bool(facts["enabled"])
        return Row(
            _time(system, alarm),
            system.say(rings(facts, system.now, system.locale)),
            lambda: system.open("alarm", alarm),
            "switch",
            on,
            lambda: system.set(alarm, "enabled", not on),
            more=str(facts["label"]),
            name="alarm_item",
            ids=_IDS,
        )

    return [row(alarm) for alarm in sorted(system.entities("alarm"), key=key, reverse=not system.ascending)]


def alarm(system: System, page: Page) -> Screen:
    (entity,) = page.args
    facts = system.facts[entity]
    days = [day for day in DAYS if day in str(facts["days"]).split(",")]

    def toggle(day: str) -> None:
        system.set(entity, "days", ",".join(other for other in DAYS if (other in days) != (other == day)))

    def delete() -> None:
        held = dict(system.facts[entity])
        system.close_to("main")
        system.delete(entity)
        system.tell(system.say("Alarm deleted"), system.say("Undo"), partial(system.restore, entity, held))

    vibrate = bool(facts["vibrate"])
    return Screen(
        system.say("Edit alarm"),
        [
            Row(system.say("Time"), _time(system, entity), lambda: system.open("time", entity), name="time"),
            Row(system.say("Label"), str(facts["label"]), lambda: system.open("label", entity), name="edit_label"),
            *(
                Row(system.say(name), on_tap=partial(toggle, day), control="checkbox", checked=day in days, name=f"day_{day}")
                for day, name in zip(DAYS, DAY_NAMES, strict=True)
            ),
            Row(
                system.say("Vibrate"),
                on_tap=lambda: system.set(entity, "vibrate", not vibrate),
                control="switch",
                checked=vibrate,
                name="vibrate",
            ),
            Button(system.say("Delete"), delete, "delete"),
        ],
    )


def label(system: System, page: Page) -> Dialog:
    """Names the alarm or the timer given as the page's argument."""
    (entity,) = page.args
    local = page.local
    local.setdefault("label", system.facts[entity]["label"])

    def save() -> None:
        system.close()
        system.set(entity, "label", local["label"])

    return Dialog(
        system.say("Label"),
        [Field("label_box", system.say("Label"), local["label"], lambda text: local.update(label=text))],
        [
            Button(system.say("Cancel"), system.close, "android:id/button2"),
            Button(system.say("OK"), save, "android:id/button1"),
        ],
    )


def time(system: System, page: Page) -> Dialog:
    """Picks a time as text: for a new alarm, or for the one given as the page's argument."""
    local, full_day = page.local, _full_day(system)
    if not local:
        facts = system.facts[page.args[0]] if page.args else {"hour": system.now.hour, "minute": system.now.minute}
        hour = int(facts["hour"])
        local.update(hour=str(hour if full_day else hour % 12 or 12), minute=f"{facts['minute']:02}", pm=hour >= 12, error="")

    def confirm() -> None:
        picked = _picked(local, full_day)
        if picked is None:
            local["error"] = system.say("Enter a valid time")
            return
        hour, minute = picked
        system.close()
        if page.args:
            system.set(page.args[0], "hour", hour)
            system.set(page.args[0], "minute", minute)
        else:
            system.create("alarm", {**ALARM, "hour": hour, "minute": minute})

    body: list[Widget] = [
        Fields(
            [
                Field("input_hour", system.say("Hour"), local["hour"], lambda text: local.update(hour=text)),
                Field("input_minute", system.say("Minute"), local["minute"], lambda text: local.update(minute=text)),
            ]
        )
    ]
    if not full_day:
        body.append(
            Radios(
                [
                    (system.say("AM"), not local["pm"], lambda: local.update(pm=False)),
                    (system.say("PM"), local["pm"], lambda: local.update(pm=True)),
                ]
            )
        )
    if local["error"]:
        body.append(Text(local["error"], "error", "error"))
    return Dialog(
        system.say("Set time"),
        body,
        [
            Button(system.say("Cancel"), system.close, "android:id/button2"),
            Button(system.say("OK"), confirm, "android:id/button1"),
        ],
    )


def _picked(local: dict[str, Any], full_day: bool) -> tuple[int, int] | None:
    hour, minute = number(local["hour"]), number(local["minute"])
    if hour is None or minute is None or minute > 59:
        return None
    if full_day:
        return (hour, minute) if hour <= 23 else None
    return (hour % 12 + (12 if local["pm"] else 0), minute) if 1 <= hour <= 12 else None


def number(text: str) -> int | None:
    """What a field of up to two digits holds; None for anything else."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 2 else None
