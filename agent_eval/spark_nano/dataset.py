"""Decisions in a file: to train elsewhere, with other tools or another model, or again on the very same ones.

JSON lines. The first says what the file is and how many decisions follow; each other one is a chat and its right answer:
``{"task": …, "messages": [{"role": …, "content": …}, …], "answer": …}``.
"""

import json
import os
import random
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from agent_eval.engine.protocol import Message
from agent_eval.prompt import PROMPT_VERSION
from agent_eval.spark_nano.base import tokenizer_hash
from agent_eval.spark_nano.data import Draw, Example, Source, answer_ids, decode, encode, text_of
from devices.device import Device
from tasks.task import Task

KIND = "agent-eval decisions 1"
_TURN = re.compile(r"<\|im_start\|>(\w+)\n(.*?)<\|im_end\|>", re.DOTALL)


class DatasetError(Exception):
    """A file cannot be trained on. One sentence for the user."""


def write_dataset(path: Path, count: int, tasks: Mapping[str, Task], draw: Draw, phone: Device, seed: int) -> None:
    """Write so many decisions, the templates equally often; whole or not at all.

    Raises:
        OSError: the file cannot be written; what was there before is intact.
    """
    source = Source(tasks, draw, phone, random.Random(seed))
    weights = dict.fromkeys(tasks, 1.0)
    part = path.with_name(path.name + ".part")
    head = {
        "dataset": KIND,
        "decisions": count,
        "seed": seed,
        "prompt": PROMPT_VERSION,
        "tokenizer": tokenizer_hash(),
        "templates": sorted(tasks),
    }
    try:
        with part.open("w", encoding="utf-8") as file:
            file.write(json.dumps(head) + "\n")
            for first in range(0, count, 100):
                for one in source.take(min(100, count - first), weights):
                    file.write(json.dumps(_line(one), ensure_ascii=False) + "\n")
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _line(one: Example) -> dict[str, Any]:
    # Every byte of a text is in its tokens, and no text can hold a turn's marks: see `agent_eval.prompt.line`.
    turns = _TURN.findall(text_of(one.prompt))
    return {
        "task": one.task,
        "messages": [{"role": role, "content": content} for role, content in turns],
        "answer": decode(one.answer[:-1]),
    }


def read_dataset(path: Path) -> list[Example]:
    """The decisions of a file.

    Raises:
        DatasetError: it cannot be read, is no dataset, was cut short, or is of another prompt or tokenizer.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
        head = json.loads(lines[0])
    except (OSError, ValueError) as error:
        raise DatasetError(f"{path} cannot be read as a dataset: {error}; write one with `nano data`") from error
    if not isinstance(head, dict) or head.get("dataset") != KIND:
        raise DatasetError(f"{path} is no dataset of the kind {KIND!r}: its first line does not say so; write one with `nano data`")
    for name, own, words in (("prompt", PROMPT_VERSION, "prompt version"), ("tokenizer", tokenizer_hash(), "tokenizer")):
        if head.get(name) != own:
            raise DatasetError(f"{path} was written for the {words} {head.get(name)!r}, this version has {own!r}; write it again")
    body = lines[1:-1]
    if lines[-1] or len(body) != head.get("decisions"):
        raise DatasetError(
            f"{path} was cut short: it says {head.get('decisions')} decisions and has {len(body)} whole ones; write it again"
        )
    return [_example(path, number, line) for number, line in enumerate(body, 2)]


def _example(path: Path, number: int, line: str) -> Example:
    try:
        found = json.loads(line)
        chat = tuple(Message(said["role"], said["content"]) for said in found["messages"])
        return Example(found["task"], encode(chat), answer_ids(found["answer"]))
    except (ValueError, KeyError, TypeError) as error:
        raise DatasetError(f"{path}:{number}: no decision with task, messages and answer ({error!r}); write the file again") from error


class Recorded:
    """A stream of examples from a file, in place of `Source`: each comes once before any comes again.

    Args:
        examples: at least one.
        rng: the only source of chance; its state and `waiting` are all that a resumed run needs.

    Raises:
        DatasetError: a decision is of a template that is held out of training, or that is not known.
    """

    def __init__(self, examples: Sequence[Example], tasks: Mapping[str, Task], rng: random.Random) -> None:
        if not examples:
            raise DatasetError("the dataset holds no decision; write one with `nano data`")
        for one in examples:
            if one.task not in tasks:
                raise DatasetError(f"the dataset holds decisions of {one.task}, which is held out of training or unknown; write it again")
        self.examples, self.rng = examples, rng
        self.tasks = {name: task for name, task in tasks.items() if name in {one.task for one in examples}}
        self.waiting: list[Example] = []

    def take(self, count: int, weights: Mapping[str, float]) -> list[Example]:
        """So many, in an order of chance: what is in the file decides how often a template comes, and not the weights."""
        while len(self.waiting) < count:
            self.waiting += self.rng.sample(self.examples, len(self.examples))
        taken, self.waiting = self.waiting[:count], self.waiting[count:]
        return taken
