"""Browser: pages of a small web that needs no network, with address field, tabs, bookmarks and history."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from devices.sim.app import App
from devices.sim.screens import browser_lists, storage
from devices.sim.screens.browsing import current, forward, go_back, go_forward, navigate, open_tab, page_of, url_of
from devices.sim.screens.web import PAGES, SEARCH, START, WEB_PAGE, Block, blocks
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Buttons, Field, Menu, Row, Screen, Text, Widget
from devices.state import Facts

_BOOKMARK: Final[Facts] = {"title": "", "url": ""}
_TAB: Final[Facts] = {"url": START}
_VISIT: Final[Facts] = {"url": "", "title": "", "time": "2026-02-01T12:00:00"}
_SUBMISSION: Final[Facts] = {"url": "", "name": "", "email": "", "message": ""}
_FORM: Final = {"form_name": ("name", "Your name"), "form_email": ("email", "Email address"), "form_message": ("message", "Message")}
SEPARATOR: Final = " · "
"""Between the further cells of a table's line."""


def main(system: System, page: Page) -> Screen:
    """The page of the current tab."""
    local = _local(system, page)
    url = url_of(system)
    title, text = page_of(system, url)
    marked = next((entity for entity in system.entities("bookmark") if system.facts[entity]["url"] == url), None)

    def star() -> None:
        if marked:
            system.open("bookmark", marked)
        else:
            system.create("bookmark", {"title": title, "url": url})
            system.tell(system.say("Bookmark added"))

    def type_address(words: str) -> None:
        local["address"] = words

    def go() -> None:
        if local["address"].strip():
            system.unfocus()
            navigate(system, local["address"])

    def back() -> None:
        if not go_back(system):
            system.close()

    body: list[Widget] = [
        Field("url_bar", system.say("Search or type web address"), local["address"], type_address, on_enter=go),
        *_find(system, page, text),
    ]
    for number, block in enumerate(blocks(text)):
        body += _widgets(system, page, url, block, number)
    return Screen(
        title,
        body,
        up=False,
        actions=[
            Button(system.say("Home page"), lambda: navigate(system, START), "menu_home"),
            Button(system.say("Edit bookmark" if marked else "Add bookmark"), star, "menu_star"),
            Button(system.say("Tabs"), lambda: system.open("tabs"), "menu_switcher"),
            Button(system.say("More options"), lambda: system.open("menu"), "menu_more"),
        ],
        on_back=back,
    )


def _local(system: System, page: Page) -> dict[str, Any]:
    """What the page in front remembers, begun anew where another web page is shown."""
    shown = (current(system), url_of(system))
    if page.local.get("shown") != shown:
        page.local.clear()
        page.local.update(shown=shown, address=shown[1], find=None, query="")
        page.local.update(dict.fromkeys(_FORM, ""))
        page.scroll = 0
    return page.local


def _find(system: System, page: Page, text: str) -> list[Widget]:
    """The line that finds words on the page, where it was asked for."""
    local = page.local
    if local["find"] is None:
        return []

    def change(words: str) -> None:
        local["find"] = words

    def end() -> None:
        local["find"] = None
        system.unfocus()

    wanted = local["find"].casefold()
    every = " ".join(word for block in blocks(text) for word in block.words).casefold()
    count = every.count(wanted) if wanted else 0
    found = system.say("1 match") if count == 1 else system.say("{count} matches", count=count)
    return [
        Field("find_query", system.say("Find in page"), local["find"], change, on_enter=system.unfocus),
        Text(found, "caption", "find_status"),
        Buttons([Button(system.say("Close"), end, "find_close")]),
    ]


def _widgets(system: System, page: Page, url: str, block: Block, number: int) -> Sequence[Widget]:
    match block.kind:
        case "heading":
            return [Text(block.words[0], "headline", "heading")]
        case "link":
            return [Row(block.words[0], on_tap=partial(navigate, system, block.target), name="link")]
        case "cells":
            first, *rest = block.words
            return [Row(first, SEPARATOR.join(rest), name="table_row")]
        case "download":
            return [Row(block.words[0], block.target.partition(",")[0], partial(_download, system, url, block), icon=True, name="download")]
        case "form":
            return _form(system, page, url)
        case "search":
            return _search(system, page)
        case "paragraph":
            return [Text(block.words[0], name=f"paragraph_{number}", selectable=True)]


def _download(system: System, url: str, block: Block) -> None:
    """Save the file in Download."""
    name, _, size = block.target.partition(", ")
    entity = storage.create_file(system, name, "Download", int(size), f"{url}#{name}")
    words = system.say("“{name}” downloaded", name=system.facts[entity]["name"])
    system.tell(words, system.say("Open folder"), lambda: system.hand_over("com.android.documentsui", "folder", "Download"))


def _form(system: System, page: Page, url: str) -> list[Widget]:
    """A web page's form. Its words are the web page's own, which no phone translates."""
    local = page.local

    def change(name: str, text: str) -> None:
        local[name] = text

    def send() -> None:
        values = {key: local[name].strip() for name, (key, _) in _FORM.items()}
        local["sent"] = ""
        if not all(values.values()):
            local["fault"] = "Please fill in every field."
        elif "@" not in values["email"]:
            local["fault"] = "Please enter a valid email address."
        else:
            local.update(fault="", sent="Thank you. Your message was sent.", **dict.fromkeys(_FORM, ""))
            system.unfocus()
            system.create("submission", {"url": url, **values})

    body: list[Widget] = [
        Field(name, label, local[name], partial(change, name), multiline=name == "form_message") for name, (_, label) in _FORM.items()
    ]
    if local.get("fault"):
        body.append(Text(local["fault"], "error", "form_error"))
    if local.get("sent"):
        body.append(Text(local["sent"], name="form_sent"))
    body.append(Button("Send message", send, "form_send"))
    return body


def _search(system: System, page: Page) -> list[Widget]:
    local = page.local

    def change(text: str) -> None:
        local["query"] = text

    def go() -> None:
        if local["query"].strip():
            navigate(system, f"{SEARCH}{local['query'].strip()}")

    return [Field("query", "Search the web", local["query"], change, on_enter=go), Button("Search", go, "search_go")]


def menu(system: System, page: Page) -> Menu:
    below = system.stack[-2] if len(system.stack) > 1 else page

    def instead(name: str) -> None:
        system.close()
        system.open(name)

    def find() -> None:
        system.close()
        below.local["find"] = ""

    def share() -> None:
        system.close()
        url = url_of(system)
        system.share(url, page_of(system, url)[0])

    def new_tab() -> None:
        system.close()
        open_tab(system)

    def ahead() -> None:
        system.close()
        go_forward(system)

    return Menu(
        [
            Button(system.say("Go forward"), ahead, "menu_forward", enabled=bool(forward(system))),
            Button(system.say("New tab"), new_tab, "menu_new_tab"),
            Button(system.say("Bookmarks"), partial(instead, "bookmarks"), "menu_bookmarks"),
            Button(system.say("History"), partial(instead, "history"), "menu_history"),
            Button(system.say("Find in page"), find, "menu_find"),
            Button(system.say("Share"), share, "menu_share"),
        ]
    )


APP = App(
    "com.android.browser",
    "Browser",
    {
        "main": main, "menu": menu, "tabs": browser_lists.tabs, "tab_menu": browser_lists.tab_menu,
        "bookmarks": browser_lists.bookmarks, "bookmark": browser_lists.bookmark, "bookmark_menu": browser_lists.bookmark_menu,
        "history": browser_lists.history, "visit_menu": browser_lists.visit_menu, "clear": browser_lists.clear,
        "discard": browser_lists.discard,
    },
    kinds={"web_page": WEB_PAGE, "bookmark": _BOOKMARK, "tab": _TAB, "visit": _VISIT, "submission": _SUBMISSION},
    baseline={
        **PAGES,
        "bookmark/1": {"title": "Bus timetable", "url": "ellwick.example/bus"},
        "bookmark/2": {"title": "Lentil soup", "url": "recipes.example/lentil-soup"},
        "tab/1": {"url": START},
        "visit/1": {"url": "ellwick.example/bus", "title": "Bus timetable", "time": "2026-02-27T07:05:00"},
        "visit/2": {"url": "recipes.example/lentil-soup", "title": "Lentil soup", "time": "2026-02-28T17:22:00"},
    },
    colour="#00897b",
    draft=("main", {"url_bar": "somewhere else"}),
)  # fmt: skip
