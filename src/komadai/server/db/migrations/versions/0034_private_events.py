"""Events that only their players and arbiters see, and the link to their sheets."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tournaments", sa.Column("sheets_key", sa.String(64)))
