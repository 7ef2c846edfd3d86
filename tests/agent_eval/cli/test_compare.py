"""`compare` says how much B differs from A, how sure that is and where, and refuses what cannot be compared."""

from contextlib import closing

import pytest
from rich.console import Console

from agent_eval.cli import compare as command
from agent_eval.ranking.comparison import compare
from agent_eval.ranking.results import two
from agent_eval.store.database import Database
from tests.support.stored import passing, store, trials

NAMES = trials(60)
DARK = {name for name in NAMES if name.endswith("theme=dark")}


@pytest.fixture
def database(data_folder):
    with closing(Database(data_folder / "agent-eval.sqlite")) as opened:
        yield opened


@pytest.fixture
def runs(database):
    """bf16 that fails one trial, and w4a16 that fails all dark ones and passes that."""
    return store(database, "bf16", passing(NAMES, {NAMES[0]})), store(database, "w4a16", {**passing(NAMES, DARK), NAMES[3]: "timeout"})


def test_the_verdict_and_what_it_rests_on_come_first(runs, agent_eval):
    said = agent_eval("compare", "bf16", "w4a16")
    assert (said.code, said.err) == (0, "")
    assert "B = w4a16 against A = bf16, core on sim" in said.out
    assert "Verdict: worse. B less A is −48.7 points (95 % −52.4 to −45.1), p <0.001" in said.out
    assert "on 119 trials of 60 templates: gained 1, lost 59." in said.out
    assert "Not worse by 3 points: not shown" in said.out
    assert f"In no figure, for want of a score: {NAMES[3]} (A passed, B timeout)." in said.out
    assert "Told apart in how they bear it: theme." in said.out


def test_trials_that_differ_are_listed_with_both_episodes_and_how_to_look_at_them(runs, agent_eval):
    said = agent_eval("compare", "bf16", "w4a16", "--all")
    a, b = runs
    assert f"{NAMES[1]}" in said.out
    assert f"replay {(a + '1')[-10:]}" in said.out
    assert said.out.count("\nlost ") == 59
    assert said.out.count("\ngained ") == 1
    short = agent_eval("compare", "bf16", "w4a16").out
    assert short.count("\nlost ") == 7
    assert "(8 of 60)" in short
    ((found,),) = (agent_eval("compare", "bf16", "w4a16", "--json").lines,)
    assert len(found["discordant"]) == 60
    assert found["discordant"][0]["a_episode"] == f"{a}1"[-10:]
    assert found["discordant"][0]["b_episode"] == f"{b}1"[-10:]


def test_the_json_has_the_shape_of_a_ranking_s_and_all_families(runs, agent_eval):
    (found,) = agent_eval("compare", "bf16", "w4a16", "--json").lines
    assert [one["build"] for one in found["builds"]] == ["bf16", "w4a16"]
    (pair,) = found["pairs"]
    assert (pair["a"], pair["b"], pair["n"], pair["verdict"], pair["anytime"]) == ("bf16", "w4a16", 119, "worse", False)
    assert pair["diff"] == pytest.approx(-58 / 119)
    assert pair["ci95"][0] < pair["diff"] < pair["ci95"][1]
    assert {family: [row["name"] for row in rows] for family, rows in found["families"].items()} == {
        "verdict": ["goal reached", "kept", "recognised", "no side effects"],
        "app": ["clock", "mail", "maps", "notes"],
        "axis": ["base", "theme"],
    }
    assert found["unpaired"] == [{"trial": NAMES[3], "a": "passed", "b": "timeout"}]
    assert found["fragility"][0]["difference"] == pytest.approx(-1 - 1 / 59, abs=0.02)


def test_runs_are_compared_by_the_beginnings_of_their_ids(runs, agent_eval):
    by_run, by_name = (agent_eval("compare", *words, "--json").lines for words in ((runs[0][:6], runs[1][:6]), ("bf16", "w4a16")))
    assert by_run == by_name


def test_b_against_a_is_a_against_b_the_other_way_round(runs, agent_eval):
    (one,), (other,) = (agent_eval("compare", *words, "--json").lines for words in (("bf16", "w4a16"), ("w4a16", "bf16")))
    assert one["pairs"][0]["diff"] == -other["pairs"][0]["diff"]
    assert one["pairs"][0]["p"] == other["pairs"][0]["p"]
    assert (one["pairs"][0]["verdict"], other["pairs"][0]["verdict"]) == ("worse", "better")


def test_equivalence_depends_on_the_margin(database, agent_eval):
    many = trials(300)
    store(database, "bf16", passing(many, {many[0]}))
    store(database, "w4a16", passing(many, {many[2]}))
    assert "Not worse by 3 points: shown, nor better by as much: they are equivalent (90 %" in agent_eval("compare", "bf16", "w4a16").out
    assert "Not worse by 0.2 points: not shown" in agent_eval("compare", "bf16", "w4a16", "--margin", "0.2").out


def test_a_partial_run_is_judged_by_what_holds_at_any_time(database, agent_eval):
    store(database, "bf16", passing(NAMES))
    store(database, "w4a16", {**dict.fromkeys(NAMES), **passing(NAMES[:16], set(NAMES[:16]))})
    said = agent_eval("compare", "bf16", "w4a16").out
    assert "Verdict: worse." in said
    assert "p 0.035 (by a test that may be asked at any time)" in said
    assert "B less A is −100.0 points (95 % −100.0 to −" in said, "an interval that holds at any time is wide after eight templates"
    assert "Partial: 104 of 120 trials of w4a16 are still to be played, and nothing here is final." in said
    assert "Not worse by 3 points: cannot be said before all trials are played." in said


def test_unlike_runs_are_refused_in_one_sentence_that_says_what_differs(database, agent_eval):
    a = store(database, "bf16", passing(NAMES), versions={"mail.task_1": "v0"})
    b = store(database, "w4a16", passing(NAMES))
    said = agent_eval("compare", "bf16", "w4a16")
    assert (said.code, said.out) == (2, "")
    assert said.sentence() == f"run {b} of w4a16 cannot be compared with run {a} of bf16, for it has other versions of mail.task_1."


@pytest.mark.parametrize(
    ("a", "b", "sentence"),
    [
        ("bf16", "bf16", "bf16 and bf16 are the same: give two builds, or two runs of one"),
        ("bf16", "w4a61", "no build 'w4a61' has played any suite: the nearest that has is w4a16."),
    ],
)
def test_wrong_usage_is_said_in_one_sentence(runs, agent_eval, a, b, sentence):
    said = agent_eval("compare", a, b)
    assert (said.code, said.out) == (2, "")
    assert sentence in said.sentence()


def test_it_fits_a_terminal_of_80_columns_with_nothing_cut(runs, database):
    out = Console(width=80, force_terminal=True, color_system=None, highlight=False)
    with out.capture() as captured:
        command.show(out, compare(two(database, "bf16", "w4a16")), everything=False)
    lines = captured.get().splitlines()
    assert max(len(line) for line in lines if not line.startswith("Look at both")) <= 80
    assert len(lines) < 55
    assert "inconclusive" in captured.get()
    assert "…" not in captured.get()


def test_an_interval_by_itself_is_told_from_a_p_for_all(database, agent_eval):
    """Six templates of four apps: p 0.031 for one list of two axes, and twice that after Holm's adjustment."""
    many = trials(120)
    store(database, "bf16", passing(many, set(many[::16][:6])))
    store(database, "w4a16", passing(many, set(many[::16][:6]) | set(many[5::8][:6])))
    (found,) = agent_eval("compare", "bf16", "w4a16", "--json").lines
    (theme,) = (row for row in found["families"]["axis"] if row["name"] == "theme")
    assert (theme["p"], theme["p_adjusted"], theme["verdict"], theme["ci95"][1] < 0) == (2 / 64, 4 / 64, "inconclusive", True)
    assert theme["reason"] == "p is 0.031 by itself and 0.062 adjusted for 2 comparisons (Holm); the interval is not adjusted."
    assert "one may leave out 0 beside inconclusive" in " ".join(agent_eval("compare", "bf16", "w4a16").out.split())


def test_a_run_that_was_stopped_for_a_difference_exaggerates_it(database, agent_eval):
    store(database, "bf16", passing(NAMES))
    stopped = {"against": "bf16", "against_hash": "x", "decision": "worse", "p": 0.04}
    store(database, "w4a16", {**dict.fromkeys(NAMES), **passing(NAMES[:16], set(NAMES[:16]))}, stopped=stopped)
    said = " ".join(agent_eval("compare", "bf16", "w4a16").out.split())
    assert "It was stopped for a difference, which is likely to be exaggerated here." in said
    said = " ".join(agent_eval("rank").out.split())
    assert "hold however often one looks, but the difference that it was stopped for is likely to be exaggerated" in said
