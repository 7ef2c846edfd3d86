"""One mail, and the form in which mails are written."""

from functools import partial
from typing import Any, Final

from devices.sim.screens import mail_store as store
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Buttons, Dialog, Field, Menu, Row, Screen, Text, Widget

_FIELDS: Final = {"to": "To", "cc": "Cc", "subject": "Subject", "body": "Compose email"}
_SUGGESTIONS: Final = 3


def mail(system: System, page: Page) -> Screen:
    """The mail given as the page's argument."""
    (entity,) = page.args
    facts = system.facts[entity]
    if not page.local.get("shown"):
        page.local["shown"] = True
        system.set(entity, "read", True)
    book = store.names(system)
    sender, time = str(facts["from"]), str(facts["time"])
    name = store.name_of(sender, book)
    head: list[Widget] = [
        Text(str(facts["subject"]) or system.say("(No subject)"), "headline", "subject"),
        Row(system.say("From"), name if name == sender else f"{name} <{sender}>", name="mail_from"),
        Row(system.say("To"), ", ".join(store.name_of(one, book) for one in store.addresses(str(facts["to"]))), name="mail_to"),
    ]
    if facts["cc"]:
        head.append(Row(system.say("Cc"), ", ".join(store.name_of(one, book) for one in store.addresses(str(facts["cc"]))), name="mail_cc"))
    head.append(Row(system.say("Date"), f"{store.day_of(system, time)}, {store.clock_of(system, time)}", name="mail_date"))
    body: list[Widget] = [Text(str(facts["body"]), "body", "mail_body", selectable=True)] if facts["body"] else []
    files: list[Widget] = [
        Row(file, system.say("Attachment"), partial(system.open, "attachment", file), icon=True, name="attachment_item")
        for file in str(facts["attachments"]).split("\n")
        if file
    ]
    answer = Buttons(
        [
            Button(system.say("Reply"), partial(system.open, "compose", "reply", entity), "reply_button"),
            Button(system.say("Forward"), partial(system.open, "compose", "forward", entity), "forward_button"),
        ]
    )
    return Screen(system.say("Email"), [*head, *body, *files, answer], actions=_actions(system, entity))


def _actions(system: System, entity: str) -> list[Button]:
    facts = system.facts[entity]
    starred = bool(facts["starred"])
    buttons = [Button(system.say("Remove star" if starred else "Add star"), lambda: system.set(entity, "starred", not starred), "star")]
    if facts["folder"] in ("inbox", "bin"):
        buttons.append(Button(system.say("Archive"), partial(put, system, entity, "archive"), "archive"))
    if facts["folder"] in ("archive", "bin"):
        buttons.append(Button(system.say("Move to Inbox"), partial(put, system, entity, "inbox"), "to_inbox"))
    if facts["folder"] == "bin":
        buttons.append(Button(system.say("Delete forever"), lambda: system.open("erase", entity), "erase"))
    else:
        buttons.append(Button(system.say("Delete"), partial(put, system, entity, "bin"), "delete"))
    buttons.append(Button(system.say("More options"), lambda: system.open("mail_menu", entity), "mail_more"))
    return buttons


def put(system: System, entity: str, folder: str) -> None:
    """Move the mail in front to a folder; its page closes."""
    system.close()
    store.move(system, [entity], folder)


def mail_menu(system: System, page: Page) -> Menu:
    """What else can be done with the mail given as the page's argument."""
    (entity,) = page.args
    facts = system.facts[entity]

    def unread() -> None:
        system.close_to("main")
        system.set(entity, "read", False)

    def to(name: str, *args: str) -> None:
        system.close()
        system.open(name, *args)

    items = [Button(system.say("Mark as unread"), unread, "menu_unread")]
    if facts["from"] != store.ACCOUNT:
        items.append(Button(system.say("Move to"), partial(to, "move", entity), "menu_move"))
    if len(store.addresses(f"{facts['to']},{facts['cc']}")) > 1:
        items.append(Button(system.say("Reply all"), partial(to, "compose", "reply_all", entity), "menu_reply_all"))
    return Menu(items)


def attachment(system: System, page: Page) -> Dialog:
    """Files of this kind have no app to open them."""
    (file,) = page.args
    return Dialog(
        file,
        [Text(system.say("No app can open this file"))],
        [Button(system.say("OK"), system.close, "android:id/button1")],
    )


# Writing


def _draft(system: System, page: Page) -> dict[str, str]:
    """What the form begins with: nothing, the draft or what follows from the mail that is answered or forwarded."""
    mode, entity = page.args if page.args else ("", "")
    if not mode:
        return {"to": "", "cc": "", "subject": "", "body": ""}
    facts = {key: str(system.facts[entity][key]) for key in ("from", *_FIELDS)}
    if mode == "draft":
        return {key: facts[key] for key in _FIELDS}
    if mode == "forward":
        return {"to": "", "cc": "", "subject": _prefixed("Fwd: ", facts["subject"]), "body": facts["body"]}
    own = facts["from"] == store.ACCOUNT
    others = [one for one in store.addresses(f"{facts['to']},{facts['cc']}") if one not in (store.ACCOUNT, facts["from"])]
    return {
        "to": facts["to"] if own else facts["from"],
        "cc": ", ".join(others) if mode == "reply_all" and not own else "",
        "subject": _prefixed("Re: ", facts["subject"]),
        "body": "",
    }


def _prefixed(prefix: str, subject: str) -> str:
    """Mail programs write these prefixes in English everywhere, and once."""
    return subject if subject.casefold().startswith(prefix.casefold()) else prefix + subject


def compose(system: System, page: Page) -> Screen:
    """Writes a mail. Arguments: nothing, or ``reply``, ``reply_all``, ``forward`` or ``draft`` and the mail that it is about."""
    local: dict[str, Any] = page.local
    if "given" not in local:
        # What another app shares, or a saved draft, may have been laid in before the first look.
        local["given"] = _draft(system, page)
    given: dict[str, str] = local["given"]
    for key in _FIELDS:
        local.setdefault(key, given[key])
    mode, entity = page.args if page.args else ("", "")

    def change(key: str, text: str) -> None:
        local[key] = text
        local["error"] = None

    def send() -> None:
        local["error"] = _wrong(system, local)
        if local["error"]:
            page.scroll = 0
            return
        system.close()
        keep(system, page, "sent")
        system.tell(system.say("Sent"))

    def back() -> None:
        if any(local[key] != given[key] for key in _FIELDS):
            system.open("unsaved")
        else:
            system.close()

    fields: list[Widget] = []
    for key, label in _FIELDS.items():
        fields.append(Field(key, system.say(label), local[key], partial(change, key), multiline=key == "body"))
        if key in ("to", "cc"):
            fields += _suggestions(system, page, key)
    if mode == "forward" and system.facts[entity]["attachments"]:
        fields += [Row(file, system.say("Attachment"), icon=True) for file in str(system.facts[entity]["attachments"]).split("\n")]
    error = [Text(local["error"], "error", "error")] if local.get("error") else []
    return Screen(
        system.say({"": "Compose", "draft": "Compose", "forward": "Forward"}.get(mode, "Reply")),
        [*error, *fields],
        actions=[Button(system.say("Send"), send, "send")],
        worded=frozenset({system.say("Send")}),
        on_back=back,
    )


def _wrong(system: System, local: dict[str, Any]) -> str | None:
    if not store.addresses(local["to"]):
        return system.say("Add at least one recipient")
    for key in ("to", "cc"):
        bad = store.invalid(local[key])
        if bad is not None:
            return system.say("The address {address} is invalid", address=bad)
    return None


def _suggestions(system: System, page: Page, key: str) -> list[Widget]:
    """Contacts that the address being typed may mean."""
    head, comma, last = page.local[key].rpartition(",")
    typed = last.strip().casefold()
    if not typed or system.focus != key or store.invalid(typed) is None:
        return []

    def take(address: str) -> None:
        page.local[key] = f"{head}{comma} {address}".strip()

    found = [(name, address) for address, name in store.names(system).items() if typed in address or typed in name.casefold()]
    return [Row(name, address, partial(take, address), icon=True, name="suggestion_item") for name, address in sorted(found)[:_SUGGESTIONS]]


def keep(system: System, page: Page, folder: str) -> None:
    """Send what stands in a form, or keep it as a draft."""
    mode, entity = page.args if page.args else ("", "")
    local = page.local
    written = {
        "to": ", ".join(store.addresses(local["to"])),
        "cc": ", ".join(store.addresses(local["cc"])),
        "subject": str(local["subject"]),
        "body": str(local["body"]),
        "folder": folder,
        "time": system.now.isoformat(timespec="minutes"),
    }
    if mode == "draft":
        for key, value in written.items():
            system.set(entity, key, value)
        return
    files = str(system.facts[entity]["attachments"]) if mode == "forward" else ""
    answered = entity if mode in ("reply", "reply_all") else ""
    system.create("mail", {**store.MAIL, **written, "from": store.ACCOUNT, "attachments": files, "in_reply_to": answered})


def unsaved(system: System, page: Page) -> Dialog:
    """What happens to a mail that was begun and is left."""

    def leave(save: bool) -> None:
        system.close()
        form = system.page
        system.close()
        if save:
            keep(system, form, "drafts")
            system.tell(system.say("Draft saved"))

    return Dialog(
        system.say("Save as draft?"),
        buttons=[
            Button(system.say("Keep editing"), system.close, "android:id/button3"),
            Button(system.say("Discard"), partial(leave, False), "android:id/button2"),
            Button(system.say("Save"), partial(leave, True), "android:id/button1"),
        ],
    )
