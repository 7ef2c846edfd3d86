"""Rankings as plain data, for JSON. Rates, differences and intervals are shares, not points; what there is none of is null."""

from dataclasses import asdict
from typing import Any

from agent_eval.ranking.answers import notes
from agent_eval.ranking.comparison import FAMILIES, Comparison, Row
from agent_eval.ranking.drops import drops
from agent_eval.ranking.paired import Paired
from agent_eval.ranking.standings import Ranking, Standing, failings, fragilities, recommend
from agent_eval.ranking.verdicts import Pair


def ranking_json(ranking: Ranking, axes: bool = False) -> dict[str, Any]:
    """A ranking; builds that have a place first, then partial ones, then baselines.

    Args:
        axes: whether to add what each variation costs each build.
    """
    advice = recommend(ranking)
    return {
        "suite": ranking.cohort.suite,
        "suite_hash": ranking.cohort.suite_hash,
        "device": ranking.cohort.device,
        "settings": dict(ranking.cohort.settings),
        "against": ranking.yardstick,
        "margin": ranking.margin,
        "ship": {
            "build": advice.build,
            "why": advice.why,
            "group": list(advice.group),
            "equal": list(advice.equal),
            "p_not_worse": dict(ranking.not_worse),
        },
        "builds": [_standing(one, ranking.ranges.get(one.build)) for one in (*ranking.builds, *ranking.partial, *ranking.baselines)],
        "pairs": [_pair(pair) for pair in ranking.pairs],
        "tiers": [list(group) for group in ranking.tiers],
        "notes": notes(ranking),
        **({"axes": _axes(ranking)} if axes else {}),
        "left_out": list(ranking.cohort.left_out),
    }


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """A comparison: in ``builds`` A and B, in ``pairs`` the one of them, and beside that what a ranking does not have."""
    overall = comparison.overall
    return {
        "suite": comparison.cohort.suite,
        "suite_hash": comparison.cohort.suite_hash,
        "device": comparison.cohort.device,
        "settings": dict(comparison.cohort.settings),
        "margin": comparison.margin,
        "builds": [_standing(one, None) for one in (comparison.a, comparison.b)],
        "pairs": [{**_pair(overall.pair), "mcnemar": comparison.mcnemar}],
        "families": {family: [_row(row) for row in comparison.rows if row.family == family] for family in FAMILIES[1:]},
        "fragility": [asdict(one) for one in comparison.fragility],
        "discordant": [asdict(one) for one in comparison.discordant],
        "unpaired": [asdict(one) for one in comparison.unpaired],
        "left_out": list(comparison.cohort.left_out),
    }


def _row(row: Row) -> dict[str, Any]:
    return {"name": row.name, "a_rate": row.a_rate, "b_rate": row.b_rate, **_found(row.pair)}


def paired_json(paired: Paired) -> dict[str, Any]:
    """What every comparison holds."""
    return {
        "n": paired.trials,
        "templates": paired.clusters,
        "gained": paired.gained,
        "lost": paired.lost,
        "diff": paired.difference,
        "ci95": ends(paired.interval),
        "not_worse": paired.not_worse,
        "equivalent": paired.equivalent,
    }


def ends(interval: tuple[float, float] | None) -> list[float] | None:
    """An interval as a list."""
    return None if interval is None else list(interval)


def _standing(one: Standing, place: tuple[int, int] | None) -> dict[str, Any]:
    return {
        "build": one.build,
        "hash": one.results.hash,
        "baseline": one.results.baseline,
        "bits_per_weight": one.results.info.get("bits_per_weight"),
        "runs": list(one.results.runs),
        "planned": one.planned,
        "n": one.scored,
        "passed": round(one.passes, 9),  # repeats add up to a whole number, and rounding to 83.00000000000003
        "pass_rate": one.rate,
        "ci95": ends(one.interval),
        "effective_n": one.effective,
        "rank_range": None if place is None else list(place),
        "partial": one.partial,
        "open": one.open,
        "repeats": one.repeats,
        "stopped": None if one.results.stopped is None else dict(one.results.stopped),
        "unscored": dict(one.unscored),
        "bounds": ends(one.bounds),
        "goal_reached": one.reached,
        "kept": one.kept,
        "recognised": one.recognised,
        "side_effects": one.side_effects,
        "steps_to_reference": one.steps,
        "seconds_per_episode": one.seconds,
        "tokens_per_episode": one.tokens,
        "failures": dict(failings(one.results)),
    }


def _pair(pair: Pair) -> dict[str, Any]:
    return {"a": pair.a, "b": pair.b, **_found(pair), "anytime": pair.anytime}


def _found(pair: Pair) -> dict[str, Any]:
    """What is said of a pair; ``reason`` is there where the verdict is inconclusive and a figure looks otherwise."""
    return {
        **paired_json(pair.paired),
        "p": pair.p,
        "p_adjusted": pair.p_adjusted,
        "verdict": pair.verdict,
        "reason": pair.reason or None,
    }


def _axes(ranking: Ranking) -> dict[str, Any]:
    ranked = [*ranking.builds, *ranking.partial]
    return {
        "drops": {one.build: [asdict(drop) for drop in drops(one.results.items)] for one in ranked},
        "more_than_yardstick": {build: [asdict(one) for one in found] for build, found in fragilities(ranking).items()},
    }
