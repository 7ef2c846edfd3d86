"""Reference solutions of Camera."""

import re
from collections.abc import Sequence

from devices.action import Action, Done, Scroll, Wait
from devices.observation import Element, Observation
from devices.sim.language import read
from tasks.navigate import (
    PACKAGES,
    back,
    fill,
    find,
    find_id,
    in_app,
    in_dialog,
    leave,
    on,
    pick,
    says,
    seek,
    stray_switch,
    tap,
    tapped,
    to_app,
)
from tasks.solutions.permissions import allowed_again
from tasks.task import Params
from tasks.trace import Step

_SWITCH = {"back": "Switch to front camera", "front": "Switch to back camera"}
"""Lens that is used → what the button offers."""
_FLASH = {"off": "Flash off", "auto": "Flash auto", "on": "Flash on"}
_TIMER = {0: "Timer off", 3: "Timer 3 seconds", 10: "Timer 10 seconds"}
_MOST_SECONDS = 60  # of one wait


def _to_viewfinder(seen: Observation, history: Sequence[Step]) -> Action | None:
    """The next action towards Camera's first page, where nothing is being taken; None when it is up."""
    if action := allowed_again(seen, history, "Camera", "Camera") or in_app(seen, history, "Camera"):
        return action
    shutter = find_id(seen, "shutter_button", "button")
    if shutter is None:
        return leave(seen)
    if says(shutter, "Cancel timer"):
        return Wait(seconds=min(_MOST_SECONDS, number_in(find_id(seen, "countdown")) or 1))
    return None


def number_in(element: Element | None) -> int:
    """The number that an element shows, 0 for none."""
    return int(element.label) if element is not None and element.label.isdecimal() else 0


def seconds_in(text: str) -> int:
    """``1:02:03`` → 3723; 0 for anything that is no length."""
    if not re.fullmatch(r"(\d+:)?\d+:\d\d", text):
        return 0
    total = 0
    for part in text.split(":"):
        total = 60 * total + int(part)
    return total


def last_photo(seen: Observation) -> str | None:
    """The name of the photo that Camera shows as its last; empty where it has none, None where that is not in sight."""
    button = find_id(seen, "rounded_thumbnail", "button")
    if button is None:
        return None
    name = read(button.label, "Last photo: {name}")
    return name["name"] if name else ""


def taken(seen: Observation, history: Sequence[Step], prefix: str, lens: str = "", timer: int | None = None) -> str:
    """The name of the latest photo of a kind (``IMG``, ``PORTRAIT``, ``VID``) taken in this episode, empty if there is none.

    Args:
        seen, history: the screen, and the steps so far.
        prefix: of the names of that kind.
        lens, timer: that it was taken with; any, where not given.
    """
    first, latest, result = None, None, ""
    with_lens, with_timer = "", None
    for look in (*(step.observation for step in history), seen):
        if look.package != PACKAGES["Camera"]:
            continue
        name = last_photo(look)
        if name is not None and first is None:
            first = latest = name
        if name is not None and name != latest:
            latest = name
            if name != first and name.startswith(prefix) and lens in ("", with_lens) and timer in (None, with_timer):
                result = name
        # What a banner covers for a moment is as it was last seen.
        with_lens = next((key for key, label in _SWITCH.items() if find(look, label)), with_lens)
        with_timer = next((key for key, label in _TIMER.items() if says(find_id(look, "countdown_toggle_button"), label)), with_timer)
    return result


def _mode(seen: Observation, name: str) -> Action | None:
    """Choose what is taken: ``photo``, ``video`` or ``portrait``."""
    tab = find_id(seen, f"tab_{name}")
    return tap(tab) if tab is not None and not tab.selected else None


def _stop_stray(seen: Observation) -> Action | None:
    shutter = find_id(seen, "shutter_button", "button")
    return tap(shutter) if shutter is not None and says(shutter, "Stop recording") else None


def _choose(seen: Observation, history: Sequence[Step], button: str, wanted: str) -> Action | None:
    """Open the menu of a button of the viewfinder; None where the button says that what is wanted is chosen."""
    shown = find_id(seen, button, "button")
    if shown is None:
        return seek(seen, history)
    return None if says(shown, wanted) else tap(shown)


def _options(seen: Observation, history: Sequence[Step], lens: str = "", flash: str = "", timer: int | None = None) -> Action | None:
    """Bring the viewfinder to these settings, those that are given; None when it is up and has them."""
    if to_app(seen, "Camera") is None and find_id(seen, "shutter_button") is None:
        # One of the two menus: what is wanted is chosen from it, otherwise it is left.
        for name in (f"flash_{flash}", f"timer_{timer}"):
            if entry := find_id(seen, name):
                return tap(entry)
    if action := _to_viewfinder(seen, history) or _stop_stray(seen):
        return action
    if lens:
        switch = find_id(seen, "camera_toggle_button", "button")
        if switch is None:
            return seek(seen, history)
        if not says(switch, _SWITCH[lens]):
            return tap(switch)
    if timer is not None and (action := _choose(seen, history, "countdown_toggle_button", _TIMER[timer])):
        return action
    return _choose(seen, history, "flash_button", _FLASH[flash]) if flash else None


def _shoot(seen: Observation, history: Sequence[Step]) -> Action:
    """Take a photo, with what was taken last in sight: it tells when there is a new one."""
    if last_photo(seen) is None:
        return Scroll(direction="up") if seen.more_above else seek(seen, history)
    shutter = find_id(seen, "shutter_button", "button")
    return _mode(seen, "photo") or (tap(shutter) if shutter else seek(seen, history))


def take_photo(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """One photo, with the camera as it is."""
    if action := _to_viewfinder(seen, history) or _stop_stray(seen):
        return action
    return Done() if taken(seen, history, "IMG") else _shoot(seen, history)


def take_with(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """One photo with the front camera and the self-timer of ``timer`` seconds."""
    timer = int(params["timer"])
    if to_app(seen, "Camera") is None and taken(seen, history, "IMG", "front", timer):
        return Done()
    return _options(seen, history, lens="front", timer=timer) or _shoot(seen, history)


def record(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """One video of at least ``seconds`` seconds."""
    if action := _to_viewfinder(seen, history):
        return action
    shutter = find_id(seen, "shutter_button", "button")
    assert shutter is not None
    if says(shutter, "Stop recording"):
        shown = find_id(seen, "recording_time")
        if shown is None:
            return seek(seen, history)
        left = int(params["seconds"]) - seconds_in(shown.label)
        return Wait(seconds=min(_MOST_SECONDS, left)) if left > 0 else tap(shutter)
    if last_photo(seen) is None:
        return Scroll(direction="up") if seen.more_above else seek(seen, history)
    if long_enough(history, int(params["seconds"])) and taken(seen, history, "VID"):
        return Done()
    return _mode(seen, "video") or tap(shutter)


def long_enough(history: Sequence[Step], seconds: int) -> bool:
    """Whether a recording was stopped that had gone on for so long."""
    return any(
        says(element, "Stop recording") and (shown := find_id(step.observation, "recording_time")) and seconds_in(shown.label) >= seconds
        for step, element in tapped(history)
    )


def set_flash(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return _options(seen, history, flash=str(params["flash"])) or Done()


def set_up(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Photo size and grid lines, in Camera's settings."""
    size = str(params["size"])
    if action := in_app(seen, history, "Camera"):
        return action
    if in_dialog(seen):
        choice = find(seen, size, "radio")
        return tap(choice) if choice and on(seen, "Photo size") else back()
    if not on(seen, "Camera settings"):
        button = find_id(seen, "settings_button", "button")
        return tap(button) if button and button.enabled else _to_viewfinder(seen, history) or _stop_stray(seen) or seek(seen, history)
    if (stray := stray_switch(seen, history, "Grid lines")) is not None:
        return tap(stray)
    row = find_id(seen, "setting_size")
    if row is None:
        return seek(seen, history)
    if row.detail != size:
        return tap(row)
    grid = find(seen, "Grid lines", "switch")
    if grid is None:
        return seek(seen, history)
    return Done() if grid.checked == params["grid"] else tap(grid)


def long_timer(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Looks for a length of the self-timer that the camera does not have."""
    if to_app(seen, "Camera") is None and find_id(seen, "timer_10"):
        return Done(status="infeasible")
    action = _to_viewfinder(seen, history) or _stop_stray(seen)
    button = find_id(seen, "countdown_toggle_button", "button")
    return action or (tap(button) if button else seek(seen, history))


def take_and_favour(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """One photo, marked as a favourite on its page in Gallery."""
    name = taken(seen, history, "IMG")
    if not name:
        return take_photo(seen, params, history)
    return _on_page(seen, history, name) or _favour(seen, history)


def _on_page(seen: Observation, history: Sequence[Step], name: str) -> Action | None:
    """The next action towards the page in Gallery of the photo that was taken last; None when it is up."""
    if to_app(seen, "Gallery") is None:
        if seen.title == name:
            return None
        if len(history) > 1 and find_id(seen, "thumbnail") is None:
            return leave(seen)
        cell = find_id(seen, "thumbnail")  # the newest photo comes first
        return tap(cell) if cell else leave(seen)
    if action := _to_viewfinder(seen, history) or _stop_stray(seen):
        return action
    button = find_id(seen, "rounded_thumbnail", "button")
    return tap(button) if button else seek(seen, history)


def _favour(seen: Observation, history: Sequence[Step]) -> Action:
    star = find_id(seen, "photo_favourite", "button")
    if star is None:
        return seek(seen, history)
    return Done() if says(star, "Remove from favourites") else tap(star)


def portrait_album(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """A photo with the front camera, the flash off and the self-timer, marked as a favourite and moved to a new album."""
    timer, album = int(params["timer"]), str(params["album"])
    name = taken(seen, history, "IMG", "front", timer)
    if not name:
        return _options(seen, history, lens="front", flash="off", timer=timer) or _shoot(seen, history)
    moved = _moved(history, album)
    if to_app(seen, "Gallery") is None and in_dialog(seen):
        if find_id(seen, "album_name") is None:
            return leave(seen)
        return fill(seen, history, "Album name", album) or pick(seen, history, "OK")
    if to_app(seen, "Gallery") is None and _picking(seen):
        new = find_id(seen, "new_album_item")
        return tap(new) if new and not moved else leave(seen)
    if to_app(seen, "Gallery") is None and (entry := find_id(seen, "action_move")):
        return tap(entry) if not moved else leave(seen)
    if action := _on_page(seen, history, name):
        return action
    star = find_id(seen, "photo_favourite", "button")
    if star is not None and says(star, "Add to favourites"):
        return tap(star)
    more = find_id(seen, "menu_more", "button")
    return Done() if moved else tap(more) if more else seek(seen, history)


def _picking(seen: Observation) -> bool:
    return on(seen, "Move to album")


def _moved(history: Sequence[Step], album: str) -> bool:
    """Whether the dialog for a new album of this name was confirmed."""
    for step, element in tapped(history):
        field = find_id(step.observation, "album_name", "field")
        if field is not None and field.text == album and element.resource_id == "android:id/button1":
            return True
    return False
