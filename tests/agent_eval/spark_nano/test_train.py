"""A run learns, can be cut and resumed as if it had not been, and refuses to go on under other conditions."""

import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from agent_eval.spark_nano.base import EOS
from agent_eval.spark_nano.data import Example, Source
from agent_eval.spark_nano.model import Nano
from agent_eval.spark_nano.team import Team
from agent_eval.spark_nano.train import Report, TrainConfig, Trainer, TrainError, learning_rate, read_state, write_state
from devices.sim import SimulatedPhone

CONFIG = TrainConfig(rank=2, learning_rate=3e-3, warmup=2, decisions=6, tokens=60, own_every=3, own_from=0.0, own_share=0.34)


class Copying(Source):
    """Stands for the phone: the answer repeats the prompt's second token."""

    def __init__(self, seed: int) -> None:
        super().__init__({}, lambda task, rng: pytest.fail("no trial is drawn"), SimulatedPhone(), random.Random(seed))
        self.tasks = {"one": None, "two": None}  # type: ignore[dict-item]

    def take(self, count: int, weights: Mapping[str, float]) -> list[Example]:
        return [copying(self.rng, self.rng.choices(list(weights), list(weights.values()))[0]) for _ in range(count)]


def copying(rng: random.Random, task: str) -> Example:
    word = rng.randrange(100, 104)
    return Example(task, (50, word, *(60 for _ in range(rng.randint(0, 4)))), (word, EOS))


def own(model: Nano, rng: random.Random, episodes: int, weights: Mapping[str, float], team: Team) -> tuple[list[Example], dict[str, Any]]:
    return [copying(rng, "one") for _ in range(episodes)], {"passed": 0.5}


def trainer(tensors: dict[str, torch.Tensor], config: TrainConfig = CONFIG) -> Trainer:
    return Trainer(Nano(tensors, config.rank, config.seed), config, Copying(config.seed), own)


def silent(report: Report) -> None:
    pass


def test_it_learns(two_layers: dict[str, torch.Tensor]) -> None:
    run = trainer(two_layers)
    seen: list[Report] = []
    run.run(60, None, lambda report: seen.append(report))
    losses = [report.loss for report in seen]
    assert sum(losses[-5:]) < 0.5 * sum(losses[:5])
    assert run.progress.step == 60
    assert run.progress.decisions == 360
    assert [point["step"] for point in run.curve if "loss" in point] == [20, 40, 60]
    assert {point["passed"] for point in run.curve if "passed" in point} == {0.5}


def test_a_resumed_run_ends_as_an_uninterrupted_one(two_layers: dict[str, torch.Tensor], tmp_path: Path) -> None:
    whole = trainer(two_layers)
    whole.run(8, None, silent)

    first = trainer(two_layers)

    class CutError(Exception):
        pass

    def cut(report: Report) -> None:
        if report.progress.step == 5:
            write_state(first.state(), tmp_path / "state.pt")
            raise CutError

    with pytest.raises(CutError):
        first.run(8, None, cut)
    second = trainer(two_layers)
    second.restore(read_state(tmp_path / "state.pt"))
    second.run(8, None, silent)

    assert second.progress.step == whole.progress.step == 8
    assert second.errors == whole.errors
    for name, tensor in whole.model.adapter().items():
        assert torch.equal(second.model.adapter()[name], tensor), name


def test_a_run_is_not_resumed_under_another_configuration(two_layers: dict[str, torch.Tensor], tmp_path: Path) -> None:
    run = trainer(two_layers)
    write_state(run.state(), tmp_path / "state.pt")
    other = trainer(two_layers, replace(CONFIG, learning_rate=1e-4))
    with pytest.raises(TrainError, match=r"configuration: learning_rate 0\.003, now 0\.0001"):
        other.restore(read_state(tmp_path / "state.pt"))
    state = read_state(tmp_path / "state.pt") | {"prompt": "compact-0"}
    with pytest.raises(TrainError, match="prompt version"):
        run.restore(state)


def test_a_state_that_is_missing_or_cut_short_is_one_sentence(two_layers: dict[str, torch.Tensor], tmp_path: Path) -> None:
    path = tmp_path / "state.pt"
    with pytest.raises(TrainError, match="no run to resume"):
        read_state(path)
    write_state(trainer(two_layers).state(), path)
    path.write_bytes(path.read_bytes()[:-1000])
    with pytest.raises(TrainError, match="not a whole training state"):
        read_state(path)


def test_a_failed_write_leaves_the_old_state(two_layers: dict[str, torch.Tensor], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "state.pt"
    write_state({"a": 1}, path)

    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(torch, "save", full)
    with pytest.raises(OSError, match="No space left"):
        write_state({"a": 2}, path)
    assert read_state(path) == {"a": 1}
    assert list(tmp_path.iterdir()) == [path]


def test_the_learning_rate_rises_stays_and_falls() -> None:
    rates = [learning_rate(CONFIG, step, 100) for step in range(100)]
    assert rates[0] < rates[1] == rates[59] == CONFIG.learning_rate
    assert rates[60:] == sorted(rates[60:], reverse=True)
    assert rates[-1] < 0.05 * CONFIG.learning_rate


def test_minutes_set_the_plan_and_a_finished_run_can_go_on(two_layers: dict[str, torch.Tensor]) -> None:
    run = trainer(two_layers)
    run.run(3, None, silent)
    run.run(None, 1e-6, silent)
    assert run.progress.step == 4


def test_a_team_of_one_keeps_everything() -> None:
    team = Team()
    assert team.gather(team.share([1, 2, 3])) == [1, 2, 3]
    assert team.agree(7) == 7
    assert [list(Team(rank, 2).share([0, 1, 2, 3, 4])) for rank in (0, 1)] == [[0, 2, 4], [1, 3]]


def test_a_state_from_before_a_setting_existed_goes_on_with_its_usual_value(two_layers: dict[str, torch.Tensor]) -> None:
    run = trainer(two_layers)
    run.run(1, None, silent)
    state = run.state()
    for name in ("scheme", "data"):
        del state["config"][name]
    trainer(two_layers).restore(state)
    with pytest.raises(TrainError, match="scheme None, now 'w4a16'"):
        trainer(two_layers, replace(CONFIG, scheme="w4a16")).restore(state)
