"""``agent-eval plan``: how many trials a difference needs, and what the suites can tell apart."""

import json
import shlex
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from typing import Annotated, Literal

import typer
from rich.console import Console

from agent_eval.agents.baselines import BASELINES
from agent_eval.cli.errors import UsageError, check_between, unknown
from agent_eval.cli.figures import columns
from agent_eval.cli.report import console
from agent_eval.cli.run import MOST_TRIALS
from agent_eval.home import database_path
from agent_eval.program import program
from agent_eval.ranking.figures import NOTHING, points
from agent_eval.ranking.planning import Differing, Shape, known, needed, shapes, visible
from agent_eval.ranking.results import RankingError, cohort
from agent_eval.ranking.runs import is_called, played
from agent_eval.ranking.standings import YARDSTICK
from agent_eval.store.database import Database
from tasks.suite import SUITES

ALPHA = 0.05
ASSUMED = (0.05, 0.1, 0.2, 0.3)
"""Shares of trials on which two builds may differ, where nothing is known."""
ALIKE = 0.3
"""A correlation of two trials of a template that is shown beside none, where nothing is known."""


def plan(
    detect: Annotated[float, typer.Option(help="Difference of pass rates to be found, in points.")] = 5.0,
    suite: Annotated[str, typer.Option(help="Suite to be played: smoke, core or full.")] = "core",
    against: Annotated[str, typer.Option(metavar="BUILD", help="Build that the others are held against.")] = YARDSTICK,
    discordance: Annotated[
        float | None, typer.Option(help="% of the trials that only one of two builds passes; from the stored runs where not given.")
    ] = None,
    correlation: Annotated[
        float | None,
        typer.Option(help="How alike two trials of a template are in how builds differ on them, 0 to 1; from the stored runs likewise."),
    ] = None,
    power: Annotated[float, typer.Option(help="Chance of finding it, in %.")] = 80.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output.")] = False,
) -> None:
    """Say how many trials it takes to tell two builds apart, and what the suites can tell apart as they are."""
    if suite not in SUITES:
        raise unknown("suite", suite, SUITES)
    # A tenth of a point needs more trials than a run may have already; nearer to 100 % the exact test's power is not found.
    check_between("--detect", detect, 0.1, 100)
    check_between("--power", power, 50, 99.9)
    if discordance is not None:
        check_between("--discordance", discordance, 0, 100)
        if discordance < detect:
            raise UsageError(
                f"--discordance {discordance:g} is less than --detect {detect:g}: builds that differ on {discordance:g} % of the trials "
                f"cannot be {detect:g} points apart."
            )
    if correlation is not None:
        check_between("--correlation", correlation, 0, 1)
    found = _known(suite, against)
    levels = _levels(found, discordance, detect / 100)
    within, ground = _alike(found, correlation)
    asked = Question(shapes()[suite], detect / 100, power / 100, levels, within, ground, against, discordance is not None)
    if as_json:
        sys.stdout.write(json.dumps(_json(found, asked), allow_nan=False) + "\n")
        return
    _show(console(markup=False), found, asked)


@dataclass(frozen=True, slots=True)
class Known:
    """What the stored runs tell.

    Attributes:
        pairs: how builds differed; empty where no two have played.
        suite: on which suite; None where there are no pairs.
        against: whether all pairs are with the build that the others are to be held against; else they are of the others.
    """

    pairs: Sequence[Differing]
    suite: str | None
    against: bool


Ground = Literal["given", "known", "assumed"]
"""Where a figure is from: the command line, the stored runs, or nowhere."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is planned for.

    Attributes:
        levels: shares of trials that builds may differ on; `given` where they were.
        within: correlation of two trials' differences within a template; `ground`, where it is from.
    """

    shape: Shape
    detect: float
    power: float
    levels: Sequence[float]
    within: float
    ground: Ground
    against: str
    given: bool

    def trials(self, level: float, within: float | None = None) -> int | None:
        """Needed where builds differ on this share, and trials of a template are so alike, if not as planned for."""
        return needed(self.detect, level, self.within if within is None else within, self.shape, self.power)

    def of_pair(self, pair: Differing) -> int | None:
        """Needed where builds differ as these did."""
        return self.trials(pair.discordance, None if self.ground == "given" else pair.correlation)


def _levels(found: Known, given: float | None, detect: float) -> Sequence[float]:
    """The discordances to plan for: what was given; the least and the most that is known, not below what is to be found; or assumed."""
    if given is not None:
        return (given / 100,)
    return sorted({max(detect, pick(one.discordance for one in found.pairs)) for pick in (min, max)}) if found.pairs else ASSUMED


def _alike(found: Known, given: float | None) -> tuple[float, Ground]:
    """The correlation to plan for. Of what is known the most: who plans by less may find nothing."""
    if given is not None:
        return given, "given"
    known = [one.correlation for one in found.pairs if one.correlation is not None]
    return (max(known), "known") if known else (0.0, "assumed")


def _known(suite: str, against: str) -> Known:
    """What the stored runs tell: those of this suite, or of the one that was played last where it has none.

    Raises:
        UsageError: nothing is called as the build that the others are to be held against.
    """
    with closing(Database(database_path())) as database:
        with database.read() as session:
            stored = played(session)
        if against != YARDSTICK and not any(run.is_of(against) for run in stored):
            _check_there(against, [run.name for run in stored])
        for name in (suite, None):
            with suppress(RankingError):
                found = cohort(database, name)
                if pairs := known(found, against):
                    return Known(pairs, found.suite, any(is_called(against, one.build, one.hash) for one in found.results))
    return Known((), None, False)


def _check_there(build: str, stored: Sequence[str]) -> None:
    from agent_eval.builds import registry

    if build not in BASELINES and not registry.is_known(build):
        raise unknown("build", build, [*stored, *registry.known_names(), *BASELINES], f"`{program()} builds list` shows the builds.")


def _json(found: Known, asked: Question) -> dict[str, object]:
    alike = [{"discordance": level, "trials": asked.trials(level, ALIKE)} for level in asked.levels]
    return {
        "suite": asked.shape.name,
        "detect": asked.detect,
        "power": asked.power,
        "alpha": ALPHA,
        "known_from": found.suite,
        "known": [{**asdict(one), "needed": asked.of_pair(one)} for one in found.pairs],
        "correlation": asked.within,
        "correlation_from": asked.ground,
        "needed": [{"discordance": level, "trials": asked.trials(level)} for level in asked.levels],
        "if_alike": {"correlation": ALIKE, "needed": alike} if asked.ground == "assumed" else None,
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
    if found.pairs and not found.against:
        out.print(f"{asked.against} has not played there: how the others differ among themselves is taken.", soft_wrap=True)
    if found.pairs and found.suite != name:
        out.print(f"How builds differ is known from {found.suite} only.")
    if found.pairs and not asked.given:
        table = columns("builds", "trials", "differ on, %", "alike within a template", "trials needed")
        for one in found.pairs:
            alike = NOTHING if one.correlation is None else f"{one.correlation:.2f}"
            share = f"{100 * one.discordance:.1f}"
            table.add_row(f"{one.a}, {one.b}", f"{one.trials:,}", share, alike, _trials(asked.of_pair(one)))
    else:
        if not asked.given:
            out.print("How often builds differ is not known before two of them have played; assumed:")
        if_alike = [f"at correlation {ALIKE:g}"] if asked.ground == "assumed" else []
        table = columns("differ on, %", "trials needed", *if_alike, left=0)
        for level in asked.levels:
            table.add_row(f"{100 * level:g}", _trials(asked.trials(level)), *(_trials(asked.trials(level, ALIKE)) for _ in if_alike))
    out.print(table)
    out.print(_assumed(found, asked), soft_wrap=True)
    out.print()
    out.print("The smallest difference, in points, that the suites find as they are:")
    table = columns("suite", "trials", "templates", *(f"differ on {100 * level:.3g} %" for level in asked.levels))
    for shape, row in _visible(asked):
        cells = [NOTHING if one is None else points(one).lstrip("+") for one in row]
        table.add_row(shape.name, f"{shape.trials:,}", str(shape.templates), *cells)
    out.print(table)
    out.print()
    out.print(_advice(asked), soft_wrap=True)
    again = f"{program()} run --build w4a16 --suite {name} --until-decided {shlex.quote(asked.against)}"
    out.print(f"To stop as soon as it is decided: {again}", soft_wrap=True)


def _assumed(found: Known, asked: Question) -> str:
    """Which correlation all that follows takes, and why that one."""
    within = f"Two trials of one template are taken to be alike with a correlation of {asked.within:.2f}"
    match asked.ground:
        case "given":
            return f"{within}, as given."
        case "known":
            most = "as the builds above showed" if len(found.pairs) == 1 else "the most that any two builds showed"
            return f"{within}, {most} on {found.suite}."
        case "assumed":
            why = "no two builds that have played differed so that it could be seen" if found.pairs else "no two builds have played"
            return (
                f"{within}, that is for independent, for {why}: where they are alike, more trials are needed. Give --correlation to plan "
                "for that."
            )


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
    return "no number" if count is None else f"{count:,}" if count <= MOST_TRIALS else f"over {MOST_TRIALS:,}"
