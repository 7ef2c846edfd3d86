"""Tasks in Notes: write, change, name, move, pin and delete notes, and answer from them."""

import json
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from itertools import product

from devices.action import Action, Answer, Done
from devices.device import Setup
from devices.observation import Observation
from devices.sim.apps.notes import FOLDERS
from devices.state import Facts, State, Value
from tasks.answers import answer_number
from tasks.conditions import Condition, all_of, created, deleted, edited, fact, the
from tasks.mistakes import answers, in_turn, usual
from tasks.navigate import back, find, find_id, tap, tapped
from tasks.oracle import Oracle
from tasks.params import Choice, Integer, Sentence, Several, ShortText, Title, several
from tasks.solutions.notes import (
    count_lines,
    create,
    delete,
    delete_scrolling,
    edit,
    move,
    pin,
    read_line,
)
from tasks.task import Params, Solver, Task, Wrong
from tasks.trace import Step

_LABELS = ("Door code", "Locker number", "Member number", "Meter reading", "Order number")
_DAYS = ("2026-02-27", "2026-02-25", "2026-02-22", "2026-02-18", "2026-02-12", "2026-02-09")  # falling: the first is the newest
_FILLER = [
    f"{one} {other}"
    for one, other in product(
        ("Spare", "Old", "Weekly", "Early", "Rough", "Second"),
        ("agenda", "checklist", "inventory", "logbook", "outline", "playlist", "sketch", "summary", "wishlist", "worksheet"),
    )
]
_EDITED = ("note.modified",)
"""What saving a note changes by itself."""


def _note(title: Value, body: str = "", folder: Value = "Personal", day: str = _DAYS[3], pinned: bool = False) -> Facts:
    return {"title": title, "body": body, "folder": folder, "pinned": pinned, "modified": f"{day}T10:20:00"}


def _notes(*notes: Facts) -> Setup:
    return Setup(clear=("note",), facts={f"note/{number}": note for number, note in enumerate(notes, 11)})


def _filler(params: Params, count: int) -> State:
    """Older notes about other things, in every folder in turn."""
    return {
        f"note/{200 + i}": _note(
            _FILLER[i], f"Line {i + 1}\nto be sorted", FOLDERS[i % len(FOLDERS)], str(date(2026, 1, 28) - timedelta(i))
        )
        for i in range(count)
    }


def _similar(params: Params) -> State:
    """Notes whose titles differ little from the one meant."""
    title = str(params["title"])
    return {
        "note/101": _note(f"{title} 2", "Something else", day=_DAYS[2]),
        "note/102": _note(f"Old {title[0].lower()}{title[1:]}", "No longer needed", day=_DAYS[4]),
    }


def _lines(value: Value) -> str:
    return "\n".join(several(value))


def _playing(solver: Solver, **changes: Value) -> Solver:
    """Plays a solution with other parameters."""
    return lambda seen, params, history: solver(seen, params | changes, history)


def _instead(solver: Solver, key: str, source: str) -> Solver:
    """Plays a solution with one parameter in place of another."""
    return lambda seen, params, history: solver(seen, params | {key: params[source]}, history)


def _with_lines(solver: Solver, change: Callable[[list[str]], list[str]]) -> Solver:
    """Plays a solution with other lines."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        return solver(seen, params | {"lines": json.dumps(change(several(params["lines"])), ensure_ascii=False)}, history)

    return solve


def _unsaved(solver: Solver) -> Solver:
    """Types everything, and discards it."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if any(element.resource_id == "android:id/button1" for _, element in tapped(history)):
            return Done()
        if discard := find(seen, "Discard", "button"):
            return tap(discard)
        action, save = solver(seen, params, history), find_id(seen, "menu_save")
        return back() if save is not None and action == tap(save) else action

    return solve


def _only_done(solver: Solver) -> Solver:
    """Looks it up and keeps it to itself."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        action = solver(seen, params, history)
        return Done() if isinstance(action, Answer) else action

    return solve


def _undoes(solver: Solver) -> Solver:
    """Does it, and takes it back by the button of the toast."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        undo = find_id(seen, "snackbar_action")
        if undo is not None:
            return tap(undo)
        if any(element.resource_id.endswith("snackbar_action") for _, element in tapped(history)):
            return Done()
        return solver(seen, params, history)

    return solve


# Editing


def _old_body(params: Params) -> str:
    return "\n".join(_with_line(params, str(params["old"])))


def _new_body(params: Params) -> str:
    return "\n".join(_with_line(params, str(params["new"])))


def _with_line(params: Params, line: str) -> list[str]:
    others = [other for other in several(params["others"]) if other not in (params["old"], params["new"])]
    place = int(params["place"])
    return [*others[:place], line, *others[place:]]


def _edit_line(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    title = str(params["title"])
    return edit(seen, history, (title,), title, _new_body(params))


def _edit_to(body: Callable[[Params], str]) -> Solver:
    """Gives the note another text than was asked for."""
    return lambda seen, params, history: edit(seen, history, (str(params["title"]),), str(params["title"]), body(params))


def _wrong_line(params: Params) -> str:
    lines = _with_line(params, str(params["old"]))
    place = int(params["place"])
    lines[place - 1 if place else 1] = str(params["new"])
    return "\n".join(lines)


def _rename(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    old, new = str(params["title"]), str(params["new"])
    return edit(seen, history, (old, new), new, _lines(params["lines"]))


def _rename_other(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    other, new = str(params["other"]), str(params["new"])
    return edit(seen, history, (other, new), new, "Bring a pen")


# Deleting and pinning


def _newest(params: Params) -> Params:
    """The note meant, of those in the folder."""
    titles = several(params["titles"])
    return params | {"title": titles[int(params["place"])]}


def _delete_newest(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return delete_scrolling(seen, _newest(params), history)


def _delete_older(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    titles = several(params["titles"])
    place = int(params["place"])
    return delete_scrolling(seen, params | {"title": titles[place - 1], "also": titles[place]}, history)


def _delete_newest_of_all(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return delete_scrolling(seen, params | {"title": params["elsewhere"], "folder": _other_folder(params)}, history)


def _other_folder(params: Params) -> str:
    return next(folder for folder in FOLDERS if folder != params["folder"])


def _dated_notes(params: Params) -> Setup:
    """Notes in the folder, of which that at ``place`` is the newest, and a newer one in another folder."""
    titles, place = several(params["titles"]), int(params["place"])
    days = list(_DAYS[2 : 1 + len(titles)])
    days.insert(place, _DAYS[1])
    inside = [_note(title, "Nothing yet", params["folder"], day) for title, day in zip(titles, days, strict=True)]
    return _notes(*inside, _note(params["elsewhere"], "Nothing yet", _other_folder(params), _DAYS[0]))


def _delete_other(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return delete(seen, params | {"folder": _other_folder(params)}, history)


def _pin_but_one(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return pin(seen, params | {"titles": json.dumps(several(params["titles"])[1:], ensure_ascii=False)}, history)


def _pin_one_more(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return pin(seen, params | {"titles": json.dumps([*several(params["titles"]), params["other"]], ensure_ascii=False)}, history)


def _pinned(params: Params) -> Condition:
    return all_of(*(fact(the("note", title=title), "pinned", True) for title in several(params["titles"])))


# Questions


def _code_note(params: Params) -> Facts:
    """Labels and numbers, line by line, that of the label meant among them."""
    others = [label for label in _LABELS if label != params["label"]]
    pairs = list(zip(others, several(params["decoys"]), strict=False))
    pairs.insert(int(params["number"]) % (len(pairs) + 1), (str(params["label"]), params["number"]))
    return _note(params["title"], "\n".join(f"{label}: {number}" for label, number in pairs))


def _decoy(params: Params) -> tuple[str, Value]:
    """(label, number) of another line of the note."""
    others = [label for label in _LABELS if label != params["label"]]
    return others[0], several(params["decoys"])[0]


def _read_decoy(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    label, number = _decoy(params)
    return read_line(seen, params | {"label": label, "number": number}, history)


def _quoted(value: Value) -> str:
    """``“a”, “b” and “c”``."""
    *first, last = (f"“{item}”" for item in several(value))
    return f"{', '.join(first)} and {last}" if first else last


TASKS = (
    Task(
        id="notes.create",
        apps=("notes",),
        kind="create",
        goals=(
            "Write a note titled “{title}” with exactly these lines:\n{lines}",
            "Create a note in Notes. Title: {title}. Text, line by line:\n{lines}",
            "Save a new note called “{title}”. Its text, each line as here:\n{lines}",
        ),
        params={"title": Title(), "lines": Several(Sentence(), 2, 4)},
        shown={"lines": _lines},
        setup=lambda params: _notes(_note("Reading list", "Two novels")),
        oracle=lambda params: Oracle(goal=created("note", {"title": params["title"], "body": _lines(params["lines"]), "pinned": False})),
        solve=create,
        wrong=(
            Wrong("leaves the last line out", _with_lines(create, lambda lines: lines[:-1])),
            Wrong("ends the text with a line break", _with_lines(create, lambda lines: [*lines, ""])),
            Wrong("puts all on one line", _with_lines(create, lambda lines: [" ".join(lines)])),
            Wrong("swaps two lines", _with_lines(create, lambda lines: [lines[1], lines[0], *lines[2:]])),
            Wrong("never saves it", _unsaved(create)),
            Wrong("saves it, then deletes it", in_turn(create, _playing(delete, folder="Personal"))),
            *usual("Notes", create),
        ),
        distractors=_similar,
        filler=_filler,
    ),
    Task(
        id="notes.edit_line",
        apps=("notes",),
        kind="edit",
        goals=(
            "In the note “{title}”, replace the line “{old}” with “{new}”. Leave the other lines as they are.",
            "The note “{title}” has a line that says “{old}”. Make that line say “{new}” and change nothing else.",
            "Open the note “{title}” and change its line “{old}” to “{new}”.",
        ),
        params={
            "title": Title(), "others": Several(ShortText(), 2, 4), "old": ShortText(), "new": ShortText(), "place": Choice((0, 1, 2)),
        },
        setup=lambda params: _notes(_note(params["title"], _old_body(params)), _note("Ferry", f"Deck 5\n{params['old']}")),
        oracle=lambda params: Oracle(goal=edited(the("note", title=params["title"]), body=_new_body(params)), allowed=_EDITED),
        solve=_edit_line,
        wrong=(
            Wrong("replaces the line beside it", _edit_to(_wrong_line)),
            Wrong("adds the line and keeps the old one", _edit_to(lambda params: f"{_old_body(params)}\n{params['new']}")),
            Wrong("keeps nothing but the new line", _edit_to(lambda params: str(params["new"]))),
            Wrong("never saves it", _unsaved(_edit_line)),
            Wrong("changes it, then changes it back", in_turn(_edit_line, _edit_to(_old_body))),
            *usual("Notes", _edit_line),
        ),
        distractors=_similar,
        met=lambda params: {"note/11": {"body": _new_body(params)}},
        filler=_filler,
    ),
    Task(
        id="notes.rename",
        apps=("notes",),
        kind="rename",
        goals=(
            "Rename the note “{title}” to “{new}”.",
            "Change the title of the note “{title}” to “{new}” and leave its text alone.",
            "Give my note “{title}” the new title “{new}”.",
        ),
        params={"title": Title(), "new": ShortText(), "other": ShortText(), "lines": Several(ShortText(), 1, 3)},
        setup=lambda params: _notes(_note(params["title"], _lines(params["lines"])), _note(params["other"], "Bring a pen")),
        oracle=lambda params: Oracle(goal=edited(the("note", title=params["title"]), title=params["new"]), allowed=_EDITED),
        solve=_rename,
        wrong=(
            Wrong("renames another note", _rename_other),
            Wrong("a title with small letters", lambda seen, params, history: _rename(
                seen, params | {"new": str(params["new"]).lower()}, history)),
            Wrong("writes the title into the text", lambda seen, params, history: edit(
                seen, history, (str(params["title"]),), str(params["title"]), str(params["new"]))),
            Wrong("creates a note of that title instead", lambda seen, params, history: create(
                seen, params | {"title": params["new"]}, history)),
            Wrong("never saves it", _unsaved(_rename)),
            *usual("Notes", _rename),
        ),
        distractors=_similar,
        filler=_filler,
    ),
    Task(
        id="notes.move",
        apps=("notes",),
        kind="move",
        goals=(
            "Move the note “{title}” to the folder {folder}.",
            "Put my note “{title}” into the folder {folder}.",
            "The note “{title}” belongs in the folder {folder}. Move it there.",
        ),
        params={"title": Title(), "folder": Choice(FOLDERS), "other": ShortText()},
        setup=lambda params: _notes(
            _note(params["title"], "Ask about it", _other_folder(params)), _note(params["other"], "Later", _other_folder(params))
        ),
        oracle=lambda params: Oracle(goal=edited(the("note", title=params["title"]), folder=params["folder"])),
        solve=move,
        wrong=(
            Wrong("moves another note", _instead(move, "title", "other")),
            Wrong("moves it and another one", in_turn(move, _instead(move, "title", "other"))),
            Wrong("moves it to a third folder", lambda seen, params, history: move(
                seen, params | {"folder": next(f for f in FOLDERS if f not in (params["folder"], _other_folder(params)))}, history)),
            Wrong("moves it, then moves it back", in_turn(move, lambda seen, params, history: move(
                seen, params | {"folder": _other_folder(params)}, history))),
            *usual("Notes", move),
        ),
        distractors=_similar,
        met=lambda params: {"note/11": {"folder": params["folder"]}},
        filler=_filler,
    ),
    Task(
        id="notes.pin_several",
        apps=("notes",),
        kind="edit_several",
        goals=(
            "Pin the notes {titles}.",
            "Pin these notes and no others: {titles}.",
            "Keep the notes {titles} at the top of the list by pinning them.",
        ),
        params={"titles": Several(Title(), 2, 3), "other": ShortText()},
        shown={"titles": _quoted},
        setup=lambda params: _notes(
            *(_note(title, "For this week", day=day) for title, day in zip(several(params["titles"]), _DAYS, strict=False)),
            _note(params["other"], "Not urgent", day=_DAYS[3]),
        ),
        oracle=lambda params: Oracle(goal=_pinned(params)),
        solve=pin,
        wrong=(
            Wrong("leaves one of them out", _pin_but_one),
            Wrong("pins another one as well", _pin_one_more),
            Wrong("moves one of them as well", in_turn(pin, lambda seen, params, history: move(
                seen, params | {"title": several(params["titles"])[0], "folder": "Ideas"}, history))),
            *usual("Notes", pin),
        ),
        met=lambda params: {f"note/{number}": {"pinned": True} for number in range(11, 11 + len(several(params["titles"])))},
        filler=_filler,
    ),
    Task(
        id="notes.delete",
        apps=("notes",),
        kind="delete",
        goals=(
            "There are two notes called “{title}”. Delete the one in the folder {folder} and keep the other.",
            "Delete the note “{title}” that is in the folder {folder}, not the other note of that name.",
            "Remove the note “{title}” from the folder {folder}. Its namesake in another folder must stay.",
        ),
        params={"title": Title(), "folder": Choice(FOLDERS)},
        setup=lambda params: _notes(
            _note(params["title"], "First draft", params["folder"], _DAYS[1]),
            _note(params["title"], "First draft", _other_folder(params), _DAYS[0]),
        ),
        oracle=lambda params: Oracle(goal=deleted(the("note", title=params["title"], folder=params["folder"]))),
        solve=delete,
        wrong=(
            Wrong("deletes the other one", _delete_other),
            Wrong("deletes both", in_turn(delete, _delete_other)),
            Wrong("deletes it, then brings it back", _undoes(delete)),
            Wrong("deletes the other one and moves this one there", in_turn(_delete_other, lambda seen, params, history: move(
                seen, params | {"folder": _other_folder(params), "also": params["title"]}, history))),
            *usual("Notes", delete),
        ),
        distractors=_similar,
        filler=_filler,
    ),
    Task(
        id="notes.delete_newest",
        apps=("notes",),
        kind="delete_by_constraint",
        goals=(
            "Delete the newest note in the folder {folder}.",
            "In the folder {folder}, delete the note that was changed last.",
            "Remove the most recent note of the folder {folder} and leave all others.",
        ),
        params={"folder": Choice(FOLDERS), "titles": Several(Title(), 3, 4), "elsewhere": ShortText(), "place": Choice((0, 1, 2))},
        setup=_dated_notes,
        oracle=lambda params: Oracle(goal=deleted(the("note", title=_newest(params)["title"]))),
        solve=_delete_newest,
        wrong=(
            Wrong("deletes an older one of the folder", _delete_older),
            Wrong("deletes the newest of all folders", _delete_newest_of_all),
            Wrong("deletes it and the next one", in_turn(_delete_newest, _delete_older)),
            Wrong("deletes it, then brings it back", _undoes(_delete_newest)),
            *usual("Notes", _delete_newest),
        ),
        filler=_filler,
    ),
    Task(
        id="notes.read_number",
        apps=("notes",),
        kind="question",
        goals=(
            "What does the note “{title}” give as the {label}? Answer with the number only.",
            "Look up the {label} in my note “{title}” and answer with the number only.",
            "I wrote the {label} down in the note “{title}”. Which number is it? Answer with the number only.",
        ),
        params={
            "title": Title(), "label": Choice(_LABELS), "number": Integer(1000, 99999), "decoys": Several(Integer(1000, 99999), 2, 4),
        },
        shown={"label": lambda value: str(value).lower()},
        setup=lambda params: _notes(_code_note(params), _note("Ferry", "Deck 5")),
        oracle=lambda params: Oracle(answer=answer_number(int(params["number"]))),
        solve=read_line,
        wrong=(
            Wrong("answers with another line's number", _read_decoy),
            Wrong("answers with one digit more", lambda seen, params, history: answers(
                read_line, f"{params['number']}0")(seen, params, history)),
            Wrong("finds it and does not answer", _only_done(read_line)),
            Wrong("answers with a sentence about it", answers(read_line, "It is in the note.")),
            Wrong("answers right, then otherwise", in_turn(read_line, _read_decoy)),
            *usual("Notes", read_line),
        ),
        distractors=lambda params: {
            "note/101": _note(f"{params['title']} 2", f"{params['label']}: {int(params['number']) + 10}", day=_DAYS[2]),
        },
        filler=_filler,
    ),
    Task(
        id="notes.count_lines",
        apps=("notes",),
        kind="question",
        goals=(
            "How many items are on the note “{title}”? Each line is one item. Answer with the number.",
            "Count the lines of my note “{title}” and answer with the number.",
            "The note “{title}” is a list with one item a line. How many items does it have? Answer with the number.",
        ),
        params={"title": Title(), "lines": Several(ShortText(), 3, 9), "other": Several(ShortText(), 3, 9)},
        setup=lambda params: _notes(_note(params["title"], _lines(params["lines"])), _note("Ferry", _lines(params["other"]))),
        oracle=lambda params: Oracle(answer=answer_number(len(several(params["lines"])), ("items", "lines", "item", "line"))),
        solve=count_lines,
        wrong=(
            Wrong("counts one too many", lambda seen, params, history: answers(
                count_lines, str(len(several(params["lines"])) + 1))(seen, params, history)),
            Wrong("counts one too few", lambda seen, params, history: answers(
                count_lines, str(len(several(params["lines"])) - 1))(seen, params, history)),
            Wrong("answers in words that leave room", answers(count_lines, "several")),
            Wrong("counts and does not answer", _only_done(count_lines)),
            *usual("Notes", count_lines),
        ),
        distractors=_similar,
        filler=_filler,
    ),
)  # fmt: skip
