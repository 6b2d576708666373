"""Prose is no game: text without a record gives none, and records within a text are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from komadai import Board, kifu
from komadai.errors import RecordError
from komadai.kifu import FORMATS

PROSE = (
    "moves are more difficult than problems with fewer moves. Although this is not",
    "moves (Japanese count) longer in which Black still has a piece in hand, the",
    "position is seen to be hopeless, or, a draw may occur. This is",
    "startpos is the word for the usual start",
    "sfen is the notation of a position",
    "variant games have a notation of their own",
    "7g7f is the most popular of all first moves",
    "PING and PONG keep the connection open",
    "PIECES have two sides",
    "P1 is the first player",
    "N-gram models know nothing of this",
    "V2 of the protocol",
    "%Lexicon is a hash",
    "2. K8s clusters",
    "3 B2B companies",
    "1. S3 buckets",
    "| piece | moves |",
    "| | ○ | ○ | ○ | |",
    "+-----------------+---------+",
    "| King (lower ranked player) | | 玉将 | K | 玉 |",
    "先手の持ち駒とは、取った駒のことです。",
    "9 8 7 6 5 4 3 2 1",
    "1. 同じ手を繰り返すと千日手になる",
    "2. 中断した対局を再開する",
    "同金額の場合は先着順とする",
    "変化：この手では他の手もある",
    "▲ 注意事項",
    "...",
)


@pytest.mark.parametrize("line", PROSE)
def test_a_line_of_prose_is_no_game(line: str) -> None:
    for text in (line, f"An introduction\n\n{line}\nand so on.\n"):
        with pytest.raises(RecordError, match="no game in this text"):
            kifu.read(text)


def test_the_prose_around_tables_of_moves_is_named_in_the_warnings() -> None:
    text = (
        "About shogi\n\nA long game\n▲歩-76\t□歩-34\n\nMore about it\n▲歩-26\t□歩-84\nThe end of the text\n"
    )
    report = kifu.Report()
    games = list(kifu.parse(text, kifu.GameBuilder(), "western-text", report=report))
    assert [len(game.moves()) for game in games] == [2, 2]
    assert [(each.line, each.text) for each in report.deviations] == [
        (1, "About shogi"),
        (3, "A long game"),
        (6, "More about it"),
        (8, "The end of the text"),
    ]


@pytest.mark.parametrize("key", [key for key, each in FORMATS.items() if each.can_read and key != "jkf"])
def test_prose_is_no_game_of_the_format_that_is_named(key: str) -> None:
    text = "A game of shogi\nmoves are more difficult than others\n"
    with pytest.raises(RecordError, match=r"no game|got nothing"):
        kifu.read(text, key)


def test_all_lines_of_prose_together_are_no_game() -> None:
    report = kifu.Report()
    with pytest.raises(RecordError, match="no game in this text"):
        list(kifu.parse("\n".join(PROSE), kifu.GameBuilder(), report=report))
    assert report.deviations


def test_moves_in_a_document_are_read_and_its_prose_is_reported() -> None:
    text = "\n".join(
        (*PROSE, "A game might begin so, with P-8f later:", "", "   1. P-7f   2. P-3d", "   3. P-2f")
    )
    (game,) = kifu.read_all(text)
    assert [move.usi() for move in game.moves()] == ["7g7f", "3c3d", "2g2f"]
    assert {1, len(PROSE) + 1} <= {warning.line for warning in game.warnings}


def test_each_list_of_pieces_in_a_document_is_a_problem() -> None:
    text = """\
5e is a strategic point, and R*1b a move.
Black: R2c, G3c In hand: G
White: K1a
That is, Black has a gold in hand.
1. G*1b

Another one. Here is the solution:
Black: +B3d, P2e In hand: R
White: K1c, B2b, G1e, L1a
R*1b Lx1b +B2d
"""
    games = list(kifu.read_all(text))
    assert [game.sfen.split()[0] for game in games] == ["8k/9/6GR1/9/9/9/9/9/9", "8l/7b1/8k/6+B2/7Pg/9/9/9/9"]
    assert [[move.usi() for move in game.moves()] for game in games] == [["G*1b"], ["R*1b", "1a1b", "3d2d"]]


def test_a_document_about_shogi_gives_only_the_games_in_it(shared_data: Path) -> None:
    games: list[tuple[int, str]] = []
    for number, path in enumerate(sorted((shared_data.parent / "sources").glob("*.txt"))):
        try:
            games += [
                (number, " ".join(each.usi() for each in game.moves()[:3])) for game in kifu.read_all(path)
            ]
        except RecordError:
            continue
    assert games == [
        (1, "7g7f 3c3d 2g2f"),
        (2, "R*1b 1a1b 3d2d"),
        (3, "7g7f 3c3d 2g2f"),
        (3, "7a6b 7g7f 5c5d"),
        (3, "7a6b 7g7f 5c5d"),
    ]


@pytest.mark.parametrize(
    "text",
    ["moves 7g7f", "moves", "7g7f", "startpos", "先手：甲", "N+a\nN-b\n", "手数----指手---------消費時間--"],
)
def test_the_shortest_record_is_a_game(text: str) -> None:
    assert Board(kifu.read(text).sfen) == Board()
