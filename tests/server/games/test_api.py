"""The HTTP calls of games: new games, lists, searches, records, rematches, and invalid requests."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from komadai import BLACK, WHITE, Board
from komadai.furigoma import color_of_thrower
from komadai.server.rate_limits import Limits, Rate
from tests.server.conftest import Guest, Server, code


class TestNewGame:
    def test_options_list_the_choices_of_a_new_game(self, client: TestClient[Any]) -> None:
        options = client.get("/api/options").json()
        assert [level["level"] for level in options["levels"]] == list(range(1, 16))
        assert options["handicaps"][0]["key"] == "even"
        assert {"27-point", "24-point", "try"} <= {rule["key"] for rule in options["impasse_rules"]}
        assert "good" in options["engines"]
        for handicap in options["handicaps"]:
            assert Board(handicap["sfen"]).sfen() == handicap["sfen"]
            assert handicap["name"]["en"]
            assert handicap["name"]["ja"]

    def test_a_new_game_has_the_requested_settings(self, guest: Guest) -> None:
        clock = {"main_ms": 600_000, "byoyomi_ms": 30_000, "periods": 3, "increment_ms": 0}
        game_id = guest.begin(side="white", handicap="two-piece", level=7, clock=clock, take_back=False)
        game = guest.get(f"/api/games/{game_id}").json()
        assert game["you"] == "white"
        assert game["white"]["name"] == {"en": "You", "ja": "あなた"}
        assert (game["white"]["kind"], game["white"]["level"], game["white"]["account"]) == (
            "person",
            None,
            None,
        )
        assert game["black"]["kind"] == "computer"
        assert game["black"]["level"] == 7
        assert game["handicap"] == "two-piece"
        assert game["start_sfen"] == Board.handicap("two-piece").sfen()
        assert game["clock"] == clock
        assert game["clocks"]["white"]["periods"] == 3
        assert game["take_back"] is False
        assert game["furigoma"] == []
        assert game["created"].endswith("Z")
        assert game["status"] == "playing"

    def test_furigoma_is_tossed_by_the_server(self, guest: Guest) -> None:
        sides = set()
        for _ in range(20):
            game = guest.get(f"/api/games/{guest.begin(side='furigoma')}").json()
            *ties, decided = game["furigoma"]
            assert all(len(throw) == 5 and color_of_thrower(throw) is None for throw in ties)
            assert color_of_thrower(decided) == (BLACK if game["you"] == "black" else WHITE)
            sides.add(game["you"])
        assert sides == {"black", "white"}

    def test_a_throw_with_a_pawn_on_its_side_is_shown_like_any_other(
        self, guest: Guest, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        throws = [[True, None, False, True, False], [None, True, False, False, True], [None] + [False] * 4]
        tossed = iter(throws)
        monkeypatch.setattr("komadai.server.games.live.game_registry.toss", lambda: next(tossed))
        game = guest.get(f"/api/games/{guest.begin(side='furigoma')}").json()
        assert (game["furigoma"], game["you"]) == (throws, "white")

    def test_a_game_may_begin_from_any_position(self, guest: Guest) -> None:
        sfen = "4k4/9/9/9/9/9/9/9/4K4 w R2b 7"
        game = guest.get(f"/api/games/{guest.begin(sfen=sfen, side='white')}").json()
        assert game["position"]["sfen"] == sfen
        assert game["position"]["turn"] == "white"

    def test_the_start_of_a_handicap_is_known_by_its_position(self, guest: Guest) -> None:
        game_id = guest.begin(sfen=Board.handicap("rook").sfen(), side="white")
        assert guest.get(f"/api/games/{game_id}").json()["handicap"] == "rook"

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"side": "red"}, "side"),
            ({"level": 0}, "level"),
            ({"level": 16}, "level"),
            ({"level": 10**30}, "level"),
            ({"level": "1"}, "level"),
            ({"engine": "skynet"}, "engine"),
            ({"handicap": "queen"}, "handicap"),
            ({"impasse": "vibes"}, "impasse"),
            ({"illegal": "maybe"}, "illegal"),
            ({"take_back": 1}, "take_back"),
            ({"sfen": "nonsense"}, "sfen"),
            ({"sfen": "x" * 201}, "sfen"),
            ({"sfen": "9/9/9/9/9/9/9/9/4K4 b - 1"}, "sfen"),
            ({"sfen": "4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1"}, "sfen"),
            ({"sfen": "4k4/9/9/9/9/9/9/9/4K4 b - 1", "handicap": "rook"}, "sfen"),
            ({"clock": {"main_ms": -1}}, "clock.main_ms"),
            ({"clock": {"main_ms": 10**15}}, "clock.main_ms"),
            ({"clock": {"main_ms": 1.5}}, "clock.main_ms"),
            ({"clock": {"main_ms": 0}}, "clock"),
            ({"clock": {"main_ms": 1000, "byoyomi_ms": 1000, "periods": 0}}, "clock"),
            ({"clock": {}}, "clock"),
            ({"clock": {"main_ms": 1000, "speed": 2}}, "clock"),
            ({"colour": "black"}, "colour"),
        ],
    )
    def test_an_invalid_field_is_refused_by_name(
        self, guest: Guest, body: dict[str, Any], field: str
    ) -> None:
        answer = guest.post("/api/games", {"engine": "good", **body})
        assert (answer.status_code, code(answer)) == (400, "invalid")
        assert answer.json()["error"]["field"] == field

    @pytest.mark.parametrize(
        "body",
        [b"", b"{", b"\xff\xfe", b"[]", b"null", b'{"level": 1e999}', b"[" * 7000, b'"' + b"\\u0000" * 9],
    )
    def test_invalid_json_is_refused(self, guest: Guest, body: bytes) -> None:
        answer = guest.client.post("/api/games", content=body, headers=guest.headers())
        assert answer.status_code == 400
        assert code(answer) in ("bad_json", "invalid")

    def test_a_body_over_the_limit_is_refused(self, guest: Guest) -> None:
        answer = guest.client.post("/api/games", content=b" " * 100_000, headers=guest.headers())
        assert (answer.status_code, code(answer)) == (413, "too_large")

    def test_a_chunked_body_over_the_limit_is_refused(self, guest: Guest) -> None:
        pieces = (b" " * 1000 for _ in range(100))
        answer = guest.client.post("/api/games", content=pieces, headers=guest.headers())
        assert (answer.status_code, code(answer)) == (413, "too_large")

    def test_the_number_of_new_games_of_a_guest_is_limited(self, server: Server) -> None:
        with server(limits=Limits(new_games=Rate(0.001, 2))) as client:
            guest = Guest(client)
            guest.begin()
            guest.begin()
            answer = guest.post("/api/games", {"engine": "good"})
            assert (answer.status_code, code(answer)) == (429, "slow_down")
            Guest(client).begin()

    def test_the_number_of_new_games_of_an_address_is_limited(self, server: Server) -> None:
        with server(limits=Limits(address_games=Rate(0.001, 2))) as client:
            Guest(client).begin()
            Guest(client).begin()
            assert code(Guest(client).post("/api/games", {"engine": "good"})) == "slow_down"

    def test_the_number_of_requests_of_an_address_is_limited(self, server: Server) -> None:
        with server(limits=Limits(address=Rate(0.001, 3))) as client:
            statuses = [client.get("/api/options").status_code for _ in range(5)]
        assert statuses == [200, 200, 200, 429, 429]


class TestMyGames:
    def test_the_list_has_only_the_guests_own_games_newest_first_in_pages(
        self, client: TestClient[Any], guest: Guest
    ) -> None:
        mine = [guest.begin() for _ in range(5)]
        Guest(client).begin()
        first = guest.get("/api/games?limit=2").json()
        second = guest.get(f"/api/games?limit=2&before={first['next']}").json()
        third = guest.get(f"/api/games?limit=2&before={second['next']}").json()
        assert third["next"] is None
        found = [game["id"] for page in (first, second, third) for game in page["games"]]
        assert found == mine[::-1]

    def test_a_list_entry_summarises_its_game(self, guest: Guest) -> None:
        game_id = guest.begin(handicap="lance", side="white")
        with guest.open(game_id) as page:
            page.ask("move", usi="3c3d")
            page.until(lambda game: len(game["moves"]) == 2)
            page.ask("resign")
        (game,) = guest.get("/api/games").json()["games"]
        assert game["plies"] == 2
        assert game["you"] == "white"
        assert game["handicap"] == "lance"
        assert game["status"] == "finished"
        assert game["result"]["winner"] == "black"
        assert game["result"]["text"]["ja"] == "下手の勝ち（投了）"
        assert game["sfen"] == page.game["position"]["sfen"]

    def test_games_are_found_by_opponent_handicap_result_and_id(self, guest: Guest) -> None:
        rook = guest.begin(handicap="rook", side="white")
        even = guest.begin()
        resigned = guest.begin()
        with guest.open(resigned) as page:
            page.ask("resign")

        def found(q: str) -> set[str]:
            return {
                game["id"]
                for game in guest.client.get(
                    "/api/games", params={"q": q}, headers={"Cookie": guest.cookie}
                ).json()["games"]
            }

        assert found("rook") == {rook}
        assert found("飛車落ち") == {rook}
        assert found("ROOK good") == {rook}
        assert found("投了") == {resigned}
        assert found("resignation") == {resigned}
        assert found(even[2:9]) == {even}
        assert found("good") == {rook, even, resigned}
        assert found("\0ro\u200bok\n") == {rook}
        assert found("%") == set()
        assert found("_") == set()
        assert found("no such thing") == set()

    @pytest.mark.parametrize(
        "query", ["limit=0", "limit=x", "limit=1000", "before=x", "before=1-", "before=1-'--"]
    )
    def test_invalid_values_are_refused(self, guest: Guest, query: str) -> None:
        assert code(guest.get(f"/api/games?{query}")) == "invalid"


class TestRecord:
    @pytest.fixture
    def game_id(self, guest: Guest) -> str:
        game_id = guest.begin()
        with guest.open(game_id) as page:
            page.ask("move", usi="7g7f")
            page.until(lambda game: len(game["moves"]) == 2)
            page.ask("resign")
        return game_id

    @pytest.mark.parametrize(
        ("kind", "suffix", "encoding", "text"),
        [
            ("kif", "kifu", "utf-8", "７六歩"),
            ("kif-sjis", "kif", "cp932", "７六歩"),
            ("csa", "csa", "utf-8", "+7776FU"),
            ("usi", "usi", "utf-8", "startpos moves 7g7f"),
            ("svg", "svg", "utf-8", "<svg"),
        ],
    )
    def test_it_comes_as_a_file(
        self, guest: Guest, game_id: str, kind: str, suffix: str, encoding: str, text: str
    ) -> None:
        answer = guest.get(f"/api/games/{game_id}/record?format={kind}")
        assert answer.status_code == 200
        assert answer.headers["content-disposition"] == f'attachment; filename="komadai-{game_id}.{suffix}"'
        assert text in answer.content.decode(encoding)
        charset = "shift_jis" if encoding == "cp932" else encoding
        assert answer.headers["content-type"] in (f"text/plain; charset={charset}", "image/svg+xml")

    def test_a_picture_may_be_of_any_ply(self, guest: Guest, game_id: str) -> None:
        pictures = {guest.get(f"/api/games/{game_id}/record?format=svg&ply={ply}").text for ply in range(3)}
        assert len(pictures) == 3

    @pytest.mark.parametrize(
        "query", ["", "format=exe", "format=svg&ply=9", "format=svg&ply=-1", "format=svg&ply=x"]
    )
    def test_invalid_values_are_refused(self, guest: Guest, game_id: str, query: str) -> None:
        assert code(guest.get(f"/api/games/{game_id}/record?{query}")) == "invalid"


class TestRematch:
    def test_colours_are_exchanged_and_a_second_request_returns_the_same_game(self, guest: Guest) -> None:
        game_id = guest.begin(level=3)
        assert code(guest.post(f"/api/games/{game_id}/rematch")) == "playing"
        with guest.open(game_id) as page:
            page.ask("resign")
        first = guest.post(f"/api/games/{game_id}/rematch")
        again = guest.post(f"/api/games/{game_id}/rematch")
        assert (first.status_code, again.status_code) == (201, 200)
        assert first.json() == again.json()
        rematch = guest.get(f"/api/games/{first.json()['id']}").json()
        assert rematch["you"] == "white"
        assert rematch["black"]["level"] == 3
        assert rematch["rematch_of"] == game_id
        assert guest.get(f"/api/games/{game_id}").json()["next"] == first.json()["id"]
