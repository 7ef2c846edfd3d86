"""The lists of Messages: conversations, archived ones, starred messages, and whom to write to."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from devices.sim.screens import messages_store as store
from devices.sim.screens.messages_chat import SEPARATOR
from devices.sim.screens.selecting import clear_selection, selectable, selected
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Field, Menu, Row, Screen, Text, Widget

SNIPPET: Final = 40
"""Letters of the latest message that the list shows; a longer one is cut off."""


def main(system: System, page: Page) -> Screen:
    """All conversations that are not archived."""
    return _conversations(system, page, archived=False)


def archived(system: System, page: Page) -> Screen:
    """The archived conversations."""
    return _conversations(system, page, archived=True)


def _conversations(system: System, page: Page, archived: bool) -> Screen:
    query = page.local.setdefault("query", "")
    found, threads, book = store.conversations(system), store.threads(system), store.contacts(system)
    drafts = store.drafts(system)
    shown: list[tuple[str, str, bool, Row]] = []  # latest message, its time, whether pinned, row
    for known, messages in found.items():
        thread = system.facts[threads[known]] if known in threads else store.THREAD
        if thread["archived"] != archived:
            continue
        last = system.facts[messages[-1]]
        name = store.title_of(system, str(last["address"]), book)
        texts = [str(system.facts[message]["text"]) for message in messages]
        if query and not _matches(query, [name, str(last["address"]), *texts]):
            continue
        unread = sum(not system.facts[message]["read"] for message in messages)
        time = str(last["time"])
        day = store.day_of(system, time)
        status = [store.clock_of(system, time) if day == system.say("Today") else day]
        status += [system.say("{count} unread", count=unread)] if unread else []
        status += [system.say(word) for word, flag in (("Muted", "muted"), ("Pinned", "pinned")) if thread[flag]]
        snippet = texts[-1].replace("\n", " ")
        snippet = f"{snippet[:SNIPPET].rstrip()}…" if len(snippet) > SNIPPET else snippet
        if last["sent"]:
            snippet = system.say("You: {words}", words=snippet)
        if drafts.get(known):
            snippet = system.say("Draft: {words}", words=drafts[known].replace("\n", " ")[:SNIPPET])
        row = Row(
            name,
            snippet,
            more=SEPARATOR.join(status),
            icon=True,
            name="conversation_item",
            ids=("conversation_name", "conversation_snippet", "conversation_status"),
        )
        shown.append((messages[-1], time, bool(thread["pinned"]), row))
    shown.sort(key=lambda item: item[1], reverse=system.ascending)  # the latest first, unless the phone sorts the other way
    shown.sort(key=lambda item: not item[2])
    rows: list[Widget] = [
        selectable(system, page, entity, row, partial(_open, system, str(system.facts[entity]["address"]))) for entity, _, _, row in shown
    ]

    def search(text: str) -> None:
        page.local["query"] = text
        page.scroll = 0

    field = Field(
        "search_archived" if archived else "search_conversations", system.say("Search messages"), query, search, on_enter=system.unfocus
    )
    empty = "No messages found" if query else "No archived conversations" if archived else "No conversations"
    body = [field, *(rows or [Text(system.say(empty), name="empty")])]
    held = selected(system, page)
    if held:
        return Screen(
            system.say("{count} selected", count=len(held)),
            body,
            actions=_of_selection(system, page, held, archived),
            on_back=partial(clear_selection, page),
        )
    if archived:
        return Screen(system.say("Archived"), body)
    return Screen(
        system.say("Messages"),
        body,
        up=False,
        actions=[Button(system.say("More options"), lambda: system.open("list_menu"), "list_more")],
        float=Button(system.say("Start chat"), lambda: system.open("new"), "start_chat_fab"),
    )


def _matches(query: str, texts: Sequence[str]) -> bool:
    wanted = query.strip().casefold()
    digits = store.key(query) if store.is_number(query) else ""
    return any(wanted in text.casefold() or (digits and digits in store.key(text)) for text in texts)


def _open(system: System, address: str) -> None:
    system.open("chat", address)


def _of_selection(system: System, page: Page, held: list[str], archived: bool) -> list[Button]:
    threads = store.threads(system)
    addresses = [str(system.facts[entity]["address"]) for entity in held]

    def all_are(flag: str) -> bool:
        return all(store.key(a) in threads and bool(system.facts[threads[store.key(a)]][flag]) for a in addresses)

    def flag(flag: str, value: bool) -> None:
        clear_selection(page)
        for address in addresses:
            store.mark(system, address, **{flag: value})

    def archive() -> None:
        flag("archived", not archived)
        words = "{count} unarchived" if archived else "{count} archived"
        system.tell(system.say(words, count=len(addresses)), system.say("Undo"), partial(flag, "archived", archived))

    everything = store.conversations(system)
    messages = [message for address in addresses for message in everything[store.key(address)]]
    unread = any(not system.facts[message]["read"] for message in messages)

    def read() -> None:
        clear_selection(page)
        for address in addresses:
            received = [message for message in everything[store.key(address)] if not system.facts[message]["sent"]]
            for message in received if unread else received[-1:]:
                system.set(message, "read", unread)

    muted, pinned = all_are("muted"), all_are("pinned")
    return [
        Button(system.say("Unpin" if pinned else "Pin"), partial(flag, "pinned", not pinned), "action_pin"),
        Button(system.say("Unarchive" if archived else "Archive"), archive, "action_archive"),
        Button(system.say("Delete"), lambda: system.open("delete", "conversation", *held), "action_delete"),
        Button(system.say("Unmute" if muted else "Mute"), partial(flag, "muted", not muted), "action_mute"),
        Button(system.say("Mark as read" if unread else "Mark as unread"), read, "action_read"),
    ]


def list_menu(system: System, page: Page) -> Menu:
    """Further lists."""

    def to(name: str) -> None:
        system.close()
        system.open(name)

    return Menu(
        [
            Button(system.say("Archived"), partial(to, "archived"), "menu_archived"),
            Button(system.say("Starred"), partial(to, "starred"), "menu_starred"),
        ]
    )


def starred(system: System, page: Page) -> Screen:
    """Messages with a star, the latest first; a tap opens the conversation."""
    book = store.contacts(system)
    found = [entity for entity in system.entities("message") if system.facts[entity]["starred"]]
    found.sort(key=lambda entity: str(system.facts[entity]["time"]), reverse=system.ascending)
    rows: list[Widget] = []
    for entity in found:
        facts = system.facts[entity]
        address, time = str(facts["address"]), str(facts["time"])
        name = store.title_of(system, address, book)
        words = [name, store.day_of(system, time), store.clock_of(system, time)]
        if facts["sent"]:
            words.insert(0, system.say("You"))
        rows.append(
            Row(
                str(facts["text"]),
                SEPARATOR.join(words),
                on_tap=partial(_open, system, address),
                name="starred_item",
                ids=("message_text", "message_status", "message_status"),
            )
        )
    return Screen(system.say("Starred"), rows or [Text(system.say("No starred messages"), name="empty")])


def new(system: System, page: Page) -> Screen:
    """Whom a new conversation is with."""

    def to(address: str) -> None:
        system.close()
        system.open("chat", _known(system, address))

    return _recipients(system, page, system.say("New conversation"), to, recent=False)


def choose(system: System, page: Page) -> Screen:
    """Whom the text given as the page's argument goes to: it is laid into that conversation's field, and not sent."""
    (text,) = page.args

    def to(address: str) -> None:
        system.close()
        if system.page.name == "chat":
            system.close()
        store.drafts(system)[store.key(address)] = text
        system.open("chat", _known(system, address))

    return _recipients(system, page, system.say("Send to"), to, recent=True)


def _recipients(system: System, page: Page, title: str, to: Callable[[str], object], recent: bool) -> Screen:
    """A field for a name or a number, with all that it may mean below; conversations come first where ``recent``."""
    local = page.local
    typed: str = local.setdefault("recipient", "")

    def change(text: str) -> None:
        local["recipient"] = text
        local["error"] = ""
        page.scroll = 0

    def enter() -> None:
        if store.is_number(typed):
            to(typed)
        else:
            local["error"] = "Choose a contact or enter a number"

    book = store.contacts(system)
    people = sorted(
        ((store.full_name(system.facts[entity]) or str(system.facts[entity]["phone"]), entity) for entity in book.values()),
        key=lambda person: (person[0].casefold(), person[1]),
        reverse=not system.ascending,
    )
    rows: list[Widget] = []
    if store.is_number(typed):
        rows.append(Row(system.say("Send to {number}", number=typed.strip()), on_tap=partial(to, typed), name="send_to_number"))
    if recent:
        others = [messages[-1] for known, messages in store.conversations(system).items() if known not in book]
        for entity in others:
            address = str(system.facts[entity]["address"])
            if _matches(typed, [address]):
                rows.append(_recipient(address, address, to))
    rows += [
        _recipient(name, str(system.facts[entity]["phone"]), to)
        for name, entity in people
        if _matches(typed, [name, str(system.facts[entity]["phone"])])
    ]
    error = [Text(system.say(local["error"]), "error", "error")] if local.get("error") else []
    field = Field("recipient_text", system.say("Name or number"), typed, change, on_enter=enter)
    return Screen(title, [field, *error, *(rows or [Text(system.say("No contacts found"), name="empty")])])


def _recipient(name: str, address: str, to: Callable[[str], object]) -> Row:
    ids = ("contact_name", "contact_details", "contact_details")
    return Row(name, address if address != name else "", on_tap=partial(to, address), icon=True, name="contact_item", ids=ids)


def _known(system: System, number: str) -> str:
    """The address that messages to this number have already, else the number as the contact has it, else its digits."""
    messages = store.conversations(system).get(store.key(number))
    if messages:
        return str(system.facts[messages[-1]]["address"])
    entity = store.contacts(system).get(store.key(number))
    return str(system.facts[entity]["phone"]) if entity else store.plain_number(number)
