"""The games of the program can be made again: a game depends on its number and the engine only."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import starter_games

from komadai._core import Search
from komadai.study.database import starter
from komadai.training.generation.game import GameEnd
from komadai.training.generation.settings import engine_signature


def test_a_shipped_game_is_played_again_from_its_number() -> None:
    if starter.facts().engine != engine_signature(""):
        pytest.skip("the games were played by an earlier engine")
    shipped = {game.headers.get("event"): game for game in starter.games()}
    search = Search(starter_games.SETTINGS.hash_mb)
    for number in (5, 2):  # whatever the order
        played = starter_games.game(search, number)
        game = shipped.get(f"Komadai {starter.facts().version}, {number}")
        if played.end is GameEnd.UNEVEN:
            assert game is None
        else:
            assert game is not None
            found = starter_games.ended(played)
            assert (found.moves, found.result) == (game.moves, game.result)


def test_the_winner_is_not_to_move_when_the_other_side_resigns() -> None:
    search = Search(starter_games.SETTINGS.hash_mb)
    played = starter_games.game(search, 2)
    ended = starter_games.ended(played)
    assert len(ended.moves) // 2 in (len(played.moves), len(played.moves) - 1)
    assert (len(ended.moves) // 2) % 2 == (ended.result == 0), "Black has moved last and wins, or White"
