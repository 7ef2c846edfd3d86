"""What may be said of one build against another, and why no more.

All that is looked at together is one family: p is adjusted for it (Holm), and so is the claim that a difference is within the margin.
Nothing is said that trials without a score could have made untrue, nor what holds for one look only where more than one was possible.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from agent_eval.outcome import TOLERATED
from agent_eval.program import program
from agent_eval.ranking.figures import chance, counted, listed
from agent_eval.ranking.paired import ALPHA, Paired, Verdict, compare, holm, verdict
from agent_eval.ranking.results import OPEN, Item, Results, clusters, outcomes
from agent_eval.ranking.sequential import Decider
from agent_eval.ranking.stopping import Scores, decide

Part = Callable[[Item], bool | None]
Interval = tuple[float, float] | None


def passed(item: Item) -> bool | None:
    """What is compared where nothing else is said."""
    return item.passed


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: B against A, on the trials that they were given and by a part of the verdict.

    Attributes:
        partial: which of the two have not played all trials: their names.
    """

    a: Results
    b: Results
    partial: frozenset[str] = frozenset()
    part: Part = passed


@dataclass(frozen=True, slots=True)
class Pair:
    """Build b against build a.

    Where many trials of one have no score, interval, bounds and p hold whatever these would have come to: they are the widest and the
    largest of what was seen, and of what it would be had they all failed, and had they all passed.

    Attributes:
        paired: the difference, interval and bounds; where `partial`, the interval is one that holds whenever one looks, and no bounds.
        p: of the exact test on whole templates; where `anytime`, of the test that may be asked as often as one likes.
        p_adjusted: Holm's, for all that was asked together.
        reason: of an inconclusive verdict, a sentence where a figure beside it would seem to say more; empty otherwise.
        anytime: whether when to stop may have been chosen by what was seen: one of the two has not played all trials, or was held against
            the other while it played, be it that it has played them all since.
        partial: whether one of the two has not played all trials.
    """

    a: str
    b: str
    paired: Paired
    p: float
    p_adjusted: float
    verdict: Verdict
    reason: str
    anytime: bool
    partial: bool


def judge(asked: Sequence[Question], margin: float) -> list[Pair | None]:
    """The answers, adjusted for all of them; None where the two have no trial in common that both have a score for."""
    weighed = [_weigh(question, margin) for question in asked]
    answered = [(question, one) for question, one in zip(asked, weighed, strict=True) if one is not None]
    seen, held = _verdicts([one.seen for _, one in answered]), _verdicts([one.held for _, one in answered])
    found = (_pair(*one, before, after, len(answered)) for one, before, after in zip(answered, seen, held, strict=True))
    return [None if one is None else next(found) for one in weighed]


@dataclass(frozen=True, slots=True)
class _Found:
    """One answer before it is adjusted. ``decided``: what the test that may be asked at any time says; None where another one counts."""

    paired: Paired
    p: float
    decided: str | None


@dataclass(frozen=True, slots=True)
class _Weighed:
    """What was seen, and what of that holds whatever the trials without a score would have come to: the same where they are few."""

    seen: _Found
    held: _Found


@dataclass(frozen=True, slots=True)
class _Said:
    verdict: Verdict
    p_adjusted: float
    p_equivalent: float


def _weigh(question: Question, margin: float) -> _Weighed | None:
    a, b, part = question.a, question.b, question.part
    mine, its = outcomes(a.items, part), outcomes(b.items, part)
    if not mine.keys() & its.keys():
        return None
    seen = _test(question, mine, its, margin)
    many = [unscored(one, one.build in question.partial) for one in (a, b)]
    if not any(many):
        return _Weighed(seen, seen)
    worst = _test(question, filled(mine, many[0], True), filled(its, many[1], False), margin)
    best = _test(question, filled(mine, many[0], False), filled(its, many[1], True), margin)
    return _Weighed(seen, _whatever(seen, worst, best))


def unscored(results: Results, partial: bool) -> list[Item]:
    """What has no score, where that is too much to be left out of account (`TOLERATED`); nothing otherwise.

    Args:
        partial: whether it has not played all trials: then those that are open are left out of account, for there may be many.
    """
    items = [item for item in results.items if not (partial and item.outcome in OPEN)]
    without = [item for item in items if item.passed is None]
    return without if len(without) > TOLERATED * len(items) else []


def filled(scores: Mapping[str, tuple[bool, ...]], without: Sequence[Item], value: bool) -> dict[str, tuple[bool, ...]]:
    """What scores would be if each of these had come out so."""
    found = dict(scores)
    for item in without:
        found[item.trial] = (*found.get(item.trial, ()), value)
    return found


def _test(question: Question, mine: Scores, its: Scores, margin: float) -> _Found:
    a, b = question.a, question.b
    paired = compare(mine, its, clusters(a.items) | clusters(b.items), margin=margin)
    partial = bool(question.partial & {a.build, b.build})
    if not partial and not raced(a, b):
        return _Found(paired, paired.p, None)
    decider = decide(clusters(b.items), _ended(a) & _ended(b), mine, its)
    return _Found(_at_any_time(paired, decider) if partial else paired, decider.p, decider.state)


def raced(a: Results, b: Results) -> bool:
    """Whether one was held against the other while it was played."""
    return a.hash in b.raced or b.hash in a.raced


def _ended(results: Results) -> set[str]:
    """Trials that have been played to their end at least once."""
    return {item.trial for item in results.items if item.outcome not in OPEN}


def _at_any_time(paired: Paired, decider: Decider) -> Paired:
    """With an interval that holds at any time, and without claims that are made for one look."""
    low, high = decider.interval()
    # That is of templates alike, up to the first that is open; the mean is of trials, be they of templates of unequal size.
    interval = min(low, paired.difference), max(high, paired.difference)
    return replace(paired, interval=interval, bounds=None, p_not_worse=1.0, p_not_better=1.0)


def _whatever(*found: _Found) -> _Found:
    """What holds of all of these; the difference and the counts are those of the first."""
    pairs = [one.paired for one in found]
    one_way = all(pair.difference > 0 for pair in pairs) or all(pair.difference < 0 for pair in pairs)
    states = {one.decided for one in found}
    paired = replace(
        pairs[0],
        interval=_around([pair.interval for pair in pairs]),
        bounds=_around([pair.bounds for pair in pairs]),
        p=max(pair.p for pair in pairs) if one_way else 1.0,
        p_not_worse=max(pair.p_not_worse for pair in pairs),
        p_not_better=max(pair.p_not_better for pair in pairs),
    )
    return _Found(paired, max(one.p for one in found) if one_way else 1.0, states.pop() if len(states) == 1 else "undecided")


def _around(intervals: Sequence[Interval]) -> Interval:
    known = [interval for interval in intervals if interval is not None]
    return (min(low for low, _ in known), max(high for _, high in known)) if len(known) == len(intervals) else None


def _verdicts(family: Sequence[_Found]) -> list[_Said]:
    """What may be said of each, adjusted for all."""
    adjusted, within = holm([one.p for one in family]), holm([one.paired.p_equivalent for one in family])
    return [_said(*each) for each in zip(family, adjusted, within, strict=True)]


def _said(one: _Found, p_adjusted: float, p_equivalent: float) -> _Said:
    found = verdict(one.paired, p_adjusted, p_equivalent)
    # Where the test has decided earlier, for what has turned round since, nothing is said.
    turned = found in ("better", "worse") and one.decided not in (None, found)
    return _Said("inconclusive" if turned else found, p_adjusted, p_equivalent)


def _pair(question: Question, one: _Weighed, before: _Said, after: _Said, family: int) -> Pair:
    a, b = question.a, question.b
    partial = bool(question.partial & {a.build, b.build})
    return Pair(
        a=a.build,
        b=b.build,
        paired=one.held.paired,
        p=one.held.p,
        p_adjusted=after.p_adjusted,
        verdict=after.verdict,
        reason=_reason(question, one, before, after, family) if after.verdict == "inconclusive" else "",
        anytime=partial or raced(a, b),
        partial=partial,
    )


def _reason(question: Question, one: _Weighed, before: _Said, after: _Said, family: int) -> str:
    """Why no more is said than "inconclusive", where something beside it looks as if more could be."""
    lacking = ((side, unscored(side, side.build in question.partial)) for side in (question.a, question.b))
    doubts = [(without_score(side, items), f"To know, {remedy(items)}.") for side, items in lacking if items]
    if before.verdict != "inconclusive":
        ifs = f"had they all failed or all passed, it might not be {before.verdict}"
        return " ".join(f"{how_many}: {ifs}. {to_do}" for how_many, to_do in doubts)
    paired, together = one.held.paired, f"adjusted for {counted(family, 'comparison')} (Holm)"
    if after.p_adjusted <= ALPHA:
        if one.held.decided is not None:
            return "The test that may be asked at any time told them apart once, and what has been played since does not bear it out."
        return (
            f"The test on whole templates tells them apart (p {chance(after.p_adjusted)}) and the interval does not, as can be where "
            "templates are of unequal size: only what both say is said."
        )
    if one.held.p <= ALPHA:
        return f"p is {chance(one.held.p)} by itself and {chance(after.p_adjusted)} {together}; the interval is not adjusted."
    if paired.apart:
        return (
            "One was held against the other while it was played, so p is of the test that may be asked at any time; the interval is of all "
            "trials, for one look."
        )
    if paired.p_equivalent <= ALPHA:
        return f"That it is within the margin has p {chance(paired.p_equivalent)} by itself and {chance(after.p_equivalent)} {together}."
    return " ".join(f"{how_many}: p and the interval hold whatever they would have come to. {to_do}" for how_many, to_do in doubts)


def without_score(side: Results, items: Sequence[Item], named: bool = True) -> str:
    """``7 of 120 trials of w4a16 have no score (6 env_error, 1 timeout)``, or without its name; of repeats, each counts."""
    ways = ", ".join(f"{count:,} {way}" for way, count in sorted(Counter(item.outcome for item in items).items()))
    of = f" of {side.build}" if named else ""
    return f"{len(items):,} of {counted(len(side.items), 'trial')}{of} have no score ({ways})"


def remedy(items: Sequence[Item]) -> str:
    """What to do about trials without a score: a resume plays again what ended in an error, and leaves what ran out of time."""
    runs = dict.fromkeys(item.run for item in items if item.outcome != "timeout")
    ways = [f"play them again with {program()} run --resume {run}" for run in runs]
    if any(item.outcome == "timeout" for item in items):
        ways.append("let all builds play with a longer --time-limit")
    return listed(ways)
