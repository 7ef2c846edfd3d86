"""Tasks in To-do: add, tick, move, rename, postpone and delete tasks, and questions about them."""

from collections.abc import Callable, Sequence

from devices.action import Action, Answer, Done
from devices.device import Setup
from devices.observation import Observation
from devices.sim.screens.todo_editor import TODO
from devices.state import Facts, State, Value
from tasks.answers import AnswerRule, answer_number, answer_text
from tasks.conditions import all_of, created, deleted, deleted_all, edited, fact, the
from tasks.mistakes import answers, claims, discarded, in_turn, only_done, pause, undone, usual, with_answer
from tasks.oracle import Oracle
from tasks.params import Choice, Day, Integer, Moment, Param, Sentence, Several, ShortText, Title, several
from tasks.solutions import todo as go
from tasks.spans import days_on, shown
from tasks.task import Params, Solver, Task, Wrong
from tasks.trace import Step

_LISTS = ("Home", "Work", "Errands")
_PRIORITY = Choice(("low", "medium", "high"))
_DUE = Day("2026-02-02", "2027-01-31")

# Setting up


def _todo(title: Value, list_name: Value, **facts: Value) -> Facts:
    return {**TODO, "title": title, "list": list_name, **facts}


def _elsewhere(list_name: Value) -> str:
    """Another list."""
    return next(name for name in _LISTS if name != list_name)


def _others(params: Params) -> list[str]:
    """Titles of the other tasks on the phone: none of those meant."""
    meant = {params.get("title"), *several(params.get("titles", "[]"))}
    return [title for title in several(params["others"]) if title not in meant]


def _tasks(params: Params, *meant: Facts) -> Setup:
    """A phone with these tasks, and others in the same list."""
    facts = {f"todo/{10 + i}": task for i, task in enumerate(meant)}
    for i, title in enumerate(_others(params)):
        facts[f"todo/{30 + i}"] = _todo(
            title, params["list"], due=f"2026-04-{10 + i}" if i % 2 else "", priority="low" if i == 0 else "none"
        )
    return Setup(clear=("todo",), facts=facts)


def _one(params: Params, **facts: Value) -> Setup:
    return _tasks(params, _todo(params["title"], params["list"], **facts))


def _similar(params: Params) -> State:
    """The same titles in another list, and nearly the same one in the list meant."""
    titles = several(params["titles"]) if "titles" in params else [params["title"]]
    there = next(name for name in _LISTS if name not in (params["list"], params.get("new_list")))
    found = {f"todo/{100 + i}": _todo(title, there) for i, title in enumerate(titles)}
    return found | {"todo/120": _todo(f"{titles[0]} again", params["list"])}


def _many(params: Params, count: int) -> State:
    """Tasks that no goal is about, in the list meant and in another."""
    lists = (params["list"], _elsewhere(params["list"]))
    verbs = ("Sweep", "Email", "Order", "Sort", "Renew")
    return {f"todo/{200 + i}": _todo(f"{verbs[i % 5]} {i + 1}", lists[i % 3 == 2], due=f"2026-0{5 + i % 4}-11") for i in range(count)}


def _quoted(value: Value) -> str:
    """``“One”, “Two” and “Three”``."""
    *first, last = (f"“{text}”" for text in several(value))
    return f"{', '.join(first)} and {last}" if first else last


def _overdue(params: Params) -> Setup:
    """Tasks that were due before today, some of them done, and tasks due today or later."""
    today = str(params["now"])[:10]
    late = [_todo(f"{title}", _LISTS[i % 3], due=days_on(today, -1 - 3 * i)) for i, title in enumerate(several(params["titles"]))]
    rest = [
        _todo(title, _LISTS[i % 3], due=days_on(today, (i - 1) * 2 if i else 0) if i != 1 else days_on(today, -4), done=i == 1)
        for i, title in enumerate(_others(params))
    ]
    return Setup(now=str(params["now"]), clear=("todo",), facts={f"todo/{10 + i}": task for i, task in enumerate((*late, *rest))})


# Solutions


def _names(params: Params) -> tuple[str, str]:
    return str(params["list"]), str(params["title"])


def _wanted(params: Params) -> Facts:
    return {"title": params["title"], "list": params["list"], "due": params["due"], "priority": params["priority"]}


def _add(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.add(seen, history, _wanted(params)) or Done()


def _edits(wanted: Callable[[Params], Facts]) -> Solver:
    return lambda seen, params, history: go.edit(seen, history, *_names(params), wanted(params))


_move = _edits(lambda params: {"list": params["new_list"]})
_rename = _edits(lambda params: {"title": params["new_title"]})
_rank = _edits(lambda params: {"priority": params["priority"]})
_postpone = _edits(lambda params: {"due": _postponed(params)})
_note = _edits(lambda params: {"notes": params["notes"]})


def _postponed(params: Params) -> str:
    return days_on(params["due"], int(params["days"]))


def _delete(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.delete(seen, history, *_names(params))


def _tick(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    titles = several(params["titles"])
    return go.tick(seen, history, str(params["list"]), titles.__contains__, titles)


def _clear(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.clear(seen, history, str(params["list"]))


def _plan(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Makes a list, then each of its tasks."""
    name = str(params["name"])
    if action := go.new_list(seen, history, name):
        return action
    tasks = ({"title": title, "list": name} for title in several(params["titles"]))
    return next((action for task in tasks if (action := go.add(seen, history, task))), Done())


def _count_rule(params: Params) -> AnswerRule:
    return answer_number(
        len(several(params["titles"])), ("tasks", "task", "overdue", "overdue tasks", "overdue task", "open tasks", "open task")
    )


def _count(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    if _said(history, _count_rule(params)):
        return Done()
    found = go.overdue(seen, history)
    return Answer(text=str(len(found))) if isinstance(found, list) else found


def _said(history: Sequence[Step], rule: AnswerRule) -> bool:
    said = [step.action.text for step in history if isinstance(step.action, Answer)]
    return bool(said) and rule.accepts(said[-1])


def _notes_rule(params: Params) -> AnswerRule:
    return answer_text(str(params["notes"]))


def _read_notes(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    if _said(history, _notes_rule(params)):
        return Done()
    notes = go.notes_of(seen, history, *_names(params))
    return Answer(text=notes) if isinstance(notes, str) else notes


def _miss(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.miss(seen, history, *_names(params))


# Going wrong


def _with(solver: Solver, **changes: Callable[[Params], Value]) -> Solver:
    """Plays the solution with some parameters changed."""
    return lambda seen, params, history: solver(seen, params | {key: change(params) for key, change in changes.items()}, history)


def _on_other(solver: Solver) -> Solver:
    """Plays the solution on another task of the list."""
    return _with(solver, title=lambda params: _others(params)[0])


def _other_priority(params: Params) -> Value:
    return "medium" if params["priority"] != "medium" else "high"


def _first_only(params: Params) -> Value:
    title = several(params["titles"])[0]
    return f'["{title}"]'


def _all_but_last(params: Params) -> Value:
    kept = several(params["titles"])[:-1]
    return "[" + ", ".join(f'"{title}"' for title in kept) + "]"


def _one_more(params: Params) -> Value:
    return "[" + ", ".join(f'"{title}"' for title in (*several(params["titles"]), _others(params)[0])) + "]"


def _all_lists(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.clear(seen, history, go.ALL)


def _done_and_undone(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Completes the task on the way, and takes that back."""
    return go.edit(seen, history, *_names(params), {"done": True})


def _there(params: Params) -> Facts:
    """The task, on the list that it shall move to."""
    return {"title": params["title"], "list": params["new_list"]}


_BASE: dict[str, Param] = {"title": ShortText(), "list": Choice(("Work", "Errands")), "others": Several(ShortText(), 3, 6)}
_SEVERAL: dict[str, Param] = {"list": Choice(_LISTS), "others": Several(ShortText(), 3, 6)}


def _the(params: Params) -> Facts:
    return {"title": params["title"], "list": params["list"]}


TASKS = (
    Task(
        id="todo.add_task",
        apps=("todo",),
        kind="create",
        goals=(
            "Add the task “{title}” to the list {list} in To-do: due on {due}, priority {priority}.",
            "Create a to-do “{title}” in the list {list}. It is due on {due} and has {priority} priority.",
            "In the To-do app, put “{title}” on the {list} list with the due date {due} and the priority {priority}.",
        ),
        params={**_BASE, "due": _DUE, "priority": _PRIORITY},
        setup=lambda params: _tasks(params),
        oracle=lambda params: Oracle(goal=created("todo", {**TODO, **_wanted(params)})),
        solve=_add,
        wrong=(
            Wrong("due a day late", _with(_add, due=lambda params: days_on(params["due"], 1))),
            Wrong("another priority", _with(_add, priority=_other_priority)),
            Wrong("in another list", _with(_add, list=lambda params: _elsewhere(params["list"]))),
            Wrong("discards it", discarded(_add, go.NEW, go.EDIT)),
            Wrong("adds it twice", in_turn(_add, _with(_add, title=lambda params: f"{params['title']} 2"))),
            *usual("To-do", _add),
        ),
        shown=shown("due"),
        distractors=lambda params: {"todo/100": _todo(params["title"], _elsewhere(params["list"]))},
        filler=_many,
    ),
    Task(
        id="todo.tick_several",
        apps=("todo",),
        kind="edit_several",
        goals=(
            "In To-do, mark these tasks of the list {list} as completed: {titles}.",
            "I have done {titles}. Tick them off on my {list} list in the To-do app.",
            "Complete the following tasks of the list {list}: {titles}.",
        ),
        params={**_SEVERAL, "titles": Several(ShortText(), 2, 4)},
        setup=lambda params: _tasks(params, *(_todo(title, params["list"]) for title in several(params["titles"]))),
        oracle=lambda params: Oracle(
            goal=all_of(*(edited(the("todo", title=title, list=params["list"]), done=True) for title in several(params["titles"]))),
        ),
        solve=_tick,
        wrong=(
            Wrong("the first one only", _with(_tick, titles=_first_only)),
            Wrong("all but the last", _with(_tick, titles=_all_but_last)),
            Wrong("one more than asked for", _with(_tick, titles=_one_more)),
            Wrong("deletes the first one instead", _with(_delete, title=lambda params: several(params["titles"])[0])),
            *usual("To-do", _tick),
        ),
        shown={"titles": _quoted},
        distractors=_similar,
        met=lambda params: {f"todo/{10 + i}": {"done": True} for i in range(len(several(params["titles"])))},
        filler=_many,
    ),
    Task(
        id="todo.move_task",
        apps=("todo",),
        kind="move",
        goals=(
            "Move the task “{title}” from the list {list} to the list {new_list} in To-do.",
            "“{title}” is on my {list} list, but belongs on {new_list}. Move it there in the To-do app.",
            "In To-do, put the task “{title}” of the list {list} on the list {new_list}.",
        ),
        params={
            "title": ShortText(),
            "list": Choice(("Home", "Work")),
            "new_list": Choice(("Errands",)),
            "others": Several(ShortText(), 3, 6),
        },
        setup=lambda params: _one(params, due="2026-05-20", notes="twice"),
        oracle=lambda params: Oracle(goal=edited(the("todo", title=params["title"], notes="twice"), list=params["new_list"])),
        solve=_move,
        wrong=(
            Wrong("another task", _on_other(_move)),
            Wrong("another task as well", in_turn(_move, _on_other(_move))),
            Wrong("to the other list", _with(_move, new_list=lambda params: "Work" if params["list"] == "Home" else "Home")),
            Wrong("makes a new one there instead", lambda seen, params, history: go.add(seen, history, _there(params)) or Done()),
            *usual("To-do", _move),
        ),
        distractors=_similar,
        met=lambda params: {"todo/10": {"list": params["new_list"]}},
        filler=_many,
    ),
    Task(
        id="todo.rename_task",
        apps=("todo",),
        kind="edit",
        goals=(
            "Rename the task “{title}” of the list {list} in To-do to “{new_title}”.",
            "On my {list} list in the To-do app, change the title of “{title}” to “{new_title}”.",
            "“{title}” on the list {list} shall be called “{new_title}”. Change the task in To-do.",
        ),
        params={**_BASE, "new_title": Title()},
        setup=lambda params: _one(params, priority="high"),
        oracle=lambda params: Oracle(goal=edited(the("todo", list=params["list"], priority="high"), title=params["new_title"])),
        solve=_rename,
        wrong=(
            Wrong("a letter too many", _with(_rename, new_title=lambda params: f"{params['new_title']}s")),
            Wrong("another task", _on_other(_rename)),
            Wrong("discards it", discarded(_rename, go.NEW, go.EDIT)),
            Wrong(
                "this one, and another", in_turn(_rename, _with(_rename, title=lambda params: _others(params)[0], new_title=lambda _: "X"))
            ),
            *usual("To-do", _rename),
        ),
        distractors=_similar,
        met=lambda params: {"todo/10": {"title": params["new_title"]}},
        filler=_many,
    ),
    Task(
        id="todo.set_priority",
        apps=("todo",),
        kind="edit",
        goals=(
            "Give the task “{title}” of the list {list} {priority} priority in To-do, without completing it at any time.",
            "Set the priority of “{title}” on my {list} list to {priority}. Do not mark it as completed, not even for a moment.",
            "In To-do, the task “{title}” on {list} must get the priority {priority} and stay open all the while.",
        ),
        params={**_BASE, "priority": _PRIORITY},
        setup=_one,
        oracle=lambda params: Oracle(
            goal=edited(the("todo", **_the(params)), priority=params["priority"]),
            never=(fact(the("todo", **_the(params)), "done", True),),
        ),
        solve=_rank,
        wrong=(
            Wrong("another priority", _with(_rank, priority=_other_priority)),
            Wrong("another task", _on_other(_rank)),
            Wrong(
                "completes it on the way, and takes that back",
                in_turn(_done_and_undone, lambda seen, params, history: go.edit(seen, history, *_names(params), {"done": False}), _rank),
            ),
            Wrong("sets it, then sets it back", in_turn(_rank, _with(_rank, priority=lambda params: "none"))),
            *usual("To-do", _rank),
        ),
        distractors=_similar,
        met=lambda params: {"todo/10": {"priority": params["priority"]}},
        filler=_many,
    ),
    Task(
        id="todo.postpone",
        apps=("todo",),
        kind="edit",
        goals=(
            "Postpone the task “{title}” of the list {list} in To-do by {days} days.",
            "I need {days} more days for “{title}” on my {list} list. Change its due date in the To-do app.",
            "In To-do, make “{title}” (list {list}) due {days} days later than it is now.",
        ),
        params={**_BASE, "due": _DUE, "days": Integer(2, 20)},
        setup=lambda params: _one(params, due=params["due"]),
        oracle=lambda params: Oracle(goal=edited(the("todo", **_the(params)), due=_postponed(params))),
        solve=_postpone,
        wrong=(
            Wrong("a day too many", _with(_postpone, days=lambda params: int(params["days"]) + 1)),
            Wrong("earlier instead of later", _with(_postpone, days=lambda params: -int(params["days"]))),
            Wrong("another task", _on_other(_postpone)),
            Wrong("postpones it, then not", in_turn(_postpone, _with(_postpone, days=lambda _: 0))),
            *usual("To-do", _postpone),
        ),
        distractors=_similar,
        filler=_many,
    ),
    Task(
        id="todo.add_notes",
        apps=("todo",),
        kind="edit",
        goals=(
            "Write this into the notes of the task “{title}” on the list {list} in To-do: {notes}",
            "The task “{title}” of my {list} list needs these notes in the To-do app: {notes}",
            "In To-do, open “{title}” on the list {list} and enter as its notes exactly this: {notes}",
        ),
        params={**_BASE, "notes": Sentence()},
        setup=_one,
        oracle=lambda params: Oracle(goal=edited(the("todo", **_the(params)), notes=params["notes"])),
        solve=_note,
        wrong=(
            Wrong("another word", _with(_note, notes=lambda params: f"{params['notes']} x")),
            Wrong("another task", _on_other(_note)),
            Wrong("discards it", discarded(_note, go.NEW, go.EDIT)),
            Wrong("writes it, then empties it", in_turn(_note, _with(_note, notes=lambda _: ""))),
            *usual("To-do", _note),
        ),
        distractors=_similar,
        met=lambda params: {"todo/10": {"notes": params["notes"]}},
        filler=_many,
    ),
    Task(
        id="todo.delete_task",
        apps=("todo",),
        kind="delete",
        goals=(
            "Delete the task “{title}” from the list {list} in To-do.",
            "Remove “{title}” from my {list} list in the To-do app. Do not just tick it off.",
            "In To-do, delete “{title}” on the list {list}.",
        ),
        params=_BASE,
        setup=_one,
        oracle=lambda params: Oracle(goal=deleted(the("todo", **_the(params)))),
        solve=_delete,
        wrong=(
            Wrong("deletes another one", _on_other(_delete)),
            Wrong("deletes another one as well", in_turn(_delete, pause, _on_other(_delete))),
            Wrong("deletes it, and takes it back", undone(_delete)),
            Wrong("ticks it off instead", _done_and_undone),
            *usual("To-do", _delete),
        ),
        distractors=_similar,
        filler=_many,
    ),
    Task(
        id="todo.clear_completed",
        apps=("todo",),
        kind="delete_several",
        goals=(
            "Delete all completed tasks of the list {list} in To-do. Keep those of other lists.",
            "Clear what is done from my {list} list in the To-do app, and from no other list.",
            "In To-do, remove every completed task of the list {list} only.",
        ),
        params={**_SEVERAL, "titles": Several(ShortText(), 1, 4)},
        setup=lambda params: _tasks(
            params,
            *(_todo(title, params["list"], done=True) for title in several(params["titles"])),
            _todo("Old bills", _elsewhere(params["list"]), done=True),
        ),
        oracle=lambda params: Oracle(goal=deleted_all("todo", list=params["list"], done=True)),
        solve=_clear,
        wrong=(
            Wrong("those of all lists", _all_lists),
            Wrong("those of another list", _with(_clear, list=lambda params: _elsewhere(params["list"]))),
            Wrong("deletes them, and takes it back", undone(_clear)),
            Wrong(
                "one of them, and one that is open",
                in_turn(_with(_delete, title=lambda params: several(params["titles"])[0]), pause, _on_other(_delete)),
            ),
            *usual("To-do", _clear),
        ),
        distractors=lambda params: {"todo/100": _todo("Old letters", _elsewhere(params["list"]), done=True)},
        filler=_many,
    ),
    Task(
        id="todo.plan_list",
        apps=("todo",),
        kind="create_several",
        goals=(
            "In To-do, make a new list “{name}” and put these tasks on it: {titles}.",
            "Create a list called “{name}” in the To-do app with the tasks {titles}.",
            "I need a new list “{name}” in To-do. On it belong {titles}; add them as tasks of that list.",
        ),
        params={"name": Title(), "titles": Several(ShortText(), 3, 5), **_SEVERAL},
        setup=lambda params: _tasks(params),
        oracle=lambda params: Oracle(
            goal=all_of(
                created("todo_list", {"name": params["name"]}),
                *(created("todo", {**TODO, "title": title, "list": params["name"]}) for title in several(params["titles"])),
            ),
            milestones={"the list is there": created("todo_list", {"name": params["name"]})},
        ),
        solve=_plan,
        wrong=(
            Wrong("without the last one", _with(_plan, titles=_all_but_last)),
            Wrong("with one too many", _with(_plan, titles=_one_more)),
            Wrong("a letter too many in the list's name", _with(_plan, name=lambda params: f"{params['name']}s")),
            Wrong("the list without its tasks", lambda seen, params, history: go.new_list(seen, history, str(params["name"])) or Done()),
            *usual("To-do", _plan),
        ),
        shown={"titles": _quoted},
        filler=_many,
    ),
    Task(
        id="todo.count_overdue",
        apps=("todo",),
        kind="question",
        goals=(
            "How many of my tasks in To-do are overdue, that is, were due before today and are not completed? Answer with the number only.",
            "Count the overdue tasks of all lists in the To-do app and answer with the number.",
            "Look into To-do: how many open tasks should have been done before today? Answer with a number.",
        ),
        params={"now": Moment(), "titles": Several(ShortText(), 2, 6), "others": Several(ShortText(), 3, 6)},
        setup=_overdue,
        oracle=lambda params: Oracle(answer=_count_rule(params)),
        solve=_count,
        wrong=(
            Wrong("one too many", with_answer(_count, lambda text: str(int(text) + 1))),
            Wrong("one too few", with_answer(_count, lambda text: str(int(text) - 1))),
            Wrong("counts and does not answer", only_done(_count)),
            Wrong("answers with a sentence", answers(_count, "There are some.")),
            *usual("To-do", _count),
        ),
        without=("clock",),
        filler=lambda params, count: {
            f"todo/{200 + i}": _todo(f"Later {i + 1}", _LISTS[i % 3], due=days_on(str(params["now"])[:10], i + 2)) for i in range(count)
        },
    ),
    Task(
        id="todo.read_notes",
        apps=("todo",),
        kind="question",
        goals=(
            "What do the notes of the task “{title}” on the list {list} in To-do say? Answer with their text only.",
            "Open “{title}” on my {list} list in the To-do app and answer with the text of its notes.",
            "Look up the notes of the to-do “{title}” (list {list}) and answer with exactly that text.",
        ),
        params={**_BASE, "notes": Sentence()},
        setup=lambda params: _one(params, notes=params["notes"]),
        oracle=lambda params: Oracle(answer=_notes_rule(params)),
        solve=_read_notes,
        wrong=(
            Wrong("one word more", with_answer(_read_notes, lambda text: f"{text} yes")),
            Wrong(
                "the title", lambda seen, params, history: with_answer(_read_notes, lambda _: str(params["title"]))(seen, params, history)
            ),
            Wrong("reads and does not answer", only_done(_read_notes)),
            Wrong("answers right, then otherwise", in_turn(_read_notes, answers(_read_notes, "unknown"))),
            *usual("To-do", _read_notes),
        ),
        distractors=lambda params: {"todo/100": _todo(params["title"], _elsewhere(params["list"]), notes=f"Not {params['notes']}")},
        filler=_many,
    ),
    Task(
        id="todo.complete_missing",
        apps=("todo",),
        kind="infeasible",
        goals=(
            "Mark the task “{title}” of the list {list} in To-do as completed. If it is not on that list, say that it cannot be done.",
            "Tick off “{title}” on my {list} list in the To-do app; say that the task is infeasible if it is not there.",
            "In To-do, complete “{title}” on the list {list}. Say so if that is impossible, and change nothing then.",
        ),
        params=_BASE,
        setup=lambda params: _tasks(params, _todo(f"{params['title']} again", params["list"]), _todo(params["title"], "Home")),
        oracle=lambda params: Oracle(demand="infeasible"),
        solve=_miss,
        wrong=(
            Wrong("completes one with nearly that title", _with(_done_and_undone, title=lambda params: f"{params['title']} again")),
            Wrong("completes the one of another list", _with(_done_and_undone, list=lambda _: "Home")),
            Wrong("adds it", lambda seen, params, history: go.add(seen, history, _the(params)) or Done()),
            Wrong("looks, and says complete", claims(_miss)),
            *(wrong for wrong in usual("To-do", _miss) if "cannot" not in wrong.name),
        ),
        filler=_many,
    ),
)
