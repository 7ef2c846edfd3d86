"""Settings: what every maker's has, on the pages on which this phone's maker put it."""

from functools import partial
from typing import Final

from devices.device import DeviceError
from devices.sim.app import App, ScreenFunction
from devices.sim.screens import settings_apps, settings_bluetooth, settings_dialogs, settings_wifi
from devices.sim.screens.settings_places import CONTENTS, LABELS, TITLES, WAYS
from devices.sim.screens.settings_rows import RADIOS, VOLUMES, row, used
from devices.sim.screens.settings_rows import set_airplane_mode as set_airplane_mode
from devices.sim.system import Page, System
from devices.sim.widgets import Field, Row, Screen, Text, Widget
from devices.sim.zones import CITIES
from devices.state import Facts, State, show


def main(system: System, page: Page) -> Screen:
    query = page.local.setdefault("query", "")

    def search(text: str) -> None:
        page.local["query"] = text
        page.scroll = 0

    field = Field("search_view", system.say("Search settings"), query, search, on_enter=system.unfocus)
    if query:
        body = _results(system, query) or [Text(system.say("No results"), name="empty")]
    else:
        body = [row(system, name, icon=True) for name in CONTENTS[system.maker]["main"]]
    return Screen(system.say("Settings"), [field, *body], up=False, on_back=partial(search, "") if query else None)


def _results(system: System, query: str) -> list[Widget]:
    """Every page and setting whose name holds the query, with the page that it is on."""
    found: list[Widget] = []
    for name, way in WAYS[system.maker].items():
        label = system.say(LABELS[name])
        if query.casefold() in label.casefold():
            page = name if name in TITLES else _page(way)
            found.append(Row(label, system.say(way[-1] if way else "Settings"), partial(system.open, page), name="result"))
    return found


def _page(way: tuple[str, ...]) -> str:
    """The page to which a way leads."""
    return next(page for page, title in TITLES.items() if title == way[-1])


def _page_of(name: str) -> ScreenFunction:
    """A page that holds settings and nothing else."""

    def screen(system: System, page: Page) -> Screen:
        return Screen(system.say(TITLES[name]), [row(system, held) for held in CONTENTS[system.maker][name]])

    return screen


def storage(system: System, page: Page) -> Screen:
    held = system.facts["storage"]
    return Screen(
        system.say("Storage"),
        [
            Text(used(system), "headline", "used"),
            *(Row(system.say(label), system.say("{size} GB", size=held[key]), name=key) for key, label in _STORED.items()),
        ],
    )


_STORED: Final = {
    "apps": "Apps", "pictures": "Images", "videos": "Videos", "audio": "Audio", "documents": "Documents", "system": "System files",
}  # fmt: skip


def settle(system: System, given: State) -> None:
    """A phone set up in airplane mode has its radios off, save those that the set-up names.

    Raises:
        DeviceError: there is no such time zone.
    """
    settings = system.settings()
    if settings["time_zone"] not in CITIES:
        raise DeviceError(f"settings.time_zone is {show(settings['time_zone'])}: expected one of {', '.join(CITIES)}")
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
    "auto_time": True,
    "battery_level": 76,
    "battery_percentage": False,
    "battery_saver": False,
    "bold_text": False,
    "colour_correction": False,
    "data_saver": False,
    "hotspot_name": "Virtual Hotspot",
    "location": True,
    "notification_dots": True,
    "remove_animations": False,
    "time_zone": "London",
    "touch_delay": 400,
    "wifi_network": "Home",
}
_NETWORK: Final[Facts] = {"name": "", "password": "", "saved": False}
_DEVICE: Final[Facts] = {"name": "", "paired": False, "connected": False}
_STORAGE: Final[Facts] = {"total": 128, "apps": 18, "pictures": 6, "videos": 9, "audio": 3, "documents": 1, "system": 15}
_NOTIFYING: Final[Facts] = dict.fromkeys(("calendar", "clock", "mail", "messages", "music", "shopping", "to_do"), True)

APP = App(
    "com.android.settings",
    "Settings",
    {
        "main": main,
        **{name: _page_of(name) for contents in CONTENTS.values() for name in contents if name != "main"},
        "app": settings_apps.app,
        "apps": settings_apps.apps,
        "bluetooth_device": settings_bluetooth.device,
        "bluetooth_devices": settings_bluetooth.devices,
        "confirm_pairing": settings_bluetooth.confirm,
        "device_name": settings_dialogs.device_name,
        "font_size": settings_dialogs.font_size,
        "hotspot_name": settings_dialogs.hotspot_name,
        "network_details": settings_wifi.details,
        "network_password": settings_wifi.password,
        "notifications": settings_apps.notifications,
        "pair_device": settings_bluetooth.pair,
        "permission": settings_apps.permission,
        "permissions": settings_apps.permissions,
        "screen_timeout": settings_dialogs.screen_timeout,
        "storage": storage,
        "time_zone": settings_dialogs.time_zone,
        "touch_delay": settings_dialogs.touch_delay,
        "wifi_networks": settings_wifi.networks,
    },
    kinds={"settings": _SETTINGS, "network": _NETWORK, "bluetooth_device": _DEVICE, "storage": _STORAGE, "app_notifications": _NOTIFYING},
    baseline={
        "settings": _SETTINGS,
        "storage": _STORAGE,
        "app_notifications": _NOTIFYING,
        "bluetooth_device/1": {"name": "Kitchen speaker", "paired": True, "connected": False},
        "bluetooth_device/2": {"name": "Car", "paired": True, "connected": False},
        "bluetooth_device/3": {"name": "Headphones X2", "paired": False, "connected": False},
        "bluetooth_device/4": {"name": "Headphones X3", "paired": False, "connected": False},
        "network/1": {"name": "Home", "password": "sunflower7", "saved": True},
        "network/2": {"name": "Cafe Luna", "password": "", "saved": False},
        "network/3": {"name": "Office", "password": "blue-harbour", "saved": True},
        "network/4": {"name": "Home Guest", "password": "welcome123", "saved": False},
    },
    limits={
        "settings.battery_level": (0, 100),
        "settings.brightness": (0, 100),
        "settings.font_scale": (0.5, 2.0),
        **{f"settings.{key}": (0, most) for key, most in VOLUMES.items()},
    },
    settle=settle,
    colour="#5f6368",
    draft=("device_name", {"edit": "Phone of"}),
)
