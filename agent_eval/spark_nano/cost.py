"""What quantisation cost spark-nano: the stored runs of its builds on one suite, each against bf16 on the same trials."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from agent_eval.program import program
from agent_eval.ranking.intervals import wilson
from agent_eval.ranking.paired import Paired, compare, holm
from agent_eval.spark_nano.fidelity import Fidelity
from agent_eval.spark_nano.held_out import SLICES, Slice, slice_of
from agent_eval.store.database import Database
from agent_eval.store.queries import RunRecord, Scored, build_info, list_runs, scored

YARDSTICK = "bf16"


class CostError(Exception):
    """The runs that the table needs are not there, or cannot be compared. One sentence for the user."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many of so many, with Wilson's 95 % interval; None where there were none."""

    count: int
    of: int
    interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Row:
    """One build.

    Attributes:
        build, hash, run: names of the build, of its content and of its run.
        bits: stored bits a weight; None for a baseline.
        scored: passes over all trials.
        slices: passes by what training had of the trial.
        reached: trials in which the goal held at some time.
        recognised: of those, trials in which the build said so afterwards.
        passed_against, reached_against: paired differences to bf16; None for bf16 itself.
        recognised_against: the same of recognition, on the trials in which both reached the goal; None too where there are none.
        p_adjusted: of the passes, for as many builds as were compared (Holm); None for bf16 and baselines.
        fidelity: of its answers to the base's; None where it was not measured or there are no answers.
    """

    build: str
    hash: str
    run: str
    bits: float | None
    scored: Rate
    slices: Mapping[Slice, Rate]
    reached: Rate
    recognised: Rate
    passed_against: Paired | None
    reached_against: Paired | None
    recognised_against: Paired | None
    p_adjusted: float | None
    fidelity: Fidelity | None


def newest_runs(database: Database, suite_name: str, suite_hash: str, also: Sequence[str] = ()) -> dict[str, RunRecord]:
    """The newest complete run of each build on these very trials. Runs of builds from another checkpoint than bf16's newest are left out.

    Args:
        also: ids of further runs to take, of builds from any checkpoint: of an adapter that was trained for a scheme, say. They go by
            their build's name and the beginning of its hash, as ``w4a16@1a2b3c``.

    Raises:
        CostError: bf16 has none, or a further run is not complete, or is of other trials.
    """
    complete = [
        run
        for run in list_runs(database, 1_000_000)
        if run.suite == suite_name and run.suite_hash == suite_hash and run.tally.unsettled == 0 and run.device == "sim"
    ]
    base = next((build_info(database, run.id).get("base_hash") for run in complete if run.build == YARDSTICK), None)
    if base is None:
        play = f"{program()} run --build {YARDSTICK} --suite {suite_name}"
        raise CostError(f"there is no complete run of {YARDSTICK} on the suite {suite_name} as it is now; play it first: {play}")
    found: dict[str, RunRecord] = {}
    for run in complete:
        if build_info(database, run.id).get("base_hash") in (base, None):
            found.setdefault(run.build, run)
    known = {run.id: run for run in complete}
    for run_id in also:
        if run_id not in known:
            raise CostError(f"run {run_id} is not a complete run of the suite {suite_name} as it is now, on the simulated phone")
        found[f"{known[run_id].build}@{known[run_id].build_hash[:6]}"] = known[run_id]
    return found


def rows(
    database: Database, runs: Mapping[str, RunRecord], measure: Callable[[str, str], Fidelity | None] = lambda build, digest: None
) -> list[Row]:
    """The table, bf16 first, then by passes.

    Args:
        runs: by build, bf16 among them.
        measure: (build, hash) → its fidelity.
    """
    played = {name: scored(database, run.id) for name, run in runs.items()}
    base = played[YARDSTICK]
    cluster = {one.trial.id: one.trial.task for entries in played.values() for one in entries}
    others = [name for name in runs if name != YARDSTICK]
    against = {name: compare(_each(base, _did), _each(played[name], _did), cluster) for name in others}
    family = [name for name in others if _bits(database, runs[name]) is not None]
    adjusted = dict(zip(family, holm([against[name].p for name in family]), strict=True))
    result = []
    for name, run in runs.items():
        own = played[name]
        reached = [one for one in own if _reached(one)]
        result.append(
            Row(
                build=name,
                hash=run.build_hash,
                run=run.id,
                bits=_bits(database, run),
                scored=_rate(own, _did),
                slices={
                    part: _rate([one for one in own if slice_of(one.trial) == part], lambda one: one.verdict.passed) for part in SLICES
                },
                reached=_rate(own, _reached),
                recognised=_rate(reached, _recognised),
                passed_against=against.get(name),
                reached_against=None if name == YARDSTICK else compare(_each(base, _reached), _each(own, _reached), cluster),
                recognised_against=None if name == YARDSTICK else _recognition(base, own, cluster),
                p_adjusted=adjusted.get(name),
                fidelity=measure(name, run.build_hash),
            )
        )
    return sorted(result, key=lambda row: (row.build != YARDSTICK, row.bits is None, -row.scored.count))


def _recognition(base: Sequence[Scored], own: Sequence[Scored], cluster: Mapping[str, str]) -> Paired | None:
    a, b = (_each([one for one in entries if _reached(one)], _recognised) for entries in (base, own))
    return compare(a, b, cluster) if a.keys() & b.keys() else None


def _rate(entries: Sequence[Scored], holds: Callable[[Scored], bool]) -> Rate:
    count = sum(holds(one) for one in entries)
    return Rate(count, len(entries), wilson(count, len(entries)))


def _bits(database: Database, run: RunRecord) -> float | None:
    bits: float | None = build_info(database, run.id).get("bits_per_weight")
    return bits


def _each(entries: Sequence[Scored], holds: Callable[[Scored], bool]) -> dict[str, tuple[bool]]:
    return {one.trial.id: (holds(one),) for one in entries}


def _did(one: Scored) -> bool:
    return one.verdict.passed


def _reached(one: Scored) -> bool:
    return one.verdict.goal_reached_step is not None


def _recognised(one: Scored) -> bool:
    return one.verdict.recognition in ("in_time", "late")
