"""A person's page in Contacts, what can be done from there, and the editor."""

from functools import partial
from typing import Any, Final

from devices.sim.system import Page, System
from devices.sim.widgets import Button, Buttons, Dialog, Field, Menu, Row, Screen, Text, Widget
from devices.state import Facts

CONTACT: Final[Facts] = {
    "first_name": "", "last_name": "", "phone": "", "email": "", "company": "", "notes": "", "favourite": False,
}  # fmt: skip
CALL: Final[Facts] = {"number": ""}
_FIELDS: Final = {
    "first_name": "First name", "last_name": "Last name", "phone": "Phone", "email": "Email", "company": "Company",
    "notes": "Personal note",
}  # fmt: skip
_DETAILS: Final = ("phone", "email", "company", "notes")
_MESSAGES, _MAIL = "com.android.messaging", "com.android.email"


def full_name(system: System, facts: Facts) -> str:
    """The name that a contact is listed by; its number where it has none."""
    return f"{facts['first_name']} {facts['last_name']}".strip() or str(facts["phone"]) or system.say("(No name)")


def contact(system: System, page: Page) -> Screen:
    (entity,) = page.args
    facts = system.facts[entity]
    favourite = bool(facts["favourite"])
    star = Button(
        system.say("Remove from favourites" if favourite else "Add to favourites"),
        lambda: system.set(entity, "favourite", not favourite),
        "menu_star",
    )
    body: list[Widget] = [Row(system.say(_FIELDS[key]), str(facts[key]), name=key) for key in _DETAILS if facts[key]]
    reaching = _reaching(system, entity)
    if reaching:
        body.append(Buttons(reaching))
    return Screen(
        full_name(system, facts),
        body or [Text(system.say("No details"), name="empty")],
        actions=[
            star,
            Button(system.say("Edit"), lambda: system.open("editor", entity), "menu_edit"),
            Button(system.say("More options"), lambda: system.open("menu", entity), "menu_more"),
        ],
    )


def _reaching(system: System, entity: str) -> list[Button]:
    """Buttons that call and write, as far as there is a number or an address."""
    phone, email = str(system.facts[entity]["phone"]), str(system.facts[entity]["email"])

    def dial() -> None:
        system.create("call", {"number": phone})
        system.open("call", entity)

    def mail() -> None:
        system.hand_over(_MAIL, "compose").local["to"] = email

    buttons = []
    if phone:
        buttons.append(Button(system.say("Call"), dial, "call"))
        if _MESSAGES in system.apps:
            buttons.append(Button(system.say("Message"), partial(system.hand_over, _MESSAGES, "chat", phone), "message"))
    if email and _MAIL in system.apps:
        buttons.append(Button(system.say("Mail"), mail, "mail"))
    return buttons


def call(system: System, page: Page) -> Screen:
    """Nobody answers on this phone: it rings until it is hung up."""
    facts = system.facts[page.args[0]]
    return Screen(
        full_name(system, facts),
        [
            Text(system.say("Calling…"), "headline", "call_state"),
            Text(str(facts["phone"]), name="call_number"),
            Button(system.say("End call"), system.close, "end_call"),
        ],
        up=False,
    )


def menu(system: System, page: Page) -> Menu:
    def ask() -> None:
        system.close()
        system.open("delete", *page.args)

    def share() -> None:
        facts = system.facts[page.args[0]]
        system.close()
        name = full_name(system, facts)
        system.share("\n".join([name, *(str(facts[key]) for key in ("phone", "email") if facts[key])]), name)

    return Menu([Button(system.say("Delete"), ask, "menu_delete"), Button(system.say("Share"), share, "menu_share")])


def editor(system: System, page: Page) -> Screen:
    """Edits the contact given as the page's argument, or a new one."""
    local: dict[str, Any] = page.local
    held = system.facts[page.args[0]] if page.args else CONTACT
    for key in _FIELDS:
        local.setdefault(key, held[key])
    changed = any(local[key] != held[key] for key in _FIELDS)

    def save() -> None:
        draft = {key: local[key].strip() for key in _FIELDS}
        if not draft["first_name"] and not draft["last_name"]:
            local["error"] = system.say("Enter a first or last name")
            page.scroll = 0
            return
        system.close()
        if page.args:
            for key, value in draft.items():
                system.set(page.args[0], key, value)
        else:
            system.open("contact", system.create("contact", {**CONTACT, **draft}))

    def back() -> None:
        if changed:
            system.open("discard")
        else:
            system.close()

    def change(key: str, text: str) -> None:
        local[key] = text

    error = [Text(local["error"], "error", "error")] if local.get("error") else []
    fields = [Field(key, system.say(title), local[key], partial(change, key), multiline=key == "notes") for key, title in _FIELDS.items()]
    return Screen(
        system.say("Edit contact" if page.args else "Create contact"),
        [*error, *fields],
        actions=[Button(system.say("Save"), save, "editor_menu_save_button")],
        worded=frozenset({system.say("Save")}),
        on_back=back,
    )


def discard(system: System, page: Page) -> Dialog:
    def confirm() -> None:
        system.close()
        system.close()

    return Dialog(
        system.say("Discard your changes?"),
        buttons=[
            Button(system.say("Keep editing"), system.close, "android:id/button2"),
            Button(system.say("Discard"), confirm, "android:id/button1"),
        ],
    )
