"""Clock: alarms, a timer, a stopwatch, the time in other cities."""

from functools import partial
from typing import Final

from devices.device import DeviceError
from devices.sim.app import App
from devices.sim.screens import clock_alarms, clock_stopwatch, clock_timer, clock_world
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Choice, Dialog, Menu, Row, Screen, Text
from devices.state import Facts, show

_TABS: Final = {"Alarm": "tab_menu_alarm", "Timer": "tab_menu_timer", "Stopwatch": "tab_menu_stopwatch", "World clock": "tab_menu_clock"}
"""Name of each tab, and its resource name."""
_CLOCK: Final[Facts] = {"snooze": 10, "silence_after": 10}  # minutes
_STATES: Final = ("idle", "running", "paused")
_SNOOZES: Final = {"1 minute": 1, "5 minutes": 5, "10 minutes": 10, "15 minutes": 15, "20 minutes": 20, "30 minutes": 30}
_SILENCES: Final = {"1 minute": 1, "5 minutes": 5, "10 minutes": 10, "20 minutes": 20, "Never": 0}


def main(system: System, page: Page) -> Screen:
    chosen = page.local.setdefault("tab", 0)

    def select(tab: int) -> None:
        if page.local["tab"] != tab:
            system.unfocus()
            page.local["tab"] = tab
            page.scroll = 0

    tabs = [Button(system.say(title), partial(select, number), name) for number, (title, name) in enumerate(_TABS.items())]
    float_button = None
    match chosen:
        case 0:
            body = clock_alarms.alarms(system) or [Text(system.say("No alarms"), name="empty")]
            float_button = Button(system.say("Add alarm"), lambda: system.open("time"), "fab")
        case 1:
            body = clock_timer.timer(system, page)
        case 2:
            body = clock_stopwatch.stopwatch(system)
        case _:
            body = clock_world.cities(system) or [Text(system.say("No cities"), name="empty")]
            float_button = Button(system.say("Add city"), lambda: system.open("cities"), "fab")
    more = Button(system.say("More options"), lambda: system.open("menu"), "menu_more")
    return Screen(tabs[chosen].label, body, up=False, actions=[more], float=float_button, tabs=tabs, tab=chosen)


def menu(system: System, page: Page) -> Menu:
    def settings() -> None:
        system.close()
        system.open("settings")

    return Menu([Button(system.say("Settings"), settings, "menu_settings")])


def settings(system: System, page: Page) -> Screen:
    held = system.facts["clock"]

    def row(title: str, choices: dict[str, int], key: str) -> Row:
        label = next((label for label, minutes in choices.items() if minutes == held[key]), "Custom")
        return Row(system.say(title), system.say(label), lambda: system.open(key), name=key)

    return Screen(
        system.say("Clock settings"),
        [row("Snooze length", _SNOOZES, "snooze"), row("Silence after", _SILENCES, "silence_after")],
    )


def _choice(title: str, choices: dict[str, int], key: str, system: System, page: Page) -> Dialog:
    """Chooses a number of minutes from a list, and closes."""

    def choose(minutes: int) -> None:
        system.close()
        system.set("clock", key, minutes)

    items = [
        Choice(system.say(label), minutes == system.facts["clock"][key], partial(choose, minutes)) for label, minutes in choices.items()
    ]
    return Dialog(system.say(title), items, [Button(system.say("Cancel"), system.close, "android:id/button2")])


def settle(system: System, given: object) -> None:
    """What is set up running starts now.

    Raises:
        DeviceError: a state that neither timer nor stopwatch has.
    """
    for entity in ("timer", "stopwatch"):
        state = system.facts[entity]["state"]
        if state not in _STATES:
            raise DeviceError(f"{entity}.state is {show(state)}: expected one of {', '.join(_STATES)}")
    clock_timer.settle(system)
    clock_stopwatch.settle(system)


APP = App(
    "com.android.deskclock",
    "Clock",
    {
        "main": main,
        "menu": menu,
        "settings": settings,
        "snooze": partial(_choice, "Snooze length", _SNOOZES, "snooze"),
        "silence_after": partial(_choice, "Silence after", _SILENCES, "silence_after"),
        "alarm": clock_alarms.alarm,
        "label": clock_alarms.label,
        "time": clock_alarms.time,
        "city": clock_world.city,
        "cities": clock_world.add,
    },
    kinds={
        "alarm": clock_alarms.ALARM,
        "timer": clock_timer.TIMER,
        "stopwatch": clock_stopwatch.STOPWATCH,
        "city": clock_world.CITY,
        "clock": _CLOCK,
    },
    baseline={
        "alarm/1": {**clock_alarms.ALARM, "hour": 8, "minute": 30, "days": "mon,tue,wed,thu,fri"},
        "alarm/2": {**clock_alarms.ALARM, "hour": 9, "minute": 0, "enabled": False},
        "timer": clock_timer.TIMER,
        "stopwatch": clock_stopwatch.STOPWATCH,
        "city/1": {"name": "Tokyo", "offset": 540},
        "city/2": {"name": "New York", "offset": -300},
        "clock": _CLOCK,
    },
    limits={
        "alarm.hour": (0, 23),
        "alarm.minute": (0, 59),
        "city.offset": (-720, 840),
        "clock.silence_after": (0, 60),
        "clock.snooze": (1, 60),
        "stopwatch.elapsed": (0, clock_timer.MOST),
        "stopwatch.laps": (0, 99),
        "timer.duration": (0, clock_timer.MOST),
    },
    settle=settle,
    colour="#1a73e8",
    draft=("time", {"input_hour": "11", "input_minute": "1"}),
)
