"""Castles and openings: recognised once, stored, and found by queries."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

import komadai.study
from komadai import DatabaseError, Move
from komadai.kifu import Game
from komadai.study import Database, StoredNames
from komadai.study.database import game_names
from tests.study.database.reference import Played
from tests.study.database.samples import named, write_csa

GAMES = [Played(["7g7f", "3c3d"]), Played(["2g2f", "8c8d"]), Played(["7g7f", "8c8d"])]


class Recognizer:
    """Names a castle after Black's first move, an opening after White's; counts its calls."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, game: Game, *, proverbs: bool) -> list[SimpleNamespace]:
        assert not proverbs
        self.calls += 1
        first, second = (move.usi() for move in game.moves())
        return [
            SimpleNamespace(id=f"after_{first}", kind="castle", side="black", ply=1),
            SimpleNamespace(id=f"after_{second}", kind="opening", side="white", ply=2),
        ]


@pytest.fixture
def recognizer(monkeypatch: pytest.MonkeyPatch) -> Recognizer:
    made = Recognizer()
    monkeypatch.setattr(komadai.study, "names", made, raising=False)
    return made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Database(tmp_path / "db", create=True) as db:
        db.import_files(write_csa(tmp_path / "games.csa", named(GAMES)))
    return tmp_path / "db"


def test_games_are_found_by_castle_and_opening(folder: Path, recognizer: Recognizer) -> None:
    with Database(folder) as db:
        assert [(game.id, game.ply) for game in db.query(castle="after_7g7f")] == [(1, 1), (3, 1)]
        assert [(game.id, game.ply) for game in db.query(opening="after_8c8d")] == [(2, 2), (3, 2)]
        both = db.query(castle="after_7g7f", opening="after_8c8d")
        assert [(game.id, game.ply) for game in both] == [(3, 1)]
        assert list(db.query(castle="after_8c8d")) == []
        assert db.explore("startpos", castle="after_2g2f").moves[0].move == Move.from_usi("2g2f")


def test_names_of_a_game_are_recognised_once(folder: Path, recognizer: Recognizer, tmp_path: Path) -> None:
    for _ in range(2):
        with Database(folder) as db:
            list(db.query(castle="x"))
    assert recognizer.calls == 3
    with Database(folder) as db:
        db.import_files(write_csa(tmp_path / "more.csa", named([Played(["2h5h", "3c3d"])])))
        assert [game.id for game in db.query(castle="after_2h5h")] == [4]
    assert recognizer.calls == 4


def test_an_interrupted_recognition_continues(
    folder: Path, recognizer: Recognizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_names, "_BATCH", 1)

    def stop(done: int, games: int) -> None:
        assert games == 3
        if done == 2:
            raise KeyboardInterrupt

    with Database(folder) as db:
        with pytest.raises(KeyboardInterrupt):
            db.recognise_names(stop)
        assert len(list(db.query(castle="after_7g7f"))) == 2
    assert recognizer.calls == 3


def test_without_names_the_query_is_a_clear_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_names, "import_module", lambda name: SimpleNamespace())
    with Database(folder) as db, pytest.raises(DatabaseError, match="recognises no castles"):
        db.query(castle="mino")


def test_stored_names_are_counted_by_game(folder: Path, recognizer: Recognizer) -> None:
    with Database(folder) as db:
        assert (db.named, db.stored_names()) == (0, StoredNames((), ()))
        db.recognise_names()
        assert db.named == 3
        assert db.stored_names() == StoredNames(
            openings=(("after_8c8d", 2), ("after_3c3d", 1)), castles=(("after_7g7f", 2), ("after_2g2f", 1))
        )


def test_figures_are_those_of_the_wanted_games(folder: Path, recognizer: Recognizer) -> None:
    move = Move.from_usi("7g7f")
    with Database(folder) as db:
        assert db.figures("startpos", [move])[move].games == 2
        assert db.figures("startpos", [move], opening="after_8c8d")[move].games == 1
        assert db.figures("startpos", [move], castle="after_2g2f") == {}


def test_a_game_that_is_added_counts_for_a_filter_that_was_used_before(
    folder: Path, tmp_path: Path, recognizer: Recognizer
) -> None:
    later = [*named(GAMES), *named([*GAMES, Played(["5g5f", "8c8d"])])[3:]]
    with Database(folder) as db, Database(folder) as other:
        for each in (db, other):
            assert each.explore("startpos", opening="after_8c8d").games == 2
            assert each.explore("startpos", player="player 3").games == 0
        db.import_files(write_csa(tmp_path / "later.csa", later))
        for each in (db, other):
            assert each.explore("startpos", opening="after_8c8d").games == 3
            assert each.explore("startpos", player="player 3").games == 1
