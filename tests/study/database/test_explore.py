"""Exploring: the moves of a position with their results, beside a count in plain Python."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from komadai import STARTPOS, Board, SfenError
from komadai.study import Database
from tests.study.database.counts import assert_counts_agree
from tests.study.database.reference import Played, count
from tests.study.database.samples import game_of, named, random_games, write_csa


def database(tmp_path: Path, games: list[Played], plies: int | None = None) -> Database:
    db = Database(tmp_path / "db", create=True, plies=plies)
    db.import_files(write_csa(tmp_path / "games.csa", named(games)))
    return db


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_counts_are_those_of_the_reference_in_every_position(tmp_path: Path, seed: int) -> None:
    games = random_games(60, seed)
    with database(tmp_path, games) as db:
        assert_counts_agree(db, games)


def test_counts_are_those_of_the_reference_in_real_games(tmp_path: Path, shared_data: Path) -> None:
    results = {"1-0": "black", "0-1": "white", "1/2-1/2": "draw"}
    games = []
    with (shared_data / "games/gsdb/games.jsonl").open() as lines:
        for line, _ in zip(lines, range(500), strict=False):
            game = json.loads(line)
            games.append(
                Played(game["moves"].split(), results.get(game["result"]), game["start"] or STARTPOS)
            )
    with database(tmp_path, games) as db:
        assert len(db) == 500
        assert_counts_agree(db, games)


def test_two_orders_of_the_same_moves_are_one_position(tmp_path: Path) -> None:
    games = [
        Played(["7g7f", "3c3d", "2g2f", "8c8d"], "black"),
        Played(["2g2f", "3c3d", "7g7f", "4c4d"], "white"),
    ]
    with database(tmp_path, games) as db:
        explored = db.explore("startpos moves 7g7f 3c3d 2g2f")
    assert explored.games == 2
    assert [each.move.usi() for each in explored.moves] == ["4c4d", "8c8d"]


def test_a_game_without_a_result_counts_only_in_games(tmp_path: Path) -> None:
    with database(tmp_path, [Played(["7g7f"], None), Played(["7g7f", "3c3d"], "draw")]) as db:
        (move,) = db.explore(Board()).moves
    assert (move.games, move.black, move.white, move.draws) == (2, 0, 0, 1)


def test_a_repeated_position_counts_once_and_once_for_each_move(tmp_path: Path) -> None:
    there_and_back = ["2h3h", "8b7b", "3h2h", "7b8b"]
    with database(tmp_path, [Played([*there_and_back, *there_and_back, "7g7f"], "draw")]) as db:
        explored = db.explore(Board())
    assert explored.games == 1
    assert {each.move.usi(): each.games for each in explored.moves} == {"2h3h": 1, "7g7f": 1}


def test_the_side_to_move_and_the_hands_belong_to_a_position(tmp_path: Path) -> None:
    with database(tmp_path, [Played(["7g7f"], "black")]) as db:
        assert db.explore(STARTPOS.replace(" b ", " w ")).games == 0
        assert db.explore("4k4/9/9/9/9/9/9/9/4K4 b P 1").games == 0


def test_positions_after_the_last_indexed_ply_are_not_counted(tmp_path: Path) -> None:
    games = [Played(["7g7f", "3c3d", "2g2f"], "black")]
    with database(tmp_path, games, plies=2) as db:
        at_the_limit = db.explore("startpos moves 7g7f 3c3d")
        assert [each.move.usi() for each in at_the_limit.moves] == ["2g2f"]
        assert db.explore("startpos moves 7g7f 3c3d 2g2f").games == 0


def test_counts_of_chosen_games_are_those_of_a_database_of_these_games(tmp_path: Path) -> None:
    games = random_games(60)
    chosen = [game for number, game in enumerate(games) if number % 7 == 3]
    with database(tmp_path, games) as db:
        for sfen, counts in count(chosen).items():
            explored = db.explore(sfen, player="player 3")
            assert explored.games == len(counts.games)
            assert {each.move.usi(): each.games for each in explored.moves} == {
                move: len(results) for move, results in counts.moves.items()
            }


def test_moves_are_the_most_frequent_first(tmp_path: Path) -> None:
    games = [Played([first, "3c3d"]) for first in ["2g2f", "7g7f", "7g7f", "5g5f", "7g7f", "2g2f"]]
    with database(tmp_path, games) as db:
        assert [each.move.usi() for each in db.explore(Board()).moves] == ["7g7f", "2g2f", "5g5f"]


def test_an_unreadable_position_is_an_error(tmp_path: Path) -> None:
    with database(tmp_path, random_games(1)) as db, pytest.raises(SfenError):
        db.explore("nothing")


def test_a_game_comes_back_as_it_was(tmp_path: Path) -> None:
    games = random_games(20)
    with database(tmp_path, games) as db:
        for number, played in enumerate(games, 1):
            game = db.game(number)
            assert [move.usi() for move in game.moves()] == list(played.moves)
            assert game.sfen == game_of(played).sfen
            assert game.headers["black"] == f"Player {(number - 1) % 7}"
            assert (game.outcome is None) == (played.result is None)
