"""``agent-eval plan``: how many trials a difference needs, and what the suites can tell apart."""

import json
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from math import isfinite
from typing import Annotated

import typer
from rich.console import Console

from agent_eval.cli.errors import UsageError, unknown
from agent_eval.cli.figures import columns
from agent_eval.cli.report import console
from agent_eval.cli.run import MOST_TRIALS
from agent_eval.home import database_path
from agent_eval.program import program
from agent_eval.ranking.figures import NOTHING, points
from agent_eval.ranking.planning import Differing, Shape, known, needed, shapes, visible
from agent_eval.ranking.results import RankingError, cohort
from agent_eval.ranking.standings import YARDSTICK
from agent_eval.store.database import Database
from tasks.suite import SUITES

ALPHA = 0.05
ASSUMED = (0.05, 0.1, 0.2, 0.3)
"""Shares of trials on which two builds may differ, where nothing is known."""


def plan(
    detect: Annotated[float, typer.Option(help="Difference of pass rates to be found, in points.")] = 5.0,
    suite: Annotated[str, typer.Option(help="Suite to be played: smoke, core or full.")] = "core",
    against: Annotated[str, typer.Option(metavar="BUILD", help="Build that the others are held against.")] = YARDSTICK,
    discordance: Annotated[
        float | None, typer.Option(help="% of the trials that only one of two builds passes; from the stored runs where not given.")
    ] = None,
    power: Annotated[float, typer.Option(help="Chance of finding it, in %.")] = 80.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output.")] = False,
) -> None:
    """Say how many trials it takes to tell two builds apart, and what the suites can tell apart as they are."""
    if suite not in SUITES:
        raise unknown("suite", suite, SUITES)
    # A tenth of a point needs more trials than a run may have already; nearer to 100 % the exact test's power is not found.
    _between("--detect", detect, 0.1, 100)
    _between("--power", power, 50, 99.9)
    if discordance is not None:
        _between("--discordance", discordance, 0, 100)
        if discordance < detect:
            raise UsageError(
                f"--discordance {discordance:g} is less than --detect {detect:g}: builds that differ on {discordance:g} % of the trials "
                f"cannot be {detect:g} points apart."
            )
    found = _known(suite, against) if discordance is None else Known((), None)
    levels: Sequence[float] = ASSUMED if discordance is None else (discordance / 100,)
    if found.pairs:
        least, *_, most = sorted([one.discordance for one in found.pairs] * 2)
        levels = (least, most) if least < most else (most,)
    # The most alike that any pair's trials were: who plans by less may find nothing.
    asked = Question(
        shapes()[suite], detect / 100, power / 100, levels, max((one.correlation for one in found.pairs), default=0.0), against
    )
    if as_json:
        sys.stdout.write(json.dumps(_json(found, asked), allow_nan=False) + "\n")
        return
    _show(console(), found, asked)


@dataclass(frozen=True, slots=True)
class Known:
    """How builds differed in the stored runs, and on which suite; None where there are none."""

    pairs: Sequence[Differing]
    suite: str | None


@dataclass(frozen=True, slots=True)
class Question:
    """What is planned for.

    Attributes:
        levels: shares of trials that builds may differ on.
        within: correlation of two trials' differences within a template.
    """

    shape: Shape
    detect: float
    power: float
    levels: Sequence[float]
    within: float
    against: str

    def trials(self, level: float) -> int | None:
        """Needed where builds differ on this share."""
        return needed(self.detect, level, self.within, self.shape, self.power)


def _between(option: str, value: float, low: float, high: float) -> None:
    if not (isfinite(value) and low <= value <= high):
        raise UsageError(f"{option} is {value:.15g}, expected a number from {low:g} to {high:g}.")


def _known(suite: str, against: str) -> Known:
    """What the stored runs tell: those of this suite, or of the one that was played last where it has none."""
    with closing(Database(database_path())) as database:
        for name in (suite, None):
            with suppress(RankingError):
                found = cohort(database, name)
                if pairs := known(found, against):
                    return Known(pairs, found.suite)
    return Known((), None)


def _json(found: Known, asked: Question) -> dict[str, object]:
    pairs = [
        {**asdict(one), "needed": needed(asked.detect, one.discordance, one.correlation, asked.shape, asked.power)} for one in found.pairs
    ]
    return {
        "suite": asked.shape.name,
        "detect": asked.detect,
        "power": asked.power,
        "alpha": ALPHA,
        "known_from": found.suite,
        "known": pairs,
        "correlation": asked.within,
        "needed": [{"discordance": level, "trials": asked.trials(level)} for level in asked.levels],
        "detectable": [
            {**asdict(shape), "at": [{"discordance": level, "diff": diff} for level, diff in zip(asked.levels, row, strict=True)]}
            for shape, row in _visible(asked)
        ],
    }


def _visible(asked: Question) -> list[tuple[Shape, list[float | None]]]:
    return [(shape, visible(shape, asked.levels, asked.within, asked.power)) for shape in shapes().values()]


def _show(out: Console, found: Known, asked: Question) -> None:
    name = asked.shape.name
    out.print(f"To find a difference of {100 * asked.detect:g} points with a chance of {100 * asked.power:g} %, at p {ALPHA:g}, on {name}:")
    if found.pairs:
        if found.suite != name:
            out.print(f"How builds differ is known from {found.suite} only.")
        table = columns("builds", "trials", "differ on, %", "alike within a template", "trials needed")
        for one in found.pairs:
            count = needed(asked.detect, one.discordance, one.correlation, asked.shape, asked.power)
            table.add_row(f"{one.a}, {one.b}", f"{one.trials:,}", f"{100 * one.discordance:.1f}", f"{one.correlation:.2f}", _trials(count))
    else:
        if len(asked.levels) > 1:
            out.print("How often builds differ is not known before two of them have played; assumed:")
        table = columns("differ on, %", "trials needed", left=0)
        for level in asked.levels:
            table.add_row(f"{100 * level:g}", _trials(asked.trials(level)))
        out.print("Trials of one template are taken for independent here; where they are alike, more are needed.")
    out.print(table)
    out.print()
    out.print("The smallest difference, in points, that the suites find as they are:")
    table = columns("suite", "trials", "templates", *(f"differ on {100 * level:.3g} %" for level in asked.levels))
    for shape, row in _visible(asked):
        cells = [NOTHING if one is None else points(one).lstrip("+") for one in row]
        table.add_row(shape.name, f"{shape.trials:,}", str(shape.templates), *cells)
    out.print(table)
    out.print()
    out.print(_advice(asked), soft_wrap=True)
    again = f"{program()} run --build w4a16 --suite {name} --until-decided {asked.against}"
    out.print(f"To stop as soon as it is decided: {again}", soft_wrap=True)


def _advice(asked: Question) -> str:
    counts = {level: asked.trials(level) for level in asked.levels}
    play = f"{program()} run --build w4a16 --suite {asked.shape.name}"
    most = max(count or 0 for count in counts.values())
    for level, count in counts.items():
        if count is None:
            return (
                f"Where builds differ on {100 * level:.3g} % and trials of a template are so alike, {asked.shape.templates} templates are "
                "too few, however many trials each has: only a larger difference can be found, or more templates."
            )
    if most > MOST_TRIALS:
        return f"That is more than the {MOST_TRIALS:,} trials that a run may have: only a larger difference can be found."
    if most > asked.shape.trials:
        return f"Play more trials than {asked.shape.name} has: {play} --trials {most}"
    return f"{asked.shape.name} is enough: {play}"


def _trials(count: int | None) -> str:
    return "no number" if count is None else f"{count:,}"
