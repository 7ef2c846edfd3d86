"""Calculator: keys, a display, memory, and a list of what was calculated."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Final

from devices.sim.app import App
from devices.sim.screens.arithmetic import CLOSED, MOST, FormatError, evaluate, number_text, press
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Dialog, Pad, Row, Screen, Text, Widget
from devices.state import Facts

_CALCULATOR: Final[Facts] = {"display": "", "memory": "0"}
_CALCULATION: Final[Facts] = {"expression": "", "result": "", "time": "2026-02-01T12:00:00"}
KEYS: Final = (
    (("C", "clr"), ("(", "lparen"), (")", "rparen"), ("%", "op_pct"), ("⌫", "del")),
    (("MC", "mem_clear"), ("7", "digit_7"), ("8", "digit_8"), ("9", "digit_9"), ("÷", "op_div")),
    (("MR", "mem_recall"), ("4", "digit_4"), ("5", "digit_5"), ("6", "digit_6"), ("×", "op_mul")),
    (("M−", "mem_sub"), ("1", "digit_1"), ("2", "digit_2"), ("3", "digit_3"), ("−", "op_sub")),
    (("M+", "mem_add"), ("0", "digit_0"), (".", "dec_point"), ("=", "eq"), ("+", "op_add")),
)
"""Label and resource name of every key, line by line."""


def main(system: System, page: Page) -> Screen:
    facts = system.facts["calculator"]
    body: list[Widget] = [Text(str(facts["display"]) or "0", "headline", "formula", selectable=True)]
    if page.local.get("error"):
        body.append(Text(page.local["error"], "error", "result"))
    if facts["memory"] != "0":
        body.append(Text(f"M = {facts['memory']}", "caption", "memory"))
    body.append(Pad([[Button(label, partial(_press, system, page, label), name) for label, name in line] for line in KEYS]))
    history = Button(system.say("History"), lambda: system.open("history"), "menu_history")
    return Screen(system.say("Calculator"), body, up=False, actions=[history])


def _press(system: System, page: Page, key: str) -> None:
    """What a key does. Whatever follows a result begins anew, unless it goes on calculating with it."""
    shown = str(system.facts["calculator"]["display"])
    page.local.pop("error", None)
    finished, page.local["finished"] = page.local.get("finished", False), False
    match key:
        case "C":
            system.set("calculator", "display", "")
        case "⌫":
            system.set("calculator", "display", "" if finished else shown[:-1])
        case "=":
            _equals(system, page, shown)
        case "MC":
            system.set("calculator", "memory", "0")
        case "MR":
            memory = str(system.facts["calculator"]["memory"])
            before = "" if finished else shown
            inserted = f"({memory})" if before and memory[0] == "−" else memory
            if before[-1:] not in CLOSED and len(before) + len(inserted) <= MOST:
                system.set("calculator", "display", before + inserted)
        case "M+" | "M−":
            _remember(system, page, shown, key == "M+")
        case _:
            before = "" if finished and (key.isdigit() or key in ".(") else shown
            system.set("calculator", "display", press(before, key))


def _try(system: System, page: Page, shown: str, then: Callable[[str], object]) -> None:
    """Work out the display and go on with its value, or say what is wrong with it."""
    try:
        value = number_text(evaluate(shown))
    except FormatError:
        page.local["error"] = system.say("Format error")
    except ZeroDivisionError:
        page.local["error"] = system.say("Can't divide by 0")
    else:
        then(value)


def _equals(system: System, page: Page, shown: str) -> None:
    def finish(value: str) -> None:
        page.local["finished"] = True
        if value != shown:
            system.set("calculator", "display", value)
            system.create("calculation", {"expression": shown, "result": value, "time": system.now.isoformat(timespec="seconds")})

    if shown:
        _try(system, page, shown, finish)


def _remember(system: System, page: Page, shown: str, add: bool) -> None:
    def finish(value: str) -> None:
        page.local["finished"] = True
        total = evaluate(f"{system.facts['calculator']['memory']}{'+' if add else '−'}({value})")
        system.set("calculator", "memory", number_text(total))

    if shown:
        _try(system, page, shown, finish)


# History


def history(system: System, page: Page) -> Screen:
    """What was calculated, the latest first; a tap takes a result over."""

    def take(entity: str) -> None:
        system.close()
        below = system.stack[-1]
        below.local["finished"] = True
        below.local.pop("error", None)
        system.set("calculator", "display", str(system.facts[entity]["result"]))

    shown = sorted(system.entities("calculation"), key=lambda entity: str(system.facts[entity]["time"]), reverse=True)
    rows: list[Widget] = [
        Row(str(system.facts[entity]["result"]), str(system.facts[entity]["expression"]), partial(take, entity), name="history_row")
        for entity in shown
    ]
    clear = Button(system.say("Clear history"), lambda: system.open("clear"), "menu_clear", enabled=bool(rows))
    return Screen(system.say("History"), rows or [Text(system.say("No history"), name="empty")], actions=[clear])


def clear(system: System, page: Page) -> Dialog:
    def confirm() -> None:
        system.close()
        for entity in system.entities("calculation"):
            system.delete(entity)

    return Dialog(
        system.say("Clear history?"),
        buttons=[
            Button(system.say("Cancel"), system.close, "android:id/button2"),
            Button(system.say("Clear"), confirm, "android:id/button1"),
        ],
    )


def _done(expression: str, result: str, time: datetime) -> Facts:
    return {"expression": expression, "result": result, "time": time.isoformat()}


APP = App(
    "com.android.calculator2",
    "Calculator",
    {"main": main, "history": history, "clear": clear},
    kinds={"calculator": _CALCULATOR, "calculation": _CALCULATION},
    baseline={
        "calculator": dict(_CALCULATOR),
        "calculation/1": _done("48×3", "144", datetime(2026, 2, 25, 18, 3)),
        "calculation/2": _done("1260÷4", "315", datetime(2026, 2, 28, 12, 40)),
    },
    colour="#5f6368",
)
