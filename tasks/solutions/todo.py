"""How To-do is used: to a list, through the editor, ticking, filtering and clearing."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from devices.action import Action, Done, DoubleTap, TypeText
from devices.observation import Element, Observation
from devices.sim.screens.todo_editor import PRIORITIES
from devices.state import Value
from tasks.navigate import (
    back,
    find,
    find_id,
    find_where,
    gathered,
    in_dialog,
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
    date_line,
    is_menu,
    is_spoilt,
    past_overlays,
    save_form,
    stands,
    taken_away,
    text_line,
    was_taken,
)
from tasks.solutions.strays import Things, still_made, undo
from tasks.trace import Step

APP, MAIN, ALL, NEW, EDIT = "To-do", "To-do", "All tasks", "New task", "Edit task"
_THINGS = Things(APP, "task", NEW, ("title",), "save", "delete", tick="done", sure="Delete all completed tasks?")
Wanted = Mapping[str, Value]
"""Facts of a task, by their names."""


# Pages


def is_list(seen: Observation, name: str = "") -> bool:
    """Whether the page of a list is up: of the one of this name, or of any."""
    # What drops in from above for a moment may cover the bar with its buttons, but not the title.
    here = find_id(seen, "new_task", "button") is not None or find_id(seen, "filter", "button") is not None
    named = not name or seen.title == name or (name == ALL and on(seen, ALL))
    return here and named and not on(seen, MAIN)


def row_of(seen: Observation, title: str) -> Element | None:
    """The row of a task on the page of a list."""
    return find_where(seen, lambda e: e.label == title and e.resource_id.endswith(":id/task"), "row")


def to_list(seen: Observation, history: Sequence[Step], name: str, *ticked: str) -> Action | None:
    """The next action towards the page of a list, or of all tasks; None when it is up and no box on it was ticked by mistake.

    Args:
        seen, history: the screen, and the steps so far.
        name: of the list.
        ticked: titles of the tasks that shall be ticked.
    """
    everything = find(seen, "All", "row", "button") if to_app(seen, APP) is None and is_menu(seen) else None
    if everything:  # the menu of filters: one that was set on the way may hide what is looked for
        return tap(everything)
    if action := past_overlays(seen, APP) or undo(seen, history, _THINGS):
        return action
    if is_list(seen, name):
        stray = stray_switch(seen, history, *ticked)
        return tap(stray) if stray else None
    if not on(seen, MAIN):
        return leave(seen)
    row = find_id(seen, "all_tasks") if name == ALL else find_where(seen, lambda e: e.label == name and e.resource_id.endswith(":id/list"))
    return tap(row) if row else seek(seen, history)


def _search_list(seen: Observation, history: Sequence[Step]) -> Action:
    """Look for a task on the page of a list: where a filter hides some, all are shown first."""
    if find_id(seen, "shown"):
        return press(seen, "Filter") or back()
    return seek(seen, history)


# The editor


def _lines(wanted: Wanted, optional: Wanted) -> Iterator[Line]:
    for key in ("title", "due", "priority", "list", "done", "notes"):
        must = key in wanted
        value = wanted.get(key, optional.get(key))
        if value is None:
            continue
        if key == "due" and value:
            yield date_line(key, str(value), must)
        elif key == "priority":
            yield choice_line(key, PRIORITIES[str(value)], must)
        elif key == "list":
            yield choice_line(key, str(value), must)
        elif key == "done":
            yield check_line(key, bool(value), must)
        else:
            yield text_line(key, str(value), must)


def _choose(seen: Observation, history: Sequence[Step], wanted: Wanted) -> Action | None:
    for key, title in (("priority", "Priority"), ("list", "List")):
        if key in wanted:
            label = PRIORITIES[str(wanted[key])] if key == "priority" else str(wanted[key])
            if action := choose(seen, history, title, label):
                return action
    return None


_FRESH: Wanted = {"due": "", "priority": "none", "done": False, "notes": ""}


def add(seen: Observation, history: Sequence[Step], wanted: Wanted) -> Action | None:
    """Make a task with these facts, among them title and list, and all others as in any new one; None when it was made."""
    if made(seen, history, wanted):
        return None
    if to_app(seen, APP) is None:
        behind = screen_behind(history, APP, lambda look: on(look, NEW, EDIT))
        if (behind is None or on(behind, NEW)) and (action := _choose(seen, history, {**_FRESH, **wanted})):
            return action
        if on(seen, NEW) and find_id(seen, "save"):
            return save_form(seen, history, list(_lines(wanted, _FRESH)))
    if action := to_list(seen, history, str(wanted["list"])):
        return action
    button = find_id(seen, "new_task", "button")
    return tap(button) if button else back()


def made(seen: Observation, history: Sequence[Step], wanted: Wanted) -> bool:
    """Whether a form for a new task like this was saved, and the task not deleted since."""
    lines = list(_lines(wanted, {}))

    def saves(step: Step, element: Element) -> bool:
        return (
            element.resource_id.endswith(":id/save")
            and on(step.observation, NEW)
            and was_taken(seen, history, step)
            and all(stands(step.observation, history[: step.index], line) for line in lines)
        )

    return still_made(history, _THINGS, str(wanted["title"]), saves)


def edit(seen: Observation, history: Sequence[Step], list_name: str, title: str, wanted: Wanted) -> Action:
    """Give a task of a list these facts and say done. A form that holds them already is saved as it stands."""
    titles = (title, str(wanted.get("title", title)))
    lists = (list_name, str(wanted.get("list", list_name)))
    lines = list(_lines(wanted, {}))
    if _edited(seen, history, titles, lists, lines):
        return Done()
    if to_app(seen, APP) is None and _opened(history, titles, lists):
        if action := _choose(seen, history, wanted):
            return action
        if on(seen, EDIT) and find_id(seen, "save"):
            return save_form(seen, history, lines)
    if is_list(seen) and to_app(seen, APP) is None and seen.title in lists and not undo(seen, history, _THINGS):
        row = next((row for each in titles if (row := row_of(seen, each))), None)
        if row:
            return tap(row)
        if seen_whole(seen, history) and not find_id(seen, "shown") and lists[1] != seen.title:
            return back()
    return to_list(seen, history, lists[_was_looked_through(history, *lists)]) or _search_list(seen, history)


def _was_looked_through(history: Sequence[Step], first: str, other: str) -> bool:
    """Whether the whole of the first list was seen, and left without a task being opened: then it is in the other one."""
    for step in reversed(history):
        if is_list(step.observation, first):
            last = find(step.observation, "Navigate up") if step.action == back() else None
            return first != other and last is not None and seen_whole(step.observation, history[: step.index])
        if on(step.observation, EDIT):
            return False
    return False


def _opened(history: Sequence[Step], titles: Sequence[str], lists: Sequence[str]) -> bool:
    """Whether the task that was opened last is one of these titles, of one of these lists."""
    for step in reversed(history):
        if on(step.observation, NEW, MAIN):
            return False
        for _, element in tapped_in([step], APP):
            if element.resource_id.endswith(":id/task"):
                return element.label in titles and step.observation.title in lists
    return False


def _edited(seen: Observation, history: Sequence[Step], titles: Sequence[str], lists: Sequence[str], lines: Sequence[Line]) -> bool:
    return any(
        element.resource_id.endswith(":id/save")
        and on(step.observation, EDIT)
        and was_taken(seen, history, step)
        and _opened(history[: step.index], titles, lists)
        and all(stands(step.observation, history[: step.index], line) for line in lines)
        for step, element in tapped_in(history, APP)
    )


def delete(seen: Observation, history: Sequence[Step], list_name: str, title: str) -> Action:
    """Delete a task of a list and say done."""
    if taken_away(history, APP, lambda step, element: _deletes(step, element, history, list_name, title)):
        return Done()
    if to_app(seen, APP) is None and on(seen, EDIT) and _opened(history, (title,), (list_name,)):
        return press(seen, "Delete") or back()
    if to_app(seen, APP) is None and is_list(seen, list_name) and not undo(seen, history, _THINGS) and (row := row_of(seen, title)):
        return tap(row)
    return to_list(seen, history, list_name) or _search_list(seen, history)


def _deletes(step: Step, element: Element, history: Sequence[Step], list_name: str, title: str) -> bool:
    named = element.resource_id.endswith(":id/delete") and on(step.observation, EDIT)
    return named and _opened(history[: step.index], (title,), (list_name,))


# Ticking


def tick(seen: Observation, history: Sequence[Step], list_name: str, wanted: Callable[[str], bool], titles: Sequence[str]) -> Action:
    """Tick the boxes of these tasks of a list and say done; those ticked by mistake are set back.

    Args:
        seen, history: the screen, and the steps so far.
        list_name: of the list, or that of all tasks.
        wanted: whether a box that is not ticked is meant.
        titles: of those meant, where the goal tells them: each must have been seen ticked. Without them the list is looked through.
    """
    if action := to_list(seen, history, list_name, *titles):
        return action
    boxes = [e for e in seen.elements if e.kind in ("switch", "checkbox")]
    box = next((e for e in boxes if not e.checked and wanted(e.label)), None)
    if box:
        return tap(box)
    ticked = {e.label for e in gathered(seen, history) if e.checked}
    if titles and ticked >= set(titles):
        return Done()
    return _search_list(seen, history)


# Filtering and clearing


def overdue(seen: Observation, history: Sequence[Step]) -> list[Element] | Action:
    """The rows of all tasks that are overdue, once they were all seen; until then the next action towards that."""
    spoilt = _spoilt(history)
    if to_app(seen, APP) is None and is_menu(seen):
        # A task that was ticked by mistake is no longer overdue: it is among all.
        entry = find(seen, "All" if spoilt else "Overdue", "row", "button")
        behind = screen_behind(history, APP, lambda look: bool(look.title))
        return tap(entry) if entry and behind is not None and is_list(behind, ALL) else back()
    if action := to_list(seen, history, ALL):
        return action
    if spoilt and _shown(history) != "Overdue":
        return seek(seen, history)
    if _shown(history) != "Overdue" or spoilt:
        return press(seen, "Filter") or back()
    # Each tells its day: of a row without one the list cuts off a part, and its first words may be the day itself.
    rows = {e.label: e for look in visit(seen, history) for e in look.elements if e.resource_id.endswith(":id/task") and e.detail}
    return list(rows.values()) if seen_whole(seen, history) else seek(seen, history)


def _shown(history: Sequence[Step]) -> str:
    """The filter that the list of all tasks has: what was chosen since it was opened."""
    for step in reversed(history):
        if on(step.observation, MAIN):
            break
        for _, element in tapped_in([step], APP):
            for label in ("All", "Open", "Completed", "Overdue"):
                if is_menu(step.observation) and says(element, label):
                    return label
    return "All"


def _spoilt(history: Sequence[Step]) -> bool:
    """Whether a task on the list of all was ticked, or a tick taken away, and not set back."""
    flips: dict[str, int] = {}
    for step, element in tapped_in(history, APP):
        if element.kind in ("switch", "checkbox") and is_list(step.observation, ALL):
            flips[element.label] = flips.get(element.label, 0) + (2 if isinstance(step.action, DoubleTap) else 1)
    return any(count % 2 for count in flips.values())


def clear(seen: Observation, history: Sequence[Step], list_name: str) -> Action:
    """Delete all completed tasks of a list and say done."""

    def confirms(step: Step, element: Element) -> bool:
        return in_dialog(step.observation) and says(element, "Delete") and _over(history[: step.index], list_name)

    if taken_away(history, APP, confirms):
        return Done()
    if to_app(seen, APP) is None and (is_menu(seen) or in_dialog(seen)) and _over(history, list_name):
        entry = find(seen, "Delete completed tasks", "row", "button") or find(seen, "Delete", "button")
        if entry:
            return tap(entry)
    return to_list(seen, history, list_name) or press(seen, "More options") or back()


def _over(history: Sequence[Step], list_name: str) -> bool:
    """Whether the page below a menu or a dialog is that of a list."""
    page = screen_behind(history, APP, lambda look: bool(look.title) and not in_dialog(look))
    return page is not None and is_list(page, list_name)


# Lists


def new_list(seen: Observation, history: Sequence[Step], name: str) -> Action | None:
    """Make a list of this name; None when it was made."""
    for step, element in tapped_in(history, APP):
        field = find_id(step.observation, "list_name", "field")
        if says(element, "OK") and field is not None and field.text == name:
            return None
    field = find_id(seen, "list_name", "field") if to_app(seen, APP) is None else None
    if field is not None:
        return TypeText(element=field.index, text=name) if field.text != name else press(seen, "OK") or back()
    if action := past_overlays(seen, APP):
        return action
    button = find_id(seen, "new_list", "button")
    return tap(button) if button else leave(seen)


# Looking


def notes_of(seen: Observation, history: Sequence[Step], list_name: str, title: str) -> str | Action:
    """The notes of a task of a list, once its editor shows them; until then the next action towards that."""
    if to_app(seen, APP) is None and on(seen, EDIT) and _opened(history, (title,), (list_name,)):
        field = find_id(seen, "notes", "field")
        if field is None:
            return seek(seen, history)
        # What was typed into it on the way is not what it says.
        return leave(seen) if is_spoilt(seen, history, ()) else field.text
    if to_app(seen, APP) is None and is_list(seen, list_name) and not undo(seen, history, _THINGS) and (row := row_of(seen, title)):
        return tap(row)
    return to_list(seen, history, list_name) or _search_list(seen, history)


def miss(seen: Observation, history: Sequence[Step], list_name: str, title: str) -> Action:
    """Look through a list for a task that is not on it, and say that it cannot be done."""
    if action := to_list(seen, history, list_name):
        return action
    if find_id(seen, "shown") is None and seen_whole(seen, history):
        return Done(status="infeasible")
    return _search_list(seen, history)
