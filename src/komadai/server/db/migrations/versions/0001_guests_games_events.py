"""Guests, games, the events of each game, and the server's heartbeat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "guests",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("rematch_of", sa.String(16), sa.ForeignKey("games.id"), nullable=True, unique=True),
        sa.Column("person", sa.String(5), nullable=False),
        sa.Column("engine", sa.String(60), nullable=False),
        sa.Column("level", sa.Integer, nullable=True),
        sa.Column("handicap", sa.String(40), nullable=False),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("sfen", sa.String(200), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("winner", sa.String(5), nullable=True),
        sa.Column("termination", sa.String(40), nullable=True),
        sa.Column("infraction", sa.String(40), nullable=True),
        sa.Column("clock_runs", sa.Boolean, nullable=False),
        sa.Column("search", sa.Text, nullable=False),
    )
    op.create_index("games_of_guest", "games", ["guest_id", "created_ms", "id"])
    op.create_index("games_running", "games", ["clock_runs"])
    op.create_table(
        "events",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("alive_ms", sa.BigInteger, nullable=False),
    )
