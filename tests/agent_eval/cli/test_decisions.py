"""``agent-eval decisions``, between baselines."""

import json
from dataclasses import replace

import pytest
from sqlalchemy import text

from agent_eval.agents.baselines import BASELINES
from agent_eval.cli import decisions as command
from agent_eval.cli.players import find_player
from agent_eval.ranking.decisions import MEASURES
from agent_eval.store.database import Database


@pytest.fixture
def played(agent_eval):
    """Six trials of smoke, played by two baselines."""
    for name in ("reference", "do-nothing"):
        assert agent_eval("run", "--build", name, "--trials", "6", "--json").code == 0
    return agent_eval


def test_two_builds_are_held_against_the_reference_and_their_episodes(played):
    said = played("decisions", "reference", "do-nothing", "--json")
    assert (said.code, said.err) == (0, "")
    found = json.loads(said.out)
    assert (found["suite"], found["a"], found["b"], found["states_of"]) == ("smoke", "reference", "do-nothing", ["reference"])
    measures = {one["measure"]: one for one in found["measures"]}
    assert list(measures) == list(MEASURES)
    right = measures["right"]
    assert (right["n"], right["a"]) == (found["decisions"], 1.0)
    assert right["diff"] == pytest.approx(right["b"] - right["a"])
    assert right["ci95"][0] <= right["diff"] <= right["ci95"][1]
    assert found["same"] == round(right["b"] * right["n"])
    assert found["habits"][0] == {"unreadable": 0, "early": [0, found["habits"][0]["early"][1]], "late": [0, 6]}
    assert found["habits"][1]["early"][0] == found["decisions"] - 6
    assert found["episodes"]["worse"] == found["episodes"]["and_worse"] == found["templates"] == found["episodes"]["templates"]
    assert (found["unanswered"], found["left_out"]) == ([0, 0], [])


def test_the_table_says_it_in_words_and_stays_quiet_in_a_pipe(played):
    said = played("decisions", "do-nothing", "reference", "--most", "12")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("B = reference against A = do-nothing: 12 decisions of ")
    for words in (*MEASURES, "B\N{MINUS SIGN}A", "A and B decide alike in", "A says done too early in", "passed more often in"):
        assert words in said.out


def test_a_build_against_itself_differs_in_nothing(played):
    found = json.loads(played("decisions", "random", "random", "--of", "do-nothing", "--json").out)
    assert found["same"] == found["decisions"] == 6
    assert {one["diff"] for one in found["measures"]} == {0.0}
    assert not {"better", "worse"} & {one["verdict"] for one in found["measures"]}
    assert found["episodes"] is None  # it has not played


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("reference", "referense"), "did you mean reference"),
        (("reference", "random", "--of", "random"), "'random' has played no episodes of smoke that may be compared: give --of"),
        (("reference", "random", "--of", ","), "--of names no build"),
        (("reference", "random", "--of", ","), "give --of do-nothing,reference, or play"),
        (("reference", "random", "--margin", "nan"), "--margin is nan, expected a number from 0.1 to 50."),
        (("reference", "random", "--margin", "60"), "--margin is 60, expected a number from 0.1 to 50."),
        (("reference", "random", "--suite", "full"), "there is no run of the suite full"),
    ],
)
def test_wrong_usage_is_one_sentence(played, arguments, words):
    said = played("decisions", *arguments)
    assert (said.code, said.out) == (2, "")
    assert words in said.sentence()


def test_without_the_usual_sources_it_says_what_to_give(agent_eval):
    agent_eval("run", "--build", "random", "--trials", "2", "--json")
    assert "random" in BASELINES
    said = agent_eval("decisions", "reference", "random")
    assert said.code == 2
    assert "neither reference nor bf16 has played smoke" in said.sentence()
    assert "--of random" in said.sentence()


def test_builds_are_asked_as_in_the_stored_runs_or_it_says_why_not(played, data_folder):
    def asked_with(agent):
        with Database(data_folder / "agent-eval.sqlite") as database:
            database.write(lambda session: session.execute(text("UPDATE builds SET name = 'bf16' WHERE name = 'do-nothing'")))
            database.write(
                lambda session: session.execute(
                    text("UPDATE runs SET identity = json_set(identity, '$.agent', json(:agent)) WHERE build_id = 2"),
                    {"agent": json.dumps(agent)},
                )
            )
        said = played("decisions", "bf16", "reference", "--of", "bf16")
        assert said.code == 2
        return said.sentence()

    assert "were asked with dreams, which this version does not know: play them again with" in asked_with({"dreams": True})
    assert "choose either thinking or constrained" in asked_with({"thinking": True, "constrained": True})


def test_one_of_a_kind_is_not_many(agent_eval):
    agent_eval("run", "--build", "do-nothing", "--trials", "1", "--json")
    said = agent_eval("decisions", "reference", "do-nothing", "--of", "do-nothing")
    assert said.out.startswith("B = do-nothing against A = reference: 1 decision of 1 template, smoke on sim, in states of do-nothing")


def test_builds_of_different_checkpoints_are_told_so(played, monkeypatch):
    def find(name, model, options):
        return replace(find_player(name, model, options), info={"base_hash": name})

    monkeypatch.setattr(command, "find_player", find)
    apart = "reference and do-nothing are made from different checkpoints: by what they differ is not what quantisation cost."
    assert apart in played("decisions", "reference", "do-nothing").out
    assert apart in json.loads(played("decisions", "reference", "do-nothing", "--json").out)["left_out"]
    assert "different checkpoints" not in played("decisions", "reference", "reference").out
