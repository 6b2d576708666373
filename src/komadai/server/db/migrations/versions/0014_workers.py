"""Several processes on one database: workers, the games they keep, who has pages open on them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "workers",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("node", sa.Text, nullable=False),
        sa.Column("pid", sa.Integer, nullable=False),
        sa.Column("alive_until_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "game_leases",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("worker_id", sa.String(32), nullable=False),
    )
    op.create_index("ix_game_leases_worker_id", "game_leases", ["worker_id"])
    op.create_table(
        "attendance",
        sa.Column("topic", sa.String(20), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("worker_id", sa.String(32), primary_key=True),
        sa.Column("here", sa.Boolean, nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("attendance_of_worker", "attendance", ["worker_id"])
