"""The row of each setting, wherever a maker put it."""

from collections.abc import Callable, Mapping
from typing import Final

from devices.sim.language import listed
from devices.sim.screens.settings_places import LABELS, LEADING
from devices.sim.system import System
from devices.sim.widgets import Row, Slider, Widget
from devices.sim.zones import offset

FONT_SIZES: Final = {"Small": 0.85, "Default": 1.0, "Large": 1.15, "Largest": 1.3}
TIMEOUTS: Final = {
    "15 seconds": 15, "30 seconds": 30, "1 minute": 60, "2 minutes": 120, "5 minutes": 300, "10 minutes": 600, "30 minutes": 1800,
}  # fmt: skip
TOUCH_DELAYS: Final = {"Short": 400, "Medium": 1000, "Long": 1500}  # milliseconds
VOLUMES: Final = {"volume_media": 15, "volume_call": 7, "volume_ring": 7, "volume_alarm": 7}
"""Fact → its greatest value."""
RADIOS: Final = ("wifi", "mobile_data", "bluetooth")  # what airplane mode switches off
_SWITCHES: Final = {
    "adaptive_brightness": "adaptive_brightness", "auto_rotate": "auto_rotate", "auto_time": "auto_time",
    "battery_percentage": "battery_percentage", "battery_saver": "battery_saver", "bluetooth": "bluetooth", "bold_text": "bold_text",
    "colour_correction": "colour_correction", "dark_theme": "dark_theme", "data_saver": "data_saver", "do_not_disturb": "do_not_disturb",
    "hotspot_on": "hotspot", "mobile_data": "mobile_data", "notification_dots": "notification_dots",
    "remove_animations": "remove_animations", "touch_sounds": "touch_sounds", "use_24_hour": "use_24_hour", "use_location": "location",
    "vibrate_for_calls": "vibrate_for_calls", "wifi": "wifi",
}  # fmt: skip
"""Setting → the fact that it switches."""


def row(system: System, name: str, icon: bool = False) -> Widget:
    """The row of a setting or page, by its name in `settings_places`."""
    special = _SPECIAL.get(name)
    if special is not None:
        return special(system, name)
    if name in _SWITCHES:
        return switch(system, name)
    return Row(_label(system, name), _summary(system, name), lambda: system.open(name), icon=icon, name=name)


def switch(system: System, name: str, enabled: bool = True) -> Row:
    """A row that turns a fact of the settings on and off."""
    key, on = _SWITCHES[name], bool(system.settings()[_SWITCHES[name]])
    summary = {"use_24_hour": "13:00" if on else "1:00 PM", "hotspot_on": system.say("Share this phone's connection")}.get(name, "")
    return Row(_label(system, name), summary, lambda: system.set("settings", key, not on), "switch", on, name=name, enabled=enabled)


def _label(system: System, name: str) -> str:
    return system.say(LABELS[name])


def on_off(system: System, on: object) -> str:
    """``On`` or ``Off``."""
    return system.say("On" if on else "Off")


def chosen(system: System, choices: Mapping[str, float], value: object) -> str:
    """What a choice of a list is called; ``Custom`` for a value that the list does not hold."""
    return system.say(next((label for label, held in choices.items() if held == value), "Custom"))


def _summary(system: System, name: str) -> str:
    """What stands below the name of a page in the row that leads to it."""
    settings = system.settings()
    match name:
        case "about":
            return str(settings["device_name"])
        case "battery":
            return f"{settings['battery_level']}%"
        case "bluetooth_devices":
            return devices(system)
        case "font_size":
            return chosen(system, FONT_SIZES, settings["font_scale"])
        case "hotspot":
            return on_off(system, settings["hotspot"])
        case "location":
            return on_off(system, settings["location"])
        case "storage":
            return used(system)
        case "time_zone":
            return zone(system, str(settings["time_zone"]))
        case "wifi_networks":
            return network(system)
    return system.say(_SUMMARIES[name]) if name in _SUMMARIES else ""


_SUMMARIES: Final = {
    "accessibility": "Text, touch, colours",
    "apps": "Permissions, notifications",
    "care": "Battery, storage",
    "devices": "Bluetooth, device name",
    "display": "Dark theme, font size, brightness",
    "network": "Mobile, Wi-Fi, hotspot",
    "notifications": "App notifications",
    "sound": "Volume, vibration, Do Not Disturb",
    "system": "Date & time",
}


def network(system: System) -> str:
    """Name of the Wi-Fi network that the phone is connected to; ``Off`` or ``Not connected`` where there is none."""
    settings = system.settings()
    return str(settings["wifi_network"]) or system.say("Not connected") if settings["wifi"] else system.say("Off")


def devices(system: System) -> str:
    """Names of the Bluetooth devices that the phone is connected to; ``Off`` or ``Not connected`` where there is none."""
    if not system.settings()["bluetooth"]:
        return system.say("Off")
    connected = (system.facts[entity] for entity in system.entities("bluetooth_device") if system.facts[entity]["connected"])
    return listed((str(facts["name"]) for facts in connected), system.locale) or system.say("Not connected")


def zone(system: System, city: str) -> str:
    """A time zone, by a city in it."""
    return f"{system.say(city)}, {offset(city)}"


def used(system: System) -> str:
    """How much of the storage is used."""
    held = system.facts["storage"]
    return system.say("{used} GB of {total} GB used", used=sum(int(held[key]) for key in held if key != "total"), total=held["total"])


def set_airplane_mode(system: System, on: bool) -> None:
    """Switch airplane mode; the radios go off with it, and come back as they were, beside those switched on meanwhile."""
    system.set("settings", "airplane_mode", on)
    if on:
        system.memory["radios"] = {key: system.settings()[key] for key in RADIOS}
        for key in RADIOS:
            system.set("settings", key, False)
    else:
        for key, value in system.memory.pop("radios", {}).items():
            system.set("settings", key, value or system.settings()[key])


def _airplane(system: System, name: str) -> Row:
    on = bool(system.settings()["airplane_mode"])
    return Row(_label(system, name), on_tap=lambda: set_airplane_mode(system, not on), control="switch", checked=on, name=name)


def _mobile_data(system: System, name: str) -> Row:
    return switch(system, name, enabled=not system.settings()["airplane_mode"])


def _leads(system: System, name: str) -> Row:
    """One maker's row switches Wi-Fi or Bluetooth, the other's leads to the networks or devices and has a switch of its own."""
    made, page = switch(system, name), LEADING[name]
    if system.maker == "vendor":
        made.on_control, made.on_tap, made.summary = made.on_tap, lambda: system.open(page), _summary(system, page)
    return made


def _brightness(system: System, name: str) -> Slider:
    percent = int(system.settings()["brightness"])
    return Slider(_label(system, name), percent, lambda percent: system.set("settings", "brightness", percent), name)


def _volume(system: System, name: str) -> Slider:
    most = VOLUMES[name]
    percent = round(100 * int(system.settings()[name]) / most)
    return Slider(_label(system, name), percent, lambda percent: system.set("settings", name, round(percent * most / 100)), name)


def _asks(key: str) -> Callable[[System, str], Row]:
    """A row with a text that a dialog of the same name changes."""
    return lambda system, name: Row(_label(system, name), str(system.settings()[key]), lambda: system.open(name), name=name)


def _chooses(choices: Mapping[str, int]) -> Callable[[System, str], Row]:
    """A row with a choice that a dialog of the same name changes."""
    return lambda system, name: Row(
        _label(system, name), chosen(system, choices, system.settings()[name]), lambda: system.open(name), name=name
    )


def _shows(value: Callable[[System], str]) -> Callable[[System, str], Row]:
    """A row that is only read."""
    return lambda system, name: Row(_label(system, name), value(system), name=name)


_LANGUAGES: Final = {"en": "English (United States)", "de": "Deutsch (Deutschland)", "zh": "中文 (简体)", "ar": "العربية (مصر)"}
_SPECIAL: Final[Mapping[str, Callable[[System, str], Widget]]] = {
    "airplane_mode": _airplane,
    "android": _shows(lambda system: "15"),
    "battery_level": _shows(lambda system: f"{system.settings()['battery_level']}%"),
    "brightness": _brightness,
    "device_name": _asks("device_name"),
    "device_name_shown": _shows(lambda system: str(system.settings()["device_name"])),
    "hotspot_name": _asks("hotspot_name"),
    "language": _shows(lambda system: _LANGUAGES[system.locale]),
    "mobile_data": _mobile_data,
    "model": _shows(lambda system: "Virtual Phone"),
    "screen_timeout": _chooses(TIMEOUTS),
    "touch_delay": _chooses(TOUCH_DELAYS),
    **dict.fromkeys(LEADING, _leads),
    **dict.fromkeys(VOLUMES, _volume),
}
