"""KIF files, in the form that other programs expect."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from komadai import Board, Color, Infraction, Move, Outcome, Termination, kifu, notation
from komadai.handicap import HANDICAPS
from komadai.kifu import Game, Node

BLACK, WHITE = Color.BLACK, Color.WHITE


def test_a_whole_file() -> None:
    game = Game(
        headers={"black": "羽生", "white": "Komadai 3級", "started": "2026/11/21 10:00:00", "備考": "試し"}
    )
    node = game.root
    node.comment = "お願いします"
    for usi, ms in (("7g7f", 4_200), ("3c3d", 61_999), ("8h2b+", 3_600_000), ("3a2b", 0), ("B*4e", 999)):
        node = node.add(Move.from_usi(usi), time_ms=ms)
    node.comment = "両取り\n狙い"
    node.outcome, node.outcome_ms = Outcome(BLACK, Termination.RESIGNATION), 10_000
    assert kifu.write(game, "kif") == (
        "開始日時：2026/11/21 10:00:00\n"
        "手合割：平手\n"
        "先手：羽生\n"
        "後手：Komadai 3級\n"
        "備考：試し\n"
        "手数----指手---------消費時間--\n"
        "*お願いします\n"
        "   1 ７六歩(77)    ( 0:04/00:00:04)\n"
        "   2 ３四歩(33)    ( 1:01/00:01:01)\n"
        "   3 ２二角成(88)  (60:00/01:00:04)\n"
        "   4 同　銀(31)    ( 0:00/00:01:01)\n"
        "   5 ４五角打      ( 0:00/01:00:04)\n"
        "*両取り\n"
        "*狙い\n"
        "   6 投了          ( 0:10/00:01:11)\n"
        "まで5手で先手の勝ち\n"
    )


def test_it_can_be_saved_in_shift_jis() -> None:
    for handicap in HANDICAPS:
        kifu.write(Game(handicap.sfen), "kif").encode("cp932")


def test_variations_are_written_from_the_last_move_to_the_first() -> None:
    game = Game()
    first = game.root.add(Move.from_usi("7g7f"))
    game.extend([Move.from_usi("3c3d"), Move.from_usi("2g2f")])
    other = first.add(Move.from_usi("8c8d"))
    other.add(Move.from_usi("2g2f"))
    other.add(Move.from_usi("6g6f"))
    game.root.add(Move.from_usi("2g2f"))
    lines = kifu.write(game, "kif").splitlines()
    assert lines[lines.index("手数----指手---------消費時間--") + 1 :] == [
        "   1 ７六歩(77)    +",
        "   2 ３四歩(33)    +",
        "   3 ２六歩(27)",
        "",
        "変化：2手",
        "   2 ８四歩(83)",
        "   3 ２六歩(27)    +",
        "",
        "変化：3手",
        "   3 ６六歩(67)",
        "",
        "変化：1手",
        "   1 ２六歩(27)",
    ]


def test_handicaps_have_names_and_sides_of_their_own() -> None:
    game = Game(Board.handicap("two-piece").sfen(), {"black": "下", "white": "上"})
    game.extend([Move.from_usi("5a4b")])
    game.outcome = Outcome(WHITE, Termination.TIME_FORFEIT)
    text = kifu.write(game, "kif")
    assert "手合割：二枚落ち\n下手：下\n上手：上\n" in text
    assert text.endswith("   2 切れ負け\nまで1手で時間切れにより上手の勝ち\n")


def test_other_starts_have_a_diagram() -> None:
    text = kifu.write(Game("4k4/9/9/9/9/9/9/9/4K4 w 2Pr 1"), "kif")
    assert "手合割：その他\n後手の持駒：飛\n" in text
    assert "先手の持駒：歩二\n後手番\n先手：" in text


@pytest.mark.parametrize(
    ("outcome", "lines"),
    [  # after ▲7六歩: White is to move
        (Outcome(BLACK, Termination.RESIGNATION), ("投了", "まで1手で先手の勝ち")),
        (Outcome(BLACK, Termination.TIME_FORFEIT), ("切れ負け", "まで1手で時間切れにより先手の勝ち")),
        (Outcome(BLACK, Termination.CHECKMATE), ("詰み", "まで1手で詰み")),
        (Outcome(None, Termination.SENNICHITE), ("千日手", "まで1手で千日手")),
        (Outcome(None, Termination.IMPASSE_AGREED), ("持将棋", "まで1手で持将棋")),
        (
            Outcome(None, Termination.IMPASSE_DECLARATION),
            ("持将棋\n*引き分け（入玉宣言）", "まで1手で持将棋"),
        ),
        (Outcome(WHITE, Termination.IMPASSE_DECLARATION), ("入玉勝ち", "まで1手で後手の入玉勝ち")),
        (Outcome(None, Termination.INTERRUPTED), ("中断", "まで1手で中断")),
        (Outcome(None, Termination.MOVE_LIMIT), ("最大手数", "まで1手で最大手数")),
        (Outcome(BLACK, Termination.TRY), ("トライ", "まで1手でトライにより先手の勝ち")),
    ],
)
def test_endings(outcome: Outcome, lines: tuple[str, str]) -> None:
    game = Game()
    game.extend([Move.from_usi("7g7f")])
    game.outcome = outcome
    assert kifu.write(game, "kif").endswith(f"   2 {lines[0]}\n{lines[1]}\n")


@pytest.mark.parametrize(
    ("outcome", "word", "reason", "last"),
    [
        (Outcome(WHITE, Termination.ILLEGAL_MOVE, Infraction.NIFU), "反則勝ち", "二歩", "後手の反則勝ち"),
        (Outcome(BLACK, Termination.ILLEGAL_MOVE, Infraction.NIFU), "反則負け", "二歩", "後手の反則負け"),
        (Outcome(BLACK, Termination.PERPETUAL_CHECK), "反則負け", "連続王手", "後手の反則負け"),
        (Outcome(BLACK, Termination.FAILED_DECLARATION), "反則負け", "宣言", "後手の反則負け"),
    ],
)
def test_fouls_have_their_side_and_rule(outcome: Outcome, word: str, reason: str, last: str) -> None:
    game = Game()
    game.extend([Move.from_usi("7g7f")])
    game.outcome = outcome
    end = kifu.write(game, "kif").splitlines()[-3:]
    assert end[0] == f"   2 {word}"
    assert end[1].startswith("*")
    assert reason in end[1]
    assert end[2] == f"まで1手で{last}"


def test_a_resignation_in_the_other_sides_turn_is_written() -> None:
    game = Game()
    game.extend([Move.from_usi("7g7f")])
    game.outcome = Outcome(WHITE, Termination.RESIGNATION)
    assert kifu.write(game, "kif").endswith("   2 投了\n*後手の勝ち（投了）\nまで1手で後手の勝ち\n")
    assert kifu.write(game, "csa").endswith("%TORYO\n'*White wins: Black’s resignation\n")


def test_every_termination_has_a_word() -> None:
    for termination in Termination:
        for winner in (None, BLACK, WHITE):
            game = Game()
            game.outcome = Outcome(winner, termination)
            assert "まで0手で" in kifu.write(game, "kif")


def test_a_name_cannot_start_another_line() -> None:
    game = Game(headers={"black": "a\n後手：b\r\n   1 投了", "x\ny：z": "1"})
    text = kifu.write(game, "kif")
    assert text.splitlines()[:4] == ["# x y：z：1", "手合割：平手", "先手：a 後手：b 1 投了", "後手："]
    assert kifu.losses(game, text, "kif") == ["2 headers"]


def random_tree(seed: int) -> Game:
    chance = random.Random(seed)
    game = Game(chance.choice(HANDICAPS).sfen)
    nodes = [game.root]
    for _ in range(60):
        # Mostly the last node is continued; sometimes a variation begins at an earlier one.
        node = nodes[-1] if chance.random() < 0.8 else chance.choice(nodes)
        known = {child.move for child in node.children}
        legal = [move for move in game.board(node).legal_moves if move not in known]
        if legal:
            time_ms = chance.choice([None, chance.randrange(10**6)])
            nodes.append(node.add(chance.choice(legal), time_ms=time_ms, comment=chance.choice(["", "あ"])))
    return game


@given(seed=st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_the_whole_tree_can_be_read_back(seed: int) -> None:
    game = random_tree(seed)
    found = Game(game.sfen)
    node = found.root
    for line in kifu.write(game, "kif").splitlines():
        if variation := re.fullmatch(r"変化：(\d+)手", line):
            while node.ply >= int(variation[1]):
                assert node.parent
                node = node.parent
        elif move := re.match(r" *([0-9]+) (\S+(?:　\S+)?)", line):
            assert int(move[1]) == node.ply + 1
            node = node.add(notation.read(found.board(node), move[2]))
        elif line.startswith("*"):
            node.comment = line[1:]

    def shape(node: Node) -> tuple[object, ...]:
        return node.move, node.comment, [shape(child) for child in node.children]

    assert shape(found.root) == shape(game.root)
