"""Browser's tabs, bookmarks and history."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from devices.sim.language import clock_time, short_date
from devices.sim.screens.browsing import close_tab, current, navigate, open_tab, page_of, show_tab
from devices.sim.screens.web import normal
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Dialog, Field, Menu, Row, Screen, Text, Widget


def _or_empty(system: System, rows: Sequence[Widget], words: str) -> Sequence[Widget]:
    return rows or [Text(system.say(words), name="empty")]


# Tabs


def tabs(system: System, page: Page) -> Screen:
    shown = current(system)

    def show(tab: str) -> None:
        show_tab(system, tab)
        system.close_to("main")

    def new() -> None:
        open_tab(system)
        system.close_to("main")

    rows = [
        Row(
            page_of(system, str(system.facts[tab]["url"]))[0],
            str(system.facts[tab]["url"]),
            partial(show, tab),
            name="switcher_row",
            on_long=partial(system.open, "tab_menu", tab),
            selected=tab == shown,
        )
        for tab in system.entities("tab")
    ]
    return Screen(system.say("Tabs"), _or_empty(system, rows, "No tabs"), float=Button(system.say("New tab"), new, "new_page"))


def tab_menu(system: System, page: Page) -> Menu:
    def close() -> None:
        system.close()
        close_tab(system, page.args[0])

    return Menu([Button(system.say("Close tab"), close, "menu_close_tab")])


# Bookmarks


def bookmarks(system: System, page: Page) -> Screen:
    entities = sorted(
        system.entities("bookmark"), key=lambda entity: str(system.facts[entity]["title"]).casefold(), reverse=not system.ascending
    )

    def show(entity: str) -> None:
        system.close_to("main")
        navigate(system, str(system.facts[entity]["url"]))

    rows = [
        Row(
            str(system.facts[entity]["title"]),
            str(system.facts[entity]["url"]),
            partial(show, entity),
            name="bookmark_row",
            on_long=partial(system.open, "bookmark_menu", entity),
        )
        for entity in entities
    ]
    return Screen(system.say("Bookmarks"), _or_empty(system, rows, "No bookmarks"))


def bookmark_menu(system: System, page: Page) -> Menu:
    def edit() -> None:
        system.close()
        system.open("bookmark", *page.args)

    def remove() -> None:
        system.close()
        _delete_bookmark(system, page.args[0])

    return Menu([Button(system.say("Edit"), edit, "menu_edit"), Button(system.say("Delete"), remove, "menu_delete")])


def _delete_bookmark(system: System, entity: str) -> None:
    """Delete at once; the toast brings it back."""
    facts = dict(system.facts[entity])
    system.delete(entity)

    def undo() -> None:
        if entity not in system.facts:
            system.restore(entity, facts)

    system.tell(system.say("“{name}” deleted", name=facts["title"]), system.say("Undo"), undo)


def bookmark(system: System, page: Page) -> Screen:
    """Edits the bookmark given as the page's argument."""
    (entity,) = page.args
    facts, local = system.facts[entity], page.local
    local.setdefault("title", facts["title"])
    local.setdefault("url", facts["url"])

    def change(key: str, text: str) -> None:
        local[key] = text

    def save() -> None:
        title, url = local["title"].strip(), normal(local["url"])
        if not title:
            local["error"] = system.say("Enter a name")
        elif "." not in url or " " in url:
            local["error"] = system.say("Enter a valid address")
        else:
            system.close()
            system.set(entity, "title", title)
            system.set(entity, "url", url)

    def remove() -> None:
        system.close()
        _delete_bookmark(system, entity)

    def back() -> None:
        if local["title"] != facts["title"] or local["url"] != facts["url"]:
            system.open("discard")
        else:
            system.close()

    return Screen(
        system.say("Edit bookmark"),
        [
            *([Text(local["error"], "error", "error")] if local.get("error") else []),
            Field("title", system.say("Name"), local["title"], partial(change, "title"), on_enter=save),
            Field("url", system.say("Address"), local["url"], partial(change, "url"), on_enter=save),
        ],
        actions=[Button(system.say("Save"), save, "menu_save"), Button(system.say("Delete"), remove, "menu_delete")],
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


# History


def history(system: System, page: Page) -> Screen:
    """Every visit, the latest first."""
    full_day = bool(system.settings()["use_24_hour"])
    shown = sorted(system.entities("visit"), key=lambda entity: str(system.facts[entity]["time"]), reverse=True)

    def show(entity: str) -> None:
        system.close_to("main")
        navigate(system, str(system.facts[entity]["url"]))

    def when(entity: str) -> str:
        time = datetime.fromisoformat(str(system.facts[entity]["time"]))
        return f"{short_date(time.date(), system.locale)}, {clock_time(time.hour, time.minute, full_day, system.locale)}"

    rows = [
        Row(
            str(system.facts[entity]["title"]),
            str(system.facts[entity]["url"]),
            partial(show, entity),
            more=when(entity),
            name="visit_row",
            on_long=partial(system.open, "visit_menu", entity),
        )
        for entity in shown
    ]
    clearing = Button(system.say("Clear history"), lambda: system.open("clear"), "menu_clear", enabled=bool(rows))
    return Screen(system.say("History"), _or_empty(system, rows, "No history"), actions=[clearing])


def visit_menu(system: System, page: Page) -> Menu:
    def remove() -> None:
        system.close()
        system.delete(page.args[0])

    return Menu([Button(system.say("Delete"), remove, "menu_delete")])


def clear(system: System, page: Page) -> Dialog:
    def confirm() -> None:
        system.close()
        for entity in system.entities("visit"):
            system.delete(entity)

    return Dialog(
        system.say("Clear history?"),
        [Text(system.say("Bookmarks are kept."))],
        [
            Button(system.say("Cancel"), system.close, "android:id/button2"),
            Button(system.say("Clear"), confirm, "android:id/button1"),
        ],
    )
