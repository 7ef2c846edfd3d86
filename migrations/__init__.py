"""The database's schema, version by version (Alembic); applied when a database is opened."""
