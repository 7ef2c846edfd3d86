"""Clock's stopwatch. It runs on the phone's clock; the times of its laps are no facts, only how many there are."""

from datetime import datetime
from typing import Final

from devices.sim.language import time_left
from devices.sim.system import System
from devices.sim.widgets import Button, Buttons, Row, Text, Widget
from devices.state import Facts

STOPWATCH: Final[Facts] = {"state": "idle", "elapsed": 0, "laps": 0}
"""``state`` is idle, running or paused; ``elapsed`` are seconds, as they were when it was last started or paused."""


def elapsed(system: System) -> int:
    """Seconds that the stopwatch shows."""
    facts = system.facts["stopwatch"]
    since: datetime = system.memory["stopwatch_since"]
    running = facts["state"] == "running"
    return int(facts["elapsed"]) + (int((system.now - since).total_seconds()) if running else 0)


def stopwatch(system: System) -> list[Widget]:
    """The stopwatch, its laps below it, the latest first."""
    facts, laps = system.facts["stopwatch"], system.memory["laps"]

    def start() -> None:
        system.memory["stopwatch_since"] = system.now
        system.set("stopwatch", "state", "running")

    def pause() -> None:
        shown = elapsed(system)
        system.set("stopwatch", "state", "paused")
        system.set("stopwatch", "elapsed", shown)

    def lap() -> None:
        laps.append(elapsed(system))
        system.set("stopwatch", "laps", len(laps))

    def reset() -> None:
        laps.clear()
        for key, value in STOPWATCH.items():
            system.set("stopwatch", key, value)

    match facts["state"]:
        case "idle":
            buttons = [Button(system.say("Start"), start, "start")]
        case "running":
            buttons = [Button(system.say("Lap"), lap, "lap"), Button(system.say("Pause"), pause, "pause")]
        case _:
            buttons = [Button(system.say("Reset"), reset, "reset"), Button(system.say("Resume"), start, "resume")]
    rows = [
        Row(
            system.say("Lap {number}", number=number),
            system.say("{lap} ({total} in all)", lap=time_left(end - begin), total=time_left(end)),
            name="lap_row",
        )
        for number, begin, end in zip(range(1, len(laps) + 1), [0, *laps], laps, strict=False)
    ]
    return [Text(time_left(elapsed(system)), "display", "stopwatch_time"), Buttons(buttons), *reversed(rows)]


def settle(system: System) -> None:
    """A stopwatch that is set up running goes on from what it had; laps that are set up are equally long."""
    facts = system.facts["stopwatch"]
    count = int(facts["laps"])
    system.memory.update(stopwatch_since=system.now, laps=[int(facts["elapsed"]) * number // count for number in range(1, count + 1)])
