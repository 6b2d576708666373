"""The graded course of mate problems: which missed problem is asked again, and when."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tsume_cards",
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("problem", sa.String(32), primary_key=True),
        sa.Column("due_ms", sa.BigInteger, nullable=False),
        sa.Column("reviewed_ms", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Integer, nullable=False),
        sa.Column("learning_step", sa.Integer, nullable=True),
        sa.Column("stability", sa.Float, nullable=False),
        sa.Column("difficulty", sa.Float, nullable=False),
    )
