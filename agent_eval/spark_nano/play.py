"""spark-nano plays many trials at once without an engine: to be evaluated, and to be corrected in the states it gets into."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent_eval.agents.policy import Decision, Usage
from agent_eval.episode import Limits, Turn, stop
from agent_eval.prompt import messages
from agent_eval.reply import parse
from agent_eval.spark_nano.data import Example, advance, decode, encode, example, trained_tasks, training_trial
from agent_eval.spark_nano.held_out import slice_of
from agent_eval.spark_nano.model import Nano
from agent_eval.spark_nano.team import Team
from devices.action import Action, Done
from devices.device import Device
from devices.sim import SimulatedPhone
from tasks import registry
from tasks.oracle import judge
from tasks.play import reference_steps
from tasks.task import Trial
from tasks.trace import Ending, Step, Trace
from tasks.verdict import Verdict

ANSWER_TOKENS = 72
_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Attempt:
    """One episode of the model.

    Attributes:
        trial, verdict: what was tried and how it was judged.
        turns: what it did.
        right: what the reference solution would have done in each of those states.
        prompts: what the model was shown in each of them.
        examples: the states with those right actions, to learn from.
    """

    trial: Trial
    verdict: Verdict
    ending: Ending
    turns: tuple[Turn, ...]
    right: tuple[Action, ...]
    prompts: tuple[str, ...]
    examples: tuple[Example, ...]

    @property
    def divergence(self) -> str | None:
        """How the model first left the reference solution, in a few words; None when it never did."""
        for turn, right in zip(self.turns, self.right, strict=True):
            action = turn.decision.action
            if action != right:
                return _divergence(action, right)
        return None


def _divergence(action: Action | None, right: Action) -> str:
    if action is None:
        return f"unreadable instead of {right.tool}"
    if isinstance(action, Done):
        return "done too early"
    if isinstance(right, Done):
        return f"{action.tool} instead of done"
    if action.tool != right.tool:
        return f"{action.tool} instead of {right.tool}"
    if getattr(action, "element", None) != getattr(right, "element", None):
        return f"{action.tool}: wrong element"
    return f"{action.tool}: wrong argument"


@dataclass(slots=True)
class _Seat:
    """A trial being played."""

    trial: Trial
    phone: Device
    turns: list[Turn]
    right: list[Action]
    prompts: list[str]
    examples: list[Example]
    journal: int
    most: int
    ending: Ending | None = None

    @property
    def steps(self) -> list[Step]:
        return [turn.step for turn in self.turns]


def play(
    model: Nano, trials: Sequence[Trial], limits: Limits = _LIMITS, watch: Callable[[int], None] = lambda ended: None
) -> list[Attempt]:
    """Play every trial to its end, greedily, all at once.

    Args:
        watch: told after every step how many episodes have ended.
    """
    seats = []
    for trial in trials:
        phone = SimulatedPhone()
        most = limits.steps_for(reference_steps(trial, phone))
        phone.reset(trial.setup)
        seats.append((_Seat(trial, phone, [], [], [], [], len(phone.changes()), most), phone.state()))
    active = [seat for seat, _ in seats]
    while active:
        looks = [seat.phone.observe() for seat in active]
        chats = [messages(seat.trial.goal, seen, seat.steps) for seat, seen in zip(active, looks, strict=True)]
        prompts = [encode(chat) for chat in chats]
        answers = model.generate(prompts, ANSWER_TOKENS)
        for seat, seen, chat, prompt, answer in zip(active, looks, chats, prompts, answers, strict=True):
            right = registry.task(seat.trial.task).solve(seen, seat.trial.params, seat.steps)
            seat.right.append(right)
            seat.prompts.append(chat[-1].content)
            seat.examples.append(example(seat.trial, seen, seat.steps, right))
            text = decode(answer)
            parsed = parse(text)
            step, seat.journal = advance(seat.phone, seen, parsed.action, text, parsed.recoveries, len(seat.turns), seat.journal)
            decision = Decision(parsed.action, text, "", parsed.recoveries, parsed.error, Usage(len(prompt), 0, len(answer) + 1))
            seat.turns.append(Turn(step, decision, 0.0, 0.0, 0.0))
            seat.ending = stop(seat.turns, limits, seat.most, 0.0)
        active = [seat for seat in active if seat.ending is None]
        watch(len(seats) - len(active))
    attempts = []
    for seat, initial in seats:
        assert seat.ending is not None
        trace = Trace(initial, tuple(seat.steps), seat.phone.state(), seat.ending)
        verdict = judge(registry.oracle(seat.trial), trace, None)
        attempts.append(
            Attempt(seat.trial, verdict, seat.ending, tuple(seat.turns), tuple(seat.right), tuple(seat.prompts), tuple(seat.examples))
        )
        seat.phone.close()
    return attempts


def some(trials: Sequence[Trial], count: int) -> Sequence[Trial]:
    """So many trials from all over a suite, the same at every call; all of them where it has no more."""
    return trials if count >= len(trials) else random.Random(count).sample(trials, count)


@dataclass(frozen=True, slots=True)
class Score:
    """What many attempts came to: counts of episodes, as (passed, trials) where they are broken down.

    Attributes:
        passed, trials: over all.
        reached: episodes in which the goal held at some time.
        recognised: those of them in which the model said so afterwards.
        by_slice: by what training had of the trial; see `agent_eval.spark_nano.held_out`.
        by_kind: of the trained slice, by what the task asks for.
        by_task: by template.
        divergences: how the episodes that failed first left the reference solution → how many.
        agreed, decisions: single decisions that were the reference solution's, of so many.
    """

    passed: int
    trials: int
    reached: int
    recognised: int
    by_slice: dict[str, tuple[int, int]]
    by_kind: dict[str, tuple[int, int]]
    by_task: dict[str, tuple[int, int]]
    divergences: dict[str, int]
    agreed: int
    decisions: int


def score(attempts: Sequence[Attempt]) -> Score:
    """Passes, and for the episodes that failed how they first left the reference solution."""
    trained = [attempt for attempt in attempts if slice_of(attempt.trial) == "trained"]
    reached = [attempt for attempt in attempts if attempt.verdict.goal_reached_step is not None]
    pairs = [turn.decision.action == right for attempt in attempts for turn, right in zip(attempt.turns, attempt.right, strict=True)]
    return Score(
        passed=sum(attempt.verdict.passed for attempt in attempts),
        trials=len(attempts),
        reached=len(reached),
        recognised=sum(attempt.verdict.recognition in ("in_time", "late") for attempt in reached),
        by_slice=_by(attempts, lambda trial: slice_of(trial)),
        by_kind=_by(trained, lambda trial: registry.task(trial.task).kind),
        by_task=_by(attempts, lambda trial: trial.task),
        divergences=dict(Counter(attempt.divergence or "none" for attempt in attempts if not attempt.verdict.passed).most_common()),
        agreed=sum(pairs),
        decisions=len(pairs),
    )


def _by(attempts: Sequence[Attempt], key: Callable[[Trial], str]) -> dict[str, tuple[int, int]]:
    """(passed, trials) of each group, in alphabetical order."""
    groups: dict[str, list[bool]] = defaultdict(list)
    for attempt in attempts:
        groups[key(attempt.trial)].append(attempt.verdict.passed)
    return {name: (sum(groups[name]), len(groups[name])) for name in sorted(groups)}


def own_examples(
    model: Nano, rng: random.Random, episodes: int, weights: Mapping[str, float], team: Team
) -> tuple[list[Example], dict[str, Any]]:
    """Examples of the states that the model itself gets into, on trials of the training split.

    All states where it went wrong are kept, and a quarter of those where it was right: enough not to forget them.
    """
    tasks = trained_tasks()
    drawn = [training_trial(tasks[rng.choices(list(weights), list(weights.values()))[0]], rng) for _ in range(episodes)]
    attempts = team.gather(play(model, team.share(drawn)))
    found = [
        entry
        for attempt in attempts
        for turn, right, entry in zip(attempt.turns, attempt.right, attempt.examples, strict=True)
        if turn.decision.action != right or rng.random() < 0.25
    ]
    result = score(attempts)
    return found, {"passed": result.passed / result.trials, "agreed": result.agreed / result.decisions, "divergences": result.divergences}
