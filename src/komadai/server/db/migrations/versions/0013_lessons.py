"""Lessons: who has reached which step, what is to be repeated, and classes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "lesson_progress",
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("lesson", sa.String(40), primary_key=True),
        sa.Column("reached", sa.Integer, nullable=False),
        sa.Column("missed", sa.Integer, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("done_ms", sa.BigInteger, nullable=True),
    )
    op.create_table(
        "lesson_cards",
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("lesson", sa.String(40), primary_key=True),
        sa.Column("step", sa.String(12), primary_key=True),
        sa.Column("due_ms", sa.BigInteger, nullable=False),
        sa.Column("reviewed_ms", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Integer, nullable=False),
        sa.Column("learning_step", sa.Integer, nullable=True),
        sa.Column("stability", sa.Float, nullable=False),
        sa.Column("difficulty", sa.Float, nullable=False),
    )
    op.create_table(
        "lesson_classes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guests.id"), nullable=False, index=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "lesson_pupils",
        sa.Column("class_id", sa.String(16), sa.ForeignKey("lesson_classes.id"), primary_key=True),
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guests.id"), primary_key=True, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("joined_ms", sa.BigInteger, nullable=False),
    )
