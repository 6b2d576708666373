"""Records of variants: read, stepped through, edited and written by the same calls as those of shogi."""

from __future__ import annotations

from typing import Any

import pytest

from komadai import kifu
from komadai.server.records.export import KINDS
from komadai.variants import NAMES, Board, Variant
from tests.server.conftest import Guest, code
from tests.server.records.calls import game_in, read, write

CHU = """手合割：中将棋
開始局面：6k5/12/12/6p5/6p5/6N5/12/12/12/12/12/6K5 b - 1
先手：Ichiro
後手：Jiro
手数----指手---------消費時間--
   1一歩目 6五獅子 （←6六）
   1二歩目 6六獅子（居食い） （←6五）
   2 6二王将 （←6一）
*The lion took without moving.
   3 6四獅子 （←6六）
   4 投了
変化：3手
   3 6五獅子 （←6六）
"""
VARIANTS = [name for name in NAMES if name != "shogi"]


def usi_record(name: str, plies: int = 4) -> str:
    """The first legal moves of a variant as a line of USI."""
    board = Board(name)
    for _ in range(plies):
        board.push(board.legal_moves[0])
    return f"variant {name} startpos moves " + " ".join(move.usi() for move in board.history)


def ask(guest: Guest, variant: str, sfen: str, **more: Any) -> Any:
    return guest.post("/api/positions", {"variant": variant, "sfen": sfen, **more})


class TestReading:
    def test_the_tree_has_comments_and_variations_and_each_position(self, guest: Guest) -> None:
        game = game_in(read(guest, CHU))
        nodes = game["nodes"]
        assert game["variant"] == "chu"
        assert [node["usi"] for node in nodes] == [None, "6f6e6f", "6a6b", "6f6d", "6f6e"]
        assert [node["parent"] for node in nodes] == [None, 0, 1, 2, 2]
        assert nodes[2]["comment"] == "The lion took without moving."
        assert nodes[1]["captured"] == "P"
        assert nodes[1]["text"]["western"] == "Lnx!6e"
        assert nodes[3]["ending"]["result"]["termination"] == "resignation"
        board = Board("chu", game["start_sfen"])
        for node in nodes[1:4]:
            board.push_usi(node["usi"])
            assert node["sfen"] == board.sfen()

    @pytest.mark.parametrize("name", VARIANTS)
    def test_every_variant(self, guest: Guest, name: str) -> None:
        game = game_in(read(guest, usi_record(name)))
        assert game["variant"] == name
        assert len(game["nodes"]) == 5

    def test_the_options_are_a_part_of_the_variant(self, guest: Guest) -> None:
        board = Board(Variant.named("chu", rules="jcsa"))
        record = kifu.write(kifu.VariantGame.from_board(board), "usi")
        assert game_in(read(guest, record))["variant"] == "chu:rules=jcsa"

    def test_a_record_of_chu_may_have_the_squares_of_lishogi(self, guest: Guest) -> None:
        game = game_in(read(guest, "? vs ?\nVariant: chu\n\n1. P-68 P-b5\n2. P-78 P-c5\n"))
        assert [node["usi"] for node in game["nodes"][1:]] == ["6i6h", "11d11e", "7i7h", "12d12e"]

    def test_a_diagram_of_5_by_5_squares_without_a_name_is_minishogi(self, guest: Guest) -> None:
        ranks = [
            "v飛v角v銀v金v玉",
            " ・ ・ ・ ・v歩",
            " ・ ・ ・ ・ ・",
            " 歩 ・ ・ ・ ・",
            " 玉 金 銀 角 飛",
        ]
        diagram = "".join(f"|{rank}|{number}\n" for rank, number in zip(ranks, "一二三四五", strict=True))
        game = game_in(read(guest, f"{diagram}手数----指手---------消費時間--\n   1 ５三歩(54)\n"))
        assert (game["variant"], game["nodes"][1]["usi"]) == ("minishogi", "5d5c")

    def test_a_variant_that_we_do_not_have_is_named(self, guest: Guest) -> None:
        answer = read(guest, "手合割：広将棋\n手数----指手----\n   1 ７六歩(77)\n")
        assert code(answer) == "unreadable"
        assert "広将棋" in answer.text

    def test_a_game_played_here(self, guest: Guest) -> None:
        game_id = guest.begin(variant="minishogi", impasse="none", both=True, engine="good")
        with guest.open(game_id) as page:
            page.ask("move", usi="5d5c")
            page.ask("resign")
        game = game_in(guest.get(f"/api/games/{game_id}/record?format=json"))
        assert game["variant"] == "minishogi"
        assert [node["usi"] for node in game["nodes"]] == [None, "5d5c"]


class TestWriting:
    @pytest.mark.parametrize("kind", [key for key, kind in KINDS.items() if kind.holds_variants])
    def test_every_format_that_holds_variants(self, guest: Guest, kind: str) -> None:
        answer = write(guest, game_in(read(guest, CHU)), kind)
        assert answer.status_code == 200, answer.text
        if kind == "svg":
            assert answer.text.startswith("<svg")
            return
        again = game_in(read(guest, answer.content))
        assert [node["usi"] for node in again["nodes"]][:4] == [None, "6f6e6f", "6a6b", "6f6d"]

    @pytest.mark.parametrize("kind", [key for key, kind in KINDS.items() if not kind.holds_variants])
    def test_the_other_formats_refuse(self, guest: Guest, kind: str) -> None:
        answer = write(guest, game_in(read(guest, CHU)), kind)
        assert code(answer) == "invalid"

    @pytest.mark.parametrize(
        ("usi", "field"),
        [
            ("6a6b", "record.nodes[1].usi"),
            ("12l12k", "record.nodes[1].usi"),
            ("x", "record.nodes[1].usi"),
        ],
    )
    def test_a_move_that_cannot_be_played(self, guest: Guest, usi: str, field: str) -> None:
        game = game_in(read(guest, CHU))
        game["nodes"][1]["usi"] = usi
        answer = write(guest, game, "kif")
        assert code(answer) == "invalid"
        assert field in answer.text

    def test_an_unknown_variant(self, guest: Guest) -> None:
        game = game_in(read(guest, CHU))
        assert code(write(guest, {**game, "variant": "chess"}, "kif")) == "invalid"
        assert code(write(guest, {**game, "variant": "chu:rules=mine"}, "kif")) == "invalid"

    def test_the_formats_say_whether_they_hold_variants(self, guest: Guest) -> None:
        formats = guest.get("/api/records/options").json()["formats"]
        assert {each["key"] for each in formats if each["variants"]} == {
            "kif",
            "kif-sjis",
            "usi",
            "western-text",
            "svg",
        }


class TestPositions:
    def test_the_legal_moves(self, guest: Guest) -> None:
        board = Board("tori")
        answer = ask(guest, "tori", board.sfen()).json()
        assert answer["position"]["legal"] == [move.usi() for move in board.legal_moves]
        assert answer["position"]["check"] == []

    def test_a_move_is_played_in_usi_or_as_typed(self, guest: Guest) -> None:
        sfen = Board("chu").sfen()
        played = ask(guest, "chu", sfen, play="7i7h").json()["move"]
        typed = ask(guest, "chu", sfen, typed="P-6h").json()["move"]
        lishogi = ask(guest, "chu", sfen, typed="P-b8").json()["move"]
        assert (played["usi"], typed["usi"], lishogi["usi"]) == ("7i7h", "6i6h", "11i11h")
        assert played["color"] == "black"

    def test_an_attacked_royal_is_named(self, guest: Guest) -> None:
        answer = ask(guest, "minishogi", "4k/4R/5/5/K4 w - 2").json()
        assert answer["position"]["check"] == ["1a"]

    def test_an_illegal_move_is_refused_and_kept_on_request(self, guest: Guest) -> None:
        sfen = "r3k/5/5/5/K4 b - 1"  # the king may not step along the rook's file
        refused = ask(guest, "minishogi", sfen, play="5e5d")
        assert code(refused) == "illegal"
        kept = ask(guest, "minishogi", sfen, play="5e5d", illegal="keep").json()
        assert kept["illegal"]["key"] == "left_in_check"

    @pytest.mark.parametrize(
        ("variant", "sfen", "more"),
        [
            ("chess", "8/8 w - 1", {}),
            ("minishogi", "not a position", {}),
            ("minishogi", Board("chu").sfen(), {}),
            ("minishogi", Board("minishogi").sfen(), {"play": "zz"}),
            ("minishogi", Board("minishogi").sfen(), {"play": "3c3d"}),
            ("minishogi", Board("minishogi").sfen(), {"play": "3c3d", "illegal": "keep"}),
            ("minishogi", Board("minishogi").sfen(), {"typed": "zz"}),
            ("minishogi", Board("minishogi").sfen(), {"typed": "x" * 41}),
        ],
    )
    def test_what_cannot_be_read_is_refused(
        self, guest: Guest, variant: str, sfen: str, more: dict[str, Any]
    ) -> None:
        assert 400 <= ask(guest, variant, sfen, **more).status_code < 500
