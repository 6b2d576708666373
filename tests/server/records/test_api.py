"""The HTTP calls of records: answers, refusals, and other guests that are not delayed."""

from __future__ import annotations

import gzip
import io
import json
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from komadai import Board, kifu
from komadai.server.rate_limits import Limits, Rate
from komadai.server.records import import_file, to_wire
from komadai.server.records import wire as wr
from komadai.server.records.export import KINDS, LINK
from tests.kifu.trees import random_tree, shape
from tests.server.conftest import UNLIMITED, Guest, Server, code
from tests.server.records.calls import game_in, read, write
from tests.server.records.trees import chain

KIF = """手合割：平手
先手：羽生
後手：谷川
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:03/00:00:03)
*好手
   2 ３四歩(33)   ( 0:04/00:00:04)
   3 投了
変化：2手
   2 ８四歩(83)
"""

WRITTEN_AND_READ = [key for key, each in kifu.FORMATS.items() if each.can_read and each.can_write]
TEXTS = [kind for kind in KINDS.values() if kind.format]


class TestReading:
    def test_a_record_is_returned_as_a_tree(self, guest: Guest) -> None:
        answer = read(guest, KIF)
        assert answer.json()["format"] == "kif"
        assert answer.json()["more"] is False
        game = game_in(answer)
        assert game["handicap"] == "even"
        assert game["start_sfen"] == Board().sfen()
        assert [(each["name"], each["label"]["ja"], each["value"]) for each in game["headers"]] == [
            ("black", "先手", "羽生"),
            ("white", "後手", "谷川"),
        ]
        assert [(each["parent"], each["usi"]) for each in game["nodes"]] == [
            (None, None), (0, "7g7f"), (1, "3c3d"), (1, "8c8d"),
        ]  # fmt: skip
        move = game["nodes"][1]
        assert move["text"] == {"japanese": "▲7六歩", "western": "P-7f", "hosking": "P-76", "usi": "7g7f"}
        assert move["spoken"] == {"en": "pawn to 7 f", "ja": "先手 ７六 歩"}
        assert (move["color"], move["ms"], move["comment"]) == ("black", 3000, "好手")
        ending = game["nodes"][2]["ending"]
        assert ending["result"]["winner"] == "white"
        assert ending["result"]["text"] == {
            "en": "White wins: Black’s resignation",
            "ja": "後手の勝ち（投了）",
        }

    @pytest.mark.parametrize("encoding", ["cp932", "euc_jp", "utf-8-sig", "utf-16", "iso2022_jp"])
    def test_a_record_is_read_in_any_encoding(self, guest: Guest, encoding: str) -> None:
        assert game_in(read(guest, KIF.encode(encoding)))["headers"][0]["value"] == "羽生"

    @pytest.mark.parametrize(
        "format", [key for key, each in kifu.FORMATS.items() if each.can_read and each.can_write]
    )
    def test_a_record_is_read_in_any_format(self, guest: Guest, format: str) -> None:
        game = game_in(read(guest, kifu.write(kifu.read(KIF), format)))
        assert [each["usi"] for each in game["nodes"]][:3] == [None, "7g7f", "3c3d"]

    def test_western_text_is_read_and_written_by_its_former_name(self, guest: Guest) -> None:
        text = kifu.write(kifu.read(KIF), "western-text")
        game = game_in(read(guest, text, "?format=western"))
        assert write(guest, game, "western").text == write(guest, game, "western-text").text

    def test_the_query_of_a_link_is_read(self, guest: Guest) -> None:
        usen = kifu.write(kifu.read(KIF), "usen")
        assert len(game_in(read(guest, usen))["nodes"]) == 4

    def test_the_unreadable_files_of_an_archive_are_listed(self, guest: Guest) -> None:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("a.kif", KIF.encode("cp932"))
            archive.writestr("b.kif", "nothing")
            archive.writestr("c.csa.gz", gzip.compress(kifu.write(random_tree(1), "csa").encode()))
        answer = read(guest, packed.getvalue()).json()
        assert len(answer["games"]) == 2
        assert [each["name"] for each in answer["unread"]] == ["b.kif"]
        assert answer["unread"][0]["message"]["ja"].startswith("棋譜として読めません")

    def test_warnings_have_their_place(self, guest: Guest) -> None:
        game = game_in(read(guest, KIF.replace("2 ３四歩(33)", "9 ３四歩(33)")))
        (warning,) = game["warnings"]
        assert warning["line"] == 7
        assert "３四歩" in warning["text"]
        assert set(warning["message"]) == {"en", "ja"}

    def test_many_games_are_returned_fifty_at_a_time(self, guest: Guest) -> None:
        games = "".join(f"startpos moves {move}\n" for move in map(str, Board().legal_moves)) * 4
        first = read(guest, games).json()
        assert (len(first["games"]), first["more"]) == (50, True)
        rest = read(guest, games, "?from=100").json()
        assert (len(rest["games"]), rest["more"]) == (20, False)
        assert first["games"][40]["nodes"] == rest["games"][0]["nodes"]
        assert read(guest, games, "?from=120").json()["games"] == []

    def test_fewer_games_are_returned_if_they_are_large(self, guest: Guest) -> None:
        line = "startpos moves" + " 4i4h 4a4b 4h4i 4b4a" * 2_000
        answer = read(guest, "\n".join([line] * 4)).json()
        assert (len(answer["games"]), answer["more"]) == (2, True)

    def test_a_game_with_too_many_moves_is_refused(self, guest: Guest) -> None:
        answer = read(guest, "startpos moves" + " 4i4h 4a4b 4h4i 4b4a" * 6_000)
        assert (answer.status_code, code(answer)) == (413, "too_many_moves")

    @pytest.mark.parametrize("body", ["", "hello", "\0\1\2", "{}", "[[[[", "PK\3\4", "\x1f\x8b"])
    def test_text_that_is_not_a_record_is_refused(self, guest: Guest, body: str) -> None:
        answer = read(guest, body.encode("latin-1"))
        assert (answer.status_code, code(answer)) == (422, "unreadable")

    def test_the_error_has_the_place_where_reading_failed(self, guest: Guest) -> None:
        answer = read(guest, '{"header": {},\n "moves": [{}, 5}', "?format=jkf")
        message = answer.json()["error"]["message"]
        assert "line 2" in message["en"]
        assert message["ja"].startswith("棋譜として読めません")

    @pytest.mark.parametrize("query", ["?format=exe", "?from=-1", "?from=x", "?from=10001", "?format=svg"])
    def test_invalid_values_are_refused(self, guest: Guest, query: str) -> None:
        assert code(read(guest, KIF, query)) == "invalid"

    def test_a_file_may_have_two_megabytes(self, guest: Guest) -> None:
        comment = "*" + "あ" * 300 + "\n"
        fitting = KIF + comment * ((2**21 - len(KIF.encode())) // len(comment.encode()))
        assert len(fitting.encode()) > 2_000_000
        assert game_in(read(guest, fitting))
        answer = read(guest, fitting + comment * 2)
        assert (answer.status_code, code(answer)) == (413, "too_large")

    def test_an_archive_that_expands_too_much_is_refused(self, guest: Guest) -> None:
        answer = read(guest, gzip.compress(b"\n" * (300 << 20), 9))
        assert (answer.status_code, code(answer)) == (422, "unreadable")
        assert "16 MB" in answer.json()["error"]["message"]["en"]


class TestWriting:
    @pytest.mark.parametrize(
        "kind", [kind for kind in KINDS.values() if kind.format], ids=lambda kind: kind.key
    )
    def test_it_comes_as_a_file(self, guest: Guest, kind: Any) -> None:
        answer = write(guest, game_in(read(guest, KIF)), kind.key)
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-disposition"] == f'attachment; filename="komadai{kind.suffix}"'
        assert answer.headers["cache-control"] == "no-store"
        text = answer.content.decode("cp932" if kind.encoding == "shift_jis" else "utf-8")
        game = kifu.read(KIF)
        assert text == (f"?{kifu.link_query(game)}" if kind.key == LINK else kifu.write(game, kind.format))

    def test_a_link_contains_names_and_comments_and_is_read_like_other_text(self, guest: Guest) -> None:
        record = game_in(read(guest, KIF))
        query = write(guest, record, "link").text
        again = game_in(read(guest, query))
        assert [node["usi"] for node in again["nodes"]] == [node["usi"] for node in record["nodes"]]
        assert [node["comment"] for node in again["nodes"]] == [node["comment"] for node in record["nodes"]]
        names = {header["name"]: header["value"] for header in again["headers"]}
        assert (names["black"], names["white"]) == ("羽生", "谷川")

    def test_the_formats_are_those_of_the_options(self, guest: Guest) -> None:
        options = guest.get("/api/records/options").json()
        assert [each["key"] for each in options["formats"]] == [*KINDS]
        assert {
            "kif",
            "kif-sjis",
            "ki2",
            "csa",
            "csa3",
            "usi",
            "jkf",
            "usen",
            "psn",
            "western-text",
            "svg",
        } <= {*KINDS}
        assert [each["name"] for each in options["headers"]] == [*to_wire.LABELS]
        assert {each["name"] for each in options["headers"]} == {*kifu.HEADERS}
        assert {"key": "resignation", "name": {"en": "resignation", "ja": "投了"}} in options["terminations"]

    def test_fields_that_the_server_computes_may_be_missing(self, guest: Guest) -> None:
        first = {"parent": 0, "usi": "7g7f", "comment": "c"}
        record = {"nodes": [{}, first, {"parent": 0, "usi": "2g2f"}]}
        game = kifu.read(write(guest, record, "kif").content)
        assert [(str(node.move), node.comment) for node in game.root.children] == [
            ("7g7f", "c"),
            ("2g2f", ""),
        ]

    def test_the_losses_of_a_format_are_listed_in_two_languages(self, guest: Guest) -> None:
        record = game_in(read(guest, KIF))
        assert json.loads(write(guest, record, "kif").headers["x-komadai-losses"]) == []
        losses = json.loads(write(guest, record, "usi").headers["x-komadai-losses"])
        assert {"en": "1 move in variations", "ja": "変化の手（1手）"} in losses
        assert {"en": "1 comment", "ja": "コメント（1件）"} in losses

    def test_characters_missing_in_shift_jis_are_a_loss(self, guest: Guest) -> None:
        record = {"nodes": [{"comment": "\U0001f600"}, {"parent": 0, "usi": "7g7f"}]}
        assert json.loads(write(guest, record, "kif").headers["x-komadai-losses"]) == []
        assert json.loads(write(guest, record, "kif-sjis").headers["x-komadai-losses"])

    def test_a_picture_may_be_of_any_node_from_either_side(self, guest: Guest) -> None:
        record = game_in(read(guest, KIF))
        pictures = {write(guest, record, "svg", node=node).text for node in range(4)}
        assert len(pictures) == 4
        assert write(guest, record, "svg").text == write(guest, record, "svg", node=2).text
        assert write(guest, record, "svg", flip=True).text not in pictures
        assert code(write(guest, record, "svg", node=4)) == "invalid"

    def test_a_share_link_reads_to_the_same_game(self, guest: Guest) -> None:
        record = game_in(read(guest, KIF))
        usen = write(guest, record, "usen").text
        assert [each["usi"] for each in game_in(read(guest, usen))["nodes"]] == [
            each["usi"] for each in record["nodes"]
        ]

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"record": {"nodes": [{}]}, "format": "exe"}, "format"),
            ({"record": {"nodes": [{"coment": ""}]}, "format": "kif"}, "record.nodes[0]"),
            ({"record": {"nodes": [{"ms": "3"}]}, "format": "kif"}, "record.nodes[0].ms"),
            ({"record": {"nodes": [{"ms": 2**60}]}, "format": "kif"}, "record.nodes[0].ms"),
            ({"record": {"nodes": 5}, "format": "kif"}, "record.nodes"),
            ({"record": {}, "format": "kif"}, "record"),
            ({"format": "kif"}, "record"),
        ],
    )
    def test_an_invalid_value_is_refused_with_its_field(
        self, guest: Guest, body: dict[str, Any], field: str
    ) -> None:
        answer = guest.post("/api/records/write", body)
        assert (answer.status_code, code(answer)) == (400, "invalid")
        assert answer.json()["error"]["field"] == field

    @pytest.mark.parametrize("kind", KINDS)
    def test_the_longest_game_can_be_written_in_every_format(self, guest: Guest, kind: str) -> None:
        answer = write(guest, {"nodes": chain(2_000)}, kind)
        assert answer.status_code == 200, answer.text

    def test_hundred_thousand_moves_are_refused(self, guest: Guest) -> None:
        answer = write(guest, {"nodes": chain(100_000)}, "kif")
        assert (answer.status_code, code(answer)) == (413, "too_many_moves")

    def test_a_tree_that_is_too_large_in_bytes_is_refused(self, guest: Guest) -> None:
        answer = write(guest, {"nodes": [{"comment": "x" * (9 << 20)}]}, "kif")
        assert (answer.status_code, code(answer)) == (413, "too_large")

    def test_json_that_is_nested_too_deeply_is_refused(self, guest: Guest) -> None:
        answer = guest.client.post(
            "/api/records/write", content=b'{"record":' * 100_000, headers=guest.headers()
        )
        assert answer.status_code == 400


class TestPositions:
    @staticmethod
    def ask(guest: Guest, sfen: str = "", **more: Any) -> httpx.Response:
        return guest.post("/api/positions", {"sfen": sfen or Board().sfen(), **more})

    def test_a_position_has_its_legal_moves(self, guest: Guest) -> None:
        answer = self.ask(guest, previous="8c8d").json()
        assert answer["position"]["turn"] == "black"
        assert set(answer["position"]["legal"]) == {move.usi() for move in Board().legal_moves}
        assert answer["position"]["last"] == "8c8d"
        assert answer["move"] is None

    def test_a_move_is_played_in_the_position(self, guest: Guest) -> None:
        answer = self.ask(guest, play="7g7f").json()
        assert answer["move"]["text"]["japanese"] == "▲7六歩"
        assert answer["move"]["ply"] == 1
        assert answer["position"]["sfen"] == answer["move"]["sfen"]
        assert (answer["position"]["turn"], answer["position"]["last"]) == ("white", "7g7f")

    def test_the_sides_of_a_handicap_are_spoken_as_uwate_and_shitate(self, guest: Guest) -> None:
        answer = self.ask(guest, play="7g7f", handicap=True, line=["3c3d"]).json()
        assert answer["move"]["spoken"]["ja"] == "下手 ７六 歩"
        assert answer["line"][0]["spoken"]["ja"] == "上手 ３四 歩"

    def test_a_typed_move_is_played(self, guest: Guest) -> None:
        assert self.ask(guest, typed="76fu").json()["move"]["usi"] == "7g7f"

    def test_a_recapture_is_written_with_the_previous_move(self, guest: Guest) -> None:
        board = Board()
        for usi in ("7g7f", "3c3d", "8h2b+"):
            board.push_usi(usi)
        assert (
            self.ask(guest, board.sfen(), play="3a2b", previous="8h2b+")
            .json()["move"]["text"]["japanese"]
            .startswith("△同")
        )
        assert self.ask(guest, board.sfen(), typed="同銀", previous="8h2b+").json()["move"]["usi"] == "3a2b"

    def test_a_king_in_check_is_named(self, guest: Guest) -> None:
        answer = self.ask(guest, "4k4/9/9/9/9/9/9/9/4K4 b R 1", play="R*5e").json()
        assert answer["position"]["check"] == ["5a"]
        assert answer["move"]["check"] is True

    def test_an_illegal_move_is_refused_unless_allowed(self, guest: Guest) -> None:
        refused = self.ask(guest, play="8h8g")
        assert (refused.status_code, code(refused)) == (409, "illegal")
        kept = self.ask(guest, play="8h7h", illegal="keep").json()
        assert kept["illegal"]["key"] == "wrong_movement"
        assert kept["illegal"]["text"]["ja"] == "動けないマスへの移動"
        assert kept["position"]["turn"] == "white"
        impossible = self.ask(guest, play="5e5d", illegal="keep")
        assert (impossible.status_code, code(impossible)) == (409, "illegal")

    @pytest.mark.parametrize("wrong", [{"play": "xyz"}, {"typed": "金"}, {"typed": "?"}, {"previous": "x"}])
    def test_text_that_is_not_a_move_is_refused(self, guest: Guest, wrong: dict[str, Any]) -> None:
        answer = self.ask(guest, **wrong)
        assert (answer.status_code, code(answer)) == (400, "not_a_move")

    @pytest.mark.parametrize(
        "wrong", [{"sfen": "x"}, {"play": "7g7f", "typed": "76fu"}, {"line": ["7g7f"] * 101}, {"x": 1}]
    )
    def test_invalid_values_are_refused(self, guest: Guest, wrong: dict[str, Any]) -> None:
        assert code(self.ask(guest, **wrong)) == "invalid"

    def test_an_engines_line_is_converted_up_to_its_first_invalid_move(self, guest: Guest) -> None:
        answer = self.ask(guest, play="7g7f", line=["3c3d", "8h2b+", "3a2b", "5e5d", "7g7f"]).json()
        assert [move["text"]["japanese"] for move in answer["line"]] == ["△3四歩", "▲2二角成", "△同銀"]
        assert answer["position"]["last"] == "7g7f"

    @pytest.mark.parametrize(
        "sfen",
        [
            "9/9/9/9/9/9/9/9/9 b - 1",
            "kkkkkkkkk/9/9/9/9/9/9/9/KKKKKKKKK b 18p 1",
            "4k4/9/9/9/9/9/P8/P8/4K4 b - 1",
        ],
    )
    def test_a_position_may_break_the_rules_as_records_do(self, guest: Guest, sfen: str) -> None:
        assert self.ask(guest, sfen).json()["position"]["sfen"] == sfen


class TestWhoMayAsk:
    @pytest.mark.parametrize("path", ["/api/records/read", "/api/records/write", "/api/positions"])
    @pytest.mark.parametrize(
        ("changes", "refusal"),
        [
            ({"Origin": "http://evil.example"}, "origin"),
            ({"X-CSRF-Token": None}, "csrf"),
            ({"Cookie": ""}, "no_guest"),
        ],
    )
    def test_only_the_guests_own_page_is_accepted(
        self, guest: Guest, path: str, changes: dict[str, str | None], refusal: str
    ) -> None:
        assert code(guest.post(path, {}, **changes)) == refusal

    def test_the_number_of_requests_of_a_guest_is_limited(self, server: Server) -> None:
        with server(limits=Limits(records=Rate(0.001, 2))) as client:
            guest = Guest(client)
            assert read(guest, KIF).status_code == 200
            assert write(guest, {"nodes": [{}]}, "kif").status_code == 200
            answer = read(guest, KIF)
            assert (answer.status_code, code(answer)) == (429, "slow_down")
            assert read(Guest(client), KIF).status_code == 200

    def test_the_number_of_new_games_of_an_address_is_limited(self, server: Server) -> None:
        with server(limits=Limits(address_records=Rate(0.001, 2))) as client:
            read(Guest(client), KIF)
            read(Guest(client), KIF)
            assert code(read(Guest(client), KIF)) == "slow_down"


class Slow:
    """A read that blocks until it is released, as with a hostile file."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun = threading.Semaphore(0)
        self.release = threading.Event()
        self._read = import_file.read
        monkeypatch.setattr(import_file, "read", self)

    def __call__(self, data: bytes, format: str | None, first: int) -> wr.ReadAnswer:
        self.begun.release()
        assert self.release.wait(60)
        return self._read(data, format, first)


class TestOthersDoNotWait:
    def test_a_move_is_played_while_records_are_being_read(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        slow = Slow(monkeypatch)
        with server(limits=UNLIMITED) as client, ThreadPoolExecutor(2) as others:
            reading = [others.submit(read, Guest(client), KIF) for _ in range(2)]
            for _ in reading:
                assert slow.begun.acquire(timeout=60)
            guest = Guest(client)
            with guest.open(guest.begin()) as page:
                assert page.ask("move", usi="7g7f")["type"] == "done"
                page.until(lambda game: len(game["moves"]) == 2)
            assert not any(each.done() for each in reading)
            slow.release.set()
            assert [each.result().status_code for each in reading] == [200, 200]

    def test_the_waiting_work_of_an_address_is_limited(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        slow = Slow(monkeypatch)
        limits = replace(UNLIMITED, jobs_per_address=2)
        with server(limits=limits) as client, ThreadPoolExecutor(2) as others:
            reading = [others.submit(read, Guest(client), KIF) for _ in range(2)]
            for _ in reading:
                assert slow.begun.acquire(timeout=60)
            answer = read(Guest(client), KIF)
            assert (answer.status_code, code(answer)) == (429, "slow_down")
            slow.release.set()
            assert [each.result().status_code for each in reading] == [200, 200]
            assert read(Guest(client), KIF).status_code == 200


class TestGamesOfThisServer:
    def test_a_finished_game_is_returned_as_a_record(self, guest: Guest, client: TestClient[Any]) -> None:
        game_id = guest.begin(handicap="two-piece", side="white")
        with guest.open(game_id) as page:
            page.ask("move", usi="3c3d")
            page.until(lambda game: len(game["moves"]) == 2)
            page.ask("resign")
        answer = Guest(client).get(f"/api/games/{game_id}/record?format=json")
        assert answer.json()["more"] is False
        record = game_in(answer)
        assert record["handicap"] == "two-piece"
        assert [each["usi"] for each in record["nodes"]][1:] == page.usi
        assert record["nodes"][-1]["ending"]["result"]["text"]["ja"] == "下手の勝ち（投了）"
        kif = guest.get(f"/api/games/{game_id}/record?format=kif").content
        assert shape(kifu.read(write(guest, record, "kif").content)) == shape(kifu.read(kif))
