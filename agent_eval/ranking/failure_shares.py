"""How often each build fails in which way, from stored episodes, and where to look."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from agent_eval.ranking.failures import CLASSES, Failure, FailureClass, explain
from agent_eval.ranking.intervals import clustered_wilson
from agent_eval.ranking.results import Item, Results
from agent_eval.store import models
from agent_eval.store.database import Database
from agent_eval.store.errors import OtherVersionError
from agent_eval.store.rebuild import load_trace
from tasks import registry
from tasks.conditions import OracleError
from tasks.oracle import judge
from tasks.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Told:
    """A failed episode, its trial and template, and what went wrong."""

    episode: str
    trial: str
    task: str
    failure: Failure


@dataclass(frozen=True, slots=True)
class Share:
    """How many of a build's failed episodes are in a class.

    Attributes:
        kind: the class.
        count, of: how many, of so many that a class is known of.
        interval: 95 % of the share: Wilson's, clustered by template; None where there is none to take it of.
        episodes: those in the class.
    """

    kind: FailureClass
    count: int
    of: int
    interval: tuple[float, float] | None
    episodes: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class BuildFailures:
    """How a build's failed episodes failed.

    Attributes:
        build: as in the cohort.
        scored: episodes that passed or failed.
        failed: of these, those that failed.
        told: of these, those that a class is known of.
        untold: why the class of others is not → how many.
    """

    build: str
    scored: int
    failed: int
    told: tuple[Told, ...]
    untold: Mapping[str, int]

    def shares(self) -> tuple[Share, ...]:
        """Every class, in the order of `CLASSES`; those that no episode is in too."""
        return tuple(_share(kind, self.told) for kind in CLASSES)


def failed_items(results: Results) -> tuple[Item, ...]:
    """The failed episodes of a build."""
    return tuple(item for item in results.items if item.outcome == "failed" and item.episode is not None)


def failures_of(database: Database, results: Results, watch: Callable[[], None] = lambda: None) -> BuildFailures:
    """Class every failed episode of a build.

    Args:
        watch: told after each episode.

    Raises:
        StoreError: the database cannot be read.
    """
    told: list[Told] = []
    untold: Counter[str] = Counter()
    failed = failed_items(results)
    for item in failed:
        found = _tell(database, item)
        if isinstance(found, str):
            untold[found] += 1
        else:
            told.append(found)
        watch()
    return BuildFailures(
        build=results.build,
        scored=sum(item.passed is not None for item in results.items),
        failed=len(failed),
        told=tuple(told),
        untold=dict(untold),
    )


def _tell(database: Database, item: Item) -> Told | str:
    """An episode with its class, or why none can be told.

    The rules ask today's oracle and solution. Where the oracle does not say of the trace what it said when it was played, they would tell
    of another task than the one that was failed.

    Raises:
        StoreError: the database cannot be read: that says nothing of how a build fails.
    """
    assert item.episode is not None
    if item.task not in registry.tasks():
        return "the template is gone"
    with database.read() as session:
        stored = Verdict.model_validate(session.get_one(models.Episode, item.episode).verdict)
    try:
        trial, trace, steps = load_trace(database, item.episode)
    except OtherVersionError:
        return "this version cannot read how they were recorded"
    try:
        verdict = judge(registry.oracle(trial), trace, steps)
    except OracleError:
        return "today's oracle cannot judge them"
    if _told_by(verdict) != _told_by(stored):
        return "today's oracle judges them otherwise than when they were played"
    return Told(item.episode, item.trial, item.task, explain(trace, verdict, trial))


def _told_by(verdict: Verdict) -> tuple[object, ...]:
    """What of a verdict the rules go by."""
    return verdict.passed, verdict.goal_at_end, verdict.goal_reached_step, verdict.kept, verdict.recognition, bool(verdict.side_effects)


def _share(kind: FailureClass, told: Sequence[Told]) -> Share:
    inside: Counter[str] = Counter(one.task for one in told if one.failure.kind == kind)
    whole: Counter[str] = Counter(one.task for one in told)
    return Share(
        kind=kind,
        count=inside.total(),
        of=len(told),
        interval=clustered_wilson([(inside[task], whole[task]) for task in whole]),
        episodes=tuple(one for one in told if one.failure.kind == kind),
    )
