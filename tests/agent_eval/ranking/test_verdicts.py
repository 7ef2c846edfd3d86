"""Nothing is said of two builds that what was not seen could make untrue; where a figure looks as if more could be, the reason is given."""

from dataclasses import replace

import pytest

from agent_eval.ranking.results import Item, Results
from agent_eval.ranking.verdicts import Pair, Question, judge
from tests.support.stored import trials

NAMES = trials(60)
DARK = [name for name in NAMES if name.endswith("theme=dark")]


def results(build: str, outcomes: dict[str, bool | str], run: str = "run1", **facts) -> Results:
    """What a build came to: passed or failed, or how else a trial ended."""
    items = [
        Item(
            trial=trial, task=trial.split("/")[0], app="a", kind="", axis="base", value="", base=trial, run=run, episode=f"{run} {trial}",
            outcome=outcome if isinstance(outcome, str) else "passed" if outcome else "failed",
            passed=outcome if isinstance(outcome, bool) else None, reached=None, kept=None, recognition=None, side_effects=None, steps=None,
            reference_steps=None, seconds=None, prompt_tokens=None, output_tokens=None,
        )
        for trial, outcome in outcomes.items()
    ]  # fmt: skip
    return Results(build, build * 10, False, {}, (run,), tuple(items), **facts)


def all_but(failed: list[str], names: list[str] = NAMES) -> dict[str, bool | str]:
    return {name: name not in failed for name in names}


def asked(a: Results, b: Results, *others: Question, partial: frozenset[str] = frozenset(), margin: float = 0.03) -> Pair:
    found = judge([Question(a, b, partial), *others], margin)[0]
    assert found is not None
    return found


WHOLE = results("a", all_but([]))


@pytest.mark.parametrize(
    ("lost", "errors", "verdict"), [(30, 12, "worse"), (9, 0, "worse"), (9, 2, "worse"), (9, 3, "inconclusive"), (9, 12, "inconclusive")]
)
def test_many_trials_without_a_score_leave_only_what_they_cannot_change(lost, errors, verdict):
    """Those that A failed: had B passed them, it would have lost no more than it gained. Two of 120 are few."""
    late = DARK[30 : 30 + errors]
    b = results("b", {**all_but(DARK[:lost]), **dict.fromkeys(late, "timeout")})
    assert asked(results("a", all_but(late)), b).verdict == verdict


def test_a_verdict_that_scores_could_change_is_withheld_with_how_many_and_what_to_do():
    b = results("b", {**all_but(DARK[:7]), **dict.fromkeys(DARK[10:15], "env_error"), DARK[15]: "timeout"})
    a = results("a", all_but(DARK[10:16]))
    found = asked(a, b)
    assert (found.verdict, found.p) == ("inconclusive", 1.0)
    assert found.paired.interval is not None
    assert found.paired.interval[0] < -7 / 114 < 0 < found.paired.interval[1]
    assert found.reason == (
        "6 of 120 trials of b have no score (5 env_error, 1 timeout): had they all failed or all passed, it might not be worse. To know, "
        "play them again with agent-eval run --resume run1 and let all builds play with a longer --time-limit."
    )
    assert asked(b, a).verdict == "inconclusive"


def test_equivalence_does_not_survive_what_was_not_seen():
    many = trials(300)
    a = results("a", all_but([], many))
    few, lacking = ({**all_but([], many), **dict.fromkeys(many[:count], "timeout")} for count in (12, 40))
    assert asked(a, results("b", few)).verdict == "equivalent"
    found = asked(a, results("b", lacking))
    assert (found.verdict, found.paired.not_worse) == ("inconclusive", False)
    assert "it might not be equivalent" in found.reason


def test_errors_of_one_repeat_count_though_another_has_a_score():
    failed = all_but(DARK[:8])
    once = results("b", failed)
    assert asked(WHOLE, once).verdict == "worse"
    errors = results("b", {**failed, **dict.fromkeys(DARK[:8], "env_error")}, run="run2")
    found = asked(WHOLE, replace(once, items=(*once.items, *errors.items)))
    assert found.verdict == "worse", "half of what it lost is lost for certain"
    errors = results("b", dict.fromkeys(NAMES, "env_error"), run="run2")
    found = asked(results("a", all_but(DARK[8:30])), replace(once, items=(*once.items, *errors.items)))
    assert found.verdict == "inconclusive"
    assert "120 of 240 trials of b have no score (120 env_error)" in found.reason


def test_what_one_comparison_says_and_many_do_not_is_explained():
    b = results("b", all_but(DARK[:6]))
    assert (asked(WHOLE, b).verdict, asked(WHOLE, b).reason) == ("worse", "")
    found = asked(WHOLE, b, Question(WHOLE, WHOLE), Question(b, b))
    assert (found.verdict, found.paired.apart) == ("inconclusive", True)
    assert found.reason == "p is 0.031 by itself and 0.094 adjusted for 3 comparisons (Holm); the interval is not adjusted."


def test_that_builds_are_alike_is_adjusted_for_all_that_are_asked():
    """One of them is shown to be within the margin by itself, and not as the best of four."""
    a, b = results("a", all_but(DARK[:2])), results("b", all_but(DARK[2:4]))
    margin = next(margin / 1000 for margin in range(1, 200) if asked(a, b, margin=margin / 1000).verdict == "equivalent")
    worse = results("c", all_but(DARK[:6]))
    found = asked(a, b, *(Question(a, worse) for _ in range(3)), margin=margin)
    assert (found.verdict, found.paired.equivalent) == ("inconclusive", True)
    assert found.reason.startswith("That it is within the margin has p 0.0")


def test_the_test_without_the_interval_is_explained():
    template = {f"notes.small_{number}/0": True for number in range(6)} | {f"notes.large/{number}": True for number in range(60)}
    a = results("a", dict(template))
    found = asked(a, results("b", {name: "large" in name for name in template}))
    assert (found.p, found.verdict) == (2 / 64, "inconclusive")
    assert found.reason.startswith("The test on whole templates tells them apart (p 0.031) and the interval does not")


def test_a_run_that_could_have_been_stopped_keeps_the_test_that_may_be_asked_at_any_time():
    """Six of sixty lost: enough for one look, and too few for a look after every template."""
    b = results("b", all_but(DARK[:6]))
    assert asked(WHOLE, b).verdict == "worse"
    raced = replace(b, raced=frozenset({WHOLE.hash}))
    for found in (asked(WHOLE, raced), asked(raced, WHOLE)):
        assert (found.anytime, found.partial, found.verdict) == (True, False, "inconclusive")
        assert found.p > 0.05 > found.paired.p
        assert "p is of the test that may be asked at any time" in found.reason
    other = replace(b, raced=frozenset({"of another build"}))
    assert asked(WHOLE, other).verdict == "worse"
    alike = replace(results("b", all_but([])), raced=frozenset({WHOLE.hash}))
    assert asked(WHOLE, alike, margin=0.1).verdict == "equivalent", "all trials are there, and this is looked at once"


def test_what_was_decided_and_has_turned_round_is_not_said():
    """The first half goes one way throughout, the second the other way."""
    half = len(NAMES) // 2
    a = results("a", {name: place < half for place, name in enumerate(NAMES)})
    b = results("b", {name: place >= half for place, name in enumerate(NAMES)}, raced=frozenset({a.hash}))
    found = asked(a, b)
    assert (found.p <= 0.05, found.verdict) == (True, "inconclusive")
    assert "what has been played since does not bear it out" in found.reason


def test_a_partial_run_has_an_interval_that_holds_at_any_time_and_no_bounds():
    b = results("b", {name: False if place < 30 else "missing" for place, name in enumerate(NAMES)})
    found = asked(WHOLE, b, partial=frozenset({"b"}))
    assert (found.anytime, found.partial, found.verdict, found.p) == (True, True, "worse", pytest.approx(16 / 2**15))
    assert (found.paired.bounds, found.paired.not_worse, found.paired.p_not_worse) == (None, False, 1.0)
    low, high = found.paired.interval or (0.0, 0.0)
    assert low == -1.0 == found.paired.difference
    assert -0.5 < high < 0


def test_trials_that_are_still_to_be_played_are_not_taken_for_errors():
    b = results("b", {name: False if place < 40 else "missing" for place, name in enumerate(NAMES)})
    assert asked(WHOLE, b, partial=frozenset({"b"})).verdict == "worse"
    doubtful = results("b", {name: False if place < 16 else "timeout" if place < 40 else "missing" for place, name in enumerate(NAMES)})
    found = asked(WHOLE, doubtful, partial=frozenset({"b"}))
    assert (found.verdict, found.p) == ("worse", pytest.approx(9 / 2**8)), "had they passed, they would be no gain on A"


def test_builds_without_a_trial_in_common_have_no_answer():
    half = len(NAMES) // 2
    a, b = results("a", all_but([], NAMES[:half])), results("b", all_but([], NAMES[half:]))
    assert judge([Question(a, b), Question(a, a)], 0.03)[0] is None
