"""Who played a move, and when: years, ratings and performance of the games."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from komadai import Board, Move
from komadai.study import Database, MoveFigures
from komadai.study.database.position_index import PositionIndex
from tests.study.database.reference import Played
from tests.study.database.samples import game_of, write_csa

FIRST, OTHER = Move.from_usi("7g7f"), Move.from_usi("2g2f")
START = Board()


def database(tmp_path: Path, games: list[tuple[list[str], str | None, dict[str, str]]]) -> Database:
    db = Database(tmp_path / "db", create=True)
    records = [game_of(Played(moves, result), headers) for moves, result, headers in games]
    db.import_files(write_csa(tmp_path / "games.csa", records))
    return db


def rated(black: str, white: str, year: int) -> dict[str, str]:
    return {"black": "A", "white": "B", "started": f"{year}/01/01", "black_rate": black, "white_rate": white}


def test_figures_are_those_of_the_side_that_moves(tmp_path: Path) -> None:
    games: list[tuple[list[str], str | None, dict[str, str]]] = [
        (["7g7f", "3c3d"], "black", rated("a+x:1800.4", "b+y:1500.0", 2001)),
        (["7g7f", "8c8d"], "white", rated("1600", "1700", 2004)),
        (["2g2f"], "draw", {"black": "A", "white": "B"}),
    ]
    with database(tmp_path, games) as db:
        assert db.figures(START, [FIRST, OTHER, Move.from_usi("1g1f")]) == {
            FIRST: MoveFigures(games=2, year=2002, rating=1700, performance=1600),
            OTHER: MoveFigures(games=1, year=None, rating=None, performance=None),
        }
        reply = Move.from_usi("3c3d")
        assert db.figures("startpos moves 7g7f", [reply]) == {
            reply: MoveFigures(games=1, year=2001, rating=1500, performance=1800 - 400)
        }
        assert db.figures(START, [FIRST], date_from="2004") == {
            FIRST: MoveFigures(games=1, year=2004, rating=1600, performance=1700 - 400)
        }


@pytest.mark.parametrize("text", ["", "name", "a:b", "12345", "-3"])
def test_what_is_no_rating_is_left_out(tmp_path: Path, text: str) -> None:
    with database(tmp_path, [(["7g7f"], "black", rated(text, text, 2001))]) as db:
        figures = db.figures(START, [FIRST])[FIRST]
    assert (figures.rating, figures.performance) == (None, None)


def test_a_sample_is_spread_over_all_games(tmp_path: Path) -> None:
    """The games are sorted by their result, which must not choose them."""
    results = ["black"] * 60 + ["white"] * 60
    Random(1).shuffle(results)
    games = [(["7g7f"], each, {"black": f"A{number}", "white": "B"}) for number, each in enumerate(results)]
    with database(tmp_path, [*games, (["2g2f"], "black", {"black": "C", "white": "B"})]) as db:
        index = PositionIndex(db.path)
        index.use(db._runs())
        sample = index.sample_games(START.key, FIRST, 12)
        won = [results[game - 1] for game in sample]
        assert (won.count("black"), won.count("white")) == (6, 6)
        every = index.sample_games(START.key, FIRST, 500)
        assert sorted(every) == list(range(1, 121))
        none = index.sample_games(START.key, Move.from_usi("1g1f"), 12)
        assert none == []
        index.close()
