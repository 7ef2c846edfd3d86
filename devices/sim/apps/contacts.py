"""Contacts: a list with search and selection, favourites, a page for each, an editor."""

from functools import partial
from typing import Final

from devices.sim.app import App
from devices.sim.screens import contacts_page
from devices.sim.screens.contacts_page import CONTACT, full_name
from devices.sim.screens.selecting import clear_selection, select_all, selectable, selected
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Dialog, Field, Row, Screen, Text, Widget
from devices.state import Facts

_SEARCHED: Final = ("phone", "email", "company")  # beside the name


def main(system: System, page: Page) -> Screen:
    local = page.local
    query, tab = local.setdefault("query", ""), local.setdefault("tab", 0)
    shown = _shown(system, query, favourites=tab == 1)

    def search(text: str) -> None:
        local["query"] = text
        page.scroll = 0

    def turn(to: int) -> None:
        if local["tab"] != to:
            system.unfocus()
            local.update(tab=to, query="")
            page.scroll = 0

    field = Field("search_view", system.say("Search contacts"), query, search, on_enter=system.unfocus)
    empty = "No contacts found" if query else "No favourites" if tab else "No contacts"
    rows: list[Widget] = [_row(system, page, entity) for entity in shown]
    body = [field, *(rows or [Text(system.say(empty), name="empty")])]
    held = selected(system, page)
    if held:
        return Screen(
            system.say("{count} selected", count=len(held)),
            body,
            actions=[
                Button(system.say("Delete"), lambda: system.open("delete", *held), "menu_delete"),
                Button(system.say("Select all"), lambda: select_all(page, shown), "menu_select_all"),
            ],
            on_back=partial(clear_selection, page),
        )
    return Screen(
        system.say("Favourites" if tab else "Contacts"),
        body,
        up=False,
        float=Button(system.say("Create contact"), lambda: system.open("editor"), "floating_action_button"),
        tabs=[
            Button(system.say("Contacts"), partial(turn, 0), "tab_menu_contacts"),
            Button(system.say("Favourites"), partial(turn, 1), "tab_menu_favourites"),
        ],
        tab=tab,
        on_back=partial(turn, 0) if tab else None,
    )


def _shown(system: System, query: str, favourites: bool) -> list[str]:
    """The people listed, in order of their names."""
    people: list[tuple[str, str]] = []
    wanted = query.casefold()
    for entity in system.entities("contact"):
        facts = system.facts[entity]
        name = full_name(system, facts).casefold()
        if favourites and not facts["favourite"]:
            continue
        if not wanted or wanted in name or any(wanted in str(facts[key]).casefold() for key in _SEARCHED):
            people.append((name, entity))
    return [entity for _, entity in sorted(people, reverse=not system.ascending)]


def _row(system: System, page: Page, entity: str) -> Row:
    row = Row(full_name(system, system.facts[entity]), icon=True, name="cliv_item", ids=("cliv_name_textview", "cliv_data", "cliv_data"))
    return selectable(system, page, entity, row, partial(system.open, "contact", entity))


def delete(system: System, page: Page) -> Dialog:
    """Asks before the people given as the page's arguments are deleted."""

    def confirm() -> None:
        system.close_to("main")
        clear_selection(system.page)
        for entity in page.args:
            system.delete(entity)

    count = len(page.args)
    return Dialog(
        system.say("Delete this contact?") if count == 1 else system.say("Delete {count} contacts?", count=count),
        buttons=[
            Button(system.say("Cancel"), system.close, "android:id/button2"),
            Button(system.say("Delete"), confirm, "android:id/button1"),
        ],
    )


def _person(first: str, last: str, phone: str, email: str = "", favourite: bool = False) -> Facts:
    return {**CONTACT, "first_name": first, "last_name": last, "phone": phone, "email": email, "favourite": favourite}


APP = App(
    "com.android.contacts",
    "Contacts",
    {
        "main": main,
        "delete": delete,
        "contact": contacts_page.contact,
        "menu": contacts_page.menu,
        "call": contacts_page.call,
        "editor": contacts_page.editor,
        "discard": contacts_page.discard,
    },
    kinds={"contact": CONTACT, "call": contacts_page.CALL},
    baseline={
        "contact/1": _person("Amara", "Okafor", "555-0112", "amara.okafor@example.com"),
        "contact/2": _person("Bruno", "Keller", "555-0134"),
        "contact/3": _person("Chloé", "Martin", "555-0157", "chloe@example.org", favourite=True),
        "contact/4": _person("Dmitri", "Volkov", "555-0171"),
        "contact/5": _person("Elena", "Rossi", "555-0188", "elena.rossi@example.com"),
        "contact/6": _person("Hana", "Sato", "555-0199"),
    },
    colour="#188038",
    draft=("editor", {"first_name": "Ma"}),
)
