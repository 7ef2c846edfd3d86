"""Ways through Mail: to a folder, to a mail, through selections and through the form in which mails are written."""

from collections.abc import Callable, Mapping, Sequence

from devices.action import Action, Answer, Done, LongPress, Scroll, Tap, TypeText
from devices.elements import clean
from devices.observation import Element, Observation
from devices.sim.language import read, wordings
from tasks.navigate import (
    PACKAGES,
    back,
    find,
    find_id,
    find_where,
    hold,
    in_app,
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
    visit,
)  # fmt: skip
from tasks.trace import Step

APP = "Mail"
FIELDS = ("to", "cc", "subject", "body")
"""Resource names of the form's fields, from top to bottom."""
FOLDERS = ("Inbox", "Starred", "Sent", "Drafts", "Archive", "Bin")
_SEPARATOR = " · "
_HOME = ("to_inbox", "action_to_inbox", "move_to_inbox")
"""Buttons that move a mail to the inbox."""
_MOVING = frozenset({"archive", "delete", "to_inbox", "action_archive", "action_delete", "action_to_inbox"})


_TARGETS = {
    "archive": "Archive", "action_archive": "Archive", "move_to_archive": "Archive", "delete": "Bin", "action_delete": "Bin",
    "move_to_bin": "Bin", **dict.fromkeys(_HOME, "Inbox"),
}  # fmt: skip
"""Button → the folder that it moves mails to."""


def said(history: Sequence[Step]) -> str | None:
    """What was answered last."""
    return next((step.action.text for step in reversed(history) if isinstance(step.action, Answer)), None)


def selecting(seen: Observation) -> str | None:
    """How many are selected; None where nothing is."""
    values = read(seen.title, "{count} selected")
    return values["count"] if values else None


def is_mail(element: Element, subject: str) -> bool:
    """Whether an element of a list is the mail with this subject."""
    return element.resource_id.endswith(":id/mail_item") and f"{element.detail}, ".startswith(f"{clean(subject)}, ")


def mail_row(seen: Observation, subject: str) -> Element | None:
    """The mail with this subject in a list."""
    return find_where(seen, lambda e: is_mail(e, subject), "row")


def marked(row: Element, word: str) -> bool:
    """Whether a row is marked with a word such as ``Unread``, in whatever language."""
    return any(part in wordings(word) for part in row.detail.split(_SEPARATOR)[1:])


# Lists


def to_folder(seen: Observation, history: Sequence[Step], folder: str = "Inbox") -> Action | None:
    """The next action towards the list of a folder, with nothing selected and nothing saved on the way; None when it is up."""
    if action := in_app(seen, history, APP) or press(seen, "Discard", "Cancel"):
        return action
    if not seen.title and (entry := find(seen, folder, "row", "button")):
        return tap(entry)
    if not seen.title and seen.more_below:
        return Scroll(direction="down")  # the menu of folders may be longer than the screen
    button = find_id(seen, "folders", "button")
    if button is None:
        return back()
    return None if on(seen, folder) else tap(button)


def look_for(seen: Observation, history: Sequence[Step], subject: str) -> Action:
    """Look for a mail that is not in sight: by the search where the list is longer than the screen or searched already."""
    field = find_id(seen, "search_mail", "field")
    if field is None or field.text == subject or not (field.text or seen.more_below or seen.more_above):
        return seek(seen, history)
    return TypeText(element=field.index, text=subject)


def absent(seen: Observation, history: Sequence[Step], subject: str, folder: str) -> bool:
    """Whether a folder was searched for a mail, or seen from end to end, and does not hold it; that a mail was moved there later counts."""
    for place in range(len(history), -1, -1):
        look = history[place].observation if place < len(history) else seen
        if any(_is_move(element) for _, element in tapped_in(history[place : place + 1], APP)):
            return False
        field = find_id(look, "search_mail", "field") if on(look, folder) or selecting(look) else None
        if field is None or field.text not in ("", subject) or look.more_below or look.more_above or mail_row(look, subject):
            continue
        if on(look, folder) or _folder(history[:place]) == folder:
            return True
    return False


def _is_move(element: Element | None) -> bool:
    """Whether a tap on it moves mails."""
    return element is not None and (_name(element) in _MOVING or says(element, "Undo") or _name(element).startswith("move_to_"))


def undo(seen: Observation, history: Sequence[Step], *right: str) -> Action | None:
    """Take back what was moved by mistake, as long as the phone offers it.

    Args:
        seen, history: the screen, and the steps so far.
        right: names of the buttons that move something to where it belongs.
    """
    action = press(seen, "Undo")
    last = next((element for step in reversed(history) for _, element in tapped_in([step], APP)), None)
    if action is None or last is None or not _is_move(last) or says(last, "Undo") or _name(last) in right:
        return None
    return None if _is_home(history) else action


def _is_home(history: Sequence[Step]) -> bool:
    """Whether what was moved last is where it was before anything was moved; a folder that is not known counts as the inbox."""
    homes: dict[str, str] = {}
    places: dict[str, str] = {}
    before: dict[str, str] = {}
    for place, step in enumerate(history):
        for _, element in tapped_in([step], APP):
            if says(element, "Undo"):
                places.update(before)
            elif target := _TARGETS.get(_name(element)):
                before = {mail: places.get(mail, _folder(history[:place])) for mail in _moved(history[: place + 1], ())}
                homes = before | homes
                places.update(dict.fromkeys(before, target))
    return bool(before) and all(places[mail] == homes[mail] for mail in before)


def _folder(history: Sequence[Step]) -> str:
    """The folder whose list was up last."""
    looks = (step.observation for step in reversed(history))
    return next((name for look in looks if look.package == PACKAGES[APP] for name in FOLDERS if on(look, name)), "Inbox")


def _head(detail: str) -> str:
    """What tells a mail in a list from others, even where its row is cut off: its subject, or what that begins with."""
    return detail.partition(_SEPARATOR)[0].partition(", ")[0]


def _moved(history: Sequence[Step], subjects: Sequence[str]) -> set[str]:
    """What the last step moves, the mails that are selected or the one that is open: by subject those asked about, else by their rows."""
    page = screen_behind(history, APP, lambda look: bool(look.title) and not in_dialog(look))
    if page is not None and selecting(page) is not None:
        return {mail if mail in subjects else _head(mail) for mail in chosen(history[:-1], subjects)}
    mail = screen_behind(history, APP, lambda look: on(look, "Email") and find_id(look, "subject", "text") is not None)
    if mail is not None and (shown := find_id(mail, "subject", "text")):
        return {next((subject for subject in subjects if clean(subject) == shown.label), _head(shown.label))}
    rows = [e for _, e in tapped_in(history, APP) if e.resource_id.endswith(":id/mail_item")]
    return {next((subject for subject in subjects if is_mail(row, subject)), _head(row.detail)) for row in rows[-1:]}


def bring_back(seen: Observation, history: Sequence[Step], subject: str) -> Action | None:
    """Move a mail back to the inbox that is not there, for it was moved away by mistake; None where it is none of that."""
    if in_app(seen, history, APP) is not None:
        return None
    row, button = mail_row(seen, subject), find_id(seen, "action_to_inbox", "button")
    if button is not None:
        return tap(button) if row is not None and row.selected and selecting(seen) == "1" else back()
    if on(seen, "Archive", "Bin"):
        if row is not None:
            return hold(row)
        if find_id(seen, "search_mail", "field") and not absent(seen, [], subject, "Archive") and not absent(seen, [], subject, "Bin"):
            return look_for(seen, history, subject)
    if not absent(seen, history, subject, "Inbox"):
        return None
    left = [folder for folder in ("Archive", "Bin") if not absent(seen, history, subject, folder)]
    return to_folder(seen, history, left[0]) if left else None


def chosen(history: Sequence[Step], subjects: Sequence[str]) -> set[str]:
    """The mails that were selected, as far as the steps tell: by subject those asked about, all others by what their rows show."""
    held: set[str] = set()
    for step in history:
        going = selecting(step.observation) is not None
        if not going and not in_dialog(step.observation):
            held = set()
        done = step.outcome is not None and step.outcome.status == "done"
        if done and isinstance(step.action, Tap | LongPress) and (going or isinstance(step.action, LongPress)):
            element = step.observation.elements[step.action.element]
            if element.resource_id.endswith(":id/mail_item"):
                held ^= {next((subject for subject in subjects if is_mail(element, subject)), element.detail)}
    return held


def choose(seen: Observation, history: Sequence[Step], subjects: Sequence[str], folder: str = "Inbox") -> Action | None:
    """Select these mails of a folder and no other; None when they are."""
    count, held = selecting(seen), chosen(history, subjects)
    if count is not None and find_id(seen, "action_read", "button"):
        if str(len(held)) != count or held - set(subjects):
            return back()
        missing = [subject for subject in subjects if subject not in held]
        rows = [row for subject in missing if (row := mail_row(seen, subject))]
        if rows:
            return tap(rows[0])
        left = [subject for subject in missing if not absent(seen, history, subject, folder)]
        return look_for(seen, history, left[0]) if left else None
    if action := to_folder(seen, history, folder):
        return action
    rows = [row for subject in subjects if (row := mail_row(seen, subject))]
    if rows:
        return hold(rows[0])
    left = [subject for subject in subjects if not absent(seen, history, subject, folder)]
    return look_for(seen, history, (left or list(subjects))[0])


def act_on(seen: Observation, history: Sequence[Step], subjects: Sequence[str], button: str, folder: str = "Inbox") -> Action:
    """Select mails of a folder and use a button of the selection, which takes them out of the folder; done when they are gone."""
    acted: set[str] = set()
    last: set[str] = set()
    for place in range(len(history)):
        for _, element in tapped_in(history[place : place + 1], APP):
            if _TARGETS.get(_name(element)) == _TARGETS[button]:
                last = _moved(history[: place + 1], subjects)
                acted |= last
            elif says(element, "Undo"):
                acted -= last
            elif _is_move(element):
                last = set()
    in_sight = any(mail_row(seen, subject) for subject in subjects)
    if acted >= set(subjects) and to_folder(seen, history, folder) is None and not in_sight:
        return Done()
    left = [subject for subject in subjects if subject not in acted or mail_row(seen, subject)]
    gone = next((subject for subject in left if absent(seen, history, subject, "Inbox")), None) if folder == "Inbox" else None
    # What was moved last, all of it rightly, stays.
    right = [name for name, target in _TARGETS.items() if target == _TARGETS[button] and last and last <= set(subjects)]
    if action := undo(seen, history, *right) or (bring_back(seen, history, gone) if gone else None) or choose(seen, history, left, folder):
        return action
    found = find_id(seen, button, "button")
    return tap(found) if found else back()


def star(seen: Observation, history: Sequence[Step], subject: str) -> Action:
    """Give a mail a star."""
    row = mail_row(seen, subject)
    if row is not None and marked(row, "Starred"):
        return Done() if selecting(seen) is None else back()
    if action := undo(seen, history, *_HOME) or bring_back(seen, history, subject) or choose(seen, history, [subject]):
        return action
    button = find_id(seen, "action_star", "button")
    return tap(button) if button else back()


def empty_bin(seen: Observation, history: Sequence[Step]) -> Action:
    """Delete what is in the bin for good."""
    if in_app(seen, history, APP) is None and on(seen, "Empty the bin?"):
        return press(seen, "Delete") or back()
    if action := to_folder(seen, history, "Bin"):
        return action
    field, button = find_id(seen, "search_mail", "field"), find_id(seen, "empty_bin", "button")
    if button is not None:
        return tap(button)
    if field is not None and field.text:
        return TypeText(element=field.index, text="")
    return Done() if find_id(seen, "empty") else seek(seen, history)


# One mail


def open_mail(seen: Observation, history: Sequence[Step], subject: str) -> Action | None:
    """The next action towards a mail in the inbox; None when its page is up."""
    if in_app(seen, history, APP) is None and on(seen, "Email"):
        shown = next((text for look in visit(seen, history) if (text := find_id(look, "subject", "text"))), None)
        if shown is None and seen.more_above:
            return Scroll(direction="up")
        return None if shown is not None and shown.label == clean(subject) else back()
    if action := undo(seen, history, *_HOME) or bring_back(seen, history, subject) or to_folder(seen, history):
        return action
    row = mail_row(seen, subject)
    return tap(row) if row else look_for(seen, history, subject)


def read_body(seen: Observation, history: Sequence[Step], subject: str, answer: Callable[[str], str]) -> Action:
    """Answer something that a mail's text says."""
    if action := open_mail(seen, history, subject):
        return action
    body = find_id(seen, "mail_body", "text", "button", "row")
    if body is None:
        return seek(seen, history)
    wanted = answer(body.label)
    return Done() if said(history) == wanted else Answer(text=wanted)


def no_attachment(seen: Observation, history: Sequence[Step], subject: str) -> Action:
    """Find that a mail came without a file."""
    if action := open_mail(seen, history, subject):
        return action
    return Done(status="infeasible") if seen_whole(seen, history) else seek(seen, history)


# Writing


def _held(seen: Observation, history: Sequence[Step], title: str) -> dict[str, str]:
    """What the form's fields hold, those out of sight too, since it came up."""
    texts: dict[str, str] = {}
    for step in history:
        if not on(step.observation, title):
            texts = {}
            continue
        texts |= _texts(step.observation)
        if isinstance(step.action, TypeText) and step.outcome is not None and step.outcome.status == "done":
            texts[_name(step.observation.elements[step.action.element])] = step.action.text
    return {**texts, **_texts(seen)}


def _texts(seen: Observation) -> dict[str, str]:
    return {_name(field): field.text for field in seen.elements if field.kind == "field"}


def _name(element: Element) -> str:
    return element.resource_id.rpartition("/")[2]


def fill_form(seen: Observation, history: Sequence[Step], title: str, texts: Mapping[str, str], names: Mapping[str, str]) -> Action | None:
    """Make the form hold exactly this.

    Args:
        seen, history: the form is up.
        title: of the form, in English.
        texts: field → text.
        names: field for addresses → name of the contact that is typed into it, for the phone to offer the address.
    """
    held = _held(seen, history, title)
    for key in FIELDS:
        if held.get(key) == texts[key]:
            continue
        field = find_id(seen, key, "field")
        if field is None:
            return _uncover(seen, key)
        name = names.get(key)
        if name is None:
            return TypeText(element=field.index, text=texts[key])
        if field.text != name:
            return TypeText(element=field.index, text=name)
        return _take_suggestion(seen, history, field, texts[key])
    return None


def _take_suggestion(seen: Observation, history: Sequence[Step], field: Element, address: str) -> Action:
    """Choose the address that is offered below the field that a name was typed into."""
    offered = find_where(seen, lambda e: e.detail == address and _name(e) == "suggestion_item", "row")
    if offered is not None:
        return tap(offered)
    if seen.keyboard:
        return back()  # it may cover what is offered
    hidden = bool(history) and history[-1].action == back() and seen.more_below
    return Scroll(direction="down") if hidden else tap(field)


def _uncover(seen: Observation, key: str) -> Action:
    """Bring a field of the form into sight."""
    if seen.keyboard:
        return back()
    in_sight = [FIELDS.index(_name(field)) for field in seen.elements if field.kind == "field" and _name(field) in FIELDS]
    above = bool(in_sight) and FIELDS.index(key) < min(in_sight)
    return Scroll(direction="up" if above or not seen.more_below else "down")


def was_sent(seen: Observation, history: Sequence[Step], title: str, texts: Mapping[str, str]) -> bool:
    """Whether the form was sent with these texts, and taken."""
    looks = [*(step.observation for step in history), seen]
    for place, step in enumerate(history):
        sent = any(_name(element) == "send" for _, element in tapped_in([step], APP)) and on(step.observation, title)
        if sent and not on(looks[place + 1], title):
            held = _held(step.observation, history[:place], title)
            if all(held.get(key) == text for key, text in texts.items()):
                return True
    return False


def send(seen: Observation, history: Sequence[Step], title: str, texts: Mapping[str, str], names: Mapping[str, str]) -> Action:
    """Fill the form and send it."""
    if action := fill_form(seen, history, title, texts, names):
        return action
    button = find_id(seen, "send", "button")
    return tap(button) if button else seek(seen, history)


def compose(seen: Observation, history: Sequence[Step], texts: Mapping[str, str], names: Mapping[str, str]) -> Action:
    """Write a new mail and send it."""
    if was_sent(seen, history, "Compose", texts):
        return Done()
    return _to_form(seen, history) or send(seen, history, "Compose", texts, names)


def _to_form(seen: Observation, history: Sequence[Step]) -> Action | None:
    """The next action towards an empty form; None when one is up."""
    if in_app(seen, history, APP) is None and on(seen, "Compose"):
        return None
    if in_app(seen, history, APP) is None and (button := find_id(seen, "compose_button", "button")):
        return tap(button)
    return to_folder(seen, history) or seek(seen, history)


def save_draft(seen: Observation, history: Sequence[Step], texts: Mapping[str, str]) -> Action:
    """Write a new mail and keep it as a draft."""
    question = "Save as draft?"
    for place, step in enumerate(history):
        saved = any(element.label in wordings("Save") for _, element in tapped_in([step], APP)) and on(step.observation, question)
        if saved and _ready(history[:place], texts):
            return Done()
    if in_app(seen, history, APP) is None and on(seen, question):
        page = screen_behind(history, APP, lambda look: bool(look.title) and not in_dialog(look))
        going_on = "Keep editing" if page is not None and on(page, "Compose") else "Discard"
        return press(seen, "Save" if _ready(history, texts) else going_on) or back()
    return _to_form(seen, history) or fill_form(seen, history, "Compose", texts, {}) or back()


def _ready(history: Sequence[Step], texts: Mapping[str, str]) -> bool:
    """Whether the form behind the dialog that is up held these texts."""
    place = next((place for place in reversed(range(len(history))) if not in_dialog(history[place].observation)), None)
    if place is None or not on(history[place].observation, "Compose"):
        return False
    held = _held(history[place].observation, history[:place], "Compose")
    return all(held.get(key) == text for key, text in texts.items())


def answer_mail(
    seen: Observation, history: Sequence[Step], mode: str, subject: str, texts: Mapping[str, str], names: Mapping[str, str]
) -> Action:
    """Reply to a mail or forward it.

    Args:
        mode: ``Reply`` or ``Forward``.
        subject: of the mail.
        texts: what the form must hold when it is sent.
        names: as in `fill_form`.
    """
    if was_sent(seen, history, mode, texts):
        return Done()
    if in_app(seen, history, APP) is None and on(seen, mode):
        field = find_id(seen, "subject", "field")
        # The subject tells which mail the form belongs to; one that was changed by hand could belong to another.
        return leave(seen) if field is not None and field.text != texts["subject"] else send(seen, history, mode, texts, names)
    if action := open_mail(seen, history, subject):
        return action
    button = find_id(seen, f"{mode.lower()}_button", "button")
    return tap(button) if button else seek(seen, history)


# Questions


def unread_senders(seen: Observation, history: Sequence[Step], names: Mapping[str, bool]) -> Action:
    """Answer which of some people sent what is unread in the inbox, or was before it was opened.

    Args:
        seen, history: the screen, and the steps so far.
        names: name → whether the inbox held something unread of theirs at first. It is needed where a mail was opened whose row the list
            cut off: the row told nothing, and by that the mail was read.
    """
    looks = [*(step.observation for step in history), seen]
    found: set[str] = set()
    marked: set[str] = set()
    for place, look in enumerate(looks):
        rows = [e for e in look.elements if _is_unread(e)] if on(look, "Inbox") else []
        found |= {row.label for row in rows if row.label in names and _head(row.detail) not in marked}
        if on(look, "Inbox"):
            opened = [element for _, element in tapped_in(history[place : place + 1], APP) if not element.detail]
            found |= {element.label for element in opened if names.get(element.label, False)}
        if any(says(element, "Mark as unread") for _, element in tapped_in(history[place : place + 1], APP)):
            marked |= _moved(history[: place + 1], ())
    answer = ", ".join(sorted(found))
    if said(history) == answer and any(_whole_inbox(looks[place], history[:place]) for place in range(len(looks))):
        return Done()
    if action := to_folder(seen, history):
        return action
    field = find_id(seen, "search_mail", "field")
    if field is not None and field.text:
        return TypeText(element=field.index, text="")
    return Answer(text=answer) if _whole_inbox(seen, history) else seek(seen, history)


def _is_unread(element: Element) -> bool:
    return _name(element) == "mail_item" and marked(element, "Unread")


def _whole_inbox(seen: Observation, history: Sequence[Step]) -> bool:
    """Whether the inbox was seen from end to end on this visit, with nothing searched for."""
    field = next((field for look in visit(seen, history) if (field := find_id(look, "search_mail", "field"))), None)
    return on(seen, "Inbox") and field is not None and not field.text and seen_whole(seen, history)
