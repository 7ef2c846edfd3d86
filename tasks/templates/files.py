"""Tasks in Files: move, copy, rename, sort into folders and delete files, and answer about them."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from itertools import product
from typing import Final

from devices.action import Action, Answer, Done
from devices.device import Setup
from devices.observation import Observation
from devices.state import Facts, State, Value
from tasks.answers import answer_number
from tasks.conditions import Condition, The, all_of, created, deleted, edited, fact, none, the
from tasks.mistakes import answers, early, in_turn, never_done, refuses, usual
from tasks.navigate import find, find_where, press, tap, tapped
from tasks.oracle import Oracle
from tasks.params import Choice, Day, Integer, Param, Several, ShortText, several
from tasks.solutions import files as play
from tasks.solutions.files import LARGEST, OLDEST
from tasks.task import Params, Solver, Task, Wrong
from tasks.trace import Step

_FOLDERS = ("Documents", "Download", "Movies", "Pictures")
_FILLER = [
    f"{one}-{other}.txt"
    for one, other in product(
        ("backup", "draft", "export", "log", "memo", "scan"),
        ("alpha", "bravo", "delta", "echo", "golf", "hotel", "kilo", "lima", "oscar", "tango"),
    )
]


def _file(name: str, folder: str, size: int = 420_000, modified: str = "2026-02-10", is_folder: bool = False) -> Facts:
    return {
        "name": name, "folder": folder, "size": 0 if is_folder else size, "modified": f"{modified}T14:30:00",
        "hash": "" if is_folder else f"{folder}/{name}", "is_folder": is_folder,
    }  # fmt: skip


def _files(*files: Facts) -> Setup:
    return Setup(clear=("file",), facts={f"file/{number}": file for number, file in enumerate(files, 11)})


def _filler(params: Params, count: int) -> State:
    """Small, recent files of another type in the folder that the task is about."""
    folder = str(params.get("folder", "Download"))
    return {
        f"file/{200 + i}": _file(_FILLER[i], folder, 2_000 + 1_000 * i, str(date(2026, 3, 1) - timedelta(i % 20))) for i in range(count)
    }


def _similar(params: Params) -> State:
    """Files whose names differ little from that of the one meant, and its namesake in another folder."""
    name, folder = str(params["name"]), str(params["folder"])
    return {
        "file/101": _file(f"{name} 2.pdf", folder),
        "file/102": _file(f"{name}.txt", folder),
        "file/103": _file(f"{name}.pdf", "Music"),
    }


def _pdf(params: Params) -> Params:
    """The parameters with whole names of files."""
    return params | {key: f"{params[key]}.pdf" for key in ("name", "new", "other") if key in params}


def _on_pdf(solver: Solver, **changes: Value) -> Solver:
    """Plays a solution on files, with other parameters where they are given."""
    return lambda seen, params, history: solver(seen, _pdf(params) | changes, history)


def _changed(solver: Solver, change: Callable[[Params], Params]) -> Solver:
    """Plays a solution with parameters that are made from those of the trial."""
    return lambda seen, params, history: solver(seen, params | change(params), history)


def _meant(params: Params) -> The:
    """The file by its content, whatever it is called and wherever it lies."""
    return the("file", hash=f"{params['folder']}/{params['name']}.pdf")


def _cancels(solver: Solver) -> Solver:
    """Goes as far as the last question, and says no."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if any(element.resource_id == "android:id/button2" for _, element in tapped(history)):
            return Done()
        if find_where(seen, lambda e: e.resource_id == "android:id/button1") and (cancel := press(seen, "Cancel")):
            return cancel
        return solver(seen, params, history)

    return solve


def _only_done(solver: Solver) -> Solver:
    """Looks it up and keeps it to itself."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        action = solver(seen, params, history)
        return Done() if isinstance(action, Answer) else action

    return solve


def _third(params: Params) -> str:
    """A folder that the task does not speak of."""
    return next(folder for folder in _FOLDERS if folder not in (params["folder"], params.get("target")))


# Moving, copying, renaming

_move, _copy, _rename, _delete = (_on_pdf(solver) for solver in (play.move, play.copy, play.rename, play.delete))


def _two_files(params: Params) -> Setup:
    """The file meant and another one in the same folder."""
    folder = str(params["folder"])
    return _files(_file(f"{params['name']}.pdf", folder), _file(f"{params['other']}.pdf", folder))


def _other(solver: Solver) -> Solver:
    """Plays a solution on the other file."""
    return _changed(solver, lambda params: {"name": params["other"]})


def _moved_back(solver: Solver) -> Solver:
    return in_turn(solver, _changed(solver, lambda params: {"folder": params["target"], "target": params["folder"]}))


def _taken(params: Params) -> Setup:
    """A file whose name is taken in the folder that it shall go to."""
    name = f"{params['name']}.pdf"
    return _files(_file(name, str(params["folder"]), 310_000), _file(name, str(params["target"]), 780_000))


def _keep_both(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return play.move(seen, _pdf(params) | {"new": f"{params['name']} (1).pdf"}, history)


def _replaces(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Moves it over the one that is there."""
    if replace := find(seen, "Replace", "button"):
        return tap(replace)
    if any(element.resource_id == "android:id/button3" for _, element in tapped(history)):
        return Done()
    return _keep_both(seen, params, history)


def _deletes_the_way(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return _delete(seen, params | {"folder": params["target"]}, history)


# Several files


def _names(params: Params) -> list[str]:
    return [f"{name}.pdf" for name in several(params["names"])]


def _json(names: Sequence[str]) -> str:
    return json.dumps(list(names), ensure_ascii=False)


def _quoted(value: Value) -> str:
    """``“a.pdf”, “b.pdf” and “c.pdf”``."""
    *first, last = (f"“{name}.pdf”" for name in several(value))
    return f"{', '.join(first)} and {last}" if first else last


def _organise(names: Callable[[Params], Sequence[str]]) -> Solver:
    """Makes the folder and moves these files into it."""
    return lambda seen, params, history: play.organise(seen, params | {"names": _json(names(params))}, history)


def _organised(params: Params) -> Condition:
    folder, new = str(params["folder"]), str(params["new"])
    return all_of(
        created("file", {"name": new, "folder": folder, "is_folder": True}),
        *(edited(the("file", name=name, folder=folder), folder=f"{folder}/{new}") for name in _names(params)),
    )


def _only_folder(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Makes the folder and leaves it empty."""
    if any(element.resource_id == "android:id/button1" for _, element in tapped(history)):
        return Done()
    return _organise(_names)(seen, params, history)


def _sorted_delete(sort: str, names: Callable[[Params], Sequence[str]]) -> Solver:
    """Deletes these files of Download."""
    return lambda seen, params, history: play.delete_sorted(
        seen, params | {"names": _json(names(params)), "folder": "Download", "sort": sort}, history
    )


def _largest(params: Params) -> str:
    return _names(params)[int(params["place"])]


def _sized_files(params: Params) -> Setup:
    """Files of a few hundred kB in Download, the one at ``place`` larger than 1 MB, and a still larger one in another folder."""
    names, place, size = _names(params), int(params["place"]), int(params["size"])
    sizes = [1_000 * size // (number + 2) for number in range(len(names))]
    sizes[place] = 1_000 * size + 1_000_000
    files = [_file(name, "Download", size) for name, size in zip(names, sizes, strict=True)]
    return _files(*files, _file("Panorama.jpg", "Pictures", 9_400_000))


def _old(params: Params) -> list[str]:
    return _names(params)[:2]


def _dated_files(params: Params) -> Setup:
    """In Download: two files older than the day, one of that very day, and younger ones."""
    day = date.fromisoformat(str(params["day"]))
    days = [day - timedelta(1), day - timedelta(40), *(day + timedelta(9 * number) for number in range(3))]
    files = [_file(name, "Download", modified=str(when)) for name, when in zip(_names(params), days, strict=False)]
    return _files(*files, _file("Panorama.jpg", "Pictures", modified=str(day - timedelta(60))))


def _is_deleted(names: Sequence[str], folder: str) -> Condition:
    return all_of(*(deleted(the("file", name=name, folder=folder)) for name in names))


# A file and its folder


def _nested(params: Params) -> Params:
    return params | {"folder": f"Documents/{params['inside']}"}


def _delete_nested(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return _delete(seen, _nested(params), history)


def _deletes_folder(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Deletes the folder with all that lies in it."""
    names: Params = {"names": _json([str(params["inside"])]), "folder": "Documents", "sort": LARGEST}
    return play.delete_sorted(seen, params | names, history)


def _swaps_nested(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Gives the other file the name of the one that it deleted: by name all looks right to whoever wants the other one gone."""
    nested = _nested(params)
    return _rename(seen, nested | {"name": params["other"], "new": params["name"]}, history)


def _complete(action: Action) -> Action:
    """Says done where a solution says that it cannot be done."""
    return Done() if isinstance(action, Done) else action


# Questions


def _counted(params: Params) -> Setup:
    """PDF files, other files and a folder with a PDF file in Documents."""
    names = several(params["names"])
    files = [_file(f"{name}.{'pdf' if number < int(params['number']) else 'jpg'}", "Documents") for number, name in enumerate(names)]
    return _files(*files, _file("Archive", "Documents", is_folder=True), _file("Old lease.pdf", "Documents/Archive"))


def _count(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return play.count(seen, params | {"folder": "Documents", "ending": ".pdf"}, history)


def _off_by(solver: Solver, key: str, amount: int) -> Solver:
    """Answers with another number."""
    return lambda seen, params, history: answers(solver, str(int(params[key]) + amount))(seen, params, history)


_MOVE: Final[Mapping[str, Param]] = {
    "name": ShortText(),
    "other": ShortText(),
    "folder": Choice(_FOLDERS[:2]),
    "target": Choice(_FOLDERS[2:]),
}

TASKS = (
    Task(
        id="files.move",
        apps=("files",),
        kind="move",
        goals=(
            "Move the file “{name}.pdf” from {folder} to {target}.",
            "In Files, put “{name}.pdf”, which is in the folder {folder}, into the folder {target}.",
            "The file “{name}.pdf” in {folder} belongs in {target}. Move it.",
        ),
        params=_MOVE,
        setup=_two_files,
        oracle=lambda params: Oracle(goal=edited(_meant(params), folder=params["target"])),
        solve=_move,
        wrong=(
            Wrong("moves another file", _other(_move)),
            Wrong("moves it to another folder", _changed(_move, lambda params: {"target": _third(params)})),
            Wrong("copies it instead", _copy),
            Wrong("moves it, then moves it back", _moved_back(_move)),
            Wrong("moves another file as well", in_turn(_move, _other(_move))),
            *usual("Files", _move),
        ),
        distractors=_similar,
        met=lambda params: {"file/11": {"folder": params["target"]}},
        filler=_filler,
    ),
    Task(
        id="files.copy",
        apps=("files",),
        kind="copy",
        goals=(
            "Copy the file “{name}.pdf” from {folder} to {target}. The original stays where it is.",
            "Put a copy of “{name}.pdf”, which is in {folder}, into the folder {target}.",
            "I want “{name}.pdf” in {target} as well as in {folder}. Copy it.",
        ),
        params=_MOVE,
        setup=_two_files,
        oracle=lambda params: Oracle(
            goal=created("file", {
                "name": f"{params['name']}.pdf", "folder": params["target"], "hash": f"{params['folder']}/{params['name']}.pdf",
            })
        ),
        solve=_copy,
        wrong=(
            Wrong("moves it instead", _move),
            Wrong("copies another file", _other(_copy)),
            Wrong("copies another file and gives it the name", in_turn(_other(_copy), _changed(
                _rename, lambda params: {"name": params["other"], "new": params["name"], "folder": params["target"]}))),
            Wrong("copies it, then deletes the original", in_turn(_copy, _delete)),
            Wrong("copies it, then deletes the copy", in_turn(_copy, _changed(_delete, lambda params: {"folder": params["target"]}))),
            *usual("Files", _copy),
        ),
        distractors=_similar,
        filler=_filler,
    ),
    Task(
        id="files.rename",
        apps=("files",),
        kind="rename",
        goals=(
            "Rename the file “{name}.pdf” in {folder} to “{new}.pdf”.",
            "In the folder {folder}, give “{name}.pdf” the name “{new}.pdf”.",
            "Change the name of “{name}.pdf” (it is in {folder}) to “{new}.pdf”.",
        ),
        params={"name": ShortText(), "new": ShortText(), "other": ShortText(), "folder": Choice(_FOLDERS)},
        apart=(("new", "other"),),
        setup=_two_files,
        oracle=lambda params: Oracle(goal=edited(_meant(params), name=f"{params['new']}.pdf")),
        solve=_rename,
        wrong=(
            Wrong("forgets the ending", lambda seen, params, history: play.rename(seen, _pdf(params) | {"new": params["new"]}, history)),
            Wrong("renames another file", _other(_rename)),
            Wrong("swaps the letters' case", _changed(_rename, lambda params: {"new": str(params["new"]).swapcase()})),
            Wrong("types the name and cancels", _cancels(_rename)),
            Wrong("renames it and deletes another file", in_turn(_rename, _other(_delete))),
            *usual("Files", _rename),
        ),
        distractors=_similar,
        met=lambda params: {"file/11": {"name": f"{params['new']}.pdf"}},
        filler=_filler,
    ),
    Task(
        id="files.organise",
        apps=("files",),
        kind="move_several",
        goals=(
            "In {folder}, create a folder called “{new}” and move {names} into it.",
            "Make a new folder “{new}” inside {folder} and put these files of {folder} into it: {names}.",
            "Tidy up {folder}: {names} shall lie in a new folder there, named “{new}”.",
        ),
        params={"folder": Choice(_FOLDERS), "new": ShortText(), "names": Several(ShortText(), 2, 3), "other": ShortText()},
        shown={"names": _quoted},
        setup=lambda params: _files(
            *(_file(name, str(params["folder"])) for name in _names(params)), _file(f"{params['other']}.pdf", str(params["folder"]))
        ),
        oracle=lambda params: Oracle(goal=_organised(params)),
        solve=_organise(_names),
        wrong=(
            Wrong("makes the folder and leaves it empty", _only_folder),
            Wrong("leaves one file out", _organise(lambda params: _names(params)[1:])),
            Wrong("moves another file as well", _organise(lambda params: [*_names(params), f"{params['other']}.pdf"])),
            Wrong("gives the folder another name", _changed(_organise(_names), lambda params: {"new": f"{params['new']}s"})),
            *usual("Files", _organise(_names)),
        ),
        filler=_filler,
    ),
    Task(
        id="files.delete_largest",
        apps=("files",),
        kind="delete_by_constraint",
        goals=(
            "Delete the largest file in the folder Download.",
            "One file in Download takes the most space. Delete it and no other.",
            "Make room: remove the biggest file from Download.",
        ),
        params={"names": Several(ShortText(), 3, 5), "place": Choice((0, 1, 2)), "size": Integer(300, 990)},
        setup=_sized_files,
        oracle=lambda params: Oracle(goal=_is_deleted([_largest(params)], "Download")),
        solve=_sorted_delete(LARGEST, lambda params: [_largest(params)]),
        wrong=(
            Wrong("deletes the second largest", _sorted_delete(LARGEST, lambda params: [_names(params)[0 if int(params["place"]) else 1]])),
            Wrong("deletes the largest file of all folders", lambda seen, params, history: play.delete(
                seen, params | {"name": "Panorama.jpg", "folder": "Pictures"}, history)),
            Wrong("deletes the two largest", _sorted_delete(
                LARGEST, lambda params: [_largest(params), _names(params)[0 if int(params["place"]) else 1]])),
            Wrong("says no when asked whether to delete", _cancels(_sorted_delete(LARGEST, lambda params: [_largest(params)]))),
            *usual("Files", _sorted_delete(LARGEST, lambda params: [_largest(params)])),
        ),
        filler=_filler,
    ),
    Task(
        id="files.delete_older",
        apps=("files",),
        kind="delete_by_constraint",
        goals=(
            "Delete every file in Download that was last modified before {day}. Keep all others.",
            "Remove from the folder Download all files older than {day}; those of that day and later ones stay.",
            "In Download, delete the files last changed before {day} and nothing else.",
        ),
        params={"names": Several(ShortText(), 4, 5), "day": Day("2025-06-01", "2026-01-10")},
        shown={"day": lambda value: f"{date.fromisoformat(str(value)):%B} {date.fromisoformat(str(value)).day}, {str(value)[:4]}"},
        setup=_dated_files,
        oracle=lambda params: Oracle(goal=_is_deleted(_old(params), "Download")),
        solve=_sorted_delete(OLDEST, _old),
        wrong=(
            Wrong("deletes only one of them", _sorted_delete(OLDEST, lambda params: _names(params)[:1])),
            Wrong("deletes the one of that very day as well", _sorted_delete(OLDEST, lambda params: _names(params)[:3])),
            Wrong("deletes the younger ones", _sorted_delete(OLDEST, lambda params: _names(params)[2:])),
            Wrong("says no when asked whether to delete", _cancels(_sorted_delete(OLDEST, _old))),
            *usual("Files", _sorted_delete(OLDEST, _old)),
        ),
        filler=_filler,
    ),
    Task(
        id="files.delete_inside",
        apps=("files",),
        kind="delete",
        goals=(
            "Delete the file “{name}.pdf” from the folder “{inside}” in Documents, without deleting anything else.",
            "In Documents there is a folder “{inside}”. Delete “{name}.pdf” in it and keep the folder and the rest.",
            "Remove only “{name}.pdf” from Documents/{inside}. Nothing else may be deleted.",
        ),
        params={"name": ShortText(), "inside": ShortText(), "other": ShortText()},
        setup=lambda params: _files(
            _file(str(params["inside"]), "Documents", is_folder=True),
            _file(f"{params['name']}.pdf", f"Documents/{params['inside']}"),
            _file(f"{params['other']}.pdf", f"Documents/{params['inside']}"),
        ),
        oracle=lambda params: Oracle(
            goal=_is_deleted([f"{params['name']}.pdf"], f"Documents/{params['inside']}"),
            never=(none("file", name=f"{params['other']}.pdf", folder=f"Documents/{params['inside']}"),),
        ),
        solve=_delete_nested,
        wrong=(
            Wrong("deletes the whole folder", _deletes_folder),
            Wrong("deletes the other file in it", lambda seen, params, history: _other(_delete)(seen, _nested(params), history)),
            Wrong("deletes it, then calls the other file by its name", in_turn(_delete_nested, _swaps_nested)),
            Wrong("says no when asked whether to delete", _cancels(_delete_nested)),
            Wrong("moves it to another folder", lambda seen, params, history: _move(
                seen, _nested(params) | {"target": "Download"}, history)),
            *usual("Files", _delete_nested),
        ),
        distractors=lambda params: _similar(_nested(params)),
        filler=lambda params, count: _filler(_nested(params), count),
    ),
    Task(
        id="files.move_keep_both",
        apps=("files",),
        kind="prohibition",
        goals=(
            "Move “{name}.pdf” from {folder} to {target} without overwriting the file of that name that is there.",
            "Put “{name}.pdf” from {folder} into {target}. A file of the same name lies there already: keep both.",
            "Move the file “{name}.pdf” in {folder} to {target}, but do not replace its namesake there.",
        ),
        params={"name": ShortText(), "folder": Choice(_FOLDERS[:2]), "target": Choice(_FOLDERS[2:])},
        setup=_taken,
        oracle=lambda params: Oracle(
            goal=edited(_meant(params), folder=params["target"], name=f"{params['name']} (1).pdf"),
            never=(none("file", name=f"{params['name']}.pdf", hash=f"{params['target']}/{params['name']}.pdf"),),
        ),
        solve=_keep_both,
        wrong=(
            Wrong("replaces the one that is there", _replaces),
            Wrong("deletes the one that is there first", in_turn(_deletes_the_way, _move)),
            Wrong("cancels when the name is taken", _cancels(_keep_both)),
            Wrong("copies it instead", lambda seen, params, history: press(seen, "Keep both") or _copy(seen, params, history)),
            *usual("Files", _keep_both),
        ),
        filler=_filler,
    ),
    Task(
        id="files.delete_missing",
        apps=("files",),
        kind="infeasible",
        goals=(
            "Delete the file “{name}.pdf” in the folder {folder}.",
            "Remove “{name}.pdf” from {folder}.",
            "There should be a file “{name}.pdf” in {folder}. Delete it.",
        ),
        params={"name": ShortText(), "folder": Choice(_FOLDERS[:2]), "target": Choice(_FOLDERS[2:])},
        setup=lambda params: _files(
            _file(f"{params['name']}.jpg", str(params["folder"])), _file(f"{params['name']}.pdf", str(params["target"]))
        ),
        oracle=lambda params: Oracle(demand="infeasible"),
        solve=_on_pdf(play.delete_missing),
        wrong=(
            Wrong("deletes its namesake in another folder", _changed(_delete, lambda params: {"folder": params["target"]})),
            Wrong("deletes a file of another type", lambda seen, params, history: play.delete(
                seen, params | {"name": f"{params['name']}.jpg"}, history)),
            Wrong("looks, and says done", lambda seen, params, history: _complete(
                play.delete_missing(seen, _pdf(params), history))),
            Wrong("deletes its namesake, then says that it cannot be done", refuses(
                _changed(_delete, lambda params: {"folder": params["target"]}))),
            Wrong("opens the app, and says done", early("Files")),
            Wrong("never says anything", never_done(_on_pdf(play.delete_missing))),
        ),
        filler=_filler,
    ),
    Task(
        id="files.already_there",
        apps=("files",),
        kind="already_done",
        goals=(
            "Make sure that the file “{name}.pdf” is in the folder {folder}.",
            "See to it that “{name}.pdf” lies in {folder}. It may have been moved there already.",
            "The file “{name}.pdf” must be in {folder}. Check it, and put it there only if it is missing.",
        ),
        params={"name": ShortText(), "other": ShortText(), "folder": Choice(_FOLDERS[:2]), "target": Choice(_FOLDERS[2:])},
        setup=_two_files,
        oracle=lambda params: Oracle(
            goal=fact(_meant(params), "folder", params["folder"]), demand="already_done"
        ),
        solve=_on_pdf(play.see),
        wrong=(
            Wrong("moves it away", _move),
            Wrong("moves it away and back", _moved_back(_move)),
            Wrong("puts another file beside it", _changed(_other(_copy), lambda params: {"target": params["folder"]})),
            Wrong("says that it cannot be done", refuses(_on_pdf(play.see))),
            Wrong("never says done", never_done(_on_pdf(play.see))),
        ),
        filler=_filler,
    ),
    Task(
        id="files.size",
        apps=("files",),
        kind="question",
        goals=(
            "How large is the file “{name}.pdf” in {folder}, in kB? Answer with the number.",
            "What size in kB does “{name}.pdf” in the folder {folder} have? Answer with the number.",
            "Find “{name}.pdf” in {folder} and answer with its size in kB.",
        ),
        params={"name": ShortText(), "other": ShortText(), "folder": Choice(_FOLDERS), "size": Integer(100, 990)},
        setup=lambda params: _files(
            _file(f"{params['name']}.pdf", str(params["folder"]), 1_000 * int(params["size"])),
            _file(f"{params['other']}.pdf", str(params["folder"]), 1_000 * (int(params["size"]) + 9)),
        ),
        oracle=lambda params: Oracle(answer=answer_number(int(params["size"]), ("kB", "kilobytes"))),
        solve=_on_pdf(play.tell_size),
        wrong=(
            Wrong("answers with another file's size", lambda seen, params, history: _on_pdf(play.tell_size)(
                seen, params | {"name": params["other"], "size": int(params["size"]) + 9}, history)),
            Wrong("answers with one digit less", lambda seen, params, history: answers(
                _on_pdf(play.tell_size), str(params["size"])[:-1])(seen, params, history)),
            Wrong("answers in the wrong unit", lambda seen, params, history: answers(
                _on_pdf(play.tell_size), f"{params['size']} MB")(seen, params, history)),
            Wrong("finds it and does not answer", _only_done(_on_pdf(play.tell_size))),
            *usual("Files", _on_pdf(play.tell_size)),
        ),
        distractors=lambda params: {
            "file/101": _file(f"{params['name']} 2.pdf", str(params["folder"]), 1_000 * (int(params["size"]) - 1)),
        },
        filler=_filler,
    ),
    Task(
        id="files.count",
        apps=("files",),
        kind="question",
        goals=(
            "How many PDF files are directly in the folder Documents, not counting its subfolders? Answer with the number.",
            "Count the files ending in .pdf in Documents (subfolders do not count) and answer with the number.",
            "In Files, how many .pdf files does Documents itself hold, without those in subfolders? Answer with the number.",
        ),
        params={"names": Several(ShortText(), 6, 6), "number": Choice((2, 3, 4, 5))},
        setup=_counted,
        oracle=lambda params: Oracle(answer=answer_number(int(params["number"]), ("files", "file", "PDF files", ".pdf files", "PDFs"))),
        solve=_count,
        wrong=(
            Wrong("counts the one in the subfolder too", _off_by(_count, "number", 1)),
            Wrong("counts one too few", _off_by(_count, "number", -1)),
            Wrong("counts every file", lambda seen, params, history: answers(
                _count, str(len(several(params["names"]))))(seen, params, history)),
            Wrong("counts and does not answer", _only_done(_count)),
            *usual("Files", _count),
        ),
        filler=lambda params, count: _filler({"folder": "Documents"}, count),
    ),
)  # fmt: skip
