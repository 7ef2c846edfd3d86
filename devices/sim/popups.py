"""Pop-ups that a phone shows by itself, over whatever is in front."""

from typing import Final

from devices.sim.app import App
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Dialog, Text


def battery(system: System, page: Page) -> Dialog:
    ok = Button("OK", system.close, "android:id/button1")
    return Dialog("Battery low", [Text("15% remaining. Plug in your phone soon.", name="message")], [ok])


def update(system: System, page: Page) -> Dialog:
    later = Button("Later", system.close, "android:id/button2")
    return Dialog("System update available", [Text("An update will be installed overnight.", name="message")], [later])


SYSTEM_UI: Final = App("com.android.systemui", "System UI", {"battery": battery, "update": update})
