"""The first moves of a protected game."""

from __future__ import annotations

from tests.server.conftest import Guest

OPENING = ["7g7f", "3c3d", "2g2f", "4c4d", "3i4h", "8b4b", "5i6h", "5a6b", "6h7h", "6b7b", "5g5f", "7b8b"]


def play_opening(black: Guest, white: Guest, game_id: str, numbers: range) -> None:
    """Plays these moves of the opening."""
    with black.open(game_id) as first, white.open(game_id) as second:
        for number in numbers:
            page = first if number % 2 == 0 else second
            page.until(lambda game, number=number: len(game["moves"]) == number)  # type: ignore[misc]
            assert page.ask("move", usi=OPENING[number])["type"] == "done"
