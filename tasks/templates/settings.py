"""Tasks in Settings: switches of the network, of the display and of sound, and two choices from a list."""

from collections.abc import Sequence

from devices.action import Action, Done
from devices.device import Setup
from devices.observation import Observation
from devices.state import State, Value
from tasks.conditions import fact
from tasks.mistakes import flip, in_turn, usual
from tasks.navigate import back, find, seek, stray_switch, tap, tap_or_seek, to_app
from tasks.oracle import Automatic, Oracle
from tasks.params import Choice
from tasks.task import Params, Solver, Task, Wrong
from tasks.trace import Step

SWITCHES = {
    "wifi": ("Network & internet", "Wi-Fi"),
    "mobile_data": ("Network & internet", "Mobile data"),
    "airplane_mode": ("Network & internet", "Airplane mode"),
    "bluetooth": ("Connected devices", "Use Bluetooth"),
    "dark_theme": ("Display", "Dark theme"),
    "adaptive_brightness": ("Display", "Adaptive brightness"),
    "auto_rotate": ("Display", "Auto-rotate screen"),
    "vibrate_for_calls": ("Sound & vibration", "Vibrate for calls"),
    "do_not_disturb": ("Sound & vibration", "Do Not Disturb"),
    "touch_sounds": ("Sound & vibration", "Touch sounds"),
}
"""Key of the fact → (page of Settings, label of the switch)."""
_SPOKEN = {
    "bluetooth": "Bluetooth",
    "airplane_mode": "airplane mode",
    "mobile_data": "mobile data",
    "dark_theme": "the dark theme",
    "adaptive_brightness": "adaptive brightness",
    "auto_rotate": "auto-rotate",
    "vibrate_for_calls": "vibration for calls",
    "do_not_disturb": "Do Not Disturb",
    "touch_sounds": "touch sounds",
}
_NEIGHBOURS = {
    "wifi": "mobile_data",
    "mobile_data": "wifi",
    "airplane_mode": "mobile_data",
    "bluetooth": "wifi",
    "dark_theme": "adaptive_brightness",
    "adaptive_brightness": "dark_theme",
    "auto_rotate": "dark_theme",
    "vibrate_for_calls": "touch_sounds",
    "do_not_disturb": "vibrate_for_calls",
    "touch_sounds": "vibrate_for_calls",
}
_RADIOS = Automatic("settings", "airplane_mode", ("wifi", "mobile_data", "bluetooth"))
FONT_SIZES = {0.85: "Small", 1.0: "Default", 1.15: "Large", 1.3: "Largest"}
TIMEOUTS = {
    15: "15 seconds",
    30: "30 seconds",
    60: "1 minute",
    120: "2 minutes",
    300: "5 minutes",
    600: "10 minutes",
    1800: "30 minutes",
}


def _on_page(seen: Observation, history: Sequence[Step], page: str) -> Action | None:
    """The next action towards a page of Settings; None when it is up."""
    if action := to_app(seen, "Settings"):
        return action
    if seen.title == page:
        return None
    return tap_or_seek(seen, history, page, "row") if seen.title == "Settings" else back()


def _switch(key: Value, on: Value, seen: Observation, history: Sequence[Step]) -> Action:
    page, label = SWITCHES[str(key)]
    if action := _on_page(seen, history, page):
        return action
    if stray := stray_switch(seen, history, label):
        return tap(stray)
    switch = find(seen, label, "switch")
    if switch is None:
        return seek(seen, history)
    return Done() if switch.checked is on else tap(switch)


def _solve_wifi(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return _switch("wifi", True, seen, history)


def _solve_switch(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return _switch(params["switch"], params["on"], seen, history)


def _undo_switch(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return _switch(params.get("switch", "wifi"), not params.get("on", True), seen, history)


def _neighbour(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return flip(*SWITCHES[_NEIGHBOURS[str(params.get("switch", "wifi"))]])(seen, params, history)


def _wrong_switch(solver: Solver) -> tuple[Wrong, ...]:
    return (
        Wrong("on, then off again", in_turn(solver, _undo_switch)),
        Wrong("the neighbouring switch", _neighbour),
        Wrong("the right switch and its neighbour", in_turn(solver, _neighbour)),
        *usual("Settings", solver),
    )


def _choose(page: str, row: str, choice: str, seen: Observation, history: Sequence[Step]) -> Action:
    """Choose from the list behind a row. The choice is seen where it is checked, or as the row's summary."""
    if radio := find(seen, choice, "radio"):
        return Done() if radio.checked else tap(radio)
    if any(e.kind == "radio" for e in seen.elements):
        return seek(seen, history)
    if action := _on_page(seen, history, page):
        return action
    if stray := stray_switch(seen, history):
        return tap(stray)
    entry = find(seen, row, "row")
    if entry is None:
        return seek(seen, history)
    return Done() if entry.detail == choice else tap(entry)


def _solve_font_size(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return to_app(seen, "Settings") or _choose("Display", "Font size", FONT_SIZES[float(params["size"])], seen, history)


def _solve_timeout(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return to_app(seen, "Settings") or _choose("Display", "Screen timeout", TIMEOUTS[int(params["seconds"])], seen, history)


def _wrong_size(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    sizes = [size for size in FONT_SIZES if size not in (params["size"], params["before"])]
    return _solve_font_size(seen, {"size": sizes[0]}, history)


def _size_back(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return _solve_font_size(seen, {"size": params["before"]}, history)


def _wrong_timeout(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    times = [seconds for seconds in TIMEOUTS if seconds not in (params["seconds"], params["before"])]
    return _solve_timeout(seen, {"seconds": times[0]}, history)


def _timeout_back(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return _solve_timeout(seen, {"seconds": params["before"]}, history)


def _switch_setup(params: Params) -> Setup:
    key, on = str(params.get("switch", "wifi")), bool(params.get("on", True))
    facts: dict[str, Value] = {"airplane_mode": False}
    if key == "airplane_mode" and not on:
        facts |= {"wifi": False, "mobile_data": False, "bluetooth": False}
    return Setup(facts={"settings": facts | {key: not on}})


def _switch_oracle(params: Params) -> Oracle:
    key, on = str(params.get("switch", "wifi")), bool(params.get("on", True))
    return Oracle(goal=fact("settings", key, on), automatic=(_RADIOS,) if key == "airplane_mode" else ())


def _other_switches(params: Params) -> State:
    """The other switches stand where the one meant is wanted, so that a glance at the wrong one says that all is done."""
    meant, on = str(params.get("switch", "wifi")), bool(params.get("on", True))
    radios = ("airplane_mode", "wifi", "mobile_data", "bluetooth")
    return {"settings": {key: on for key in SWITCHES if key != meant and not (meant in radios and key in radios)}}


def _spoken_switch(value: Value) -> str:
    return _SPOKEN[str(value)]


def _on_off(value: Value) -> str:
    return "on" if value else "off"


def _switch_task(id: str, *keys: str) -> Task:  # noqa: A002 - it is the task's id
    return Task(
        id=id,
        apps=("settings",),
        kind="toggle",
        goals=("Turn {on} {switch}.", "Turn {switch} {on}.", "Switch {on} {switch} in Settings.", "I want {switch} to be {on}."),
        params={"switch": Choice(keys), "on": Choice((True, False))},
        setup=_switch_setup,
        oracle=_switch_oracle,
        solve=_solve_switch,
        wrong=_wrong_switch(_solve_switch),
        shown={"switch": _spoken_switch, "on": _on_off},
        distractors=_other_switches,
    )


TASKS = (
    Task(
        id="settings.turn_on_wifi",
        apps=("settings",),
        kind="toggle",
        goals=("Turn on Wi-Fi.", "Turn Wi-Fi on.", "Switch Wi-Fi on in Settings.", "Enable Wi-Fi."),
        params={},
        setup=_switch_setup,
        oracle=_switch_oracle,
        solve=_solve_wifi,
        wrong=_wrong_switch(_solve_wifi),
        distractors=_other_switches,
    ),
    _switch_task("settings.set_connection", "bluetooth", "airplane_mode", "mobile_data"),
    _switch_task("settings.set_display_switch", "dark_theme", "adaptive_brightness", "auto_rotate"),
    _switch_task("settings.set_sound_switch", "vibrate_for_calls", "do_not_disturb", "touch_sounds"),
    Task(
        id="settings.set_font_size",
        apps=("settings",),
        kind="choice",
        goals=("Set the font size to {size}.", "Change the font size to {size}.", "Make the text size {size} in the display settings."),
        params={"size": Choice(tuple(FONT_SIZES)), "before": Choice(tuple(FONT_SIZES))},
        setup=lambda params: Setup(facts={"settings": {"font_scale": params["before"]}}),
        oracle=lambda params: Oracle(goal=fact("settings", "font_scale", params["size"])),
        solve=_solve_font_size,
        wrong=(
            Wrong("another size", _wrong_size),
            Wrong("the right size, then the old one", in_turn(_solve_font_size, _size_back)),
            Wrong("the right size and a switch beside it", in_turn(_solve_font_size, flip("Display", "Auto-rotate screen"))),
            *usual("Settings", _solve_font_size),
        ),
        shown={"size": lambda value: FONT_SIZES[float(value)]},
    ),
    Task(
        id="settings.set_screen_timeout",
        apps=("settings",),
        kind="choice",
        goals=(
            "Set the screen timeout to {seconds}.",
            "Make the screen turn off after {seconds}.",
            "Change the screen timeout to {seconds}.",
        ),
        params={"seconds": Choice(tuple(TIMEOUTS)), "before": Choice(tuple(TIMEOUTS))},
        setup=lambda params: Setup(facts={"settings": {"screen_timeout": params["before"]}}),
        oracle=lambda params: Oracle(goal=fact("settings", "screen_timeout", params["seconds"])),
        solve=_solve_timeout,
        wrong=(
            Wrong("another time", _wrong_timeout),
            Wrong("the right time, then the old one", in_turn(_solve_timeout, _timeout_back)),
            Wrong("the right time and a switch beside it", in_turn(_solve_timeout, flip("Display", "Auto-rotate screen"))),
            *usual("Settings", _solve_timeout),
        ),
        shown={"seconds": lambda value: TIMEOUTS[int(value)]},
    ),
)
