"""The names that renamed accounts had, and the time of a person's last line in any chat."""

from __future__ import annotations

import re

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    former = op.create_table(
        "former_names",
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("name_key", sa.String(80), primary_key=True),
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
    )
    op.create_index("former_names_of_account", "former_names", ["account_id"])
    op.create_index("chat_lines_of_guest", "chat_lines", ["guest_id", "at_ms"])
    _keep_names_of_before(former)


def _keep_names_of_before(former: sa.Table) -> None:
    """The log of moderators begins each rename with the name of before."""
    connection = op.get_bind()
    query = """
        SELECT accounts.kind, accounts.id, moderation_log.reason FROM moderation_log
        JOIN accounts ON accounts.id = moderation_log.account_id
        WHERE act = 'renamed' AND accounts.deleted_ms IS NULL ORDER BY moderation_log.id
    """
    taken = {
        (kind, key) for kind, key in connection.execute(sa.text("SELECT kind, name_key FROM accounts")).all()
    }
    for kind, account, reason in connection.execute(sa.text(query)).all():
        name = re.match(r"([A-Za-z0-9_@.-]{1,32}) \(", reason)
        if name is None or (kind, name[1].lower()) in taken:
            continue
        taken.add((kind, name[1].lower()))
        connection.execute(former.insert().values(kind=kind, name_key=name[1].lower(), account_id=account))
