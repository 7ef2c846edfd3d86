"""Playing a `Solver` on a phone, and the baselines that need no model."""

from collections.abc import Sequence

from devices.action import (
    TOOLS,
    Action,
    Answer,
    Done,
    DoubleTap,
    Drag,
    LongPress,
    OpenApp,
    PressKey,
    Scroll,
    Swipe,
    Tap,
    TypeText,
    Wait,
)
from devices.device import Device
from devices.observation import Observation
from devices.state import State
from tasks import registry
from tasks.navigate import PACKAGES
from tasks.suite import generator
from tasks.task import Params, Solver, Trial
from tasks.trace import Ending, Step, Trace

LIMIT = 60
"""Steps after which a solver that never says done is ended."""


def play(solver: Solver, trial: Trial, device: Device, limit: int = LIMIT) -> Trace:
    """Play one episode and return its trace. The phone is reset first.

    Raises:
        DeviceError: the phone was lost.
    """
    device.reset(trial.setup)
    initial: State = {entity: dict(facts) for entity, facts in device.state().items()}
    seen = len(device.changes())
    steps: list[Step] = []
    ending: Ending = "step_limit"
    while len(steps) < limit:
        observation = device.observe()
        action = solver(observation, trial.params, steps)
        outcome = device.act(action, observation)
        journal = device.changes()
        steps.append(Step(len(steps), observation, "", action, (), outcome, tuple(journal[seen:])))
        seen = len(journal)
        if isinstance(action, Done):
            ending = "done"
            break
    return Trace(initial, tuple(steps), device.state(), ending)


def do_nothing(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Says done at once."""
    return Done()


def refuse(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Says at once that it cannot be done."""
    return Done(status="infeasible")


def wander(seed: str) -> Solver:
    """A solver that picks valid actions at random, the same ones for the same seed and screens; now and then it says done."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        rng = generator("wander", seed, len(history))
        tool = rng.choice((*["tap"] * 6, *TOOLS))
        tappable = [element.index for element in seen.elements if element.kind != "text" and element.enabled]
        fields = [element.index for element in seen.elements if element.kind == "field" and element.enabled]
        sliders = [element.index for element in seen.elements if element.kind == "slider"]
        if tool == "tap" and tappable:
            return Tap(element=rng.choice(tappable))
        if tool == "double_tap" and tappable:
            return DoubleTap(element=rng.choice(tappable))
        if tool == "long_press" and tappable:
            return LongPress(element=rng.choice(tappable))
        if tool == "type_text" and fields:
            return TypeText(element=rng.choice(fields), text=rng.choice(("7", "30", "Anna", "555-0142", "")))
        if tool == "drag" and sliders:
            return Drag(element=rng.choice(sliders), to_percent=rng.randint(0, 100))
        if tool == "swipe":
            return Swipe(direction=rng.choice(("up", "down", "left", "right")))
        if tool == "scroll":
            return Scroll(direction=rng.choice(("up", "down")))
        if tool == "press_key":
            return PressKey(key=rng.choice(("back", "home", "enter")))
        if tool == "answer":
            return Answer(text=rng.choice([element.label for element in seen.elements] or ["nothing"]))
        if tool == "done":
            return Done()
        return OpenApp(name=rng.choice(list(PACKAGES))) if tool != "wait" else Wait()

    return solve


def reference_steps(trial: Trial, device: Device) -> int:
    """How many steps the reference solution needs in this very trial, its ``done`` included. The phone is reset first.

    Raises:
        DeviceError: the phone was lost.
        ValueError: the solution does not come to its end within `LIMIT` steps.
    """
    trace = play(registry.task(trial.task).solve, trial, device)
    if trace.ending != "done":
        raise ValueError(f"the reference solution of {trial.id} does not end within {LIMIT} steps")
    return len(trace.steps)
