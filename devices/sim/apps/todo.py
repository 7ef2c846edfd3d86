"""To-do: several lists, their tasks, an editor for each; what is deleted can be undone."""

from collections.abc import Iterable
from datetime import date
from functools import partial
from typing import Final

from devices.device import DeviceError
from devices.sim.app import App
from devices.sim.language import short_date
from devices.sim.screens.date_picker import date_picker
from devices.sim.screens.forms import discard
from devices.sim.screens.todo_editor import PRIORITIES, TODO, choose, editor
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Dialog, Field, Menu, Row, Screen, Text, Widget
from devices.state import Facts, State

_SORTS: Final = {"due": "By due date", "priority": "By priority", "title": "By title"}
_FILTERS: Final = {"all": "All", "open": "Open", "done": "Completed", "overdue": "Overdue"}
_RANKS: Final = {"high": 0, "medium": 1, "low": 2, "none": 3}


def list_names(system: System) -> list[str]:
    """Names of all lists, in the order in which they were made."""
    return [str(system.facts[entity]["name"]) for entity in system.entities("todo_list")]


def main(system: System, page: Page) -> Screen:
    """The lists, and one line for the tasks of all of them."""
    open_ones = [str(system.facts[todo]["list"]) for todo in system.entities("todo") if not system.facts[todo]["done"]]
    names = list_names(system)
    rows = [
        Row(name, system.say("{count} open", count=open_ones.count(name)), partial(system.open, "list", name), name="list")
        for name in (names if system.ascending else reversed(names))
    ]
    every = Row(
        system.say("All tasks"), system.say("{count} open", count=len(open_ones)), partial(system.open, "list"), name="all_tasks"
    )  # fmt: skip
    return Screen(
        system.say("To-do"),
        [every, *rows],
        up=False,
        actions=[Button(system.say("New list"), lambda: system.open("new_list"), "new_list")],
        float=Button(system.say("New task"), lambda: system.open("editor"), "new_task"),
    )


def new_list(system: System, page: Page) -> Dialog:
    local = page.local
    local.setdefault("list_name", "")

    def save() -> None:
        name = local["list_name"].strip()
        if not name or name in list_names(system):
            local["error"] = system.say("There is a list of this name" if name else "Enter a name")
            return
        system.close()
        system.create("todo_list", {"name": name})

    error = [Text(local["error"], "error", "error")] if local.get("error") else []
    return Dialog(
        system.say("New list"),
        [Field("list_name", system.say("Name"), local["list_name"], lambda text: local.update(list_name=text)), *error],
        [Button(system.say("Cancel"), system.close, "android:id/button2"), Button(system.say("OK"), save, "android:id/button1")],
    )


def _tasks(system: System, args: tuple[str, ...]) -> list[str]:
    """The tasks of the list given, or of all."""
    return [todo for todo in system.entities("todo") if not args or system.facts[todo]["list"] == args[0]]


def _is_overdue(system: System, facts: Facts) -> bool:
    return bool(facts["due"]) and not facts["done"] and str(facts["due"]) < system.now.date().isoformat()


def _order(system: System, sort: str, todo: str) -> tuple[object, ...]:
    facts = system.facts[todo]
    by = {"due": str(facts["due"]) or "9999", "priority": _RANKS[str(facts["priority"])], "title": ""}[sort]
    return by, str(facts["title"]).casefold(), int(todo.partition("/")[2])


def tasks(system: System, page: Page) -> Screen:
    """The tasks of the list that is the page's argument, or of all lists; sorted and filtered as its menus say."""
    local, say = page.local, system.say
    sort: str = local.setdefault("sort", "due")
    which: str = local.setdefault("filter", "all")

    def shown(facts: Facts) -> bool:
        match which:
            case "overdue":
                return _is_overdue(system, facts)
            case "all":
                return True
        return facts["done"] is (which == "done")

    held = [todo for todo in _tasks(system, page.args) if shown(system.facts[todo])]
    held.sort(key=partial(_order, system, sort), reverse=not system.ascending)
    caption = [] if which == "all" else [Text(say("Shown: {which}", which=say(_FILTERS[which])), "caption", "shown")]
    rows: list[Widget] = [_row(system, todo) for todo in held]
    return Screen(
        page.args[0] if page.args else say("All tasks"),
        [*caption, *(rows or [Text(say("No tasks"), name="empty")])],
        actions=[
            Button(say("Sort"), lambda: system.open("sort"), "sort"),
            Button(say("Filter"), lambda: system.open("filter"), "filter"),
            Button(say("More options"), lambda: system.open("menu", *page.args), "more"),
        ],
        float=Button(say("New task"), lambda: system.open("editor", *(("", page.args[0]) if page.args else ())), "new_task"),
    )


def _row(system: System, todo: str) -> Row:
    facts = system.facts[todo]
    done = bool(facts["done"])
    due = short_date(date.fromisoformat(str(facts["due"])), system.locale) if facts["due"] else ""
    priority = system.say(PRIORITIES[str(facts["priority"])]) if facts["priority"] != "none" else ""
    return Row(
        str(facts["title"]),
        due,
        partial(system.open, "editor", todo),
        "checkbox",
        done,
        lambda: system.set(todo, "done", not done),
        more=priority,
        name="task",
        ids=("task_title", "task_due", "task_priority"),
    )


def _pick(system: System, key: str, value: str) -> None:
    system.close()
    system.page.local[key] = value
    system.page.scroll = 0


def sort(system: System, page: Page) -> Menu:
    return Menu([Button(system.say(label), partial(_pick, system, "sort", value), f"sort_{value}") for value, label in _SORTS.items()])


def filter_menu(system: System, page: Page) -> Menu:
    return Menu(
        [Button(system.say(label), partial(_pick, system, "filter", value), f"filter_{value}") for value, label in _FILTERS.items()]
    )


def menu(system: System, page: Page) -> Menu:
    def ask() -> None:
        system.close()
        system.open("clear", *page.args)

    done = any(system.facts[todo]["done"] for todo in _tasks(system, page.args))
    return Menu([Button(system.say("Delete completed tasks"), ask, "clear", enabled=done)])


def clear(system: System, page: Page) -> Dialog:
    def confirm() -> None:
        system.close()
        gone = {todo: dict(system.facts[todo]) for todo in _tasks(system, page.args) if system.facts[todo]["done"]}
        for todo in gone:
            system.delete(todo)
        system.tell(system.say("Tasks deleted"), system.say("Undo"), partial(_bring_back, system, gone.items()))

    return Dialog(
        system.say("Delete all completed tasks?"),
        [Text(page.args[0] if page.args else system.say("All tasks"))],
        [
            Button(system.say("Cancel"), system.close, "android:id/button2"),
            Button(system.say("Delete"), confirm, "android:id/button1"),
        ],
    )


def _bring_back(system: System, gone: Iterable[tuple[str, Facts]]) -> None:
    for todo, facts in gone:
        system.restore(todo, facts)


def receive(system: System, text: str, subject: str) -> None:
    """A text becomes the notes of a new task, its subject or first line the title; a single line is the title alone."""
    title = subject or text.partition("\n")[0].strip()
    system.open("editor").local.update(title=title, notes="" if text.strip() == title else text)


def settle(system: System, given: State) -> None:
    """Refuse tasks whose facts no editor could have made; a list that only a task names is there."""
    for entity in system.entities("todo"):
        facts = system.facts[entity]
        if facts["priority"] not in PRIORITIES:
            raise DeviceError(f"{entity}.priority is {facts['priority']!r}: expected one of {', '.join(PRIORITIES)}")
        try:
            date.fromisoformat(str(facts["due"]) or "2026-01-01")
        except ValueError:
            raise DeviceError(f"{entity}.due is {facts['due']!r}: expected a date such as 2026-03-05, or nothing") from None
        if facts["list"] not in list_names(system):
            system.create("todo_list", {"name": str(facts["list"])})


def _todo(title: str, list_name: str, **facts: str | bool) -> Facts:
    return {**TODO, "title": title, "list": list_name, **facts}


APP = App(
    "com.android.todo",
    "To-do",
    {
        "main": main, "new_list": new_list, "list": tasks, "sort": sort, "filter": filter_menu, "menu": menu, "clear": clear,
        "editor": editor, "choose": choose, "date_picker": date_picker, "discard": discard,
    },
    kinds={"todo": TODO, "todo_list": {"name": ""}},
    baseline={
        "todo_list/1": {"name": "Home"},
        "todo_list/2": {"name": "Work"},
        "todo_list/3": {"name": "Errands"},
        "todo/1": _todo("Water the plants", "Home", due="2026-03-03"),
        "todo/2": _todo("Fix the shelf", "Home", priority="low"),
        "todo/3": _todo("Send the report", "Work", due="2026-03-06", priority="high"),
        "todo/4": _todo("Return library books", "Errands", done=True),
    },
    settle=settle,
    colour="#3949ab",
    draft=("editor", {"title": "Ask about", "notes": "by phone"}),
    receive=receive,
)  # fmt: skip
