"""The words by which records say how a game ended."""

from __future__ import annotations

import pytest

from komadai import BLACK, WHITE, Color, Infraction, Move, Outcome, Termination, kifu
from komadai.kifu.formats.kif.endings import outcome_of, read_summary

RESIGNED = Termination.RESIGNATION


@pytest.mark.parametrize(
    ("word", "winner", "termination"),
    [  # Black is to move.
        ("投了", WHITE, RESIGNED),
        ("投　了", WHITE, RESIGNED),
        ("先手投了", WHITE, RESIGNED),
        ("先手の勝ち", BLACK, RESIGNED),
        ("▲勝ち", BLACK, RESIGNED),
        ("☖の勝ち", WHITE, RESIGNED),
        ("時間切れにより後手の勝ち", WHITE, Termination.TIME_FORFEIT),
        ("先手の反則負け", WHITE, Termination.ILLEGAL_MOVE),
        ("上手の入玉勝ち", WHITE, Termination.IMPASSE_DECLARATION),
        ("先手の勝ち宣言", BLACK, Termination.IMPASSE_DECLARATION),
        ("不戦勝", BLACK, Termination.DEFAULT),
        ("不戦敗", WHITE, Termination.DEFAULT),
        ("後手の不戦勝ち", WHITE, Termination.DEFAULT),
        ("後手の不戦敗", BLACK, Termination.DEFAULT),
        ("不戦敗により後手の勝ち", WHITE, Termination.DEFAULT),
        ("接続切れ", None, Termination.CONNECTION_LOST),
        ("後手の接続切れ", BLACK, Termination.CONNECTION_LOST),
        ("接続切れにより先手の勝ち", BLACK, Termination.CONNECTION_LOST),
        ("引き分け", None, Termination.IMPASSE_AGREED),
        ("千日手", None, Termination.SENNICHITE),
    ],
)
def test_a_word_and_a_sentence_say_the_same(
    word: str, winner: Color | None, termination: Termination
) -> None:
    expected = Outcome(winner, termination)
    assert outcome_of(word, BLACK) == expected
    told = read_summary(f"まで12手で{word}", BLACK)
    assert told is not None
    assert told[0] == 12
    assert told[1].outcome == expected
    assert kifu.read(f"手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 {word}\n").outcome == expected


@pytest.mark.parametrize("word", ["", "封じ手", "不詰", "勝ち", "７六歩"])
def test_other_words_are_no_outcome(word: str) -> None:
    assert outcome_of(word, BLACK) is None


@pytest.mark.parametrize("word", ["封じ手", "不詰", "待った", "エラー"])
def test_what_the_board_knows_nothing_of_is_kept_as_a_word(word: str) -> None:
    for record in (f"1 ７六歩(77)\n2 {word}\n", f"▲７六歩\nまで1手で{word}\n"):
        game = kifu.read(record)
        assert game.end.ending == kifu.Ending(word=word)
        assert not game.warnings
        assert kifu.read(kifu.write(game, "kif")).end.ending == game.end.ending


@pytest.mark.parametrize("winner", [BLACK, WHITE, None])
@pytest.mark.parametrize("termination", [Termination.DEFAULT, Termination.CONNECTION_LOST])
@pytest.mark.parametrize("format", ["kif", "ki2", "csa", "csa3", "jkf", "psn"])
def test_a_game_that_was_not_played_out_says_who_won(
    format: str, termination: Termination, winner: Color | None
) -> None:
    for moves in (["7g7f"], ["7g7f", "3c3d"]):
        game = kifu.Game()
        game.extend(map(Move.from_usi, moves))
        game.outcome = Outcome(winner, termination)
        text = kifu.write(game, format)
        found = kifu.read(text)
        assert (found.outcome, found.warnings) == (game.outcome, [])
        assert kifu.losses(game, text, format) == []


def test_the_line_below_tells_whose_connection_was_lost() -> None:
    for result, winner in (("先手の勝ち", BLACK), ("後手の勝ち", WHITE), ("接続切れ", None)):
        game = kifu.read(f"手合割：平手\n1 ７六歩(77)\n2 接続切れ\nまで1手で{result}\n")
        assert game.outcome == Outcome(winner, Termination.CONNECTION_LOST)
        assert not game.warnings


def test_a_lost_connection_is_no_draw() -> None:
    assert not Outcome(None, Termination.CONNECTION_LOST).is_draw
    assert str(Outcome(None, Termination.CONNECTION_LOST)) == "No result: lost connection"
    assert str(Outcome(WHITE, Termination.CONNECTION_LOST)) == "White wins: Black’s lost connection"
    assert Outcome(BLACK, Termination.DEFAULT).text("ja") == "先手の勝ち（不戦勝）"


def test_perpetual_check_is_lost_by_whoever_gave_it() -> None:
    moves = "1 ７六歩(77)\n2 ３四歩(33)\n3 ３三角成(88)\n"
    head = "手合割：平手\n先手：\n後手：\n手数----指手---------消費時間--\n"
    for start in ("", head):
        checked = kifu.read(f"{start}{moves}4 連続王手の千日手\n")
        answered = kifu.read(f"{start}{moves}4 同　桂(21)\n5 連続王手の千日手\n")
        assert checked.outcome == answered.outcome == Outcome(WHITE, Termination.PERPETUAL_CHECK)


def test_a_comment_explains_only_the_word_that_stands_there() -> None:
    moves = "   1 ７六歩(77)\n   2 ３四歩(33)\n"
    resigned = kifu.read(f"手数----\n{moves}   3 投了\n*先手の勝ち（反則：二歩）\nまで2手で後手の勝ち\n")
    assert resigned.outcome == Outcome(Color.WHITE, Termination.RESIGNATION)
    assert resigned.end.ending is not None
    assert resigned.end.ending.comment == "先手の勝ち（反則：二歩）"
    foul = kifu.read(f"手数----\n{moves}   3 反則勝ち\n*先手の勝ち（反則：二歩）\nまで2手で先手の反則勝ち\n")
    assert foul.outcome == Outcome(Color.BLACK, Termination.ILLEGAL_MOVE, Infraction.NIFU)
