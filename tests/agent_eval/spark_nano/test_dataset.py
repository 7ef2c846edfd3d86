"""Decisions survive their file, and a file that is not whole, or not for this model, is refused in one sentence."""

import json
import random
from pathlib import Path

import pytest

from agent_eval.cli.main import main
from agent_eval.spark_nano.data import Source, trained_tasks, training_trial
from agent_eval.spark_nano.dataset import DatasetError, Recorded, read_dataset, write_dataset
from agent_eval.spark_nano.held_out import TEMPLATES
from devices.sim import SimulatedPhone

TASKS = trained_tasks()


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "decisions.jsonl"
    write_dataset(path, 150, TASKS, training_trial, SimulatedPhone(), seed=3)
    return path


def test_what_is_read_is_what_was_played(written: Path) -> None:
    source = Source(TASKS, training_trial, SimulatedPhone(), random.Random(3))
    weights = dict.fromkeys(TASKS, 1.0)
    assert read_dataset(written) == source.take(100, weights) + source.take(50, weights)


def test_a_line_is_a_chat_that_others_can_read(written: Path) -> None:
    head, first, *_ = (json.loads(line) for line in written.read_text(encoding="utf-8").splitlines())
    assert head["decisions"] == 150
    assert not TEMPLATES & set(head["templates"])
    assert [said["role"] for said in first["messages"]] == ["system", "user"]
    assert first["messages"][1]["content"].startswith("Goal: ")
    assert "<tool_call>" in first["answer"]


def broken(written: Path, tmp_path: Path, change: str) -> Path:
    text = written.read_text(encoding="utf-8")
    head, rest = text.split("\n", 1)
    about = json.loads(head)
    match change:
        case "cut in a line":
            text = text[:-40]
        case "cut between lines":
            text = "\n".join(text.split("\n")[:80]) + "\n"
        case "of another tokenizer":
            text = json.dumps(about | {"tokenizer": "0" * 64}) + "\n" + rest
        case "of another prompt":
            text = json.dumps(about | {"prompt": "compact-0"}) + "\n" + rest
        case "a line that is no decision":
            text = head + "\n" + json.dumps({"task": "clock.set_alarm"}) + "\n" + rest.split("\n", 1)[1]
        case "no dataset":
            text = '{"a": 1}\n'
        case "empty":
            text = ""
    path = tmp_path / "broken.jsonl"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("cut in a line", "was cut short: it says 150 decisions and has 149 whole ones"),
        ("cut between lines", "was cut short: it says 150 decisions and has 79 whole ones"),
        ("of another tokenizer", "was written for the tokenizer"),
        ("of another prompt", "was written for the prompt version 'compact-0'"),
        ("a line that is no decision", "broken.jsonl:2: no decision with task, messages and answer"),
        ("no dataset", "is no dataset of the kind"),
        ("empty", "cannot be read as a dataset"),
    ],
)
def test_a_file_that_cannot_be_trained_on_is_refused(
    written: Path, tmp_path: Path, change: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = broken(written, tmp_path, change)
    assert main(["nano", "train", "--steps", "1", "--folder", str(tmp_path / "run"), "--data", str(path)]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_a_file_with_what_is_held_out_is_refused(written: Path) -> None:
    examples = read_dataset(written)
    without = {name: task for name, task in TASKS.items() if name != examples[0].task}
    with pytest.raises(DatasetError, match="held out of training or unknown"):
        Recorded(examples, without, random.Random(0))


def test_each_decision_comes_once_before_any_comes_again(written: Path) -> None:
    examples = read_dataset(written)
    recorded = Recorded(examples, TASKS, random.Random(0))
    first = [one for _ in range(10) for one in recorded.take(15, {})]
    assert sorted(map(repr, first)) == sorted(map(repr, examples))
    assert first != examples


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "decisions.jsonl"
    path.write_text("before", encoding="utf-8")

    def fail(*_: object) -> None:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="no space left"):
        write_dataset(path, 3, TASKS, training_trial, SimulatedPhone(), seed=3)
    assert [entry.read_text(encoding="utf-8") for entry in tmp_path.iterdir()] == ["before"]


def test_the_command_writes_a_file(tmp_path: Path) -> None:
    assert main(["nano", "data", str(tmp_path / "d.jsonl"), "--decisions", "5", "--seed", "1"]) == 0
    assert len(read_dataset(tmp_path / "d.jsonl")) == 5
