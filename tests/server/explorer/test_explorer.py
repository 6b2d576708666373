"""The explorer over HTTP: the games played here, and databases of the operator."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from komadai import STARTPOS, Board
from komadai.server.explorer import own_games
from komadai.study import Database
from tests.server.conftest import UNLIMITED, Guest, begin_two, code, start_server
from tests.server.explorer.games import GAMES, MINO
from tests.study.database.samples import named, write_csa


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    """A server that shows a database of four games, and one that is damaged."""
    folder = tmp_path_factory.mktemp("server")
    good, damaged = folder / "good.kdb", folder / "damaged.kdb"
    for path in (good, damaged):
        with Database(path, create=True) as db:
            db.import_files(write_csa(folder / "games.csa", named(GAMES)))
    for index in damaged.glob("*.idx"):
        index.write_bytes(b"x")
    with Database(folder / "named.kdb", create=True) as db:
        db.import_files(write_csa(folder / "named.csa", named([MINO, *GAMES[:2]])))
        db.recognise_names()
    databases = (
        ("Club", good),
        ("Damaged", damaged),
        ("Missing", folder / "missing.kdb"),
        ("Named", folder / "named.kdb"),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(own_games, "_SYNC_EVERY_S", 0)
        with start_server(folder / "data", limits=UNLIMITED, databases=databases) as running:
            yield running


def explored(guest: Guest, **body: Any) -> dict[str, Any]:
    answer = guest.post("/api/explorer", {"database": "Club", "sfen": STARTPOS, **body})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def counts(answer: dict[str, Any]) -> dict[str, tuple[int, ...]]:
    return {
        each["text"]["usi"]: (each["games"], each["black"], each["white"], each["draws"])
        for each in answer["moves"]
    }


def test_databases_that_can_be_read_are_listed(guest: Guest) -> None:
    answer = guest.get("/api/explorer/databases").json()
    assert [(each["key"], each["games"]) for each in answer["databases"]][1:] == [
        ("Club", 4), ("Damaged", 4), ("Named", 3),
    ]  # fmt: skip
    assert answer["databases"][0]["name"] == {"en": "Games played here", "ja": "ここで指された対局"}


def test_moves_have_their_texts_and_results(guest: Guest) -> None:
    answer = explored(guest)
    assert (answer["games"], answer["plies"]) == (4, 80)
    assert counts(answer) == {"7g7f": (3, 1, 0, 1), "2g2f": (1, 0, 1, 0)}
    assert answer["moves"][0]["text"]["western"] == "P-7f"
    assert [(game["id"], game["ply"]) for game in answer["found"]] == [(1, 0), (2, 0), (3, 0), (4, 0)]
    assert answer["found"][0]["black"] == {"en": "Player 0", "ja": "Player 0"}


def test_moves_have_years_and_the_score_of_the_opening_book(guest: Guest) -> None:
    first, second = explored(guest)["moves"]
    assert (first["year"], second["year"]) == (1992, 1991)  # 1990, 1992 and 1993; 1991
    assert (first["rating"], first["performance"]) == (None, None)
    assert first["score"] > 0, "the first move of the game"
    sfen = Board("startpos moves 7g7f").sfen()
    scores = [move["score"] for move in explored(guest, sfen=sfen, previous="7g7f")["moves"]]
    assert max(scores) > 0, "still for Black, whose opponent moves"


def test_games_are_found_whatever_the_order_of_moves(guest: Guest) -> None:
    sfen = Board("startpos moves 7g7f 3c3d 2g2f").sfen()
    answer = explored(guest, sfen=sfen, previous="2g2f")
    assert [game["ply"] for game in answer["found"]] == [3, 3]
    assert counts(answer) == {"8c8d": (1, 0, 1, 0)}


def test_games_are_chosen_by_player_and_date(guest: Guest) -> None:
    assert counts(explored(guest, player="player 1")) == {"2g2f": (1, 0, 1, 0)}
    assert explored(guest, date_from="1992")["games"] == 2
    assert explored(guest, date_to="1990", player="*0")["games"] == 1
    assert explored(guest, player="nobody") == {"games": 0, "moves": [], "found": [], "plies": 80}


def test_games_are_chosen_by_opening_and_castle(guest: Guest) -> None:
    found = guest.get("/api/explorer/names?database=Named").json()
    assert found["complete"] is True
    openings = {each["id"]: (each["name"], each["games"]) for each in found["openings"]}
    assert openings["shikenbisha"] == ({"en": "Fourth-file rook", "ja": "四間飛車"}, 1)
    assert {"id": "hon_mino", "name": {"en": "Mino", "ja": "本美濃囲い"}, "games": 1} in found["castles"]
    assert explored(guest, database="Named")["games"] == 3
    for wanted in ({"opening": "shikenbisha"}, {"castle": "hon_mino"}):
        answer = explored(guest, database="Named", **wanted)
        assert counts(answer) == {"7g7f": (1, 1, 0, 0)}
        assert [game["id"] for game in answer["found"]] == [1]
    assert explored(guest, database="Named", castle="yagura")["games"] == 0
    body = {"database": "Named", "pattern": PATTERN}
    for wanted, ids in (({}, [2, 3]), ({"opening": "shikenbisha"}, [])):
        games = guest.post("/api/explorer/pattern", {**body, **wanted}).json()["games"]
        assert [game["id"] for game in games] == ids
    assert code(guest.get("/api/explorer/names?database=none")) == "not_found"


def test_games_cannot_be_chosen_by_names_that_are_not_stored(guest: Guest) -> None:
    found = guest.get("/api/explorer/names?database=Club").json()
    assert found == {"openings": [], "castles": [], "complete": False}
    for call, body in (("", {"sfen": STARTPOS}), ("/pattern", {"pattern": PATTERN})):
        answer = guest.post(f"/api/explorer{call}", {"database": "Club", "castle": "yagura", **body})
        assert (answer.status_code, code(answer)) == (409, "names_missing")


def test_a_game_of_a_database_opens_as_a_record(guest: Guest) -> None:
    answer = guest.get("/api/explorer/record?database=Club&id=2")
    (record,) = answer.json()["games"]
    assert [node["usi"] for node in record["nodes"][1:]] == GAMES[1].moves
    assert {"name": "black", "value": "Player 1"}.items() <= record["headers"][0].items()


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"sfen": "nothing"}, "sfen"),
        ({"date_from": "May"}, "date_from"),
        ({"date_to": "2024-13"}, "date_to"),
        ({"limit": 5}, "limit"),
        ({"player": "x" * 101}, "player"),
    ],
)
def test_wrong_requests_name_the_field(guest: Guest, body: dict[str, Any], field: str) -> None:
    answer = guest.post("/api/explorer", {"database": "Club", "sfen": STARTPOS, **body})
    assert answer.status_code == 400
    assert answer.json()["error"]["field"] == field


def test_games_like_a_record_come_with_the_parts_of_their_likeness(guest: Guest) -> None:
    body = {"database": "Club", "moves": ["7g7f", "3c3d", "2g2f", "4c4d"]}
    answer = guest.post("/api/explorer/like", body)
    assert answer.status_code == 200, answer.text
    games = answer.json()["games"]
    assert {games[0]["game"]["id"], games[1]["game"]["id"]} == {1, 2}  # the position after three moves
    assert games[0]["line"] == 0.75
    assert games[0]["game"]["ply"] == 3
    assert games[0]["score"] >= games[-1]["score"]
    assert code(guest.post("/api/explorer/like", {**body, "moves": ["5e5d"]})) == "invalid"


PATTERN = "\n".join([". . . . . . . . ."] * 5 + [". . P . . . . P ."] + [". . . . . . . . ."] * 3)


def test_games_are_found_by_a_part_of_a_position(guest: Guest) -> None:
    answer = guest.post("/api/explorer/pattern", {"database": "Club", "pattern": PATTERN}).json()
    assert [(game["id"], game["ply"]) for game in answer["games"]] == [(1, 3), (2, 3)]
    assert answer["complete"]
    wrong = guest.post("/api/explorer/pattern", {"database": "Club", "pattern": "P"})
    assert (code(wrong), wrong.json()["error"]["field"]) == ("invalid", "pattern")


def test_the_statistics_of_a_database_and_of_a_player(guest: Guest) -> None:
    found = guest.get("/api/explorer/statistics?database=Club").json()
    assert found["results"] == {"games": 4, "black": 1, "white": 1, "draws": 1}
    assert [each["year"] for each in found["years"]] == ["1990", "1991", "1992", "1993"]
    assert found["player"] is None
    one = guest.get("/api/explorer/statistics?database=Club&player=player 0").json()
    assert one["results"] == {"games": 1, "black": 1, "white": 0, "draws": 0}
    assert one["opponents"][0]["name"] == "選手0"
    assert code(guest.get("/api/explorer/statistics?database=Club&player=nobody")) == "not_found"
    assert code(guest.get("/api/explorer/statistics?database=nothing")) == "not_found"


def test_the_statistics_of_a_person_who_plays_here(guest: Guest) -> None:
    assert code(guest.get("/api/explorer/statistics?database=here&player=nobody")) == "not_found"
    assert guest.get("/api/explorer/statistics?database=here").status_code == 200


def test_a_database_that_is_unknown_or_damaged_is_an_error(guest: Guest) -> None:
    def refusal(database: str) -> str:
        return code(guest.post("/api/explorer", {"database": database, "sfen": STARTPOS}))

    assert refusal("nothing") == "not_found"
    assert refusal("Damaged") == refusal("Missing") == "database_unavailable"
    assert code(guest.get("/api/explorer/record?database=Club&id=99")) == "not_found"
    assert code(guest.get("/api/explorer/record?database=Club&id=x")) == "invalid"
    assert code(guest.get("/api/explorer/record?id=1")) == "invalid"


def resigned(maker: Guest, friend: Guest, visibility: str) -> str:
    """A game of two moves that the friend, White, wins."""
    game = begin_two(maker, friend, visibility=visibility, side="black")
    with maker.open(game) as black, friend.open(game) as white:
        assert black.ask("move", usi="5g5f")["type"] == "done"
        white.until(lambda view: len(view["moves"]) == 1)
        assert white.ask("move", usi="5c5d")["type"] == "done"
        black.until(lambda view: len(view["moves"]) == 2)
        assert black.ask("resign")["type"] == "done"
    return game


def test_finished_public_games_are_in_the_explorer_and_no_others(client: TestClient[Any]) -> None:
    maker, friend, visitor = Guest(client), Guest(client), Guest(client)
    for visibility in ("private", "unlisted"):
        resigned(maker, friend, visibility)
    game = resigned(maker, friend, "public")
    begin_two(maker, friend, visibility="public", side="black")
    answer = explored(visitor, database="here")
    assert counts(answer) == {"5g5f": (1, 0, 1, 0)}
    (found,) = answer["found"]
    assert (found["game"], found["result"], found["plies"]) == (game, "white", 2)
    assert found["black"] == found["white"] == {"en": "Guest", "ja": "ゲスト"}
    assert explored(visitor, database="here")["games"] == 1


def test_games_played_here_are_added_once_and_stay_after_a_restart(tmp_path: Path) -> None:
    for games in (1, 2):
        with start_server(tmp_path, limits=UNLIMITED) as client:
            maker, friend = Guest(client), Guest(client)
            resigned(maker, friend, "public")
            assert explored(maker, database="here")["games"] == games
