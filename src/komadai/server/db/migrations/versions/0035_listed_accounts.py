"""Whether an account is in the list of people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("accounts", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.true()))
