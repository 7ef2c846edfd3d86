"""Clock's timer. It runs on the phone's clock, and notifies when its time is up."""

from datetime import datetime
from functools import partial
from typing import Any, Final

from devices.sim.language import time_left
from devices.sim.screens.clock_alarms import number
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Buttons, Field, Fields, Row, Text, Widget
from devices.state import Facts

TIMER: Final[Facts] = {"state": "idle", "duration": 0, "label": ""}
"""``state`` is idle, running or paused; ``duration`` in seconds."""
MOST: Final = 359999  # 99:59:59, all that the fields hold


def timer(system: System, page: Page) -> list[Widget]:
    """The timer: fields to set it, or how long it has to go."""
    local = page.local
    facts = system.facts["timer"]
    if facts["state"] == "idle":
        return _setup(system, local)

    def pause() -> None:
        _run(system, timer_left(system), False)
        system.set("timer", "state", "paused")

    def resume() -> None:
        _run(system, int(system.memory["timer_left"]), True)
        system.set("timer", "state", "running")

    def add_minute() -> None:
        duration = min(int(facts["duration"]) + 60, MOST)
        _run(system, timer_left(system) + duration - int(facts["duration"]), running)
        system.set("timer", "duration", duration)

    def delete() -> None:
        _run(system, 0, False)
        system.set("timer", "state", "idle")
        system.set("timer", "duration", 0)
        system.set("timer", "label", "")

    running = facts["state"] == "running"
    toggle = Button(system.say("Pause"), pause, "pause") if running else Button(system.say("Resume"), resume, "resume")
    return [
        Text(time_left(timer_left(system)), "display", "timer_time"),
        Buttons([Button(system.say("Delete"), delete, "delete"), toggle]),
        Button(system.say("Add 1 minute"), add_minute, "add_minute"),
        Row(system.say("Label"), str(facts["label"]), partial(system.open, "label", "timer"), name="edit_label"),
    ]


def _setup(system: System, local: dict[str, Any]) -> list[Widget]:
    def field(name: str, title: str) -> Field:
        return Field(name, title, local.setdefault(name, ""), lambda text: local.update({name: text}))

    def start() -> None:
        hours, minutes, seconds = (number(local[name] or "0") for name in ("hours", "minutes", "seconds"))
        if hours is None or minutes is None or seconds is None or not hours + minutes + seconds:
            local["error"] = system.say("Enter a valid time")
            return
        system.unfocus()
        local.update(hours="", minutes="", seconds="", error="")
        duration = min(hours * 3600 + minutes * 60 + seconds, MOST)
        _run(system, duration, True)
        system.set("timer", "duration", duration)
        system.set("timer", "state", "running")

    body: list[Widget] = [
        Fields([field("hours", system.say("Hours")), field("minutes", system.say("Minutes")), field("seconds", system.say("Seconds"))])
    ]
    if local.get("error"):
        body.append(Text(local["error"], "error", "error"))
    return [*body, Button(system.say("Start"), start, "start")]


def _run(system: System, left: int, running: bool) -> None:
    """Let the timer have so many seconds to go from now on, running or not."""
    memory = system.memory
    if "timer_order" in memory:
        system.call_off(memory.pop("timer_order"))
    memory.update(timer_since=system.now, timer_left=left)
    if running and left > 0:
        memory["timer_order"] = system.after(left, partial(_ring, system))


def _ring(system: System) -> None:
    label = str(system.facts["timer"]["label"])
    system.notify("com.android.deskclock", system.say("Time's up"), label or system.say("Timer"))


def timer_left(system: System) -> int:
    """Seconds that the timer has still to go; negative once its time is up."""
    left = int(system.memory["timer_left"])
    since: datetime = system.memory["timer_since"]
    return left - int((system.now - since).total_seconds()) if system.facts["timer"]["state"] == "running" else left


def settle(system: System) -> None:
    """A timer that is set up running has its whole time before it."""
    facts = system.facts["timer"]
    _run(system, int(facts["duration"]), facts["state"] == "running")
