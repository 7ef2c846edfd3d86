"""``agent-eval run``: a build plays a suite on a phone."""

import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import typer

from agent_eval.agents.baselines import BASELINES
from agent_eval.cli.duel import DECIDED, Duel
from agent_eval.cli.errors import INTERRUPTED, BenchError, UsageError, unknown
from agent_eval.cli.find import find_id
from agent_eval.cli.players import Loaded, Player, find_player
from agent_eval.cli.report import INTERRUPT, Heard, JsonLines, Lines, Live, Report, standard_output_kept_for
from agent_eval.episode import Limits
from agent_eval.home import database_path
from agent_eval.identity import differences
from agent_eval.program import program
from agent_eval.provenance import provenance
from agent_eval.ranking.results import items_of, on_same_trials
from agent_eval.ranking.runs import PlayedRun, RankingError
from agent_eval.runner import Stop, Work
from agent_eval.runner import run as run_episodes
from agent_eval.store import models
from agent_eval.store.database import Database
from agent_eval.store.errors import StoreError
from agent_eval.store.lock import run_lock
from agent_eval.store.queries import load_run, summarise, to_do
from agent_eval.store.records import create_run, forget_run
from devices.device import Device
from devices.elements import RULES
from tasks import registry
from tasks.oracle import judge
from tasks.play import reference_steps
from tasks.suite import SUITES, Suite, SuiteError
from tasks.suite import suite as suite_of
from tasks.task import Trial
from tasks.trace import Trace
from tasks.verdict import Verdict

NOTHING_BEGUN = "Interrupted before the first episode: nothing was begun."
MOST_TRIALS = 100_000
"""Of one run."""
MANY = 1000
"""More trials than this take seconds to plan, for each is played by the reference solution."""
USUAL = {"device": "sim", "suite": "smoke", "seed": 0}
"""What is taken where neither the command line nor the run to resume says otherwise."""


def run(
    build: Annotated[
        str | None, typer.Option(help="Build (w4a16, bf16, …) or baseline (reference, do-nothing, random, blind-replay).")
    ] = None,
    device: Annotated[str | None, typer.Option(help="Phone to play on: sim, which is also the default.")] = None,
    suite: Annotated[str | None, typer.Option(help="Suite of trials: smoke (the default), core or full.")] = None,
    trials: Annotated[int | None, typer.Option(min=1, max=MOST_TRIALS, help="Number of trials; the suite's own where not given.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed that the trials are drawn from; 0 where not given.")] = None,
    concurrency: Annotated[int, typer.Option(min=1, max=64, help="Episodes at once, each on a phone of its own.")] = 4,
    resume: Annotated[str | None, typer.Option(metavar="RUN", help="Go on with this run: do what is missing or ended in an error.")] = None,
    model: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Directory of a Spark checkpoint, instead of the model that ships.")
    ] = None,
    prompt: Annotated[
        str | None, typer.Option(help="Version of the prompt: compact-1 or full-1; what the checkpoint was trained for where not given.")
    ] = None,
    constrained: Annotated[
        bool | None, typer.Option("--constrained/--free", help="Admit only calls of tools and elements on the screen.")
    ] = None,
    thinking: Annotated[bool | None, typer.Option("--thinking/--no-thinking", help="Let the build think before it answers.")] = None,
    temperature: Annotated[float | None, typer.Option(min=0.0, help="0 is greedy.")] = None,
    sampling_seed: Annotated[
        int | None, typer.Option(min=0, help="Of what is drawn at temperatures above 0; another one makes a repeat of the run.")
    ] = None,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="Most tokens of one answer, the thought included.")] = None,
    max_steps: Annotated[
        int | None, typer.Option(min=1, help="Most steps of an episode; by the reference solution where not given.")
    ] = None,
    time_limit: Annotated[float | None, typer.Option(min=1.0, help="Most seconds of an episode.")] = None,
    until_decided: Annotated[
        str | None, typer.Option(metavar="BUILD", help="Stop as soon as it is told to be better or worse than this one, which has played.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON lines on standard output.")] = False,
) -> None:
    """Let a build play a suite of tasks on a phone, and print its pass rate.

    Exit code 0 when every trial has its outcome or it was decided before, 2 for wrong usage, 3 when the bench failed, 130 when interrupted.
    """
    given = {
        "build": build, "device": device, "suite": suite, "trials": trials, "seed": seed,
        "model": None if model is None else str(model.expanduser().absolute()),
        "prompt": prompt, "constrained": constrained, "thinking": thinking, "temperature": temperature,
        "sampling_seed": sampling_seed, "max_tokens": max_tokens,
        "max_steps": max_steps, "time_limit": time_limit,
    }  # fmt: skip
    given = {name: value for name, value in given.items() if value is not None}
    with standard_output_kept_for(as_json) as stdout, closing(Database(database_path())) as database:
        record = None if resume is None else load_run(database, find_id(database, models.Run, resume))
        asked = {**(USUAL if record is None else record.request), **given}
        try:
            entry = choose(asked)  # which may make the build
        except KeyboardInterrupt:
            sys.stderr.write(f"{NOTHING_BEGUN}\n")
            raise
        if record is not None and (changed := differences(record.identity, entry.identity)):
            raise UsageError(
                f"run {record.id} cannot be resumed, for it would not be the same run: {'; '.join(changed)}. "
                "Resume it as it was, or start a new run without --resume."
            )
        duel = None if until_decided is None else duel_of(database, until_decided, entry, record.id if record else "")
        report = JsonLines(stdout) if as_json else Live() if stdout.isatty() else Lines()
        with report:
            complete = play_all(database, record.id if record else None, entry, asked, concurrency, report, duel)
    if not complete:
        raise typer.Exit(INTERRUPTED)


@dataclass(frozen=True, slots=True)
class Entry:
    """Everything that a run is made of, found and not loaded yet."""

    player: Player
    device: str
    make_device: Callable[[], Device]
    suite: Suite
    limits: Limits

    @property
    def identity(self) -> dict[str, Any]:
        """What decides the meaning of the run's numbers: a resume must match all of it."""
        return {
            "build": {"name": self.player.name, "hash": self.player.hash},
            "device": self.device,
            "suite": {"name": self.suite.name, "seed": self.suite.seed, "trials": len(self.suite.trials), "hash": self.suite.hash},
            "agent": dict(self.player.agent),
            "limits": self.limits.to_json(),
            "element_rules": RULES,
        }


def choose(asked: Mapping[str, Any]) -> Entry:
    """Find all that was asked for by name.

    Raises:
        UsageError: something of it does not exist or does not go together.
    """
    if "build" not in asked:
        raise UsageError(
            f"say who plays: --build w4a16, or a baseline such as --build reference. `{program()} builds list` shows the builds."
        )
    for name in ("temperature", "time_limit"):
        if not isfinite(asked.get(name, 0)):
            raise UsageError(f"--{name.replace('_', '-')} is {asked[name]}, expected a finite number.")
    make_device = find_device(asked["device"])
    if asked["suite"] not in SUITES:
        raise unknown("suite", asked["suite"], SUITES)
    try:
        chosen = suite_of(asked["suite"], asked.get("trials"), asked["seed"])
    except SuiteError as error:
        raise UsageError(str(error)) from error
    options = {name: asked[name] for name in ("prompt", "constrained", "thinking", "temperature", "max_tokens") if name in asked}
    if "sampling_seed" in asked:
        options["seed"] = asked["sampling_seed"]
    player = find_player(asked["build"], Path(asked["model"]) if "model" in asked else None, options)
    limits = Limits(steps=asked.get("max_steps"))
    if "time_limit" in asked:
        limits = replace(limits, seconds=asked["time_limit"])
    return Entry(player, asked["device"], make_device, chosen, limits)


def find_device(name: str) -> Callable[[], Device]:
    """What makes a phone of this name.

    Raises:
        UsageError: there is no such phone.
    """
    if name == "sim":
        from devices.sim import SimulatedPhone

        return SimulatedPhone
    if name.partition(":")[0] == "adb":
        raise UsageError(f"device {name!r} is a real phone, and this version plays on the simulated one only: use --device sim.")
    raise unknown("device", name, ["sim"])


def duel_of(database: Database, build: str, entry: Entry, run_id: str) -> Duel:
    """What decides when to stop, against a build that has played the same trials.

    Raises:
        UsageError: it has not.
    """
    player, trials = entry.player, entry.suite
    as_in = PlayedRun(run_id, player.name, player.hash, player.info, entry.device, trials.name, trials.hash, entry.identity, begun=False)
    try:
        return Duel(on_same_trials(database, build, as_in), player.name, [(trial.id, trial.task) for trial in trials.trials])
    except RankingError as error:
        raise UsageError(f"--until-decided {build}: {error}.") from error


def play_all(
    database: Database,
    run_id: str | None,
    entry: Entry,
    asked: Mapping[str, Any],
    concurrency: int,
    report: Report,
    duel: Duel | None = None,
) -> bool:
    """Play what is open of a run, or of a new one where ``run_id`` is None, and show how it went.

    Args:
        duel: stops the run when it is decided.

    Returns:
        Whether every trial has its outcome, or it was decided before; False when it was interrupted.

    Raises:
        BenchError: the bench failed, so that trials are left open.
    """
    with ExitStack() as held:
        if run_id is not None:
            held.enter_context(run_lock(database.path.parent, run_id))
        stop = Stop()
        heard = Heard(report, lambda: stop(INTERRUPT))
        planned: str | None = None  # the run, where it is a new one
        if duel is not None and run_id is not None:
            duel.resume(items_of(database, run_id))
        over = duel is not None and duel.decided
        if run_id is None or (load_run(database, run_id).tally.unsettled and not over):
            try:
                if entry.player.name not in BASELINES:
                    heard.say(f"Loading {entry.player.name} …")
                loaded = entry.player.load()
                held.callback(loaded.agent.close)
                if run_id is None:
                    if len(entry.suite.trials) > MANY:
                        heard.say(f"Planning {len(entry.suite.trials):,} trials …")
                    run_id = planned = plan(database, entry, asked)
                    held.enter_context(run_lock(database.path.parent, run_id))
                heard.begin(load_run(database, run_id), concurrency)
                work = Work(
                    run_id,
                    to_do(database, run_id),
                    loaded.agent,
                    entry.make_device,
                    judge_trial,
                    entry.limits,
                    made_by(entry, loaded) | ({} if duel is None else duel.record()),
                )
            except KeyboardInterrupt:
                if planned is not None:
                    forget_run(database, planned)
                heard.say(NOTHING_BEGUN)
                raise
            try:
                with stopped_by_signals(stop):
                    ended = heard.episode if duel is None else duel.watch(heard.episode, stop)
                    run_episodes(work, database, stop, concurrency, ended, lambda: heard.stopping(stop.reason))
            except StoreError as error:
                raise BenchError(f"{error} {again_with(run_id)}") from error
            except KeyboardInterrupt:
                heard.say(f"Interrupted. {again_with(run_id)}")
                raise
        record, summary = load_run(database, run_id), summarise(database, run_id)
        left, again = record.tally.unsettled, again_with(run_id)
        if duel is not None:
            heard.decided(duel.words(record.planned - left, record.planned), duel.facts())
        heard.end(record, summary)
        if left and (over or stop.reason == DECIDED):
            still = f"{left:,} of {record.planned:,} trials are open"
            heard.say(f"It was stopped because it was decided: the rate is of what was played alone, and {still}. {again}")
            return True
        if left and stop.reason == INTERRUPT:  # said before the engine is unloaded, which takes a while
            heard.say(f"Interrupted with {left} of {record.planned} trials open. {again}")
            return False
    if not left:
        return True
    why = stop.reason.rstrip(".") or "episodes ended in errors of the bench"
    raise BenchError(f"the run is not complete, {left} of {record.planned} trials are open: {why}. {again}")


def made_by(entry: Entry, loaded: Loaded) -> dict[str, object]:
    """What a sitting's records were made by."""
    build = {"name": entry.player.name, "hash": entry.player.hash, **entry.player.info}
    return provenance(build, entry.suite.hash, entry.identity, loaded.engine)


def again_with(run_id: str) -> str:
    """How to go on with a run, in a sentence."""
    return f"Go on with: {program()} run --resume {run_id}"


def plan(database: Database, entry: Entry, asked: Mapping[str, Any]) -> str:
    """Store a new run and its trials, each with the steps that the reference solution needs on the simulated phone. Returns its id."""
    from devices.sim import SimulatedPhone

    with closing(SimulatedPhone()) as phone:
        trials = [(trial, reference_steps(trial, phone)) for trial in entry.suite.trials]
    build = {"name": entry.player.name, "hash": entry.player.hash, **entry.player.info}
    return create_run(database, build, entry.device, entry.suite.name, entry.suite.hash, entry.identity, asked, trials)


def judge_trial(trial: Trial, trace: Trace, steps: int | None) -> Verdict:
    """What the trial's oracle says of the trace."""
    return judge(registry.oracle(trial), trace, steps)


@contextmanager
def stopped_by_signals(stop: Stop) -> Iterator[None]:
    """Ctrl-C and SIGTERM stop the run in good order; a second Ctrl-C ends the process at once."""

    def handle(number: int, _frame: FrameType | None) -> None:
        stop(INTERRUPT)
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
