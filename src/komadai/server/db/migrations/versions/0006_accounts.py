"""Accounts, sessions, and the logs of security and moderation."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("guests", sa.Column("account_id", sa.String(32), nullable=True))
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(32), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("name_key", sa.String(80), nullable=False),
        sa.Column("display_name", sa.String(40), nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("password", sa.String(200), nullable=True),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("banned_until_ms", sa.BigInteger, nullable=True),
        sa.Column("deleted_ms", sa.BigInteger, nullable=True),
        sa.Column("preferences", sa.Text, nullable=False),
        sa.UniqueConstraint("kind", "name_key", name="account_names"),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
        sa.Column("ended_ms", sa.BigInteger, nullable=True),
        sa.Column("device", sa.String(60), nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
    )
    op.create_index("sessions_of_person", "sessions", ["person_id"])
    op.create_index("sessions_ended", "sessions", ["ended_ms"])
    op.create_index("sessions_seen", "sessions", ["seen_ms"])
    op.create_table(
        "security_log",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("account_id", sa.String(32), nullable=True),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("detail", sa.String(200), nullable=False),
    )
    op.create_index("security_log_by_age", "security_log", ["at_ms"])
    op.create_index("security_log_of_account", "security_log", ["account_id", "at_ms"])
    op.create_table(
        "moderation_log",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("actor_id", sa.String(32), nullable=True),
        sa.Column("account_id", sa.String(32), nullable=False),
        sa.Column("act", sa.String(20), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )
    op.create_index("moderation_log_of_account", "moderation_log", ["account_id", "at_ms"])
