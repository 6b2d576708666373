"""Arenas: what the server does by itself, when, and which process does it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("due_ms", sa.BigInteger))
    op.add_column("tournaments", sa.Column("keeper", sa.String(64)))
    op.add_column("tournaments", sa.Column("kept_until_ms", sa.BigInteger))
    op.create_index("tournaments_due", "tournaments", ["due_ms"])
