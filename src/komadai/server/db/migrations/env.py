"""Alembic's entry point: applies the migrations to the connection of `database.Database.open`."""

from __future__ import annotations

from alembic import context

from komadai.server.db.database import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
