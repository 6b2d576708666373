"""What the names that accounts have and had look like."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from komadai.server.look_alikes import looks_of

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

NAMES = """
    SELECT kind, name, id FROM accounts WHERE deleted_ms IS NULL
    UNION ALL
    SELECT former_names.kind, former_names.name_key, former_names.account_id FROM former_names
    JOIN accounts ON accounts.id = former_names.account_id WHERE accounts.deleted_ms IS NULL
"""


def upgrade() -> None:
    looks = op.create_table(
        "name_looks",
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("look", sa.String(80), primary_key=True),
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
    )
    op.create_index("name_looks_of_account", "name_looks", ["account_id"])
    rows = {
        (kind, look, account)
        for kind, name, account in op.get_bind().execute(sa.text(NAMES)).all()
        for look in looks_of(name)
    }
    op.bulk_insert(
        looks, [dict(zip(("kind", "look", "account_id"), row, strict=True)) for row in sorted(rows)]
    )
