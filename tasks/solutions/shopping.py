"""How Shopping is used: through the editor, ticking, filtering, and taking things off the list."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from devices.action import Action, Done
from devices.observation import Element, Observation
from devices.sim.apps.shopping import CATEGORIES
from devices.sim.language import read, read_money, wordings
from devices.sim.typed import typed_money
from devices.state import Value
from tasks.navigate import (
    back,
    find,
    find_id,
    find_where,
    gathered,
    leave,
    on,
    press,
    says,
    screen_behind,
    seek,
    seen_whole,
    stray_switch,
    tap,
    tapped_in,
    to_app,
    visit,
)
from tasks.solutions.forms import (
    Line,
    check_line,
    choice_line,
    choose,
    is_menu,
    past_overlays,
    save_form,
    stands,
    taken_away,
    text_line,
    was_taken,
)
from tasks.solutions.strays import Things, still_made, undo
from tasks.trace import Step

APP, MAIN, NEW, EDIT = "Shopping", "Shopping", "Add item", "Edit item"
Wanted = Mapping[str, Value]
"""Facts of an item, by their names."""
_THINGS = Things(APP, "item", NEW, ("name",), "save", "remove", tick="bought", clear="clear")


# The list


def is_list(seen: Observation) -> bool:
    """Whether the shopping list itself is up."""
    return find_id(seen, "add_item", "button") is not None or (on(seen, MAIN) and find_id(seen, "filter", "button") is not None)


def row_of(seen: Observation, name: str) -> Element | None:
    """The row of an item."""
    return find_where(seen, lambda e: e.label == name and e.resource_id.endswith(":id/item"), "row")


def price_of(row: Element) -> int | None:
    """Cents for one, as a row tells them; None where the list cuts them off."""
    parts = row.detail.split(" × ")
    words = parts[1] if len(parts) == 2 else ""
    # An amount may itself hold a comma, as the words after it may.
    ends = [at for at, letter in enumerate(words) if words[at : at + 2] == ", "] + [len(words)]
    return next((price for end in ends if (price := read_money(words[:end])) is not None), None)


def to_list(seen: Observation, history: Sequence[Step], *bought: str) -> Action | None:
    """The next action towards the list; None when it is up and no box on it was ticked by mistake.

    Args:
        seen, history: the screen, and the steps so far.
        bought: names of the items that shall be ticked.
    """
    if action := past_overlays(seen, APP) or undo(seen, history, _THINGS):
        return action
    if not is_list(seen):
        return leave(seen)
    stray = stray_switch(seen, history, *bought)
    return tap(stray) if stray else None


def show(seen: Observation, history: Sequence[Step], category: str) -> Action | None:
    """Show the items of one category, of all where it is empty; None when the list shows them."""
    label = CATEGORIES[category] if category else "All"
    if to_app(seen, APP) is None and is_menu(seen):
        entry = find(seen, label, "row", "button")
        return tap(entry) if entry else back()
    if not is_list(seen) or to_app(seen, APP) is not None:
        return None
    return None if _shown(seen, history) == category else press(seen, "Filter") or back()


def _shown(seen: Observation, history: Sequence[Step]) -> str:
    """The category that the list shows, empty for all: as it says at its top, else as was chosen last."""
    labels = {"": "All", **CATEGORIES}
    if is_list(seen) and not seen.more_above:
        caption = find_id(seen, "shown")
        values = read(caption.label, "Shown: {which}") if caption else None
        return next((category for category, label in labels.items() if values and values["which"] in wordings(label)), "")
    for step in reversed(history):
        if is_menu(step.observation):
            for _, element in tapped_in([step], APP):
                for category, label in labels.items():
                    if says(element, label):
                        return category
    return ""


# The editor


def _lines(wanted: Wanted, optional: Wanted) -> Iterator[Line]:
    for key in ("name", "quantity", "price", "category", "bought"):
        must = key in wanted
        value = wanted.get(key, optional.get(key))
        if value is None:
            continue
        if key == "category":
            yield choice_line(key, CATEGORIES[str(value)], must)
        elif key == "bought":
            yield check_line(key, bool(value), must)
        elif key == "price":
            yield _price_line(int(value), must)
        else:
            yield text_line(key, str(value), must)


def _price_line(cents: int, must: bool) -> Line:
    text = f"{cents // 100}.{cents % 100:02}" if cents else ""
    return text_line("price", text, must, lambda held: typed_money(held or "0") == cents)


_FRESH: Wanted = {"quantity": 1, "price": 0, "category": "other", "bought": False}


def add(seen: Observation, history: Sequence[Step], wanted: Wanted) -> Action | None:
    """Put an item with these facts on the list, all others as in any new one; None when it was."""
    lines = list(_lines(wanted, {}))
    if still_made(history, _THINGS, str(wanted["name"]), lambda step, element: _saves(seen, history, step, element, NEW, lines)):
        return None
    if to_app(seen, APP) is None:
        behind = screen_behind(history, APP, lambda look: on(look, NEW, EDIT))
        if (behind is None or on(behind, NEW)) and (action := _choose(seen, history, {**_FRESH, **wanted})):
            return action
        if on(seen, NEW) and find_id(seen, "save"):
            return save_form(seen, history, list(_lines(wanted, _FRESH)))
    if action := to_list(seen, history):
        return action
    button = find_id(seen, "add_item", "button")
    return tap(button) if button else seek(seen, history)


def _choose(seen: Observation, history: Sequence[Step], wanted: Wanted) -> Action | None:
    return choose(seen, history, "Category", CATEGORIES[str(wanted["category"])]) if "category" in wanted else None


def _saves(seen: Observation, history: Sequence[Step], step: Step, element: Element, title: str, lines: Sequence[Line]) -> bool:
    """Whether a tap saved a form of this title that held these lines."""
    return (
        element.resource_id.endswith(":id/save")
        and on(step.observation, title)
        and was_taken(seen, history, step)
        and all(stands(step.observation, history[: step.index], line) for line in lines)
    )


def _opened(history: Sequence[Step], name: str) -> bool:
    """Whether the item that was opened last is this one."""
    for step in reversed(history):
        if on(step.observation, NEW):
            return False
        for _, element in tapped_in([step], APP):
            if element.resource_id.endswith(":id/item"):
                return element.label == name
    return False


def edit(seen: Observation, history: Sequence[Step], name: str, wanted: Wanted) -> Action:
    """Give an item these facts and say done. A form that holds them already is saved as it stands."""
    lines = list(_lines(wanted, {}))
    if any(
        _saves(seen, history, step, element, EDIT, lines) and _opened(history[: step.index], name)
        for step, element in tapped_in(history, APP)
    ):
        return Done()
    if to_app(seen, APP) is None and _opened(history, name):
        if action := _choose(seen, history, wanted):
            return action
        if on(seen, EDIT) and find_id(seen, "save"):
            return save_form(seen, history, lines)
    return _to_item(seen, history, name)


def _to_item(seen: Observation, history: Sequence[Step], name: str) -> Action:
    """Open an item, whatever the list is filtered by."""
    if _shown(seen, history) and (action := show(seen, history, "")):
        return action
    if action := to_list(seen, history):
        return action
    row = row_of(seen, name)
    return tap(row) if row else seek(seen, history)


# Ticking


def tick(seen: Observation, history: Sequence[Step], names: Sequence[str]) -> Action:
    """Tick the boxes of these items and say done; those ticked by mistake are set back."""
    if _shown(seen, history) and (action := show(seen, history, "")):
        return action
    if action := to_list(seen, history, *names):
        return action
    box = find_where(seen, lambda e: e.label in names and not e.checked, "checkbox")
    if box:
        return tap(box)
    ticked = {e.label for e in gathered(seen, history) if e.checked}
    return Done() if ticked >= set(names) else seek(seen, history)


def tick_all(seen: Observation, history: Sequence[Step], meant: Callable[[int], bool]) -> Action:
    """Tick the boxes of all items whose price for one is meant, and say done once the list was seen from end to end."""
    if _shown(seen, history) and (action := show(seen, history, "")):
        return action
    if action := past_overlays(seen, APP) or undo(seen, history, _THINGS):
        return action
    if not is_list(seen):
        return leave(seen)
    names = [name for name, price in _prices(seen, history).items() if meant(price)]
    if stray := stray_switch(seen, history, *names):
        return tap(stray)
    box = find_where(seen, lambda e: e.label in names and not e.checked, "checkbox")
    if box:
        return tap(box)
    ticked = {e.label for e in gathered(seen, history) if e.checked}
    return Done() if seen_whole(seen, history) and ticked >= set(names) else seek(seen, history)


# Taking off


def remove(seen: Observation, history: Sequence[Step], name: str, count: int = 1) -> Action:
    """Take an item off the list and say done; where it is there more than once, so many of them."""
    if removed(history, name) >= count:
        return Done()
    if to_app(seen, APP) is None and on(seen, EDIT) and _opened(history, name):
        button = find_id(seen, "remove", "button")
        return tap(button) if button else back()
    if to_app(seen, APP) is None and is_list(seen) and removed(history, name) and not _shown(seen, history):
        # What was taken off on purpose is told of, with a button that would bring it back.
        row = row_of(seen, name)
        return tap(row) if row else seek(seen, history)
    return _to_item(seen, history, name)


def removed(history: Sequence[Step], name: str) -> int:
    """How often an item of this name was taken off, less what was brought back."""

    def removes(step: Step, element: Element) -> bool:
        return element.resource_id.endswith(":id/remove") and on(step.observation, EDIT) and _opened(history[: step.index], name)

    return taken_away(history, APP, removes)


def clear(seen: Observation, history: Sequence[Step]) -> Action:
    """Take all that was bought off the list and say done."""
    if taken_away(history, APP, lambda step, element: says(element, "Remove bought items") and is_menu(step.observation)):
        return Done()
    if to_app(seen, APP) is None and is_menu(seen):
        entry = find(seen, "Remove bought items", "row", "button")
        return tap(entry) if entry else back()
    return to_list(seen, history) or press(seen, "More options") or back()


# Looking


def foot(seen: Observation, history: Sequence[Step], category: str, which: str) -> str | Action:
    """An amount at the foot of the list of a category, of all where it is empty; until it is in sight the next action towards it.

    Args:
        seen, history: the screen, and the steps so far.
        category: that is shown.
        which: ``Total: {amount}`` or ``Still to buy: {amount}``.
    """
    if action := show(seen, history, category) or to_list(seen, history):
        return action
    for element in seen.elements:
        values = read(element.label, which) if element.kind == "text" else None
        if values is not None:
            return values["amount"]
    return seek(seen, history)


def _prices(seen: Observation, history: Sequence[Step]) -> dict[str, int]:
    """Name → price for one of every item that was seen since the list came up. Rows that the list cuts off are seen whole elsewhere."""
    found = ((row.label, price_of(row)) for look in visit(seen, history) for row in look.elements if row.resource_id.endswith(":id/item"))
    return {name: price for name, price in found if price is not None}


def all_prices(seen: Observation, history: Sequence[Step]) -> dict[str, int] | Action:
    """Name → price for one of all items once the list was seen from end to end; until then the next action towards that."""
    if _shown(seen, history) and (action := show(seen, history, "")):
        return action
    if action := to_list(seen, history):
        return action
    return _prices(seen, history) if seen_whole(seen, history) else seek(seen, history)


def prices_of(seen: Observation, history: Sequence[Step], names: Sequence[str]) -> dict[str, int] | Action:
    """Name → price for one of these items, once all of them were seen; until then the next action towards that."""
    if _shown(seen, history) and (action := show(seen, history, "")):
        return action
    if action := to_list(seen, history):
        return action
    found = _prices(seen, history)
    return {name: found[name] for name in names} if found.keys() >= set(names) else seek(seen, history)


def miss(seen: Observation, history: Sequence[Step]) -> Action:
    """Look through the list for an item that is not on it, and say that it cannot be done."""
    if _shown(seen, history) and (action := show(seen, history, "")):
        return action
    if action := to_list(seen, history):
        return action
    return Done(status="infeasible") if seen_whole(seen, history) else seek(seen, history)
