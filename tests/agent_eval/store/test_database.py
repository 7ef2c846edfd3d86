import os
import sqlite3
import subprocess
import sys
import threading

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import CheckConstraint, insert, select

from agent_eval.store.database import MIGRATIONS, Database
from agent_eval.store.errors import StoreError
from agent_eval.store.models import SCHEMA, Base, Build


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "agent-eval.sqlite"


def add(database: Database, name: str) -> None:
    database.write(lambda session: session.add(Build(hash=name, name=name, info={})))


def names(database: Database) -> list[str]:
    with database.read() as session:
        return list(session.scalars(select(Build.name).order_by(Build.name)))


def test_models_and_migrations_agree(path):
    with Database(path) as database, database.read() as session:
        context = MigrationContext.configure(session.connection(), opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, Base.metadata) == []
        constraints = [constraint for table in Base.metadata.tables.values() for constraint in table.constraints]
        wanted = {constraint.sqltext.text for constraint in constraints if isinstance(constraint, CheckConstraint)}
        built = session.connection().exec_driver_sql("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").scalars().all()
        assert all(any(check in sql for sql in built) for check in wanted)  # Alembic does not compare checks
    assert ScriptDirectory(str(MIGRATIONS)).get_current_head() == SCHEMA


def test_migrations_can_be_undone_and_done_again(path):
    from alembic import command

    Database(path).close()
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    database = Database(path)
    with database._writer_engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
        command.upgrade(config, "head")
    add(database, "a")
    assert names(database) == ["a"]
    database.close()


def test_what_was_written_is_there_after_reopening(path):
    with Database(path) as database:
        add(database, "a")
    with Database(path) as database:
        assert names(database) == ["a"]


def test_sixteen_writers_and_readers_and_not_one_error(path):
    errors: list[StoreError] = []
    writers, each = 16, 60

    def write(database: Database, writer: int) -> None:
        try:
            for n in range(each):
                add(database, f"{writer}/{n}")
                names(database)
        except StoreError as error:
            errors.append(error)

    # Two databases on one file stand for two processes: each has its writer.
    with Database(path) as one, Database(path) as two:
        threads = [threading.Thread(target=write, args=(one if writer % 2 else two, writer)) for writer in range(writers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert errors == []
        assert len(names(one)) == writers * each


def test_a_failed_write_leaves_nothing_and_later_ones_go_on(path):
    with Database(path) as database:
        add(database, "a")

        def half(session):
            session.add(Build(hash="b", name="b", info={}))
            session.flush()
            session.add(Build(hash="a", name="again", info={}))

        with pytest.raises(StoreError, match="UNIQUE constraint failed"):
            database.write(half)
        with pytest.raises(ZeroDivisionError):
            database.write(lambda session: 1 / 0)
        add(database, "c")
        assert names(database) == ["a", "c"]


def test_readers_cannot_write(path):
    with Database(path) as database:
        with pytest.raises(StoreError, match="cannot be written"), database.read() as session:
            session.execute(insert(Build).values(hash="a", name="a", info={}))
        assert names(database) == []


def test_not_a_number_is_refused(path):
    with Database(path) as database, pytest.raises(Exception, match="JSON"):
        database.write(lambda session: session.add(Build(hash="a", name="a", info={"rate": float("nan")})))


def test_a_full_disk_is_said_and_earlier_results_are_intact(path):
    with Database(path) as database:
        add(database, "a")
        pages = database.write(lambda session: session.connection().exec_driver_sql("PRAGMA page_count").scalar())
        database.write(lambda session: session.connection().exec_driver_sql(f"PRAGMA max_page_count = {pages + 2}"))
        with pytest.raises(StoreError, match=r"disk is full.*was recorded before is intact"):
            database.write(lambda session: session.add(Build(hash="big", name="big", info={"text": "x" * 100_000})))
        add(database, "b")  # a little still fits
        assert names(database) == ["a", "b"]


def test_a_database_of_a_newer_version_is_refused_and_left_alone(path):
    Database(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0999'")
    with pytest.raises(StoreError, match=r"newer version of agent-eval \(schema 0999"):
        Database(path)
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0999",)]


def test_another_programs_database_is_refused(path):
    path.parent.mkdir()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StoreError, match="another program"):
        Database(path)


def test_a_file_that_is_no_database_is_refused(path):
    path.parent.mkdir()
    path.write_bytes(b"to whom it may concern, " * 100)
    with pytest.raises(StoreError, match="is not an SQLite database"):
        Database(path)
    assert path.read_bytes().startswith(b"to whom")


@pytest.mark.parametrize("folder", ["a?b=c#d", "100%20", "Zoë 🙂", "'quoted\"", "file::memory:"])
def test_any_name_of_a_folder_will_do(tmp_path, folder):
    path = tmp_path / folder / "agent-eval.sqlite"
    with Database(path) as database:
        add(database, "a")
    assert path.stat().st_size > 0
    assert [found.name for found in tmp_path.iterdir()] == [folder]


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot make the data folder"):
        Database(tmp_path / "file" / "data" / "agent-eval.sqlite")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_named(path):
    path.parent.mkdir(mode=0o500)
    with pytest.raises(StoreError, match=r"cannot be opened|cannot be written"):
        Database(path)


def test_a_lock_that_is_not_let_go_is_said(path):
    Database(path).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with Database(path, busy_timeout_s=0.05) as database:
        assert names(database) == []  # reading goes on
        with pytest.raises(StoreError, match="locked by another process"):
            add(database, "a")
        other.execute("ROLLBACK")
        other.close()
        add(database, "a")
        assert names(database) == ["a"]


def test_processes_that_open_a_new_database_at_once_all_succeed(path):
    code = f"from pathlib import Path; from agent_eval.store.database import Database; Database(Path({str(path)!r})).close()"
    processes = [subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True) for _ in range(4)]
    assert [(process.communicate()[1], process.returncode) for process in processes] == [("", 0)] * 4
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(SCHEMA,)]


def test_writing_after_the_end_is_refused(path):
    database = Database(path)
    database.close()
    database.close()
    with pytest.raises(StoreError, match="was closed"):
        add(database, "a")
