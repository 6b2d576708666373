"""Profiles: a player's results by side, year, first move and opponent."""

from __future__ import annotations

from pathlib import Path

from komadai.study import Database, PlayerResults
from tests.study.database.reference import Played
from tests.study.database.samples import game_of, write_csa


def test_a_profile_counts_wins_from_the_players_side(tmp_path: Path) -> None:
    games = [
        (["7g7f", "3c3d"], "black", "Habu", "Sato", "2000/01/01"),
        (["2g2f", "3c3d"], "white", "Habu", "Sato", "2000/05/01"),
        (["7g7f", "8c8d"], "white", "Sato", "HABU", "2001/01/01"),
        (["7g7f"], "draw", "Tani", "Habu", ""),
        ([], None, "Habu", "", "2001/02/01"),
        (["7g7f"], "black", "Sato", "Tani", "2001/01/01"),
    ]
    records = [
        game_of(Played(moves, result), {"black": black, "white": white, "started": date})
        for moves, result, black, white, date in games
    ]
    with Database(tmp_path / "db", create=True) as db:
        db.import_files(write_csa(tmp_path / "games.csa", records))
        found = db.player("habu")
        nobody = db.player("nobody")
    assert found.names == ("HABU", "Habu")
    assert found.results == PlayerResults(games=5, wins=2, losses=1, draws=1)
    assert found.black == PlayerResults(games=3, wins=1, losses=1, draws=0)
    assert found.white == PlayerResults(games=2, wins=1, losses=0, draws=1)
    assert found.years == (
        ("2000", PlayerResults(games=2, wins=1, losses=1)),
        ("2001", PlayerResults(games=2, wins=1)),
    )
    assert dict(found.first_moves) == {
        "7g7f": PlayerResults(games=1, wins=1),
        "2g2f": PlayerResults(games=1, losses=1),
        "8c8d": PlayerResults(games=1, wins=1),
    }
    assert dict(found.opponents) == {
        "Sato": PlayerResults(games=3, wins=2, losses=1),
        "Tani": PlayerResults(games=1, draws=1),
    }
    assert nobody.results == PlayerResults()
    assert nobody.names == ()
