"""Contacts: list with search, a page for each, an editor."""

from functools import partial
from typing import Any, Final

from devices.sim.app import App
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Dialog, Field, Menu, Row, Screen, Text, Widget
from devices.state import Facts

_CONTACT: Final[Facts] = {"first_name": "", "last_name": "", "phone": "", "email": "", "favourite": False}
_FIELDS: Final = {"first_name": "First name", "last_name": "Last name", "phone": "Phone", "email": "Email"}


def full_name(facts: Facts) -> str:
    """The name that a contact is listed by; its number where it has none."""
    return " ".join(str(facts[key]) for key in ("first_name", "last_name") if facts[key]) or str(facts["phone"]) or "(No name)"


def main(system: System, page: Page) -> Screen:
    query = page.local.setdefault("query", "")
    entities = sorted(
        system.entities("contact"), key=lambda entity: (full_name(system.facts[entity]).casefold(), entity), reverse=not system.ascending
    )
    shown = [entity for entity in entities if query.casefold() in full_name(system.facts[entity]).casefold()]

    def search(text: str) -> None:
        page.local["query"] = text
        page.scroll = 0

    rows: list[Widget] = [
        Row(
            full_name(system.facts[entity]),
            on_tap=partial(system.open, "contact", entity),
            icon=True,
            name="cliv_item",
            ids=("cliv_name_textview", "cliv_data", "cliv_data"),
        )
        for entity in shown
    ]
    field = Field("search_view", "Search contacts", query, search, on_enter=system.unfocus)
    body = [field, *(rows or [Text("No contacts found" if query else "No contacts")])]
    return Screen("Contacts", body, up=False, float=Button("Create contact", lambda: system.open("editor"), "floating_action_button"))


def contact(system: System, page: Page) -> Screen:
    (entity,) = page.args
    facts = system.facts[entity]
    favourite = bool(facts["favourite"])
    star = Button(
        "Remove from favourites" if favourite else "Add to favourites", lambda: system.set(entity, "favourite", not favourite), "menu_star"
    )
    return Screen(
        full_name(facts),
        [Row(title, str(facts[key])) for key, title in (("phone", "Phone"), ("email", "Email")) if facts[key]] or [Text("No details")],
        actions=[
            star,
            Button("Edit", lambda: system.open("editor", entity), "menu_edit"),
            Button("More options", lambda: system.open("menu", entity), "menu_more"),
        ],
    )


def menu(system: System, page: Page) -> Menu:
    def ask() -> None:
        system.close()
        system.open("delete", *page.args)

    return Menu([Button("Delete", ask)])


def delete(system: System, page: Page) -> Dialog:
    def confirm() -> None:
        system.close_to("main")
        system.delete(page.args[0])

    return Dialog(
        "Delete this contact?",
        buttons=[Button("Cancel", system.close, "android:id/button2"), Button("Delete", confirm, "android:id/button1")],
    )


def editor(system: System, page: Page) -> Screen:
    """Edits the contact given as the page's argument, or a new one."""
    local: dict[str, Any] = page.local
    held = system.facts[page.args[0]] if page.args else _CONTACT
    for key in _FIELDS:
        local.setdefault(key, held[key])
    changed = any(local[key] != held[key] for key in _FIELDS)

    def save() -> None:
        draft = {key: local[key].strip() for key in _FIELDS}
        if not draft["first_name"] and not draft["last_name"]:
            local["error"] = "Enter a first or last name"
            return
        system.close()
        if page.args:
            for key, value in draft.items():
                system.set(page.args[0], key, value)
        else:
            system.open("contact", system.create("contact", {**_CONTACT, **draft}))

    def back() -> None:
        if changed:
            system.open("discard")
        else:
            system.close()

    def change(key: str, text: str) -> None:
        local[key] = text

    error = [Text(local["error"], "error", "error")] if local.get("error") else []
    return Screen(
        "Edit contact" if page.args else "Create contact",
        [*error, *(Field(key, title, local[key], partial(change, key)) for key, title in _FIELDS.items())],
        actions=[Button("Save", save, "editor_menu_save_button")],
        worded=frozenset({"Save"}),
        on_back=back,
    )


def discard(system: System, page: Page) -> Dialog:
    def confirm() -> None:
        system.close()
        system.close()

    return Dialog(
        "Discard your changes?",
        buttons=[Button("Keep editing", system.close, "android:id/button2"), Button("Discard", confirm, "android:id/button1")],
    )


def _person(first: str, last: str, phone: str, email: str = "", favourite: bool = False) -> Facts:
    return {"first_name": first, "last_name": last, "phone": phone, "email": email, "favourite": favourite}


APP = App(
    "com.android.contacts",
    "Contacts",
    {"main": main, "contact": contact, "menu": menu, "delete": delete, "editor": editor, "discard": discard},
    kinds={"contact": _CONTACT},
    baseline={
        "contact/1": _person("Amara", "Okafor", "555-0112", "amara.okafor@example.com"),
        "contact/2": _person("Bruno", "Keller", "555-0134"),
        "contact/3": _person("Chloé", "Martin", "555-0157", "chloe@example.org", favourite=True),
        "contact/4": _person("Dmitri", "Volkov", "555-0171"),
        "contact/5": _person("Elena", "Rossi", "555-0188", "elena.rossi@example.com"),
        "contact/6": _person("Hana", "Sato", "555-0199"),
    },
    colour="#188038",
)
