"""Ratings and games of programs that play over CSA's protocol, and moves set for games to come."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "csa_programs",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("losses", sa.Integer, nullable=False),
        sa.Column("draws", sa.Integer, nullable=False),
        sa.Column("played_ms", sa.BigInteger, nullable=True),
    )
    op.create_table(
        "csa_games",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("csa_id", sa.String(200), nullable=False),
        sa.Column("game_name", sa.String(64), nullable=False),
        sa.Column("black", sa.String(32), nullable=False),
        sa.Column("white", sa.String(32), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("started_ms", sa.BigInteger, nullable=False),
        sa.Column("may_return", sa.String(2), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("ended", sa.Boolean, nullable=False),
    )
    op.create_index("csa_games_by_id", "csa_games", ["csa_id"], unique=True)
    op.create_index("csa_games_by_day", "csa_games", ["day", "started_ms"])
    op.create_index("csa_games_running", "csa_games", ["ended"])
    op.create_table(
        "csa_buoys",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("moves", sa.Text, nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
    )
