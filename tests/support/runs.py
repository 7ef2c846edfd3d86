"""Runs of the fakes, in a database."""

from collections.abc import Callable
from pathlib import Path

from agent_eval.agents.policy import Agent
from agent_eval.episode import Limits
from agent_eval.runner import Work
from agent_eval.store.database import Database
from agent_eval.store.queries import to_do
from agent_eval.store.records import create_run
from devices.device import Device
from tests.support.fakes import FakePhone, judge, trial

USUAL = Limits()


def plan(database: Database, trials: int = 6) -> str:
    """A run of the fake task, and its id."""
    build = {"name": "fake", "hash": "f" * 64}
    return create_run(database, build, "fake", "smoke", "s" * 64, {"build": "f" * 64}, {}, [(trial(seed), 2) for seed in range(trials)])


def work(database: Database, run_id: str, agent: Agent, make_device: Callable[[], Device] = FakePhone, limits: Limits = USUAL) -> Work:
    """What is missing of a run."""
    return Work(run_id, to_do(database, run_id), agent, make_device, judge, limits, {"command": "test"})


def database_in(folder: Path) -> Database:
    return Database(folder / "agent-eval.sqlite")
