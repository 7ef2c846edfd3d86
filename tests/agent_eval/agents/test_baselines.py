import pytest

from agent_eval.agents.baselines import BASELINES, baseline
from agent_eval.agents.policy import Policy
from devices.action import Action, Done, describe
from devices.sim import SimulatedPhone
from tasks import registry
from tasks.oracle import judge
from tasks.suite import suite, trial
from tasks.task import Trial
from tasks.trace import Step, Trace


def episode(policy: Policy, one: Trial, limit: int = 20) -> Trace:
    phone = SimulatedPhone()
    phone.reset(one.setup)
    initial = {entity: dict(facts) for entity, facts in phone.state().items()}
    steps: list[Step] = []
    while len(steps) < limit and not (steps and isinstance(steps[-1].action, Done)):
        seen, known = phone.observe(), len(phone.changes())
        decision = policy.decide(seen, tuple(steps))
        assert decision.action is not None
        assert decision.text == describe(decision.action)
        assert decision.usage.prompt_tokens == decision.usage.output_tokens == 0
        outcome = phone.act(decision.action, seen)
        steps.append(Step(len(steps), seen, decision.text, decision.action, (), outcome, tuple(phone.changes()[known:])))
    return Trace(initial, tuple(steps), phone.state(), "done" if isinstance(steps[-1].action, Done) else "step_limit")


def passes(name: str, one: Trial) -> bool:
    agent = baseline(name)
    assert agent is not None
    return judge(registry.oracle(one), episode(agent.start(one), one)).passed


def test_the_reference_passes_smoke_and_the_others_fail_it() -> None:
    for one in suite("smoke").trials:
        assert passes("reference", one)
        assert not passes("do-nothing", one)
        assert not passes("random", one)


def test_a_blind_replay_passes_only_where_nothing_has_to_be_read() -> None:
    assert passes("blind-replay", trial("settings.turn_on_wifi", 1))
    assert not passes("blind-replay", trial("clock.set_alarm", 1))


def test_a_name_that_is_no_baseline_is_none() -> None:
    assert baseline("w4a16") is None
    assert set(BASELINES) == {"reference", "do-nothing", "random", "blind-replay"}


@pytest.mark.parametrize("name", BASELINES)
def test_a_baseline_does_the_same_whenever_it_is_given_the_same_trial(name: str) -> None:
    agent, one, other = baseline(name), trial("clock.set_alarm", 1), trial("clock.set_alarm", 2)
    assert agent is not None

    def actions(which: Trial) -> list[Action | None]:
        return [step.action for step in episode(agent.start(which), which).steps]

    assert actions(one) == actions(one)
    if name in ("reference", "random"):
        assert actions(one) != actions(other)
    agent.close()
