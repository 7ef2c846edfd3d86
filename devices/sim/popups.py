"""Pop-ups that a phone shows by itself, over whatever is in front."""

from devices.sim.system import Page, System
from devices.sim.widgets import Button, Dialog, Text


def battery(system: System, page: Page) -> Dialog:
    ok = Button(system.say("OK"), system.close, "android:id/button1")
    return Dialog(system.say("Battery low"), [Text(system.say("15% remaining. Plug in your phone soon."), name="message")], [ok])


def update(system: System, page: Page) -> Dialog:
    later = Button(system.say("Later"), system.close, "android:id/button2")
    return Dialog(
        system.say("System update available"), [Text(system.say("An update will be installed overnight."), name="message")], [later]
    )


def rating(system: System, page: Page) -> Dialog:
    later = Button(system.say("Not now"), system.close, "android:id/button2")
    return Dialog(system.say("Enjoying your phone?"), [Text(system.say("Tell us what you think."), name="message")], [later])


def tips(system: System, page: Page) -> Dialog:
    """A question for a permission that has nothing to do with what is in front, and changes nothing whatever is said."""
    return Dialog(
        system.say("Allow {app} to send you notifications?", app=system.say("Tips")),
        [
            Button(system.say("Allow"), system.close, "com.android.permissioncontroller:id/permission_allow_button"),
            Button(system.say("Don't allow"), system.close, "com.android.permissioncontroller:id/permission_deny_button"),
        ],
    )
