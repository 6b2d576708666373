"""Reviews that are kept with the chapters of studies."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "study_reviews",
        sa.Column("chapter_id", sa.String(16), sa.ForeignKey("study_chapters.id"), primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
