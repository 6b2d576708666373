"""The texts of pages and sheets."""

from __future__ import annotations

import pytest

from komadai import Board, Color, Infraction, Outcome, Termination
from komadai.kifu import Analysis, Ending, Game
from komadai.publish import wording
from tests.publish.games import game


@pytest.mark.parametrize(
    ("ending", "english", "japanese"),
    [
        (
            Ending(Outcome(Color.BLACK, Termination.RESIGNATION)),
            "111 moves. Black wins: White’s resignation",
            "まで111手で先手の勝ち",
        ),
        (
            Ending(Outcome(Color.BLACK, Termination.ILLEGAL_MOVE, Infraction.NIFU)),
            "111 moves. Black wins: White’s illegal move: a second unpromoted pawn on the file (nifu)",
            "まで111手で先手の勝ち（反則：二歩）",
        ),
        (
            Ending(Outcome(None, Termination.SENNICHITE)),
            "111 moves. Draw by fourfold repetition (sennichite)",
            "まで111手で引き分け（千日手）",
        ),
        (Ending(word="封じ手"), "111 moves. Sealed move", "まで111手で封じ手"),
        (Ending(), "111 moves. Broken off", "まで111手で中断"),
    ],
)
def test_the_texts_of_endings(ending: Ending, english: str, japanese: str) -> None:
    assert wording.ending(Game(), ending, 111, Color.WHITE, "en") == english
    assert wording.ending(Game(), ending, 111, Color.WHITE, "ja") == japanese


def test_in_a_handicap_the_sides_are_uwate_and_shitate() -> None:
    played = Game(Board.handicap("two-piece").sfen())
    assert [wording.side(played, color, "ja") for color in Color] == ["下手", "上手"]
    won = Ending(Outcome(Color.BLACK, Termination.RESIGNATION))
    assert wording.ending(played, won, 3, Color.WHITE, "ja") == "まで3手で下手の勝ち"
    assert ("手合割", "二枚落ち") in list(wording.headers(played, "ja"))


def test_a_player_without_a_name_is_the_side() -> None:
    assert wording.name(Game(), Color.WHITE, "ja") == "後手"
    assert wording.name(game(), Color.WHITE, "ja") == "大山 康晴"


def test_known_headers_come_first_in_order_and_unknown_ones_unchanged_after_them() -> None:
    played = Game(headers={"備考": "練習\n二局目", "site": "千駄ヶ谷", "event": "名人戦", "black": "A"})
    assert list(wording.headers(played, "en")) == [
        ("Event", "名人戦"), ("Place", "千駄ヶ谷"), ("備考", "練習 二局目"),
    ]  # fmt: skip


def test_control_characters_are_left_out() -> None:
    assert wording.plain("a\0b\x1b[31m\r\nc\ud800\ufffe") == "ab[31m\nc\ufffd\ufffd"
    assert wording.line(" a \n b\t") == "a b"


def test_evaluations_are_from_blacks_point_of_view() -> None:
    node = game().root
    node.analyses = [Analysis(centipawns=-120), Analysis(mate=7)]
    assert wording.evaluation(node) == "−120 / +#7"


def test_times_have_the_form_of_a_clock() -> None:
    assert [wording.clock(ms) for ms in (0, 7_900, 754_000, 3_723_000)] == [
        "0:00",
        "0:07",
        "12:34",
        "1:02:03",
    ]
