"""Runs and episodes by id, or by the beginning of one."""

from agent_eval.cli.errors import UsageError, unknown
from agent_eval.program import program
from agent_eval.store import models
from agent_eval.store.database import Database
from agent_eval.store.queries import episodes_of, matching_ids, recent_ids

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
    asked_for_episode = table is models.Episode and not found and given.isascii() and given
    if asked_for_episode and (runs := matching_ids(database, models.Run, given.lower())):
        played = episodes_of(database, runs[0])
        names = ", ".join(f"{episode} ({trial})" for episode, trial in played[:12])
        more = f" and {len(played) - 12} more" if len(played) > 12 else ""
        raise UsageError(f"{given!r} is a run and no episode. Its episodes: {names or 'none yet'}{more}.")
    if not found:
        raise unknown(kind, given, recent_ids(database, table), f"`{program()} runs` lists the runs.")
    if len(found) > 1:
        raise UsageError(f"{kind} {given!r} could be {', '.join(found)}: give more of its id.")
    return found[0]
