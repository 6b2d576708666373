"""Games as USI lines, and the choice of a format."""

from __future__ import annotations

import pytest

from komadai import Board, Move, kifu
from komadai.errors import UnknownStyleError
from komadai.kifu import Game


def test_a_game_from_the_usual_start() -> None:
    game = Game()
    assert kifu.write(game, "usi") == "startpos\n"
    game.extend([Move.from_usi("7g7f"), Move.from_usi("3c3d")])
    assert kifu.write(game, "usi") == "startpos moves 7g7f 3c3d\n"


def test_a_game_from_another_start() -> None:
    sfen = Board.handicap("lance").sfen()
    game = Game(sfen)
    game.extend([Move.from_usi("3c3d")])
    assert kifu.write(game, "usi") == f"sfen {sfen} moves 3c3d\n"


def test_only_the_main_line_is_held() -> None:
    game = Game()
    game.root.add(Move.from_usi("7g7f"))
    game.root.add(Move.from_usi("2g2f"))
    assert kifu.write(game, "usi") == "startpos moves 7g7f\n"


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(UnknownStyleError, match="expected a format of kif, "):
        kifu.write(Game(), "docx")
