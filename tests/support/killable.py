"""A process that works on a run until it is killed: ``python -m tests.support.killable FOLDER RUN``.

Before each decision it prints the trial and the number of steps taken, which must all be on disk by then, and waits for a line on its
standard input: so it can be killed at a chosen decision, however fast it runs, while its other workers are wherever they happen to be.
"""

import sys
import threading
from pathlib import Path

from agent_eval.agents.policy import Decision, Policy
from agent_eval.runner import Stop, run
from agent_eval.store.lock import run_lock
from devices.action import Done, Tap
from devices.observation import Observation
from tasks.task import Trial
from tasks.trace import Step
from tests.support.runs import database_in, work

TURN = threading.Lock()
MOVES = (Tap(element=1), Tap(element=1), Tap(element=1), Tap(element=1), Tap(element=0), Done())


class Telling:
    def __init__(self, trial: Trial) -> None:
        self.trial = trial

    def decide(self, observation: Observation, history: tuple[Step, ...]) -> Decision:
        with TURN:
            sys.stdout.write(f"{self.trial.seed} {len(history)}\n")
            sys.stdout.flush()
            sys.stdin.readline()
        return Decision(MOVES[len(history)], "a move")


class Teller:
    def start(self, trial: Trial) -> Policy:
        return Telling(trial)

    def close(self) -> None:
        pass


if __name__ == "__main__":
    folder, run_id = Path(sys.argv[1]), sys.argv[2]
    with database_in(folder) as database, run_lock(folder, run_id):
        run(work(database, run_id, Teller()), database, Stop(), concurrency=3)
