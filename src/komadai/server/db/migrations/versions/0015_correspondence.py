"""Correspondence: whose turn it is, when time is up, what is adjourned, and vacations."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for column in (
        sa.Column("turn", sa.String(5), nullable=False, server_default="black"),
        sa.Column("days", sa.Integer, nullable=False, server_default="0"),
        sa.Column("deadline_ms", sa.BigInteger, nullable=True),
        sa.Column("adjourned", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("resume_by", sa.String(5), nullable=True),
    ):
        op.add_column("games", column)
    op.create_index("games_due", "games", ["deadline_ms"])
    op.create_table(
        "vacations",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("guests.id"), nullable=False, index=True),
        sa.Column("begun_ms", sa.BigInteger, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.Column("days", sa.Integer, nullable=False),
    )
    games = sa.table("games", sa.column("id"), sa.column("status"), sa.column("sfen"), sa.column("turn"))
    op.execute(games.update().where(games.c.sfen.like("% w %")).values(turn="white"))
    _find_adjourned(op.get_bind())


def _find_adjourned(connection: sa.Connection) -> None:
    """Marks the games whose last event is their sealed move, but for offers."""
    rows = connection.execute(
        sa.text(
            "SELECT games.id, events.number, events.body FROM games JOIN events ON events.game_id = games.id"
            " WHERE games.status = 'playing' AND (events.body LIKE '{\"type\":\"sealed\"%'"
            ' OR events.body LIKE \'{"type":"opened"%\') ORDER BY games.id, events.number'
        )
    )
    last = {game_id: body for game_id, _, body in rows}
    for game_id, body in last.items():
        if body.startswith('{"type":"sealed"'):
            connection.execute(
                sa.text("UPDATE games SET adjourned = :on WHERE id = :id"), {"on": True, "id": game_id}
            )
