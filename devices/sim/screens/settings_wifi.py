"""The Wi-Fi networks in reach: connecting, disconnecting, forgetting."""

from functools import partial

from devices.sim.screens.settings_dialogs import cancel_button
from devices.sim.screens.settings_rows import switch
from devices.sim.system import Page, System
from devices.sim.widgets import Act, Button, Buttons, Dialog, Field, Row, Screen, Text, Widget


def _connected(system: System, entity: str) -> bool:
    return bool(system.settings()["wifi"]) and system.settings()["wifi_network"] == system.facts[entity]["name"]


def _connect(system: System, entity: str) -> None:
    system.set(entity, "saved", True)
    system.set("settings", "wifi_network", system.facts[entity]["name"])


def _state(system: System, entity: str) -> str:
    """What stands below a network's name."""
    facts = system.facts[entity]
    if _connected(system, entity):
        return system.say("Connected")
    if facts["saved"]:
        return system.say("Saved")
    return system.say("Secured" if facts["password"] else "Not secured")


def networks(system: System, page: Page) -> Screen:
    """The one connected to stands first; a tap connects, on the one connected to it opens what is known about it, as a long press does."""
    body: list[Widget] = [switch(system, "wifi")]
    if system.settings()["wifi"]:
        body += [
            _network(system, entity) for entity in sorted(system.entities("network"), key=lambda entity: not _connected(system, entity))
        ]
    else:
        body.append(Text(system.say("To see available networks, turn Wi-Fi on."), name="empty"))
    return Screen(system.say("Wi-Fi networks"), body)


def _network(system: System, entity: str) -> Row:
    facts = system.facts[entity]
    details = partial(system.open, "network_details", entity)
    if _connected(system, entity):
        act: Act = details
    elif facts["saved"] or not facts["password"]:
        act = partial(_connect, system, entity)
    else:
        act = partial(system.open, "network_password", entity)
    return Row(str(facts["name"]), _state(system, entity), act, on_long=details, name="network")


def details(system: System, page: Page) -> Screen:
    (entity,) = page.args
    facts = system.facts[entity]

    def disconnect() -> None:
        system.set("settings", "wifi_network", "")

    def forget() -> None:
        if _connected(system, entity):
            disconnect()
        system.set(entity, "saved", False)
        system.close()

    if _connected(system, entity):
        first = Button(system.say("Disconnect"), disconnect, "disconnect")
    elif facts["saved"] or not facts["password"]:
        first = Button(system.say("Connect"), partial(_connect, system, entity), "connect")
    else:
        first = Button(system.say("Connect"), partial(system.open, "network_password", entity), "connect")
    return Screen(
        str(facts["name"]),
        [
            Row(system.say("Status"), _state(system, entity), name="status"),
            Row(system.say("Security"), system.say("WPA2" if facts["password"] else "None"), name="security"),
            Buttons([Button(system.say("Forget"), forget, "forget", enabled=bool(facts["saved"])), first]),
        ],
    )


def password(system: System, page: Page) -> Dialog:
    """Asks for the password of a network that is not known yet."""
    (entity,) = page.args
    facts, local = system.facts[entity], page.local
    typed = local.setdefault("password", "")

    def connect() -> None:
        if typed != facts["password"]:
            local["error"] = system.say("Check password and try again")
            return
        system.close()
        _connect(system, entity)

    body: list[Widget] = [Field("password", system.say("Password"), typed, lambda text: local.update(password=text))]
    if local.get("error"):
        body.append(Text(local["error"], "error", "error"))
    return Dialog(
        str(facts["name"]),
        body,
        [cancel_button(system), Button(system.say("Connect"), connect, "android:id/button1", enabled=bool(typed))],
    )
