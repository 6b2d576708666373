"""The database's history, one file per change (Alembic); applied when the server starts."""
