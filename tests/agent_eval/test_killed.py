"""A process killed at any moment loses at most the step in flight, and a resume does exactly what is missing."""

import random
import signal
import subprocess
import sys
from pathlib import Path

from sqlalchemy import func, select

from agent_eval.outcome import SETTLED, Tally
from agent_eval.store import models
from agent_eval.store.queries import tally, to_do
from tests.support.runs import database_in, plan

TRIALS, KILLS = 40, 6
ROOT = Path(__file__).parents[2]


def sitting(folder: Path, run_id: str, kill_after: int | None) -> list[tuple[int, int]]:
    """Work on the run in a process of its own, killed once it has begun this many decisions; what it said: (seed, steps taken)."""
    command = [sys.executable, "-m", "tests.support.killable", str(folder), run_id]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdin is not None
    assert process.stdout is not None
    said: list[str] = []
    for line in process.stdout:
        said.append(line)
        if len(said) == kill_after:
            process.kill()
        else:
            process.stdin.write("\n")
            process.stdin.flush()
    process.stdin.close()
    process.stdout.close()
    assert process.wait() == (0 if kill_after is None else -signal.SIGKILL)
    return [(int(seed), int(steps)) for seed, steps in (line.split() for line in said if line.endswith("\n"))]


def settled(database, run_id: str) -> dict[str, int]:
    """Every settled episode of the run, and its trial's position."""
    with database.read() as session:
        chosen = select(models.Episode).join(models.Trial).where(models.Trial.run_id == run_id, models.Episode.outcome.in_(SETTLED))
        return {episode.id: episode.trial.position for episode in session.scalars(chosen)}


def test_killed_again_and_again(tmp_path):
    rng = random.Random(7)
    with database_in(tmp_path) as database:
        run_id = plan(database, TRIALS)
    before: dict[str, int] = {}
    for _ in range(KILLS):
        said = sitting(tmp_path, run_id, kill_after=rng.randint(1, 30))
        with database_in(tmp_path) as database:
            assert before.items() <= settled(database, run_id).items()  # nothing finished was lost or changed
            assert not {seed for seed, _ in said} & set(before.values())  # and nothing finished was done again
            before = settled(database, run_id)
            assert [planned.trial.seed for planned in to_do(database, run_id)] == sorted(set(range(TRIALS)) - set(before.values()))
            with database.read() as session:
                last = session.scalar(select(func.max(models.Sitting.id)))
                mine = session.scalars(select(models.Episode).where(models.Episode.sitting_id == last)).all()
                steps = {episode.trial.position: [step.index for step in episode.steps] for episode in mine}
            assert all(indexes == list(range(len(indexes))) for indexes in steps.values())
            assert all(len(steps[seed]) >= taken for seed, taken in said)  # each step was safe before the next decision
            assert sum(tally(database, run_id).to_json().values()) == TRIALS
    missing = TRIALS - len(before)
    said = sitting(tmp_path, run_id, kill_after=None)
    assert sorted(seed for seed, taken in said if taken == 0) == sorted(set(range(TRIALS)) - set(before.values()))
    assert missing > 0
    with database_in(tmp_path) as database:
        assert tally(database, run_id) == Tally.of(["passed"] * TRIALS, TRIALS)
        assert sorted(settled(database, run_id).values()) == list(range(TRIALS))
        with database.read() as session:
            assert session.scalar(select(func.count(models.Sitting.id))) == KILLS + 1
            assert session.scalar(select(func.count(models.Episode.id)).where(models.Episode.outcome.is_(None))) == 0
