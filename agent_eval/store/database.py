"""The database: opened and brought up to date, one writer with a queue, readers with connections of their own.

SQLite lets one connection write at a time, and a transaction that begins by reading cannot always go on to write. So all writes of this
process pass through one thread, each in a ``BEGIN IMMEDIATE`` transaction of its own, and another process's writes are waited for
(``busy_timeout``). The write-ahead log lets readers go on meanwhile. With ``synchronous=NORMAL`` what was committed survives the death
of the process at any moment; only a power cut may take the last transactions, and it leaves the database whole.
"""

import queue
import sqlite3
import threading
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from agent_eval.store.errors import StoreError
from agent_eval.store.models import SCHEMA, dumps

T = TypeVar("T")
_Job = tuple[Callable[[Session], Any], "Future[Any]"]

MIGRATIONS = Path(__file__).parents[2] / "migrations"


class Database:
    """An open database. Safe to use from any thread."""

    def __init__(self, path: Path, busy_timeout_s: float = 30.0) -> None:
        """Open the database at ``path``, made or upgraded where need be.

        Args:
            busy_timeout_s: how long to wait for another process that writes.

        Raises:
            StoreError: the folder or file cannot be written, is not a database, is locked, or was made by a newer version.
        """
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(
                f"cannot make the data folder {path.parent}: {error.strerror}. Set AGENT_EVAL_HOME to a folder that can be written."
            ) from error
        self._writer_engine = _engine(path, busy_timeout_s, write=True)
        self._reader_engine = _engine(path, busy_timeout_s, write=False)
        with explained(path):
            with self._reader_engine.connect() as connection:
                found = _version(connection)
            if found != SCHEMA:
                with self._writer_engine.begin() as connection:
                    _upgrade(connection, path)
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closed = False
        self._guard = threading.Lock()
        self._thread = threading.Thread(target=self._work, name="store-writer", daemon=True)
        self._thread.start()

    def write(self, work: Callable[[Session], T]) -> T:
        """Do ``work`` in a transaction and return what it returned, once that is committed.

        Raises:
            StoreError: it could not be written; nothing of it was.
        """
        done: Future[T] = Future()
        with self._guard:
            if self._closed:
                raise StoreError(f"the database {self.path} was closed already")
            self._queue.put((work, done))
        return done.result()

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A session that reads one consistent state of the database, and cannot write.

        Raises:
            StoreError: it could not be read.
        """
        with explained(self.path), Session(self._reader_engine) as session:
            try:
                yield session
            except (ValueError, KeyError, TypeError, zlib.error) as error:
                what = f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"
                raise StoreError(f"the database {self.path} holds what cannot be read back ({what}). Restore it from a copy.") from error

    def close(self) -> None:
        """Finish the writes that were asked for, and let go of the file. A second call does nothing."""
        with self._guard:
            if self._closed:
                return
            self._closed = True
            self._queue.put(None)
        self._thread.join()
        self._writer_engine.dispose()
        self._reader_engine.dispose()

    def __enter__(self) -> "Database":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _work(self) -> None:
        while (job := self._queue.get()) is not None:
            work, done = job
            try:
                with explained(self.path), Session(self._writer_engine, expire_on_commit=False) as session, session.begin():
                    result = work(session)
            except BaseException as error:  # noqa: BLE001  # it is raised again, in the thread that asked
                done.set_exception(error)
            else:
                done.set_result(result)


def _engine(path: Path, busy_timeout_s: float, write: bool) -> Engine:
    engine = create_engine(URL.create("sqlite", database=str(path)), connect_args={"timeout": busy_timeout_s}, json_serializer=dumps)

    @event.listens_for(engine, "connect")
    def _connect(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # transactions are begun below, not guessed from the statements
        connection.execute("PRAGMA foreign_keys=ON")
        if write:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
        else:
            connection.execute("PRAGMA query_only=ON")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine


def _version(connection: Connection) -> str | None:
    """The schema that the database has, None for none of ours."""
    tables = _tables(connection)
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() if "alembic_version" in tables else None


def _tables(connection: Connection) -> set[str]:
    return {row[0] for row in connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _upgrade(connection: Connection, path: Path) -> None:
    """Bring the schema to `SCHEMA`, all in the connection's transaction: a process that dies meanwhile leaves the database as it was."""
    found = _version(connection)
    if found == SCHEMA:
        return  # another process was faster
    if found is None and _tables(connection):
        raise StoreError(f"{path} is an SQLite database of another program. Move it away, or set AGENT_EVAL_HOME to another folder.")
    # Alembic takes a while to import, and is not needed when the database is up to date.
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise StoreError(
            f"the database {path} was written by a newer version of agent-eval (schema {found}, this one knows up to {SCHEMA}). "
            "Upgrade agent-eval, or set AGENT_EVAL_HOME to another folder."
        )
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into one sentence each."""
    try:
        yield
    except DBAPIError as error:
        if not isinstance(error.orig, sqlite3.Error):
            raise
        raise StoreError(_sentence(error.orig, path)) from error
    except sqlite3.Error as error:
        raise StoreError(_sentence(error, path)) from error


def _sentence(error: sqlite3.Error, path: Path) -> str:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith("SQLITE_FULL"):
        return (
            f"the disk is full: nothing more could be written to {path}; what was recorded before is intact. Free some space, then resume."
        )
    if name.startswith("SQLITE_READONLY"):
        return f"the database {path} cannot be written. Give yourself write permission on it and its folder, or set AGENT_EVAL_HOME."
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return f"the database {path} is locked by another process that does not let go. End that process, or wait for it, and try again."
    if name.startswith("SQLITE_NOTADB"):
        return f"{path} is not an SQLite database. Move it away, or set AGENT_EVAL_HOME to another folder."
    if name.startswith("SQLITE_CANTOPEN"):
        return f"the database {path} cannot be opened. Check that its folder exists and can be written, or set AGENT_EVAL_HOME."
    if name.startswith("SQLITE_CORRUPT"):
        return f"the database {path} is damaged ({error}). Restore it from a copy, or move it away and begin anew."
    if name.startswith("SQLITE_IOERR"):
        return f"reading or writing {path} failed ({error}); what was recorded before is intact. Check the disk, then resume."
    return f"the database {path} refused: {error}"
