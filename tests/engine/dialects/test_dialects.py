"""Positions and moves of variants as other engines write them."""

from __future__ import annotations

from random import Random

import pytest

from komadai.engine.dialects.choice import dialect_of, xboard_dialect_of
from komadai.engine.dialects.dialect import Dialect
from komadai.engine.dialects.table import USI_DIALECTS, XBOARD_DIALECTS
from komadai.engine.dialects.xboard import PASS
from komadai.errors import InvalidMoveError
from komadai.variants import NAMES, Board

DIALECTS = [*USI_DIALECTS.values(), *XBOARD_DIALECTS.values()]


def fairy(variant: str) -> Dialect:
    return dialect_of(variant, "Fairy-Stockfish 14")


@pytest.mark.parametrize(
    ("variant", "theirs"),
    [
        ("minishogi", "sfen rbsgk/4p/5/P4/KGSBR b - 1"),
        ("dobutsu", "sfen gle/1c1/1C1/ELG b - 1"),
        ("tori", "sfen rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b - 1"),
        ("goro-goro-plus", "sfen sgkgs/5/1ppp1/1PPP1/5/SGKGS b NLnl 1"),
        ("kyoto", "sfen p+nks+l/5/5/5/+LSK+NP b - 1"),
        ("micro", "sfen kb+r+l/p3/4/3P/+L+RBK b - 1"),
    ],
)
def test_the_setup_is_that_of_fairy_stockfish(variant: str, theirs: str) -> None:
    """The setups as Fairy-Stockfish's variant.cpp and variants.ini have them."""
    assert fairy(variant).position(Board(variant).sfen()) == theirs


@pytest.mark.parametrize(
    ("variant", "theirs"),
    [
        (
            "chu",
            "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/"
            "A1B1TOXT1B1A/LFCSGKEGSCFL w 0 1",
        ),
        (
            "dai",
            "lnuicsgkgsciunl/a1c'1f1tet1f1c'1a/1x'1a'1wxl!ow1a'1x'1/rf'mvbhdqdhbvmf'r/ppppppppppppppp/4p'5p'4/15/"
            "15/15/4P'5P'4/PPPPPPPPPPPPPPP/RF'MVBHDQDHBVMF'R/1X'1A'1WOL!XW1A'1X'1/A1C'1F1TET1F1C'1A/"
            "LNUICSGKGSCIUNL w 0 1",
        ),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR[-] w 0 1"),
    ],
)
def test_the_setup_is_that_of_hachu(variant: str, theirs: str) -> None:
    """The setups as HaChu's variant.c has them, in XBoard's FEN."""
    assert xboard_dialect_of(variant).position(Board(variant).sfen()) == theirs


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda each: f"{type(each).__name__} {each.variant}")
def test_every_move_of_random_games_is_read_back(dialect: Dialect) -> None:
    rng = Random(dialect.variant)
    board = Board(dialect.variant)
    texts: list[str] = []
    for _ in range(60):
        moves = board.legal_moves
        if not moves or board.is_game_over():
            break
        written = {dialect.write(move, board): move for move in moves}
        passes = [
            move for move in moves if dialect.write(move, board) == PASS
        ]  # by any of two lions: the same
        assert len(written) == len(moves) - max(0, len(passes) - 1)
        for text, move in written.items():
            read = board.parse_move(dialect.read(text, board))
            assert read == move or text == PASS
        move = rng.choice(moves)
        texts.append(dialect.write(move, board))
        board.push(move)
    assert dialect.history(board) == texts


def test_every_variant_of_the_table_is_ours() -> None:
    assert {each.variant for each in DIALECTS} <= set(NAMES)


@pytest.mark.parametrize("variant", NAMES)
def test_our_own_engine_reads_our_sfen(variant: str) -> None:
    sfen = Board(variant).sfen()
    assert dialect_of(variant, "Komadai 1.0").position(sfen) == f"sfen {sfen}"


def test_hands_are_in_brackets_and_black_is_called_white() -> None:
    position = xboard_dialect_of("minishogi").position("2sgk/4p/5/P4/KGS2 w R2Pb 8")
    assert position == "2sgk/4p/5/P4/KGS2[RPPb] b 0 4"


def test_squares_are_counted_from_blacks_left_and_from_below() -> None:
    chu, board = xboard_dialect_of("chu"), Board("chu")
    assert chu.read("d4d5", board) == "9i9h"
    assert chu.read("l12l11", board) == "1a1b"
    assert chu.read("d4d5=", board) == "9i9h"
    assert chu.read("d4d5+", board) == "9i9h+"


LION = "k11/12/12/12/12/4pp6/4N7/12/12/12/12/K11 b - 1"


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("e6e7,e7f7", "8g8f7f"),  # takes two
        ("e6e7,e7e6", "8g8f8g"),  # takes one without leaving its square
        ("e6e7,e7d8", "8g8f9e"),  # takes one and goes on
        ("e6g6", "8g6g"),  # jumps
        ("@@@@", "8g7g8g"),  # passes, by way of the empty square of the lowest number
    ],
)
def test_the_double_moves_of_a_lion(theirs: str, ours: str) -> None:
    dialect, board = xboard_dialect_of("chu"), Board("chu", LION)
    read = board.parse_move(dialect.read(theirs, board))
    assert read is not None
    assert read.usi() == ours or ours == "8g7g8g"
    assert dialect.write(read, board) == theirs


def test_a_piece_that_turns_back_is_marked_by_fairy_stockfish() -> None:
    board = Board("kyoto")
    written = {move.usi(): fairy("kyoto").write(move, board) for move in board.legal_moves}
    assert written["4e5d+"] == "4e5d+"  # a silver becomes a bishop
    assert written["2e2d+"] == "2e2d-"  # a gold becomes a knight
    assert fairy("kyoto").read("2e2d-", board) == "2e2d+"


def test_drops_have_the_letter_of_the_face() -> None:
    board = Board("kyoto", "2k2/5/5/5/2K2 b TG 1")
    assert fairy("kyoto").position(board.sfen()).split()[3] in ("LN", "NL")
    written = {move.usi(): fairy("kyoto").write(move, board) for move in board.legal_moves}
    assert (written["T*5c"], written["L*5c"], written["N*5c"]) == ("+L*5c", "L*5c", "N*5c")
    assert fairy("kyoto").read("+L*5c", board) == "T*5c"


@pytest.mark.parametrize("text", ["", "hello", "a1", "z9z8", "d4d5,e5e6", "@@@@"])
def test_a_text_that_is_no_move_is_an_error(text: str) -> None:
    with pytest.raises(InvalidMoveError):
        xboard_dialect_of("chu").read(text, Board("chu", "k11/12/12/12/12/12/12/12/12/12/12/K11 b - 1"))
