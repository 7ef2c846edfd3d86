"""To-do's editor: for a new task or for one that is there."""

from collections.abc import Mapping
from datetime import date
from functools import partial
from typing import Any, Final

from devices.sim.language import short_date
from devices.sim.screens.forms import chooser, leave_form
from devices.sim.system import Page, System
from devices.sim.typed import typed_date
from devices.sim.widgets import Button, Field, Row, Screen, Text, Widget
from devices.state import Facts, Value

TODO: Final[Facts] = {"title": "", "list": "Home", "due": "", "priority": "none", "done": False, "notes": ""}
"""``due`` is a date, or empty."""
PRIORITIES: Final = {"none": "No priority", "low": "Low", "medium": "Medium", "high": "High"}


def _lists(system: System) -> list[str]:
    return [str(system.facts[entity]["name"]) for entity in system.entities("todo_list")]


def editor(system: System, page: Page) -> Screen:
    """Edits the task given as the page's argument, or a new one; ``("", list)`` begins a new one in a list."""
    entity = page.args[0] if page.args else ""
    local, say = _prepare(system, page, entity), system.say

    def save() -> None:
        facts, wrong = _read(local)
        if wrong:
            local["error"] = say(wrong)
            page.scroll = 0
            return
        system.close()
        if entity:
            for key, value in facts.items():
                system.set(entity, key, value)
        else:
            system.create("todo", facts)

    def delete() -> None:
        system.close()
        facts = dict(system.facts[entity])
        system.delete(entity)
        system.tell(say("Task deleted"), say("Undo"), partial(system.restore, entity, facts))

    remove = [Button(say("Delete"), delete, "delete")] if entity else []
    return Screen(
        say("Edit task" if entity else "New task"),
        _body(system, local),
        actions=[*remove, Button(say("Save"), save, "save")],
        worded=frozenset({say("Save")}),
        on_back=partial(leave_form, system, page),
    )


def _prepare(system: System, page: Page, entity: str) -> dict[str, Any]:
    local = page.local
    if "at_first" not in local:
        facts = dict(system.facts[entity]) if entity else {**TODO, "list": page.args[1] if page.args else (_lists(system) or ["Home"])[0]}
        if facts["due"]:
            facts["due"] = short_date(date.fromisoformat(str(facts["due"])), system.locale)
        local["at_first"] = facts
        for key, value in facts.items():
            local.setdefault(key, value)
        local["error"] = ""
    return local


def _body(system: System, local: dict[str, Any]) -> list[Widget]:
    say = system.say

    def field(key: str, label: str, multiline: bool = False) -> Field:
        return Field(key, say(label), local[key], lambda text: local.update({key: text}), multiline)

    return [
        *([Text(local["error"], "error", "error")] if local["error"] else []),
        field("title", "Title"),
        field("due", "Due date"),
        Row(say("Choose a date"), on_tap=partial(system.open, "date_picker", "due"), name="choose_date"),
        Row(say("Priority"), say(PRIORITIES[local["priority"]]), partial(system.open, "choose", "priority"), name="priority"),
        Row(say("List"), local["list"], partial(system.open, "choose", "list"), name="list"),
        Row(say("Completed"), on_tap=lambda: local.update(done=not local["done"]), control="checkbox", checked=local["done"], name="done"),
        field("notes", "Notes", multiline=True),
    ]


def _read(local: dict[str, Any]) -> tuple[Facts, str]:
    """(the facts that the form holds, what is wrong with it in English; empty if nothing is)."""
    facts: Facts = {key: local[key] for key in TODO}
    for key in ("title", "notes"):
        facts[key] = str(local[key]).strip()
    if not facts["title"]:
        return facts, "Enter a title"
    due = typed_date(local["due"]) if local["due"].strip() else None
    if due is None and local["due"].strip():
        return facts, "Enter a valid date"
    facts["due"] = due.isoformat() if due else ""
    return facts, ""


def _choices(system: System, key: str) -> tuple[str, Mapping[Value, str]]:
    if key == "list":
        return system.say("List"), {name: name for name in _lists(system)}
    return system.say("Priority"), {value: system.say(label) for value, label in PRIORITIES.items()}


choose = chooser(_choices)
