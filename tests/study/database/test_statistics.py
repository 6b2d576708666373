"""The games of a database in numbers."""

from __future__ import annotations

from pathlib import Path

from komadai.study import Database, SideResults
from tests.study.database.reference import Played
from tests.study.database.samples import game_of, write_csa
from tests.study.database.structures import FOURTH_FILE, STATIC


def database(tmp_path: Path) -> Database:
    games = [
        (FOURTH_FILE, "black", "Ann", "Ben", "1999/05/01"),
        (FOURTH_FILE[:3], "white", "Ann", "Cid", "1999/06/01"),
        (STATIC, "draw", "Cid", "Ann", "2001/01/01"),
        (STATIC[:4], None, "Ben", "Cid", ""),
    ]
    db = Database(tmp_path / "db", create=True)
    db.import_files(
        write_csa(
            tmp_path / "games.csa",
            [
                game_of(Played(moves, result), {"black": black, "white": white, "started": date})
                for moves, result, black, white, date in games
            ],
        )
    )
    db.recognise_names()
    return db


def test_all_games_are_counted_by_result_year_length_and_ending(tmp_path: Path) -> None:
    with database(tmp_path) as db:
        found = db.statistics()
    assert found.results == SideResults(games=4, black=1, white=1, draws=1)
    assert found.years == (
        ("1999", SideResults(games=2, black=1, white=1)),
        ("2001", SideResults(games=1, draws=1)),
    )
    assert found.lengths == ((0, 4),)
    assert found.mean_plies == round((17 + 3 + 17 + 4) / 4, 1)
    assert found.endings == (("resignation", 2), ("", 1), ("sennichite", 1))
    assert found.named == 4
    assert found.performance is None


def test_an_opening_has_the_results_of_the_side_that_had_it(tmp_path: Path) -> None:
    with database(tmp_path) as db:
        openings = {each.id: each.results for each in db.statistics().openings}
    assert openings["shikenbisha"] == SideResults(games=1, black=1)


def test_an_opening_that_both_sides_have_is_counted_once_a_game_with_blacks_score(tmp_path: Path) -> None:
    shuffle = ["4i4h", "5a4b", "4h4i", "4b5a"] * 8
    with Database(tmp_path / "db", create=True) as db:
        games = [game_of(Played(shuffle, result), {}) for result in ("black", "black", "white")]
        db.import_files(write_csa(tmp_path / "games.csa", games))
        db.recognise_names()
        openings = {each.id: each for each in db.statistics().openings}
    assert openings["ai_ibisha"].results == SideResults(games=3, black=2, white=1)
    assert openings["ai_ibisha"].shared


def test_a_players_games_are_counted_from_the_players_side(tmp_path: Path) -> None:
    with database(tmp_path) as db:
        ann = db.statistics(player="ann")
        cid = db.statistics(player="Cid")
        nobody = db.statistics(player="Nobody")
    assert ann.results == SideResults(games=3, black=1, white=1, draws=1)
    assert cid.results == SideResults(games=3, black=1, white=0, draws=1)
    assert [each.id for each in ann.castles if each.results.games] == [each.id for each in ann.castles]
    assert "shikenbisha" not in {each.id for each in cid.openings}
    assert nobody.results == SideResults()


def test_given_games_are_counted_from_the_given_side(tmp_path: Path) -> None:
    with database(tmp_path) as db:
        assert db.statistics(games=[(1, 1), (2, 1)]).results == SideResults(games=2, black=1, white=1)
        assert db.statistics(games=[]).results == SideResults()
