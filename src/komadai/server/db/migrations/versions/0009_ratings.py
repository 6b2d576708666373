"""Ratings and rated games; whom people follow and block; reports to the moderators."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "ratings",
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("variant", sa.String(40), primary_key=True),
        sa.Column("speed", sa.String(16), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "rated_games",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("opponent_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("speed", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("color", sa.String(5), nullable=False),
        sa.Column("handicap", sa.String(40), nullable=False),
        sa.Column("points", sa.Float, nullable=False),
        sa.Column("before", sa.Float, nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
    )
    op.create_index(
        "rated_games_of_account", "rated_games", ["account_id", "variant", "speed", "number"], unique=True
    )
    op.create_index("rated_games_by_age", "rated_games", ["account_id", "at_ms", "game_id"])
    for table in ("follows", "blocks"):
        op.create_table(
            table,
            sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
            sa.Column("other_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
            sa.Column("at_ms", sa.BigInteger, nullable=False),
        )
        op.create_index(f"{table}_of_other", table, ["other_id"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("reporter_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), nullable=True),
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("closed_ms", sa.BigInteger, nullable=True),
        sa.Column("closed_by", sa.String(32), sa.ForeignKey("accounts.id"), nullable=True),
    )
    op.create_index("reports_open", "reports", ["closed_ms", "at_ms"])
