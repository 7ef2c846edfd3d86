"""``agent-eval export``: episodes or steps as a table in a file."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer

from agent_eval.cli.errors import UsageError, unknown
from agent_eval.cli.files import check_writable, replaced
from agent_eval.cli.find import find_id
from agent_eval.cli.report import console
from agent_eval.home import database_path
from agent_eval.program import program
from agent_eval.ranking.figures import counted
from agent_eval.ranking.runs import how_to_play, newest, played
from agent_eval.store import models
from agent_eval.store.database import Database
from agent_eval.store.flat import Kind, columns, rows
from agent_eval.store.queries import load_run
from tasks.suite import SUITES

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Write episodes or steps to CSV or Parquet.")

_AT_ONCE = 10_000
"""Rows of one of a Parquet file's groups."""
File = Annotated[Path, typer.Argument(metavar="FILE", help="File to write, of the ending .csv or .parquet; one that is there is replaced.")]
Suite = Annotated[str | None, typer.Option(help="Suite whose runs to write: smoke, core or full; the newest run's where not given.")]
Run = Annotated[str | None, typer.Option(metavar="RUN", help="Only this run, of whichever suite.")]


@app.command()
def episodes(file: File, suite: Suite = None, run: Run = None) -> None:
    """Write one row an episode: run, build, trial, outcome, the verdict's parts, tokens and seconds."""
    _write("episodes", file, suite, run)


@app.command()
def steps(file: File, suite: Suite = None, run: Run = None) -> None:
    """Write one row a step: action, outcome, the model's words, tokens and seconds. Screens and prompts stay in the store."""
    _write("steps", file, suite, run)


def _write(kind: Kind, file: Path, suite: str | None, run: str | None) -> None:
    check_writable(file, *_WRITERS)
    if suite not in (None, *SUITES):
        raise unknown("suite", suite, SUITES)
    with closing(Database(database_path())) as database:
        chosen = None if run is None else find_id(database, models.Run, run)
        taken = load_run(database, chosen).suite if chosen else suite or _newest_suite(database)
        found = rows(database, kind, taken, chosen)
        whose = f"run {chosen}" if chosen else taken
        first = list(islice(found, 1))
        if not first:
            again = f"{program()} run --resume {chosen}" if chosen else how_to_play(taken)
            raise UsageError(f"there are no {kind} of {whose} yet: {again}.")
        with replaced(file) as stream:
            count = _WRITERS[file.suffix.lower()](stream, kind, _chain(first, found))
    console(markup=False).print(f"{counted(count, kind.removesuffix('s'))} of {whose} written to {file}.", soft_wrap=True)


def _newest_suite(database: Database) -> str:
    """The suite that is meant where none is named, as by all other commands.

    Raises:
        UsageError: no run has begun.
    """
    with database.read() as session:
        found = newest(played(session))
    if found is None:
        raise UsageError(f"no run has ended an episode yet: {how_to_play('core')}.")
    return found.suite


def _chain(first: Sequence[Sequence[Any]], rest: Iterator[Sequence[Any]]) -> Iterator[Sequence[Any]]:
    yield from first
    yield from rest


def _csv(stream: BinaryIO, kind: Kind, found: Iterable[Sequence[Any]]) -> int:
    """RFC 4180 in UTF-8: a head line, then a line a row; what there is none of is empty, and truth is ``true`` or ``false``."""
    from io import TextIOWrapper

    text = TextIOWrapper(stream, encoding="utf-8", errors="backslashreplace", newline="")
    writer = csv.writer(text)
    writer.writerow(columns(kind))
    count = 0
    for count, row in enumerate(found, 1):  # noqa: B007  # told at the end
        writer.writerow([str(value).lower() if isinstance(value, bool) else value for value in row])
    text.detach()
    return count


def _parquet(stream: BinaryIO, kind: Kind, found: Iterable[Sequence[Any]]) -> int:
    import pyarrow as arrow
    from pyarrow import parquet

    types = {"text": arrow.string(), "integer": arrow.int64(), "number": arrow.float64(), "truth": arrow.bool_()}
    schema = arrow.schema([(name, types[type_]) for name, type_ in columns(kind).items()])
    count, left = 0, iter(found)
    with parquet.ParquetWriter(stream, schema, compression="zstd") as writer:
        while group := list(islice(left, _AT_ONCE)):
            arrays = [arrow.array(values, field.type) for values, field in zip(zip(*group, strict=True), schema, strict=True)]
            writer.write_table(arrow.Table.from_arrays(arrays, schema=schema))
            count += len(group)
    return count


_WRITERS = {".csv": _csv, ".parquet": _parquet}
