from dataclasses import replace
from datetime import UTC, datetime

import pytest

from agent_eval.cli.report import Lines, done, duration, milliseconds, percent, steps, table
from agent_eval.outcome import ERRORS, Tally
from agent_eval.ranking.intervals import wilson
from agent_eval.store.queries import RunRecord, Summary


def numbers(*outcomes, planned):
    tally = Tally.of(outcomes, planned)
    interval = wilson(tally.counts["passed"], tally.scored)
    record = RunRecord("abc", "w4a16", "h", "sim", "smoke", "s", planned, {}, {}, datetime.now(UTC), tally, interval)
    return record, Summary(tally, interval, 3, 2, {"in_time": 2, "none": 1}, 1, 5.0, 4.0, 1.25, 1.2, 801.4, 19.6, 2, 40, "e1")


def printed(record, summary):
    return table(record, summary).plain


def test_what_is_not_scored_stands_beside_the_rate():
    text = printed(*numbers("passed", "passed", "failed", "env_error", "timeout", planned=6))
    assert "66.7 % (2 of 3; 95 % interval at any time 20.8 to 93.9 %)" in text
    assert "3 of 6 trials" in text
    assert "2 passed + 1 failed + 1 env_error + 1 timeout + 1 missing = 6 planned" in " ".join(text.split())
    assert "1,250 ms (1,200 deciding); 801 tokens read, 20 written" in text
    assert "2 of 40 steps" in text
    assert "2 in time, 1 neither reached nor claimed\n" in text


@pytest.mark.parametrize("outcomes", [["passed"] * 600, ["passed"] * 351 + ["failed"] * 249, ["passed", "failed", *ERRORS, "cancelled"]])
def test_no_row_is_wider_than_80_columns_or_ends_in_blanks(outcomes, capsys):
    Lines().end(*numbers(*outcomes, planned=len(outcomes) + 1))
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert [line for line in lines if line != line.rstrip()] == []


def test_a_run_broken_off_with_nothing_scored_has_no_table(capsys):
    Lines().end(*numbers("cancelled", planned=2))
    assert capsys.readouterr().out == ""
    Lines().end(*numbers("timeout", planned=1))
    assert "1 timeout = 1 planned" in capsys.readouterr().out


def test_nothing_scored_is_no_rate():
    record, summary = numbers("cancelled", planned=2)
    assert "n/a: none of 2 trials was scored" in printed(record, summary)
    event = done(record, summary)
    assert (event["pass_rate"], event["ci95"], event["complete"]) == (None, None, False)
    assert sum(event["outcomes"].values()) == event["planned"]


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.4, "0 s"), (59.4, "59 s"), (60, "1 min 00 s"), (185, "3 min 05 s"), (7620, "2 h 07 min")]
)
def test_durations(seconds, words):
    assert duration(seconds) == words


def test_shares_and_times():
    assert (percent(None), percent(0.5833)) == ("n/a", "58.3 %")
    assert (milliseconds(None), milliseconds(0.00031), milliseconds(1.25)) == ("n/a", "0.31 ms", "1,250 ms")


@pytest.mark.parametrize("passed", [3, 44, 351, 600, 1119])
def test_figures_that_belong_together_stand_on_one_line(passed):
    record, summary = numbers(*["passed"] * passed, *["failed"] * (1120 - passed), planned=1120)
    lines = printed(record, replace(summary, interval=wilson(passed, 1120))).splitlines()
    low, high = (100 * bound for bound in wilson(passed, 1120))
    assert [line for line in lines if f"{low:.1f} to {high:.1f} %" in line]
    assert [line for line in lines if line.strip().startswith(("%", "ms", "to ", "of "))] == []


def test_steps_are_counted_in_words():
    assert (steps(0), steps(1), steps(2)) == ("0 steps", "1 step", "2 steps")
