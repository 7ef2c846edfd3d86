"""Many episodes at once: workers claim trials in plan order, each with a phone of its own, until none is left or the run is stopped."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from agent_eval.agents.policy import Agent
from agent_eval.episode import Judge, Limits, Played, play
from agent_eval.outcome import ERRORS, Tally
from agent_eval.store.database import Database
from agent_eval.store.queries import tally
from agent_eval.store.records import EpisodeRecorder, Planned, begin_sitting, end_sitting
from devices.device import Device, DeviceError
from tasks.task import Trial

MOST_ERRORS = 5
"""This many errors of the bench in a row, and no trial is claimed any more: what is broken would break the rest too."""

LETTING_GO_S = 5.0
"""For the workers to record what they were in, once nobody waits for the step in progress any more."""


@dataclass(frozen=True, slots=True)
class Progress:
    """One episode has ended.

    Attributes:
        episode: its id.
        trial: what was played.
        played: how it went.
        tally: of the whole run, earlier sittings included.
        eta_s: seconds until this sitting's trials are done, at the pace so far.
    """

    episode: str
    trial: Trial
    played: Played
    tally: Tally
    eta_s: float


@dataclass(frozen=True, slots=True)
class Work:
    """What a sitting does, and with what.

    Attributes:
        run_id: the run.
        trials: to play, in this order.
        agent: shared by the workers.
        make_device: a new phone; each worker makes its own, and another one after an error of the phone.
        judge: as in `agent_eval.episode.play`.
        limits: likewise.
        provenance: recorded with what the sitting records.
    """

    run_id: str
    trials: Sequence[Planned]
    agent: Agent
    make_device: Callable[[], Device]
    judge: Judge
    limits: Limits
    provenance: dict[str, object]


class Stop:
    """Why no more trials are claimed. The first word counts; from then on, episodes end before their next step.

    Attributes:
        reason: empty while the run goes on.
        record: what the sitting records of it; None for nothing.
    """

    def __init__(self) -> None:
        self.reason = ""
        self.record: Mapping[str, object] | None = None
        self.event = threading.Event()

    def __call__(self, reason: str, record: Mapping[str, object] | None = None) -> None:
        if not self.event.is_set():
            self.reason, self.record = reason, record
            self.event.set()


def run(
    work: Work,
    database: Database,
    stop: Stop,
    concurrency: int = 1,
    on_end: Callable[[Progress], None] = lambda _: None,
    on_stop: Callable[[], None] = lambda: None,
) -> Tally:
    """Play the trials. The caller holds the run's lock.

    A stop lets each worker finish the step that it is in; its episode is then recorded as cancelled, and `--resume` does it again.

    Args:
        stop: calling it with a reason, from any thread or signal handler, stops the run.
        concurrency: workers, at least 1.
        on_end: told of every episode's end, one call at a time.
        on_stop: told once, in the caller's thread, that a stop was heard while workers are in a step.

    Returns:
        Where the run's trials stand now, those of earlier sittings included.

    Raises:
        StoreError: something could not be recorded. No more was claimed from then on.
        KeyboardInterrupt: the agent was closed, and the episodes that waited for its reply are recorded as cancelled.
    """
    sitting = begin_sitting(database, work.run_id, work.provenance)
    crew = _Crew(work, database, sitting, stop, on_end)
    threads = [threading.Thread(target=crew.work, name=f"worker-{n}", daemon=True) for n in range(min(concurrency, len(work.trials)))]
    told = False
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            while thread.is_alive():
                thread.join(0.2)  # with a timeout, so that signals are handled meanwhile
                if stop.event.is_set() and not told and thread.is_alive():
                    told = True
                    on_stop()
    except KeyboardInterrupt:
        stop("interrupted")
        _let_go(crew, work.agent)
        raise
    if crew.broken is not None:
        raise crew.broken
    end_sitting(database, sitting, stop.record)
    return tally(database, work.run_id)


def _let_go(crew: "_Crew", agent: Agent) -> None:
    """Close the agent, so that nobody waits for its reply, and give the workers a moment to record that."""
    threading.Thread(target=agent.close, daemon=True).start()  # beside us: an engine takes longer to unload than to let go
    until = time.monotonic() + LETTING_GO_S
    while crew.playing and time.monotonic() < until:  # a join that was interrupted holds its thread for ended, so none is joined
        time.sleep(0.02)


class _Crew:
    """What the workers of one sitting share."""

    def __init__(self, work: Work, database: Database, sitting: int, stop: Stop, on_end: Callable[[Progress], None]) -> None:
        self._work, self._database, self._sitting, self._stop, self._on_end = work, database, sitting, stop, on_end
        self._queue = iter(work.trials)
        self._lock = threading.Lock()
        self._began = time.monotonic()
        self._ended = 0
        self._errors_in_a_row = 0
        self.playing = 0
        self.broken: Exception | None = None

    def work(self) -> None:
        """One worker's life."""
        device: Device | None = None
        try:
            while (planned := self._claim()) is not None:
                if device is None:
                    device = self._work.make_device()
                played = self._play(planned, device)
                with self._lock:
                    self.playing -= 1
                if played.outcome == "env_error":
                    device.close()
                    device = None
        except DeviceError as error:
            self._stop(f"no phone could be had: {error}")
        except Exception as error:  # noqa: BLE001  # raised again by `run`, in the thread that started the workers
            self._stop(str(error))
            with self._lock:
                self.broken = self.broken or error
        finally:
            if device is not None:
                device.close()

    def _claim(self) -> Planned | None:
        with self._lock:
            planned = None if self._stop.event.is_set() else next(self._queue, None)
            self.playing += planned is not None
            return planned

    def _play(self, planned: Planned, device: Device) -> Played:
        recorder = EpisodeRecorder(self._database, self._sitting, planned)
        work = self._work
        played = play(
            planned.trial, device, work.agent, recorder, work.judge, work.limits, planned.reference_steps, cancelled=self._stop.event.is_set
        )
        with self._lock:  # around the recording too, so that each report counts one episode more than the one before
            recorder.end(played)
            self._ended += 1
            self._errors_in_a_row = self._errors_in_a_row + 1 if played.outcome in ERRORS else 0
            if self._errors_in_a_row >= MOST_ERRORS:
                self._stop(
                    f"{MOST_ERRORS} episodes in a row ended in errors of the bench, the last one in {played.outcome}: {played.reason}"
                )
            left = len(work.trials) - self._ended
            eta = (time.monotonic() - self._began) / self._ended * left
            self._on_end(Progress(recorder.id, planned.trial, played, tally(self._database, work.run_id), eta))
        return played
