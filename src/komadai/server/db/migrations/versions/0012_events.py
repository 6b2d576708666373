"""Events: tournaments with their logs, players, arbiters and games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("owner_id", sa.String(32), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("acts", sa.Integer, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("total_rounds", sa.Integer, nullable=False),
    )
    op.create_index("tournaments_by_age", "tournaments", ["created_ms", "id"])
    op.create_index("tournaments_of_owner", "tournaments", ["owner_id", "status"])
    op.create_table(
        "tournament_acts",
        sa.Column("tournament_id", sa.String(16), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "tournament_players",
        sa.Column("tournament_id", sa.String(16), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("guests.id"), nullable=False),
        sa.UniqueConstraint("tournament_id", "person_id", name="tournament_person"),
    )
    op.create_index("tournaments_of_player", "tournament_players", ["person_id"])
    op.create_table(
        "tournament_arbiters",
        sa.Column("tournament_id", sa.String(16), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("guests.id"), primary_key=True),
    )
    op.create_table(
        "tournament_games",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("tournament_id", sa.String(16), sa.ForeignKey("tournaments.id"), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("board", sa.Integer, nullable=False),
    )
    op.create_index("games_of_tournament", "tournament_games", ["tournament_id", "round", "board"])
