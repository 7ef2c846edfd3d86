"""Training spark-nano by behaviour cloning: expert episodes with mistakes in them, later also the model's own episodes, relabelled.

The learning rate warms up, stays, and falls to nothing over the last part of the run; most of the skill comes with that fall. A run can be
cut anywhere and resumed: what it then does is what it would have done.
"""

import json
import math
import os
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch

from agent_eval.prompt import PROMPT_VERSION
from agent_eval.spark_nano.base import tokenizer_hash
from agent_eval.spark_nano.data import Batch, Example, Source, batches
from agent_eval.spark_nano.dataset import Recorded
from agent_eval.spark_nano.model import Nano, cross_entropy
from agent_eval.spark_nano.team import Team


class TrainError(Exception):
    """A run cannot be started or resumed. One sentence for the user."""


@dataclass(frozen=True, slots=True)
class TrainConfig:
    """What decides a run, together with its data. Recorded with the checkpoint; a run is resumed under the same values only.

    Attributes:
        rank: of the adapter.
        learning_rate: of AdamW, after warm-up and before the fall.
        warmup: steps in which it rises.
        fall: share of the run, at its end, over which it falls to nothing along a cosine.
        decisions: examples a step.
        tokens: most tokens, padding included, that go through the model at once on a processor.
        own_every: steps between rounds of the model's own episodes; 0 for none.
        own_from: share of the run before the first round.
        own_episodes: episodes a round.
        own_share: share of a step's examples from them, once there are any.
        seed: of the adapter's start and of all that is drawn.
        scheme: of the builds that the adapter is for: weights are rounded to it wherever they are used; None for full precision.
        data: SHA-256 of the file that expert examples come from; None where the reference solutions play.
    """

    rank: int = 16
    learning_rate: float = 1e-3
    warmup: int = 20
    fall: float = 0.4
    decisions: int = 16
    tokens: int = 900
    own_every: int = 150
    own_from: float = 0.3
    own_episodes: int = 40
    own_share: float = 0.3
    seed: int = 0
    scheme: str | None = None
    data: str | None = None


@dataclass(slots=True)
class Progress:
    """Where a run stands. ``steps`` is its planned end, which may move while the learning rate is still level."""

    step: int = 0
    steps: int = 0
    decisions: int = 0
    tokens: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Report:
    """One step, for whoever watches."""

    progress: Progress
    loss: float
    exact: float
    learning_rate: float


AT_ONCE = {"cpu": None, "cuda": 32_768}
"""Most tokens that go through the model at once on each device, None for what the configuration says: a GPU is idle with few."""

Play = Callable[[Nano, random.Random, int, Mapping[str, float], Team], tuple[list[Example], dict[str, Any]]]
"""(model, chance, episodes, weights by template, team) → examples of states that the model got into, and what to note of them."""


def learning_rate(config: TrainConfig, step: int, steps: int) -> float:
    """At a step (from 0) of a run of so many."""
    rising = min(1.0, (step + 1) / config.warmup)
    falls_from = steps * (1 - config.fall)
    if step < falls_from:
        return config.learning_rate * rising
    through = min(1.0, (step - falls_from) / max(1.0, steps - falls_from))
    return config.learning_rate * rising * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * through)))


class Trainer:
    """One run.

    Args:
        model: at its start; trained in place.
        config: what decides the run.
        source: expert examples, played or from a file; its generator is the run's own.
        play: makes the model's own examples; None for none.
        team: that trains it together; every worker is given the same.
        at_once: most tokens that go through the model at once, where that is not what the configuration says. It decides about speed, and
            about results only as far as the order of sums does.

    Attributes:
        origin: the adapter that the run began with and how that one came about; None for one that changes nothing.
    """

    def __init__(
        self,
        model: Nano,
        config: TrainConfig,
        source: Source | Recorded,
        play: Play | None = None,
        team: Team = Team(),  # noqa: B008
        at_once: int | None = None,
    ) -> None:
        self.model, self.config, self.source, self.play, self.team = model, config, source, play, team
        self.at_once = at_once or config.tokens
        self.origin: dict[str, Any] | None = None
        self.progress = Progress()
        self.errors = dict.fromkeys(source.tasks, 0.5)
        self.own: list[Example] = []
        self.curve: list[dict[str, Any]] = []
        self._recent: list[tuple[float, int, int]] = []
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=config.learning_rate, betas=(0.9, 0.98), weight_decay=0.0)

    @property
    def weights(self) -> dict[str, float]:
        """Templates are drawn more often while they go wrong."""
        return {name: 0.25 + 2 * error for name, error in self.errors.items()}

    def run(
        self,
        steps: int | None,
        minutes: float | None,
        report: Callable[[Report], None],
        save: Callable[["Trainer"], None] | None = None,
        stop: Callable[[], bool] = lambda: False,
        save_every: int = 100,
    ) -> None:
        """Train to the end of the plan: so many steps, or as many as the minutes allow.

        Where any worker is told to stop, all of them do after the step that they are in, and what was done is saved.
        With minutes, the plan follows the measured speed until the learning rate begins to fall, so the run ends about in time.
        """
        began, step_began = time.monotonic(), self.progress.step
        if steps is not None:
            self.progress.steps = steps
        elif self.progress.step >= self.progress.steps:
            # A finished run that goes on: the learning rate rises again, to fall at the new end.
            self.progress.steps = 0
        while True:
            progress, config = self.progress, self.config
            if minutes is not None and (progress.steps == 0 or progress.step < progress.steps * (1 - config.fall)):
                done = progress.step - step_began
                pace = (time.monotonic() - began) / done if done >= 10 else 3.0
                left = max(1, round((minutes * 60 - (time.monotonic() - began)) / pace))
                progress.steps = progress.step + self.team.agree(left)
            if self.team.add(torch.tensor([progress.step >= progress.steps or stop()], dtype=torch.int32)).item():
                break
            self._own_round()
            report(self._step())
            if save is not None and progress.step % save_every == 0:
                save(self)
        if save is not None:
            save(self)

    def _own_round(self) -> None:
        progress, config = self.progress, self.config
        due = config.own_every and progress.step % config.own_every == 0 and progress.step >= config.own_from * progress.steps
        if self.play is None or not due:
            return
        began = time.monotonic()
        found, notes = self.play(self.model, self.source.rng, config.own_episodes, self.weights, self.team)
        self.own = (self.own + found)[-4000:]
        progress.seconds += time.monotonic() - began
        self.note(**notes)

    def note(self, **values: Any) -> None:
        """Put a point on the curve."""
        self.curve.append(
            {"step": self.progress.step, "minutes": round(self.progress.seconds / 60, 2), "decisions": self.progress.decisions, **values}
        )

    def _step(self) -> Report:
        progress, config = self.progress, self.config
        began = time.monotonic()
        from_own = min(len(self.own), round(config.decisions * config.own_share)) if self.own else 0
        examples = self.source.take(config.decisions - from_own, self.weights)
        examples += self.source.rng.sample(self.own, from_own)
        rate = learning_rate(config, progress.step, progress.steps)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        answer_tokens = sum(len(entry.answer) for entry in examples)
        order = sorted(range(len(examples)), key=lambda place: len(examples[place].prompt) + len(examples[place].answer))
        # What each worker found of its share, added up for all: right or not by example, then the loss and the tokens.
        found = torch.zeros(len(examples) + 2, dtype=torch.float64)
        own = self.team.share(order)
        for part in batches([examples[place] for place in own], self.at_once):
            loss, right = self._backward(part, answer_tokens)
            found[-2:] += torch.tensor([loss, part.ids.numel()], dtype=torch.float64)
            for entry, good in zip(part.examples, right, strict=True):
                found[next(place for place in own if examples[place] is entry)] = good
        self.team.add(found)
        for entry, good in zip(examples, found.tolist(), strict=False):
            self.errors[entry.task] += 0.04 * ((1 - good) - self.errors[entry.task])
        total, exact = found[-2].item(), int(found[:-2].sum().item())
        progress.tokens += int(found[-1].item())
        self.team.add_gradients(self.model.parameters())
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        progress.step += 1
        progress.decisions += len(examples)
        progress.seconds += time.monotonic() - began
        self._recent.append((total, exact, len(examples)))
        if progress.step % 20 == 0:
            recent = self._recent[-20:]
            self.note(
                loss=sum(x[0] for x in recent) / len(recent),
                exact=sum(x[1] for x in recent) / sum(x[2] for x in recent),
                learning_rate=rate,
            )
            self._recent = []
        return Report(progress, total, exact / len(examples), rate)

    def _backward(self, part: Batch, answer_tokens: int) -> tuple[float, list[bool]]:
        part = part.to(self.model.device)
        logits = self.model(part.ids, part.chosen)
        loss = cross_entropy(logits, part.targets).sum() / answer_tokens
        loss.backward()  # type: ignore[no-untyped-call]
        wrong = torch.zeros(len(part.examples), device=part.ids.device).index_add_(
            0, part.owner, (logits.detach().argmax(-1) != part.targets).float()
        )
        return loss.item(), [value == 0 for value in wrong.tolist()]

    # ---- state

    def state(self) -> dict[str, Any]:
        """All that a resumed run needs: tensors and plain data."""
        return {
            "prompt": PROMPT_VERSION,
            "tokenizer": tokenizer_hash(),
            "config": asdict(self.config),
            "origin": self.origin,
            "progress": asdict(self.progress),
            "errors": self.errors,
            "curve": self.curve,
            "recent": self._recent,
            "rng": json.dumps(self.source.rng.getstate()),
            "waiting": json.dumps([entry.to_json() for entry in self.source.waiting]),
            "own": json.dumps([entry.to_json() for entry in self.own]),
            "adapter": self.model.adapter(),
            "optimizer": self.optimizer.state_dict(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a state.

        Raises:
            TrainError: it is of another configuration, prompt or tokenizer.
        """
        check_fit(state, self.config)
        self.origin = state.get("origin") or self.origin
        self.progress = Progress(**state["progress"])
        self.errors = {name: state["errors"].get(name, 0.5) for name in self.source.tasks}
        self.curve, self._recent = list(state["curve"]), [tuple(entry) for entry in state["recent"]]
        version, internal, gauss = json.loads(state["rng"])
        self.source.rng.setstate((version, tuple(internal), gauss))
        self.source.waiting = [Example.from_json(entry) for entry in json.loads(state["waiting"])]
        self.own = [Example.from_json(entry) for entry in json.loads(state["own"])]
        self.model.load_adapter(state["adapter"])
        self.optimizer.load_state_dict(state["optimizer"])


def check_fit(state: Mapping[str, Any], config: TrainConfig) -> None:
    """Refuse a state of another run.

    Raises:
        TrainError: it is of another configuration, prompt or tokenizer.
    """
    for name, own, words in (
        ("prompt", PROMPT_VERSION, "prompt version"),
        ("tokenizer", tokenizer_hash(), "tokenizer"),
        ("config", asdict(config), "configuration"),
    ):
        stored = state.get(name)
        if name == "config" and isinstance(stored, Mapping):
            # A state that was written before a setting existed was made with what is now its usual value.
            stored = {**asdict(TrainConfig()), **stored}
        if stored != own:
            difference = _difference(stored, own)
            raise TrainError(f"the run was begun with another {words}: {difference}; give the same, or start a new run")


def _difference(stored: Any, own: Any) -> str:
    if isinstance(stored, Mapping) and isinstance(own, Mapping):
        return ", ".join(
            f"{key} {stored.get(key)!r}, now {own.get(key)!r}" for key in sorted({*stored, *own}) if stored.get(key) != own.get(key)
        )
    return f"{stored!r}, now {own!r}"


def write_state(state: Mapping[str, Any], path: Path) -> None:
    """Whole or not at all.

    Raises:
        OSError: the disk is full or the folder cannot be written; what was there before is intact.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            torch.save(dict(state), file)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def read_state(path: Path) -> dict[str, Any]:
    """A state that `write_state` wrote.

    Raises:
        TrainError: there is none, or it is no whole state.
    """
    try:
        state: dict[str, Any] = torch.load(path, weights_only=True)
    except FileNotFoundError as error:
        raise TrainError(f"there is no run to resume at {path}; start one without --resume") from error
    except (RuntimeError, EOFError, ValueError, OSError) as error:
        raise TrainError(f"{path} is not a whole training state: {error}; start a new run") from error
    return state
