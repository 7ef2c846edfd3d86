"""Runs and episodes by id, or by the beginning of one."""

from agent_eval.cli.errors import UsageError, unknown
from agent_eval.store import models
from agent_eval.store.database import Database
from agent_eval.store.queries import matching_ids, recent_ids

_NAMES: dict[type, str] = {models.Run: "run", models.Episode: "episode"}


def find_id(database: Database, table: type[models.Run] | type[models.Episode], given: str) -> str:
    """The one id that begins so.

    Raises:
        UsageError: none does, or several do.
    """
    kind = _NAMES[table]
    found = matching_ids(database, table, given.lower()) if given and given.isascii() else []
    if given.lower() in found:
        return given.lower()
    if not found:
        raise unknown(kind, given, recent_ids(database, table), "`agent-eval runs` lists the runs.")
    if len(found) > 1:
        raise UsageError(f"{kind} {given!r} could be {', '.join(found)}: give more of its id.")
    return found[0]
