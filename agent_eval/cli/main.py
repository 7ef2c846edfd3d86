"""The entry point: finds a command, runs it, and turns what it raises into an exit code and one sentence."""

import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import typer
import typer.core
import typer.main

from agent_eval import __version__
from agent_eval.builds.errors import BuildError, StorageError
from agent_eval.cli.errors import BENCH_FAILED, INTERRUPTED, OK, USAGE, BenchError, UsageError
from agent_eval.cli.streams import silence
from agent_eval.engine.protocol import EngineError
from agent_eval.store.errors import StoreError
from tasks.errors import SuiteError, TaskError, template_fault

# name → where it is, and its line in the help. A `Typer` is a group of commands, a function is one command.
COMMANDS: dict[str, tuple[str, str]] = {
    "run": ("agent_eval.cli.run:run", "Let a build play a suite of tasks on a phone, and print its pass rate."),
    "runs": ("agent_eval.cli.runs:runs", "List the runs and their pass rates."),
    "rank": ("agent_eval.cli.rank:rank", "Rank builds: which to ship, what quantisation cost, where they fail."),
    "compare": ("agent_eval.cli.compare:compare", "Compare two builds or runs, trial by trial."),
    "failures": ("agent_eval.cli.failures:failures", "Tell in which ways builds fail, how often, and which episodes show it."),
    "decisions": ("agent_eval.cli.decisions:decisions", "Compare two builds decision by decision, in the states of stored episodes."),
    "report": ("agent_eval.cli.html:report", "Write a ranking as one HTML page that opens offline."),
    "plan": ("agent_eval.cli.plan:plan", "Say how many trials a difference needs."),
    "export": ("agent_eval.cli.export:app", "Write episodes or steps to CSV or Parquet."),
    "replay": ("agent_eval.cli.replay:replay", "Show an episode, step by step, or list the episodes of a run."),
    "builds": ("agent_eval.cli.builds:app", "List, show, create and verify builds."),
    "tasks": ("agent_eval.cli.tasks:app", "List tasks and suites, and prove that their oracles judge rightly."),
    "nano": ("agent_eval.cli.nano:app", "Train and check spark-nano, the demonstration model that ships."),
    "doctor": ("agent_eval.cli.doctor:doctor", "Say what this machine offers, and what each absence costs."),
}


class LazyGroup(typer.core.TyperGroup):
    """A group whose commands are imported when they are run. Help is written from `COMMANDS` alone."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return typer.core.TyperCommand(cmd_name, short_help=COMMANDS[cmd_name][1]) if cmd_name in COMMANDS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        self.commands = dict.fromkeys(COMMANDS)  # type: ignore[assignment]  # only the names are read: for "did you mean"
        name, command, rest = super().resolve_command(ctx, args)
        return name, load(name) if name else command, rest


def load(name: str) -> Any:
    """The command of this name, imported."""
    module, _, attribute = COMMANDS[name][0].partition(":")
    found = getattr(import_module(module), attribute)
    if isinstance(found, typer.Typer):
        command: Any = typer.main.get_group(found)
    else:
        single = typer.Typer(add_completion=False)
        single.command(name)(found)
        command = typer.main.get_command(single)
    command.name = name
    return command


HELP = {"help_option_names": ["-h", "--help"]}
"""Of the entry point; each command inherits it."""

app = typer.Typer(cls=LazyGroup, add_completion=False, no_args_is_help=True, context_settings=HELP)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"agent-eval {__version__}")
        raise typer.Exit


@app.callback()
def _root(version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version.")) -> None:
    """Evaluate quantised builds of a Spark model as phone agents."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Returns:
        0 done · 1 a check failed · 2 usage · 3 the bench failed · 130 interrupted.
    """
    debug = os.environ.get("AGENT_EVAL_DEBUG") == "1"
    _prepare_streams()
    try:
        code = typer.main.get_command(app).main(
            args=None if arguments is None else list(arguments), prog_name="agent-eval", standalone_mode=False
        )
        sys.stdout.flush()  # what cannot be written is said here, and not by Python when it ends
        return code if isinstance(code, int) else OK
    except KeyboardInterrupt:
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # rich turns the one into the other; typer returns exit codes and raises none
        # The reader of our output went away, as `head` does. Python would complain once more when it flushes at exit.
        silence(sys.stdout)
        return OK
    except typer.Abort:
        return INTERRUPTED
    except typer.TyperException as error:
        return _fail(error, USAGE, debug, getattr(error, "format_message", error.__str__)())
    except (UsageError, BuildError, TaskError, SuiteError) as error:
        return _fail(error, USAGE, debug)
    except (BenchError, EngineError, StorageError, StoreError) as error:
        return _fail(error, BENCH_FAILED, debug)
    except OSError as error:
        with suppress(OSError):
            silence(sys.stdout)  # it may be what cannot be written
        return _fail(error, BENCH_FAILED, debug, f"{error.filename or 'the output'} cannot be read or written: {error.strerror or error}.")
    except Exception as error:  # noqa: BLE001  # the last line of defence: a fault of ours is reported as one, in a sentence
        if (fault := template_fault(error)) is not None:
            return _fail(error, USAGE, debug, str(fault))
        what = f"{type(error).__name__}: {error}".rstrip(".")
        sentence = f"internal error, {what}. Set AGENT_EVAL_DEBUG=1 to see where, and please report it."
        return _fail(error, BENCH_FAILED, debug, sentence)


def _prepare_streams() -> None:
    """Make standard output and error take whatever is written, in UTF-8, whatever the locale; one that was closed leads nowhere."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            # Opened first of all, it takes the closed one's number, which a database must not get.
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115  # open as long as the process lives
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _fail(error: Exception, code: int, debug: bool, sentence: str | None = None) -> int:
    if debug:
        traceback.print_exception(error)
    words = " ".join((sentence or str(error)).split())
    if words:  # a bare `agent-eval` has shown its help, and has no more to say
        sys.stderr.write(f"agent-eval: {words}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
