"""Wrong trajectories that many tasks share, made from their solutions.

Each is a `Solver`. What never says that it is done is ended by the step limit of whoever plays it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from devices.action import Action, Answer, Done, OpenApp, Wait
from devices.observation import Observation
from tasks.navigate import back, find, on, says, tap, tap_or_seek, tapped, to_setting
from tasks.task import Params, Solver, Wrong
from tasks.trace import Step

EARLY = "says done before it is done"
"""The one mistake that is none where all is done already."""


def in_turn(*solvers: Solver) -> Solver:
    """One after the other: where one says done, the next takes over; the last one's done ends the episode."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        start = 0
        for solver in solvers[:-1]:
            end = _ended(solver, params, history, start)
            if end is None:
                action = solver(seen, params, _from(history, start))
                if not isinstance(action, Done):
                    return action
                end = len(history)
            start = end
        return solvers[-1](seen, params, _from(history, start))

    return solve


def _from(history: Sequence[Step], start: int) -> Sequence[Step]:
    """The steps since one takes over, counted from 0, as if there had been none before."""
    return [replace(step, index=index) for index, step in enumerate(history[start:])] if start else history


def _ended(solver: Solver, params: Params, history: Sequence[Step], start: int) -> int | None:
    """The index of the first step at which the solver, taking over at ``start``, says done; None if it has not."""
    own = _from(history, start)
    for index in range(len(own)):
        if isinstance(solver(own[index].observation, params, own[:index]), Done):
            return start + index
    return None


def early(app: str) -> Solver:
    """Opens the app, and says done."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        return Done() if history else OpenApp(name=app)

    return solve


def pause(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Waits until no message on the screen offers to undo what was done, and says done."""
    return Done() if history else Wait(seconds=10)


def never_done(solver: Solver) -> Solver:
    """Does everything right, then waits instead of saying done."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        action = solver(seen, params, history)
        return Wait(seconds=1) if isinstance(action, Done) else action

    return solve


def refuses(solver: Solver) -> Solver:
    """Does everything right, then says that it cannot be done."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        action = solver(seen, params, history)
        return Done(status="infeasible") if isinstance(action, Done) else action

    return solve


def flip(label: str) -> Solver:
    """Flips one switch of Settings, whatever it was, then says done."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if any(says(element, label) and element.kind in ("switch", "checkbox") for _, element in tapped(history)):
            return Done()
        return to_setting(seen, history, label) or tap_or_seek(seen, history, label, "switch")

    return solve


def content(solver: Solver) -> Solver:
    """Gives the answer of a solver that may be wrong, and says done: a solution itself would go on until its answer is right."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        return Done() if history and isinstance(history[-1].action, Answer) else solver(seen, params, history)

    return solve


def answers(solver: Solver, text: str) -> Solver:
    """As the solution, but with this answer."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if history and isinstance(history[-1].action, Answer):
            return Done()
        action = solver(seen, params, history)
        return Answer(text=text) if isinstance(action, Answer) else action

    return solve


def with_params(solver: Solver, change: Callable[[Params], Params]) -> Solver:
    """The solution with other parameters than those asked for."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        return solver(seen, params | change(params), history)

    return solve


def with_answer(solver: Solver, change: Callable[[str], str]) -> Solver:
    """As the solution, but with another answer, made from the right one."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if history and isinstance(history[-1].action, Answer):
            return Done()
        action = solver(seen, params, history)
        return Answer(text=change(action.text)) if isinstance(action, Answer) else action

    return solve


def only_done(solver: Solver) -> Solver:
    """Finds the answer and keeps it to itself."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        action = solver(seen, params, history)
        return Done() if isinstance(action, Answer) else action

    return solve


def claims(solver: Solver) -> Solver:
    """Looks, and claims to have done it."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        action = solver(seen, params, history)
        return Done() if isinstance(action, Done) else action

    return solve


def undone(solver: Solver) -> Solver:
    """Does it, and takes it back by the toast's button."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if any(says(element, "Undo") for _, element in tapped(history)):
            return Done()
        button = find(seen, "Undo", "button")
        action = tap(button) if button else solver(seen, params, history)
        return Wait() if isinstance(action, Done) else action

    return solve


def discarded(solver: Solver, *forms: str) -> Solver:
    """Fills a form in (the titles of those that count), and discards it."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if any(says(element, "Discard") for _, element in tapped(history)):
            return Done()
        action = solver(seen, params, history)
        save = find(seen, "Save", "button")
        leaving = bool(history) and history[-1].action == back() and on(seen, *forms)
        return back() if leaving or (save and action == tap(save)) else action

    return solve


def usual(app: str, solver: Solver) -> tuple[Wrong, ...]:
    """The mistakes that can be made in any task of an app (the label under its icon)."""
    return (
        Wrong(EARLY, early(app), usual=True),
        Wrong("never says done", never_done(solver), usual=True),
        Wrong("says that it cannot be done", refuses(solver), usual=True),
        Wrong("does it, and one thing more", in_turn(solver, flip("Use 24-hour format")), usual=True),
    )
