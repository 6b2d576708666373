"""Recorders: a third person enters the moves of two persons at one board of an event."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("recorder_id", sa.String(32), nullable=True))
    op.add_column(
        "tournament_games", sa.Column("exchanged", sa.Boolean, nullable=False, server_default=sa.false())
    )
