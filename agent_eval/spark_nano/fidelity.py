"""How far a build's answers are from its base's, token by token, on decisions that training never saw.

The reference solutions' answers are given to both, and at every place of an answer the two distributions over the vocabulary are compared.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from agent_eval.engine.reference import Reference
from agent_eval.spark_nano.data import Example, episode
from devices.sim import SimulatedPhone
from tasks import registry
from tasks.suite import trial


@dataclass(frozen=True, slots=True)
class Fidelity:
    """A build against its base.

    Attributes:
        decisions: how many were compared.
        exact: those in which every token of the reference solution's answer is the build's likeliest.
        base_exact: the same of the base.
        changed: those in which some token's likeliest differs between the two.
        kl: mean Kullback-Leibler divergence of the build from the base, in nats a token: ``Σ p_base (log p_base - log p_build)``.
    """

    decisions: int
    exact: int
    base_exact: int
    changed: int
    kl: float


def decisions(count: int, seed: int = 0) -> list[Example]:
    """Decisions of the split that scored suites draw from, the templates in turn, one move in ten before them a mistake."""
    rng, phone = random.Random(seed), SimulatedPhone()
    tasks = list(registry.tasks().values())
    rng.shuffle(tasks)
    found: list[Example] = []
    number = 900 + seed
    while len(found) < count:
        for task in tasks:
            steps = episode(task, trial(task, number, split="test"), phone, rng, mistakes=0.1)
            found += rng.sample(steps, min(2, len(steps)))
        number += 1
    return found[:count]


def answers(model: Reference, asked: Sequence[Example]) -> list[Tensor]:
    """Log-probabilities at the places of each answer's tokens: [answer, vocabulary] each, in float32."""
    return [model.logits(torch.tensor([*one.prompt, *one.answer[:-1]]))[len(one.prompt) - 1 :].float().log_softmax(-1) for one in asked]


def fidelity(found: Sequence[Tensor], base: Sequence[Tensor], asked: Sequence[Example]) -> Fidelity:
    """Compare what `answers` gave for a build and for its base."""
    right = [torch.tensor(one.answer) for one in asked]
    return Fidelity(
        decisions=len(asked),
        exact=sum(bool((got.argmax(-1) == want).all()) for got, want in zip(found, right, strict=True)),
        base_exact=sum(bool((got.argmax(-1) == want).all()) for got, want in zip(base, right, strict=True)),
        changed=sum(bool((got.argmax(-1) != own.argmax(-1)).any()) for got, own in zip(found, base, strict=True)),
        kl=torch.cat([(own.exp() * (own - got)).sum(-1) for got, own in zip(found, base, strict=True)]).mean().item(),
    )
