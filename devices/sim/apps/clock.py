"""Clock: alarms and a timer."""

from datetime import datetime
from functools import partial
from typing import Any, Final

from devices.sim.app import App
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Buttons, Dialog, Field, Fields, Radios, Row, Screen, Text, Widget
from devices.sim.words import DAY_NAMES, DAYS, alarm_days, clock_time, time_left
from devices.state import Facts

_PACKAGE: Final = "com.android.deskclock"
_ALARM_IDS: Final = ("digital_clock", "days_of_week", "label")
_ALARM: Final[Facts] = {"hour": 0, "minute": 0, "enabled": True, "label": "", "days": "", "vibrate": True}
_TIMER: Final[Facts] = {"state": "idle", "duration": 0}


def _full_day(system: System) -> bool:
    return bool(system.settings()["use_24_hour"])


def _time(system: System, alarm: str) -> str:
    facts = system.facts[alarm]
    return clock_time(int(facts["hour"]), int(facts["minute"]), _full_day(system))


def main(system: System, page: Page) -> Screen:
    chosen = page.local.setdefault("tab", 0)

    def select(tab: int) -> None:
        if page.local["tab"] != tab:
            system.unfocus()
            page.local["tab"] = tab
            page.scroll = 0

    tabs = [Button("Alarm", lambda: select(0), "tab_menu_alarm"), Button("Timer", lambda: select(1), "tab_menu_timer")]
    if chosen == 0:
        add = Button("Add alarm", lambda: system.open("time"), "fab")
        return Screen("Alarm", _alarms(system) or [Text("No alarms")], up=False, float=add, tabs=tabs, tab=0)
    return Screen("Timer", _timer(system, page), up=False, tabs=tabs, tab=1)


def _alarms(system: System) -> list[Widget]:
    def key(alarm: str) -> tuple[int, int, int]:
        facts = system.facts[alarm]
        return int(facts["hour"]), int(facts["minute"]), int(alarm.partition("/")[2])

    def row(alarm: str) -> Row:
        facts = system.facts[alarm]
        on = bool(facts["enabled"])
        days = alarm_days(str(facts["days"]), int(facts["hour"]), int(facts["minute"]), on, system.now)
        return Row(
            _time(system, alarm),
            days,
            lambda: system.open("alarm", alarm),
            "switch",
            on,
            lambda: system.set(alarm, "enabled", not on),
            more=str(facts["label"]),
            name="alarm_item",
            ids=_ALARM_IDS,
        )

    return [row(alarm) for alarm in sorted(system.entities("alarm"), key=key, reverse=not system.ascending)]


def alarm(system: System, page: Page) -> Screen:
    (entity,) = page.args
    facts = system.facts[entity]
    days = [day for day in DAYS if day in str(facts["days"]).split(",")]

    def toggle(day: str) -> None:
        system.set(entity, "days", ",".join(other for other in DAYS if (other in days) != (other == day)))

    def delete() -> None:
        system.close_to("main")
        system.delete(entity)

    vibrate = bool(facts["vibrate"])
    return Screen(
        "Edit alarm",
        [
            Row("Time", _time(system, entity), lambda: system.open("time", entity)),
            Row("Label", str(facts["label"]), lambda: system.open("label", entity)),
            *(
                Row(name, on_tap=partial(toggle, day), control="checkbox", checked=day in days)
                for day, name in zip(DAYS, DAY_NAMES, strict=True)
            ),
            Row("Vibrate", on_tap=lambda: system.set(entity, "vibrate", not vibrate), control="switch", checked=vibrate),
            Button("Delete", delete, "delete"),
        ],
    )


def label(system: System, page: Page) -> Dialog:
    (entity,) = page.args
    local = page.local
    local.setdefault("label", system.facts[entity]["label"])

    def save() -> None:
        system.close()
        system.set(entity, "label", local["label"])

    return Dialog(
        "Label",
        [Field("label_box", "Label", local["label"], lambda text: local.update(label=text))],
        [Button("Cancel", system.close, "android:id/button2"), Button("OK", save, "android:id/button1")],
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
            local["error"] = "Enter a valid time"
            return
        hour, minute = picked
        system.close()
        if page.args:
            system.set(page.args[0], "hour", hour)
            system.set(page.args[0], "minute", minute)
        else:
            system.create("alarm", {**_ALARM, "hour": hour, "minute": minute})

    body: list[Widget] = [
        Fields(
            [
                Field("input_hour", "Hour", local["hour"], lambda text: local.update(hour=text)),
                Field("input_minute", "Minute", local["minute"], lambda text: local.update(minute=text)),
            ]
        )
    ]
    if not full_day:
        body.append(Radios([("AM", not local["pm"], lambda: local.update(pm=False)), ("PM", local["pm"], lambda: local.update(pm=True))]))
    if local["error"]:
        body.append(Text(local["error"], "error", "error"))
    return Dialog("Set time", body, [Button("Cancel", system.close, "android:id/button2"), Button("OK", confirm, "android:id/button1")])


def _picked(local: dict[str, Any], full_day: bool) -> tuple[int, int] | None:
    hour, minute = _number(local["hour"]), _number(local["minute"])
    if hour is None or minute is None or minute > 59:
        return None
    if full_day:
        return (hour, minute) if hour <= 23 else None
    return (hour % 12 + (12 if local["pm"] else 0), minute) if 1 <= hour <= 12 else None


def _number(text: str) -> int | None:
    """What a field of up to two digits holds; None for anything else."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 2 else None


def _timer(system: System, page: Page) -> list[Widget]:
    local = page.local
    state = system.facts["timer"]["state"]
    if state == "idle":
        return _timer_setup(system, local)

    def pause() -> None:
        system.memory["timer_left"] = timer_left(system)
        system.set("timer", "state", "paused")

    def resume() -> None:
        system.memory["timer_since"] = system.now
        system.set("timer", "state", "running")

    def delete() -> None:
        system.set("timer", "state", "idle")
        system.set("timer", "duration", 0)

    toggle = Button("Pause", pause, "pause") if state == "running" else Button("Resume", resume, "resume")
    return [Text(time_left(timer_left(system)), "display", "timer_time"), Buttons([Button("Delete", delete, "delete"), toggle])]


def _timer_setup(system: System, local: dict[str, Any]) -> list[Widget]:
    def field(name: str, title: str) -> Field:
        return Field(name, title, local.setdefault(name, ""), lambda text: local.update({name: text}))

    def start() -> None:
        hours, minutes, seconds = (_number(local[name] or "0") for name in ("hours", "minutes", "seconds"))
        if hours is None or minutes is None or seconds is None or not hours + minutes + seconds:
            local["error"] = "Enter a valid time"
            return
        system.unfocus()
        local.update(hours="", minutes="", seconds="", error="")
        duration = hours * 3600 + minutes * 60 + seconds
        system.memory.update(timer_since=system.now, timer_left=duration)
        system.set("timer", "duration", duration)
        system.set("timer", "state", "running")

    body: list[Widget] = [Fields([field("hours", "Hours"), field("minutes", "Minutes"), field("seconds", "Seconds")])]
    if local.get("error"):
        body.append(Text(local["error"], "error", "error"))
    return [*body, Button("Start", start, "start")]


def timer_left(system: System) -> int:
    """Seconds that the timer has still to go; negative once its time is up."""
    left = int(system.memory["timer_left"])
    since: datetime = system.memory["timer_since"]
    return left - int((system.now - since).total_seconds()) if system.facts["timer"]["state"] == "running" else left


def settle(system: System, given: object) -> None:
    """A timer that is set up running has its whole time before it."""
    system.memory.update(timer_since=system.now, timer_left=system.facts["timer"]["duration"])


APP = App(
    _PACKAGE,
    "Clock",
    {"main": main, "alarm": alarm, "label": label, "time": time},
    kinds={"alarm": _ALARM, "timer": _TIMER},
    baseline={
        "alarm/1": {**_ALARM, "hour": 8, "minute": 30, "days": "mon,tue,wed,thu,fri"},
        "alarm/2": {**_ALARM, "hour": 9, "minute": 0, "enabled": False},
        "timer": _TIMER,
    },
    limits={"alarm.hour": (0, 23), "alarm.minute": (0, 59), "timer.duration": (0, 359999)},
    settle=settle,
    colour="#1a73e8",
)
