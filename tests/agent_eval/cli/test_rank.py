"""`rank` answers which build to ship, what quantisation cost and where builds fail, and says where the data do not decide."""

from contextlib import closing
from dataclasses import replace

import pytest
from rich.console import Console

from agent_eval.cli import rank as command
from agent_eval.ranking.results import cohort
from agent_eval.ranking.standings import rank
from agent_eval.store.database import Database
from tests.support.stored import passing, store, trials

NAMES = trials(60)
DARK = {name for name in NAMES if name.endswith("theme=dark")}


@pytest.fixture
def database(data_folder):
    with closing(Database(data_folder / "agent-eval.sqlite")) as opened:
        yield opened


@pytest.fixture
def three(database):
    """A build that is as good as bf16 as far as is known, one that is much worse, and a baseline."""
    store(database, "bf16", passing(NAMES, {NAMES[0]}), info={"bits_per_weight": 16.0})
    store(database, "int8", passing(NAMES, {NAMES[2]}), info={"bits_per_weight": 8.1})
    store(database, "w4a16", passing(NAMES, DARK), info={"bits_per_weight": 4.1})
    store(database, "do-nothing", passing(NAMES, set(NAMES)))


def test_the_json_holds_what_was_agreed(three, agent_eval):
    said = agent_eval("rank", "--json")
    (found,) = said.lines
    assert (said.code, said.err) == (0, "")
    assert (found["suite"], found["against"], found["left_out"]) == ("core", "bf16", [])
    assert [(one["build"], one["n"], one["baseline"], one["rank_range"]) for one in found["builds"]] == [
        ("bf16", 120, False, [1, 2]), ("int8", 120, False, [1, 2]), ("w4a16", 120, False, [3, 3]), ("do-nothing", 120, True, None),
    ]  # fmt: skip
    bf16 = found["builds"][0]
    assert bf16["pass_rate"] == 119 / 120
    assert bf16["ci95"][0] < bf16["pass_rate"] < bf16["ci95"][1]
    assert {(pair["a"], pair["b"], pair["verdict"]) for pair in found["pairs"]} == {
        ("bf16", "int8", "inconclusive"), ("bf16", "w4a16", "worse"), ("int8", "w4a16", "worse"),
    }  # fmt: skip
    worse = next(pair for pair in found["pairs"] if pair["b"] == "w4a16" and pair["a"] == "bf16")
    assert (worse["n"], worse["lost"], worse["gained"]) == (120, 60, 1)
    assert worse["ci95"][0] <= worse["diff"] == -59 / 120 <= worse["ci95"][1]
    assert worse["p"] <= worse["p_adjusted"] < 0.001
    assert [found["ship"][key] for key in ("build", "why", "group", "equal")] == [None, "inconclusive", ["bf16", "int8"], []]
    assert found["ship"]["p_not_worse"]["int8"] > 0.05
    assert {pair["reason"] for pair in found["pairs"]} == {None}
    assert found["notes"] == []
    assert found["tiers"] == [["bf16", "int8"], ["w4a16"]]


def test_the_three_answers_stand_on_one_screen(three, agent_eval):
    said = agent_eval("rank")
    assert said.code == 0
    assert "Ship: inconclusive. bf16 and int8 cannot be told apart" in said.out
    assert "plan --detect 3 --suite core" in said.out
    assert "Quantisation: worse than bf16: w4a16 (−49.2; gained 1, lost 60); not decided: int8" in said.out
    assert "w4a16 fails 60: 60 never reached the goal" in said.out
    assert "baselines" in said.out
    assert "Groups that cannot be told apart within (Holm over 3 pairs): bf16, int8 | w4a16" in said.out
    assert "compare bf16 w4a16 --suite core" in said.out
    assert "\x1b" not in said.out


@pytest.mark.parametrize("show", [command.show, command.show_axes])
def test_it_fits_a_terminal_of_80_columns_with_nothing_cut(three, database, show):
    out = Console(width=80, force_terminal=True, color_system=None, highlight=False, record=True)
    with out.capture() as captured:
        show(out, rank(cohort(database)))
    lines = captured.get().splitlines()
    assert len(lines) < 45
    table = [line for line in lines if not line.startswith("Trial by trial")]
    assert max(map(len, table)) <= 80
    words = captured.get().split()
    assert {"inconclusive", "worse"} <= set(words) or show is command.show_axes
    assert "…" not in captured.get()


def test_what_each_variation_costs_is_told_with_who_is_more_fragile(three, agent_eval):
    said = agent_eval("rank", "--axes")
    assert "−100.0* (−100.0 to" in said.out
    assert "theme costs w4a16 more than bf16: −101.7 points" in said.out
    (found,) = agent_eval("rank", "--axes", "--json").lines
    (drop,) = found["axes"]["drops"]["w4a16"]
    assert (drop["axis"], drop["pairs"], drop["difference"]) == ("theme", 60, -1.0)
    (fragile,) = found["axes"]["more_than_yardstick"]["w4a16"]
    assert fragile["difference"] == pytest.approx(-61 / 60)
    assert fragile["p_adjusted"] < 0.001


def test_a_smaller_build_that_is_shown_to_be_as_good_is_shipped(database, agent_eval):
    many = trials(300)
    store(database, "bf16", passing(many, {many[0]}), info={"bits_per_weight": 16.0})
    store(database, "w4a16", passing(many, {many[2]}), info={"bits_per_weight": 4.1})
    said = agent_eval("rank")
    assert "Ship: w4a16, the smallest build that is shown not to be worse than bf16 by 3 points or more" in said.out
    assert "Quantisation: within 3 points of bf16: w4a16" in said.out
    assert "Ship: inconclusive" in agent_eval("rank", "--margin", "0.2").out


def test_a_partial_run_says_that_it_is_and_how_to_go_on(database, agent_eval):
    store(database, "bf16", passing(NAMES))
    stopped = {"against": "bf16", "decision": "worse", "p": 0.01}
    run_id = store(database, "w4a16", {**dict.fromkeys(NAMES), **passing(NAMES[:30], set(NAMES[:30]))}, stopped=stopped)
    said = agent_eval("rank")
    assert "w4a16 is partial: it has played 30 of 120 trials, stopped early for being worse than bf16." in said.out
    assert f"run --resume {run_id}" in said.out
    (found,) = agent_eval("rank", "--json").lines
    partial = found["builds"][1]
    assert (partial["partial"], partial["open"], partial["rank_range"], partial["stopped"]) == (True, 90, None, stopped)
    (pair,) = found["pairs"]
    assert pair["anytime"]
    assert pair["p"] == pytest.approx(16 / 2**15)


def test_errors_of_the_bench_are_shown_beside_with_bounds(database, agent_eval):
    store(database, "bf16", {**passing(NAMES), **dict.fromkeys(NAMES[:6], "env_error"), NAMES[6]: "timeout"})
    said = agent_eval("rank")
    assert "bf16: 7 of 120 trials have no score (6 env_error, 1 timeout); its pass rate is between 94.2 %" in said.out
    (found,) = agent_eval("rank", "--json").lines
    assert (found["builds"][0]["pass_rate"], found["builds"][0]["bounds"]) == (1.0, [113 / 120, 1.0])


def test_what_is_left_out_is_said(database, agent_eval):
    store(database, "bf16", passing(NAMES), versions={"mail.task_1": "v0"})
    store(database, "w4a16", passing(NAMES))
    said = agent_eval("rank")
    assert "of bf16: other versions of mail.task_1." in said.out
    assert "bf16 has not played these trials, so its cost is not known" in said.out


def test_builds_are_chosen_by_name(three, agent_eval):
    (found,) = agent_eval("rank", "--builds", "bf16, w4a16", "--json").lines
    assert [one["build"] for one in found["builds"]] == ["bf16", "w4a16"]
    (pair,) = found["pairs"]
    assert pair["p"] == pair["p_adjusted"], "one pair needs no adjustment"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("rank", "--builds", "w4a61"), "no build 'w4a61' has played any suite: the nearest that has is w4a16."),
        (("rank", "--builds", ","), "--builds names no build: give names such as --builds bf16,w4a16."),
        (("rank", "--suite", "smoke"), "there is no run of the suite smoke yet: agent-eval run --build w4a16 --suite smoke."),
        (("rank", "--margin", "nan"), "--margin is nan, expected a number from 0.1 to 50."),
        (("rank", "--margin", "0"), "--margin is 0, expected a number from 0.1 to 50."),
        (
            ("rank", "--against", "int4"),
            "int4 has not played these trials, so nothing can be held against it: those that have are bf16, int8",
        ),
    ],
)
def test_wrong_usage_is_said_in_one_sentence(three, agent_eval, words, sentence):
    said = agent_eval(*words)
    assert (said.code, said.out) == (2, "")
    assert sentence in said.err


def test_an_empty_store_says_what_to_play(agent_eval):
    said = agent_eval("rank")
    assert said.code == 2
    assert said.sentence() == "there is no run yet: agent-eval run --build w4a16 --suite core."


def test_baselines_alone_are_shown(database, agent_eval):
    store(database, "reference", passing(NAMES))
    said = agent_eval("rank")
    assert said.code == 0
    assert "reference" in said.out
    assert "Ship: only baselines have played" in said.out
    assert "Let a build play: agent-eval run --build w4a16 --suite core" in " ".join(said.out.split())


def test_one_template_is_ranked_without_claims(database, agent_eval):
    """One template cannot show how templates vary."""
    store(database, "bf16", passing(NAMES[:2]))
    store(database, "w4a16", passing(NAMES[:2], set(NAMES[:2])))
    (found,) = agent_eval("rank", "--json").lines
    assert [one["rank_range"] for one in found["builds"]] == [[1, 2], [1, 2]]
    (pair,) = found["pairs"]
    assert (pair["diff"], pair["ci95"], pair["p"], pair["verdict"]) == (-1.0, None, 1.0, "inconclusive")
    assert agent_eval("rank").code == agent_eval("compare", "bf16", "w4a16").code == agent_eval("rank", "--axes").code == 0
    assert "cannot be said of one template" in agent_eval("compare", "bf16", "w4a16").out


@pytest.mark.parametrize("failed", [set(), set(NAMES)])
def test_all_or_nothing_passed_is_not_known_for_certain(database, agent_eval, failed):
    store(database, "bf16", passing(NAMES, failed))
    (found,) = agent_eval("rank", "--json").lines
    low, high = found["builds"][0]["ci95"]
    assert (low == 0) == bool(failed)
    assert (high == 1) == (not failed)
    assert 0.04 < high - low < 0.1


def test_a_name_in_brackets_is_a_name(database, agent_eval):
    store(database, "bf16", passing(NAMES))
    store(database, "[/red]w4a16", passing(NAMES, DARK))
    for words in (("rank",), ("rank", "--axes"), ("compare", "bf16", "[/red]w4a16")):
        said = agent_eval(*words)
        assert said.code == 0
        assert "[/red]w4a16" in said.out


def test_what_came_out_both_ways_when_played_again_is_said(database, agent_eval):
    store(database, "bf16", passing(NAMES, {NAMES[0]}))
    assert "played more than once" not in agent_eval("rank").out
    store(database, "bf16", passing(NAMES, {NAMES[2]}))
    said = agent_eval("rank").out
    assert "bf16, played more than once: At temperature 0, 2 of 120 repeated trials came out both ways" in " ".join(said.split())
    assert "agent-eval failures --suite core" in said


def test_what_is_said_of_whole_runs_is_not_said_of_partial_ones(database, agent_eval):
    store(database, "bf16", passing(NAMES, DARK))
    store(database, "w4a16", passing(NAMES, set(NAMES)))
    assert "bf16: every other build is shown to be worse" in agent_eval("rank").out
    store(database, "int8", {name: None if name in DARK else True for name in NAMES})
    said = " ".join(agent_eval("rank").out.split())
    assert "bf16: every other build that has played all trials is shown to be worse" in said
    assert "where a run is partial or was played against another of one that holds whenever one looks" in said


def test_a_build_is_not_advised_or_ranked_by_what_trials_without_a_score_could_change(database, agent_eval):
    store(database, "bf16", passing(NAMES, {NAMES[0]}), info={"bits_per_weight": 16.0})
    late = {**dict.fromkeys(NAMES[2:14], "env_error"), NAMES[14]: "timeout"}
    w4a16 = store(database, "w4a16", {**passing(NAMES), **late}, info={"bits_per_weight": 4.1})
    said = " ".join(agent_eval("rank").out.split())
    to_do = f"play them again with agent-eval run --resume {w4a16} and let all builds play with a longer --time-limit"
    lacking = "13 of 120 trials of w4a16 have no score (12 env_error, 1 timeout)"
    assert f"no smaller one is shown to be within 3 points of bf16. {lacking}; {to_do}." in said
    assert f"w4a16: {lacking}: p and the interval hold whatever they would have come to. To know, {to_do}." in said
    assert "of its differences only that is said which holds either way." in said
    (found,) = agent_eval("rank", "--margin", "10", "--json").lines
    assert (found["ship"]["build"], [one["rank_range"] for one in found["builds"]]) == (None, [[1, 2], [1, 2]])
    (pair,) = found["pairs"]
    assert (pair["verdict"], pair["not_worse"]) == ("inconclusive", False)
    assert pair["reason"].startswith(f"{lacking}: had they all failed or all passed, it might not be equivalent.")
    assert pair["reason"] in " ".join(agent_eval("compare", "bf16", "w4a16", "--margin", "10").out.split())


def test_one_build_with_many_trials_without_a_score_is_no_advice(database, agent_eval):
    store(database, "w4a16", {**passing(NAMES), **dict.fromkeys(NAMES[:60], "timeout")})
    (found,) = agent_eval("rank", "--json").lines
    assert (found["ship"]["build"], found["ship"]["why"]) == (None, "unscored")
    said = " ".join(agent_eval("rank").out.split())
    assert "Ship: no build can be advised. The only one has played all trials, but 60 of 120 trials of w4a16 have no score" in said


def test_why_an_interval_without_0_stands_beside_inconclusive_is_said(database, agent_eval):
    store(database, "bf16", passing(NAMES))
    store(database, "int8", passing(NAMES))
    store(database, "w4a16", passing(NAMES, {NAMES[2 * number] for number in range(6)}))
    said = " ".join(agent_eval("rank").out.split())
    assert "w4a16: p is 0.031 by itself and 0.094 adjusted for 3 comparisons (Holm); the interval is not adjusted." in said
    (found,) = agent_eval("rank", "--json").lines
    assert [one["rank_range"] for one in found["builds"]] == [[1, 3]] * 3, "no place is denied to builds that cannot be told apart"
    assert found["tiers"] == [["bf16", "int8", "w4a16"]]


def test_of_builds_of_the_same_size_the_better_one_is_advised_and_the_other_named(database, agent_eval):
    many = trials(300)
    for build, failed, bits in (("bf16", 0, 16.0), ("a4", 2, 4.121), ("b4", 1, 4.119), ("c4", 2, 4.12)):
        store(database, build, passing(many, set(many[:failed])), info={"bits_per_weight": bits})
    said = " ".join(agent_eval("rank").out.split())
    assert "Ship: b4, the smallest build that is shown not to be worse than bf16 by 3 points or more (p 0.0" in said
    assert "adjusted for 3 builds; not told from bf16, a4 or c4)." in said
    assert "a4 and c4 are of the same size and passed less often." in said
    (found,) = agent_eval("rank", "--json").lines
    assert (found["ship"]["build"], found["ship"]["equal"]) == ("b4", ["a4", "c4"])


def test_repeats_are_said_and_that_p_is_for_their_number(database, agent_eval):
    for _ in range(2):
        store(database, "bf16", passing(NAMES))
    store(database, "w4a16", passing(NAMES, DARK))
    sentence = "Played more than once: bf16 2 times. p is for that many repeats, settled beforehand"
    assert sentence in " ".join(agent_eval("rank").out.split())
    assert sentence in " ".join(agent_eval("compare", "bf16", "w4a16").out.split())
    (found,) = agent_eval("rank", "--json").lines
    assert [one["repeats"] for one in found["builds"]] == [2, 1]
    assert found["notes"][0].startswith(sentence)


def test_a_repeat_that_was_broken_off_is_left_out_until_it_is_whole(database, agent_eval):
    store(database, "bf16", passing(NAMES))
    store(database, "w4a16", passing(NAMES))
    again = store(database, "w4a16", {**dict.fromkeys(NAMES), **passing(NAMES[:30], set(NAMES[:30]))})
    (found,) = agent_eval("rank", "--json").lines
    assert [(one["build"], one["passed"], one["partial"], again in one["runs"]) for one in found["builds"]] == [
        ("bf16", 120, False, False), ("w4a16", 120, False, False),
    ]  # fmt: skip
    assert found["left_out"] == [
        f"Left out run {again} of w4a16, a repeat that was broken off with 90 of 120 trials open: to count it, go on with agent-eval run "
        f"--resume {again}."
    ]
    ((pair,),) = (agent_eval("compare", "bf16", again, "--json").lines[0]["pairs"],)
    assert (pair["verdict"], pair["anytime"]) == ("worse", True), "named itself, it is what is compared"


def test_errors_of_a_repeated_run_are_counted_though_the_trials_have_a_score(database, agent_eval):
    store(database, "bf16", passing(NAMES))
    store(database, "bf16", {**passing(NAMES), **dict.fromkeys(NAMES[:12], "env_error")})
    said = " ".join(agent_eval("rank").out.split())
    assert "bf16: 12 of 240 trials have no score (12 env_error); its pass rate is between 95.0 %" in said
    (found,) = agent_eval("rank", "--json").lines
    (one,) = found["builds"]
    assert (one["n"], one["unscored"], one["bounds"]) == (120, {"env_error": 12}, [228 / 240, 1.0])


def test_commands_can_be_pasted_whatever_a_build_is_called(database, agent_eval):
    store(database, "bf16", passing(NAMES))
    store(database, "my w4a16; ls", passing(NAMES, DARK))
    assert "compare bf16 'my w4a16; ls' --suite core" in agent_eval("rank").out


def test_one_of_anything_is_singular(database, agent_eval):
    store(database, "bf16", passing(NAMES[:1]))
    store(database, "w4a16", passing(NAMES[:1]))
    said = agent_eval("rank").out
    assert "core on sim: 1 trial of 1 template, the same for every build" in said
    assert "1 pairs" not in said
    assert "on 1 trial of 1 template: gained 0, lost 0." in " ".join(agent_eval("compare", "bf16", "w4a16").out.split())


def test_places_that_hold_all_at_once_and_a_verdict_on_a_pair_may_part_which_is_said(three, database):
    found = replace(rank(cohort(database)), crossed=(("bf16", "w4a16"),))
    out = Console(width=300, color_system=None, highlight=False)
    with out.capture() as captured:
        command.show(out, found)
    assert "w4a16 is told from bf16 as a pair, and not where all places are to hold at once" in captured.get()
    assert "they may have each other's place." in captured.get()
