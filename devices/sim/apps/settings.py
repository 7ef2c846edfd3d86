"""Settings: network, connected devices, display, sound, system, about phone."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from devices.sim.app import App
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Choice, Dialog, Field, Row, Screen, Slider
from devices.state import Facts, State

FONT_SIZES: Final = {"Small": 0.85, "Default": 1.0, "Large": 1.15, "Largest": 1.3}
TIMEOUTS: Final = {
    "15 seconds": 15, "30 seconds": 30, "1 minute": 60, "2 minutes": 120, "5 minutes": 300, "10 minutes": 600, "30 minutes": 1800,
}  # fmt: skip
VOLUMES: Final = {
    "volume_media": ("Media volume", 15),
    "volume_call": ("Call volume", 7),
    "volume_ring": ("Ring volume", 7),
    "volume_alarm": ("Alarm volume", 7),
}
RADIOS: Final = ("wifi", "mobile_data", "bluetooth")  # what airplane mode switches off


def main(system: System, page: Page) -> Screen:
    def row(title: str, summary: str, name: str) -> Row:
        return Row(title, summary, lambda: system.open(name), icon=True)

    return Screen(
        "Settings",
        [
            row("Network & internet", "Mobile, Wi-Fi, hotspot", "network"),
            row("Connected devices", "Bluetooth, device name", "devices"),
            row("Display", "Dark theme, font size, brightness", "display"),
            row("Sound & vibration", "Volume, vibration, Do Not Disturb", "sound"),
            row("System", "Date & time", "system"),
            row("About phone", str(system.settings()["device_name"]), "about"),
        ],
        up=False,
    )


def _switch(system: System, title: str, key: str, summary: str = "", enabled: bool = True) -> Row:
    on = bool(system.settings()[key])
    return Row(title, summary, lambda: system.set("settings", key, not on), "switch", on, enabled=enabled)


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


def network(system: System, page: Page) -> Screen:
    airplane = bool(system.settings()["airplane_mode"])
    return Screen(
        "Network & internet",
        [
            _switch(system, "Wi-Fi", "wifi"),
            _switch(system, "Mobile data", "mobile_data", enabled=not airplane),
            Row("Airplane mode", on_tap=lambda: set_airplane_mode(system, not airplane), control="switch", checked=airplane),
            Row("Hotspot & tethering", "On" if system.settings()["hotspot"] else "Off", lambda: system.open("hotspot")),
        ],
    )


def hotspot(system: System, page: Page) -> Screen:
    return Screen("Hotspot & tethering", [_switch(system, "Wi-Fi hotspot", "hotspot", "Share this phone's connection")])


def connected(system: System, page: Page) -> Screen:
    return Screen(
        "Connected devices",
        [
            _switch(system, "Use Bluetooth", "bluetooth"),
            Row("Device name", str(system.settings()["device_name"]), lambda: system.open("device_name")),
        ],
    )


def device_name(system: System, page: Page) -> Dialog:
    local = page.local
    local.setdefault("name", system.settings()["device_name"])

    def save() -> None:
        system.close()
        system.set("settings", "device_name", local["name"].strip())

    return Dialog(
        "Rename this device",
        [Field("edit", "Device name", local["name"], lambda text: local.update(name=text))],
        [
            Button("Cancel", system.close, "android:id/button2"),
            Button("OK", save, "android:id/button1", enabled=bool(local["name"].strip())),
        ],
    )


def display(system: System, page: Page) -> Screen:
    settings = system.settings()
    brightness = int(settings["brightness"])
    return Screen(
        "Display",
        [
            Slider("Brightness level", brightness, lambda percent: system.set("settings", "brightness", percent)),
            _switch(system, "Adaptive brightness", "adaptive_brightness"),
            _switch(system, "Dark theme", "dark_theme"),
            Row("Font size", _name(FONT_SIZES, settings["font_scale"]), lambda: system.open("font_size")),
            Row("Screen timeout", _name(TIMEOUTS, settings["screen_timeout"]), lambda: system.open("screen_timeout")),
            _switch(system, "Auto-rotate screen", "auto_rotate"),
        ],
    )


def _name(choices: Mapping[str, float], value: object) -> str:
    return next((label for label, held in choices.items() if held == value), "Custom")


def font_size(system: System, page: Page) -> Screen:
    current = system.settings()["font_scale"]
    return Screen(
        "Font size",
        [
            Row(label, on_tap=partial(system.set, "settings", "font_scale", scale), control="radio", checked=scale == current)
            for label, scale in FONT_SIZES.items()
        ],
    )


def screen_timeout(system: System, page: Page) -> Dialog:
    def choose(seconds: int) -> None:
        system.close()
        system.set("settings", "screen_timeout", seconds)

    current = system.settings()["screen_timeout"]
    choices = [Choice(label, seconds == current, partial(choose, seconds)) for label, seconds in TIMEOUTS.items()]
    return Dialog("Screen timeout", choices, [Button("Cancel", system.close, "android:id/button2")])


def sound(system: System, page: Page) -> Screen:
    def volume(key: str) -> Slider:
        title, most = VOLUMES[key]
        percent = round(100 * int(system.settings()[key]) / most)
        return Slider(title, percent, lambda percent: system.set("settings", key, round(percent * most / 100)))

    return Screen(
        "Sound & vibration",
        [
            *(volume(key) for key in VOLUMES),
            _switch(system, "Vibrate for calls", "vibrate_for_calls"),
            _switch(system, "Do Not Disturb", "do_not_disturb"),
            _switch(system, "Touch sounds", "touch_sounds"),
        ],
    )


def date_and_time(system: System, page: Page) -> Screen:
    return Screen(
        "System", [_switch(system, "Use 24-hour format", "use_24_hour", "13:00" if system.settings()["use_24_hour"] else "1:00 PM")]
    )


def about(system: System, page: Page) -> Screen:
    return Screen(
        "About phone",
        [Row("Device name", str(system.settings()["device_name"])), Row("Model", "Virtual Phone"), Row("Android version", "15")],
    )


def settle(system: System, given: State) -> None:
    """A phone set up in airplane mode has its radios off, save those that the set-up names."""
    settings = system.settings()
    if settings["airplane_mode"]:
        system.memory["radios"] = {key: settings[key] for key in RADIOS}
        for key in RADIOS:
            if key not in given.get("settings", {}):
                settings[key] = False


_SETTINGS: Final[Facts] = {
    "wifi": True,
    "mobile_data": True,
    "airplane_mode": False,
    "hotspot": False,
    "bluetooth": True,
    "dark_theme": False,
    "adaptive_brightness": True,
    "auto_rotate": False,
    "vibrate_for_calls": True,
    "do_not_disturb": False,
    "touch_sounds": True,
    "use_24_hour": False,
    "brightness": 60,
    "volume_media": 9,
    "volume_call": 5,
    "volume_ring": 5,
    "volume_alarm": 6,
    "font_scale": 1.0,
    "screen_timeout": 60,
    "device_name": "Virtual Phone",
}

APP = App(
    "com.android.settings",
    "Settings",
    {
        "main": main,
        "network": network,
        "hotspot": hotspot,
        "devices": connected,
        "device_name": device_name,
        "display": display,
        "font_size": font_size,
        "screen_timeout": screen_timeout,
        "sound": sound,
        "system": date_and_time,
        "about": about,
    },
    kinds={"settings": _SETTINGS},
    baseline={"settings": _SETTINGS},
    limits={
        "settings.brightness": (0, 100),
        "settings.font_scale": (0.5, 2.0),
        **{f"settings.{key}": (0, most) for key, (_, most) in VOLUMES.items()},
    },
    settle=settle,
    colour="#5f6368",
)
