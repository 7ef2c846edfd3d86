"""Which settings stand on which page of Settings, under each maker. Pages, search and whoever looks for a setting go by this.

A setting is named by its fact where it has one (``wifi``), a page by the name of its screen function's page (``network``). All words are
in English: on the screen they are said in the phone's language, by its maker's names.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from devices.sim.language import LOCALES, MAKERS, say

TITLES: Final[Mapping[str, str]] = {
    "about": "About phone",
    "accessibility": "Accessibility",
    "apps": "Apps",
    "battery": "Battery",
    "bluetooth_devices": "Bluetooth devices",
    "care": "Device care",
    "data": "Data usage",
    "date": "Date & time",
    "devices": "Connected devices",
    "display": "Display",
    "font_size": "Font size",
    "hotspot": "Hotspot & tethering",
    "location": "Location services",
    "network": "Network & internet",
    "notifications": "Notifications",
    "sound": "Sound & vibration",
    "storage": "Storage",
    "system": "System",
    "time_zone": "Time zone",
    "volume": "Volume",
    "wifi_networks": "Wi-Fi networks",
}
"""Page → its title, which is also the name of the row that leads there. The first page is ``main``, called ``Settings``."""
LABELS: Final[Mapping[str, str]] = {
    **TITLES,
    "adaptive_brightness": "Adaptive brightness",
    "airplane_mode": "Airplane mode",
    "android": "Android version",
    "auto_rotate": "Auto-rotate screen",
    "auto_time": "Set time automatically",
    "battery_level": "Battery level",
    "battery_percentage": "Battery percentage",
    "battery_saver": "Battery saver",
    "bluetooth": "Use Bluetooth",
    "bold_text": "Bold text",
    "brightness": "Brightness level",
    "colour_correction": "Colour correction",
    "dark_theme": "Dark theme",
    "data_saver": "Data Saver",
    "device_name": "Device name",
    "device_name_shown": "Device name",
    "do_not_disturb": "Do Not Disturb",
    "hotspot_name": "Hotspot name",
    "hotspot_on": "Wi-Fi hotspot",
    "language": "Language",
    "mobile_data": "Mobile data",
    "model": "Model",
    "notification_dots": "Notification dots",
    "remove_animations": "Remove animations",
    "screen_timeout": "Screen timeout",
    "touch_delay": "Touch and hold delay",
    "touch_sounds": "Touch sounds",
    "use_24_hour": "Use 24-hour format",
    "use_location": "Use location",
    "vibrate_for_calls": "Vibrate for calls",
    "volume_alarm": "Alarm volume",
    "volume_call": "Call volume",
    "volume_media": "Media volume",
    "volume_ring": "Ring volume",
    "wifi": "Wi-Fi",
}
"""Setting or page → its name."""
_VOLUMES: Final = ("volume_media", "volume_call", "volume_ring", "volume_alarm")
CONTENTS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "stock": {
        "main": (
            "network", "devices", "display", "sound", "system", "about", "apps", "notifications", "battery", "storage", "location",
            "accessibility",
        ),
        "network": ("wifi", "mobile_data", "airplane_mode", "hotspot", "wifi_networks", "data_saver"),
        "hotspot": ("hotspot_on", "hotspot_name"),
        "devices": ("bluetooth", "device_name", "bluetooth_devices"),
        "display": ("brightness", "adaptive_brightness", "dark_theme", "font_size", "screen_timeout", "auto_rotate"),
        "sound": (*_VOLUMES, "vibrate_for_calls", "do_not_disturb", "touch_sounds"),
        "system": ("use_24_hour", "date", "language"),
        "date": ("auto_time", "time_zone"),
        "about": ("device_name_shown", "model", "android"),
        "notifications": ("notification_dots",),
        "battery": ("battery_level", "battery_saver", "battery_percentage"),
        "location": ("use_location",),
        "accessibility": ("font_size", "bold_text", "colour_correction", "remove_animations", "touch_delay"),
    },
    "vendor": {
        "main": (
            "about", "network", "sound", "notifications", "display", "care", "apps", "location", "accessibility", "system",
        ),
        "about": ("device_name", "model", "android"),
        "network": ("wifi", "bluetooth", "airplane_mode", "hotspot", "data"),
        "data": ("mobile_data", "data_saver"),
        "hotspot": ("hotspot_on", "hotspot_name"),
        "sound": ("volume", "vibrate_for_calls", "touch_sounds"),
        "volume": _VOLUMES,
        "notifications": ("do_not_disturb", "notification_dots"),
        "display": ("dark_theme", "brightness", "adaptive_brightness", "screen_timeout", "font_size", "auto_rotate"),
        "care": ("battery", "storage"),
        "battery": ("battery_saver", "battery_percentage", "battery_level"),
        "location": ("use_location",),
        "accessibility": ("touch_delay", "remove_animations", "colour_correction", "font_size", "bold_text"),
        "system": ("language", "date"),
        "date": ("use_24_hour", "auto_time", "time_zone"),
    },
}  # fmt: skip
"""Maker → page → what stands on it, from top to bottom. Pages that hold more than settings (apps, networks) add theirs below."""


LEADING: Final = {"wifi": "wifi_networks", "bluetooth": "bluetooth_devices"}
"""Switch → the page to which its row leads, with the second maker."""


def _ways(maker: str) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    pages: list[tuple[str, tuple[str, ...]]] = [("main", ())]
    for page, way in pages:  # grows while it is walked: breadth first, so that the first way found is the shortest
        for name in CONTENTS[maker].get(page, ()):
            if name not in found:
                found[name] = way
                if name in TITLES:
                    pages.append((name, (*way, TITLES[name])))
    # Where one row both switches and leads on, the page stands where the switch does.
    return found | {page: found.get(page, found[switch]) for switch, page in LEADING.items()}


WAYS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {maker: _ways(maker) for maker in MAKERS}
"""Maker → setting or page → titles of the pages that lead to it, from below the first page of Settings.

``WAYS["vendor"]["mobile_data"]`` is ``("Network & internet", "Data usage")``: there stands what is called ``LABELS["mobile_data"]``.
"""
_NAMES: Final = {maker: frozenset(say(label, locale, maker) for label in LABELS.values() for locale in LOCALES) for maker in MAKERS}


def maker_of(words: Iterable[str]) -> str | None:
    """Whose Settings these titles and labels of a page are; None where both makers call everything on it alike."""
    shown = frozenset(words)
    for maker, other in (MAKERS, MAKERS[::-1]):
        if shown & (_NAMES[maker] - _NAMES[other]):
            return maker
    return None
