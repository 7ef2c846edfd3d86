"""`plan` says how many trials a difference needs, from what the store knows or from what is assumed."""

from contextlib import closing

import pytest

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
    assert "taken for independent here" in said.out
    assert said.code == 0
    assert "To find a difference of 5 points with a chance of 80 %, at p 0.05, on core:" in said.out
    assert "not known before two of them have played; assumed:" in said.out
    assert "--until-decided bf16" in said.out
    (found,) = agent_eval("plan", "--detect", "5", "--json").lines
    assert (found["known"], found["known_from"]) == ([], None)
    assert [one["discordance"] for one in found["needed"]] == [0.05, 0.1, 0.2, 0.3]
    assert found["needed"][1]["trials"] == trials_needed(0.05, 0.1)


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
    assert known["correlation"] == pytest.approx(1)
    assert known["needed"] == pytest.approx(2 * trials_needed(0.1, 0.1), abs=1)
    said = agent_eval("plan", "--detect", "10")
    assert "bf16, w4a16" in said.out
    assert "core is enough: agent-eval run --build w4a16 --suite core" in said.out
    assert "known from core only" in agent_eval("plan", "--detect", "10", "--suite", "full").out


def test_a_discordance_that_is_given_takes_its_place(database, agent_eval):
    store(database, "bf16", passing(NAMES))
    store(database, "w4a16", passing(NAMES, set(NAMES[:8])))
    (found,) = agent_eval("plan", "--detect", "5", "--discordance", "20", "--power", "90", "--json").lines
    assert found["needed"] == [{"discordance": 0.2, "trials": trials_needed(0.05, 0.2, power=0.9)}]
    assert (
        "Play more trials than core has: agent-eval run --build w4a16 --suite core --trials"
        in agent_eval("plan", "--detect", "5", "--discordance", "20").out
    )


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
    assert "--trials" not in said.out
