"""Installed apps: what each may do, and whether it notifies."""

from functools import partial
from typing import Final

from devices.sim.app import LAUNCHER, App
from devices.sim.screens.settings_dialogs import cancel_button
from devices.sim.screens.settings_places import CONTENTS
from devices.sim.screens.settings_rows import row
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Choice, Dialog, Row, Screen, Text, Widget

PERMISSIONS: Final = {
    "calendar": "Calendar", "camera": "Camera", "contacts": "Contacts", "files": "Files", "location": "Location services",
    "microphone": "Microphone", "music": "Music and audio", "notifications": "Notifications", "phone": "Phone",
    "photos": "Photos and videos", "sms": "SMS",
}  # fmt: skip
"""Permission → its name."""
_ANSWERS: Final = {"granted": "Allow only while using the app", "ask": "Ask every time", "denied": "Don't allow"}
_STATES: Final = {"granted": "Allowed", "ask": "Ask every time", "denied": "Not allowed"}


def _installed(system: System) -> list[App]:
    """The apps that have an icon, by their names in the phone's language."""
    return sorted((app for app in system.apps.values() if app.package != LAUNCHER), key=lambda app: system.say(app.label).casefold())


def apps(system: System, page: Page) -> Screen:
    return Screen(
        system.say("Apps"),
        [Row(system.say(app.label), on_tap=partial(system.open, "app", app.package), icon=True, name="app") for app in _installed(system)],
    )


def app(system: System, page: Page) -> Screen:
    (package,) = page.args
    shown = system.apps[package]
    allowed = sum(system.facts["permissions"][permission] == "granted" for permission in shown.permissions)
    asked = len(shown.permissions)
    permissions = Row(
        system.say("Permissions"),
        system.say("{count} of {total} allowed", count=allowed, total=asked) if asked else system.say("No permissions requested"),
        partial(system.open, "permissions", package),
        name="permissions",
    )
    return Screen(
        system.say(shown.label),
        [
            permissions,
            *_notification_switch(system, shown, system.say("Notifications")),
            Button(system.say("Open app"), partial(system.launch, package), "open"),
        ],
    )


def _notification_switch(system: System, shown: App, title: str) -> list[Row]:
    """Whether an app notifies; nothing for one that never does."""
    key = shown.key
    if key not in system.facts["app_notifications"]:
        return []
    on = bool(system.facts["app_notifications"][key])
    return [Row(title, "", partial(system.set, "app_notifications", key, not on), "switch", on, name="notifications_switch")]


def permissions(system: System, page: Page) -> Screen:
    (package,) = page.args
    shown = system.apps[package]
    rows: list[Widget] = [
        Row(
            system.say(PERMISSIONS[permission]),
            system.say(_STATES[str(system.facts["permissions"][permission])]),
            partial(system.open, "permission", package, permission),
            name="permission",
        )
        for permission in shown.permissions
    ]
    return Screen(
        system.say("Permissions"),
        [Text(system.say(shown.label), "headline", "app_name"), *(rows or [Text(system.say("No permissions requested"), name="empty")])],
    )


def permission(system: System, page: Page) -> Dialog:
    asked = page.args[1]

    def choose(answer: str) -> None:
        system.close()
        system.set("permissions", asked, answer)

    held = system.facts["permissions"][asked]
    choices = [Choice(system.say(label), answer == held, partial(choose, answer)) for answer, label in _ANSWERS.items()]
    return Dialog(system.say(PERMISSIONS[asked]), choices, [cancel_button(system)])


def notifications(system: System, page: Page) -> Screen:
    switches = [row for app in _installed(system) for row in _notification_switch(system, app, system.say(app.label))]
    return Screen(
        system.say("Notifications"),
        [
            *(row(system, name) for name in CONTENTS[system.maker]["notifications"]),
            Text(system.say("App notifications"), "caption", "header"),
            *switches,
        ],
    )
