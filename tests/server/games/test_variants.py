"""Games of variants on the server: both sides from one page, against the engine, and what they refuse."""

from __future__ import annotations

from typing import Any

import pytest

from komadai import BLACK, Outcome, Termination, kifu
from komadai.variants import Board, Variant
from tests.server.conftest import Guest, Server, code


def begin(guest: Guest, variant: str, **settings: Any) -> str:
    return guest.begin(**({"variant": variant, "impasse": "none", "both": True, "engine": "good"} | settings))


class TestBothSides:
    def test_one_page_plays_both_sides_to_mate(self, guest: Guest) -> None:
        game_id = begin(guest, "goro-goro", sfen="2k2/5/2P2/5/5/2K2 b G 1")
        with guest.open(game_id) as page:
            assert page.game["variant"] == "goro-goro"
            assert page.game["both"] is True
            assert page.game["black"]["name"]["en"] == "Black"
            assert "G*3b" in page.game["position"]["legal"]
            assert page.ask("move", usi="G*2b")["type"] == "done"
            assert page.game["position"]["turn"] == "white"
            assert page.game["position"]["legal"] != []
            assert page.game["moves"][0]["text"]["japanese"] == "２二金将打"
            assert page.ask("take_back")["type"] == "done"
            assert page.game["position"]["turn"] == "black"
            assert page.ask("move", usi="G*3b")["type"] == "done"
            assert page.game["status"] == "finished"
            assert page.game["result"]["winner"] == "black"
            assert page.game["result"]["termination"] == "checkmate"
            assert page.game["position"]["check"] == ["3a"]

    def test_the_side_to_move_resigns(self, guest: Guest) -> None:
        with guest.open(begin(guest, "minishogi")) as page:
            page.ask("move", usi=page.game["position"]["legal"][0])
            page.ask("resign")
            assert page.game["result"]["winner"] == "black"

    def test_a_lion_takes_two_pieces_in_one_move(self, guest: Guest) -> None:
        sfen = "6k5/12/12/6p5/6p5/6N5/12/12/12/12/12/6K5 b - 1"
        with guest.open(begin(guest, "chu", sfen=sfen)) as page:
            legal = page.game["position"]["legal"]
            assert {"6f6e", "6f6e6d", "6f6e6f"} <= set(legal)
            assert page.ask("move", usi="6f6e6d")["type"] == "done"
            move = page.game["moves"][0]
            assert move["captured"] == "P"
            assert move["text"]["japanese"] == "６五・６四獅子"
            board = Board("chu", move["sfen"])
            assert len(board.piece_map()) == 3

    def test_a_game_of_36_by_36_squares_is_stored_and_listed(self, guest: Guest) -> None:
        game_id = begin(guest, "taikyoku")
        with guest.open(game_id) as page:
            page.ask("move", usi=page.game["position"]["legal"][0])
        listed = guest.get("/api/games").json()["games"][0]
        assert listed["variant"] == "taikyoku"
        assert listed["both"] is True
        assert listed["plies"] == 1
        assert Board("taikyoku", listed["sfen"]).turn.key == "white"
        assert guest.get("/api/games?q=taikyoku").json()["games"] != []

    def test_an_illegal_move_says_which_rule_it_breaks(self, guest: Guest) -> None:
        with guest.open(begin(guest, "goro-goro")) as page:
            error = page.ask("move", usi="3f3a")
            assert error["code"] == "illegal"
            assert page.ask("move", usi="nonsense")["code"] == "not_a_move"
            assert page.ask("typed", text="hello")["code"] == "not_a_move"
            assert page.ask("typed", text="3d3c")["type"] == "done"
            assert page.ask("typed", text="S-1b")["type"] == "done"


def test_the_engine_answers_in_a_game_of_a_variant(guest: Guest) -> None:
    pytest.importorskip("komadai.variants.search")
    game_id = guest.begin(variant="minishogi", impasse="none", side="black", level=1, engine="good")
    with guest.open(game_id) as page:
        page.ask("move", usi=page.game["position"]["legal"][0])
        while len(page.game["moves"]) < 2:
            page.receive()
        assert page.game["moves"][1]["color"] == "white"


def test_a_game_of_a_variant_survives_the_restart_of_the_server(server: Server) -> None:
    with server() as running:
        guest = Guest(running)
        game_id = begin(guest, "kyoto")
        with guest.open(game_id) as page:
            page.ask("move", usi=page.game["position"]["legal"][0])
            before = page.game
    with server() as running:
        after = Guest(running).get(f"/api/games/{game_id}").json()
    assert after["moves"] == before["moves"]
    assert after["position"]["sfen"] == before["position"]["sfen"]


class TestOptions:
    def test_a_game_has_the_rules_of_its_options(self, guest: Guest) -> None:
        game_id = begin(guest, "heian", options={"board": "9x9", "zone": "three"})
        game = guest.get(f"/api/games/{game_id}").json()
        assert game["variant"] == "heian"
        assert game["options"] == {"board": "9x9"}  # three ranks are the default
        assert Board(Variant.named("heian", board="9x9"), game["position"]["sfen"]).variant.ranks == 9
        listed = guest.get("/api/games?q=heian").json()["games"][0]
        assert listed["options"] == {"board": "9x9"}
        picture = guest.get(f"/api/variants/heian:board=9x9/board.svg?sfen={listed['sfen']}")
        assert picture.status_code == 200

    def test_a_game_of_wa_without_drops(self, guest: Guest) -> None:
        for drops, hand in (("yes", True), ("no", False)):
            variant = Variant.named("wa", drops=drops)
            assert variant.rules.drops is hand
            game_id = begin(guest, "wa", options={"drops": drops})
            game = guest.get(f"/api/games/{game_id}").json()
            assert game["options"] == ({} if drops == "yes" else {"drops": "no"})

    def test_options_and_touch_move_survive_the_restart_of_the_server_and_a_rematch(
        self, server: Server
    ) -> None:
        with server() as running:
            guest = Guest(running)
            game_id = begin(guest, "chu", options={"rules": "jcsa"}, touch_move=True)
            with guest.open(game_id) as page:
                assert page.game["touch_move"] is True
                page.ask("move", usi=page.game["position"]["legal"][0])
                page.ask("resign")
        with server() as running:
            guest.client = running
            game = guest.get(f"/api/games/{game_id}").json()
            assert (game["options"], game["touch_move"]) == ({"rules": "jcsa"}, True)
            rematch = guest.post(f"/api/games/{game_id}/rematch", {}).json()["id"]
            game = guest.get(f"/api/games/{rematch}").json()
            assert (game["options"], game["touch_move"]) == ({"rules": "jcsa"}, True)

    def test_a_game_without_touch_move(self, guest: Guest) -> None:
        assert guest.get(f"/api/games/{begin(guest, 'chu')}").json()["touch_move"] is False

    def test_the_variant_has_the_pieces_and_rules_of_the_chosen_values(self, guest: Guest) -> None:
        by_default = guest.get("/api/variants/wa").json()
        assert {option["name"]: option["chosen"] for option in by_default["options"]}["drops"] == "yes"
        chosen = guest.get("/api/variants/wa:drops=no").json()
        assert {option["name"]: option["chosen"] for option in chosen["options"]}["drops"] == "no"
        assert (by_default["drops"], chosen["drops"]) == (True, False)
        assert guest.get("/api/variants/wa:drops=perhaps").status_code == 400


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"variant": "chess"}, "variant"),
        ({"variant": "chu", "handicap": "two-piece"}, "handicap"),
        ({"variant": "chu", "sfen": "9/9 b - 1"}, "sfen"),
        ({"variant": "chu", "options": {"rules": "fide"}}, "options"),
        ({"variant": "chu", "options": {"size": "12"}}, "options"),
        ({"variant": "chu", "options": {"rules": 12}}, "options[...]"),
        ({"options": {"rules": "jcsa"}}, "options"),
        ({"touch_move": True}, "touch_move"),
    ],
)
def test_invalid_settings_are_refused_with_their_field(
    guest: Guest, settings: dict[str, Any], field: str
) -> None:
    answer = guest.post("/api/games", {"both": True, "impasse": "none", "engine": "good", **settings})
    assert answer.status_code == 400
    assert code(answer) == "invalid"
    assert answer.json()["error"]["field"] == field


@pytest.mark.parametrize("format", ["kif", "kif-sjis", "usi", "western-text", "western"])
def test_a_game_of_a_variant_is_downloaded_as_a_record(guest: Guest, format: str) -> None:
    sfen = "6k5/12/12/6p5/6p5/6N5/12/12/12/12/12/6K5 b - 1"
    game_id = begin(guest, "chu", sfen=sfen, options={"rules": "jcsa"})
    with guest.open(game_id) as page:
        page.ask("move", usi="6f6e6f")
        assert page.game["moves"][0]["text"]["western"] == "Lnx!6e"
        page.ask("resign")
    answer = guest.get(f"/api/games/{game_id}/record?format={format}")
    assert answer.status_code == 200
    game = kifu.read(answer.content, variants=True)
    assert isinstance(game, kifu.VariantGame)
    assert (game.variant.name, game.sfen) == ("chu", sfen)
    assert game.variant.changed_options == {"rules": "jcsa"}
    assert [move.usi() for move in game.moves()] == ["6f6e6f"]
    if format != "usi":
        assert game.headers["black"] == "先手"
        assert game.outcome == Outcome(BLACK, Termination.RESIGNATION)


def test_the_position_of_a_variant_is_downloaded_as_a_picture(guest: Guest) -> None:
    game_id = begin(guest, "dobutsu")
    answer = guest.get(f"/api/games/{game_id}/record?format=svg&ply=0")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")


@pytest.mark.parametrize("format", ["csa", "csa3", "ki2", "jkf", "usen", "psn", "link"])
def test_formats_that_cannot_hold_a_variant_are_refused(guest: Guest, format: str) -> None:
    game_id = begin(guest, "goro-goro")
    answer = guest.get(f"/api/games/{game_id}/record?format={format}")
    assert answer.status_code == 400
    assert code(answer) == "invalid"
    assert answer.json()["error"]["field"] == "format"
