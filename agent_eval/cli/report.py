"""What a run prints: a line or a bar while it goes on, a table at its end, or JSON lines."""

import json
import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Protocol, TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar
from rich.text import Text

from agent_eval.cli.streams import silence
from agent_eval.outcome import OUTCOMES, Tally
from agent_eval.program import program
from agent_eval.runner import Progress
from agent_eval.store.queries import RunRecord, Summary

INTERRUPT = "interrupted"
"""Why a run stops that a person or the system ends."""


class Report(Protocol):
    """Shows a run as it goes on. Used as a context manager around the episodes."""

    @property
    def stream(self) -> TextIO:
        """What is written to."""
        ...

    def __enter__(self) -> "Report": ...
    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None: ...
    def say(self, words: str) -> None:
        """Something takes a while."""
        ...

    def begin(self, record: RunRecord, concurrency: int) -> None:
        """The run is planned, and its episodes begin."""
        ...

    def episode(self, progress: Progress) -> None:
        """An episode has ended."""
        ...

    def end(self, record: RunRecord, summary: Summary) -> None:
        """The sitting is over."""
        ...

    def decided(self, words: str, facts: Mapping[str, object]) -> None:
        """What a run that was to go on until it is decided came to."""
        ...


def console(markup: bool = True) -> Console:
    """Standard output. Where it is no terminal, lines are long enough for the tables: their readers do not wrap.

    Args:
        markup: whether words in brackets style what is printed. Not where names are, which may hold brackets of their own.
    """
    found = Console(highlight=False, markup=markup)
    return found if found.is_terminal else Console(highlight=False, markup=markup, width=140)


def percent(share: float | None) -> str:
    """``58.3 %``; ``n/a`` where there is nothing to take a share of."""
    return "n/a" if share is None else f"{100 * share:.1f} %"


def duration(seconds: float) -> str:
    """``42 s``, ``3 min 05 s``, ``2 h 07 min``."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


def milliseconds(seconds: float | None) -> str:
    """``1,250 ms``; ``0.31 ms`` where it is little."""
    return "n/a" if seconds is None else f"{1000 * seconds:,.0f} ms" if seconds >= 0.01 else f"{1000 * seconds:.2f} ms"


def steps(count: int) -> str:
    """``1 step``, ``12 steps``."""
    return f"{count} step{'' if count == 1 else 's'}"


def rate(tally: Tally) -> str:
    """``7/12 passed (58.3 %)``, of what was scored."""
    return f"{tally.counts['passed']}/{tally.scored} passed ({percent(tally.pass_rate)})" if tally.scored else "nothing scored yet"


class Heard:
    """Passes a report on as long as it can be written. Once its reader is gone, as `head` goes, the run is stopped in good order."""

    def __init__(self, report: Report, stop: Callable[[], None]) -> None:
        self._report, self._stop = report, stop
        self._gone = False

    def say(self, words: str) -> None:
        self._pass_on(lambda: self._report.say(words))
        if self._gone:
            sys.stderr.write(f"{words}\n")

    def stopping(self, reason: str) -> None:
        """The run was told to stop, and waits for the steps that it is in."""
        if reason == INTERRUPT and not self._gone:
            self.say("Stopping after the step in progress; Ctrl-C again ends at once.")

    def begin(self, record: RunRecord, concurrency: int) -> None:
        self._pass_on(lambda: self._report.begin(record, concurrency))

    def episode(self, progress: Progress) -> None:
        self._pass_on(lambda: self._report.episode(progress))

    def end(self, record: RunRecord, summary: Summary) -> None:
        self._pass_on(lambda: self._report.end(record, summary))

    def decided(self, words: str, facts: Mapping[str, object]) -> None:
        self._pass_on(lambda: self._report.decided(words, facts))

    def _pass_on(self, tell: Callable[[], None]) -> None:
        if self._gone:
            return
        try:
            tell()
        except (OSError, SystemExit):  # a broken pipe, which rich turns into an exit; a disk that is full
            self._gone = True
            silence(self._report.stream)
            self._stop()


class Lines:
    """Plain lines, for a pipe or a log."""

    def __init__(self) -> None:
        self.console = console()

    @property
    def stream(self) -> TextIO:
        return sys.stdout

    def __enter__(self) -> "Lines":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        pass

    def say(self, words: str) -> None:
        self.console.print(words, markup=False, soft_wrap=True)

    def begin(self, record: RunRecord, concurrency: int) -> None:
        done = record.planned - record.tally.unsettled
        already = f", {done} done before" if done else ""
        what = f"{record.planned} trials of {record.suite} on {record.device}"
        self.say(f"Run {record.id}: {record.build} plays {what}{already}; {concurrency} at once.")

    def episode(self, progress: Progress) -> None:
        played, tally = progress.played, progress.tally
        why = "" if played.outcome == "passed" else f"\n    episode {progress.episode}: {played.reason}"
        self.say(
            f"[{tally.planned - tally.missing}/{tally.planned}] {played.outcome} {progress.trial.id} ({steps(len(played.turns))}, "
            f"{played.seconds:.1f} s) · {rate(tally)} · {duration(progress.eta_s)} left{why}"
        )

    def end(self, record: RunRecord, summary: Summary) -> None:
        if not summary.tally.scored and summary.tally.unsettled:
            return  # broken off before there was anything to show
        self.console.print(table(record, summary), soft_wrap=True)
        self._look(summary)

    def decided(self, words: str, facts: Mapping[str, object]) -> None:
        self.say(words)

    def _look(self, summary: Summary) -> None:
        if summary.last_episode is not None:
            self.say(f"Look at an episode: {program()} replay {summary.last_episode}")


class Live(Lines):
    """A bar on a terminal, with what failed above it."""

    def __init__(self) -> None:
        super().__init__()
        columns = (
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[rest]}"),
        )
        self.bar = Bar(*columns, console=self.console, transient=True)
        self.task = self.bar.add_task("Starting", total=None, rest="")

    def __enter__(self) -> "Live":
        self.bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.bar.stop()

    def begin(self, record: RunRecord, concurrency: int) -> None:
        super().begin(record, concurrency)
        done = record.planned - record.tally.unsettled
        self.bar.update(self.task, description=record.build, total=record.planned, completed=done, rest=rate(record.tally))

    def episode(self, progress: Progress) -> None:
        played, tally = progress.played, progress.tally
        if played.outcome != "passed":
            what = f"{progress.trial.id} · episode {progress.episode}: {played.reason}"
            self.console.print(f"[yellow]{played.outcome}[/yellow]", what.replace("[", r"\["))
        rest = f"{rate(tally)} · {duration(progress.eta_s)} left"
        self.bar.update(self.task, completed=tally.planned - tally.missing, rest=rest)

    def end(self, record: RunRecord, summary: Summary) -> None:
        self.bar.stop()
        super().end(record, summary)


class JsonLines:
    """JSON lines on standard output, and nothing else there."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    @property
    def stream(self) -> TextIO:
        return self._stream

    def __enter__(self) -> "JsonLines":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        pass

    def say(self, words: str) -> None:
        print(words, file=sys.stderr)  # noqa: T201

    def begin(self, record: RunRecord, concurrency: int) -> None:
        self._emit("begin", **head(record), trials_done=record.planned - record.tally.unsettled, concurrency=concurrency)

    def episode(self, progress: Progress) -> None:
        played = progress.played
        self._emit(
            "episode",
            episode=progress.episode,
            trial=progress.trial.id,
            outcome=played.outcome,
            ending=played.ending,
            reason=played.reason,
            steps=len(played.turns),
            seconds=round(played.seconds, 3),
            pass_rate=progress.tally.pass_rate,
            left_s=round(progress.eta_s, 1),
        )

    def end(self, record: RunRecord, summary: Summary) -> None:
        self._emit("done", **done(record, summary))

    def decided(self, words: str, facts: Mapping[str, object]) -> None:
        self._emit("decided", **facts)

    def _emit(self, event: str, **fields: Any) -> None:
        self._stream.write(json.dumps({"event": event, **fields}, ensure_ascii=False, allow_nan=False) + "\n")
        self._stream.flush()


def head(record: RunRecord) -> dict[str, Any]:
    """What names a run in an event."""
    return {
        "run": record.id,
        "build": record.build,
        "build_hash": record.build_hash,
        "device": record.device,
        "suite": record.suite,
        "suite_hash": record.suite_hash,
        "planned": record.planned,
    }


def done(record: RunRecord, summary: Summary) -> dict[str, Any]:
    """The fields of the last event. ``outcomes`` adds up to ``planned``; ``complete`` says that no trial is left to do."""
    measures = ("goal_reached", "kept", "recognition", "with_side_effects", "steps", "reference_steps", "seconds_per_step")
    tokens = ("model_seconds_per_step", "prompt_tokens_per_step", "output_tokens_per_step", "recovered_steps", "all_steps")
    return {
        **head(record),
        "outcomes": summary.tally.to_json(),
        "pass_rate": summary.tally.pass_rate,
        "ci95": None if summary.interval is None else list(summary.interval),
        "complete": summary.tally.unsettled == 0,
        **{name: getattr(summary, name) for name in (*measures, *tokens)},
        "episode": summary.last_episode,
    }


def table(record: RunRecord, summary: Summary) -> Text:
    """The closing table, no wider than `WIDTH`."""
    tally, scored = summary.tally, summary.tally.scored

    def of(count: int) -> str:
        return f"{count} of {scored} ({percent(count / scored)})" if scored else "n/a"

    rows: list[tuple[str, str]] = []
    if summary.interval is None:
        rows.append(("pass rate", f"n/a: none of {tally.planned} trials was scored"))
    else:
        low, high = (100 * bound for bound in summary.interval)
        # What is seen of a run that was stopped may be why it was, so its interval is one that holds whenever one looks.
        between = f"95 % interval{' at any time' if tally.partial else ''} {low:.1f} to {high:.1f} %"
        rows.append(("pass rate", f"{percent(tally.pass_rate)} ({tally.counts['passed']} of {scored}; {between})"))
        if scored < tally.planned:
            rows.append(("not scored", f"{tally.planned - scored} of {tally.planned} trials"))
    rows += [("goal reached", of(summary.goal_reached)), ("kept to the end", of(summary.kept))]
    if seen := [f"{summary.recognition[name]} {words}" for name, words in _RECOGNITION.items() if summary.recognition.get(name)]:
        rows.append(("completion recognised", ", ".join(seen)))
    rows.append(("side effects", of(summary.with_side_effects)))
    if summary.steps is not None and summary.reference_steps is not None:
        rows.append(("steps when passed", f"{summary.steps:.1f} a trial, the reference {summary.reference_steps:.1f}"))
    if summary.seconds_per_step is not None:
        deciding = milliseconds(summary.model_seconds_per_step).removesuffix(" ms")
        tokens = f"{summary.prompt_tokens_per_step:.0f} tokens read, {summary.output_tokens_per_step:.0f} written"
        rows.append(("a step", f"{milliseconds(summary.seconds_per_step)} ({deciding} deciding); {tokens}"))
        if summary.recovered_steps:
            rows.append(("calls repaired", f"{summary.recovered_steps} of {summary.all_steps} steps"))
    parts = [f"{tally.counts[name]} {name}" for name in OUTCOMES if tally.counts[name]] + (
        [f"{tally.missing} missing"] if tally.missing else []
    )
    rows.append(("outcomes", f"{' + '.join(parts)} = {tally.planned} planned"))
    result = Text.assemble((f"{record.build} · {record.suite} on {record.device} · run {record.id}", "italic"))
    for name, value in rows:
        kept = _FIGURES.sub(lambda figures: figures[0].replace(" ", _HELD), value)
        first, *more = (line.replace(_HELD, " ") for line in textwrap.wrap(kept, WIDTH - _NAMES, break_long_words=False))
        result.append(f"\n{name:<{_NAMES}}", "bold").append(first)
        for line in more:
            result.append(f"\n{'':<{_NAMES}}{line}")
    return result


WIDTH = 80
"""Columns of the closing table."""
_NAMES = 23
_FIGURES = re.compile(r"\d[\d.,]*(?: (?:to|of) \d[\d.,]*)*(?: (?:%|ms)(?!\w))?")
"""Figures that stand on one line: an interval, a share, a number and its unit."""
_HELD = "\N{NO-BREAK SPACE}"
_RECOGNITION = {"in_time": "in time", "late": "late", "early": "too early", "never": "never rightly", "none": "neither reached nor claimed"}


@contextmanager
def standard_output_kept_for(wanted: bool) -> Iterator[TextIO]:
    """Standard output for the caller alone, where wanted: whatever else of this process prints there goes to standard error instead.

    Engines log to standard output, some of them from C; JSON lines must not be mixed with that.
    """
    import os

    try:
        number = sys.stdout.fileno()
    except OSError:  # a test's stand-in, to which nothing but Python can write
        number = -1
    if not wanted or number < 0:
        yield sys.stdout
        return
    sys.stdout.flush()
    with open(os.dup(number), "w", encoding="utf-8", errors="backslashreplace") as own:  # noqa: PTH123  # a descriptor, not a path
        os.dup2(sys.stderr.fileno(), number)
        try:
            yield own
        finally:
            own.flush()
            os.dup2(own.fileno(), number)
