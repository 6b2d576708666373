"""Games of variants store the options of the variant with its name."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # SQLite ignores the length.
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("games", "variant", type_=sa.Text, existing_nullable=False)
