"""The map of trials and builds: what fails where, at a glance. Templates are rows, builds are columns, and a cell holds a mark a trial."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agent_eval.ranking.results import MISSING, Item, Results

State = Literal["passed", "failed", "both", "unscored", "missing"]
"""How a trial came out: ``both`` ways when it was repeated; ``unscored`` with an error of the bench; ``missing`` if not played."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One trial of one build.

    Attributes:
        state: how it came out.
        words: its seed and variation, how it came out, and the episode to look at.
    """

    state: State
    words: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One template of one build: its trials in the order of the plan, and all of them in words."""

    marks: tuple[Mark, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Row:
    """One template.

    Attributes:
        task: its id.
        name: what follows the dot in it.
        cells: one a build.
        alike: whether every build did the same on every trial; where there is one build only, whether it passed them all.
    """

    task: str
    name: str
    cells: tuple[Cell, ...]
    alike: bool


@dataclass(frozen=True, slots=True)
class App:
    """The templates of an app, those that most trials fail of first; for each build how many of the scored trials it passed."""

    name: str
    rows: tuple[Row, ...]
    passed: tuple[str, ...]
    alike: bool


def trial_map(results: Sequence[Results]) -> tuple[App, ...]:
    """Every trial of every build, by apps; those apps first that most of the trials fail of.

    Args:
        results: a column each.
    """
    plans: dict[str, dict[str, None]] = defaultdict(dict)
    app_of: dict[str, str] = {}
    played: list[dict[str, list[Item]]] = []
    for one in results:
        mine: dict[str, list[Item]] = defaultdict(list)
        for item in one.items:
            plans[item.task][item.trial] = None
            app_of[item.task] = item.app
            mine[item.trial].append(item)
        played.append(mine)
    rows: dict[str, list[Row]] = defaultdict(list)
    for task, trials in plans.items():
        cells = tuple(_cell(task, list(trials), mine) for mine in played)
        rows[app_of[task]].append(Row(task, task.partition(".")[2] or task, cells, _alike(cells)))
    apps = [_app(name, mine) for name, mine in rows.items()]
    return tuple(sorted(apps, key=lambda app: (-_lost(app.rows), app.name)))


def _app(name: str, rows: list[Row]) -> App:
    ordered = tuple(sorted(rows, key=lambda row: (-_lost([row]), row.task)))
    passed = []
    for column in zip(*(row.cells for row in ordered), strict=True):
        states = [mark.state for cell in column for mark in cell.marks]
        scored = sum(state in ("passed", "failed", "both") for state in states)
        passed.append(f"{states.count('passed')}/{scored}")
    return App(name, ordered, tuple(passed), all(row.alike for row in ordered))


def _alike(cells: Sequence[Cell]) -> bool:
    first, *others = (tuple(mark.state for mark in cell.marks) for cell in cells)
    return all(other == first for other in others) if others else set(first) == {"passed"}


def _lost(rows: Sequence[Row]) -> float:
    """The share of the marks that are not of a trial that passed."""
    states = [mark.state for row in rows for cell in row.cells for mark in cell.marks]
    return sum(state != "passed" for state in states) / len(states)


def _cell(task: str, trials: Sequence[str], played: dict[str, list[Item]]) -> Cell:
    marks = tuple(_mark(trial[len(task) + 1 :], played.get(trial, [])) for trial in trials)
    counted = f"{sum(mark.state == 'passed' for mark in marks)} of {len(marks)} passed"
    others = "; ".join(mark.words for mark in marks if mark.state != "passed")
    return Cell(marks, f"{counted}; {others}" if others else counted)


def _mark(name: str, items: Sequence[Item]) -> Mark:
    scored = [item for item in items if item.passed is not None]
    passes = sum(item.passed is True for item in scored)
    if not scored:
        ended = next((item.outcome for item in items if item.outcome != MISSING), None)
        return Mark("missing", f"{name} not played") if ended is None else Mark("unscored", f"{name} {ended}")
    if passes == len(scored):
        return Mark("passed", f"{name} passed")
    episode = next(item.episode for item in reversed(scored) if not item.passed)
    if passes:
        return Mark("both", f"{name} passed {passes} of {len(scored)} times, last failed in episode {episode}")
    return Mark("failed", f"{name} failed in episode {episode}")
