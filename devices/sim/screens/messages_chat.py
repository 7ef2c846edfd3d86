"""One conversation of Messages: bubbles, the oldest first, over a field to write in; a long press selects bubbles."""

from functools import partial
from typing import Final

from devices.sim.screens import messages_store as store
from devices.sim.screens.selecting import clear_selection, selectable, selected
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Composer, Dialog, Field, Menu, Row, Screen, Text, Widget

SEPARATOR: Final = " · "
"""Between the words under a bubble: who wrote it, the day, the time of day, and whether it is starred."""
_END: Final = 1 << 30  # further than any list scrolls: layout keeps it within the list
_CONTACTS: Final = "com.android.contacts"


def chat(system: System, page: Page) -> Screen:
    """The conversation with the address given as the page's argument."""
    (address,) = page.args
    messages = store.conversations(system).get(store.key(address), [])
    if len(messages) > page.local.get("shown", -1):
        # On opening, and after something was sent: at the end, where the latest is. What is looked at is read.
        page.scroll = _END
        for entity in messages:
            system.set(entity, "read", True)
    page.local["shown"] = len(messages)
    book = store.contacts(system)
    name = store.title_of(system, address, book)
    drafts, known = store.drafts(system), store.key(address)
    text = drafts.get(known, "")

    def write(text: str) -> None:
        drafts[known] = text

    def send() -> None:
        drafts.pop(known, None)
        store.send(system, address, text)

    held = selected(system, page)
    button = Button(system.say("Send"), send, "send_message_button", enabled=bool(text.strip()))
    field = Field("compose_message_text", system.say("Text message"), text, write, multiline=True)
    body: list[Widget] = [selectable(system, page, entity, _bubble(system, entity, name), _nothing) for entity in messages]
    return Screen(
        system.say("{count} selected", count=len(held)) if held else name,
        body or [Text(system.say("No messages yet"), name="empty")],
        actions=_of_selection(system, page, held) if held else _of_conversation(system, address),
        on_back=partial(clear_selection, page) if held else None,
        foot=Composer(field, button),
    )


def _nothing() -> None:
    """A tap on a bubble does nothing."""


def _bubble(system: System, entity: str, name: str) -> Row:
    facts = system.facts[entity]
    time = str(facts["time"])
    words = [system.say("You") if facts["sent"] else name, store.day_of(system, time), store.clock_of(system, time)]
    if facts["starred"]:
        words.append(system.say("Starred"))
    sent = "message_sent" if facts["sent"] else "message_received"
    return Row(str(facts["text"]), SEPARATOR.join(words), name=sent, ids=("message_text", "message_status", "message_status"))


def _of_conversation(system: System, address: str) -> list[Button]:
    return [
        Button(system.say("Call"), lambda: system.tell(system.say("No app can make calls")), "action_call"),
        Button(system.say("More options"), lambda: system.open("menu", address), "action_more"),
    ]


def _of_selection(system: System, page: Page, held: list[str]) -> list[Button]:
    starred = all(system.facts[entity]["starred"] for entity in held)

    def copy() -> None:
        system.copy("\n".join(str(system.facts[entity]["text"]) for entity in held))
        clear_selection(page)
        system.tell(system.say("Copied"))

    def forward() -> None:
        clear_selection(page)
        system.open("choose", str(system.facts[held[0]]["text"]))

    def star() -> None:
        for entity in held:
            system.set(entity, "starred", not starred)
        clear_selection(page)

    one = [Button(system.say("Forward"), forward, "action_forward")] if len(held) == 1 else []
    return [
        Button(system.say("Copy"), copy, "action_copy"),
        *one,
        Button(system.say("Remove star" if starred else "Add star"), star, "action_star"),
        Button(system.say("Delete"), lambda: system.open("delete", "message", *held), "action_delete"),
    ]


def menu(system: System, page: Page) -> Menu:
    """What can be done with the conversation of this address."""
    (address,) = page.args
    entity = store.thread_of(system, address)
    thread = system.facts[entity] if entity else store.THREAD
    person = store.contacts(system).get(store.key(address))
    messages = store.conversations(system).get(store.key(address), [])

    def flag(flag: str) -> None:
        system.close()
        store.mark(system, address, **{flag: not thread[flag]})

    def archive() -> None:
        held = bool(thread["archived"])
        flag("archived")
        system.close()
        words = "{count} unarchived" if held else "{count} archived"
        system.tell(system.say(words, count=1), system.say("Undo"), lambda: store.mark(system, address, archived=held))

    def unread() -> None:
        system.close()  # the menu, so that what it opens stands on the conversation
        system.close()
        last = next(message for message in reversed(messages) if not system.facts[message]["sent"])
        system.set(last, "read", False)

    def delete() -> None:
        system.close()
        system.open("delete", "conversation", messages[-1])

    def details() -> None:
        system.close()
        system.open("details", address)

    def contact() -> None:
        system.close()
        if person:
            system.hand_over(_CONTACTS, "contact", person)
        else:
            system.hand_over(_CONTACTS, "editor").local["phone"] = address

    items = [Button(system.say("Details"), details, "menu_details")]
    if person or store.is_number(address):
        items.append(Button(system.say("View contact" if person else "Add contact"), contact, "menu_contact"))
    items += [
        Button(system.say("Unmute" if thread["muted"] else "Mute"), partial(flag, "muted"), "menu_mute"),
        Button(system.say("Unpin" if thread["pinned"] else "Pin"), partial(flag, "pinned"), "menu_pin"),
    ]
    if any(not system.facts[message]["sent"] for message in messages):
        items.append(Button(system.say("Mark as unread"), unread, "menu_unread"))
    if messages:
        items += [
            Button(system.say("Unarchive" if thread["archived"] else "Archive"), archive, "menu_archive"),
            Button(system.say("Delete"), delete, "menu_delete"),
        ]
    return Menu(items)


def details(system: System, page: Page) -> Screen:
    """Whom the conversation is with, and how it is set."""
    (address,) = page.args
    entity = store.thread_of(system, address)
    thread = system.facts[entity] if entity else store.THREAD
    name = store.title_of(system, address, store.contacts(system))
    messages = store.conversations(system).get(store.key(address), [])
    rows: list[Widget] = [Row(system.say("Name"), name, name="details_name")] if name != address else []
    return Screen(
        system.say("Details"),
        [
            *rows,
            Row(system.say("Number"), address, name="details_number"),
            Row(system.say("Messages"), str(len(messages)), name="details_count"),
            Row(
                system.say("Mute notifications"),
                control="switch",
                checked=bool(thread["muted"]),
                on_tap=lambda: store.mark(system, address, muted=not thread["muted"]),
                name="details_mute",
            ),
        ],
    )


def delete(system: System, page: Page) -> Dialog:
    """Asks before messages, or the conversations that the given messages belong to, are deleted."""
    what, *entities = page.args
    everything = store.conversations(system)
    if what == "message":
        doomed = entities
        title = system.say("Delete this message?" if len(entities) == 1 else "Delete {count} messages?", count=len(entities))
    else:
        doomed = [message for entity in entities for message in everything[store.key(str(system.facts[entity]["address"]))]]
        title = system.say("Delete this conversation?" if len(entities) == 1 else "Delete {count} conversations?", count=len(entities))

    def confirm() -> None:
        system.close()
        if what == "conversation" and system.page.name == "chat":
            system.close()
        clear_selection(system.page)
        store.remove(system, doomed)

    return Dialog(
        title,
        buttons=[
            Button(system.say("Cancel"), system.close, "android:id/button2"),
            Button(system.say("Delete"), confirm, "android:id/button1"),
        ],
    )
