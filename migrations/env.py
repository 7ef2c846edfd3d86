"""What Alembic runs. The product hands over its open connection; for `alembic -c migrations/alembic.ini …` one is made here."""

from alembic import context
from sqlalchemy import URL, Connection, create_engine

from agent_eval.home import database_path
from agent_eval.store.models import Base


def migrate(connection: Connection) -> None:
    """Run the migrations asked for, all in the caller's transaction: SQLite can undo changes of schema too."""
    # SQLite cannot alter most of a table in place; batch mode copies it instead.
    context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True, transactional_ddl=False)
    context.run_migrations()


given: Connection | None = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
else:
    with create_engine(URL.create("sqlite", database=str(database_path()))).begin() as own:
        migrate(own)
