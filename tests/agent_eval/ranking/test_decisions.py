"""Decisions of baselines in the states of their own stored runs."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from sqlalchemy import text, update

from agent_eval.agents.baselines import baseline
from agent_eval.agents.policy import Agent, Decision, Policy
from agent_eval.agents.solver import SolverAgent
from agent_eval.cli.run import judge_trial
from agent_eval.engine.protocol import EngineError
from agent_eval.episode import Limits
from agent_eval.ranking.decisions import MEASURES, Question, ask, compare_decisions, questions, spread
from agent_eval.ranking.failure_shares import failures_of
from agent_eval.ranking.foretell import Association, associate, foretold
from agent_eval.ranking.results import Results, cohort
from agent_eval.runner import Stop, Work, run
from agent_eval.store.database import Database
from agent_eval.store.errors import StoreError
from agent_eval.store.models import Step as StoredStep
from agent_eval.store.queries import to_do
from agent_eval.store.records import create_run
from devices.action import Done
from devices.observation import Observation
from devices.sim import SimulatedPhone
from tasks.suite import trial
from tasks.task import Trial
from tasks.trace import Step

TRIALS = [
    trial(task, 0)
    for task in (
        "settings.set_display_switch",
        "settings.set_volume",
        "notes.read_number",
        "alarms.delete_named",
        "people.call_without_number",
    )
]


def named(name: str) -> Agent:
    agent = baseline(name)
    assert agent is not None
    return agent


def hasty() -> Agent:
    """Solves the tasks of Settings, and says done at once in all others."""
    reference, nothing = named("reference"), named("do-nothing")
    assert isinstance(reference, SolverAgent)
    assert isinstance(nothing, SolverAgent)
    return SolverAgent(lambda one: (reference if one.task.startswith("settings.") else nothing).solver_for(one))


def play(database: Database, name: str, agent: Agent) -> None:
    """A run of the trials."""
    planned = [(one, 9) for one in TRIALS]
    run_id = create_run(
        database, {"name": name, "hash": name.ljust(64, "0")}, "sim", "mine", "5" * 64, {"build": {"name": name}}, {}, planned
    )
    run(Work(run_id, to_do(database, run_id), agent, SimulatedPhone, judge_trial, Limits(), {}), database, Stop(), 1)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """Runs of the reference, of the hasty one, and of one that does nothing."""
    with Database(Path(tmp_path_factory.mktemp("decisions")) / "agent-eval.sqlite") as opened:
        for name, agent in (("reference", named("reference")), ("hasty", hasty()), ("do-nothing", named("do-nothing"))):
            play(opened, name, agent)
        yield opened


@pytest.fixture(scope="module")
def played(database: Database) -> dict[str, Results]:
    return {one.build: one for one in cohort(database, "mine").results}


def episodes(*results: Results) -> list[str]:
    return [item.episode for one in results for item in one.items if item.episode is not None]


@pytest.fixture(scope="module")
def asked(database: Database, played: dict[str, Results]) -> list[Question]:
    """The reference's own states."""
    return questions(database, episodes(played["reference"]))[0]


def test_every_stored_step_is_a_question_and_the_reference_s_answer_is_the_right_one(database: Database, asked: list[Question]) -> None:
    with database.read() as session:
        ids = [f"{step.episode_id}:{step.index}" for step in session.query(StoredStep).order_by(StoredStep.id)]
    assert [one.id for one in asked] == ids[: len(asked)]
    assert len(asked) > 3 * len(TRIALS)
    assert [one.trial.task for one in asked[:1]] == [TRIALS[0].task]
    answers = ask(named("reference"), asked, concurrency=3)
    assert [found.action for found in answers if isinstance(found, Decision)] == [one.right for one in asked]


def test_a_state_that_several_episodes_came_through_is_asked_once(
    database: Database, played: dict[str, Results], asked: list[Question]
) -> None:
    both, left_out = questions(database, episodes(played["reference"], played["do-nothing"], played["hasty"]))
    assert [one.id for one in both] == [one.id for one in asked]  # doing nothing sees first screens only, which the reference saw too
    assert left_out == {}


def test_an_episode_of_another_version_is_told_and_others_are_asked(tmp_path: Path) -> None:
    with Database(tmp_path / "agent-eval.sqlite") as database:
        play(database, "do-nothing", named("do-nothing"))
        (mine,) = cohort(database, "mine").results
        first, *rest = episodes(mine)
        database.write(lambda session: session.execute(update(StoredStep).where(StoredStep.episode_id == first).values(rules="elements-0")))
        found, left_out = questions(database, [first, *rest])
    assert len(found) == len(rest)
    assert left_out == {"this version cannot read how they were recorded": 1}


def test_a_store_that_cannot_be_read_is_an_error_and_no_reason_to_leave_episodes_out(
    database: Database, played: dict[str, Results], tmp_path: Path
) -> None:
    with pytest.raises(StoreError, match="there is no episode nowhere"):
        questions(database, ["nowhere", *episodes(played["do-nothing"])])
    with Database(tmp_path / "agent-eval.sqlite") as broken:
        play(broken, "do-nothing", named("do-nothing"))
        (mine,) = cohort(broken, "mine").results
        broken.write(lambda session: session.execute(text("UPDATE steps SET screen = x'00'")))
        with pytest.raises(StoreError, match="holds what cannot be read back"):
            questions(broken, episodes(mine))
        with pytest.raises(StoreError, match="holds what cannot be read back"):
            failures_of(broken, mine)


@pytest.mark.parametrize("name", ["reference", "do-nothing", "random"])
def test_a_build_against_itself_differs_in_nothing_and_is_never_better_or_worse(name: str, asked: list[Question]) -> None:
    first, second = ask(named(name), asked, 1), ask(named(name), asked, 4)
    found = compare_decisions(asked, first, second)
    assert found.same == len(asked)
    assert found.habits[0] == found.habits[1]
    assert [one.measure for one in found.measures] == list(MEASURES)
    for one in found.measures:
        assert (one.a, one.paired.difference, one.paired.gained, one.paired.lost, one.p_adjusted) == (one.b, 0.0, 0, 0, 1.0)
        assert one.verdict in ("equivalent", "inconclusive")


def test_each_measure_counts_what_it_says(asked: list[Question]) -> None:
    found = compare_decisions(asked, ask(named("reference"), asked, 2), ask(named("do-nothing"), asked, 2))
    measures = {one.measure: one for one in found.measures}
    ends = [one.right for one in asked if isinstance(one.right, Done)]
    complete = sum(right.status == "complete" for right in ends)
    assert len(TRIALS) == len(ends) > complete > 0
    elements = sum(hasattr(one.right, "element") for one in asked)
    assert (measures["object"].of, measures["object"].a, measures["object"].b) == (elements, elements, 0)
    assert all((one.of, one.a) == (len(asked), len(asked)) for one in found.measures if one.measure in ("right", "tool", "stop"))
    assert measures["right"].b == complete
    assert measures["tool"].b == measures["stop"].b == len(ends)
    assert measures["value"].b == complete
    assert found.habits[1].early == (len(asked) - len(ends),) * 2
    assert found.habits[1].late == (0, len(ends))
    assert found.same == complete
    assert measures["right"].paired.clusters == len(TRIALS)
    # five templates that all go one way: one in 16, which is not enough to say so
    assert measures["right"].paired.p == 0.0625
    assert measures["right"].verdict == "inconclusive"


def test_words_that_cannot_be_read_are_wrong_in_everything_but_not_an_end(asked: list[Question]) -> None:
    mute = Fixed(lambda one: Decision(None, "hm", error="no call found"))
    found = compare_decisions(asked, ask(mute, asked, 2), ask(mute, asked, 2))
    assert found.habits[0].unreadable == found.same == len(asked)
    assert {one.measure: one.a for one in found.measures} == {
        "right": 0, "tool": 0, "object": 0, "value": 0, "stop": len(asked) - len(TRIALS),
    }  # fmt: skip


def test_a_question_that_an_engine_leaves_without_an_answer_is_left_out_for_both(asked: list[Question]) -> None:
    many = [replace(one, id=f"{one.id}/{again}") for again in range(4) for one in asked]
    answers = ask(named("reference"), many, 2)
    gaps = [EngineError("too long") if place in (3, 5) else answer for place, answer in enumerate(answers)]
    found = compare_decisions(many, gaps, answers)
    assert found.unanswered == (2, 0)
    assert [one.id for one in found.asked] == [one.id for place, one in enumerate(many) if place not in (3, 5)]
    with pytest.raises(ValueError, match="no state in which both builds decided"):
        compare_decisions(many[:1], [EngineError("too long")], answers[:1])


def test_an_engine_that_fails_at_many_questions_has_failed(asked: list[Question]) -> None:
    told = []
    broken = Fixed(lambda one: EngineError("the engine is gone"))
    with pytest.raises(EngineError, match=f"left {len(asked)} of {len(asked)} questions .* because the engine is gone"):
        ask(broken, asked, 3, lambda: told.append(1))
    assert len(told) == len(asked)


def test_a_fault_of_an_agent_is_not_taken_for_an_answer(asked: list[Question]) -> None:
    with pytest.raises(KeyError):
        ask(Fixed(lambda one: KeyError("a fault")), asked, 3)


def test_a_share_of_the_questions_is_taken_from_all_over_them(asked: list[Question]) -> None:
    few = spread(asked, 6)
    assert few == spread(asked, 6)
    assert len({one.id for one in few}) == 6
    assert len({one.trial.task for one in few}) >= len(TRIALS) - 1
    assert spread(asked, None) == spread(asked, 10**6) == asked


# With episodes


def test_where_decisions_are_worse_episodes_fail(played: dict[str, Results], asked: list[Question]) -> None:
    found = compare_decisions(asked, ask(named("reference"), asked, 2), ask(hasty(), asked, 2))
    told = foretold(found, played["reference"].items, played["hasty"].items)
    assert told is not None
    assert (told.templates, told.worse, told.and_worse, told.better, told.opposed) == (5, 3, 3, 0, 0)
    assert told.difference.tau is not None
    assert told.difference.tau > 0.6
    assert told.a == Association(None, None)  # the reference is right everywhere: nothing to rank
    back = foretold(
        compare_decisions(asked, ask(hasty(), asked, 2), ask(named("reference"), asked, 2)),
        played["hasty"].items,
        played["reference"].items,
    )
    assert back is not None
    assert (back.better, back.and_better, back.worse) == (3, 3, 0)
    assert foretold(found, (), played["hasty"].items) is None


def test_decisions_that_go_against_episodes_are_said_to(played: dict[str, Results], asked: list[Question]) -> None:
    found = compare_decisions(asked, ask(named("reference"), asked, 2), ask(hasty(), asked, 2))
    told = foretold(found, played["hasty"].items, played["reference"].items)
    assert told is not None
    assert (told.worse, told.and_worse, told.opposed) == (3, 0, 3)


def test_tau_is_that_of_pairs_counted_by_hand() -> None:
    # (1, 1) (2, 3) (3, 2): two pairs agree, one does not
    assert associate([1, 2, 3], [1, 3, 2]).tau == pytest.approx(1 / 3)
    # one pair is tied on one side: (2 - 0) / sqrt(3 * 2)
    assert associate([1, 2, 3], [1, 2, 2]).tau == pytest.approx(2 / 6**0.5)
    assert associate([1, 1, 1], [1, 2, 3]) == Association(None, None)
    assert associate([1], [1]) == Association(None, None)


@dataclass
class Fixed:
    """An agent that says the same in every state, or raises it."""

    say: Callable[[Trial], Decision | Exception]

    def start(self, one: Trial) -> Policy:
        return _Fixed(self.say(one))

    def close(self) -> None:
        pass


@dataclass
class _Fixed:
    said: Decision | Exception

    def decide(self, observation: Observation, history: tuple[Step, ...]) -> Decision:
        if isinstance(self.said, Exception):
            raise self.said
        return self.said
