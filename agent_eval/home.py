"""The data folder: everything that the product keeps between runs lives under it."""

import os
from pathlib import Path

import platformdirs

from agent_eval.store.errors import StoreError


def home() -> Path:
    """``$AGENT_EVAL_HOME``, else the platform's folder for a user's data. It need not exist yet.

    Raises:
        StoreError: it is said to be in the home of a user that there is not.
    """
    chosen = os.environ.get("AGENT_EVAL_HOME")
    if not chosen:
        return Path(platformdirs.user_data_dir("agent-eval", appauthor=False))
    try:
        return Path(chosen).expanduser().absolute()
    except RuntimeError as error:
        raise StoreError(f"AGENT_EVAL_HOME is {chosen!r}, and there is no user of that name. Give a folder that can be written.") from error


def database_path() -> Path:
    """Where the SQLite database is."""
    return home() / "agent-eval.sqlite"
