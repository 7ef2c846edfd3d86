"""Runs and episodes by id, or by the beginning of one."""

from collections.abc import Sequence

from agent_eval.cli.errors import UsageError
from agent_eval.program import program
from agent_eval.store import models
from agent_eval.store.database import Database
from agent_eval.store.queries import matching_ids

Table = type[models.Run] | type[models.Episode]
_NAMES: dict[type, str] = {models.Run: "run", models.Episode: "episode"}


def find_id(database: Database, table: Table, given: str) -> str:
    """The one id that begins so.

    Raises:
        UsageError: none does, or several do.
    """
    return find_any(database, (table,), given)[1]


def find_any(database: Database, tables: Sequence[Table], given: str) -> tuple[Table, str]:
    """(table, id) of the one id that begins so in any of these tables. An id that is given whole is meant itself.

    Raises:
        UsageError: none does, or several do.
    """
    wanted = given.lower()
    found = [(table, each) for table in tables for each in (matching_ids(database, table, wanted) if given and given.isascii() else [])]
    whole = [(table, each) for table, each in found if each == wanted]
    if len(whole or found) == 1:
        return (whole or found)[0]
    if not found:  # ids are drawn at random: one that is like it is no more likely to be meant than any other
        kinds = " or ".join(_NAMES[table] for table in tables)
        raise UsageError(f"there is no {kinds} of the id {given!r}. `{program()} runs` lists the runs.")
    raise UsageError(f"{given!r} could be {', '.join(f'{_NAMES[table]} {each}' for table, each in found)}: give more of its id.")


def named_builds(given: str | None) -> list[str] | None:
    """The builds that ``--builds A,B,…`` names; None where it was not given.

    Raises:
        UsageError: it names none.
    """
    if given is None:
        return None
    names = [name.strip() for name in given.split(",") if name.strip()]
    if not names:
        raise UsageError("--builds names no build: give names such as --builds bf16,w4a16.")
    return names
