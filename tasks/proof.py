"""What is played to prove a trial: everything that must pass or must fail, as traces that any oracle can then judge."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from devices.action import Action, Answer, Done, Wait
from devices.device import Device
from devices.observation import Observation
from tasks import mistakes, variation
from tasks.forgery import forgeries
from tasks.oracle import Oracle, judge
from tasks.play import do_nothing, play, refuse, wander
from tasks.task import Params, Solver, Task, Trial
from tasks.trace import Step, Trace

REFERENCE_STEPS = 60
RANDOM_STEPS = 15
"""Steps that are given to acting at random."""
SPARE_STEPS = 12
"""Steps that a wrong trajectory is given beyond twice those of the reference."""
DETOUR_STEPS = 8
"""Steps at random before the reference takes over."""
_DETOURS = 4
"""Walks that are tried until one is found that changed nothing."""
REFERENCE, REPLAY = "reference", "blind replay"

Must = Literal["pass", "fail", "either"]


@dataclass(frozen=True, slots=True)
class Exhibit:
    """Traces, and what any right oracle says of them.

    Attributes:
        who: ``reference``, ``do-nothing``, ``random``, ``forged: …``, or the name of a wrong trajectory.
        must: pass, fail, or either, where only the share is told.
        traces: one; where there are two of the same kind, one of them may be taken for the other by chance: only both together are a fault.
        lost: whether it ran out of steps on its way, so that it fails whatever the oracle says.
    """

    who: str
    must: Must
    traces: tuple[Trace, ...]
    lost: bool = False


def exhibits(task: Task, trial: Trial, device: Device, base: Trace | None = None, wrongs: Sequence[int] | None = None) -> Iterator[Exhibit]:
    """Play all that is to be proved for one trial, the reference first.

    Args:
        base: the reference's trace in the trial's base, to be replayed blindly; None for a base trial.
        wrongs: places of the wrong trajectories to play; all where None.

    Raises:
        DeviceError: the phone cannot be brought to the trial's set-up.
        OracleError: the oracle cannot judge the reference's own trace.
    """
    oracle = variation.judged(trial.variation, task, task.oracle(trial.params))
    right = play(task.solve, trial, device, REFERENCE_STEPS)
    yield Exhibit(REFERENCE, "pass", (right,))
    done, refused = oracle.demand == "already_done", oracle.demand == "infeasible"
    yield Exhibit("do-nothing", "pass" if done else "fail", (play(do_nothing, trial, device, 1),))
    yield Exhibit("refuses at once", "pass" if refused else "fail", (play(refuse, trial, device, 1),))
    # A walk that changes nothing and says done is right where all is done already.
    yield Exhibit("random", "either" if done else "fail", _walks(trial, oracle, device))
    if (detour := _detour(task, trial, oracle, device)) is not None:
        yield Exhibit("reference after a detour", "pass", (detour,))
    limit = 2 * len(right.steps) + SPARE_STEPS
    varied = done and task.oracle(trial.params).demand != "already_done"
    for place, wrong in enumerate(task.wrong):
        # What goes for the wrong thing may find that met as well, and rightly touch nothing.
        harmless = (done and wrong.name == mistakes.EARLY) or (varied and not wrong.usual)
        if not harmless and (wrongs is None or place in wrongs):
            trace = play(wrong.solver, trial, device, limit)
            yield Exhibit(wrong.name, "fail", (trace,), lost=wrongs is None and _lost(trace))
    if base is not None:
        yield Exhibit(REPLAY, "either", (play(_blindly(base), trial, device, len(base.steps)),))
    if base is None or oracle != task.oracle(trial.params):  # else they have been tried on the base's trace
        for name, forged in forgeries(oracle, right):
            yield Exhibit(f"forged: {name}", "fail", (forged,))


def _lost(trace: Trace) -> bool:
    """Whether it was still busy when its steps ran out. One that waits has come to its end, and does not say so."""
    return trace.ending == "step_limit" and not any(isinstance(step.action, Wait) for step in trace.steps[-4:])


def _walks(trial: Trial, oracle: Oracle, device: Device) -> tuple[Trace, ...]:
    """A walk at random. It may blunder into a pass once in a thousand times: then there is a second, independent one beside it."""
    first = play(wander(f"{trial.id} 1"), trial, device, RANDOM_STEPS)
    return (first, play(wander(f"{trial.id} 2"), trial, device, RANDOM_STEPS)) if judge(oracle, first).passed else (first,)


def _detour(task: Task, trial: Trial, oracle: Oracle, device: Device) -> Trace | None:
    """The reference after some steps at random that changed nothing; None where every walk that was tried changed something.

    A walk ends with a pause, so that what it set off comes to pass: a photo with a timer.
    """
    for number in range(_DETOURS):
        trace = play(_after_walk(task.solve, f"{trial.id} detour {number}"), trial, device, REFERENCE_STEPS + DETOUR_STEPS)
        # Opening what must not be opened changes nothing else, and yet cannot be made good.
        looks = [state for step, state in trace.states() if step < DETOUR_STEPS]
        forbidden = any(ban.check(trace.initial, state).holds for ban in oracle.never for state in looks)
        # A message that was read is no side effect, but may be what a question is about.
        if not forbidden and all(change.entity == "screen" for step in trace.steps[:DETOUR_STEPS] for change in step.changes):
            return trace
    return None


def _after_walk(solver: Solver, name: str) -> Solver:
    walk = wander(name)

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if len(history) == DETOUR_STEPS - 1:
            return Wait(seconds=15)
        if len(history) < DETOUR_STEPS:
            action = walk(seen, params, history)
            if not isinstance(action, Done | Answer):
                return action
        return solver(seen, params, history)

    return solve


def _blindly(base: Trace) -> Solver:
    """The actions of another trace one after the other, whatever is seen: fingers come down where they came down there."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        step = base.steps[len(history)]
        if step.action is None:
            return Wait(seconds=1)
        named = {key: number for key in ("element", "to_element") if (number := getattr(step.action, key, None)) is not None}
        hit = {key: _under(seen, step.observation.elements[number].tap) for key, number in named.items()}
        if None in hit.values():
            return Wait(seconds=1)  # the finger meets nothing
        return step.action.model_copy(update=hit)

    return solve


def _under(seen: Observation, point: tuple[int, int]) -> int | None:
    """The smallest element at a point of the screen, None where there is none."""
    hit = [(element.bounds.width * element.bounds.height, element.index) for element in seen.elements if element.bounds.contains(*point)]
    return min(hit)[1] if hit else None
