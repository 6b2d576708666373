"""The words of records for endings."""

from __future__ import annotations

import pytest

from komadai import BLACK, WHITE, Color, Infraction, Move, Outcome, Termination, kifu
from komadai.kifu.formats.kif.endings import read_summary
from komadai.kifu.formats.result_words import outcome_of

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
def test_a_word_and_a_sentence_have_the_same_outcome(
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
def test_endings_without_an_outcome_are_kept_as_words(word: str) -> None:
    for record in (f"1 ７六歩(77)\n2 {word}\n", f"▲７六歩\nまで1手で{word}\n"):
        game = kifu.read(record)
        assert game.end.ending == kifu.Ending(word=word)
        assert not game.warnings
        assert kifu.read(kifu.write(game, "kif")).end.ending == game.end.ending


@pytest.mark.parametrize("winner", [BLACK, WHITE, None])
@pytest.mark.parametrize("termination", [Termination.DEFAULT, Termination.CONNECTION_LOST])
@pytest.mark.parametrize("format", ["kif", "ki2", "csa", "csa3", "jkf", "psn"])
def test_defaults_give_the_winner(format: str, termination: Termination, winner: Color | None) -> None:
    for moves in (["7g7f"], ["7g7f", "3c3d"]):
        game = kifu.Game()
        game.extend(map(Move.from_usi, moves))
        game.outcome = Outcome(winner, termination)
        text = kifu.write(game, format)
        found = kifu.read(text)
        assert (found.outcome, found.warnings) == (game.outcome, [])
        assert kifu.losses(game, text, format) == []


def test_the_line_below_gives_the_side_that_lost_its_connection() -> None:
    for result, winner in (("先手の勝ち", BLACK), ("後手の勝ち", WHITE), ("接続切れ", None)):
        game = kifu.read(f"手合割：平手\n1 ７六歩(77)\n2 接続切れ\nまで1手で{result}\n")
        assert game.outcome == Outcome(winner, Termination.CONNECTION_LOST)
        assert not game.warnings


def test_a_lost_connection_is_no_draw() -> None:
    assert not Outcome(None, Termination.CONNECTION_LOST).is_draw
    assert str(Outcome(None, Termination.CONNECTION_LOST)) == "No result: lost connection"
    assert str(Outcome(WHITE, Termination.CONNECTION_LOST)) == "White wins: Black’s connection was lost"
    assert Outcome(BLACK, Termination.DEFAULT).text("ja") == "先手の勝ち（不戦勝）"


def test_perpetual_check_is_lost_by_the_side_that_gave_it() -> None:
    moves = "1 ７六歩(77)\n2 ３四歩(33)\n3 ３三角成(88)\n"
    head = "手合割：平手\n先手：\n後手：\n手数----指手---------消費時間--\n"
    for start in ("", head):
        checked = kifu.read(f"{start}{moves}4 連続王手の千日手\n")
        answered = kifu.read(f"{start}{moves}4 同　桂(21)\n5 連続王手の千日手\n")
        assert checked.outcome == answered.outcome == Outcome(WHITE, Termination.PERPETUAL_CHECK)


def test_a_comment_explains_only_the_word_of_its_ending() -> None:
    moves = "   1 ７六歩(77)\n   2 ３四歩(33)\n"
    resigned = kifu.read(f"手数----\n{moves}   3 投了\n*先手の勝ち（反則：二歩）\nまで2手で後手の勝ち\n")
    assert resigned.outcome == Outcome(Color.WHITE, Termination.RESIGNATION)
    assert resigned.end.ending is not None
    assert resigned.end.ending.comment == "先手の勝ち（反則：二歩）"
    foul = kifu.read(f"手数----\n{moves}   3 反則勝ち\n*先手の勝ち（反則：二歩）\nまで2手で先手の反則勝ち\n")
    assert foul.outcome == Outcome(Color.BLACK, Termination.ILLEGAL_MOVE, Infraction.NIFU)


@pytest.mark.parametrize(
    ("sentence", "winner", "termination"),
    [
        ("連続王手の千日手により先手の勝ち", BLACK, Termination.PERPETUAL_CHECK),
        ("後手の連続王手の千日手により先手の勝ち", BLACK, Termination.PERPETUAL_CHECK),
        ("後手の連続王手により先手の勝ち", BLACK, Termination.PERPETUAL_CHECK),
        ("反則（連続王手の千日手）により後手の勝ち", WHITE, Termination.PERPETUAL_CHECK),
        ("先手の時間切れ負け", WHITE, Termination.TIME_FORFEIT),
        ("先手の切れ負け", WHITE, Termination.TIME_FORFEIT),
        ("先手の時間切れ", WHITE, Termination.TIME_FORFEIT),
        ("先手の時間切れにより後手の勝ち", WHITE, Termination.TIME_FORFEIT),
        ("時間切れで後手勝ち", WHITE, Termination.TIME_FORFEIT),
        ("後手の勝ち（時間切れ）", WHITE, Termination.TIME_FORFEIT),
        ("先手の宣言勝ち", BLACK, Termination.IMPASSE_DECLARATION),
        ("後手の入玉宣言勝ち", WHITE, Termination.IMPASSE_DECLARATION),
        ("後手の入玉宣言により後手の勝ち", WHITE, Termination.IMPASSE_DECLARATION),
        ("持将棋により先手の勝ち", BLACK, Termination.IMPASSE_DECLARATION),
        ("宣言失敗により後手の勝ち", WHITE, Termination.FAILED_DECLARATION),
        ("千日手により引き分け", None, Termination.SENNICHITE),
        ("引き分け（千日手）", None, Termination.SENNICHITE),
        ("千日手成立", None, Termination.SENNICHITE),
        ("持将棋により引き分け", None, Termination.IMPASSE_AGREED),
        ("持将棋が成立", None, Termination.IMPASSE_AGREED),
        ("最大手数により引き分け", None, Termination.MOVE_LIMIT),
        ("先手の投了により後手の勝ち", WHITE, RESIGNED),
        ("詰みにより後手の勝ち", WHITE, Termination.CHECKMATE),
        ("先手のトライ勝ち", BLACK, Termination.TRY),
        ("後手の反則勝ち", WHITE, Termination.ILLEGAL_MOVE),
        ("後手の反則により先手の勝ち", BLACK, Termination.ILLEGAL_MOVE),
        ("後手の通信切断により先手の勝ち", BLACK, Termination.CONNECTION_LOST),
        ("後手の不戦敗により先手の勝ち", BLACK, Termination.DEFAULT),
    ],
)
@pytest.mark.parametrize("turn", [BLACK, WHITE])
def test_a_line_gives_side_reason_and_result(
    sentence: str, winner: Color | None, termination: Termination, turn: Color
) -> None:
    expected = Outcome(winner, termination)
    assert outcome_of(sentence, turn) == expected
    moves = ["1 ７六歩(77)", "2 ３四歩(33)"][: 2 - turn]
    game = kifu.read("\n".join(["手合割：平手", *moves, f"まで{len(moves)}手で{sentence}", ""]))
    assert game.outcome == expected
    assert not game.warnings


@pytest.mark.parametrize("infraction", [each for each in Infraction if each is not Infraction.OTHER])
def test_every_foul_is_read_by_its_name(infraction: Infraction) -> None:
    foul = Outcome(BLACK, Termination.ILLEGAL_MOVE, infraction)
    name = infraction.text("ja")
    assert outcome_of(f"後手の{name}により先手の勝ち", WHITE) == foul
    assert outcome_of(f"反則（{name}）により先手の勝ち", BLACK) == foul
    assert outcome_of(f"先手の勝ち（反則：{name}）", BLACK) == foul


SIDES_NAMED = {"先手": BLACK, "下手": BLACK, "▲": BLACK, "後手": WHITE, "上手": WHITE, "△": WHITE}
LOST_BY = {
    "投了": RESIGNED, "時間切れ": Termination.TIME_FORFEIT, "反則": Termination.ILLEGAL_MOVE,
    "二歩": Termination.ILLEGAL_MOVE, "接続切れ": Termination.CONNECTION_LOST,
    "連続王手の千日手": Termination.PERPETUAL_CHECK, "宣言の条件不備": Termination.FAILED_DECLARATION,
}  # fmt: skip


@pytest.mark.parametrize("side", SIDES_NAMED)
@pytest.mark.parametrize("reason", LOST_BY)
def test_every_reason_can_be_combined_with_every_side_and_result(side: str, reason: str) -> None:
    loser = SIDES_NAMED[side]
    winning = next(name for name, color in SIDES_NAMED.items() if color is loser.opponent)
    for sentence in (
        f"{side}の{reason}", f"{side}の{reason}負け", f"{side}の{reason}により{winning}の勝ち",
        f"{reason}により{winning}の勝ち", f"{reason}で{side}の負け", f"{winning}の{reason}勝ち",
        f"{winning}の勝ち（{reason}）", f"{side}が{reason}のため、{winning}の勝ち",
    ):  # fmt: skip
        for turn in Color:
            outcome = outcome_of(sentence, turn)
            assert outcome is not None, sentence
            assert (outcome.winner, outcome.termination) == (loser.opponent, LOST_BY[reason]), sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "体調不良により先手の勝ち",
        "千日手により先手の勝ち",
        "先手の時間切れにより先手の勝ち",
        "先手の勝ち、後手の勝ち",
        "時間切れにより引き分け",
        "時間切れと二歩により先手の勝ち",
        "先手の詰み",
        "先手",
    ],
)
def test_an_unknown_reason_never_becomes_a_resignation(sentence: str) -> None:
    game = kifu.read(f"手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\nまで2手で{sentence}\n")
    assert game.end.ending == kifu.Ending(word=sentence)
    assert [each.message for each in game.warnings] == ["an ending that is not understood; kept as a word"]


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("投了", "先手の勝ち"),
        ("投了", "時間切れにより後手の勝ち"),
        ("投了", "千日手"),
        ("千日手", "持将棋により引き分け"),
        ("千日手", "先手の勝ち"),
        ("中断", "後手の勝ち"),
        ("中断", "引き分け"),
        ("切れ負け", "先手の時間切れにより先手の勝ち"),
        ("切れ負け", "後手の時間切れ負け"),
        ("反則負け", "先手の反則勝ち"),
        ("詰み", "先手の勝ち"),
        ("封じ手", "後手の勝ち"),
    ],
)
def test_two_contradictory_results_give_a_warning(word: str, sentence: str) -> None:
    game = kifu.read(f"手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 {word}\nまで2手で{sentence}\n")
    assert [each.line for each in game.warnings] == [5]
    for warning in game.warnings:
        assert "食い違って" in warning.message.text("ja")


@pytest.mark.parametrize(
    ("word", "sentence", "expected"),
    [
        ("投了", "後手の勝ち", Outcome(WHITE, RESIGNED)),
        ("切れ負け", "後手の勝ち", Outcome(WHITE, Termination.TIME_FORFEIT)),
        ("反則負け", "二歩により後手の勝ち", Outcome(WHITE, Termination.ILLEGAL_MOVE, Infraction.NIFU)),
        ("反則負け", "先手の連続王手の千日手により後手の勝ち", Outcome(WHITE, Termination.PERPETUAL_CHECK)),
        ("千日手", "引き分け", Outcome(None, Termination.SENNICHITE)),
        ("千日手", "千日手により引き分け", Outcome(None, Termination.SENNICHITE)),
        ("接続切れ", "先手の接続切れにより後手の勝ち", Outcome(WHITE, Termination.CONNECTION_LOST)),
        ("入玉勝ち", "先手の勝ち", Outcome(BLACK, Termination.IMPASSE_DECLARATION)),
    ],
)
def test_two_results_that_agree_give_no_warning(word: str, sentence: str, expected: Outcome) -> None:
    game = kifu.read(f"手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 {word}\nまで2手で{sentence}\n")
    assert game.outcome == expected
    assert not game.warnings
