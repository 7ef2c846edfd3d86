"""The system's own pages by name, and the facts that belong to no app."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from devices.sim import popups, shade, sheets
from devices.sim.app import App, ScreenFunction, apps
from devices.state import Facts

POPUPS: Final[Mapping[str, ScreenFunction]] = {
    "battery": popups.battery,
    "rating": popups.rating,
    "tips": popups.tips,
    "update": popups.update,
}
"""What may come up by itself: a `Setup` and its events name these."""
SYSTEM_UI: Final = App(
    "com.android.systemui",
    "System UI",
    {**POPUPS, "notifications": shade.notifications, "quick_settings": shade.quick_settings},
    kinds={"clipboard": {"text": ""}, "notification": {"app": "", "title": "", "text": ""}},
    baseline={"clipboard": {"text": ""}},
)
_RESOLVER: Final = App("com.android.intentresolver", "Share", {"share": sheets.share})
_PERMISSIONS: Final = App("com.android.permissioncontroller", "Permissions", {"permission": sheets.permission})
PANELS: Final[Mapping[str, App]] = {name: app for app in (SYSTEM_UI, _RESOLVER, _PERMISSIONS) for name in app.screens}
"""Name of a page → what it belongs to."""


@lru_cache(maxsize=1)
def owners() -> tuple[App, ...]:
    """Whatever owns facts: the installed apps, and the system with its clipboard, notifications and a fact for each permission."""
    installed = tuple(apps().values())
    granted: Facts = dict.fromkeys(sorted({name for app in installed for name in app.permissions}), "granted")
    system = replace(SYSTEM_UI, kinds={**SYSTEM_UI.kinds, "permissions": granted}, baseline={**SYSTEM_UI.baseline, "permissions": granted})
    return *installed, system
