"""Reference solutions of Maps."""

import re
from collections.abc import Sequence

from devices.action import Action, Answer, Done, TypeText
from devices.observation import Element, Observation
from devices.sim.language import read, read_clock, wordings
from tasks.navigate import (
    find,
    find_id,
    find_where,
    gathered,
    hold,
    in_app,
    in_dialog,
    leave,
    on,
    seek,
    seen_whole,
    stray_switch,
    tap,
    tapped_in,
)
from tasks.params import several
from tasks.solutions.music import named
from tasks.solutions.permissions import allowed_again
from tasks.task import Params
from tasks.trace import Step

CATEGORIES = {
    "café": "Cafés",
    "restaurant": "Restaurants",
    "museum": "Museums",
    "park": "Parks",
    "pharmacy": "Pharmacies",
    "hotel": "Hotels",
    "shop": "Shops",
}
"""A category in the words of a goal → its title."""
MODES = {"walk": "Walk", "bike": "Cycle", "drive": "Drive"}
LAYERS = {"default": "Default", "satellite": "Satellite", "terrain": "Terrain"}
_RATING = re.compile(r"(\d)[.,](\d) ★")
_LENGTH = re.compile(r"• ([\d.,]+) (\S+?)(?:,|$)")


def _tap_id(seen: Observation, history: Sequence[Step], name: str) -> Action:
    element = find_id(seen, name)
    return tap(element) if element is not None and element.enabled else seek(seen, history)


def _row(seen: Observation, name: str, label: str) -> Element | None:
    """The row of this resource name with this label, which is the user's own."""
    return find_where(seen, lambda e: named(e, name) and e.label == label)


def _titled(seen: Observation, name: str, label: str) -> Element | None:
    """The row of this resource name with this label, which is the phone's own."""
    return find_where(seen, lambda e: named(e, name) and e.label in wordings(label))


def to_tab(seen: Observation, history: Sequence[Step], name: str) -> Action | None:
    """The next action towards a tab of Maps' first page; None when it is up."""
    if action := in_app(seen, history, "Maps"):
        return action
    tab = find_id(seen, f"tab_{name}")
    if tab is None:
        return leave(seen)
    return None if tab.selected else tap(tab)


def _at(seen: Observation, place: str) -> bool:
    """Whether this place's page is up."""
    return seen.title == place and find_id(seen, "call_button") is not None


def to_place(seen: Observation, history: Sequence[Step], place: str) -> Action | None:
    """The next action towards a place's page; None when it is up."""
    if action := in_app(seen, history, "Maps"):
        return action
    if _at(seen, place):
        return None
    # The keyboard covers the tabs: what stands above it tells that the search is up.
    row, field = _row(seen, "place_item", place), find_id(seen, "search_omnibox_text_box", "field")
    if row is not None:
        return tap(row)
    if field is not None and field.text != place:
        return TypeText(element=field.index, text=place)
    return to_tab(seen, history, "explore") or seek(seen, history)


def _info(seen: Observation, history: Sequence[Step], title: str) -> Element | Action:
    """What a place's page says under a title, else the action that looks for it."""
    shown = find(seen, title)
    return shown if shown is not None and shown.detail else seek(seen, history)


def _hours(element: Element) -> list[str]:
    """Opening and closing time as ``HH:MM``."""
    times = (read_clock(part) for part in element.detail.split(" – "))
    return [f"{time[0]:02}:{time[1]:02}" for time in times if time]


def _answered(history: Sequence[Step]) -> bool:
    return bool(history) and isinstance(history[-1].action, Answer)


def opening_time(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """When a place opens."""
    return _hour(seen, params, history, 0)


def closing_time(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """When a place closes."""
    return _hour(seen, params, history, 1)


def _hour(seen: Observation, params: Params, history: Sequence[Step], which: int) -> Action:
    if _answered(history):
        return Done()
    if action := to_place(seen, history, str(params["place"])):
        return action
    shown = _info(seen, history, "Opening hours")
    return Answer(text=_hours(shown)[which]) if isinstance(shown, Element) else shown


def is_open(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Whether a place is open at a time."""
    if _answered(history):
        return Done()
    if action := to_place(seen, history, str(params["place"])):
        return action
    shown = _info(seen, history, "Opening hours")
    if not isinstance(shown, Element):
        return shown
    opens, closes = _hours(shown)
    return Answer(text="yes" if opens <= str(params["time"]) < closes else "no")


def _to_category(seen: Observation, history: Sequence[Step], category: str) -> Action | None:
    """The next action towards the list of a category; None when it is up."""
    if action := in_app(seen, history, "Maps"):
        return action
    title = CATEGORIES[category]
    if on(seen, title) and find_id(seen, "menu_sort"):
        return None
    if action := to_tab(seen, history, "explore"):
        return action
    row = _titled(seen, "category_item", title)
    field = find_id(seen, "search_omnibox_text_box", "field")
    if row is None and field is not None and field.text:
        return TypeText(element=field.index, text="")
    return tap(row) if row else seek(seen, history)


def _sorted_by(seen: Observation, history: Sequence[Step], order: str) -> bool:
    """Whether the list is in this order, as it said when its first line was last in sight."""
    for element in gathered(seen, history):
        if named(element, "order"):
            values = read(element.label, "Sorted by: {order}")
            return values is not None and values["order"] in wordings(order)
    return False


def _metres(row: Element) -> float | None:
    """How far a place is; None where the row does not say."""
    found = _LENGTH.search(row.detail)
    if found is None:
        return None
    number = float(found[1].replace(",", "."))
    return number if f"x {found[2]}" in _units("{distance} m") else number * 1000


def _units(text: str) -> frozenset[str]:
    return frozenset(wording.replace("{distance}", "x") for wording in wordings(text))


def _rows(elements: Sequence[Element]) -> list[Element]:
    return [element for element in elements if named(element, "place_item")]


def nearest(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """The nearest place of a category."""
    return _by_distance(seen, params, history, 0)


def second_nearest(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """As `nearest`, but the one after it."""
    return _by_distance(seen, params, history, 1)


def _by_distance(seen: Observation, params: Params, history: Sequence[Step], which: int) -> Action:
    if _answered(history):
        return Done()
    if action := allowed_again(seen, history, "Maps", "Location services"):
        return action
    if (entry := find_id(seen, "sort_distance")) is not None:
        return tap(entry)
    if action := _to_category(seen, history, str(params["category"])):
        return action
    if seen.keyboard:
        return seek(seen, history)
    rows = _rows(seen.elements)
    lengths = [length for row in rows if (length := _metres(row)) is not None]
    whole = not seen.more_above and not seen.more_below and len(lengths) == len(rows)
    if whole and rows:
        return Answer(text=sorted(zip(lengths, [row.label for row in rows], strict=True))[which][1])
    if not _sorted_by(seen, history, "Distance") or (rows and not lengths):
        return _tap_id(seen, history, "menu_sort")
    return Answer(text=rows[which].label) if not seen.more_above and len(rows) > which else seek(seen, history)


def well_rated(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """All places of a category with at least this rating."""
    return _by_rating(seen, params, history, 0.0)


def better_rated(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """As `well_rated`, but without those that have just this rating."""
    return _by_rating(seen, params, history, 0.05)


def _by_rating(seen: Observation, params: Params, history: Sequence[Step], more: float) -> Action:
    if _answered(history):
        return Done()
    if (entry := find_id(seen, "sort_rating")) is not None:
        return tap(entry)
    if action := _to_category(seen, history, str(params["category"])):
        return action
    if seen.keyboard:
        return seek(seen, history)
    rows = _rows(gathered(seen, history))
    found = [(row.label, rating) for row in rows if (rating := _rating(row)) is not None]
    limit = float(str(params["limit"])) + more
    names = list(dict.fromkeys(name for name, rating in found if rating >= limit - 0.01))
    if seen_whole(seen, history) and names:
        return Answer(text="; ".join(names))
    if not _sorted_by(seen, history, "Rating"):
        return _tap_id(seen, history, "menu_sort")
    return Answer(text="; ".join(names)) if any(rating < limit - 0.01 for _, rating in found) and names else seek(seen, history)


def _rating(row: Element) -> float | None:
    found = _RATING.search(row.detail)
    return int(found[1]) + int(found[2]) / 10 if found else None


def save_place(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Saves a place to a list."""
    return _save(seen, history, str(params["place"]), str(params["list"])) or Done()


def _save(seen: Observation, history: Sequence[Step], place: str, title: str) -> Action | None:
    """The next action to have a place in a list; None where it is."""
    if action := in_app(seen, history, "Maps"):
        return action
    if on(seen, "Save to list"):
        name = find_id(seen, "save_place")
        if name is not None and name.label != place:
            return leave(seen)
        stray = stray_switch(seen, history, title)
        if stray is not None:
            return tap(stray)
        box = _titled(seen, "save_item", title)
        if box is None:
            return seek(seen, history)
        return None if box.checked else tap(box)
    if action := to_place(seen, history, place):
        return action
    if any(_is_note_in(element, title) for element in gathered(seen, history)):
        return None
    return _tap_id(seen, history, "save_button")


def _is_note_in(element: Element, title: str) -> bool:
    """Whether a row of a place's page is about the note in this list, and thereby says that the place is in it."""
    values = read(element.label, "Note in {list}") if named(element, "note_item") else None
    return values is not None and values["list"] in wordings(title)


def save_missing(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Looks for a place that the city does not have."""
    place = str(params["place"])
    if action := in_app(seen, history, "Maps"):
        return action
    field = find_id(seen, "search_omnibox_text_box", "field")
    if field is None:
        return to_tab(seen, history, "explore") or seek(seen, history)
    if field.text != place:
        return TypeText(element=field.index, text=place)
    row = _row(seen, "place_item", place)
    if row is not None:
        return tap(row)
    return Done(status="infeasible") if find(seen, "No places found") or seen_whole(seen, history) else seek(seen, history)


def _to_list(seen: Observation, history: Sequence[Step], title: str) -> Action | None:
    """The next action towards a list of saved places; None when it is up."""
    if action := in_app(seen, history, "Maps"):
        return action
    if on(seen, title) and not find_id(seen, "call_button"):
        return None
    if action := to_tab(seen, history, "saved"):
        return action
    row = _titled(seen, "list_item", title)
    return tap(row) if row else seek(seen, history)


def _entry(history: Sequence[Step]) -> tuple[str, str]:
    """(title of the list, place) of the entry whose menu is up: the one that was pressed long last."""
    for step, element in reversed(list(tapped_in(history, "Maps"))):
        if named(element, "saved_item"):
            return step.observation.title, element.label
    return "", ""


def unsave(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Takes a place out of a list."""
    title, place = str(params["list"]), str(params["place"])
    if action := in_app(seen, history, "Maps"):
        return action
    if (entry := find_id(seen, "saved_remove")) is not None:
        shown, name = _entry(history)
        return tap(entry) if shown in wordings(title) and name == place else leave(seen)
    if action := _to_list(seen, history, title):
        return action
    row = _row(seen, "saved_item", place)
    if row is not None:
        return hold(row)
    return Done() if seen_whole(seen, history) or _removed(history, place) else seek(seen, history)


def _removed(history: Sequence[Step], place: str) -> bool:
    return any(
        named(element, "saved_remove") and _entry(history[:at])[1] == place
        for at in range(len(history))
        for _, element in tapped_in(history[at : at + 1], "Maps")
    )


def clear_list(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Takes every place out of a list."""
    title = str(params["list"])
    if action := in_app(seen, history, "Maps"):
        return action
    if (entry := find_id(seen, "saved_remove")) is not None:
        return tap(entry) if _entry(history)[0] in wordings(title) else leave(seen)
    if action := _to_list(seen, history, title):
        return action
    row = find_id(seen, "saved_item")
    if row is not None:
        return hold(row)
    return Done() if find(seen, "No places in this list") else seek(seen, history)


def write_note(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Writes the note on a saved place."""
    return _note(seen, history, str(params["place"]), str(params["list"]), str(params["note"])) or Done()


def _note(seen: Observation, history: Sequence[Step], place: str, title: str, note: str) -> Action | None:
    """The next action to have this note on a place in a list, which it is in; None where it has it."""
    if action := in_app(seen, history, "Maps"):
        return action
    if (field := find_id(seen, "note_text", "field")) is not None:
        where, of = find_id(seen, "note_list"), find_id(seen, "note_place")
        if (where and where.label not in wordings(title)) or (of and of.label != place) or not _opened_for(history, title):
            return leave(seen)
        return TypeText(element=field.index, text=note) if field.text != note else _tap_id(seen, history, "android:id/button1")
    if in_dialog(seen):
        return leave(seen)
    if action := to_place(seen, history, place):
        return action
    row = find_where(seen, lambda e: _is_note_in(e, title))
    if row is None:
        return seek(seen, history)
    if not row.detail:
        return seek(seen, history)  # the list cuts off the line that tells
    return None if row.detail == " ".join(note.split()) else tap(row)


def _opened_for(history: Sequence[Step], title: str) -> bool:
    """Whether the editor in front was opened for this list: what a keyboard hides of it was seen before."""
    for step, element in reversed(list(tapped_in(history, "Maps"))):
        if named(element, "note_item"):
            return _is_note_in(element, title)
        if named(element, "saved_note"):
            return _entry(history)[0] in wordings(title) or step is None
    return False


def plan_trip(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Saves several places to a list, each with a note of its own."""
    title = str(params["list"])
    for place, note in zip(several(params["places"]), several(params["notes"]), strict=True):
        if _noted(seen, history, place, title, note):
            continue
        # The page of the lists is left once the place is ticked there, to write the note.
        if on(seen, "Save to list"):
            return _save(seen, history, place, title) or leave(seen)
        if find_id(seen, "note_text") is None and (action := _save(seen, history, place, title)):
            return action
        return _note(seen, history, place, title, note) or Done()
    return Done()


def _noted(seen: Observation, history: Sequence[Step], place: str, title: str, note: str) -> bool:
    """Whether the place's page said so when it was last seen."""
    for look in (seen, *(step.observation for step in reversed(history))):
        if _at(look, place) and (row := find_where(look, lambda e: _is_note_in(e, title))) is not None and row.detail:
            return row.detail == " ".join(note.split())
    return False


def navigate(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Starts the way to a place, by foot, by bicycle or by car."""
    place, mode = str(params["place"]), MODES[str(params["mode"])]
    if action := allowed_again(seen, history, "Maps", "Location services") or in_app(seen, history, "Maps"):
        return action
    if not on(seen, "Directions"):
        return to_place(seen, history, place) or _tap_id(seen, history, "directions_button")
    shown = find_id(seen, "destination")
    if shown is not None and shown.label != place:
        return leave(seen)
    radio = find(seen, mode, "radio")
    if radio is None:
        return seek(seen, history)
    if not radio.checked:
        return tap(radio)
    button = find_id(seen, "navigate_button")
    if button is None:
        return seek(seen, history)
    return Done() if button.label in wordings("End navigation") else tap(button)


def set_layers(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Chooses the type of the map, and whether it shows the traffic."""
    if action := in_app(seen, history, "Maps"):
        return action
    if not on(seen, "Layers"):
        return to_tab(seen, history, "explore") or _tap_id(seen, history, "layers_fab")
    choice = find(seen, LAYERS[str(params["layer"])], "radio")
    if choice is None:
        return seek(seen, history)
    if not choice.checked:
        return tap(choice)
    switch = find(seen, "Traffic", "switch")
    if switch is None:
        return seek(seen, history)
    return Done() if switch.checked == params["traffic"] else tap(switch)
