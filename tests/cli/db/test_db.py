"""``komadai db``: output and exit status."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from komadai.cli.main import run
from komadai.study import Database
from komadai.study.database import starter
from tests.study.database.reference import Played
from tests.study.database.samples import named, write_csa

GAMES = [
    Played(["7g7f", "3c3d", "2g2f"], "black"),
    Played(["2g2f", "3c3d", "7g7f"], "white"),
    Played(["7g7f", "8c8d"], "draw"),
    Played(["7g7f"]),
]


@pytest.fixture
def database(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> str:
    path = str(tmp_path / "games.kdb")
    assert run(["db", "import", path, str(write_csa(tmp_path / "games.csa", named(GAMES)))]) == 0
    capfd.readouterr()
    return path


def printed(capfd: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert run(["db", *arguments, "--json"]) == 0
    out, error = capfd.readouterr()
    assert not error
    return json.loads(out)


def test_import_counts_games(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = str(write_csa(tmp_path / "games.csa", named(GAMES)))
    expected = {"games": 4, "added": 4, "duplicates": 0, "interrupted": False, "errors": []}
    assert printed(capfd, "import", str(tmp_path / "db"), path) == expected
    assert printed(capfd, "import", str(tmp_path / "db"), path) == {**expected, "added": 0, "duplicates": 4}


def test_starter_adds_the_games_that_come_with_komadai_once_with_their_castles(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    games = list(islice(starter.games(), 50))
    monkeypatch.setattr(starter, "games", lambda: iter(games))
    path = str(tmp_path / "db")
    expected = {"games": 50, "added": 50, "duplicates": 0, "interrupted": False, "errors": []}
    assert printed(capfd, "starter", path) == expected
    assert printed(capfd, "starter", path) == {**expected, "added": 0, "duplicates": 50}
    with Database(path) as database:
        assert database.named == 50
    assert run(["db", "starter", path, "--lang", "ja"]) == 0
    assert "50局は登録済み" in capfd.readouterr().err


def test_import_names_a_broken_game_and_continues(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.usi"
    path.write_text("startpos moves 7g7f 7g7f\nstartpos moves 7g7f 3c3d\n")
    assert run(["db", "import", str(tmp_path / "db"), str(path)]) == 1
    error = capfd.readouterr().err
    assert "games.usi: line 1" in error
    assert "1 game added" in error


def test_explore_prints_games_and_moves(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert printed(capfd, "explore", database, "startpos") == {
        "games": 4,
        "moves": [
            {"usi": "7g7f", "games": 3, "black": 1, "white": 0, "draws": 1},
            {"usi": "2g2f", "games": 1, "black": 0, "white": 1, "draws": 0},
        ],
    }


def test_explore_reads_a_position_of_several_words(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    words = ["startpos", "moves", "7g7f", "3c3d", "2g2f"]
    assert printed(capfd, "explore", database, *words) == {"games": 2, "moves": []}
    assert printed(capfd, "explore", database, " ".join(words))["games"] == 2


def test_query_prints_games(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    position = "startpos moves 2g2f 3c3d 7g7f"
    assert printed(capfd, "query", database, "--position", position, "--limit", "1") == [
        {
            "id": 1,
            "black": "Player 0",
            "white": "選手0",
            "date": "1990-01-01",
            "result": "black",
            "plies": 3,
            "ply": 3,
        }
    ]
    assert [game["id"] for game in printed(capfd, "query", database, "--from", "1992")] == [3, 4]
    assert printed(capfd, "query", database, "--player", "nobody") == []


def test_an_unknown_id_is_noted_with_those_near_it(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["db", "query", database, "--castle", "hon_minou", "--json"]) == 0
    printed = capfd.readouterr()
    assert json.loads(printed.out) == []
    assert "no castle has the id 'hon_minou'; near: hon_mino" in printed.err
    assert run(["db", "explore", database, "--opening", "yagura", "--lang", "ja"]) == 0
    assert capfd.readouterr().err == ""
    assert run(["db", "explore", database, "--opening", "hon_mino", "--lang", "ja"]) == 0
    assert "という ID の戦型はありません" in capfd.readouterr().err


def test_tables_are_in_both_languages(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["db", "explore", database, "startpos"]) == 0
    assert "P-7f" in capfd.readouterr().out
    assert run(["--lang", "ja", "db", "explore", database, "startpos"]) == 0
    assert "▲7六歩" in capfd.readouterr().out
    assert run(["--lang", "ja", "db", "query", database]) == 0
    assert "先手勝ち" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["explore", __file__, "startpos"], "not a game database"),
        (["import", __file__, __file__], "not a game database"),
        (["query", "DB", "--from", "May"], "expected a date"),
        (["explore", "DB", "nonsense"], "position: expected"),
    ],
)
def test_bad_input_is_one_line(
    database: str, capfd: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    status = 1 if __file__ in arguments else 2
    assert run(["db", *(database if each == "DB" else each for each in arguments)]) == status
    out, error = capfd.readouterr()
    assert not out
    assert message in error
    assert error.count("\n") == 1


def test_query_searches_for_a_pattern(
    database: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pattern.txt"
    path.write_text("\n".join([". . . . . . . . ."] * 6 + [". . _ . . . . _ ."] + [". . . . . . . . ."] * 2))
    found = printed(capfd, "query", database, "--pattern", str(path))
    assert [(game["id"], game["ply"]) for game in found] == [(1, 3), (2, 3)]
    path.write_text("nothing")
    assert run(["db", "query", database, "--pattern", str(path)]) == 1
    assert "line 1: expected nine cells" in capfd.readouterr().err


def test_player_prints_a_profile(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    found = printed(capfd, "player", database, "player 0")
    assert (found["games"], found["wins"], found["names"]) == (1, 1, ["Player 0"])
    assert found["years"] == [{"year": "1990", "games": 1, "wins": 1, "losses": 0, "draws": 0}]
    assert run(["db", "player", database, "player 0"]) == 0
    assert "1990" in capfd.readouterr().out


def test_the_likest_games_come_first_with_their_scores(
    database: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    line = "startpos moves 7g7f 3c3d 2g2f 4c4d"
    found = printed(capfd, "query", database, "--like", line)
    assert {found[0]["id"], found[1]["id"]} == {1, 2}
    assert found[0]["score"] >= found[-1]["score"] > 0
    assert found[0]["likeness"]["line"] == 0.75
    file = tmp_path / "game.usi"
    file.write_text(line)
    assert printed(capfd, "query", database, "--like", str(file), "--limit", "1") == found[:1]
    assert run(["db", "query", database, "--like", line, "--player", "x"]) == 2
    assert run(["db", "query", database, "--like", line]) == 0
    assert "likeness" in capfd.readouterr().out
