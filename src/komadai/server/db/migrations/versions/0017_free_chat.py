"""Free text in the chat of games; what moderators do with accounts besides closing them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chat_lines", sa.Column("text", sa.Text, nullable=False, server_default=""))
    op.add_column("accounts", sa.Column("muted_until_ms", sa.BigInteger, nullable=True))
    op.add_column("accounts", sa.Column("barred_until_ms", sa.BigInteger, nullable=True))
    op.add_column("accounts", sa.Column("warning", sa.Text, nullable=False, server_default=""))
