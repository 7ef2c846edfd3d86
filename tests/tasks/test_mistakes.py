from collections.abc import Sequence

import pytest

from devices.action import Action, Answer, Done, Scroll, Wait
from devices.observation import Observation
from devices.sim import SimulatedPhone
from tasks import registry
from tasks.mistakes import answers, content, early, in_turn, never_done, pause, refuses, usual
from tasks.oracle import judge
from tasks.play import play
from tasks.suite import trial
from tasks.task import Params, Solver
from tasks.trace import Step

WIFI = trial("settings.turn_on_wifi", 0)


def scrolls(times: int) -> Solver:
    """Scrolls so often, by the numbers of its own steps, and says done."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        assert [step.index for step in history] == list(range(len(history)))
        return Done() if len(history) == times else Scroll(direction="down")

    return solve


def says(text: str) -> Solver:
    return lambda seen, params, history: Answer(text=text)


@pytest.mark.parametrize("parts", [(1, 2), (0, 0, 3), (2,), (1, 1, 1, 1)])
def test_one_takes_over_where_the_other_is_done_and_counts_its_own_steps(parts: Sequence[int]) -> None:
    trace = play(in_turn(*map(scrolls, parts)), WIFI, SimulatedPhone(), 30)
    assert (len(trace.steps), trace.ending) == (sum(parts) + 1, "done")


def test_a_pause_lets_a_message_go() -> None:
    trace = play(in_turn(scrolls(1), pause, scrolls(1)), WIFI, SimulatedPhone(), 30)
    assert [type(step.action) for step in trace.steps] == [Scroll, Wait, Scroll, Done]


def test_an_answer_may_be_given_once_or_be_another() -> None:
    once = play(content(says("no")), WIFI, SimulatedPhone(), 30)
    assert [step.action for step in once.steps] == [Answer(text="no"), Done()]
    other = play(answers(says("no"), "yes"), WIFI, SimulatedPhone(), 30)
    assert [step.action for step in other.steps] == [Answer(text="yes"), Done()]


def test_the_ways_not_to_say_that_it_is_done() -> None:
    solver = registry.task(WIFI.task).solve
    phone = SimulatedPhone()
    waits, refused, hasty = (play(wrong, WIFI, phone, 12) for wrong in (never_done(solver), refuses(solver), early("Settings")))
    assert (waits.ending, waits.steps[-1].action) == ("step_limit", Wait(seconds=1))
    assert (refused.ending, refused.claim) == ("done", "infeasible")
    assert (len(hasty.steps), hasty.claim) == (2, "complete")


def test_the_usual_mistakes_are_told_from_those_written_for_a_task() -> None:
    task = registry.task(WIFI.task)
    found = usual("Settings", task.solve)
    assert all(wrong.usual for wrong in found)
    assert len({wrong.name for wrong in found}) == len(found) == 4
    more = play(found[-1].solver, WIFI, SimulatedPhone(), 40)
    verdict = judge(registry.oracle(WIFI), more)
    assert (verdict.passed, verdict.goal_at_end, len(verdict.side_effects)) == (False, True, 1)
