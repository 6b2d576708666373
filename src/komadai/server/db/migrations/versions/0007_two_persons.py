"""Games of two persons: who may watch them, and why a game has no result."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("interruption", sa.String(20), nullable=True))
    op.add_column("games", sa.Column("visibility", sa.String(8), nullable=False, server_default="unlisted"))
    op.execute("UPDATE games SET interruption = 'engine_failed' WHERE termination = 'interrupted'")
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), nullable=True),
    )
    op.create_index("challenges_of_guest", "challenges", ["guest_id", "state"])
