"""`run --until-decided` stops a run once it is told from another build's results, and leaves it as one that can go on."""

from contextlib import closing

import pytest

from agent_eval.cli.duel import Duel
from agent_eval.ranking.results import cohort, items_of
from agent_eval.ranking.standings import standing
from agent_eval.store.database import Database
from agent_eval.store.queries import list_runs
from tests.support.stored import passing, store, trials

PLAY = ("run", "--suite", "smoke", "--concurrency", "1")


@pytest.fixture
def reference(agent_eval):
    """Smoke, played by the reference solution, which passes all of it."""
    assert agent_eval(*PLAY, "--build", "reference").code == 0


def test_it_stops_when_it_is_decided_and_the_run_can_go_on(reference, agent_eval, data_folder):
    said = agent_eval(*PLAY, "--build", "do-nothing", "--until-decided", "reference")
    assert said.code == 0
    assert "Decided after 11 of 12 trials: do-nothing is worse than reference (of 8 templates that differed it won 0; p 0.035" in said.out
    assert "How much is exaggerated by having stopped for it." in said.out
    assert "95 % interval at any time" in said.out
    assert "the rate is of what was played alone, and 1 of 12 trials are open. Go on with: agent-eval run --resume" in said.out
    with closing(Database(data_folder / "agent-eval.sqlite")) as database:
        run_id = list_runs(database)[0].id
        (results,) = cohort(database, "smoke", ["do-nothing"]).results
        assert results.stopped is not None
        assert (results.stopped["against"], results.stopped["decision"], results.stopped["won"]) == ("reference", "worse", 0)
        assert results.stopped["p"] == pytest.approx(9 / 2**8)
        assert standing(results).partial
        shown = agent_eval("rank", "--suite", "smoke").out
        assert "do-nothing is partial: it has played 11 of 12 trials, stopped early for being worse than reference." in shown
        assert agent_eval(*PLAY[:1], "--resume", run_id).code == 0
        (results,) = cohort(database, "smoke", ["do-nothing"]).results
        assert (standing(results).open, standing(results).partial, results.stopped) == (0, False, None)
        (pair,) = compare_json(agent_eval, "do-nothing")
        assert (pair["anytime"], pair["verdict"]) == (True, "worse"), "that it could have been stopped is not undone by going on"
        assert pair["p"] == pytest.approx(10 / 2**9)


def compare_json(agent_eval, build):
    return agent_eval("compare", "reference", build, "--suite", "smoke", "--json").lines[0]["pairs"]


def test_a_resume_that_finds_it_decided_plays_nothing(reference, agent_eval, data_folder):
    agent_eval(*PLAY, "--build", "do-nothing", "--until-decided", "reference")
    with closing(Database(data_folder / "agent-eval.sqlite")) as database:
        run_id = list_runs(database)[0].id
    said = agent_eval("run", "--resume", run_id, "--until-decided", "reference")
    assert said.code == 0
    assert "Decided after 11 of 12 trials" in said.out
    assert "[12/12]" not in said.out


def test_json_lines_tell_the_decision_before_the_end(reference, agent_eval):
    said = agent_eval(*PLAY, "--build", "do-nothing", "--until-decided", "reference", "--json")
    assert said.code == 0
    *_, decided, done = said.lines
    assert (decided["event"], decided["decision"], decided["templates_that_differed"]) == ("decided", "worse", 8)
    assert (done["event"], done["complete"]) == ("done", False)


def test_what_is_not_decided_is_played_to_its_end_and_said(reference, agent_eval):
    said = agent_eval(*PLAY, "--build", "blind-replay", "--until-decided", "reference", "--json")
    assert said.code == 0
    *_, decided, done = said.lines
    assert decided["decision"] == "undecided"
    assert done["complete"]
    (pair,) = compare_json(agent_eval, "blind-replay")
    assert (pair["anytime"], pair["p"]) == (True, pytest.approx(decided["p"])), "it could have been stopped"
    assert "Not decided after 12 of 12 trials" in agent_eval(*PLAY, "--build", "blind-replay", "--until-decided", "reference").out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "--until-decided w4a16: no build 'w4a16' has played any suite: those that have are reference."),
        (("--trials", "4"), "--until-decided reference: reference has not played these trials under these conditions; its last run, "),
    ],
)
def test_without_results_on_these_trials_nothing_is_begun(reference, agent_eval, data_folder, words, sentence):
    against = "reference" if words else "w4a16"
    said = agent_eval(*PLAY, "--build", "do-nothing", "--until-decided", against, *words)
    assert (said.code, said.out) == (2, "")
    assert said.sentence().startswith(sentence)
    with closing(Database(data_folder / "agent-eval.sqlite")) as database:
        assert len(list_runs(database)) == 1


@pytest.mark.parametrize(("unscored", "decision"), [(0, "worse"), (4, "undecided")])
def test_it_is_not_decided_by_what_many_trials_without_a_score_could_change(data_folder, unscored, decision):
    """Eight templates lost decide, but not where four that A failed have no score: had they been passed, it would be eight to four."""
    names = trials(12)[::2]
    lacking = names[:unscored]
    with closing(Database(data_folder / "agent-eval.sqlite")) as database:
        store(database, "bf16", passing(names, set(lacking)))
        run_id = store(database, "w4a16", {**passing(names, set(names[4:])), **dict.fromkeys(lacking, "timeout")})
        against = next(one for one in cohort(database).results if one.build == "bf16")
        duel = Duel(against, "w4a16", [(name, name.split("/")[0]) for name in names])
        duel.resume(items_of(database, run_id))
    assert (duel.decision, duel.decided) == (decision, decision != "undecided")
    facts = duel.facts()
    assert (facts["decision"], facts["templates_that_differed"], facts["won"]) == (decision, 8, 0)
    assert ("Decided after" in duel.words(12, 12)) == duel.decided
    assert duel.record()["until_decided"] == {"against": "bf16", "against_hash": against.hash, "against_runs": list(against.runs)}
