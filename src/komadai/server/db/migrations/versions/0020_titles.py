"""Titles: the matches for a title know the first of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("title_id", sa.String(16)))
    op.create_index("tournaments_of_title", "tournaments", ["title_id"])
