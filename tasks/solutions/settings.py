"""Ways through Settings, under either maker's names and nesting: to a switch, a slider, a choice, an app's permissions, a network."""

from collections.abc import Sequence

from devices.action import Action, Drag
from devices.observation import Element, Observation
from devices.sim.language import wordings
from devices.sim.screens.settings_places import LABELS
from tasks.navigate import (
    back,
    fill,
    find,
    find_where,
    in_dialog,
    on,
    press,
    screen_behind,
    seek,
    stray_switch,
    tap,
    tap_or_seek,
    to_app,
    to_setting,
)
from tasks.trace import Step

_WIFI_PAGE = LABELS["wifi_networks"]


def set_switch(seen: Observation, history: Sequence[Step], key: str, on: bool, *wanted: str) -> Action | None:
    """Turn a switch on or off; None when it stands so, and none beside it but those ``wanted`` stays flipped on the way."""
    label = LABELS[key]
    if action := to_setting(seen, history, label):
        return action
    if stray := stray_switch(seen, history, label, *(LABELS[key] for key in wanted)):
        return tap(stray)
    switch = find(seen, label, "switch")
    if switch is None:
        return seek(seen, history)
    return None if switch.checked is on else tap(switch)


def choose(seen: Observation, history: Sequence[Step], label: str, choice: str) -> Action | None:
    """Choose from the list behind a row; None when it is chosen: where it is checked, or where the row says so."""
    if action := to_app(seen, "Settings"):
        return action
    if radio := find(seen, choice, "radio"):
        return None if radio.checked else tap(radio)
    if any(e.kind == "radio" for e in seen.elements):
        return seek(seen, history)
    if action := to_setting(seen, history, label):
        return action
    if stray := stray_switch(seen, history):
        return tap(stray)
    row = find(seen, label, "row")
    if row is None:
        return seek(seen, history)
    return None if row.detail in wordings(choice) else tap(row)


def slide(seen: Observation, history: Sequence[Step], label: str, percent: int) -> Action | None:
    """Set a slider to a share of its length; None when it stands there."""
    if action := to_setting(seen, history, label):
        return action
    if stray := stray_switch(seen, history):
        return tap(stray)
    slider = find(seen, label, "slider")
    if slider is None:
        return seek(seen, history)
    return None if slider.detail == f"{percent}%" else Drag(element=slider.index, to_percent=percent)


def rename(seen: Observation, history: Sequence[Step], label: str, text: str) -> Action | None:
    """Put a text into the dialog behind a row; None when the row shows it."""
    if action := to_app(seen, "Settings"):
        return action
    if in_dialog(seen):
        return fill(seen, history, label, text) or press(seen, "OK") or back() if find(seen, label, "field") else back()
    if action := to_setting(seen, history, label):
        return action
    row = find(seen, label, "row")
    if row is None:
        return seek(seen, history)
    return None if row.detail == text else tap(row)


# Wi-Fi networks


def to_networks(seen: Observation, history: Sequence[Step]) -> Action | None:
    """The next action towards the list of networks, Wi-Fi being on; None when it is up."""
    if action := to_app(seen, "Settings"):
        return action
    if on(seen, _WIFI_PAGE):
        switch = find(seen, LABELS["wifi"], "switch")
        return tap(switch) if switch is not None and not switch.checked else None
    if in_dialog(seen):
        return back()
    row = find(seen, _WIFI_PAGE, "row") or find(seen, LABELS["wifi"], "row")
    return tap(row) if row else to_setting(seen, history, LABELS["wifi"]) or seek(seen, history)


def join(seen: Observation, history: Sequence[Step], name: str, password: str = "") -> Action | None:
    """Connect to a network, with its password where it is asked for; None when the list says that it is connected."""
    if to_app(seen, "Settings") is None and seen.title == name and in_dialog(seen) and find(seen, "Password", "field"):
        return fill(seen, history, "Password", password) or press(seen, "Connect") or back()
    if action := to_networks(seen, history):
        return action
    row = network(seen, name)
    if row is None:
        return seek(seen, history)
    return None if row.detail in wordings("Connected") else tap(row)


def network(seen: Observation, name: str) -> Element | None:
    """The row of a network in the list."""
    return find_where(seen, lambda e: e.label == name, "row")


# Apps


def to_app_page(seen: Observation, history: Sequence[Step], app: str) -> Action | None:
    """The next action towards what Settings tells of an app; None when it is up."""
    if action := to_app(seen, "Settings"):
        return action
    if on(seen, app) and find(seen, "Permissions", "row"):
        return None
    if on(seen, "Apps"):
        row = find(seen, app, "row")
        return tap(row) if row else seek(seen, history)
    if in_dialog(seen):
        return back()
    row = find(seen, "Apps", "row") if on(seen, "Settings") else None
    return tap(row) if row else to_setting(seen, history, "Apps") or seek(seen, history)


def permit(seen: Observation, history: Sequence[Step], app: str, permission: str, answer: str) -> Action | None:
    """Answer for good whether an app may use something; None when its page says so.

    Args:
        seen, history: the screen, and the steps so far.
        app, permission: what they are called.
        answer: ``Allow only while using the app``, ``Ask every time`` or ``Don't allow``.
    """
    if to_app(seen, "Settings") is None:
        if in_dialog(seen) and on(seen, permission) and (radio := find(seen, answer, "radio")):
            below = screen_behind(history, "Settings", lambda screen: not in_dialog(screen))
            return tap(radio) if below is not None and find(below, app, "text") else back()
        if on(seen, "Permissions"):
            row = find(seen, permission, "row")
            if row is None or find(seen, app, "text") is None:
                return seek(seen, history)
            return None if row.detail in wordings(_STATES[answer]) else tap(row)
    return to_app_page(seen, history, app) or tap_or_seek(seen, history, "Permissions", "row")


_STATES = {"Allow only while using the app": "Allowed", "Ask every time": "Ask every time", "Don't allow": "Not allowed"}
"""Answer → what the page of permissions says of it."""
