"""The data folder: everything that the product keeps between runs lives under it."""

import os
from pathlib import Path

import platformdirs


def home() -> Path:
    """``$AGENT_EVAL_HOME``, else the platform's folder for a user's data. It need not exist yet."""
    chosen = os.environ.get("AGENT_EVAL_HOME")
    return Path(chosen).expanduser().absolute() if chosen else Path(platformdirs.user_data_dir("agent-eval", appauthor=False))


def database_path() -> Path:
    """Where the SQLite database is."""
    return home() / "agent-eval.sqlite"
