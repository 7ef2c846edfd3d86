"""Mail: folders with search and selection, mails, and a form to write them."""

from functools import partial
from typing import Final

from devices.sim.app import App
from devices.sim.screens import mail_pages, mail_store
from devices.sim.screens.mail_store import ACCOUNT, FOLDERS, MAIL, TARGETS
from devices.sim.screens.selecting import clear_selection, selectable, selected
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Dialog, Field, Menu, Row, Screen, Text, Widget
from devices.state import Facts, State

SEPARATOR: Final = " · "
"""Between the words of a mail's last line in the list: when it came, what it is marked with, how it begins."""
_SNIPPET: Final = 40


def main(system: System, page: Page) -> Screen:
    """The mails of one folder, at first of the inbox."""
    folder: str = page.local.setdefault("folder", "inbox")
    query: str = page.local.setdefault("query", "")
    book = mail_store.names(system)
    wanted = query.strip().casefold()
    shown = [entity for entity in mail_store.in_folder(system, folder) if not wanted or _matches(system, entity, book, wanted)]
    rows: list[Widget] = []
    for entity in shown:
        draft = system.facts[entity]["folder"] == "drafts"
        act = partial(system.open, "compose", "draft", entity) if draft else partial(system.open, "mail", entity)
        rows.append(selectable(system, page, entity, _row(system, entity, book), act))

    def search(text: str) -> None:
        page.local["query"] = text
        page.scroll = 0

    def to_inbox() -> None:
        page.local["folder"] = "inbox"
        page.scroll = 0

    body: list[Widget] = [Field("search_mail", system.say("Search in mail"), query, search, on_enter=system.unfocus)]
    if folder == "bin" and shown:
        body.append(Button(system.say("Empty bin"), lambda: system.open("empty"), "empty_bin"))
    body += rows or [
        Text(system.say("No emails found" if query else "Nothing in {folder}", folder=system.say(FOLDERS[folder])), name="empty")
    ]
    held = selected(system, page)
    if held:
        return Screen(
            system.say("{count} selected", count=len(held)),
            body,
            actions=_of_selection(system, page, held, folder),
            on_back=partial(clear_selection, page),
        )
    return Screen(
        system.say(FOLDERS[folder]),
        body,
        up=folder != "inbox",
        actions=[Button(system.say("Folders"), lambda: system.open("folders"), "folders")],
        float=Button(system.say("Compose"), lambda: system.open("compose"), "compose_button"),
        on_back=to_inbox if folder != "inbox" else None,
    )


def _matches(system: System, entity: str, book: dict[str, str], wanted: str) -> bool:
    facts = system.facts[entity]
    people = [str(facts[key]) for key in ("from", "to", "cc")]
    texts = [*people, *(mail_store.name_of(one, book) for one in people), str(facts["subject"]), str(facts["body"])]
    return any(wanted in text.casefold() for text in texts)


def _row(system: System, entity: str, book: dict[str, str]) -> Row:
    facts = system.facts[entity]
    time = str(facts["time"])
    if facts["from"] == ACCOUNT:
        people = ", ".join(mail_store.name_of(one, book) for one in mail_store.addresses(str(facts["to"])))
        title = system.say("To: {people}", people=people) if people else system.say("(No recipient)")
    else:
        title = mail_store.name_of(str(facts["from"]), book)
    day = mail_store.day_of(system, time)
    status = [mail_store.clock_of(system, time) if day == system.say("Today") else day]
    if not facts["read"]:
        status.append(system.say("Unread"))
    if facts["starred"]:
        status.append(system.say("Starred"))
    if facts["attachments"]:
        status.append(system.say("Attachment"))
    start = str(facts["body"]).replace("\n", " ")
    if start:
        status.append(f"{start[:_SNIPPET].rstrip()}…" if len(start) > _SNIPPET else start)
    subject = str(facts["subject"]) or system.say("(No subject)")
    return Row(title, subject, more=SEPARATOR.join(status), icon=True, name="mail_item", ids=("mail_sender", "mail_subject", "mail_status"))


def _of_selection(system: System, page: Page, held: list[str], folder: str) -> list[Button]:
    facts = [system.facts[entity] for entity in held]
    unread, starred = any(not one["read"] for one in facts), all(one["starred"] for one in facts)

    def read() -> None:
        clear_selection(page)
        for entity in held:
            system.set(entity, "read", unread)

    def star() -> None:
        clear_selection(page)
        for entity in held:
            system.set(entity, "starred", not starred)

    def put(target: str) -> None:
        clear_selection(page)
        mail_store.move(system, held, target)

    buttons = [Button(system.say("Remove star" if starred else "Add star"), star, "action_star")]
    if folder == "inbox":
        buttons.append(Button(system.say("Archive"), partial(put, "archive"), "action_archive"))
    elif folder in ("archive", "bin"):
        buttons.append(Button(system.say("Move to Inbox"), partial(put, "inbox"), "action_to_inbox"))
    if folder == "bin":
        buttons.append(Button(system.say("Delete forever"), lambda: system.open("erase", *held), "action_erase"))
    else:
        buttons.append(Button(system.say("Delete"), partial(put, "bin"), "action_delete"))
    buttons.append(Button(system.say("Mark as read" if unread else "Mark as unread"), read, "action_read"))
    if all(one["from"] != ACCOUNT for one in facts):
        buttons.append(Button(system.say("Move to"), lambda: system.open("move", *held), "action_move"))
    return buttons


def folders(system: System, page: Page) -> Menu:
    """All folders."""

    def to(folder: str) -> None:
        system.close()
        system.page.local["folder"] = folder
        system.page.local["query"] = ""
        system.page.scroll = 0

    return Menu([Button(system.say(label), partial(to, folder), f"folder_{folder}") for folder, label in FOLDERS.items()])


def move(system: System, page: Page) -> Dialog:
    """Where the mails given as arguments go."""

    def to(folder: str) -> None:
        system.close_to("main")
        clear_selection(system.page)
        mail_store.move(system, page.args, folder)

    return Dialog(
        system.say("Move to"),
        [Row(system.say(FOLDERS[folder]), on_tap=partial(to, folder), name=f"move_to_{folder}") for folder in TARGETS],
        [Button(system.say("Cancel"), system.close, "android:id/button2")],
    )


def _erase(system: System, title: str, entities: list[str]) -> Dialog:
    def confirm() -> None:
        system.close_to("main")
        clear_selection(system.page)
        for entity in entities:
            system.delete(entity)

    return Dialog(
        title,
        buttons=[
            Button(system.say("Cancel"), system.close, "android:id/button2"),
            Button(system.say("Delete"), confirm, "android:id/button1"),
        ],
    )


def erase(system: System, page: Page) -> Dialog:
    """Asks before mails in the bin are deleted for good."""
    count = len(page.args)
    title = system.say("Delete this email forever?" if count == 1 else "Delete {count} emails forever?", count=count)
    return _erase(system, title, list(page.args))


def empty(system: System, page: Page) -> Dialog:
    """Asks before all that is in the bin is deleted for good."""
    return _erase(system, system.say("Empty the bin?"), mail_store.in_folder(system, "bin"))


def _settle(system: System, given: State) -> None:
    """A notification that has a mail's subject is about that mail."""
    for entity in system.entities("notification"):
        facts = system.facts[entity]
        if facts["app"] == APP.package:
            for mail in system.entities("mail"):
                if system.facts[mail]["subject"] == facts["text"] and system.facts[mail]["folder"] == "inbox":
                    system.concern(entity, "mail", mail)


def _receive(system: System, text: str, subject: str) -> None:
    """Begin a mail with a shared text."""
    system.open("compose").local.update(subject=subject, body=text)


def _mail(sender: str, subject: str, body: str, time: str, **more: str | bool) -> Facts:
    return {**MAIL, "from": sender, "subject": subject, "body": body, "time": time, **more}


APP = App(
    "com.android.email",
    "Mail",
    {
        "main": main,
        "folders": folders,
        "move": move,
        "erase": erase,
        "empty": empty,
        "mail": mail_pages.mail,
        "mail_menu": mail_pages.mail_menu,
        "attachment": mail_pages.attachment,
        "compose": mail_pages.compose,
        "unsaved": mail_pages.unsaved,
    },
    kinds={"mail": MAIL},
    baseline={
        "mail/1": _mail("amara.okafor@example.com", "Book club", "We meet at seven on Thursday.\n\nAmara", "2026-02-27T19:40"),
        "mail/2": _mail("library@example.org", "Two books are due", "Please return them by Friday.", "2026-03-01T10:00", read=False),
        "mail/3": _mail(ACCOUNT, "Re: Book club", "I'll be there.", "2026-02-27T20:02", to="amara.okafor@example.com", folder="sent"),
        "mail/4": _mail("offers@example.net", "Spring sale", "Everything must go.", "2026-02-20T06:30", folder="bin"),
    },
    settle=_settle,
    colour="#c5221f",
    draft=("compose", {"subject": "Holiday", "body": "Hello,"}),
    receive=_receive,
)
