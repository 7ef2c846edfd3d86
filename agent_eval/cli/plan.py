"""``agent-eval plan``: how many trials a difference needs, and what the suites can tell apart."""

import json
import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from math import floor
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
from agent_eval.ranking.figures import MINUS, NOTHING, between, counted, points, share
from agent_eval.ranking.planning import FEW, Differing, Shape, known, needed, possible, shapes, visible
from agent_eval.ranking.results import RankingError, cohort
from agent_eval.ranking.runs import is_called, played
from agent_eval.ranking.standings import YARDSTICK
from agent_eval.store.database import Database
from tasks.suite import SUITES

ALPHA = 0.05
ASSUMED = (0.05, 0.1, 0.2, 0.3)
"""Shares of trials on which two builds may differ, where too little is known."""
ALIKE = 0.3
"""A correlation of two trials of a template that is shown beside none, where too little is known."""


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
    levels, levels_from = _levels(found, discordance)
    within, ground = _alike(found, correlation)
    asked = Question(shapes()[suite], detect / 100, power / 100, levels, levels_from, within, ground, against)
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

    @property
    def enough(self) -> Sequence[Differing]:
        """The pairs with templates enough to plan by."""
        return [one for one in self.pairs if not one.few]


Ground = Literal["given", "known", "assumed"]
"""Where a figure is from: the command line, the stored runs, or nowhere."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is planned for.

    Attributes:
        levels: shares of trials that builds may differ on, rising; `levels_from`, where they are from.
        within: correlation of two trials' differences within a template; `ground`, where it is from.
    """

    shape: Shape
    detect: float
    power: float
    levels: Sequence[float]
    levels_from: Ground
    within: float
    ground: Ground
    against: str

    def trials(self, level: float, within: float | None = None) -> int | None:
        """Needed where builds differ on this share, and trials of a template are so alike, if not as planned for."""
        return needed(self.detect, level, self.within if within is None else within, self.shape, self.power)

    def of_pair(self, pair: Differing, level: float) -> int | None:
        """Needed where trials of a template are as alike as with these builds, if not as was given, and builds differ on this share."""
        return self.trials(level, None if self.ground == "given" else pair.correlation)

    def possible(self, level: float) -> bool:
        """Whether builds that differ on this share can be as far apart as is to be found."""
        return possible(self.detect, level)


def _levels(found: Known, given: float | None) -> tuple[Sequence[float], Ground]:
    """The discordances to plan for: what was given; the least and the most that is known, and the upper end of the most; or assumed."""
    if given is not None:
        return (given / 100,), "given"
    if not found.enough:
        return ASSUMED, "assumed"
    shares = [one.discordance for one in found.enough]
    return sorted({min(shares), max(shares), max(one.interval[1] for one in found.enough)}), "known"


def _alike(found: Known, given: float | None) -> tuple[float, Ground]:
    """The correlation to plan for. Of what is known the most: who plans by less may find nothing."""
    if given is not None:
        return given, "given"
    known = [one.correlation for one in found.enough if one.correlation is not None]
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
    def at(within: float) -> list[dict[str, object]]:
        return [{"discordance": one, "possible": asked.possible(one), "trials": asked.trials(one, within)} for one in asked.levels]

    def pair(one: Differing) -> dict[str, object]:
        rows = {"needed": one.discordance, "needed_at_upper_end": one.interval[1]}
        return {**asdict(one), "few_templates": one.few, **{name: asked.of_pair(one, level) for name, level in rows.items()}}

    return {
        "suite": asked.shape.name,
        "detect": asked.detect,
        "power": asked.power,
        "alpha": ALPHA,
        "known_from": found.suite,
        "known": [pair(one) for one in found.pairs],
        "discordance_from": asked.levels_from,
        "correlation": asked.within,
        "correlation_from": asked.ground,
        "needed": at(asked.within),
        "if_alike": {"correlation": ALIKE, "needed": at(ALIKE)} if asked.ground == "assumed" else None,
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
    if found.pairs and asked.levels_from != "given":
        _show_pairs(out, found, asked)
    if asked.levels_from != "known":
        if asked.levels_from == "assumed":
            why = "is not known well enough by these" if found.pairs else "is not known before two of them have played"
            out.print(f"How often builds differ {why}; assumed:")
        _show_levels(out, asked)
    out.print(_assumed(found, asked), soft_wrap=True)
    out.print()
    out.print(f"The smallest difference, in points, that the suites find as they are ({NOTHING}: none that can be there):", soft_wrap=True)
    table = columns("suite", "trials", "templates", *(f"differ on {100 * level:.3g} %" for level in asked.levels))
    for shape, row in _visible(asked):
        cells = [NOTHING if one is None else points(one).lstrip("+") for one in row]
        table.add_row(shape.name, f"{shape.trials:,}", str(shape.templates), *cells)
    out.print(table)
    out.print()
    out.print(_advice(asked), soft_wrap=True)
    if not any(map(asked.possible, asked.levels)):
        return
    again = f"{program()} run --build w4a16 --suite {name} --until-decided {shlex.quote(asked.against)}"
    out.print(f"To stop as soon as it is decided: {again}", soft_wrap=True)


def _show_pairs(out: Console, found: Known, asked: Question) -> None:
    table = columns("builds", "templates", "differ on, %", "95 %", "alike", "trials needed", "at upper end")
    for one in found.pairs:
        alike = NOTHING if one.estimate is None else _estimate(one.estimate)
        needed = [_trials(asked, level, asked.of_pair(one, level)) for level in (one.discordance, one.interval[1])]
        table.add_row(f"{one.a}, {one.b}", str(one.templates), share(one.discordance), between(one.interval), alike, *needed)
    out.print(table)
    out.print(
        "95 %: the interval of how often they differ; the last column is for its upper end. Alike: the correlation of two trials of a "
        "template, as estimated.",
        soft_wrap=True,
    )
    for one in found.pairs:
        if one.few:
            out.print(
                f"{one.a}, {one.b}: from {counted(one.templates, 'template')} only, and fewer than {FEW} are too few to plan by.",
                soft_wrap=True,
            )
    _say_impossible(out, asked, [level for one in found.pairs for level in (one.discordance, one.interval[1])])


def _show_levels(out: Console, asked: Question) -> None:
    """What is needed at each level that was given or is assumed."""
    alike = [ALIKE] if asked.ground == "assumed" else []
    table = columns("differ on, %", "trials needed", *(f"at correlation {within:g}" for within in alike), left=0)
    for level in asked.levels:
        cells = (_trials(asked, level, asked.trials(level, within)) for within in (asked.within, *alike))
        table.add_row(f"{100 * level:g}", *cells)
    out.print(table)
    _say_impossible(out, asked, asked.levels)


def _say_impossible(out: Console, asked: Question, levels: Sequence[float]) -> None:
    """Why a row shows no trials: the largest level at which builds cannot be so far apart, and what they can be there."""
    if impossible := [level for level in levels if not asked.possible(level)]:
        out.print(f"{NOTHING}: {_impossible(asked, max(impossible), len(set(impossible)) > 1)}", soft_wrap=True)


def _impossible(asked: Question, level: float, or_less: bool) -> str:
    less = " or less" if or_less else ""
    return (
        f"a difference of {100 * asked.detect:g} points cannot be where builds differ on {100 * level:.3g} % of the trials{less}: the "
        f"largest possible is {100 * level:.3g} points."
    )


def _estimate(value: float) -> str:
    """``0.31``, ``−0.04``: two places."""
    return f"{value:.2f}".replace("-", MINUS)


def _assumed(found: Known, asked: Question) -> str:
    """Which correlation all that follows takes, and why that one."""
    within = f"Two trials of one template are taken to be alike with a correlation of {asked.within:.2f}"
    match asked.ground:
        case "given":
            return f"{within}, as given."
        case "known":
            value, one = max(((one.estimate, one) for one in found.enough if one.estimate is not None), key=lambda each: each[0])
            where = f"{one.a} and {one.b} on {found.suite}{', the highest of all pairs' if len(found.enough) > 1 else ''}"
            if value == asked.within:
                return f"{within}, as estimated from {where}."
            beyond = "less than 0 is taken for 0" if value < 0 else "more than 1 is taken for 1"
            return f"{within}: the estimate is {f'{value:.2g}'.replace('-', MINUS)}, from {where}, and {beyond}."
        case "assumed":
            if found.enough:
                why = "no two builds that have played differed so that it could be seen"
            else:
                why = f"no two builds that have played have {FEW} templates in common" if found.pairs else "no two builds have played"
            return (
                f"{within}, that is for independent, for {why}: where they are alike, more trials are needed. Give --correlation to plan "
                "for that."
            )


def _advice(asked: Question) -> str:
    counts = {level: asked.trials(level) for level in asked.levels if asked.possible(level)}
    if not counts:
        largest = floor(1000 * max(asked.levels) + 1e-6) / 10
        return f"No number of trials finds what cannot be: give --detect {largest:g} or less."
    upper = max(counts)
    up_to = f"What follows is for builds that differ on up to {100 * upper:.3g} % of the trials, the upper end of the interval. "
    return f"{up_to if asked.levels_from == 'known' else ''}{_advice_for(asked, counts)}"


def _advice_for(asked: Question, counts: Mapping[float, int | None]) -> str:
    """What to play, for the trials that are needed at each level that is possible."""
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


def _trials(asked: Question, level: float, count: int | None) -> str:
    """A cell: the trials that are needed at this level; n/a where builds cannot be so far apart."""
    if not asked.possible(level):
        return NOTHING
    return "no number" if count is None else f"{count:,}" if count <= MOST_TRIALS else f"over {MOST_TRIALS:,}"
