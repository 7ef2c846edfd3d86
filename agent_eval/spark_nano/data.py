"""What spark-nano learns from: the reference solution's next action in every state that it, mistakes, or the model itself lead to.

Only trials of the training split are drawn. Scored suites use values (names, times, texts) of the other split, which never pass here.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import torch
from tokenizers import Tokenizer
from torch import Tensor

from agent_eval.engine.protocol import Message
from agent_eval.prompt import messages
from agent_eval.reply import write_answer
from agent_eval.spark_nano.base import EOS, chat_text, tokenizer
from agent_eval.spark_nano.held_out import TEMPLATES, VALUES
from devices.action import Action, Answer, Done, OpenApp, Outcome, PressKey, Scroll, Tap, TypeText
from devices.device import Device
from devices.observation import Observation
from tasks import registry, variation
from tasks.suite import possible, trial
from tasks.task import Task, Trial, Variation
from tasks.trace import Step


@dataclass(frozen=True, slots=True)
class Example:
    """One decision: the chat as token ids, and the right answer's, the end-of-turn token included."""

    task: str
    prompt: tuple[int, ...]
    answer: tuple[int, ...]

    def to_json(self) -> list[Any]:
        return [self.task, list(self.prompt), list(self.answer)]

    @classmethod
    def from_json(cls, data: Sequence[Any]) -> "Example":
        return cls(data[0], tuple(data[1]), tuple(data[2]))


@cache
def _tokenizer() -> Tokenizer:
    return tokenizer()


def encode(chat: Sequence[Message]) -> tuple[int, ...]:
    """The prompt of a chat, up to where the answer begins."""
    return tuple(_tokenizer().encode(chat_text(chat), add_special_tokens=False).ids)


def decode(ids: Sequence[int]) -> str:
    """Text of an answer, tags included."""
    text: str = _tokenizer().decode(list(ids), skip_special_tokens=True)
    return text


def text_of(ids: Sequence[int]) -> str:
    """Text of a whole chat, the marks of its turns included."""
    text: str = _tokenizer().decode(list(ids), skip_special_tokens=False)
    return text


def answer_ids(text: str) -> tuple[int, ...]:
    """An answer's tokens, the one that ends the turn included."""
    return (*_tokenizer().encode(text, add_special_tokens=False).ids, EOS)


def example(asked: Trial, seen: Observation, history: Sequence[Step], right: Action) -> Example:
    return Example(asked.task, encode(messages(asked.goal, seen, history)), answer_ids(write_answer(right, seen)))


# ---- episodes

_OTHER_APPS = ("Settings", "Clock", "Contacts")


def mistake(seen: Observation, right: Action, rng: random.Random) -> Action:
    """Something that a hasty agent does instead: a neighbour of the right element, the wrong key, a text cut short, too early an end."""
    elements = [element for element in seen.elements if element.kind != "text" and element.enabled]
    index = getattr(right, "element", None)
    chance = rng.random()
    if isinstance(right, TypeText) and chance < 0.35:
        return right.model_copy(
            update={"text": right.text[: rng.randrange(len(right.text) + 1)] if chance < 0.2 else right.text + rng.choice("0127aes")}
        )
    if index is not None and chance < 0.55:
        near = [element.index for element in elements if 0 < abs(element.index - index) <= 2]
        if near:
            return Tap(element=rng.choice(near))
    if chance < 0.68:
        return PressKey(key="back")
    if chance < 0.72:
        return PressKey(key="home")
    if chance < 0.78:
        return Scroll(direction=rng.choice(("down", "up")))
    if chance < 0.83:
        return OpenApp(name=rng.choice(_OTHER_APPS))
    return Tap(element=rng.choice(elements).index) if elements else PressKey(key="back")


def advance(
    phone: Device, seen: Observation, action: Action | None, text: str, recoveries: tuple[str, ...], index: int, journal: int
) -> tuple[Step, int]:
    """Do an action. Returns the step, and how long the phone's journal is now."""
    outcome = None
    if isinstance(action, (Answer, Done)):
        outcome = Outcome(status="done")
    elif action is not None:
        outcome = phone.act(action, seen)
    changes = phone.changes()
    return Step(index, seen, text, action, recoveries, outcome, tuple(changes[journal:])), len(changes)


def episode(task: Task, asked: Trial, phone: Device, rng: random.Random, mistakes: float, longest: int = 30) -> list[Example]:
    """The reference solution plays, with some of its moves replaced by mistakes, and says in every state what would have been right.

    Args:
        mistakes: share of moves replaced.
        longest: steps after which the episode is left.
    """
    phone.reset(asked.setup)
    result: list[Example] = []
    steps: list[Step] = []
    journal = len(phone.changes())
    while len(steps) < longest:
        seen = phone.observe()
        right = task.solve(seen, asked.params, steps)
        result.append(example(asked, seen, steps, right))
        action = mistake(seen, right, rng) if rng.random() < mistakes else right
        if isinstance(action, Done):
            break
        step, journal = advance(phone, seen, action, "", (), len(steps), journal)
        steps.append(step)
    return result


Draw = Callable[[Task, random.Random], Trial]
"""A trial of a template, from the training split."""


def trained_tasks() -> dict[str, Task]:
    """The templates that training draws from, by id: all but those that are held out."""
    return {name: task for name, task in registry.tasks().items() if name not in TEMPLATES}


def training_trial(task: Task, rng: random.Random) -> Trial:
    """Random parameters of the training split under a random mixture of variations; a third of the trials are the phone as delivered.

    Axis values that are held out are never drawn.
    """
    seed = rng.getrandbits(31)
    base = trial(task, seed, split="train")
    values = {
        axis: kept for axis, found in possible(task, base).items() if (kept := [value for value in found if (axis, value) not in VALUES])
    }
    chance = rng.choice((0.0, 0.1, 0.2))
    chosen = [f"{axis}={rng.choice(values[axis])}" for axis in values if rng.random() < chance]
    return trial(task, seed, Variation(variation.MIXED, "+".join(chosen)), "train") if chosen else base


class Source:
    """A stream of examples, mixed across episodes.

    Args:
        tasks: templates by id.
        draw: makes a trial.
        phone: that episodes are played on.
        rng: the only source of chance; its state and `waiting` are all that a resumed run needs.
        openings: share of first steps kept: an episode's first screen is nearly always the launcher, and soon learned.
    """

    mixed = 320

    def __init__(self, tasks: Mapping[str, Task], draw: Draw, phone: Device, rng: random.Random, openings: float = 0.5) -> None:
        self.tasks, self.draw, self.phone, self.rng, self.openings = dict(tasks), draw, phone, rng, openings
        self.waiting: list[Example] = []

    def take(self, count: int, weights: Mapping[str, float]) -> list[Example]:
        """Examples from templates drawn by weight."""
        names = list(self.tasks)
        while len(self.waiting) < max(self.mixed, count):
            name = self.rng.choices(names, [weights[name] for name in names])[0]
            found = episode(
                self.tasks[name], self.draw(self.tasks[name], self.rng), self.phone, self.rng, self.rng.choice((0.0, 0.0, 0.15, 0.3))
            )
            self.waiting += [entry for number, entry in enumerate(found) if number or self.rng.random() < self.openings]
        taken = []
        for _ in range(count):
            place = self.rng.randrange(len(self.waiting))
            self.waiting[place], self.waiting[-1] = self.waiting[-1], self.waiting[place]
            taken.append(self.waiting.pop())
        return taken


# ---- batches


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows of whole chats.

    Attributes:
        ids: (rows, length), prompt and answer but its last token, padded at the end.
        chosen: (n,), places in the flattened ids whose next token belongs to an answer.
        targets: (n,), that token.
        owner: (n,), row of each.
        examples: of the rows, in order.
    """

    ids: Tensor
    chosen: Tensor
    targets: Tensor
    owner: Tensor
    examples: tuple[Example, ...]

    def to(self, device: torch.device) -> "Batch":
        """The same on another device."""
        return Batch(self.ids.to(device), self.chosen.to(device), self.targets.to(device), self.owner.to(device), self.examples)


def batch(examples: Sequence[Example]) -> Batch:
    length = max(len(entry.prompt) + len(entry.answer) - 1 for entry in examples)
    ids = torch.full((len(examples), length), EOS)
    chosen: list[int] = []
    targets: list[int] = []
    owner: list[int] = []
    for row, entry in enumerate(examples):
        whole = (*entry.prompt, *entry.answer[:-1])
        ids[row, : len(whole)] = torch.tensor(whole)
        first = row * length + len(entry.prompt) - 1
        chosen += range(first, first + len(entry.answer))
        targets += entry.answer
        owner += [row] * len(entry.answer)
    return Batch(ids, torch.tensor(chosen), torch.tensor(targets), torch.tensor(owner), tuple(examples))


def batches(examples: Iterable[Example], tokens: int) -> list[Batch]:
    """Examples in batches of like length, so that little is padding, and of about this many tokens each."""
    result: list[Batch] = []
    rows: list[Example] = []
    for entry in sorted(examples, key=lambda entry: len(entry.prompt) + len(entry.answer)):
        if rows and (len(rows) + 1) * (len(entry.prompt) + len(entry.answer)) > tokens:
            result.append(batch(rows))
            rows = []
        rows.append(entry)
    return [*result, batch(rows)] if rows else result
