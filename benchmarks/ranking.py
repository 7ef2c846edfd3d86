"""What ranking costs: seconds of `rank` and `compare` on stores of simulated results.

The rows are as large as a run of the simulated phone makes them: two states of 23 kB an episode, a screen and a prompt of 1 kB each a step.
What a build passes is drawn from its skill, the template's difficulty and the trial's.

``python benchmarks/ranking.py [--episodes 100000] [--steps 8] [--rounds 3] [--folder DIR] [--json]``
"""

import argparse
import json
import math
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from agent_eval.provenance import cpu
from agent_eval.ranking.comparison import compare
from agent_eval.ranking.results import cohort, two
from agent_eval.ranking.standings import rank
from agent_eval.store.database import Database
from agent_eval.store.models import dumps
from tasks.suite import suite
from tasks.task import Trial

AIM_S = {"5 builds × 1,000 trials": 2.0, "100,000 episodes": 10.0}
STATE_BYTES, STEP_BYTES = 22_800, 1_000
AT = "2026-01-01T00:00:00.000000+00:00"


def fill(path: Path, trials: list[Trial], builds: int, repeats: int, steps: int) -> None:
    """A store in which each of so many builds has played the trials so many times."""
    Database(path).close()
    rng = random.Random(0)
    hard = {trial.task: rng.gauss(0, 1.5) for trial in trials}
    state, blob = dumps({"note": {"text": "x" * STATE_BYTES}}), rng.randbytes(STEP_BYTES)
    specs = [(trial.id, trial.task, trial.hash, dumps(trial.to_json())) for trial in trials]
    trial_row = episode_row = 0
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA synchronous=OFF")
        for build in range(builds):
            name = "bf16" if build == 0 else f"build-{build}"
            info = dumps({"name": name, "bits_per_weight": 16 - build * 12 / max(1, builds - 1)})
            connection.execute("INSERT INTO builds VALUES (?, ?, ?, ?)", (build + 1, f"{build:064x}", name, info))
            for repeat in range(repeats):
                run = f"{build * repeats + repeat:010x}"
                at = f"2026-01-{1 + repeat:02d}T00:00:{build:02d}.000000+00:00"
                connection.execute(
                    "INSERT INTO runs VALUES (?, ?, 'sim', 'full', 's', ?, '{}', '{}', ?)", (run, build + 1, len(trials), at)
                )
                connection.execute("INSERT INTO sittings VALUES (?, ?, ?, ?, '{}')", (build * repeats + repeat + 1, run, at, at))
                rows = [(trial_row + n + 1, run, n, *spec, 4) for n, spec in enumerate(specs)]
                connection.executemany("INSERT INTO trials VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
                played = list(_played(rng, trials, hard, 0.1 * build, state, trial_row, episode_row, build * repeats + repeat + 1))
                connection.executemany("INSERT INTO episodes VALUES (?, ?, 1, ?, ?, ?, ?, 'done', '', 12.5, ?, ?, ?)", played)
                connection.executemany(
                    "INSERT INTO steps VALUES (NULL, ?, ?, ?, ?, 1080, 2400, 'elements-2', ?, 'tap(1)', NULL, '[]', '', NULL, '[]', "
                    "150, 0, 13, 0.0, 1.0, 0.0)",
                    ((row[0], step, AT, blob, blob) for row in played for step in range(steps)),
                )
                trial_row, episode_row = trial_row + len(trials), episode_row + len(played)
                connection.commit()


def _played(
    rng: random.Random, trials: list[Trial], hard: dict[str, float], handicap: float, state: str, trial_row: int, row: int, sitting: int
) -> Iterator[tuple[Any, ...]]:
    for place, trial in enumerate(trials):
        passed = rng.random() < 1 / (1 + math.exp(hard[trial.task] + handicap + rng.gauss(0, 0.5)))
        verdict = {
            "passed": passed,
            "reason": "",
            "goal_at_end": passed,
            "goal_reached_step": 3 if passed else None,
            "kept": True if passed else None,
            "recognition": "in_time" if passed else "early",
            "side_effects": [],
            "milestones": {},
            "steps": 4,
            "reference_steps": 4,
            "findings": [],
        }
        outcome = "passed" if passed else "failed"
        yield f"{row + place:010x}", trial_row + place + 1, sitting, AT, AT, outcome, state, state, dumps(verdict)


def timed(rounds: int, call: Callable[[], object]) -> dict[str, float]:
    """Seconds of the first call, the least and the middle of the others, and the least of a processor, children included."""
    seconds, busy = [], []
    for _ in range(rounds + 1):
        began, worked = time.perf_counter(), _processor_s()
        call()
        seconds.append(time.perf_counter() - began)
        busy.append(_processor_s() - worked)
    return {"first_s": seconds[0], "least_s": min(seconds[1:]), "median_s": statistics.median(seconds[1:]), "processor_s": min(busy[1:])}


def _processor_s() -> float:
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def measure(path: Path, rounds: int) -> dict[str, dict[str, float]]:
    """Rank and compare in this process, and as commands from start to end."""
    with closing(Database(path)) as database:
        inside = {
            "rank": timed(rounds, lambda: rank(cohort(database, "full"))),
            "compare": timed(rounds, lambda: compare(two(database, "bf16", "build-1"))),
        }

    def command(*words: str) -> Callable[[], object]:
        line = [sys.executable, "-m", "agent_eval.cli.main", *words, "--json"]
        return lambda: subprocess.run(line, env={**os.environ, "AGENT_EVAL_HOME": str(path.parent)}, check=True, stdout=subprocess.DEVNULL)

    outside = {
        "agent-eval rank": timed(rounds, command("rank")),
        "agent-eval compare": timed(rounds, command("compare", "bf16", "build-1")),
    }
    return {**inside, **outside}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--episodes", type=int, default=100_000, help="of the larger store; 0 leaves it out")
    parser.add_argument("--steps", type=int, default=8, help="of an episode")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", type=Path, help="where to make the stores; a temporary folder where not given")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    trials = list(suite("full", 1000).trials)
    stores = {"5 builds × 1,000 trials": (5, 1)}
    if given.episodes:
        stores[f"{given.episodes:,} episodes"] = (20, max(1, given.episodes // 20_000))
    for name, (builds, repeats) in stores.items():
        with tempfile.TemporaryDirectory(dir=given.folder) as folder:
            path = Path(folder) / "agent-eval.sqlite"
            fill(path, trials, builds, repeats, given.steps)
            found = measure(path, given.rounds)
            size = path.stat().st_size
        if given.json:
            print(json.dumps({"store": name, "bytes": size, "aim_s": AIM_S.get(name), "cpu": cpu(), "seconds": found}))
            continue
        print(f"{name}, {size / 1e9:.1f} GB{f', aim {AIM_S[name]:g} s' if name in AIM_S else ''}")
        for what, seconds in found.items():
            first, least, median, busy = seconds.values()
            print(f"  {what:20} first {first:6.2f} s, then {least:6.2f} s (median {median:.2f} s, of a processor {busy:.2f} s)")


if __name__ == "__main__":
    main()
