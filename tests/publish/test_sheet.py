"""The score sheet and the game with diagrams, read by PDFium."""

from __future__ import annotations

import random
import re

import pypdfium2  # type: ignore[import-untyped]
import pytest

from komadai import Board, RangeError, UnknownStyleError, publish
from komadai.kifu import Game
from komadai.publish.layout import layout_blocks
from komadai.publish.sheet import ROWS, Paper, _sheets
from komadai.publish.tree_steps import main_line
from tests.publish.games import game, moves, shuffle, without_kings
from tests.publish.pdf_pages import pages


def size(data: bytes) -> tuple[float, float]:
    document = pypdfium2.PdfDocument(data)
    try:
        width, height = document[0].get_size()
        return round(width), round(height)
    finally:
        document.close()


class TestSheet:
    def test_it_has_players_headers_moves_times_and_the_result(self) -> None:
        [sheet, *_] = pages(publish.pdf(game(), language="ja"))
        told = (
            "棋 譜",
            "Kinjirō Habu",
            "大山 康晴",
            "名人戦",
            "1 ▲7六歩 1:01",
            "まで6手で後手の勝ち",
            "消費時間 9:10",
        )
        for each in told:
            assert each in sheet
        assert "2 △3四歩 2:02" in sheet

    def test_moves_stand_in_their_order(self) -> None:
        [sheet] = pages(publish.pdf(shuffle(120), every=0))
        numbers = [int(number) for number in re.findall(r"^(\d+) [▲△]", sheet, re.M)]
        assert numbers == list(range(1, 121))

    @pytest.mark.parametrize("plies", [1, 4, 83, 150, 184, 185, 400, 404, 405, 1000])
    def test_no_move_is_lost_and_the_sheets_are_no_more_than_needed(self, plies: int) -> None:
        data = pages(publish.pdf(shuffle(plies), every=0))
        found = [int(number) for sheet in data for number in re.findall(r"^(\d+) [▲△]", sheet, re.M)]
        assert sorted(found) == list(range(1, plies + 1))
        assert len(data) == 1 + max(0, -(-(plies - 184) // 220))
        assert all(f"{number} / {len(data)}" in sheet for number, sheet in enumerate(data, 1))

    @pytest.mark.parametrize("headers", [1, 5, 14, 30])
    @pytest.mark.parametrize("paper", ["a4", "letter"])
    def test_headers_and_moves_share_the_first_page(self, headers: int, paper: Paper) -> None:
        played = shuffle(400)
        played.headers |= {f"header {number}": "value" for number in range(headers)}
        data = pages(publish.pdf(played, every=0, paper=paper))
        whole = {"a4": 220, "letter": 204}[paper]
        counts = [len(re.findall(r"^\d+ [▲△]", sheet, re.M)) for sheet in data]
        assert sum(counts) == 400
        assert counts[0] + 4 * headers >= whole - 44
        assert all(count == whole for count in counts[1:-1])

    def test_it_has_the_given_paper_size(self) -> None:
        assert size(publish.pdf(game())) == (595, 842)
        assert size(publish.pdf(game(), paper="letter")) == (612, 792)
        with pytest.raises(UnknownStyleError, match="a4, letter"):
            publish.pdf(game(), paper="b5")  # type: ignore[arg-type]

    def test_another_start_has_a_diagram(self) -> None:
        [sheet] = pages(publish.pdf(without_kings(), language="ja"))
        assert "開始局面" in sheet
        assert "△後手歩二" in sheet.replace("\n", "")
        assert "▲先手飛角" in sheet.replace("\n", "")

    def test_handicaps_have_their_names(self) -> None:
        [sheet] = pages(publish.pdf(Game(Board.handicap("two-piece").sfen()), language="ja"))
        for each in ("下手", "上手", "手合割", "二枚落ち"):
            assert each in sheet

    @pytest.mark.parametrize(
        "name", ["W" * 900, "大" * 300, "שלום עולם", "👍🏽", '#import "x" *b* $1$ @ref <l>']
    )
    def test_any_name_and_header_fit(self, name: str) -> None:
        played = Game(headers={"black": name, "white": name, "備考": name})
        played.extend(moves("7g7f"))
        played.end.comment = name
        text = "".join(pages(publish.pdf(played)))
        assert "1 ▲P-7f" in text

    def test_markup_in_names_is_only_text(self) -> None:
        name = '#set text(red) *b* $1$ @ref <l> \\ "q" // c'
        assert name in pages(publish.pdf(Game(headers={"black": name})))[0]

    def test_columns_are_equally_long(self) -> None:
        rows = [{"number": str(number)} for number in range(300)]
        sheets = _sheets(list(rows), 40, 50)
        assert [[len(column) for column in sheet["columns"]] for sheet in sheets] == [[40] * 4, [35] * 4]
        assert [each for sheet in sheets for column in sheet["columns"] for each in column] == rows
        assert sheets[0]["air"] < sheets[1]["air"]
        assert max(ROWS.values()) >= 40


class TestGameWithDiagrams:
    def test_there_is_a_diagram_after_at_most_the_given_number_of_moves_and_at_the_end(self) -> None:
        played = shuffle(50)
        moves = [step.text("ja") for step in main_line(played)]
        captions = [
            part["caption"] for part in layout_blocks(played, 20, False, "ja") if part["kind"] == "diagram"
        ]
        assert captions == [
            f"第{diagram}図　{number}手目{moves[number]}まで"
            for diagram, number in ((1, 20), (2, 40), (3, 50))
        ]

    def test_a_comment_gets_a_diagram_if_the_last_one_is_some_moves_before(self) -> None:
        played = shuffle(12)
        moves = [step.text("en") for step in main_line(played)]
        for number in (3, 8):
            list(played.main_line())[number].comment = "!"
        kinds = [(part["kind"], part.get("caption", "")) for part in layout_blocks(played, 20, False, "en")]
        assert kinds == [
            ("moves", ""), ("comment", ""), ("moves", ""), ("diagram", f"Diagram 1: after 9 {moves[9]}"),
            ("comment", ""), ("moves", ""), ("diagram", f"Diagram 2: after 12 {moves[12]}"),
        ]  # fmt: skip

    def test_variations_and_their_comments_are_printed_where_they_branch(self) -> None:
        parts = [(part["kind"], part["depth"], part.get("number", ""), part.get("moves", part.get("text")))
                 for part in layout_blocks(game(), 20, False, "en") if part["kind"] != "diagram"]  # fmt: skip
        assert parts == [
            ("moves", 0, "1", ["▲P-7f", "△P-3d", "▲Bx2b+"]),
            ("comment", 0, "", "The exchange of bishops.\nA second line."),
            ("moves", 0, "4", ["△Sx2b"]),
            ("moves", 1, "4", ["△K-4b"]),
            ("comment", 1, "", "Not taking loses a bishop."),
            ("moves", 1, "5", ["▲+Bx1a"]),
            ("moves", 2, "5", ["▲+Bx3a"]),
            ("moves", 0, "5", ["▲B*4e", "△R-5b"]),
            ("ending", 0, "", "6 moves. White wins: Black’s resignation"),
        ]

    def test_a_diagram_marks_the_last_move_and_shows_both_hands(self) -> None:
        position = layout_blocks(game(), 3, False, "ja")[1]["position"]
        marked = [(rank, file) for rank, row in enumerate(position["rows"]) for file, piece in enumerate(row)
                  if piece["marked"]]  # fmt: skip
        assert marked == [(1, 7)]
        assert position["rows"][1][7]["face"] == "馬"
        assert position["right"] == ["▲", "先", "手", "", "角"]
        assert position["left"][-2:] == ["な", "し"]

    def test_a_flipped_diagram_has_white_at_the_bottom(self) -> None:
        position = layout_blocks(game(), 3, True, "ja")[1]["position"]
        assert position["files"][0] == "1"
        assert position["rows"][0][0] == {"face": "香", "turned": True, "marked": False}
        assert position["rows"][8][8] == {"face": "香", "turned": False, "marked": False}

    def test_the_printed_game_is_complete(self) -> None:
        told = "".join(pages(publish.pdf(game()))[1:])
        for each in ("Diagram 1: after 6 △R-5b", "Not taking loses a bishop.", "Variation", "▲+Bx3a"):
            assert each in told

    def test_a_comment_of_five_hundred_lines_fills_several_pages(self) -> None:
        played = shuffle(8)
        list(played.main_line())[3].comment = "\n".join(f"line {number}" for number in range(500))
        told = "".join(pages(publish.pdf(played)))
        assert [int(number) for number in re.findall(r"line (\d+)", told)] == list(range(500))

    def test_random_trees_can_all_be_printed(self) -> None:
        from tests.kifu.trees import random_tree

        for seed in random.Random(7).sample(range(1000), 12):
            assert pages(publish.pdf(random_tree(seed), every=5, language="ja"))

    def test_numbers_out_of_range_are_errors(self) -> None:
        for every in (-1, 1001):
            with pytest.raises(RangeError):
                publish.pdf(game(), every=every)
