"""What evaluating costs: milliseconds a step outside the agent and the phone, and where they go.

The reference solution plays the smoke suite on the simulated phone, one episode at a time, as `agent-eval run` does it, into a database of
its own. Every call of phone, agent, recorder and oracle is timed from outside; what is left is the loop itself.

``python benchmarks/evaluator.py [--trials 100] [--rounds 5] [--folder DIR] [--json]``
"""

import argparse
import json
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from agent_eval.agents.baselines import BASELINES
from agent_eval.cli.run import judge_trial
from agent_eval.episode import play
from agent_eval.provenance import cpu
from agent_eval.store.database import Database
from agent_eval.store.queries import to_do
from agent_eval.store.records import EpisodeRecorder, Planned, begin_sitting, create_run
from devices.sim import SimulatedPhone
from tasks.play import reference_steps
from tasks.suite import suite
from tasks.task import Trial

AIM_MS = 10.0


class Timed:
    """Passes every call on to something, and adds the seconds that it takes to a part."""

    def __init__(self, inner: Any, part: str, seconds: dict[str, float]) -> None:
        self._inner, self._part, self._seconds = inner, part, seconds

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return timed(getattr(self._inner, name), self._part, self._seconds)


def timed(call: Callable[..., Any], part: str, seconds: dict[str, float]) -> Callable[..., Any]:
    """The same call, timed."""

    def wrapped(*arguments: Any, **named: Any) -> Any:
        began = time.perf_counter()
        try:
            return call(*arguments, **named)
        finally:
            seconds[part] += time.perf_counter() - began

    return wrapped


class TimedAgent:
    """An agent whose policies are timed."""

    def __init__(self, inner: Any, seconds: dict[str, float]) -> None:
        self._inner, self._seconds = inner, seconds

    def start(self, trial: Trial) -> Any:
        return Timed(timed(self._inner.start, "agent", self._seconds)(trial), "agent", self._seconds)

    def close(self) -> None:
        self._inner.close()


def round_of(database: Database, trials: list[tuple[Trial, int | None]]) -> dict[str, float]:
    """Play every trial once. Milliseconds a step by part, and the number of steps."""
    run_id = create_run(database, {"name": "reference", "hash": "reference"}, "sim", "smoke", "", {}, {}, trials)
    sitting = begin_sitting(database, run_id, {})
    planned: list[Planned] = to_do(database, run_id)
    seconds: defaultdict[str, float] = defaultdict(float)
    agent: Any = TimedAgent(BASELINES["reference"](), seconds)
    judge = timed(judge_trial, "judge", seconds)
    steps = 0
    with closing(SimulatedPhone()) as phone:
        device: Any = Timed(phone, "phone", seconds)
        began = time.perf_counter()
        for one in planned:
            recorder: Any = timed(EpisodeRecorder, "record", seconds)(database, sitting, one)
            recording: Any = Timed(recorder, "record", seconds)
            played = play(one.trial, device, agent, recording, judge, reference_steps=one.reference_steps)
            recording.end(played)
            assert played.outcome == "passed", played.reason
            steps += len(played.turns)
        wall = time.perf_counter() - began
    seconds["loop"] = wall - sum(seconds.values())
    return {"steps": steps, **{part: 1000 * value / steps for part, value in sorted(seconds.items())}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trials", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5, help="measured rounds, after one that is not")
    parser.add_argument("--folder", type=Path, help="where the database is put: the disk that is to be measured")
    parser.add_argument("--json", action="store_true", help="print one JSON line")
    arguments = parser.parse_args()
    with closing(SimulatedPhone()) as phone:
        trials = [(trial, reference_steps(trial, phone)) for trial in suite("smoke", arguments.trials).trials]
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder, Database(Path(folder) / "bench.sqlite") as database:
        rounds = [round_of(database, trials) for _ in range(arguments.rounds + 1)][1:]
        size = sum(file.stat().st_size for file in Path(folder).iterdir())
    parts = {part: statistics.median(one[part] for one in rounds) for part in ("agent", "phone", "record", "judge", "loop")}
    overheads = [one["record"] + one["judge"] + one["loop"] for one in rounds]
    steps = int(rounds[0]["steps"])
    result = {
        "benchmark": "evaluator",
        "cpu": cpu()["name"],
        "steps": steps,
        "rounds": len(rounds),
        "overhead_ms": statistics.median(overheads),
        "overhead_ms_range": [min(overheads), max(overheads)],
        "aim_ms": AIM_MS,
        "parts_ms": parts,
        "overhead_share_of_a_1_s_step": statistics.median(overheads) / (statistics.median(overheads) + 1000),
        "bytes_per_step": size / (steps * (len(rounds) + 1)),
    }
    if arguments.json:
        print(json.dumps(result))
        return
    low, high = result["overhead_ms_range"]
    print(f"overhead a step: {result['overhead_ms']:.2f} ms (rounds {low:.2f} to {high:.2f}; aim under {AIM_MS:.0f} ms)")
    print("  of which " + ", ".join(f"{part} {parts[part]:.2f}" for part in ("record", "judge", "loop")) + " ms")
    print(f"  beside the phone's {parts['phone']:.2f} ms and the agent's {parts['agent']:.2f} ms")
    print(f"  {100 * result['overhead_share_of_a_1_s_step']:.2f} % of a step in which a model takes 1 s")
    print(f"{result['bytes_per_step']:.0f} bytes a step on disk; {steps} steps a round, {len(rounds)} rounds, on {result['cpu']}")


if __name__ == "__main__":
    main()
