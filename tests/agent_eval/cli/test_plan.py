"""`plan` says how many trials a difference needs, from what the store knows or from what is assumed."""

from contextlib import closing

import pytest

from agent_eval.ranking.figures import MINUS
from agent_eval.ranking.planning import needed, shapes
from agent_eval.ranking.power import trials_needed
from agent_eval.store.database import Database
from tests.support.stored import passing, store, trials

NAMES = trials(40)


@pytest.fixture
def database(data_folder):
    with closing(Database(data_folder / "agent-eval.sqlite")) as opened:
        yield opened


def test_without_runs_it_says_what_it_assumes(agent_eval):
    said = agent_eval("plan", "--detect", "5")
    assert said.code == 0
    assert "taken to be alike with a correlation of 0.00, that is for independent, for no two builds have played: where they" in said.out
    assert "at correlation 0.3" in said.out
    assert "To find a difference of 5 points with a chance of 80 %, at p 0.05, on core:" in said.out
    assert "not known before two of them have played; assumed:" in said.out
    assert "--until-decided bf16" in said.out
    (found,) = agent_eval("plan", "--detect", "5", "--json").lines
    assert (found["known"], found["known_from"]) == ([], None)
    assert [one["discordance"] for one in found["needed"]] == [0.05, 0.1, 0.2, 0.3]
    assert found["needed"][1]["trials"] == trials_needed(0.05, 0.1)
    assert (found["correlation"], found["correlation_from"]) == (0.0, "assumed")
    alike = found["if_alike"]["needed"][1]["trials"]
    assert alike == needed(0.05, 0.1, 0.3, shapes()["core"])
    assert alike > 1.2 * found["needed"][1]["trials"]


def test_what_the_suites_can_detect_is_in_a_table(agent_eval):
    (found,) = agent_eval("plan", "--json").lines
    smoke, core, full = found["detectable"]
    assert (core["name"], core["trials"], core["templates"]) == ("core", 448, 224)
    assert [one["diff"] for one in smoke["at"]] == [None] * 4, "twelve trials cannot show so little"
    for fewer, more in zip(core["at"], full["at"], strict=True):
        assert more["diff"] < fewer["diff"]


def test_the_discordance_that_is_known_is_what_counts(database, agent_eval):
    store(database, "bf16", passing(NAMES))
    store(database, "w4a16", passing(NAMES, set(NAMES[:8])))
    (found,) = agent_eval("plan", "--detect", "10", "--json").lines
    (known,) = found["known"]
    assert (known["a"], known["b"], known["discordance"]) == ("bf16", "w4a16", 0.1)
    assert known["correlation"] == found["correlation"] == pytest.approx(1)
    assert (found["correlation_from"], found["if_alike"]) == ("known", None)
    assert known["needed"] == pytest.approx(2 * trials_needed(0.1, 0.1), abs=1)
    low, high = known["interval"]
    assert 0 < low < 0.1 < high < 0.3
    assert known["needed_at_upper_end"] == needed(0.1, high, known["correlation"], shapes()["core"]) > known["needed"]
    assert (found["discordance_from"], known["few_templates"]) == ("known", False)
    assert [one["discordance"] for one in found["needed"]] == [0.1, high], "planned for with the upper end too"
    said = agent_eval("plan", "--detect", "10")
    assert "bf16, w4a16" in said.out
    assert "alike with a correlation of 1.00, as estimated from bf16 and w4a16 on core." in said.out
    assert f"for builds that differ on up to {100 * high:.3g} % of the trials, the upper end of the interval." in said.out
    assert f"{100 * low:.1f}\N{EN DASH}{100 * high:.1f}" in said.out
    assert "assumed" not in said.out
    assert "core is enough: agent-eval run --build w4a16 --suite core" in said.out
    assert "known from core only" in agent_eval("plan", "--detect", "10", "--suite", "full").out


def test_a_discordance_that_is_given_takes_the_place_of_the_known_one_and_of_nothing_else(database, agent_eval):
    store(database, "bf16", passing(NAMES))
    store(database, "w4a16", passing(NAMES, {NAMES[0], NAMES[1], NAMES[2], NAMES[5], NAMES[9]}))
    (stored,) = agent_eval("plan", "--detect", "10", "--json").lines
    within = stored["known"][0]["correlation"]
    assert 0.1 < within < 0.9
    (found,) = agent_eval("plan", "--detect", "10", "--discordance", "20", "--power", "90", "--json").lines
    assert (found["correlation"], found["correlation_from"]) == (within, "known")
    assert found["needed"] == [{"discordance": 0.2, "possible": True, "trials": needed(0.1, 0.2, within, shapes()["core"], 0.9)}]
    said = agent_eval("plan", "--detect", "10", "--discordance", "20")
    assert f"with a correlation of {within:.2f}, as estimated from bf16 and w4a16 on core." in said.out
    assert "bf16, w4a16" not in said.out, "they differed otherwise"
    (found,) = agent_eval("plan", "--detect", "10", "--discordance", "20", "--correlation", "0", "--json").lines
    assert (found["correlation"], found["correlation_from"]) == (0.0, "given")
    assert found["needed"] == [{"discordance": 0.2, "possible": True, "trials": trials_needed(0.1, 0.2)}]
    said = agent_eval("plan", "--detect", "5", "--discordance", "20", "--correlation", "0")
    assert "Play more trials than core has: agent-eval run --build w4a16 --suite core --trials" in said.out
    assert "with a correlation of 0.00, as given." in said.out


def test_without_runs_a_given_discordance_is_planned_for_with_what_is_assumed_said(agent_eval):
    said = agent_eval("plan", "--discordance", "20")
    assert "correlation of 0.00, that is for independent, for no two builds have played" in said.out
    assert "at correlation 0.3" in said.out


def test_builds_that_did_all_alike_say_nothing_of_how_alike_trials_are(database, agent_eval):
    store(database, "bf16", passing(NAMES))
    store(database, "w4a16", passing(NAMES))
    said = agent_eval("plan")
    assert said.code == 0
    assert "0.00, that is for independent, for no two builds that have played differed so that it could be seen" in said.out
    (found,) = agent_eval("plan", "--json").lines
    assert (found["known"][0]["correlation"], found["correlation_from"]) == (None, "assumed")


def test_a_difference_that_cannot_be_has_no_number_but_a_sentence(database, agent_eval):
    names = trials(150)
    store(database, "bf16", passing(names))
    store(database, "w4a16", passing(names, set(names[:16:2])))  # 8 of 300 trials
    said = agent_eval("plan", "--detect", "5")
    (row,) = [line.split() for line in said.out.splitlines() if line.startswith("bf16, w4a16")]
    assert row[3] == "2.7"
    assert row[-2] == "n/a", "five points cannot be there"
    assert int(row[-1].replace(",", "")) >= trials_needed(0.05, 0.05), "but they may be at the upper end"
    assert (
        "n/a: a difference of 5 points cannot be where builds differ on 2.67 % of the trials: the largest possible is 2.67 points."
        in said.out
    )
    (found,) = agent_eval("plan", "--detect", "5", "--json").lines
    assert found["known"][0]["needed"] is None
    assert [(one["possible"], one["trials"] is None) for one in found["needed"]] == [(False, True), (True, False)]


def test_where_no_level_allows_the_difference_nothing_is_advised_to_be_played(agent_eval):
    said = agent_eval("plan", "--detect", "100")
    assert said.code == 0
    assert (
        "a difference of 100 points cannot be where builds differ on 30 % of the trials or less: the largest possible is 30 points."
        in said.out
    )
    assert "No number of trials finds what cannot be: give --detect 30 or less." in said.out
    assert "is enough" not in said.out
    assert "agent-eval run" not in said.out
    (found,) = agent_eval("plan", "--detect", "100", "--json").lines
    assert [one["trials"] for one in found["needed"] + found["if_alike"]["needed"]] == [None] * 8
    (found,) = agent_eval("plan", "--detect", "25", "--json").lines
    assert [one["trials"] for one in found["needed"]] == [None, None, None, trials_needed(0.25, 0.3)]


def test_one_stored_trial_does_not_take_the_place_of_what_is_assumed(database, agent_eval):
    store(database, "bf16", passing(NAMES[:1]))
    store(database, "w4a16", passing(NAMES[:1], {NAMES[0]}))
    (found,) = agent_eval("plan", "--json").lines
    (known,) = found["known"]
    assert (known["discordance"], known["templates"], known["few_templates"]) == (1.0, 1, True)
    assert known["interval"][0] < 0.3, "one trial tells next to nothing"
    assert [one["discordance"] for one in found["needed"]] == [0.05, 0.1, 0.2, 0.3]
    assert (found["discordance_from"], found["correlation_from"]) == ("assumed", "assumed")
    said = agent_eval("plan")
    assert "bf16, w4a16: from 1 template only, and fewer than 20 are too few to plan by." in said.out
    assert "How often builds differ is not known well enough by these; assumed:" in said.out
    assert "no two builds that have played have 20 templates in common" in said.out


def test_few_templates_do_not_sway_what_other_builds_tell(database, agent_eval):
    store(database, "bf16", passing(NAMES))
    store(database, "w4a16", passing(NAMES, set(NAMES[:8])))
    (alone,) = agent_eval("plan", "--detect", "10", "--json").lines
    store(database, "int8", {**dict.fromkeys(NAMES), **passing(NAMES[:4], set(NAMES[:4]))})
    (found,) = agent_eval("plan", "--detect", "10", "--json").lines
    assert {one["b"]: one["few_templates"] for one in found["known"]} == {"w4a16": False, "int8": True}
    assert (found["needed"], found["correlation"]) == (alone["needed"], alone["correlation"])


def test_a_correlation_that_was_brought_up_to_0_is_not_called_what_builds_showed(database, agent_eval):
    store(database, "bf16", passing(NAMES))
    store(database, "w4a16", passing(NAMES, set(NAMES[:8:2])))
    said = agent_eval("plan", "--detect", "5")
    (found,) = agent_eval("plan", "--detect", "5", "--json").lines
    (known,) = found["known"]
    assert known["estimate"] < 0 == known["correlation"]
    estimate = f"{known['estimate']:.2g}".replace("-", MINUS)
    assert f"of 0.00: the estimate is {estimate}, from bf16 and w4a16 on core, and less than 0 is taken for 0." in said.out


def test_who_is_held_against_must_be_there(database, agent_eval):
    store(database, "bf16", passing(NAMES))
    store(database, "w4a16", passing(NAMES, set(NAMES[:8])))
    said = agent_eval("plan", "--against", "w4a61")
    assert (said.code, said.out) == (2, "")
    assert said.sentence().startswith("unknown build 'w4a61': did you mean w4a16")
    (found,) = agent_eval("plan", "--against", "w4a16", "--json").lines
    assert [(one["a"], one["b"]) for one in found["known"]] == [("w4a16", "bf16")]
    said = agent_eval("plan", "--against", "int8")  # which can be made
    assert "int8 has not played there: how the others differ among themselves is taken." in said.out
    assert agent_eval("plan", "--against", "reference").code == 0


def test_it_says_where_no_number_of_trials_is_enough(database, agent_eval):
    store(database, "bf16", passing(NAMES, {name for number, name in enumerate(NAMES) if number // 2 % 4 == 0}))
    store(database, "w4a16", passing(NAMES, {name for number, name in enumerate(NAMES) if number // 2 % 4 == 1}))
    said = agent_eval("plan", "--detect", "3")
    assert "no number" in said.out
    assert "224 templates are too few, however many trials each has" in said.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--detect", "0"), "--detect is 0, expected a number from 0.1 to 100."),
        (("--detect", "nan"), "--detect is nan, expected a number from 0.1 to 100."),
        (("--detect", "1e-300"), "--detect is 1e-300, expected a number from 0.1 to 100."),
        (("--power", "99.9999999999"), "--power is 99.9999999999, expected a number from 50 to 99.9."),
        (("--power", "inf"), "--power is inf, expected a number from 50 to 99.9."),
        (("--discordance", "nan"), "--discordance is nan, expected a number from 0 to 100."),
        (("--correlation", "1.1"), "--correlation is 1.1, expected a number from 0 to 1."),
        (("--against", "nosuch"), "unknown build 'nosuch': known are"),
        (("--power", "40"), "--power is 40, expected a number from 50 to 99.9."),
        (("--detect", "5", "--discordance", "3"), "--discordance 3 is less than --detect 5: builds that differ on 3 % of the trials"),
        (("--suite", "cor"), "unknown suite 'cor': did you mean core?"),
    ],
)
def test_wrong_usage_is_said_in_one_sentence(agent_eval, words, sentence):
    said = agent_eval("plan", *words)
    assert (said.code, said.out) == (2, "")
    assert said.sentence().startswith(sentence)


def test_no_run_is_advised_that_may_not_be(agent_eval):
    said = agent_eval("plan", "--detect", "0.1")
    assert "more than the 100,000 trials that a run may have" in said.out
    assert "over 100,000" in said.out
    assert "--trials" not in said.out
