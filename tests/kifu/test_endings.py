"""The words by which records say how a game ended."""

from __future__ import annotations

import pytest

from komadai import BLACK, WHITE, Color, Outcome, Termination, kifu
from komadai.kifu.endings import outcome_of, read_summary

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


@pytest.mark.parametrize("word", ["", "接続切れ", "不戦勝", "封じ手", "勝ち", "７六歩"])
def test_other_words_are_no_outcome(word: str) -> None:
    assert outcome_of(word, BLACK) is None


@pytest.mark.parametrize("word", ["不戦勝", "不戦敗", "先手の不戦勝", "接続切れ"])
def test_what_the_board_knows_nothing_of_is_kept_as_a_word(word: str) -> None:
    for record in (f"1 ７六歩(77)\n2 {word}\n", f"▲７六歩\nまで1手で{word}\n"):
        game = kifu.read(record)
        assert game.end.ending == kifu.Ending(word=word)
        assert not game.warnings
        assert kifu.read(kifu.write(game, "kif")).end.ending == game.end.ending


def test_perpetual_check_is_lost_by_whoever_gave_it() -> None:
    moves = "1 ７六歩(77)\n2 ３四歩(33)\n3 ３三角成(88)\n"
    head = "手合割：平手\n先手：\n後手：\n手数----指手---------消費時間--\n"
    for start in ("", head):
        checked = kifu.read(f"{start}{moves}4 連続王手の千日手\n")
        answered = kifu.read(f"{start}{moves}4 同　桂(21)\n5 連続王手の千日手\n")
        assert checked.outcome == answered.outcome == Outcome(WHITE, Termination.PERPETUAL_CHECK)
