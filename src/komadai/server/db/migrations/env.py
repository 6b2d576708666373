"""Alembic's entry: applies the migrations on the connection that `database.Database.open` hands over."""

from __future__ import annotations

from alembic import context

from komadai.server.db.database import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
