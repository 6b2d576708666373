"""The cursor of a list: where the next page of it begins."""

from __future__ import annotations

from komadai.messages.text import Text
from komadai.server.errors import ApiError


def cursor(text: str | None) -> tuple[int, str] | None:
    """Reads the cursor of a list: a time and an id. Raises ApiError ``invalid``."""
    if text is None:
        return None
    created, _, game_id = text.partition("-")
    if (
        created.isascii()
        and created.isdecimal()
        and len(created) <= 15
        and game_id.isalnum()
        and len(game_id) <= 16
    ):
        return int(created), game_id
    raise ApiError(
        "invalid",
        "before",
        why=Text(
            "before: expected the cursor of an earlier answer",
            "「before」は前の回答の続きの位置にしてください",
        ),
    )
