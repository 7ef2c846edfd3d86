"""What is learned from: right answers in every state, loss on answers alone, and never a value that scored suites use."""

import random

import pytest

from agent_eval.prompt import messages
from agent_eval.reply import parse
from agent_eval.spark_nano.base import EOS
from agent_eval.spark_nano.data import Example, Source, batch, batches, decode, encode, episode, mistake, training_trial
from agent_eval.spark_nano.held_out import VALUES
from devices.action import Action, Done, Tap
from devices.sim import SimulatedPhone
from tasks import registry, variation
from tasks.params import split_of
from tasks.suite import trial

TASKS = registry.tasks()


def example(*answer: int, prompt: int = 3) -> Example:
    return Example("t", tuple(range(20, 20 + prompt)), (*answer, EOS))


def test_the_loss_is_on_the_answer_alone() -> None:
    made = batch([example(7, 8, prompt=4), example(9, prompt=2)])
    assert made.ids.tolist() == [[20, 21, 22, 23, 7, 8], [20, 21, 9, EOS, EOS, EOS]]
    assert made.chosen.tolist() == [3, 4, 5, 7, 8]
    assert made.targets.tolist() == [7, 8, EOS, 9, EOS]
    assert made.owner.tolist() == [0, 0, 0, 1, 1]


def test_what_the_model_reads_before_a_target_is_what_comes_before_it_in_the_chat() -> None:
    entries = [example(7, 8, prompt=4), example(9, prompt=2), example(5, 6, 7, prompt=9)]
    made = batch(entries)
    flat = made.ids.flatten().tolist()
    length = made.ids.shape[1]
    for place, target, row in zip(made.chosen.tolist(), made.targets.tolist(), made.owner.tolist(), strict=True):
        whole = (*entries[row].prompt, *entries[row].answer)
        read = flat[row * length : place + 1]
        assert whole[: len(read)] == tuple(read)
        assert whole[len(read)] == target


def test_batches_hold_every_example_once_and_little_padding() -> None:
    rng = random.Random(0)
    entries = [example(*range(100, 100 + rng.randint(2, 20)), prompt=rng.randint(20, 200)) for _ in range(60)]
    made = batches(entries, 900)
    assert sorted(map(repr, (entry for part in made for entry in part.examples))) == sorted(map(repr, entries))
    assert all(part.ids.numel() <= 900 for part in made)
    used = sum(len(entry.prompt) + len(entry.answer) - 1 for entry in entries)
    assert used > 0.8 * sum(part.ids.numel() for part in made)
    assert batches([], 900) == []


@pytest.mark.parametrize("name", list(TASKS))
def test_an_expert_episode_ends_in_done_and_every_answer_reads_back(name: str) -> None:
    rng = random.Random(name)
    examples = episode(TASKS[name], training_trial(TASKS[name], rng), SimulatedPhone(), rng, mistakes=0.0)
    actions = [parse(decode(entry.answer[:-1])) for entry in examples]
    assert isinstance(actions[-1].action, Done)
    assert not any(isinstance(parsed.action, Done) for parsed in actions[:-1])
    assert all(parsed.recoveries == () for parsed in actions)
    assert all(entry.answer[-1] == EOS for entry in examples)


def test_the_state_after_a_mistake_is_labelled_with_what_is_right_there() -> None:
    task = TASKS["settings.turn_on_wifi"]
    rng = random.Random(3)
    phone = SimulatedPhone()
    clean = {entry.prompt for entry in episode(task, trial(task, 1, split="train"), phone, rng, mistakes=0.0)}
    mistaken = [entry for _ in range(5) for entry in episode(task, trial(task, 1, split="train"), phone, rng, mistakes=0.5)]
    astray = [entry for entry in mistaken if entry.prompt not in clean]
    assert astray
    assert all(parse(decode(entry.answer[:-1])).action is not None for entry in astray)


def test_a_mistake_is_an_action_that_the_phone_takes() -> None:
    rng = random.Random(0)
    phone = SimulatedPhone()
    task = TASKS["contacts.create"]
    asked = trial(task, 0, split="train")
    phone.reset(asked.setup)
    seen = phone.observe()
    made: list[Action] = [mistake(seen, task.solve(seen, asked.params, ()), rng) for _ in range(200)]
    assert len({action.tool for action in made}) >= 4
    assert all(action.element < len(seen.elements) for action in made if isinstance(action, Tap))


def test_training_draws_no_value_of_scored_suites() -> None:
    rng = random.Random(0)
    times = []
    for name, task in TASKS.items():
        for _ in range(40):
            asked = training_trial(task, rng)
            assert asked.split == "train"
            if name == "clock.set_alarm":
                times.append(asked.params["time"])
            scored = trial(task, rng.getrandbits(31))
            free = {key for key, param in task.params.items() if type(param).__name__ != "Choice"}
            assert not any(asked.params[key] == scored.params[key] for key in free)
    assert times
    assert {split_of("time", value) for value in times} == {"train"}


def test_training_meets_every_axis() -> None:
    rng = random.Random(0)
    met = {
        part.partition("=")[0]
        for task in TASKS.values()
        for _ in range(20)
        for part in training_trial(task, rng).variation.value.split("+")
    }
    trained = {axis for axis, values in variation.AXES.items() if any((axis, value) not in VALUES for value in values)}
    assert trained <= met
    assert not met & (set(variation.AXES) - trained)


def test_the_stream_is_the_same_for_the_same_state() -> None:
    def stream(seed: int) -> Source:
        return Source(TASKS, training_trial, SimulatedPhone(), random.Random(seed))

    weights = dict.fromkeys(TASKS, 1.0)
    one, other = stream(5), stream(5)
    assert one.take(10, weights) == other.take(10, weights)
    assert one.take(10, weights) != stream(6).take(10, weights)


def test_prompts_are_short() -> None:
    rng = random.Random(1)
    source = Source(TASKS, training_trial, SimulatedPhone(), rng)
    lengths = sorted(len(entry.prompt) for entry in source.take(300, dict.fromkeys(TASKS, 1.0)))
    assert lengths[150] <= 200
    assert lengths[-1] <= 700
    phone = SimulatedPhone()
    asked = training_trial(TASKS["clock.set_alarm"], rng)
    phone.reset(asked.setup)
    assert len(encode(messages(asked.goal, phone.observe(), ()))) <= 200
