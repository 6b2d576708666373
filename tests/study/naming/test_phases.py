"""Opening, middle game and endgame."""

from __future__ import annotations

import pytest

from komadai import kifu, study
from komadai.errors import ArgumentTypeError
from tests.study.naming.games import game, turned

EXCHANGES = "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f"
RAID = "7g7f 8c8d 8h4d 8d8e 4d5c+ 4a3b 5c7a 6a7a"


def test_exchanges_of_rook_pawns_and_bishops_belong_to_the_opening() -> None:
    assert study.phases(game(f"{EXCHANGES} 8h2b+ 3a2b")) == study.Phases(None, None)


def test_the_middle_game_begins_with_the_first_piece_taken() -> None:
    silver_far_from_the_king = "7g7f 3c3d 8h2b 9c9d 2b3a+ 5a6b"
    assert study.phases(game(silver_far_from_the_king)).middle_game == 5


def test_the_endgame_begins_when_a_general_near_the_king_is_taken() -> None:
    assert study.phases(game(RAID)) == study.Phases(7, 7)


def test_a_turned_game_has_the_same_phases() -> None:
    assert study.phases(turned(game(RAID))) == study.phases(game(RAID))


def test_games_without_phases() -> None:
    assert study.phases(kifu.Game()) == study.Phases(None, None)
    assert study.phases(kifu.VariantGame("minishogi")) == study.Phases(None, None)
    with pytest.raises(ArgumentTypeError):
        study.phases(None)  # type: ignore[arg-type]
