"""The tables of processes, of the games they own, and of the people who have pages open on them."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from komadai.server.db.database import metadata

workers: Final = sa.Table(
    "workers",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    # The data folder, with the name of its machine: it is locked, so one server at a time has workers there.
    sa.Column("node", sa.Text, nullable=False),
    sa.Column("pid", sa.Integer, nullable=False),
    # By the clock of the database. A worker that has not renewed it until then is taken for dead.
    sa.Column("alive_until_ms", sa.BigInteger, nullable=False),
)

game_leases: Final = sa.Table(
    "game_leases",
    metadata,
    sa.Column("game_id", sa.ForeignKey("games.id"), primary_key=True),
    # Not a foreign key: a lease outlives its worker, until another one takes it.
    sa.Column("worker_id", sa.String(32), nullable=False, index=True),
)

attendance: Final = sa.Table(
    "attendance",
    metadata,
    sa.Column("topic", sa.String(20), primary_key=True),
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("worker_id", sa.String(32), primary_key=True),
    sa.Column("here", sa.Boolean, nullable=False),
    # When the person opened the first page there, or closed the last one.
    sa.Column("since_ms", sa.BigInteger, nullable=False),
    sa.Index("attendance_of_worker", "worker_id"),
)
