"""Whether single decisions tell what episodes tell: do templates in which a build decides worse also fail more often?"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from scipy.stats import kendalltau

from agent_eval.ranking.agreement import Agreement
from agent_eval.ranking.decisions import Decisions, Question
from agent_eval.ranking.results import Item, clusters, outcomes


@dataclass(frozen=True, slots=True)
class Association:
    """Kendall's τ-b over templates, and its two-sided p; both None where one side is the same for all templates."""

    tau: float | None
    p: float | None


@dataclass(frozen=True, slots=True)
class Foretold:
    """How the decisions of two builds go with the episodes that they played.

    Attributes:
        templates: that both have decisions and scored episodes of.
        worse, and_worse: in which b decides worse than a; and of those, that it passed less often.
        better, and_better: in which it decides better; and of those, that it passed more often.
        opposed: in which decisions and episodes go opposite ways.
        difference: of b's difference in decisions with its difference in episodes.
        a, b: of each build's share of right decisions with its pass rate: which templates are hard.
    """

    templates: int
    worse: int
    and_worse: int
    better: int
    and_better: int
    opposed: int
    difference: Association
    a: Association
    b: Association


def foretold(found: Decisions, a: Iterable[Item], b: Iterable[Item]) -> Foretold | None:
    """Hold decisions against episodes, template by template.

    Args:
        a, b: what the two builds did in their stored runs.

    Returns:
        None where there is no template that both have decisions and scored episodes of.
    """
    right_a, right_b = (_shares(found.asked, side) for side in (found.a, found.b))
    rates_a, rates_b = _rates(a), _rates(b)
    names = [name for name in right_a if name in rates_a and name in rates_b]
    if not names:
        return None
    decided = [right_b[name] - right_a[name] for name in names]
    passed = [rates_b[name] - rates_a[name] for name in names]
    pairs = list(zip(decided, passed, strict=True))
    return Foretold(
        templates=len(names),
        worse=sum(x < 0 for x, _ in pairs),
        and_worse=sum(x < 0 and y < 0 for x, y in pairs),
        better=sum(x > 0 for x, _ in pairs),
        and_better=sum(x > 0 and y > 0 for x, y in pairs),
        opposed=sum(x * y < 0 for x, y in pairs),
        difference=associate(decided, passed),
        a=associate([right_a[name] for name in names], [rates_a[name] for name in names]),
        b=associate([right_b[name] for name in names], [rates_b[name] for name in names]),
    )


def associate(one: Sequence[float], other: Sequence[float]) -> Association:
    """Kendall's τ-b of two rows of numbers (Kendall 1945), which allows for ties; p as `scipy.stats.kendalltau` has it."""
    if len(set(one)) < 2 or len(set(other)) < 2:
        return Association(None, None)
    found = kendalltau(one, other)
    return Association(float(found.statistic), float(found.pvalue))


def _shares(asked: Sequence[Question], agreed: Sequence[Agreement]) -> dict[str, float]:
    """Template → share of its decisions that are right."""
    right: dict[str, list[bool]] = defaultdict(list)
    for question, one in zip(asked, agreed, strict=True):
        right[question.trial.task].append(one.right)
    return {task: fmean(values) for task, values in right.items()}


def _rates(items: Iterable[Item]) -> Mapping[str, float]:
    """Template → pass rate of its scored trials, a repeated one counted once."""
    kept = list(items)
    template, rates = clusters(kept), defaultdict(list)
    for trial, values in outcomes(kept).items():
        rates[template[trial]].append(fmean(values))
    return {task: fmean(values) for task, values in rates.items()}
