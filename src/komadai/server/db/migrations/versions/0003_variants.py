"""Games of variants: their name, and positions of any length."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("variant", sa.String(40), nullable=False, server_default="shogi"))
    # SQLite ignores the length.
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("games", "sfen", type_=sa.Text, existing_nullable=False)
