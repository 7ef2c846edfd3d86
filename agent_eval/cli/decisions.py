"""``agent-eval decisions``: two builds, decision by decision, in the states of stored episodes."""

import json
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.text import Text

from agent_eval.agents.baselines import BASELINES
from agent_eval.agents.build import AgentConfig
from agent_eval.cli.errors import UsageError, check_between
from agent_eval.cli.figures import columns
from agent_eval.cli.players import Player, find_player
from agent_eval.cli.report import console, standard_output_kept_for
from agent_eval.home import database_path
from agent_eval.names import shown_name
from agent_eval.ranking.decisions import Answered, Decisions, Habits, Measured, Question, ask, compare_decisions, questions
from agent_eval.ranking.figures import NOTHING, chance, counted, listed, points, share, spread
from agent_eval.ranking.foretell import Association, Foretold, foretold
from agent_eval.ranking.results import Cohort, RankingError, Results, cohort
from agent_eval.ranking.runs import CHECKPOINT, how_to_play
from agent_eval.store.database import Database

USUAL = ("reference", "bf16")
"""Whose states are taken where nobody says: those of the right way, and those that a build comes to."""


@dataclass(frozen=True, slots=True)
class Findings:
    """All that is shown.

    Attributes:
        cohort: of the stored runs.
        sources: whose states.
        names: of A and B.
        decisions: of both.
        foretold: how they go with the episodes that both played; None where one of them has none there.
        left_out: why episodes gave no questions → how many.
        apart: a sentence where the two are not made from the same checkpoint; else empty.
    """

    cohort: Cohort
    sources: tuple[str, ...]
    names: tuple[str, str]
    decisions: Decisions
    foretold: Foretold | None
    left_out: Mapping[str, int]
    apart: str


def decisions(
    a: Annotated[str, typer.Argument(metavar="A", help="Build or baseline that B is held against.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Build or baseline.")],
    suite: Annotated[str | None, typer.Option(help="Suite whose stored episodes are taken; the newest run's where not given.")] = None,
    of: Annotated[
        str | None, typer.Option("--of", metavar="BUILD,…", help="Whose episodes; those of reference and bf16 where not given.")
    ] = None,
    most: Annotated[int | None, typer.Option(min=1, help="At most so many decisions, from all over the suite.")] = None,
    concurrency: Annotated[int, typer.Option(min=1, max=64, help="Decisions asked for at once.")] = 8,
    margin: Annotated[float, typer.Option(help="Points that would not matter, 0.1 to 50.")] = 3.0,
    model: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Directory of a Spark checkpoint, instead of the model that ships.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output.")] = False,
) -> None:
    """Compare two builds decision by decision: what each would do next in the same stored states, against the reference solution.

    Nothing is played: both are asked in every state of stored episodes, in the way that builds were asked in the runs of the suite.
    """
    check_between("--margin", margin, 0.1, 50)
    with standard_output_kept_for(as_json) as stdout, closing(Database(database_path())) as database:
        try:
            found = cohort(database, suite)
        except RankingError as error:
            raise UsageError(f"{error}.") from error
        sources = _sources(found, of)
        players = [_find(name, model, found) for name in (a, b)]
        asked, left_out = _questions(database, sources, most)
        first, second = (_ask(player, asked, concurrency) for player in players)
        compared = compare_decisions(asked, first, second, margin / 100)
        one, other = (_played(found, player) for player in players)
        told = None if one is None or other is None else foretold(compared, one.items, other.items)
        names = shown_name(a), shown_name(b)
        findings = Findings(found, tuple(source.build for source in sources), names, compared, told, left_out, _apart(names, *players))
        if as_json:
            stdout.write(json.dumps(_json(findings), ensure_ascii=False, allow_nan=False) + "\n")
        else:
            _show(console(markup=False), findings)


def _sources(found: Cohort, given: str | None) -> list[Results]:
    """Those whose states are taken.

    Raises:
        UsageError: one that was asked for has not played, or none of the usual ones has.
    """
    known = {one.build: one for one in found.results}
    hint = f"give --of {shlex.quote(','.join(known))}, or play: {how_to_play(found.suite, USUAL[0])}"
    if given is None:
        if not known.keys() & set(USUAL):
            raise UsageError(f"neither {' nor '.join(USUAL)} has played {found.suite}, whose states are taken where nobody says: {hint}.")
        return [known[name] for name in USUAL if name in known]
    wanted = [name.strip() for name in given.split(",") if name.strip()]
    if not wanted:
        raise UsageError(f"--of names no build: {hint}.")
    if missing := [name for name in wanted if name not in known]:
        raise UsageError(f"{missing[0]!r} has played no episodes of {found.suite} that may be compared: {hint}.")
    return [known[name] for name in wanted]


def _find(name: str, model: Path | None, found: Cohort) -> Player:
    """A player, asked as the builds were in the cohort.

    Raises:
        UsageError, BuildError, StorageError: as `find_player`; or builds were asked there in a way that this version does not know.
    """
    if name in BASELINES:
        return find_player(name, None, {})
    asked = dict(found.settings.get("agent") or {})
    if unknown := asked.keys() - {field.name for field in fields(AgentConfig)}:
        raise UsageError(
            f"the runs of {found.suite} were asked with {', '.join(sorted(unknown))}, which this version does not know: play "
            f"them again with {how_to_play(found.suite, name)}."
        )
    return find_player(name, model, asked)


def _apart(names: tuple[str, str], one: Player, other: Player) -> str:
    """That two builds are not quantisations of one checkpoint, in a sentence; empty where they are, or one is made from none."""
    mine, its = one.info.get(CHECKPOINT), other.info.get(CHECKPOINT)
    if mine is None or its is None or mine == its:
        return ""
    return f"{names[0]} and {names[1]} are made from different checkpoints: by what they differ is not what quantisation cost."


def _questions(database: Database, sources: Sequence[Results], most: int | None) -> tuple[list[Question], Mapping[str, int]]:
    """The states of the sources' episodes.

    Raises:
        UsageError: there are none.
    """
    episodes = [item.episode for one in sources for item in one.items if item.episode is not None and item.passed is not None]
    with _progress("Reading episodes", len(episodes)) as advance:
        asked, left_out = questions(database, episodes, most, advance)
    if not asked:
        why = "; ".join(left_out) or "none of them was played to its end"
        raise UsageError(f"the episodes of {', '.join(one.build for one in sources)} give no states to decide in: {why}.")
    return asked, left_out


def _ask(player: Player, asked: Sequence[Question], concurrency: int) -> list[Answered]:
    """A player's answers. It is loaded for them alone: two engines may not fit in memory together."""
    with _progress(f"Loading {player.name}", None):
        loaded = player.load()
    try:
        with _progress(f"Asking {player.name}", len(asked)) as advance:
            return ask(loaded.agent, asked, concurrency, advance)
    finally:
        loaded.agent.close()


@contextmanager
def _progress(what: str, total: int | None) -> Iterator[Callable[[], None]]:
    """A bar on standard error where that is a terminal; calling what is given moves it by one."""
    err = Console(stderr=True)
    with Progress(console=err, transient=True, disable=not err.is_terminal) as bar:
        going = bar.add_task(what, total=total)
        yield lambda: bar.advance(going)


def _played(found: Cohort, player: Player) -> Results | None:
    """What a player of this very content did in stored runs."""
    return next((one for one in found.results if one.hash == player.hash), None)


def _show(out: Console, findings: Findings) -> None:
    found, (a, b) = findings.decisions, findings.names
    templates = counted(len({question.trial.task for question in found.asked}), "template")
    where = f"{findings.cohort.suite} on {findings.cohort.device}, in states of {listed(findings.sources)}"
    head = f"B = {b} against A = {a}: {counted(len(found.asked), 'decision')} of {templates}, {where}"
    out.print(Text(head, "italic"), soft_wrap=True)
    table = columns("", "of", "A %", "B %", "B\N{MINUS SIGN}A", "95 %", "p", "verdict")
    table.columns[-1].justify = "left"
    for one in found.measures:
        table.add_row(*_row(one))
    out.print(table)
    out.print()
    out.print(f"A and B decide alike in {found.same:,} of {len(found.asked):,} ({100 * found.same / len(found.asked):.1f} %).")
    for name, habits in zip("AB", found.habits, strict=True):
        out.print(f"{name} {_habits(habits)}.", soft_wrap=True)
    out.print(_foretold(findings.foretold, a, b), soft_wrap=True)
    out.print(
        "Right: nothing differs from the reference solution's action; object and value count where it names one. Intervals and p are "
        "clustered by template; p is Holm's for all rows, and a verdict is what both say.",
        soft_wrap=True,
    )
    for name, count in zip("AB", found.unanswered, strict=True):
        if count:
            out.print(f"{name} left {counted(count, 'question')} without an answer; what one leaves is left out for both.", soft_wrap=True)
    for why, count in findings.left_out.items():
        out.print(f"{counted(count, 'episode')} without states: {why}.", soft_wrap=True)
    for sentence in (*filter(None, [findings.apart]), *findings.cohort.left_out):
        out.print(sentence, soft_wrap=True)


def _row(one: Measured) -> tuple[str, ...]:
    paired = one.paired
    rates = share(one.a / one.of), share(one.b / one.of)
    return one.measure, f"{one.of:,}", *rates, points(paired.difference), spread(paired.interval), chance(one.p_adjusted), one.verdict


def _habits(one: Habits) -> str:
    (early, open_states), (late, ended) = one.early, one.late
    said = f"says done too early in {early:,} of {open_states:,}, and goes on where all is done in {late:,} of {ended:,}"
    return f"{said}; {one.unreadable:,} answers could not be read" if one.unreadable else said


def _foretold(found: Foretold | None, a: str, b: str) -> str:
    if found is None:
        return "Whether decisions go with episodes is not known: A and B have not both played these trials, as the contents they have now."
    templates = counted(found.templates, "template")
    differ = (
        f"of {templates}, B decides worse in {found.worse} and passed less often in {found.and_worse} of these; better in {found.better}, "
        f"and passed more often in {found.and_better}; the opposite way in {found.opposed}"
    )
    same = f"Differences go together with {_tau(found.difference)}; hard templates, for {a} {_tau(found.a)}, for {b} {_tau(found.b)}."
    return f"Against their episodes: {differ}. {same}"


def _tau(one: Association) -> str:
    return (
        f"\N{GREEK SMALL LETTER TAU} {NOTHING}"
        if one.tau is None or one.p is None
        else f"\N{GREEK SMALL LETTER TAU} {one.tau:.2f} (p {chance(one.p)})"
    )


def _json(findings: Findings) -> dict[str, Any]:
    found = findings.decisions
    return {
        "suite": findings.cohort.suite,
        "suite_hash": findings.cohort.suite_hash,
        "a": findings.names[0],
        "b": findings.names[1],
        "states_of": list(findings.sources),
        "decisions": len(found.asked),
        "templates": len({question.trial.task for question in found.asked}),
        "same": found.same,
        "measures": [
            {
                "measure": one.measure,
                "n": one.of,
                "a": one.a / one.of,
                "b": one.b / one.of,
                "diff": one.paired.difference,
                "ci95": None if one.paired.interval is None else list(one.paired.interval),
                "p": one.paired.p,
                "p_adjusted": one.p_adjusted,
                "verdict": one.verdict,
            }
            for one in found.measures
        ],
        "habits": [asdict(one) for one in found.habits],
        "episodes": None if findings.foretold is None else asdict(findings.foretold),
        "unanswered": list(found.unanswered),
        "left_out": [
            *(f"{counted(count, 'episode')}: {why}" for why, count in findings.left_out.items()),
            *filter(None, [findings.apart]),
            *findings.cohort.left_out,
        ],
    }
