"""Games like this one: what makes a game more like another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from komadai.kifu import Game
from komadai.study import Database, SimilarGame
from tests.study.database.reference import Played
from tests.study.database.samples import game_of, write_csa
from tests.study.database.structures import (
    FOURTH_FILE,
    SAME_CASTLE,
    STATIC,
    TRANSPOSED,
)


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    games = [
        game_of(Played(moves, "black"), {"black": f"Player {number}"})
        for number, moves in enumerate((STATIC, SAME_CASTLE, TRANSPOSED, FOURTH_FILE), 1)
    ]
    with Database(tmp_path / "db", create=True) as database:
        database.import_files(write_csa(tmp_path / "games.csa", games))
        database.recognise_names()
        yield database


def game(moves: list[str]) -> Game:
    return game_of(Played(moves))


def ids(found: list[SimilarGame]) -> list[int]:
    return [each.game.id for each in found]


def test_a_transposition_is_likest_then_the_same_castle_then_another_opening(db: Database) -> None:
    found = db.like(game(FOURTH_FILE))
    assert ids(found) == [3, 2, 1]
    scores = [each.score for each in found]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


def test_the_parts_say_why(db: Database) -> None:
    transposed, castle, static = (each.likeness for each in db.like(game(FOURTH_FILE)))
    assert transposed.line == 15 / 17  # the common position after 15 of 17 moves
    assert transposed.ply == 15
    assert 1 == transposed.names > castle.names > static.names
    assert transposed.structure > castle.structure > static.structure


def test_the_game_itself_and_games_of_the_same_moves_are_left_out(db: Database) -> None:
    assert 4 not in ids(db.like(4))
    assert ids(db.like(4)) == ids(db.like(game(FOURTH_FILE)))
    assert ids(db.like(4, limit=1)) == [3]


def test_without_names_the_games_are_compared_by_moves_and_squares(tmp_path: Path) -> None:
    with Database(tmp_path / "new", create=True) as fresh:
        fresh.import_files(
            write_csa(tmp_path / "two.csa", [game_of(Played(moves)) for moves in (STATIC, TRANSPOSED)])
        )
        found = fresh.like(game(FOURTH_FILE))
    assert [each.likeness.names for each in found] == [0.0] * len(found)
    assert ids(found)[0] == 2


def test_a_game_without_moves_is_like_none_in_an_empty_database(tmp_path: Path) -> None:
    with Database(tmp_path / "empty", create=True) as empty:
        assert empty.like(Game()) == []


def test_a_game_with_no_position_and_no_name_in_common_is_not_compared(db: Database) -> None:
    assert db.like(game(["9g9f", "9c9d"])) == []
