"""Ways through what the system itself shows: the notification shade and the quick settings."""

from collections.abc import Sequence

from devices.action import Action, Answer, Done, Drag
from devices.observation import Element, Observation
from devices.sim.language import read, wordings
from tasks.navigate import (
    SYSTEM_UI,
    find,
    find_where,
    on,
    past_popups,
    says,
    seek,
    seen_whole,
    stray_switch,
    tap,
    tap_or_seek,
    tapped,
    to_app,
    to_panel,
    visit,
)
from tasks.task import Params
from tasks.trace import Step


def in_shade(seen: Observation) -> bool:
    """Whether the notification shade is down."""
    return seen.package == SYSTEM_UI and on(seen, "Notifications")


def is_from(element: Element, title: str) -> bool:
    """Whether a row of the shade is the notification with this title, which stands before its text."""
    return element.kind == "row" and (element.detail == title or element.detail.startswith(f"{title}, "))


def clear_all(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Clear the notifications together."""
    if action := to_panel(seen, "notifications") if not _cleared(history) else past_popups(seen):
        return action
    if _cleared(history) or find(seen, "No notifications", "text"):
        return Done()
    return tap_or_seek(seen, history, "Clear all", "button")


def _cleared(history: Sequence[Step]) -> bool:
    return any(says(element, "Clear all") and in_shade(step.observation) for step, element in tapped(history))


def dismiss(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Dismiss one notification, and leave the others; where there is no such one it cannot be done."""
    title = str(params["title"])
    if _dismissed(history, title):
        return past_popups(seen) or Done()
    if action := to_panel(seen, "notifications"):
        return action
    if button := find_where(seen, lambda e: _closes(e) == title, "button"):
        return tap(button)
    return Done(status="infeasible") if seen_whole(seen, history) else seek(seen, history)


def _closes(element: Element) -> str | None:
    """The title of the notification that a button dismisses."""
    values = read(element.label, "Dismiss {title}")
    return values["title"] if values else None


def _dismissed(history: Sequence[Step], title: str) -> bool:
    return any(_closes(element) == title and in_shade(step.observation) for step, element in tapped(history))


def follow(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Open what a notification is about."""
    title, app = str(params["title"]), str(params["app"])
    opened = any(is_from(element, title) and step.observation.package == SYSTEM_UI for step, element in tapped(history))
    if opened:
        return to_app(seen, app) or Done()
    if action := to_panel(seen, "notifications"):
        return action
    row = find_where(seen, lambda e: is_from(e, title), "row")
    return tap(row) if row else seek(seen, history)


def read_text(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Answer with what a notification says."""
    title = str(params["title"])
    if history and isinstance(history[-1].action, Answer):
        return Done()
    if action := to_panel(seen, "notifications"):
        return action
    row = find_where(seen, lambda e: is_from(e, title) and e.detail != title, "row")  # one that is cut off may lack its text
    return Answer(text=row.detail.removeprefix(f"{title}, ")) if row else seek(seen, history)


def count(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Answer with how many notifications an app has."""
    names = wordings(str(params["app"]))
    if history and isinstance(history[-1].action, Answer):
        return Done()
    if action := to_panel(seen, "notifications"):
        return action
    if not seen_whole(seen, history):
        return seek(seen, history)
    rows = [e for look in visit(seen, history) for e in look.elements if e.kind == "row" and e.label in names]
    # Two rows of one app differ in their titles only, which stand before the text; one that is cut off may lack the text.
    return Answer(text=str(len({e.detail.partition(", ")[0] for e in rows if e.detail})))


def set_tile(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Turn something on or off in the quick settings."""
    label = TILES[str(params["tile"])]
    if action := to_panel(seen, "quick_settings"):
        return action
    if stray := stray_switch(seen, history, label):
        return tap(stray)
    switch = find(seen, label, "switch")
    if switch is None:
        return seek(seen, history)
    return Done() if switch.checked is params["on"] else tap(switch)


TILES = {
    "wifi": "Wi-Fi",
    "bluetooth": "Bluetooth",
    "do_not_disturb": "Do Not Disturb",
    "dark_theme": "Dark theme",
    "auto_rotate": "Auto-rotate",
    "hotspot": "Hotspot",
}
"""Fact → its name among the quick settings."""


def slide_brightness(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Set the brightness in the quick settings."""
    percent = int(params["percent"])
    if action := to_panel(seen, "quick_settings"):
        return action
    if stray := stray_switch(seen, history):
        return tap(stray)
    slider = find(seen, "Brightness level", "slider")
    if slider is None:
        return seek(seen, history)
    return Done() if slider.detail == f"{percent}%" else Drag(element=slider.index, to_percent=percent)
