"""Ways that lead from one app to another: a source is opened and read before anything is done with what it says.

Each function gives the next action towards its end, or None where nothing is left to do for it. `in_order` strings such ends together.
"""

from collections.abc import Callable, Sequence

from devices.action import Action, Answer, Done, TypeText
from devices.elements import clean
from devices.observation import Element, Observation
from tasks.navigate import (
    back,
    find,
    find_id,
    find_where,
    in_app,
    leave,
    on,
    press,
    screen_behind,
    seek,
    tap,
    visit,
)
from tasks.solutions import browser, calculator, calendar, contacts, mail, messages, notes
from tasks.task import Params, Solver
from tasks.trace import Step

_NOTES = "Notes"
Part = Callable[[Observation, Params, Sequence[Step]], Action | None]
"""One end of several: what leads to it, and None (or done) where it is reached."""


def in_order(*parts: Part) -> Solver:
    """One end after the other: one that was reached counts, whatever is in front by then; the last must still be so."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        start = 0
        for part in parts:
            action = part(seen, params, history)
            if action is None or isinstance(action, Done):
                continue
            start = _reached(part, params, history, start) if part is not parts[-1] else -1
            if start < 0:
                return action
        return Done()

    return solve


def _is_reached(action: Action | None) -> bool:
    return action is None or isinstance(action, Done)


def _reached(part: Part, params: Params, history: Sequence[Step], start: int) -> int:
    """The first step, from one on, before which the end was reached; -1 where there is none."""
    for place in range(start, len(history)):
        if _is_reached(part(history[place].observation, params, history[:place])):
            return place
    return -1


# Sources


def read_message(seen: Observation, history: Sequence[Step], name: str, text: str) -> Action | None:
    """Open a conversation and look at a message in it that came."""
    return messages.open_chat(seen, history, name) or (None if messages.message_row(seen, text, sent=False) else seek(seen, history))


def read_mail(seen: Observation, history: Sequence[Step], subject: str) -> Action | None:
    """Open a mail and look at what it says."""
    return mail.open_mail(seen, history, subject) or (None if find_id(seen, "mail_body") else seek(seen, history))


def read_note(seen: Observation, history: Sequence[Step], title: str, body: str) -> Action | None:
    """Open a note and look at what it says; one that was typed over is left unsaved."""
    if in_app(seen, history, _NOTES) is None and on(seen, "Edit note") and _is_titled(seen, title):
        field = find_id(seen, "body", "field")
        if field is None:
            return seek(seen, history)
        return None if field.text == body else leave(seen)
    return notes.open_note(seen, history, title)


def _is_titled(seen: Observation, title: str) -> bool:
    """Whether an editor's title is this, as far as it is in sight."""
    field = find_id(seen, "title", "field")
    return field is None or field.text == title


def read_number(seen: Observation, history: Sequence[Step], name: str) -> Action | None:
    """Open a person's page and look at the number."""
    return contacts.to_page(seen, history, name) or (None if contacts.detail_on(seen, "Phone") else seek(seen, history))


def read_day(seen: Observation, history: Sequence[Step], day: str, today: str) -> list[Element] | Action:
    """The rows of a day's events once they are in sight, in the agenda or on the day itself; until then what leads there."""
    rows = calendar.rows_on_day(seen, history, day)
    return rows if rows is not None else calendar.to_day(seen, history, day, today) or seek(seen, history)


# Browser


def to_web(seen: Observation, history: Sequence[Step], url: str, title: str) -> Action | None:
    """The next action towards a web page; None when it is up."""
    if action := in_app(seen, history, "Browser"):
        return action
    if not browser.on_web(seen):
        return press(seen, "Discard", "Cancel") or back()
    if seen.title == title:
        return None
    field = find_id(seen, "url_bar", "field")
    return TypeText(element=field.index, text=url, enter=True) if field else seek(seen, history)


def read_line(seen: Observation, history: Sequence[Step], url: str, title: str, words: str) -> Action | None:
    """Open a web page and look at a line of its table."""
    return to_web(seen, history, url, title) or (None if browser.cells(seen, words) else seek(seen, history))


def download(seen: Observation, history: Sequence[Step], url: str, title: str, words: str, name: str, *folders: str) -> Action | None:
    """Download what a web page offers by these words: a file of this name, which may be moved to one of these folders."""
    if browser.downloaded(history, title, words, name, browser.DOWNLOAD_FOLDER, *folders):
        return None
    if action := to_web(seen, history, url, title):
        return action
    row = find_where(seen, lambda e: e.label == words and e.resource_id.endswith(":id/download"))
    return tap(row) if row else seek(seen, history)


# Calculator


def work_out(seen: Observation, history: Sequence[Step], expression: str, result: str) -> Action | None:
    """Have Calculator work out an expression; None when the display shows the result."""
    action = calculator.compute(seen, {"expression": expression, "result": result}, history)
    return None if isinstance(action, Answer) else action


# The share sheet


def share_note(seen: Observation, history: Sequence[Step], title: str, body: str, to: str) -> Action | None:
    """Send what a note says to somebody, by its menu and the share sheet."""
    if messages.sent(history, to, body):
        return None
    if on(seen, "Share") and (shown := _preview(seen, history)):
        row = find(seen, messages.APP, "row") if shown.label == clean(body) else None
        return tap(row) if row else seek(seen, history)
    if in_app(seen, history, messages.APP) is None:
        field = find_id(seen, "compose_message_text", "field")
        if seen.title == to and field is not None and field.text == body:
            return messages.write(seen, history, to, body)
        if on(seen, "Send to") and _was_shared(history, body):
            return messages.recipient(seen, history, to, "")
    if in_app(seen, history, _NOTES) is None and not seen.title and _is_menu_of(history, title, body):
        entry = find(seen, "Share", "row", "button")
        return tap(entry) if entry else back()
    return read_note(seen, history, title, body) or press(seen, "More options") or back()


def _was_shared(history: Sequence[Step], body: str) -> bool:
    """Whether what Messages asks about came from the share sheet, with this text."""
    place = next((place for place in reversed(range(len(history))) if on(history[place].observation, "Share")), None)
    shown = _preview(history[place].observation, history[:place]) if place is not None else None
    return shown is not None and shown.label == clean(body)


def _preview(seen: Observation, history: Sequence[Step]) -> Element | None:
    """The text that the share sheet is about, in sight or scrolled away since the sheet came up."""
    return next((text for look in visit(seen, history) if (text := find_id(look, "content_preview_text"))), None)


def _is_menu_of(history: Sequence[Step], title: str, body: str) -> bool:
    """Whether a menu of Notes lies over this note."""
    page = screen_behind(history, _NOTES, lambda look: bool(look.title))
    field = find_id(page, "body", "field") if page and on(page, "Edit note") else None
    return page is not None and field is not None and field.text == body and _is_titled(page, title)
