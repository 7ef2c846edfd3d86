"""Single decisions: what two builds would do next in the very same stored states, held against the reference solution.

An episode is one pass or fail; its states are many decisions. Each build is asked in every state of stored episodes of the same trials,
given the same past, and nothing is played: so one wrong step does not hide all that would have come after it, and both builds answer the
very same questions. Decisions of one template stand and fall together, as its trials do.

A state counts once, however many episodes came through it, where a build is shown the same of it: goal, past and screen.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

from agent_eval.agents.policy import Agent, Decision
from agent_eval.engine.protocol import EngineError
from agent_eval.prompt import user_text
from agent_eval.ranking.agreement import Agreement, agreement
from agent_eval.ranking.paired import Paired, Verdict, compare, holm, verdict
from agent_eval.store.database import Database
from agent_eval.store.errors import OtherVersionError
from agent_eval.store.rebuild import load_trace
from devices.action import Action, Done
from devices.observation import Observation
from tasks import registry
from tasks.answers import AnswerRule
from tasks.task import Trial
from tasks.trace import Step

Measure = Literal["right", "tool", "object", "value", "stop"]
MEASURES: dict[Measure, str] = {
    "right": "the action is the reference solution's in all that follows",
    "tool": "it is the same tool",
    "object": "it names the same element, where the reference names one",
    "value": "all else that it says is right (text, app, key, direction, answer, status), where there is something to say",
    "stop": "it says done where the reference does, and nowhere else",
}
"""What is measured of a decision → when it counts as right."""

TOLERATED = 0.02
"""An engine that leaves a larger share of the questions without an answer has failed."""


@dataclass(frozen=True, slots=True)
class Question:
    """A stored state, and what the reference solution does in it.

    Attributes:
        id: of its step: ``EPISODE:STEP``.
        trial: that was played.
        seen, history: what is given to whoever is asked.
        right: the reference solution's action.
        answer: what the task accepts as an answer; None where it asks for none.
    """

    id: str
    trial: Trial
    seen: Observation
    history: tuple[Step, ...]
    right: Action
    answer: AnswerRule | None


Answered = Decision | EngineError
"""A decision, or why there is none."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One measure of the decisions of two builds.

    Attributes:
        measure: a key of `MEASURES`.
        of: decisions in which there was something to be right about.
        a, b: how many were right.
        paired: b against a, clustered by template.
        p_adjusted: Holm's, for all measures.
        verdict: what may be said of b against a.
    """

    measure: Measure
    of: int
    a: int
    b: int
    paired: Paired
    p_adjusted: float
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Habits:
    """What one build does over all decisions.

    Attributes:
        unreadable: answers in which no call could be read.
        early: said done where the reference goes on; of so many such states.
        late: went on where the reference says done; of so many such states.
    """

    unreadable: int
    early: tuple[int, int]
    late: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Decisions:
    """Two builds in the same states.

    Attributes:
        asked: the questions that both answered.
        a, b: how the answers agree with the reference, in their order.
        same: questions to which both gave the same answer.
        habits: of a and of b.
        measures: one each that there was something to be right about in.
        unanswered: questions that the engine of a, and of b, left without an answer; both are then left out.
    """

    asked: tuple[Question, ...]
    a: tuple[Agreement, ...]
    b: tuple[Agreement, ...]
    same: int
    habits: tuple[Habits, Habits]
    measures: tuple[Measured, ...]
    unanswered: tuple[int, int]


def questions(
    database: Database, episodes: Sequence[str], most: int | None = None, watch: Callable[[], None] = lambda: None
) -> tuple[list[Question], dict[str, int]]:
    """The states of stored episodes, each once.

    Args:
        episodes: their ids.
        most: if there are more states, so many from all over them, the same at every call.
        watch: told after each episode.

    Returns:
        The questions, in the order of episodes and steps, and why other episodes gave none → how many.

    Raises:
        StoreError: an episode is not there, or the database cannot be read.
    """
    found: dict[tuple[str, str], Question] = {}
    left_out: Counter[str] = Counter()
    for episode in episodes:
        states = _states(database, episode)
        if isinstance(states, str):
            left_out[states] += 1
        else:
            for one in states:
                found.setdefault((one.trial.hash, user_text(one.trial.goal, one.seen, one.history)), one)
        watch()
    return spread(list(found.values()), most), dict(left_out)


def spread(asked: Sequence[Question], most: int | None) -> list[Question]:
    """So many of the questions, at even distances; all where there are no more."""
    if most is None or most >= len(asked):
        return list(asked)
    return [asked[place * len(asked) // most] for place in range(most)]


def _states(database: Database, episode: str) -> list[Question] | str:
    """Every state of an episode, or why it has none to ask about."""
    try:
        trial, trace, _ = load_trace(database, episode)
    except OtherVersionError:
        return "this version cannot read how they were recorded"
    if trial.task not in registry.tasks():
        return "the template is gone"
    task, answer = registry.task(trial.task), registry.oracle(trial).answer
    found = []
    for step in trace.steps:
        history = trace.steps[: step.index]
        right = task.solve(step.observation, trial.params, history)
        found.append(Question(f"{episode}:{step.index}", trial, step.observation, history, right, answer))
    return found


def ask(agent: Agent, asked: Sequence[Question], concurrency: int, watch: Callable[[], None] = lambda: None) -> list[Answered]:
    """Put every question to an agent, so many at once.

    Args:
        watch: told after each answer, in the order of the questions.

    Raises:
        EngineError: the engine failed at more than `TOLERATED` of the questions.
    """

    def answer(one: Question) -> Answered:
        try:
            return agent.start(one.trial).decide(one.seen, one.history)
        except EngineError as error:
            return error

    answers: list[Answered] = []
    pool = ThreadPoolExecutor(concurrency, thread_name_prefix="asker")
    try:
        for found in pool.map(answer, asked):
            answers.append(found)
            watch()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)  # who interrupts does not wait for thousands of answers
    failed = [one for one in answers if isinstance(one, EngineError)]
    if len(failed) > TOLERATED * len(asked):
        raise EngineError(f"the engine left {len(failed)} of {len(asked)} questions without an answer; the first time, because {failed[0]}")
    return answers


def compare_decisions(asked: Sequence[Question], a: Sequence[Answered], b: Sequence[Answered], margin: float = 0.03) -> Decisions:
    """Hold two builds' answers against the reference and each other.

    Args:
        asked: the questions.
        a, b: each build's answers, in their order.
        margin: the largest difference of shares that would not matter.

    Raises:
        ValueError: there is no question that both answered.
    """
    kept = [(q, x, y) for q, x, y in zip(asked, a, b, strict=True) if isinstance(x, Decision) and isinstance(y, Decision)]
    if not kept:
        raise ValueError("there is no state in which both builds decided")
    both = [question for question, _, _ in kept]
    sides = [x.action for _, x, _ in kept], [y.action for _, _, y in kept]
    ours, its = ([_agree(q, action) for q, action in zip(both, side, strict=True)] for side in sides)
    cluster = {question.id: question.trial.task for question in both}
    found = []
    for measure in MEASURES:
        first, second = (
            {q.id: (value,) for q, one in zip(both, side, strict=True) if (value := _part(one, measure)) is not None}
            for side in (ours, its)
        )
        if first:
            found.append((measure, first, second, compare(first, second, cluster, margin=margin)))
    adjusted = holm([paired.p for *_, paired in found])
    return Decisions(
        asked=tuple(both),
        a=tuple(ours),
        b=tuple(its),
        same=sum(_alike(q, x, y) for q, x, y in zip(both, *sides, strict=True)),
        habits=(_habits(both, sides[0]), _habits(both, sides[1])),
        measures=tuple(
            Measured(
                measure=measure,
                of=len(first),
                a=sum(value for (value,) in first.values()),
                b=sum(value for (value,) in second.values()),
                paired=paired,
                p_adjusted=p,
                verdict=verdict(paired, p),
            )
            for (measure, first, second, paired), p in zip(found, adjusted, strict=True)
        ),
        unanswered=(sum(isinstance(one, EngineError) for one in a), sum(isinstance(one, EngineError) for one in b)),
    )


def _agree(question: Question, action: Action | None) -> Agreement:
    return agreement(action, question.right, question.seen, question.answer)


def _part(one: Agreement, measure: Measure) -> bool | None:
    match measure:
        case "right":
            return one.right
        case "tool":
            return one.tool
        case "object":
            return one.object
        case "value":
            return one.value
        case "stop":
            return one.stop


def _alike(question: Question, one: Action | None, other: Action | None) -> bool:
    """Whether two answers come to the same; two that cannot be read do not differ in what is done."""
    return one is other or (other is not None and agreement(one, other, question.seen).right)


def _habits(asked: Sequence[Question], actions: Sequence[Action | None]) -> Habits:
    pairs = [(isinstance(q.right, Done), isinstance(action, Done)) for q, action in zip(asked, actions, strict=True)]
    ends = sum(right for right, _ in pairs)
    return Habits(
        unreadable=sum(action is None for action in actions),
        early=(pairs.count((False, True)), len(pairs) - ends),
        late=(pairs.count((True, False)), ends),
    )
