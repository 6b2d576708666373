"""Reading KIF files: those of programs, those of people, and invalid ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from komadai import Board, Color, Infraction, Outcome, Termination, kifu
from komadai.errors import RecordError
from komadai.notation import bod
from tests.kifu.trees import random_tree, shape

BLACK, WHITE = Color.BLACK, Color.WHITE


def read(moves: str, head: str = "") -> kifu.Game:
    return kifu.read(f"{head}手数----指手---------消費時間--\n{moves}", "kif")


def usi(game: kifu.Game) -> str:
    return " ".join(move.usi() for move in game.moves())


def warnings(game: kifu.Game) -> list[str]:
    return [warning.message for warning in game.warnings]


def test_a_whole_file() -> None:
    game = kifu.read(
        "#KIF version=2.0 encoding=UTF-8\n"
        "# ---- Kifu for Windows V7 V7.08 棋譜ファイル ----\n"
        "# https://example.org/1\n"
        "開始日時：2014/10/16 03:21:41\n"
        "手合割：平手　　\n"
        "先手：渡辺　明\n"
        "後手：\n"
        "戦型：角換わり\n"
        "手数----指手---------消費時間--\n"
        "*始め\n"
        "   1 ７六歩(77)   ( 0:16/00:00:16)+\n"
        "&しおり\n"
        "   2 ３四歩(33)   ( 1:00/00:01:00)\n"
        "*一\n"
        "*二\n"
        "   3 ２二角成(88) ( 0:00/00:00:16)\n"
        "   4 同　銀(31)   ( 0:01/00:01:01)\n"
        "   5 ４五角打     ( 0:01/00:00:17)\n"
        "   6 投了         ( 0:05/00:01:06)\n"
        "*終わり\n"
        "まで5手で先手の勝ち\n"
        "\n"
        "変化：1手\n"
        "   1 ２六歩(27)   ( 0:05/00:00:05)\n"
    )
    assert game.warnings == []
    assert game.headers == {
        "#": "https://example.org/1",
        "started": "2014/10/16 03:21:41",
        "black": "渡辺　明",
        "opening": "角換わり",
    }
    assert usi(game) == "7g7f 3c3d 8h2b+ 3a2b B*4e"
    assert [node.time_ms for node in game.main_line()] == [16000, 60000, 0, 1000, 1000]
    assert [node.total_ms for node in game.main_line()] == [None] * 5
    nodes = list(game.main_line())
    assert (game.root.comment, nodes[0].bookmark, nodes[1].comment) == ("始め", "しおり", "一\n二")
    assert game.end.ending == kifu.Ending(
        Outcome(BLACK, Termination.RESIGNATION), time_ms=5000, comment="終わり"
    )
    assert [child.move.usi() for child in game.root.children if child.move] == ["7g7f", "2g2f"]


@pytest.mark.parametrize(
    "line",
    [
        "1 ７六歩(77)",
        "　1　７六歩(77)",
        "１ 76歩(77)",
        "1\t7六歩(77)\t( 0:01/)",
        "1 ▲７六歩(77)",
        "1 ７六　歩　(77)  (00:12 / 00:00:12)+",
        "1 ７六歩（７７）",
        "1手目 ☗７６歩(77)",
        "1: ７六歩(77)",
    ],
)
def test_the_ways_to_write_a_move(line: str) -> None:
    game = read(line)
    assert usi(game) == "7g7f"
    assert game.warnings == []


def test_every_name_of_a_promoted_piece() -> None:
    empty = "|" + " ・" * 9 + "|"
    ranks = ["| ・ ・ ・ ・v玉 ・ ・ ・ ・|", *[empty] * 5, "| 杏 圭 全 ・ ・ ・ と 竜 馬|", empty, empty]
    game = read(
        "1 ９六成香(97)\n2 ５二王(51)\n3 ８六成桂(87)\n4 ５一玉(52)\n5 ７六成銀(77)\n6 ５二玉(51)\n"
        "7 ２六龍(27)\n8 ５一玉(52)\n9 １八馬(17)\n10 ６一玉(51)\n11 ３六と(37)\n",
        "\n".join(ranks) + "\n",
    )
    assert game.warnings == []
    assert usi(game) == "9g9f 5a5b 8g8f 5b5a 7g7f 5a5b 2g2f 5b5a 1g1h 5a6a 3g3f"


@pytest.mark.parametrize("move", ["９六今(97)", "９六圭(97)", "９六成桂(97)", "９六今"])
def test_the_cursive_sign_of_a_promoted_knight(move: str) -> None:
    diagram = "\n".join(
        ["| ・ ・ ・ ・v玉 ・ ・ ・ ・|", *["|" + " ・" * 9 + "|"] * 5, "| 今" + " ・" * 8 + "|"]
    )
    game = read(f"1 {move}\n", diagram + ("\n|" + " ・" * 9 + "|") * 2 + "\n")
    assert usi(game) == "9g9f"


@pytest.mark.parametrize(
    ("word", "outcome"),
    [  # after ▲7六歩: White is to move
        ("投了", Outcome(BLACK, Termination.RESIGNATION)),
        ("中断", Outcome(None, Termination.INTERRUPTED)),
        ("千日手", Outcome(None, Termination.SENNICHITE)),
        ("持将棋", Outcome(None, Termination.IMPASSE_AGREED)),
        ("詰み", Outcome(BLACK, Termination.CHECKMATE)),
        ("切れ負け", Outcome(BLACK, Termination.TIME_FORFEIT)),
        ("Time-up", Outcome(BLACK, Termination.TIME_FORFEIT)),
        ("反則負け", Outcome(BLACK, Termination.ILLEGAL_MOVE)),
        ("反則勝ち", Outcome(WHITE, Termination.ILLEGAL_MOVE)),
        ("入玉勝ち", Outcome(WHITE, Termination.IMPASSE_DECLARATION)),
        ("勝ち宣言", Outcome(WHITE, Termination.IMPASSE_DECLARATION)),
    ],
)
def test_endings(word: str, outcome: Outcome) -> None:
    game = read(f"1 ７六歩(77)\n2 {word} ( 0:10/00:00:10)\n")
    assert game.end.ending == kifu.Ending(outcome, time_ms=10_000)
    assert game.warnings == []


@pytest.mark.parametrize("word", ["封じ手", "不詰"])
def test_endings_that_are_no_outcome(word: str) -> None:
    game = read(f"1 ７六歩(77)\n2 {word}\nまで1手で{word}\n")
    assert game.end.ending == kifu.Ending(word=word)
    assert game.warnings == []


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("まで1手で先手の勝ち", Outcome(BLACK, Termination.RESIGNATION)),
        ("まで1手で時間切れにより先手の勝ち", Outcome(BLACK, Termination.TIME_FORFEIT)),
        ("まで1手で後手の反則負け", Outcome(BLACK, Termination.ILLEGAL_MOVE)),
        ("まで1手で後手の入玉勝ち", Outcome(WHITE, Termination.IMPASSE_DECLARATION)),
        ("まで1手詰", Outcome(BLACK, Termination.CHECKMATE)),
        ("まで1手で千日手", Outcome(None, Termination.SENNICHITE)),
    ],
)
def test_the_line_below_the_moves_can_be_the_only_ending(line: str, outcome: Outcome) -> None:
    game = read(f"1 ７六歩(77)\n{line}\n")
    assert game.outcome == outcome
    assert game.warnings == []


def test_an_illegal_move_is_kept_with_the_ending_of_the_record() -> None:
    game = read("1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角(88)\n4 ３二飛(82)\n5 ３一歩打\n6 反則勝ち\n")
    assert usi(game) == "7g7f 3c3d 8h2b 8b3b"
    assert game.end.ending == kifu.Ending(Outcome(WHITE, Termination.ILLEGAL_MOVE), word="３一歩打")
    assert [(each.line, each.text) for each in game.warnings] == [(6, "３一歩打")]
    assert shape(kifu.read(kifu.write(game, "kif"))) == shape(game)
    nifu = read(
        "1 ２六歩(27)\n2 ３四歩(33)\n3 ２五歩(26)\n4 ３五歩(34)\n"
        "5 ２四歩(25)\n6 同　歩(23)\n7 同　飛(28)\n8 ８四歩打\n"
    )
    assert usi(nifu).endswith("2h2d P*8d")
    assert "nifu" in warnings(nifu)[0]


def test_the_piece_on_the_board_counts_if_the_name_differs() -> None:
    game = read("1 ７六銀(77)\n")
    assert usi(game) == "7g7f"
    assert "is a pawn" in warnings(game)[0]


def test_wrong_move_numbers_are_reported_and_ignored() -> None:
    game = read("1 ７六歩(77)\n5 ３四歩(33)\n6 ２六歩(27)\n")
    assert usi(game) == "7g7f 3c3d 2g2f"
    assert warnings(game)[0] == "expected move 2; read as that"


def test_a_move_without_its_origin_is_read_if_only_one_fits() -> None:
    game = read("1 ７六歩\n2 ３四歩\n3 ２二角成\n")
    assert usi(game) == "7g7f 3c3d 8h2b+"
    assert len(game.warnings) == 3


@pytest.mark.parametrize("name", ["5五将棋", "中将棋", "禽将棋", "どうぶつしょうぎ", "安南将棋"])
def test_a_record_of_a_variant_is_refused_by_its_name(name: str) -> None:
    with pytest.raises(RecordError, match=name) as caught:
        read("   1 ７六歩(77)\n", f"先手：A\n手合割：{name}\n")
    assert (caught.value.line, caught.value.column) == (2, 5)


def test_an_unknown_name_that_ends_like_a_variant_is_read_as_the_even_game() -> None:
    game = read("   1 ７六歩(77)\n", "手合割：青空将棋\n")
    assert usi(game) == "7g7f"
    assert "no handicap of this name" in warnings(game)[0]


@pytest.mark.parametrize("name", ["本将棋", "将棋", "目隠し将棋", "詰将棋"])
def test_the_ordinary_game_in_place_of_a_handicap_is_read(name: str) -> None:
    assert usi(read("   1 ７六歩(77)\n", f"手合割：{name}\n")) == "7g7f"


def test_a_handicap_on_which_programs_disagree_is_reported() -> None:
    game = read("", "手合割：三枚落ち\n")
    assert game.sfen == "1nsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    assert "disagree" in warnings(game)[0]


def test_a_total_that_is_not_the_sum_is_kept() -> None:
    text = "1 ７六歩(77) ( 0:10/01:00:10)\n2 ３四歩(33) ( 0:01/00:00:01)\n3 ２六歩(27) ( 0:05/01:00:15)\n"
    game = read(text)
    assert [node.total_ms for node in game.main_line()] == [3_610_000, None, None]
    assert shape(kifu.read(kifu.write(game, "kif"))) == shape(game)


def test_variations_after_the_end_do_not_become_the_game() -> None:
    game = read("1 ７六歩(77)\n2 投了\nまで1手で先手の勝ち\n\n変化：2手\n2 ３四歩(33)\n3 ２六歩(27)\n")
    assert usi(game) == "7g7f"
    assert game.outcome == Outcome(BLACK, Termination.RESIGNATION)
    assert [node.move.usi() for node in game.end.variations if node.move] == ["3c3d"]
    assert game.warnings == []
    assert shape(kifu.read(kifu.write(game, "kif"))) == shape(game)


def test_the_infraction_is_read_back() -> None:
    game = kifu.Game()
    outcome = Outcome(WHITE, Termination.ILLEGAL_MOVE, Infraction.NIFU)
    game.outcome = outcome
    assert kifu.read(kifu.write(game, "kif")).end.ending == kifu.Ending(outcome)


def test_several_games_in_a_file() -> None:
    one = kifu.write(random_tree(1), "kif")
    two = kifu.write(random_tree(2), "kif")
    games = list(kifu.read_all(one + two))
    assert [shape(game) for game in games] == [shape(random_tree(1)), shape(random_tree(2))]


def test_in_strict_mode_the_first_deviation_is_an_error() -> None:
    with pytest.raises(RecordError, match="line 3, column 3: illegal move") as caught:
        kifu.read("手合割：平手\n1 ７六歩(77)\n2 ３三歩(34)\n3 ２六歩(27)\n", strict=True)
    assert (caught.value.line, caught.value.column) == (3, 3)


def test_a_text_without_a_game_is_an_error() -> None:
    for text in ("", "\n \n", "hello"):
        with pytest.raises(RecordError):
            kifu.read(text)
    with pytest.raises(RecordError):
        kifu.read("\n", "kif")


@given(seed=st.integers(0, 2**32))
@settings(max_examples=150)
def test_a_written_game_is_read_back(seed: int) -> None:
    game = random_tree(seed)
    again = kifu.read(kifu.write(game, "kif"), "kif")
    assert shape(again) == shape(game)
    assert again.warnings == []


LINES: list[str] = """
手合割：平手
手合割：三枚落ち
先手：a
後手の持駒：歩
| ・ ・|
*あ
&あ
#
変化：1手
変化：3手
変化：99999手
1 ７六歩(77)
2 ３四歩(33) ( 0:01/00:00:01)+
3 同　銀
4 同　歩(33)
2 投了
3 中断
9 ５五角打
1 ５八玉(59)
2 ５一王(51)
まで2手で先手の勝ち
まで
手数----
後手番
手数＝3
３ ２ １
1 ９九成香成(00)
""".splitlines()


@given(st.lists(st.sampled_from(LINES) | st.text(max_size=12), max_size=40))
@settings(max_examples=300)
def test_any_lines_in_any_order_are_read_and_written(lines: list[str]) -> None:
    text = "\n".join(lines)
    try:
        games = list(kifu.read_all(text, "kif"))
    except RecordError:
        return
    for game in games:
        again = kifu.read(kifu.write(game, "kif"), "kif")
        assert [node.move for node in again.main_line()] == [node.move for node in game.main_line()]


@pytest.mark.parametrize("suffix", [".kif", ".kifu"])
def test_odd_files_are_read_and_written_back_completely(shared_data: Path, suffix: str) -> None:
    paths = [path for path in sorted((shared_data / "games" / "odd").rglob(f"*{suffix}")) if path.is_file()]
    assert len(paths) > 10
    for path in paths:
        game = kifu.read(path, "kif")
        again = kifu.read(kifu.write(game, "kif"), "kif")
        assert shape(again) == shape(game), path


@pytest.mark.parametrize(
    ("line", "column", "text"),
    [
        ("   1 ７五飛(28)   ( 0:01/00:00:01)", 6, "７五飛(28)"),
        ("   1 ７六歩(77)   ( 0:01/00:00:01) oh", 33, "oh"),
        ("   1 ７六金(77)", 6, "７六金(77)"),
        ("   7 ７六歩(77)", 4, "7 ７六歩(77)"),
        ("   1 ７六歩", 6, "７六歩"),
        ("▲７六歩 △３四歩 ▲３四歩", 11, "３四歩"),
        ("   1 さらば", 6, "さらば"),
        ("　おや", 2, "おや"),
    ],
)
def test_a_warning_names_the_column(line: str, column: int, text: str) -> None:
    game = kifu.read(f"手合割：平手\n手数----指手--\n{line}\n", "kif")
    warning = game.warnings[-1]
    assert (warning.line, warning.column, warning.text) == (3, column, text)


def test_a_warning_about_a_header_names_the_column() -> None:
    game = kifu.read("手合割：青空\n 棋戦：a\n 棋戦：b\n1 ７六歩(77)\n")
    assert [(each.line, each.column) for each in game.warnings] == [(1, 5), (3, 2)]


@pytest.mark.parametrize("comment", ["", "*読んだまま\n"])
def test_the_day_and_the_time_of_the_start_are_both_kept(comment: str) -> None:
    """ShogiHome writes 対局日 and 開始日時. The file with a comment is read line by line."""
    head = (
        "対局日：2025/08/30\n開始日時：2025/08/30 14:04:20\n手合割：平手\n手数----指手---------消費時間--\n"
    )
    game = kifu.read(f"{head}   1 ７六歩(77)\n{comment}", strict=True)
    assert game.headers == {"対局日": "2025/08/30", "started": "2025/08/30 14:04:20"}
    assert kifu.read(kifu.write(game, "kif")).headers == game.headers
    assert kifu.read(kifu.write(game, "jkf")).headers == game.headers
    alone = kifu.read(head.replace("開始日時：2025/08/30 14:04:20\n", "") + f"   1 ７六歩(77)\n{comment}")
    assert alone.headers == {"started": "2025/08/30"}


def test_gekisashi_writes_both_players_in_one_line_and_its_name_below() -> None:
    text = (
        "先手: 甲 / 後手: 乙\n手合割：平手\n\n▲７六歩△３四歩\n-----------\n    generated by 激指定跡道場4\n"
    )
    game = kifu.read(text, strict=True)
    assert game.headers == {"black": "甲", "white": "乙"}
    assert len(game.moves()) == 2


@pytest.mark.parametrize(
    "text",
    [
        "76歩 34歩 22角成 同銀",
        "７六歩、３四歩、２二角成、同銀\n",
        "▲7六歩、△3四歩、▲2二角成、△同銀",
        "⛊７六歩⛉３四歩⛊２二角成⛉同銀",
    ],
)
def test_moves_as_people_type_them_without_marks_or_with_commas(text: str) -> None:
    game = kifu.read(text, strict=True)
    assert [str(move) for move in game.moves()] == ["7g7f", "3c3d", "8h2b+", "3a2b"]


def test_the_result_may_follow_the_moves_in_their_line() -> None:
    game = kifu.read("▲７六歩 △３四歩 まで2手で後手の勝ち", strict=True)
    assert str(game.outcome) == "White wins: Black’s resignation"


def test_the_mark_of_the_first_move_gives_the_side_if_the_diagram_does_not() -> None:
    diagram = bod.write(Board.handicap("both-lances"), handicap=True).removesuffix("\n上手番")
    game = kifu.read(f"手合割：その他\n{diagram}\n\n△８四歩 ▲７六歩\n", strict=True)
    assert [str(move) for move in game.moves()] == ["8c8d", "7g7f"]


def test_the_giver_moves_first_in_a_diagram_with_a_handicap() -> None:
    diagram = bod.write(Board.handicap("two-piece"), handicap=True).removesuffix("\n上手番")
    game = kifu.read(f"手合割：二枚落ち\n{diagram}\n手数----指手----\n   1 ６二銀(71)\n", strict=True)
    assert game.sfen == Board.handicap("two-piece").sfen()
    assert [str(move) for move in game.moves()] == ["7a6b"]


DIAGRAM = """後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・v銀 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| 玉 ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：歩
"""


@pytest.mark.parametrize(
    ("moves", "turn"),
    [
        ("手数----\n*銀から\n   1 ５四銀(53)   ( 0:01/00:00:01)\n   2 ５五歩打\n", "w"),
        ("   1 ５四銀(53)\n", "w"),
        ("手数----\n   1 ８八玉(99)\n", "b"),
        ("手数----\n   1 ５五歩打\n", "b"),
        ("手数----\n   1 ５四銀\n", "w"),
        ("手数----\n   1 ３三銀(32)\n", "b"),  # nobody's move
        ("△５四銀\n", "w"),
        ("５四銀　５五歩打\n", "w"),
        ("手数----\n", "b"),
        ("", "b"),
    ],
)
def test_the_first_move_gives_the_side_if_the_diagram_does_not(moves: str, turn: str) -> None:
    game = kifu.read(DIAGRAM + moves, "kif")
    assert game.sfen.split()[1] == turn
    assert game.root.comment == ("銀から" if "*" in moves else "")


def test_a_given_side_to_move_overrides_the_first_move() -> None:
    game = kifu.read(f"{DIAGRAM}先手番\n手数----\n   1 ５四銀(53)\n", "kif")
    assert game.sfen.split()[1] == "b"
    assert "out of turn" in str(game.warnings[0])


def test_moves_in_a_comment_are_not_played() -> None:
    game = kifu.read("# 1.▲７六歩 2.△３四歩\n手数----指手--\n   1 ２六歩(27)\n# 3.▲７六歩 4.△３四歩\n", "kif")
    assert [move.usi() for move in game.moves()] == ["2g2f"]
    assert game.warnings == []
