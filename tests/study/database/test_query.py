"""Queries: games by player, date and position."""

from __future__ import annotations

from pathlib import Path

import pytest

from komadai import Board, DatabaseError, Move, RangeError
from komadai._core import count_moves, find_games
from komadai.study import Database
from komadai.study.database import database as database_module
from tests.study.database.reference import Played, count
from tests.study.database.samples import game_of, named, random_games, write_csa

INDEX = "komadai.study.database.position_index"


def database(tmp_path: Path, games: list[Played]) -> Database:
    db = Database(tmp_path / "db", create=True)
    db.import_files(write_csa(tmp_path / "games.csa", named(games)))
    return db


def with_headers(tmp_path: Path, *headers: dict[str, str]) -> Database:
    db = Database(tmp_path / "db", create=True)
    games = [game_of(Played(["7g7f"]), each) for each in headers]
    db.import_files(write_csa(tmp_path / "games.csa", games))
    return db


def ids(db: Database, **conditions: str) -> list[int]:
    return [game.id for game in db.query(**conditions)]  # type: ignore[arg-type]


def test_a_position_is_found_in_all_games_that_reach_it_at_its_first_ply(tmp_path: Path) -> None:
    games = random_games(60)
    with database(tmp_path, games) as db:
        for sfen, counts in count(games).items():
            assert {game.id - 1: game.ply for game in db.query(position=sfen)} == counts.first_plies


def test_a_found_game_has_its_players_date_result_and_length(tmp_path: Path) -> None:
    headers = {"black": "羽生善治", "white": "Sato", "started": "1995/03/01 10:00:00"}
    path = write_csa(tmp_path / "games.csa", [game_of(Played(["7g7f", "3c3d"], "white"), headers)])
    with Database(tmp_path / "db", create=True) as db:
        db.import_files(path)
        (game,) = db.query(player="羽生善治")
    assert (game.id, game.black, game.white, game.date) == (1, "羽生善治", "Sato", "1995-03-01")
    assert (game.result, game.plies, game.ply) == ("white", 2, None)


def test_a_player_is_found_on_both_sides_whatever_the_case_and_width(tmp_path: Path) -> None:
    with with_headers(
        tmp_path,
        {"black": "Habu", "white": "Sato"},
        {"black": "Sato", "white": "ＨＡＢＵ"},
        {"black": "Habuto", "white": "Sato"},
    ) as db:
        assert ids(db, player="habu") == [1, 2]
        assert ids(db, player="habu*") == [1, 2, 3]
        assert ids(db, player="*[x]*") == []
        assert ids(db, player="nobody") == []


def test_dates_are_ranges_with_both_ends(tmp_path: Path) -> None:
    dates = ["1999", "2000/01/31", "2000/02/01", "2000/02/29", "2001/01/01"]
    with with_headers(
        tmp_path,
        *({"black": str(number), "started": date} for number, date in enumerate(dates)),
        {"black": "x"},
    ) as db:
        assert ids(db, date_from="2000") == [2, 3, 4, 5]
        assert ids(db, date_to="2000") == [1, 2, 3, 4]
        assert ids(db, date_from="2000-02", date_to="2000-02") == [3, 4]
        assert ids(db, date_from="2000-02-29", date_to="2000-02-29") == [4]


@pytest.mark.parametrize(
    "date", ["99", "2000-13", "2000-1-1", "2000-01-32", "2026-02-31", "0000", "", "yesterday", "２０００"]
)
def test_what_is_no_date_is_an_error(tmp_path: Path, date: str) -> None:
    with with_headers(tmp_path, {"black": "x"}) as db, pytest.raises(DatabaseError, match="expected a date"):
        list(db.query(date_from=date))


@pytest.mark.parametrize("many", [0, 20_000])
def test_all_conditions_hold_together(tmp_path: Path, many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "_MANY", many)
    with database(tmp_path, [Played(["7g7f", "3c3d"]), Played(["7g7f"]), Played(["2g2f"])] * 10) as db:
        found = list(db.query(position="startpos moves 7g7f", player="player 2", date_to="1995"))
        assert [game.id for game in found] == [
            number + 1 for number in range(30) if number % 3 < 2 and number % 7 == 2 and number % 10 <= 5
        ]
        assert all(game.ply == 1 for game in found)


def test_a_limit_gives_the_first_games(tmp_path: Path) -> None:
    with database(tmp_path, random_games(9)) as db:
        assert [game.id for game in db.query(limit=3)] == [1, 2, 3]
        assert [game.id for game in db.query(position=Board(), limit=2)] == [1, 2]
        assert list(db.query(limit=0)) == []
        with pytest.raises(RangeError):
            db.query(limit=-1)


def test_positions_that_share_a_key_are_told_apart(tmp_path: Path) -> None:
    with database(tmp_path, [Played(["7g7f", "3c3d"], "black")]) as db:
        other = Board("4k4/9/9/9/9/9/9/9/4K4 b - 1")
        start = Board()
        real = count_moves, find_games

        def key_of(key: int) -> int:
            return start.key if key == other.key else key

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                f"{INDEX}.count_moves", lambda runs, key, allowed: real[0](runs, key_of(key), allowed)
            )
            patch.setattr(f"{INDEX}.find_games", lambda runs, key, limit: real[1](runs, key_of(key), limit))
            assert [each.move for each in db.explore(start).moves] == [Move.from_usi("7g7f")]
            assert db.explore(other).moves == ()
            assert list(db.query(position=other)) == []
            assert [game.id for game in db.query(position=start)] == [1]
