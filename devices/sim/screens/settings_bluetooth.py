"""The Bluetooth devices in reach: pairing, connecting, forgetting."""

from functools import partial

from devices.sim.screens.settings_dialogs import cancel_button
from devices.sim.screens.settings_rows import switch
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Buttons, Dialog, Row, Screen, Text, Widget


def _devices(system: System, paired: bool) -> list[str]:
    return [entity for entity in system.entities("bluetooth_device") if system.facts[entity]["paired"] is paired]


def _state(system: System, entity: str) -> str:
    return system.say("Connected" if system.facts[entity]["connected"] else "Paired")


def devices(system: System, page: Page) -> Screen:
    """Those paired, and the way to pair another. A tap on one opens what can be done with it."""
    body: list[Widget] = [switch(system, "bluetooth")]
    if system.settings()["bluetooth"]:
        body += [
            Row(str(system.facts[entity]["name"]), _state(system, entity), partial(system.open, "bluetooth_device", entity), name="device")
            for entity in _devices(system, paired=True)
        ]
        body.append(Row(system.say("Pair new device"), on_tap=lambda: system.open("pair_device"), name="pair_device"))
    else:
        body.append(Text(system.say("To see your devices, turn Bluetooth on."), name="empty"))
    return Screen(system.say("Bluetooth devices"), body)


def device(system: System, page: Page) -> Screen:
    (entity,) = page.args
    facts = system.facts[entity]
    connected = bool(facts["connected"])

    def forget() -> None:
        system.close()
        system.set(entity, "connected", False)
        system.set(entity, "paired", False)

    toggle = Button(
        system.say("Disconnect" if connected else "Connect"),
        lambda: system.set(entity, "connected", not connected),
        "disconnect" if connected else "connect",
    )
    return Screen(
        str(facts["name"]),
        [
            Row(system.say("Status"), _state(system, entity), name="status"),
            Buttons([Button(system.say("Forget"), forget, "forget"), toggle]),
        ],
    )


def pair(system: System, page: Page) -> Screen:
    """Those that are not paired yet."""
    rows: list[Widget] = [
        Row(str(system.facts[entity]["name"]), on_tap=partial(system.open, "confirm_pairing", entity), name="device")
        for entity in _devices(system, paired=False)
    ]
    return Screen(system.say("Pair new device"), rows or [Text(system.say("No devices found"), name="empty")])


def confirm(system: System, page: Page) -> Dialog:
    (entity,) = page.args

    def agree() -> None:
        system.close_to("bluetooth_devices")
        system.set(entity, "paired", True)
        system.set(entity, "connected", True)

    return Dialog(
        system.say("Pair with {name}?", name=system.facts[entity]["name"]),
        buttons=[cancel_button(system), Button(system.say("Pair"), agree, "android:id/button1")],
    )
