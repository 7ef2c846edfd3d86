"""What the system puts before an app on another's behalf: the share sheet, and questions for a permission."""

from collections.abc import Callable
from functools import partial
from typing import Final

from devices.sim.system import Page, System
from devices.sim.widgets import Button, Dialog, Row, Screen, Text, Widget

PERMISSIONS: Final[dict[str, str]] = {
    "calendar": "Allow {app} to access your calendar?",
    "camera": "Allow {app} to take pictures and record video?",
    "contacts": "Allow {app} to access your contacts?",
    "files": "Allow {app} to access files on this device?",
    "location": "Allow {app} to access this device's location?",
    "microphone": "Allow {app} to record audio?",
    "music": "Allow {app} to access music and audio on this device?",
    "notifications": "Allow {app} to send you notifications?",
    "phone": "Allow {app} to make and manage phone calls?",
    "photos": "Allow {app} to access photos and videos on this device?",
    "sms": "Allow {app} to send and view SMS messages?",
}
"""What the phone asks for each permission that an app may declare."""
IN_USE: Final = frozenset({"camera", "location", "microphone"})
"""Permissions that are granted while the app is used, or once."""
_ID: Final = "com.android.permissioncontroller:id/permission_{}_button"


def share(system: System, page: Page) -> Screen:
    """The share sheet. Its arguments are the text and its subject."""
    text, subject = page.args

    def give(package: str, receive: Callable[[System, str, str], object]) -> None:
        system.close()
        system.launch(package)
        receive(system, text, subject)

    def copy() -> None:
        system.close()
        system.copy(text)

    takers: list[Widget] = [
        Row(system.say(app.label), on_tap=partial(give, app.package, app.receive), icon=True, name="resolver_item")
        for app in sorted(system.apps.values(), key=lambda app: system.say(app.label))
        if app.receive is not None
    ]
    shown = [Text(subject, "caption", "content_preview_title")] if subject else []
    return Screen(
        system.say("Share"),
        [*shown, Text(text, "body", "content_preview_text"), Button(system.say("Copy"), copy, "chooser_copy_button"), *takers],
        up=False,
    )


def permission(system: System, page: Page) -> Dialog:
    """Asks for a permission. Its arguments are the permission and the app; what is to be done once it is granted is in ``page.local``."""
    name, package = page.args

    def answer(held: str, go_on: bool) -> None:
        system.close()
        system.set("permissions", name, held)
        if go_on:
            page.local["then"]()

    deny = Button(system.say("Don't allow"), partial(answer, "denied", False), _ID.format("deny"))
    if name in IN_USE:
        buttons = [
            Button(system.say("While using the app"), partial(answer, "granted", True), _ID.format("allow_foreground_only")),
            Button(system.say("Only this time"), partial(answer, "ask", True), _ID.format("allow_one_time")),
            deny,
        ]
    else:
        buttons = [Button(system.say("Allow"), partial(answer, "granted", True), _ID.format("allow")), deny]
    return Dialog(system.say(PERMISSIONS[name], app=system.say(system.apps[package].label)), buttons)
