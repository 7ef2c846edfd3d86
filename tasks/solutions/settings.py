"""Ways through Settings, under either maker's names and nesting: to a switch, a slider, a choice, an app's permissions, a network."""

from collections.abc import Callable, Sequence

from devices.action import Action, Answer, Done, DoubleTap, Drag, LongPress, Tap
from devices.observation import Element, Observation
from devices.sim.language import wordings
from devices.sim.screens.settings_places import LABELS
from tasks.navigate import (
    PACKAGES,
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
    tapped,
    to_app,
    to_setting,
)
from tasks.task import Params, Solver
from tasks.trace import Step

_WIFI_PAGE = LABELS["wifi_networks"]


def set_switch(seen: Observation, history: Sequence[Step], key: str, on: bool, *wanted: str) -> Action | None:
    """Turn a switch on or off; None when it stands so, and none but those ``wanted`` stays flipped on the way."""
    return put_back(seen, history, key, *wanted) or _switch(seen, history, key, on)


def _switch(seen: Observation, history: Sequence[Step], key: str, on: bool) -> Action | None:
    label = LABELS[key]
    if action := to_setting(seen, history, label):
        return action
    switch = find(seen, label, "switch")
    if switch is None:
        return seek(seen, history)
    return None if switch.checked is on else tap(switch)


def put_back(seen: Observation, history: Sequence[Step], *wanted: str) -> Action | None:
    """Put switches and sliders back that were touched on the way and are none of those wanted."""
    if action := to_app(seen, "Settings"):
        return action
    touched: dict[str, bool] = {}
    slid: dict[str, str] = {}
    for step in history:
        element = _touched(step)
        key = _KEYS.get(element.label) if element is not None else None
        if element is not None and key is not None and key not in wanted:
            if element.kind == "slider":
                slid.setdefault(key, element.detail)
            elif element.checked is not None:
                touched.setdefault(key, element.checked)
    # Airplane mode first: while it is on, mobile data cannot be switched.
    for key in sorted(touched, key=lambda key: key != "airplane_mode"):
        if not stands(history, key, touched[key]) and not _is_held(seen, history, key):
            return _switch(seen, history, key, touched[key])
    for key, detail in slid.items():
        slider = find(seen, LABELS[key], "slider")
        if slider is not None and slider.detail != detail:
            return Drag(element=slider.index, to_percent=int(detail.rstrip("%")))
    # Those that have a name of their own were seen to, wherever they were flipped: some stand on two pages.
    if stray := stray_switch(seen, history, *LABELS.values()):
        return tap(stray)
    return None


def _is_held(seen: Observation, history: Sequence[Step], key: str) -> bool:
    """Whether a switch cannot be flipped, as it was last seen: airplane mode holds mobile data."""
    looks = (seen, *(step.observation for step in reversed(history) if step.observation.package == PACKAGES["Settings"]))
    switch = next((switch for look in looks if (switch := find(look, LABELS[key], "switch"))), None)
    return switch is not None and not switch.enabled


def _touched(step: Step) -> Element | None:
    """What a step of Settings tapped or dragged."""
    action, seen = step.action, step.observation
    if not isinstance(action, Tap | LongPress | DoubleTap | Drag) or seen.package != PACKAGES["Settings"]:
        return None
    return seen.elements[action.element] if action.element < len(seen.elements) else None


_KEYS = {name: key for key, label in LABELS.items() for name in wordings(label)}
"""Name of a setting, on any phone → the setting."""


def stands(history: Sequence[Step], key: str, on: bool) -> bool:
    """Whether a switch stands so, as it was last seen and as it was tapped since."""
    for step in reversed(history):
        seen = step.observation
        switch = find(seen, LABELS[key], "switch") if seen.package == PACKAGES["Settings"] else None
        if switch is not None:
            mine = [s for s, e in tapped([step]) if (e.label, e.kind) == (switch.label, switch.kind)]
            flips = sum(2 if isinstance(s.action, DoubleTap) else 1 for s in mine)
            return (switch.checked is on) is (flips % 2 == 0)
    return False


def in_order(seen: Observation, history: Sequence[Step], switches: Sequence[tuple[str, bool]]) -> Action | None:
    """Set these switches one after the other; None when all are set. One that was left as it should be is not gone back to."""
    wanted = [key for key, _ in switches]
    for key, state in switches:
        settled = key != wanted[-1] and stands(history, key, state)
        if not settled and (action := set_switch(seen, history, key, state, *wanted)):
            return action
    return None


def choose(seen: Observation, history: Sequence[Step], label: str, choice: str) -> Action | None:
    """Choose from the list behind a row; None when it is chosen: where it is checked, or where the row says so."""
    if action := to_app(seen, "Settings"):
        return action
    if radio := find(seen, choice, "radio"):
        return None if radio.checked else tap(radio)
    if any(e.kind == "radio" for e in seen.elements):
        return seek(seen, history)
    if action := put_back(seen, history) or to_setting(seen, history, label):
        return action
    row = find(seen, label, "row")
    if row is None:
        return seek(seen, history)
    return None if row.detail in wordings(choice) else tap(row)


def slide(seen: Observation, history: Sequence[Step], label: str, percent: int) -> Action | None:
    """Set a slider to a share of its length; None when it stands there."""
    if action := put_back(seen, history, _KEYS[label]) or to_setting(seen, history, label):
        return action
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
    if action := put_back(seen, history) or to_setting(seen, history, label, shown=False):
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
    return put_back(seen, history) or to_app_page(seen, history, app) or tap_or_seek(seen, history, "Permissions", "row")


_STATES = {"Allow only while using the app": "Allowed", "Ask every time": "Ask every time", "Don't allow": "Not allowed"}
"""Answer → what the page of permissions says of it."""


# Questions


def answer_from(label: str, answer: Callable[[Observation], str | None]) -> Solver:
    """Answer from what is on a setting's page."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if history and isinstance(history[-1].action, Answer):
            return Done()
        if action := put_back(seen, history) or to_setting(seen, history, label):
            return action
        text = answer(seen)
        return seek(seen, history) if text is None else Answer(text=text)

    return solve
