"""Ways through Messages: to a conversation, to a message in it, and through selections."""

from collections.abc import Callable, Mapping, Sequence

from devices.action import Action, Answer, Done, LongPress, Tap, TypeText
from devices.elements import clean
from devices.observation import Element, Observation
from devices.sim.language import read, wordings
from devices.sim.screens.messages_chat import SEPARATOR
from tasks.navigate import (
    PACKAGES,
    back,
    find,
    find_id,
    find_where,
    gathered,
    hold,
    in_app,
    in_dialog,
    on,
    press,
    read_clock,
    says,
    screen_behind,
    seek,
    seen_whole,
    tap,
    tapped_in,
    visit,
)  # fmt: skip
from tasks.trace import Step

APP = "Messages"
_SELECTED = "{count} selected"


def said(history: Sequence[Step]) -> str | None:
    """What was answered last."""
    return next((step.action.text for step in reversed(history) if isinstance(step.action, Answer)), None)


def parts(row: Element) -> list[str]:
    """What stands between the dots of a row's further words."""
    return row.detail.split(SEPARATOR)


def marked(row: Element, word: str) -> bool:
    """Whether a row is marked with a word such as ``Starred``, in whatever language."""
    return any(part in wordings(word) for part in parts(row)[1:])


def selecting(seen: Observation) -> str | None:
    """How many are selected; None where nothing is."""
    values = read(seen.title, _SELECTED)
    return values["count"] if values else None


def chat_row(seen: Observation, name: str) -> Element | None:
    """A conversation in a list of them."""
    return find_where(seen, lambda e: e.label == name and e.resource_id.endswith(":id/conversation_item"), "row")


def message_row(seen: Observation, text: str, sent: bool | None = None) -> Element | None:
    """A message in a conversation; one of the owner's or one that came, where ``sent`` says so."""
    ends = ":id/message_" if sent is None else ":id/message_sent" if sent else ":id/message_received"
    return find_where(seen, lambda e: e.label == clean(text) and ends in e.resource_id, "row")


def sole(seen: Observation, row: Element | None) -> bool:
    """Whether this row alone is selected."""
    return row is not None and row.selected and selecting(seen) == "1"


# Lists


def to_list(seen: Observation, history: Sequence[Step]) -> Action | None:
    """The next action towards the list of conversations, with nothing selected and nothing saved or deleted on the way."""
    if action := in_app(seen, history, APP) or press(seen, "Discard", "Cancel"):
        return action
    return None if on(seen, APP) else back()


def look_for(seen: Observation, history: Sequence[Step], name: str) -> Action:
    """Look for a conversation that is not in sight: by the search where the list is longer than the screen or searched already."""
    field = find_id(seen, "search_conversations", "field")
    if field is None or field.text == name or not (field.text or seen.more_below or seen.more_above):
        return seek(seen, history)
    return TypeText(element=field.index, text=name)


def absent(seen: Observation, history: Sequence[Step], name: str) -> bool:
    """Whether the list of conversations was searched for a name, or seen from end to end, and does not hold it."""
    for look in (seen, *(step.observation for step in reversed(history))):
        field = find_id(look, "search_conversations", "field")
        if field is not None and field.text in ("", name) and not look.more_below and not look.more_above and not chat_row(look, name):
            return True
    return False


def open_chat(seen: Observation, history: Sequence[Step], name: str) -> Action | None:
    """The next action towards a conversation; None when it is up, with nothing selected in it."""
    if seen.title == name and find_id(seen, "compose_message_text", "field"):
        return None
    if action := undo(seen, history) or unarchive(seen, history, name) or to_list(seen, history):
        return action
    row = chat_row(seen, name)
    return tap(row) if row else look_for(seen, history, name)


def chosen(history: Sequence[Step]) -> set[str]:
    """The conversations that were selected, as far as the steps tell: some may be out of sight."""
    held: set[str] = set()
    for step in history:
        going = selecting(step.observation) is not None
        if not going and not in_dialog(step.observation):
            held = set()
        done = step.outcome is not None and step.outcome.status == "done"
        if done and isinstance(step.action, Tap | LongPress) and (going or isinstance(step.action, LongPress)):
            element = step.observation.elements[step.action.element]
            if element.resource_id.endswith(":id/conversation_item"):
                held ^= {element.label}
    return held


def choose(seen: Observation, history: Sequence[Step], names: Sequence[str]) -> Action | None:
    """Select these conversations and no other; None when they are."""
    count, held = selecting(seen), chosen(history)
    if action := undo(seen, history):
        return action
    if count is not None and find_id(seen, "action_pin", "button"):
        if str(len(held)) != count or held - set(names):
            return back()
        missing = [name for name in names if name not in held]
        rows = [row for name in missing if (row := chat_row(seen, name))]
        if rows:
            return tap(rows[0])
        left = [name for name in missing if not absent(seen, history, name)]
        return look_for(seen, history, left[0]) if left else None
    if action := to_list(seen, history):
        return action
    rows = [row for name in names if (row := chat_row(seen, name))]
    if rows:
        return hold(rows[0])
    left = [name for name in names if not absent(seen, history, name)]
    return look_for(seen, history, (left or list(names))[0])


def undo(seen: Observation, history: Sequence[Step]) -> Action | None:
    """Take back what was archived, or taken out of the archive, by mistake, as long as the phone offers it."""
    action = press(seen, "Undo")
    last = next((element for step in reversed(history) for _, element in tapped_in([step], APP)), None)
    mistaken = action is not None and (says(last, "Archive") or says(last, "Unarchive")) and not _is_put_back(history)
    return action if mistaken else None


def _is_put_back(history: Sequence[Step]) -> bool:
    """Whether what was archived last, or taken out of the archive, stood so before: it was moved there and back."""
    turns: dict[str, int] = {}
    last: set[str] = set()
    for place, step in enumerate(history):
        for _, element in tapped_in([step], APP):
            if says(element, "Archive") or says(element, "Unarchive"):
                page = screen_behind(history[: place + 1], APP, lambda look: bool(look.title))
                last = {page.title} if page is not None and selecting(page) is None else chosen(history[:place])
            elif not says(element, "Undo"):
                continue
            turns.update({name: turns.get(name, 0) + 1 for name in last})
    return bool(last) and all(turns[name] % 2 == 0 for name in last)


def unarchive(seen: Observation, history: Sequence[Step], name: str) -> Action | None:
    """Bring a conversation back that is not in the list, for it was archived by mistake; None where it is none of that."""
    if in_app(seen, history, APP) is not None:
        return None
    button = find(seen, "Unarchive", "button")
    if button is not None and selecting(seen) is not None:
        return tap(button) if sole(seen, chat_row(seen, name)) else back()
    if on(seen, "Archived"):
        row = chat_row(seen, name)
        return hold(row) if row else None
    if not seen.title and absent(seen, history[-1:], name) and (entry := find(seen, "Archived", "row", "button")):
        return tap(entry)
    more = find_id(seen, "list_more", "button")
    return tap(more) if more and absent(seen, [], name) else None


# Writing


def sent(history: Sequence[Step], name: str, text: str) -> bool:
    """Whether this text was sent in this conversation, and nothing deleted since: after that it must be seen."""
    was_sent = False
    for step, element in tapped_in(history, APP):
        field = find_id(step.observation, "compose_message_text", "field")
        if element.resource_id.endswith(":id/send_message_button") and step.observation.title == name and field and field.text == text:
            was_sent = True
        elif says(element, "Delete") and on(step.observation, "Delete this conversation?", "Delete this message?"):
            was_sent = False
    return was_sent


def write(seen: Observation, history: Sequence[Step], name: str, text: str) -> Action:
    """In a conversation: write, send, done."""
    if sent(history, name, text) or message_row(seen, text, sent=True):
        return Done()
    field, button = find_id(seen, "compose_message_text", "field"), find_id(seen, "send_message_button", "button")
    if field is None or button is None:
        return back()
    return tap(button) if field.text == text else TypeText(element=field.index, text=text)


def reply(seen: Observation, history: Sequence[Step], name: str, text: str) -> Action:
    """Write to somebody whose conversation is there."""
    return open_chat(seen, history, name) or write(seen, history, name, text)


def begin(seen: Observation, history: Sequence[Step], name: str, number: str, text: str) -> Action:
    """Write to a contact, or to a number where there is no name, with whom there is no conversation yet."""
    title = name or number
    if sent(history, title, text):
        return Done()
    if seen.title == title and find_id(seen, "compose_message_text", "field"):
        return write(seen, history, title, text)
    if on(seen, "New conversation"):
        return recipient(seen, history, name, number)
    if action := to_list(seen, history):
        return action
    button = find_id(seen, "start_chat_fab", "button")
    return tap(button) if button else seek(seen, history)


def recipient(seen: Observation, history: Sequence[Step], name: str, number: str) -> Action:
    """On the page that asks for it: choose whom the conversation, or the forwarded text, goes to."""
    if name:
        row = find_where(seen, lambda e: e.label == name and e.resource_id.endswith(":id/contact_item"), "row")
    else:
        row = find_id(seen, "send_to_number", "row")
    field = find_id(seen, "recipient_text", "field")
    if row is not None and (name or (field is not None and field.text == number)):
        return tap(row)
    if field is None or field.text == (name or number):
        return seek(seen, history)
    return TypeText(element=field.index, text=name or number)


# Messages


def select(seen: Observation, history: Sequence[Step], name: str, text: str) -> Action | None:
    """Select one message of a conversation and nothing else; None when it is."""
    row = message_row(seen, text)
    if selecting(seen) is not None:
        return None if sole(seen, row) else back()
    if action := open_chat(seen, history, name):
        return action
    return hold(row) if row else seek(seen, history)


def star(seen: Observation, history: Sequence[Step], name: str, text: str) -> Action:
    """Give a message a star."""
    if _starred(seen, history, text):
        return Done() if selecting(seen) is None else back()
    if action := select(seen, history, name, text):
        return action
    button = find_id(seen, "action_star", "button")
    return tap(button) if button else back()


def _starred(seen: Observation, history: Sequence[Step], text: str) -> bool:
    """Whether a message has a star, as its row said last, or the button for the selected message, and as was done since."""
    starred = False
    for place in range(len(history) + 1):
        look = history[place].observation if place < len(history) else seen
        row = message_row(look, text) if look.package == PACKAGES[APP] else None
        button = find_id(look, "action_star", "button")
        if row is None:
            continue
        if sole(look, row) and button is not None:
            starred = says(button, "Remove star")
        elif row.detail:  # one that is cut off does not tell
            starred = marked(row, "Starred")
        if sole(look, row) and any(element == button for _, element in tapped_in(history[place : place + 1], APP)):
            starred = not starred
    return starred


def erase_message(seen: Observation, history: Sequence[Step], name: str, text: str) -> Action:
    """Delete one message."""

    def meant(history: Sequence[Step]) -> bool:
        look = next((step.observation for step in reversed(history) if not in_dialog(step.observation)), None)
        return look is not None and sole(look, message_row(look, text))

    if action := _confirm(seen, history, "Delete this message?", meant):
        return action
    if _confirmed(history, "Delete this message?", meant):
        return Done()
    if action := select(seen, history, name, text):
        return action
    button = find_id(seen, "action_delete", "button")
    return tap(button) if button else back()


def erase_chat(seen: Observation, history: Sequence[Step], name: str) -> Action:
    """Delete a whole conversation."""

    def meant(history: Sequence[Step]) -> bool:
        page = screen_behind(history, APP, lambda look: bool(look.title) and not in_dialog(look))
        return page is not None and (page.title == name if selecting(page) is None else chosen(history) == {name})

    if action := _confirm(seen, history, "Delete this conversation?", meant):
        return action
    if _confirmed(history, "Delete this conversation?", meant):
        return Done()
    if action := unarchive(seen, history, name) or choose(seen, history, [name]):
        return action
    button = find_id(seen, "action_delete", "button")
    return tap(button) if button else back()


_Meant = Callable[[Sequence[Step]], bool]


def _confirm(seen: Observation, history: Sequence[Step], question: str, meant: _Meant) -> Action | None:
    """Say yes where the dialog asks for what was meant."""
    if in_app(seen, history, APP) is None and on(seen, question) and meant(history):
        return press(seen, "Delete")
    return None


def _confirmed(history: Sequence[Step], question: str, meant: _Meant) -> bool:
    """Whether yes was said."""
    return any(
        on(step.observation, question) and element.label in wordings("Delete") and meant(history[:place])
        for place in range(len(history))
        for step, element in tapped_in(history[place : place + 1], APP)
    )


def forward(seen: Observation, history: Sequence[Step], name: str, text: str, to: str) -> Action:
    """Send a message of one conversation on to somebody else."""
    if sent(history, to, text):
        return Done()
    field = find_id(seen, "compose_message_text", "field")
    if seen.title == to and field is not None and field.text == text:
        return write(seen, history, to, text)
    if on(seen, "Send to"):
        return recipient(seen, history, to, "") if _forwarding(history, text) else back()
    if action := select(seen, history, name, text):
        return action
    button = find_id(seen, "action_forward", "button")
    return tap(button) if button else back()


def _forwarding(history: Sequence[Step], text: str) -> bool:
    """Whether what is being forwarded is this message."""
    last = next((step.observation for step in reversed(history) if selecting(step.observation) is not None), None)
    return last is not None and sole(last, message_row(last, text))


# Conversations


def flag(seen: Observation, history: Sequence[Step], name: str, word: str, action_id: str) -> Action:
    """Mute or pin a conversation from the list, without opening it."""
    row = chat_row(seen, name)
    if row is not None and marked(row, word):
        return Done() if selecting(seen) is None else back()
    if row is not None and not row.detail and seen.keyboard:  # it covers the line that tells
        return back()
    if action := unarchive(seen, history, name) or choose(seen, history, [name]):
        return action
    button = find_id(seen, action_id, "button")
    return tap(button) if button else back()


def archive(seen: Observation, history: Sequence[Step], names: Sequence[str]) -> Action:
    """Archive conversations, all at once."""
    archived: set[str] = set()
    last: set[str] = set()
    for place in range(len(history)):
        for _, element in tapped_in(history[place : place + 1], APP):
            if element.resource_id.endswith(":id/action_archive"):
                last = chosen(history[:place])
                archived |= last
            elif says(element, "Undo"):
                archived -= last
    if to_list(seen, history) is None and archived >= set(names) and not any(chat_row(seen, name) for name in names):
        return Done()
    left = [name for name in names if name not in archived or chat_row(seen, name)]
    if action := choose(seen, history, left):
        return action
    button = find_id(seen, "action_archive", "button")
    return tap(button) if button else back()


# Questions


def find_text(seen: Observation, history: Sequence[Step], name: str, text: str, answer: Callable[[Element], str]) -> Action:
    """Answer something about one message of a conversation."""
    row = message_row(seen, text)
    if open_chat(seen, history, name) is None and row is not None:
        wanted = answer(row)
        return Done() if said(history) == wanted else Answer(text=wanted)
    return open_chat(seen, history, name) or seek(seen, history)


def clock(row: Element) -> str:
    """The time of day under a message, as ``HH:MM``."""
    times = [time for part in parts(row) if (time := read_clock(part))]
    return f"{times[0][0]:02}:{times[0][1]:02}" if times else ""


def wrote_today(seen: Observation, history: Sequence[Step], name: str) -> Action:
    """Answer whether a message came today."""
    if action := open_chat(seen, history, name):
        return action
    came = [e for e in gathered(seen, history) if e.resource_id.endswith(":id/message_received")]
    today = any(marked(row, "Today") for row in came)
    if not today and not seen_whole(seen, history):
        return seek(seen, history)
    answer = "yes" if today else "no"
    return Done() if said(history) == answer else Answer(text=answer)


def count_unread(seen: Observation, history: Sequence[Step], unread: Mapping[str, int]) -> Action:
    """Answer how many messages of some conversations were unread at first, by their rows in the list.

    Args:
        seen, history: the screen, and the steps so far.
        unread: name → how many were unread at first. It is needed for a conversation that was opened: by that its messages were read, and
            nothing on the phone tells their number any more.
    """
    looks = [*(step.observation for step in history), seen]
    counts = (count if _was_opened(looks, name) else max(_unread(look, name) for look in looks) for name, count in unread.items())
    answer = str(sum(counts))
    if said(history) == answer and any(_whole_list(looks[place], history[:place]) for place in range(len(looks))):
        return Done()
    if action := to_list(seen, history):
        return action
    field = find_id(seen, "search_conversations", "field")
    if field is not None and field.text:
        return TypeText(element=field.index, text="")
    return Answer(text=answer) if _whole_list(seen, history) else seek(seen, history)


def _was_opened(looks: Sequence[Observation], name: str) -> bool:
    """Whether a conversation was up in one of these looks."""
    return any(look.title == name and find_id(look, "compose_message_text", "field") for look in looks)


def _unread(look: Observation, name: str) -> int:
    """How many messages of a conversation a look at the list shows to be unread; a row that the list cuts off may lack its last line."""
    row = chat_row(look, name)
    found = [int(values["count"]) for part in (parts(row) if row else []) if (values := read(part, "{count} unread"))]
    return max(found, default=0)


def _whole_list(seen: Observation, history: Sequence[Step], *searched: str) -> bool:
    """Whether the list of all conversations, or of those found by one of these words, was seen from end to end on this visit."""
    looks = visit(seen, history)
    field = next((field for look in looks if (field := find_id(look, "search_conversations", "field"))), None)
    return on(seen, APP) and field is not None and field.text in ("", *searched) and seen_whole(seen, history)


def reply_to_nobody(seen: Observation, history: Sequence[Step], name: str) -> Action:
    """Find that somebody never wrote."""
    if action := to_list(seen, history):
        return action
    if _whole_list(seen, history, name) and not any(chat_row(look, name) for look in visit(seen, history)):
        return Done(status="infeasible")
    return look_for(seen, history, name)
