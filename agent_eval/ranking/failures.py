"""What went wrong in an episode that failed: one class for each, by rules over its trace, its verdict and the reference solution.

The reference solution is asked what it would have done in every state that the agent saw. It is right from any state, so an agent that
strays and finds back agrees with it again. What counts is the last stretch: the steps after the last one at which the two agreed.

`FAILURES` says when an episode is in a class. Where it could be in several, the first of these rules that finds something decides:

1. Words that cannot be read: unparseable. Nothing else is known of such an agent.
2. The goal held at some time and not at the end: undone.
3. The goal holds at the end. It said done: side effect. It said nothing: never stopped. It said that it cannot be done: wrong value.
   A goal that held from the start counts as reached only if the agent came to where the reference would have said done.
4. What was changed and still stands, the oldest first: wrong app, wrong value, wrong object; side effect where nothing could be done.
   Facts outweigh guesses at what was meant. A change that the reference would have made too is none of these: it was on the way.
5. The first step of the last stretch that did harm: wrong app, wrong object, wrong value; never stopped where the reference would have
   ended. How such an episode ends, with a wrong done or in circles, is only what came of it.
6. How it ended, where nothing of that came before: stopped early, stuck in a loop, unparseable.
7. Nothing of this: other.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from agent_eval.prompt import action_words
from agent_eval.ranking.agreement import Agreement, agreement, meant, package_of
from devices.action import Action, Answer, Done, OpenApp, PressKey, Wait
from devices.state import StateChange, diff, kind_of
from tasks import registry
from tasks.conditions import Condition, parts_of, same
from tasks.navigate import HOME, PACKAGES, says
from tasks.oracle import Oracle, excused
from tasks.task import Trial
from tasks.trace import Step, Trace
from tasks.variation import ROOMS
from tasks.verdict import Verdict

FailureClass = Literal[
    "wrong app",
    "wrong object",
    "wrong value",
    "undone",
    "stopped early",
    "never stopped",
    "unparseable",
    "stuck in a loop",
    "side effect",
    "other",
]
CLASSES: tuple[FailureClass, ...] = get_args(FailureClass)
FAILURES: dict[FailureClass, str] = {
    "wrong app": "it changed something in an app that the task does not pass through, or opened or used one and did not find back",
    "wrong object": "it changed another thing than the one asked for, or went for one and did not find back",
    "wrong value": "the right thing got another value than asked: a fact, a text, an answer, or done with the wrong status",
    "undone": "the goal held, and at the end it did not any more",
    "stopped early": "it said done, or that it cannot be done, when there was more to do or to see; nothing had gone wrong before",
    "never stopped": "the goal held, or it was plain that it cannot be reached, and the agent never said so",
    "unparseable": "no call could be read in the words that the episode ended with, or in most of all",
    "stuck in a loop": "it did the same on the same screen again and again; nothing had gone wrong before",
    "side effect": "all that was asked for was done and said, and more was changed, or touched that was to be left alone",
    "other": "none of these: it went on without harm and without an end until a limit was reached",
}
"""Class → when an episode is in it."""

_BACK = PressKey(key="back")
REPEATS = 3
"""The same action on the same screen so often is a loop."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong, and where.

    Attributes:
        kind: its class.
        step: the step that it is seen at; None where no one step shows it.
        words: what was done there, in a few words; empty where no one step shows it.
    """

    kind: FailureClass
    step: int | None
    words: str


def classify(trace: Trace, verdict: Verdict, trial: Trial) -> FailureClass:
    """The class of a failed episode; see `explain`."""
    return explain(trace, verdict, trial).kind


def explain(trace: Trace, verdict: Verdict, trial: Trial) -> Failure:
    """What went wrong in a failed episode, by the rules of this module.

    Args:
        verdict: what the trial's oracle says of the trace.

    Raises:
        ValueError: the episode passed.
        TaskError: there is no such task any more.
    """
    if verdict.passed:
        raise ValueError(f"the episode of {trial.id} passed: only failed ones have a class")
    case = _Case.of(trace, verdict, trial)
    kind, step = next(found for rule in _RULES if (found := rule(case)) is not None)
    return Failure(kind, step, "" if step is None else case.words(step))


@dataclass(frozen=True, slots=True)
class _Case:
    """A failed episode, with what the rules ask of it.

    Attributes:
        right: the reference solution's action in each step's state.
        agreed: how the agent's compares with it.
        packages: of the apps that the task passes through.
    """

    trace: Trace
    verdict: Verdict
    oracle: Oracle
    right: tuple[Action, ...]
    agreed: tuple[Agreement, ...]
    packages: frozenset[str]

    @classmethod
    def of(cls, trace: Trace, verdict: Verdict, trial: Trial) -> "_Case":
        task, oracle = registry.task(trial.task), registry.oracle(trial)
        right = tuple(task.solve(step.observation, trial.params, trace.steps[: step.index]) for step in trace.steps)
        pairs = zip(trace.steps, right, strict=True)
        agreed = tuple(agreement(step.action, action, step.observation, oracle.answer) for step, action in pairs)
        return cls(trace, verdict, oracle, right, agreed, frozenset(ROOMS[room].package for room in task.apps))

    @property
    def last(self) -> int | None:
        """The last step."""
        return len(self.trace.steps) - 1 if self.trace.steps else None

    @property
    def stretch(self) -> Sequence[Step]:
        """The steps after the last at which agent and reference agreed."""
        start = next((index + 1 for index in reversed(range(len(self.agreed))) if self.agreed[index].right), 0)
        return self.trace.steps[start:]

    @property
    def done_here(self) -> bool:
        """Whether the agent brought the goal about, or saw all that the reference needs to say that nothing is left to do."""
        reached = self.verdict.goal_reached_step
        return (reached is not None and reached >= 0) or any(isinstance(action, Done) for action in self.right)

    def foreign(self, package: str | None) -> bool:
        """Whether this is an app that the task does not pass through."""
        return package in PACKAGES.values() and package not in self.packages

    def words(self, index: int) -> str:
        """What was done at a step, and what the reference solution would have done."""
        step, right = self.trace.steps[index], self.right[index]
        done = "unreadable words" if step.action is None else action_words(step.action, step.observation)
        changed = next((str(change) for change in step.changes if change.entity != "screen"), None)
        if self.agreed[index].right:
            return done if changed is None else f"{done} ({changed})"
        return f"{done} instead of {action_words(right, step.observation)}"


_Found = tuple[FailureClass, int | None]


def _unreadable(case: _Case) -> _Found | None:
    unread = [step.index for step in case.trace.steps if step.action is None]
    return ("unparseable", unread[0]) if case.trace.ending == "unparseable" or 2 * len(unread) > len(case.trace.steps) else None


def _undone(case: _Case) -> _Found | None:
    if case.verdict.goal_reached_step is None or case.verdict.goal_at_end:
        return None
    return "undone", _failing_step(case)


def _held_at_end(case: _Case) -> _Found | None:
    """Of a goal that holds at the end. One that cannot be reached holds from the start in name only."""
    if not case.verdict.goal_at_end or case.oracle.demand == "infeasible":
        return None
    if case.trace.claim == "complete":
        return "side effect", min((step for step, _ in _unwanted(case)), default=_failing_step(case))
    if not case.done_here:
        return None
    return ("never stopped", case.verdict.goal_reached_step) if case.trace.claim is None else ("wrong value", case.last)


def _changed(case: _Case) -> _Found | None:
    """Of what was changed and still stands at the end, the first that was not asked for or got another value."""
    strayed = next(
        (step.index for step in case.trace.steps if _fault(case, step) in ("wrong object", "wrong value")), len(case.trace.steps)
    )

    def on_the_way(step: int) -> bool:
        """Whether the reference does this too, before it goes on to what was not done any more."""
        return step < strayed and case.agreed[step].right

    for step, change in _unwanted(case):
        if case.foreign(case.trace.steps[step].observation.package):
            return "wrong app", step
        if case.oracle.demand == "infeasible":
            return "side effect", step
        if not on_the_way(step):
            made = change.entity not in case.trace.initial
            return "wrong value" if made and kind_of(change.entity) in _kinds(_failing(case)) else "wrong object", step
    return next((("wrong value", step) for step, _ in _missed(case) if not on_the_way(step)), None)


def _strayed(case: _Case) -> _Found | None:
    return next(((kind, step.index) for step in case.stretch if (kind := _fault(case, step)) is not None), None)


def _ended(case: _Case) -> _Found | None:
    if case.trace.claim is not None and case.last is not None:
        refused = isinstance(case.right[case.last], Done) and not case.agreed[case.last].right
        return "wrong value" if refused else "stopped early", case.last
    if (first := _repeated(case.trace.steps)) is not None or case.trace.ending == "loop":
        return "stuck in a loop", first
    return next((("unparseable", step.index) for step in case.stretch if step.action is None), None)


def _rest(case: _Case) -> _Found:
    return "other", None


_RULES = (_unreadable, _undone, _held_at_end, _changed, _strayed, _ended, _rest)


def _fault(case: _Case, step: Step) -> FailureClass | None:
    """What is wrong with a step that differs from the reference's; None where it did no harm: it only looked, or had no effect."""
    agreed, right, seen = case.agreed[step.index], case.right[step.index], step.observation
    if agreed.right or step.action is None:
        return None
    if isinstance(right, Done):
        return "never stopped" if case.trace.claim is None else None
    action = meant(step.action, seen)
    if (opened := _opened(step)) is not None and case.foreign(opened):
        return "wrong app"
    if isinstance(action, OpenApp):
        # A name that no app has is none of the task's, and one that is in front already was still gone for.
        return None if package_of(action.name) in case.packages else "wrong app"
    if isinstance(action, Answer):
        return "wrong value" if case.oracle.answer is not None and not case.oracle.answer.accepts(action.text) else None
    element = getattr(action, "element", None)
    if element is None or step.outcome is None or step.outcome.status != "done":
        return None
    if opened in case.packages and seen.package == HOME:
        return None  # one of the task's apps, by whatever touch
    if agreed.object is None and case.foreign(seen.package):
        return "wrong app"
    if agreed.object:
        return "wrong value" if agreed.tool and agreed.value is False else None
    return None if says(seen.elements[element], "Navigate up") else "wrong object"


def _opened(step: Step) -> str | None:
    """Package of the app that a step brought to the front, by whatever action; None where it left that to others or only went back."""
    if step.action is None or isinstance(step.action, Wait) or step.action == _BACK:
        return None
    front = [change.after for change in step.changes if (change.entity, change.key) == ("screen", "app")]
    return str(front[-1]) if front else None


def _unwanted(case: _Case) -> list[tuple[int, StateChange]]:
    """(step, change) of what stands at the end and nothing asked for or excuses, oldest first.

    What the phone changed of itself is left out: it came with another change.
    """
    oracle, trace = case.oracle, case.trace
    automatic = {(rule.entity, key) for rule in oracle.automatic for key in rule.consequences}
    return _dated(
        trace,
        (
            change
            for change in _lasting(trace)
            if (change.entity, change.key) not in automatic
            and not any(condition.permits(change, trace.initial, trace.final) for condition in oracle.asked)
            and not excused(oracle, change, trace)
        ),
    )


def _missed(case: _Case) -> list[tuple[int, StateChange]]:
    """(step, change) of the very facts asked for, to values that were not, oldest first."""
    trace = case.trace
    return _dated(
        trace,
        (
            change
            for part in _failing(case)
            for change in _lasting(trace)
            if change.after is not None and _is_missed(part, change) and part.permits(change, trace.initial, trace.final)
        ),
    )


def _is_missed(part: Condition, change: StateChange) -> bool:
    """Whether a condition names a value for the fact that changed, and this is another."""
    wanted = [value for kind, key, value in part.named if (kind, key) == (kind_of(change.entity), change.key) and value is not None]
    return bool(wanted) and not any(same(change.after, value) for value in wanted)


def _lasting(trace: Trace) -> list[StateChange]:
    return diff(trace.initial, trace.final, len(trace.steps) - 1)


def _dated(trace: Trace, changes: Iterable[StateChange]) -> list[tuple[int, StateChange]]:
    """Changes from start to end, each with the step that brought the fact to where it stands, oldest first."""
    last = {(change.entity, change.key): step.index for step in trace.steps for change in step.changes}
    found = [(last.get((change.entity, change.key), len(trace.steps) - 1), change) for change in changes]
    return sorted(found, key=lambda pair: pair[0])


def _failing(case: _Case) -> list[Condition]:
    """The parts of the goal that do not hold at the end."""
    goal, trace = case.oracle.goal, case.trace
    parts = (*(parts_of(goal) if goal is not None else ()), *case.oracle.ever)
    return [part for part in parts if not part.check(trace.initial, trace.final).holds]


def _failing_step(case: _Case) -> int | None:
    """Where the first condition that failed was decided; the last step where none says."""
    return next((finding.step for finding in case.verdict.findings if not finding.holds and finding.step is not None), case.last)


def _kinds(parts: Sequence[Condition]) -> set[str]:
    return {kind for part in parts for kind, _, _ in part.named}


def _repeated(steps: Sequence[Step]) -> int | None:
    """The first step whose action was done `REPEATS` times or more on the same screen, None where none was."""
    acted = [step for step in steps if step.action is not None]
    return next((step.index for step in acted if sum(_alike(step, other) for other in acted) >= REPEATS), None)


def _alike(one: Step, other: Step) -> bool:
    return one.action == other.action and one.observation.elements == other.observation.elements
