from collections.abc import Sequence

import pytest

from devices.action import Action, Done, Scroll, Tap, Wait
from devices.observation import Observation
from devices.sim import SimulatedPhone
from devices.state import apply
from tasks import registry
from tasks.oracle import judge
from tasks.play import do_nothing, play, reference_steps, wander
from tasks.suite import sample_trial, trial
from tasks.task import Params, Variation
from tasks.trace import Step
from tests.tasks.templates.plays import disturbed


def test_a_trace_tells_all_from_the_first_state_to_the_last() -> None:
    one = trial("clock.set_alarm", 0)
    trace = play(registry.task(one.task).solve, one, SimulatedPhone())
    assert [step.index for step in trace.steps] == list(range(len(trace.steps)))
    assert (trace.ending, trace.claim) == ("done", "complete")
    state = trace.initial
    for step in trace.steps:
        assert all(change.step == step.index for change in step.changes)
        state = apply(state, step.changes)
    assert state == trace.final


def test_who_never_says_done_is_ended() -> None:
    trace = play(lambda seen, params, history: Wait(), trial("settings.turn_on_wifi", 0), SimulatedPhone(), limit=5)
    assert (len(trace.steps), trace.ending, trace.claim) == (5, "step_limit", None)


def test_the_reference_is_measured_in_the_trial_itself() -> None:
    phone = SimulatedPhone()
    base = trial("settings.turn_on_wifi", 0)
    assert reference_steps(base, phone) == len(play(registry.task(base.task).solve, base, phone).steps) == 4


def test_walks_are_repeatable_valid_and_differ() -> None:
    one = trial("contacts.create", 0)
    actions = []
    for seed in ("a", "a", "b"):
        trace = play(wander(seed), one, SimulatedPhone(), 15)
        assert all(step.outcome is not None and step.outcome.status != "stale" for step in trace.steps)
        actions.append([step.action for step in trace.steps])
    assert actions[0] == actions[1] != actions[2]


def test_solutions_find_their_way_from_wherever_they_are_thrown() -> None:
    """What a blunder deleted or created stays a fault; that aside, a solution comes to its goal from every screen, and says so."""
    phone, lost, passed = SimulatedPhone(), [], 0
    for seed in range(280):
        one = sample_trial(seed)
        task = registry.task(one.task)
        trace = play(disturbed(task.solve, one.id), one, phone, 80)
        verdict = judge(registry.oracle(one), trace)
        passed += verdict.passed
        if not verdict.goal_at_end or trace.claim is None:
            lost.append(f"{one.id}: {verdict.reason}")
    assert len(lost) <= 3, lost
    assert passed >= 230


@pytest.mark.parametrize("switch", ["Wi-Fi", "Airplane mode"])
def test_a_neighbour_flipped_by_mistake_is_flipped_back(switch: str) -> None:
    task = registry.task("settings.set_connection")
    one = next(t for t in (trial(task, seed) for seed in range(50)) if t.params == {"switch": "mobile_data", "on": True})

    def clumsy(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        found = next((e for e in seen.elements if e.kind == "switch" and e.label == switch), None)
        slipped = any(seen.title == step.observation.title for step in history)
        return Tap(element=found.index) if found and not slipped else task.solve(seen, params, history)

    trace = play(clumsy, one, SimulatedPhone())
    assert len(trace.steps) == 6
    assert judge(registry.oracle(one), trace).passed


def test_something_out_of_sight_is_scrolled_to() -> None:
    task = registry.task("alarms.delete_missing")
    trace = play(task.solve, trial(task, 0, Variation("list_length", "long")), SimulatedPhone())
    assert any(isinstance(step.action, Scroll) for step in trace.steps)
    assert trace.claim == "infeasible"


def test_doing_nothing_is_one_step() -> None:
    trace = play(do_nothing, trial("settings.turn_on_wifi", 0), SimulatedPhone())
    assert [step.action for step in trace.steps] == [Done()]
