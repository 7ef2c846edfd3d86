"""Tasks in Settings: switches, sliders, choices, a name, a permission, and how the phone is set."""

from collections.abc import Callable, Sequence

from devices.action import Action, Done
from devices.device import Setup
from devices.observation import Observation
from devices.sim.screens.settings_apps import PERMISSIONS
from devices.sim.screens.settings_places import LABELS
from devices.sim.screens.settings_rows import VOLUMES
from devices.state import State, Value
from tasks.answers import answer_number
from tasks.conditions import Condition, all_of, fact
from tasks.mistakes import answers, flip, in_turn, usual
from tasks.navigate import find, in_dialog, press, says, tapped
from tasks.oracle import Automatic, Oracle
from tasks.params import Choice, Integer, ShortText, several
from tasks.params import Several as SeveralOf
from tasks.solutions import settings as go
from tasks.task import Params, Solver, Task, Wrong
from tasks.trace import Step

_SPOKEN = {
    "bluetooth": "Bluetooth",
    "wifi": "Wi-Fi",
    "use_location": "location",
    "airplane_mode": "airplane mode",
    "mobile_data": "mobile data",
    "dark_theme": "the dark theme",
    "adaptive_brightness": "adaptive brightness",
    "auto_rotate": "auto-rotate",
    "vibrate_for_calls": "vibration for calls",
    "do_not_disturb": "Do Not Disturb",
    "touch_sounds": "touch sounds",
    "battery_percentage": "the battery percentage",
    "data_saver": "Data Saver",
    "volume_media": "media",
    "volume_call": "call",
    "volume_ring": "ring",
    "volume_alarm": "alarm",
}
_NEIGHBOURS = {
    "wifi": "mobile_data",
    "mobile_data": "wifi",
    "airplane_mode": "wifi",  # mobile data cannot be switched in airplane mode
    "bluetooth": "wifi",
    "dark_theme": "adaptive_brightness",
    "adaptive_brightness": "dark_theme",
    "auto_rotate": "dark_theme",
    "vibrate_for_calls": "touch_sounds",
    "do_not_disturb": "vibrate_for_calls",
    "touch_sounds": "vibrate_for_calls",
}
_SWITCHES = tuple(_NEIGHBOURS)
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


def _spoken(value: Value) -> str:
    return _SPOKEN[str(value)]


def _on_off(value: Value) -> str:
    return "on" if value else "off"


def _settings(**facts: Value) -> Setup:
    return Setup(facts={"settings": facts})


_FACTS = {"use_location": "location", "hotspot_on": "hotspot"}
"""Setting → the fact that it switches, where that has another name."""


def _switched(key: str, on: bool) -> Condition:
    return fact("settings", _FACTS.get(key, key), on)


def _has_already(key: str, param: str) -> Callable[[Params], State]:
    """A setting has the value asked for from the start."""
    return lambda params: {"settings": {key: params[param]}}


# Switches


def _solve_switch(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.set_switch(seen, history, str(params.get("switch", "wifi")), bool(params.get("on", True))) or Done()


def _undo_switch(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return _solve_switch(seen, params | {"on": not params.get("on", True)}, history)


def _neighbour(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return flip(LABELS[_NEIGHBOURS[str(params.get("switch", "wifi"))]])(seen, params, history)


def _switch_setup(params: Params) -> Setup:
    key, on = str(params.get("switch", "wifi")), bool(params.get("on", True))
    facts: dict[str, Value] = {"airplane_mode": False}
    if key == "airplane_mode" and not on:
        facts |= {"wifi": False, "mobile_data": False, "bluetooth": False}
    return Setup(facts={"settings": facts | {key: not on}})


def _switch_oracle(params: Params) -> Oracle:
    key, on = str(params.get("switch", "wifi")), bool(params.get("on", True))
    return Oracle(goal=fact("settings", key, on), automatic=(_RADIOS,) if key == "airplane_mode" else ())


def _switch_met(params: Params) -> State:
    return {"settings": {str(params.get("switch", "wifi")): bool(params.get("on", True))}}


def _other_switches(params: Params) -> State:
    """The other switches stand where the one meant is wanted, so that a glance at the wrong one says that all is done."""
    meant, on = str(params.get("switch", "wifi")), bool(params.get("on", True))
    radios = ("airplane_mode", "wifi", "mobile_data", "bluetooth")
    return {"settings": {key: on for key in _SWITCHES if key != meant and not (meant in radios and key in radios)}}


_WRONG_SWITCH = (
    Wrong("on, then off again", in_turn(_solve_switch, _undo_switch)),
    Wrong("the neighbouring switch", _neighbour),
    Wrong("the right switch and its neighbour", in_turn(_solve_switch, _neighbour)),
    *usual("Settings", _solve_switch),
)


def _switch_task(id: str, *keys: str) -> Task:  # noqa: A002 - it is the task's id
    return Task(
        id=id,
        apps=("settings",),
        kind="toggle",
        goals=("Turn {on} {switch}.", "Turn {switch} {on}.", "Switch {on} {switch}.", "I want {switch} to be {on}."),
        params={"switch": Choice(keys), "on": Choice((True, False))},
        setup=_switch_setup,
        oracle=_switch_oracle,
        solve=_solve_switch,
        wrong=_WRONG_SWITCH,
        shown={"switch": _spoken, "on": _on_off},
        distractors=_other_switches,
        met=_switch_met,
    )


# Several switches


_SEVERAL = ("wifi", "bluetooth", "touch_sounds", "adaptive_brightness", "use_location")
"""In an order in which neighbours under either maker follow each other."""


def _sorted(switches: Value) -> list[str]:
    return sorted(several(switches), key=_SEVERAL.index)


def _switch_off_all(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.in_order(seen, history, [(key, False) for key in _sorted(params["switches"])]) or Done()


def _all_but_one(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.in_order(seen, history, [(key, False) for key in _sorted(params["switches"])[:-1]]) or Done()


def _first_on(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.set_switch(seen, history, several(params["switches"])[0], True) or Done()


def _and_list(value: Value) -> str:
    names = [_SPOKEN[key] for key in several(value)]
    return f"{', '.join(names[:-1])} and {names[-1]}"


# Choices from a list


def _solve_font_size(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.choose(seen, history, LABELS["font_size"], FONT_SIZES[float(params["size"])]) or Done()


def _solve_timeout(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.choose(seen, history, LABELS["screen_timeout"], TIMEOUTS[int(params["seconds"])]) or Done()


def _wrong_choice(solver: Solver, key: str, choices: Sequence[Value]) -> tuple[Wrong, ...]:
    """Mistakes in choosing from a list: ``before`` is the parameter that holds the choice at the start."""

    def other(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        return solver(seen, {key: next(c for c in choices if c not in (params[key], params["before"]))}, history)

    def undo(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        return solver(seen, {key: params["before"]}, history)

    return (
        Wrong("another choice", other),
        Wrong("the right choice, then the old one", in_turn(solver, undo)),
        Wrong("the right choice and a switch beside it", in_turn(solver, flip(LABELS["auto_rotate"]))),
        *usual("Settings", solver),
    )


# Sliders and names


def _volume(percent: int, key: str) -> int:
    """The step of a volume that a share of its slider gives."""
    return round(percent * VOLUMES[key] / 100)


def _shown_volume(params: Params) -> int:
    """What the slider shows when the volume is set as asked: the share of the nearest step."""
    key = str(params["volume"])
    return round(100 * _volume(int(params["percent"]), key) / VOLUMES[key])


def _solve_brightness(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.slide(seen, history, LABELS["brightness"], int(params["percent"])) or Done()


def _solve_volume(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.slide(seen, history, LABELS[str(params["volume"])], _shown_volume(params)) or Done()


def _off_by(solver: Solver, change: Callable[[int], int]) -> Solver:
    """Plays the solution with another percentage."""
    return lambda seen, params, history: solver(seen, params | {"percent": change(int(params["percent"]))}, history)


def _other_volume(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    other = next(key for key in VOLUMES if key != params["volume"])
    return _solve_volume(seen, {"volume": other, "percent": 20}, history)


def _back_to(solver: Solver, key: str) -> Solver:
    """Plays the solution with the value from the start."""
    return lambda seen, params, history: solver(seen, params | {key: params["before"]}, history)


def _volume_setup(params: Params) -> Setup:
    key = str(params["volume"])
    return _settings(**{key: _volume(int(params["before"]), key)})


def _solve_rename(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.rename(seen, history, LABELS["device_name"], str(params["name"])) or Done()


def _rename_hotspot(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.rename(seen, history, LABELS["hotspot_name"], str(params["name"])) or Done()


def _never_confirms(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Types the name, and cancels."""
    if any(says(e, "Cancel") for _, e in tapped(history)):
        return Done()
    action = _solve_rename(seen, params, history)
    return press(seen, "Cancel") or action if in_dialog(seen) and action == press(seen, "OK") else action


def _shorter(solver: Solver) -> Solver:
    return lambda seen, params, history: solver(seen, params | {"name": str(params["name"])[:-1]}, history)


# Permissions


_ASKED = {"camera": "Camera", "location": "Maps"}
"""Permission → the app that needs it."""
_SPOKEN_PERMISSION = {"camera": "Camera to use the camera", "location": "Maps to use the location"}


def _permit(answer: str) -> Solver:
    """Answers for good whether the app may."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        name = str(params["permission"])
        return go.permit(seen, history, _ASKED[name], PERMISSIONS[name], answer) or Done()

    return solve


def _other_permission(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    other = next(name for name in _ASKED if name != params["permission"])
    return _permit("Don't allow")(seen, params | {"permission": other}, history)


# Questions


def _slider_state(seen: Observation) -> str | None:
    slider = find(seen, LABELS["brightness"], "slider")
    return slider.detail if slider else None


_ask_brightness = go.answer_from(LABELS["brightness"], _slider_state)


def _beside(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return answers(_ask_brightness, f"{int(params['percent']) + 1}%")(seen, params, history)


TASKS = (
    Task(
        id="settings.turn_on_wifi",
        apps=("settings",),
        kind="toggle",
        goals=("Turn on Wi-Fi.", "Turn Wi-Fi on.", "Switch Wi-Fi on.", "Enable Wi-Fi."),
        params={},
        setup=_switch_setup,
        oracle=_switch_oracle,
        solve=_solve_switch,
        wrong=_WRONG_SWITCH,
        distractors=_other_switches,
        met=_switch_met,
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
        setup=lambda params: _settings(font_scale=params["before"]),
        oracle=lambda params: Oracle(goal=fact("settings", "font_scale", params["size"])),
        solve=_solve_font_size,
        wrong=_wrong_choice(_solve_font_size, "size", tuple(FONT_SIZES)),
        shown={"size": lambda value: FONT_SIZES[float(value)]},
        met=_has_already("font_scale", "size"),
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
        setup=lambda params: _settings(screen_timeout=params["before"]),
        oracle=lambda params: Oracle(goal=fact("settings", "screen_timeout", params["seconds"])),
        solve=_solve_timeout,
        wrong=_wrong_choice(_solve_timeout, "seconds", tuple(TIMEOUTS)),
        shown={"seconds": lambda value: TIMEOUTS[int(value)]},
        met=_has_already("screen_timeout", "seconds"),
    ),
    Task(
        id="settings.set_brightness",
        apps=("settings",),
        kind="slider",
        goals=(
            "Set the screen brightness to {percent} percent.",
            "Change the brightness level to exactly {percent}%.",
            "Make the display brightness {percent}%.",
        ),
        params={"percent": Integer(1, 99), "before": Choice((20, 50, 80))},
        setup=lambda params: _settings(brightness=params["before"], adaptive_brightness=False),
        oracle=lambda params: Oracle(goal=fact("settings", "brightness", params["percent"])),
        solve=_solve_brightness,
        wrong=(
            Wrong("one percent beside it", _off_by(_solve_brightness, lambda percent: percent + 1)),
            Wrong("as much as is missing", _off_by(_solve_brightness, lambda percent: 100 - percent if percent != 50 else 49)),
            Wrong("the right one, then the old one", in_turn(_solve_brightness, _back_to(_solve_brightness, "percent"))),
            Wrong("the right one and adaptive brightness", in_turn(_solve_brightness, flip(LABELS["adaptive_brightness"]))),
            *usual("Settings", _solve_brightness),
        ),
        met=_has_already("brightness", "percent"),
    ),
    Task(
        id="settings.set_volume",
        apps=("settings",),
        kind="slider",
        goals=(
            "Set the {volume} volume to {percent} percent.",
            "Change the {volume} volume to {percent}%.",
            "I want the {volume} volume at {percent}%.",
        ),
        params={
            "volume": Choice(("volume_media", "volume_ring", "volume_alarm")),
            "percent": Choice((0, 20, 40, 60, 80, 100)),
            "before": Choice((30, 50, 70)),
        },
        setup=_volume_setup,
        oracle=lambda params: Oracle(
            goal=fact("settings", str(params["volume"]), _volume(int(params["percent"]), str(params["volume"]))),
        ),
        solve=_solve_volume,
        wrong=(
            Wrong("a step beside it", _off_by(_solve_volume, lambda percent: percent + 20 if percent < 100 else 80)),
            Wrong("another volume", _other_volume),
            Wrong("the right one and another", in_turn(_solve_volume, _other_volume)),
            Wrong("the right one, then the old one", in_turn(_solve_volume, _back_to(_solve_volume, "percent"))),
            *usual("Settings", _solve_volume),
        ),
        shown={"volume": _spoken},
        met=lambda params: {"settings": {str(params["volume"]): _volume(int(params["percent"]), str(params["volume"]))}},
    ),
    Task(
        id="settings.rename_device",
        apps=("settings",),
        kind="edit",
        goals=(
            'Rename this phone to "{name}".',
            "Change the device name to {name}.",
            "In Settings, give the device the name {name}.",
        ),
        params={"name": ShortText()},
        setup=lambda params: _settings(device_name="Virtual Phone", hotspot_name="Virtual Hotspot"),
        oracle=lambda params: Oracle(goal=fact("settings", "device_name", params["name"])),
        solve=_solve_rename,
        wrong=(
            Wrong("the last letter is missing", _shorter(_solve_rename)),
            Wrong("renames the hotspot instead", _rename_hotspot),
            Wrong("renames both", in_turn(_solve_rename, _rename_hotspot)),
            Wrong("types it and cancels", _never_confirms),
            *usual("Settings", _solve_rename),
        ),
        met=_has_already("device_name", "name"),
    ),
    Task(
        id="settings.switch_off_several",
        apps=("settings",),
        kind="toggle",
        goals=("Turn off {switches}.", "Switch off {switches}.", "I want {switches} to be off."),
        params={"switches": SeveralOf(Choice(_SEVERAL), 3, 4)},
        setup=lambda params: _settings(
            airplane_mode=False, wifi=True, bluetooth=True, location=True, touch_sounds=True, adaptive_brightness=True
        ),
        oracle=lambda params: Oracle(goal=all_of(*(_switched(key, False) for key in several(params["switches"])))),
        solve=_switch_off_all,
        wrong=(
            Wrong("all but the last", _all_but_one),
            Wrong("all, and the first on again", in_turn(_switch_off_all, _first_on)),
            Wrong("all, and mobile data too", in_turn(_switch_off_all, flip(LABELS["mobile_data"]))),
            *usual("Settings", _switch_off_all),
        ),
        shown={"switches": _and_list},
        met=lambda params: {"settings": {_FACTS.get(key, key): False for key in several(params["switches"])}},
    ),
    Task(
        id="settings.deny_permission",
        apps=("settings",),
        kind="choice",
        goals=(
            "Do not allow {permission} any more.",
            "In the app's permissions in Settings, do not allow {permission}.",
            "I do not want {permission}: choose that it is not allowed, in Settings.",
        ),
        params={"permission": Choice(tuple(_ASKED))},
        setup=lambda params: Setup(facts={"permissions": {str(params["permission"]): "granted"}}),
        oracle=lambda params: Oracle(goal=fact("permissions", str(params["permission"]), "denied")),
        solve=_permit("Don't allow"),
        wrong=(
            Wrong("it will be asked every time", _permit("Ask every time")),
            Wrong("denied, then allowed again", in_turn(_permit("Don't allow"), _permit("Allow only while using the app"))),
            Wrong("denied, and another app's too", in_turn(_permit("Don't allow"), _other_permission)),
            Wrong("another app's instead", _other_permission),
            *usual("Settings", _permit("Don't allow")),
        ),
        shown={"permission": lambda value: _SPOKEN_PERMISSION[str(value)]},
        met=lambda params: {"permissions": {str(params["permission"]): "denied"}},
    ),
    Task(
        id="settings.ask_brightness",
        apps=("settings",),
        kind="question",
        goals=(
            "What is the screen brightness in percent? Answer with the number.",
            "How bright is the display set, in percent? Answer with the number only.",
            "Look up the brightness level and answer with its percentage.",
        ),
        params={"percent": Integer(1, 99)},
        setup=lambda params: _settings(brightness=params["percent"]),
        oracle=lambda params: Oracle(answer=answer_number(int(params["percent"]), ("%", "percent"))),
        solve=_ask_brightness,
        wrong=(
            Wrong("one percent beside it", _beside),
            Wrong("answers in words", answers(_ask_brightness, "quite bright")),
            Wrong("turns adaptive brightness over", in_turn(_ask_brightness, flip(LABELS["adaptive_brightness"]))),
            Wrong("sets it to something else", in_turn(_ask_brightness, _off_by(_solve_brightness, lambda percent: 100 - percent + 1))),
            *usual("Settings", _ask_brightness),
        ),
    ),
)
