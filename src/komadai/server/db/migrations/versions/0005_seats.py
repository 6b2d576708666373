"""Each game has two seats, which replace the columns of a person against an engine."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "game_seats",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guests.id"), nullable=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("level", sa.Integer, nullable=True),
        sa.Column("color", sa.String(5), nullable=True),
    )
    op.create_index("seats_of_guest", "game_seats", ["guest_id", "game_id"])
    connection = op.get_bind()
    games = connection.execute(
        sa.text(
            "SELECT games.id, guest_id, person, engine, level, body FROM games "
            "LEFT JOIN events ON events.game_id = games.id AND events.number = 1"
        )
    ).all()
    seats = [seat for game in games for seat in _seats(*game)]
    if seats:
        connection.execute(
            sa.text(
                "INSERT INTO game_seats (game_id, number, kind, guest_id, name, level, color) "
                "VALUES (:game_id, :number, :kind, :guest_id, :name, :level, :color)"
            ),
            seats,
        )
    op.drop_index("games_of_guest", "games")
    # SQLite cannot drop a column that refers to another table: the table is copied.
    with op.batch_alter_table("games") as table:
        for column in ("guest_id", "person", "engine", "level"):
            table.drop_column(column)
    op.create_index("games_by_age", "games", ["created_ms", "id"])


def _seats(
    game_id: str, guest: str, person: str, engine: str, level: int | None, created: str | None
) -> list[dict[str, Any]]:
    """The seats of a game, numbered like the players of its first event."""
    opposite = "black" if person == "white" else "white"
    human: dict[str, Any] = {"kind": "person", "guest_id": guest, "name": "", "level": None, "color": person}
    if engine:
        other = {"kind": "engine", "guest_id": None, "name": engine, "level": level, "color": opposite}
    else:
        other = {**human, "color": opposite}
    seats = [other, human] if _engine_is_first(created) else [human, other]
    return [{"game_id": game_id, "number": number, **seat} for number, seat in enumerate(seats, 1)]


def _engine_is_first(created: str | None) -> bool:
    try:
        event = json.loads(created or "")
        if "players" in event:
            return bool(event["players"][0]["type"] == "engine")
        return bool(event["side"] == "white")
    except (ValueError, LookupError, TypeError):  # a damaged log: the game cannot be opened, but is listed
        return False
