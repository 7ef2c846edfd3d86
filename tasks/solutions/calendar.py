"""How Calendar is used: to an event, to a day, through the editor and the question before a deletion."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cache

from devices.action import Action, Done
from devices.observation import Element, Observation
from devices.sim.language import LOCALES, dates, month_title, read_clock, wordings
from devices.sim.screens.calendar_events import CALENDARS, EVENT, REMINDERS, REPEATS
from devices.sim.screens.date_picker import next_month
from devices.sim.typed import typed_date
from devices.state import Value
from tasks.navigate import (
    SYSTEM_UI,
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
    past_overlays,
    save_form,
    stands,
    text_line,
    time_line,
    was_taken,
)
from tasks.trace import Step

APP, AGENDA, SEARCH, NEW, EDIT = "Calendar", "Calendar", "Search", "New event", "Edit event"
Wanted = Mapping[str, Value]
"""Facts of an event, by their names."""
_CHOICES: Mapping[str, tuple[str, Mapping[Value, str]]] = {
    "repeat": ("Repeat", REPEATS), "reminder": ("Reminder", REMINDERS), "calendar": ("Calendar", CALENDARS),
}  # fmt: skip


# Pages


def is_event_page(seen: Observation) -> bool:
    """Whether an event's own page is up."""
    return find_id(seen, "edit", "button") is not None


def _is_editor(seen: Observation) -> bool:
    return on(seen, NEW, EDIT) and find_id(seen, "save", "button") is not None


def is_main(seen: Observation) -> bool:
    """Whether agenda, day or month is up."""
    return find_id(seen, "tab_month") is not None


def shows(seen: Observation, key: str, value: Value, lines: Sequence[Element] = ()) -> bool | None:
    """Whether an event's page shows that a fact has this value; None where the line is not among those given, or in sight."""

    def line(label: str) -> Element | None:
        return next((e for e in lines or seen.elements if e.kind == "text" and e.detail and says(e, label)), None)

    if key == "title":
        return seen.title == value
    if key in ("start", "end", "all_day"):
        time = line("Time")
        if time is None:
            return None
        return (time.detail in wordings("All day")) is value if key == "all_day" else times_of(time.detail).get(key) == value
    told = line({"date": "Date", "location": "Location"}.get(key) or _CHOICES[key][0])
    if told is None and key == "location":  # an event without one has no such line
        return not value if line("Repeat") else None
    if told is None:
        return None
    if key == "date":
        return typed_date(told.detail) == date.fromisoformat(str(value))
    return told.detail == value if key == "location" else told.detail in wordings(_CHOICES[key][1][value])


def times_of(detail: str) -> dict[str, str]:
    """``start`` and ``end`` (``HH:MM``) that a row's words tell; empty for an event of the whole day."""
    span = next((part for part in detail.split(", ") if " – " in part), "")
    read = [read_clock(part) for part in span.split(" – ")]
    return {key: f"{time[0]:02}:{time[1]:02}" for key, time in zip(("start", "end"), read, strict=False) if time}


# To an event


Key = tuple[str, str]
"""Title and date of an event."""


def to_event(seen: Observation, history: Sequence[Step], *keys: Key) -> Action | None:
    """The next action towards an event's page; None when it is up.

    Args:
        seen, history: the screen, and the steps so far.
        keys: title and date by which the event may be listed: as it was, and as it shall be.
    """
    if action := past_overlays(seen, APP):
        return action
    if is_event_page(seen):
        return None if is_page_of(seen, *keys) else back()
    if row := next((row for key in keys if (row := next(iter(rows_of(seen, *key)), None))), None):
        return tap(row)
    if is_main(seen):
        return press(seen, "Search") or back()
    return search_for(seen, history, *dict.fromkeys(title for title, _ in keys)) if on(seen, SEARCH) else leave(seen)


def search_for(seen: Observation, history: Sequence[Step], *titles: str) -> Action:
    """On the page for searching, look for the first of these titles, and for the next where it is not there."""
    field = find_id(seen, "search_text", "field")
    if field is None:
        return seek(seen, history)
    place = titles.index(field.text) if field.text in titles else -1
    if place < 0 or (place + 1 < len(titles) and not seen.keyboard and seen_whole(seen, history)):
        return text_line("search_text", titles[place + 1]).act(field)
    return seek(seen, history)


def is_page_of(seen: Observation, *keys: Key) -> bool:
    """Whether the page in front is that of one of these events."""
    return is_event_page(seen) and any(seen.title == title and shows(seen, "date", day) is not False for title, day in keys)


def rows_of(seen: Observation, title: str, day: str) -> list[Element]:
    """The rows of the events of this title on a day: listed below the day's name, or telling the day themselves in a search."""
    names = dates(date.fromisoformat(day))
    under = seen.title in names
    found: list[Element] = []
    for element in seen.elements:
        if element.resource_id.endswith(":id/day_heading"):
            under = element.label in names
        elif element.label == title and element.resource_id.endswith(":id/event"):
            told = any(element.detail.startswith(f"{name}, ") for name in names) if on(seen, SEARCH) else under
            found += [element] if told else []
    return found


def date_of(seen: Observation, title: str) -> str:
    """The date of the event of this title, as a list in sight tells it; empty where none does."""
    day = ""
    for element in seen.elements:
        if element.resource_id.endswith(":id/day_heading"):
            day = element.label
        elif element.label == title and element.resource_id.endswith(":id/event"):
            told, comma, _ = element.detail.rpartition(", ")
            # A row that the list cuts off tells less than all.
            return (told if comma else "") if on(seen, SEARCH) else day
    return ""


def to_titled(seen: Observation, history: Sequence[Step], title: str) -> Action:
    """The next action towards a search in which the event of this title is listed."""
    if action := past_overlays(seen, APP):
        return action
    if is_main(seen):
        return press(seen, "Search") or back()
    return search_for(seen, history, title) if on(seen, SEARCH) else leave(seen)


# To a day


@cache
def _months() -> Mapping[str, date]:
    months, first = {}, date(2025, 1, 1)
    while first.year < 2029:
        months.update({month_title(first, locale): first for locale in LOCALES})
        first = next_month(first)
    return months


def to_day(seen: Observation, history: Sequence[Step], day: str, today: str = "") -> Action | None:
    """The next action towards the list of a day; None when it is up.

    Args:
        seen, history: the screen, and the steps so far.
        day: a date.
        today: the phone's own date where the task tells it: the day itself and the next are then one or two taps away.
    """
    if action := past_overlays(seen, APP):
        return action
    if not is_main(seen):
        return leave(seen)
    wanted = date.fromisoformat(day)
    if seen.title in dates(wanted):
        return None
    month = _months().get(seen.title)
    if month is not None:
        if (month.year, month.month) == (wanted.year, wanted.month):
            cell = find_where(seen, lambda e: e.resource_id.endswith(":id/day") and e.label == str(wanted.day))
            return tap(cell) if cell else seek(seen, history)
        arrow = find_id(seen, "next" if month < wanted else "previous", "button")
        return tap(arrow) if arrow else back()
    for step, name in ((1, "next"), (-1, "previous")):
        arrow = find_id(seen, name, "button")
        if arrow and seen.title in dates(wanted - timedelta(step)):
            return tap(arrow)
    near = today and on(seen, AGENDA) and 0 <= (wanted - date.fromisoformat(today[:10])).days <= 1
    tab = find_id(seen, "tab_day" if near else "tab_month")
    return tap(tab) if tab else back()


def rows_on_day(seen: Observation, history: Sequence[Step], day: str) -> list[Element] | None:
    """The events of a day, from the list of that day or from the agenda; None as long as they were not all seen."""
    names = dates(date.fromisoformat(day))
    if not is_main(seen) or any(e.package == SYSTEM_UI for e in seen.elements):
        return None
    if seen.title in names:
        whole = seen_whole(seen, history)
        # A row that the list cuts off may show its time alone: it is whole in another look.
        rows = {e.key: e for look in visit(seen, history) for e in look.elements if e.resource_id.endswith(":id/event") and e.detail}
        return list(rows.values()) if whole else None
    found: list[Element] = []
    under = False
    for element in seen.elements:
        if element.resource_id.endswith((":id/day_heading", ":id/until")):
            if under:
                return found
            under = element.label in names
        elif under and element.resource_id.endswith(":id/event"):
            found.append(element)
    return None


# The editor


def _lines(wanted: Wanted, optional: Wanted) -> Iterator[Line]:
    """The form's lines in order: those asked for, and those that ought to stand as in any new event."""
    for key in ("all_day", "title", "date", "start", "end", "location", "repeat", "reminder", "calendar", "notes"):
        must = key in wanted
        value = wanted.get(key, optional.get(key))
        if value is None or (key in ("start", "end") and wanted.get("all_day")):
            continue
        if key == "all_day":
            yield check_line(key, bool(value), must)
        elif key == "date":
            yield date_line(key, str(value), must)
        elif key in ("start", "end"):
            yield time_line(key, str(value), must)
        elif key in _CHOICES:
            yield choice_line(key, _CHOICES[key][1][value], must)
        else:
            yield text_line(key, str(value), must)


def _choose(seen: Observation, history: Sequence[Step], wanted: Wanted) -> Action | None:
    """In one of the editor's dialogs take what is asked for."""
    return next(
        (
            action
            for key, (title, labels) in _CHOICES.items()
            if key in wanted and (action := choose(seen, history, title, labels[wanted[key]]))
        ),
        None,
    )


def _editor_is_about(history: Sequence[Step], *keys: Key) -> bool:
    """Whether an editor, or a dialog over it, was opened on the page of one of these events."""
    page = screen_behind(history, APP, lambda look: is_event_page(look) or is_main(look) or on(look, NEW))
    return page is not None and is_page_of(page, *keys)


def edit(seen: Observation, history: Sequence[Step], title: str, day: str, wanted: Wanted) -> Action:
    """Give an event these facts and say done.

    Args:
        seen, history: the screen, and the steps so far.
        title, day: of the event as it was.
        wanted: facts that it shall have.
    """
    keys = dict.fromkeys(((title, day), (str(wanted.get("title", title)), str(wanted.get("date", day)))))
    if to_app(seen, APP) is None and _editor_is_about(history, *keys):
        if action := _choose(seen, history, wanted):
            return action
        if on(seen, EDIT) and _is_editor(seen):
            return save_form(seen, history, list(_lines(wanted, {})))
    return to_event(seen, history, *keys) or _check(seen, history, wanted)


def _check(seen: Observation, history: Sequence[Step], wanted: Wanted) -> Action:
    """On an event's page: done if all is as asked for, else on to the editor."""
    lines = gathered(seen, history)
    found = [shows(seen, key, value, lines) for key, value in wanted.items() if key != "notes"]
    if False in found:
        return press(seen, "Edit") or back()
    return Done() if None not in found else seek(seen, history)


def create(seen: Observation, history: Sequence[Step], wanted: Wanted) -> Action:
    """Make an event with these facts, all others as in any new one, and say done."""
    key = (str(wanted["title"]), str(wanted["date"]))
    usual = {name: value for name, value in EVENT.items() if name not in ("title", "date", "start", "end")}
    if to_app(seen, APP) is None:
        if action := _choose(seen, history, {**usual, **wanted}):
            return action
        if _is_editor(seen) and (on(seen, NEW) or _editor_is_about(history, key)):
            return save_form(seen, history, list(_lines(wanted, usual)))
        if _made(seen, history, key) > deletions(history, key):
            return to_event(seen, history, key) or _check(seen, history, wanted)
    if action := past_overlays(seen, APP):
        return action
    button = find_id(seen, "new_event", "button")
    return tap(button) if button else leave(seen)


def _made(seen: Observation, history: Sequence[Step], key: Key) -> int:
    """How often a form for a new event of this title and date was saved."""
    lines = (text_line("title", key[0]), date_line("date", key[1]))
    return sum(
        element.resource_id.endswith(":id/save")
        and on(step.observation, NEW)
        and was_taken(seen, history, step)
        and all(stands(step.observation, history[: step.index], line) for line in lines)
        for step, element in tapped_in(history, APP)
    )


# Deleting


def delete(seen: Observation, history: Sequence[Step], title: str, day: str) -> Action:
    """Delete one event and say done."""
    if deletions(history, (title, day)):
        return Done()
    return (
        delete_here(seen, history, lambda page: is_page_of(page, (title, day)))
        or to_event(seen, history, (title, day))
        or press(seen, "More options")
        or back()
    )


def delete_here(seen: Observation, history: Sequence[Step], meant: Callable[[Observation], bool]) -> Action | None:
    """In the menu or the question of an event whose page is meant, go on with its deletion; None elsewhere."""
    if to_app(seen, APP) is not None or not (is_menu(seen) or in_dialog(seen)):
        return None
    page = _below(history)
    entry = find(seen, "Delete", "row", "button")
    return tap(entry) if entry and page is not None and is_event_page(page) and meant(page) else None


def _below(history: Sequence[Step]) -> Observation | None:
    """The page that a menu or a dialog lies over."""
    return screen_behind(history, APP, lambda look: bool(look.title) and not in_dialog(look))


def deletions(history: Sequence[Step], *keys: Key) -> int:
    """How often the deletion of one of these events was confirmed."""
    count = 0
    for step, element in tapped_in(history, APP):
        if in_dialog(step.observation) and says(element, "Delete"):
            page = _below(history[: step.index])
            count += page is not None and is_page_of(page, *keys)
    return count


def copy(seen: Observation, history: Sequence[Step], title: str, day: str, to_date: str) -> Action:
    """Copy an event to another day and say done."""
    key = (title, day)
    if _made(seen, history, (title, to_date)) > deletions(history, (title, to_date)):
        return Done()
    if to_app(seen, APP) is None:
        opened = screen_behind(history, APP, lambda look: is_event_page(look) or is_main(look) or on(look, SEARCH))
        if on(seen, NEW) and _is_editor(seen) and opened is not None and is_page_of(opened, key):
            return save_form(seen, history, [date_line("date", to_date)])
        page = _below(history)
        entry = find(seen, "Duplicate", "row", "button")
        if is_menu(seen) and entry and page is not None and is_page_of(page, key):
            return tap(entry)
    return to_event(seen, history, key) or press(seen, "More options") or back()


def keep_one(seen: Observation, history: Sequence[Step], title: str, day: str) -> Action:
    """Delete all events of this title on a day but one, and say done. A search tells how many there are."""
    key = (title, day)
    if action := delete_here(seen, history, lambda page: is_page_of(page, key)):
        return action
    if action := past_overlays(seen, APP):
        return action
    if is_page_of(seen, key):
        return press(seen, "More options") or back()
    if not on(seen, SEARCH):
        return (press(seen, "Search") or back()) if is_main(seen) else leave(seen)
    if len(rows := rows_of(seen, title, day)) > 1:
        return tap(rows[0])
    looks = visit(seen, history)
    field = next((field for look in looks if (field := find_id(look, "search_text", "field"))), None)
    if field is None or field.text != title or not any(rows_of(look, title, day) for look in looks):
        return search_for(seen, history, title)
    # The field may be scrolled out of sight: the list was seen on both sides of it, and nowhere two of them.
    return Done() if not seen.keyboard and seen_whole(seen, history) else seek(seen, history)


def clear_day(seen: Observation, history: Sequence[Step], day: str, today: str) -> Action:
    """Delete every event of a day and say done."""
    if action := delete_here(seen, history, lambda page: shows(page, "date", day) is True):
        return action
    if to_app(seen, APP) is None and is_event_page(seen) and shows(seen, "date", day):
        return press(seen, "More options") or back()
    if action := to_day(seen, history, day, today):
        return action
    row = find_where(seen, lambda e: e.resource_id.endswith(":id/event"))
    return tap(row) if row else Done()


def miss(seen: Observation, history: Sequence[Step], title: str) -> Action:
    """Look for an event that is not there, and say that it cannot be done."""
    field = find_id(seen, "search_text", "field")
    looked = to_app(seen, APP) is None and on(seen, SEARCH) and field is not None and field.text == title
    if looked and not seen.keyboard and seen_whole(seen, history):
        return Done(status="infeasible")
    return to_titled(seen, history, title)
