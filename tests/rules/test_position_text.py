"""A position as people and programs write it: one reader for every place that takes a position."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path

import pytest

from komadai import STARTPOS, Board, SfenError, tsume

MIDDLE = "ln1gkg2l/2s4s1/p1pp+Bpnpp/1r4p2/7P1/P8/2GPPPP1P/2S6/LN2KG+r1L b BPsn3p 1"
LINK_FORM = MIDDLE.replace(" ", "_")
CASES = Path(__file__).parents[3] / "shared" / "data" / "cases" / "20_sfen_prefix.txt"


@pytest.mark.parametrize(
    "text",
    [
        f"sfen {MIDDLE}",
        f"position sfen {MIDDLE}",
        f"  {MIDDLE}\n",
        MIDDLE.replace(" ", "  "),
        LINK_FORM,
        f"sfen_{LINK_FORM}",
        f"https://lishogi.org/analysis/standard/{LINK_FORM}",
        f"https://lishogi.org/editor/{LINK_FORM}?orientation=gote#3",
        f"https://lishogi.org/editor/{LINK_FORM.replace('+', '%2B').replace('_', '%20')}",
        f"http://example.org/?a=1&sfen={MIDDLE.replace('+', '%2B').replace(' ', '+')}&b=2",
        f"http://example.org/?sfen={MIDDLE.replace('/', '%2f').replace(' ', '%20')}",
    ],
)
def test_a_position_may_be_written_in_several_ways(text: str) -> None:
    assert Board(text).sfen() == MIDDLE


@pytest.mark.parametrize("start", ["startpos", "position startpos", f"sfen {STARTPOS}", STARTPOS])
def test_the_moves_become_the_history(start: str) -> None:
    board = Board(f"{start} moves 7g7f 3c3d")
    assert [str(move) for move in board.history] == ["7g7f", "3c3d"]
    assert board.usi_position() == "startpos moves 7g7f 3c3d"
    assert Board(f"{start} moves") == Board(start) == Board()


def test_every_board_can_be_read_from_its_usi_position() -> None:
    rng = random.Random(7)
    for start in ("startpos", MIDDLE):
        board = Board(start)
        for _ in range(60):
            again = Board(board.usi_position())
            assert (again, again.history, again.sfen()) == (board, board.history, board.sfen())
            board.push(rng.choice(board.legal_moves))


@pytest.mark.parametrize(
    ("text", "field", "words", "japanese"),
    [
        ("moves 7g7f", "position", "write 'startpos' or an SFEN before 'moves'", "「moves」の前に"),
        ("sfen moves 7g7f", "position", "write 'startpos' or an SFEN before 'moves'", "「moves」の前に"),
        ("startpos 7g7f", "position", "write 'moves' before '7g7f'", "「7g7f」の前に「moves」"),
        (f"{MIDDLE} bm 7g7f", "position", "remove 'bm'", "「bm」を取り除いて"),
        (f"fen {MIDDLE}", "position", "remove 'fen' before the board", "盤面の前の「fen」"),
        (f'"{MIDDLE}"', "position", "remove the quotes", "引用符"),
        ("position", "position", "expected 'startpos' or an SFEN", "startposかSFEN"),
        ("sfen", "position", "expected an SFEN after 'sfen'", "「sfen」の後に"),
        ("手合割：平手\n手数----指手", "position", "komadai.kifu.read", "一行です"),
        ("https://lishogi.org/abcdefgh", "position", "the link holds no SFEN", "リンク"),
        ("startpos moves 7g7f hello", "moves", "move 2: 'hello' is no move", "2手目の「hello」"),
        (
            "startpos moves 7g7f 3c3e",
            "moves",
            "move 2: 3c3e is illegal: the piece does not move so",
            "2手目の3c3eは指せません（動けないマスへの移動）",
        ),
        ("sfen 9/9/9/9/9/9/9/9/9 b", "hands", "is missing", "持駒"),
    ],
)
def test_an_error_says_what_to_change(text: str, field: str, words: str, japanese: str) -> None:
    for validate in (True, False):
        with pytest.raises(SfenError) as caught:
            Board(text, validate=validate)
        assert caught.value.field == field
        assert words in caught.value.reason
        assert japanese in caught.value.text("ja")


def test_a_position_replaces_that_of_a_board() -> None:
    board = Board("startpos moves 7g7f")
    board.set_position(f"sfen {MIDDLE}")
    assert (board.sfen(), board.history) == (MIDDLE, [])
    with pytest.raises(SfenError):
        board.set_position("x")
    assert board.sfen() == MIDDLE
    board.set_position("P8/9/9/9/9/9/9/9/9 b - 1", validate=False)
    assert board.problems()
    board.reset()
    assert (board.sfen(), board.history) == (STARTPOS, [])


def test_the_solver_reads_positions_in_the_same_way() -> None:
    mate = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
    texts = (mate, f"position sfen {mate}", mate.replace(" ", "_"))
    assert [solution.plies for solution in tsume.solve_many(texts)] == [1, 1, 1]


@pytest.mark.skipif(not CASES.exists(), reason="the folder of cases is not here")
def test_the_lines_of_the_case() -> None:
    for line in CASES.read_text(encoding="utf-8").splitlines():
        assert Board(line).sfen().split()[0] in line


@pytest.mark.parametrize("seed", range(20))
def test_damaged_texts_are_read_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    alphabet = "lnsgkprbLNSGKPRB+/123456789 _%-bw=?&#\n\"' moves sfen startpos http:// 7g7f é"
    for _ in range(300):
        text = list(f"https://x.org/?sfen={LINK_FORM} moves 7g7f" if rng.random() < 0.5 else MIDDLE)
        for _ in range(rng.randint(1, 6)):
            at = rng.randrange(len(text))
            text[at : at + rng.randint(0, 2)] = rng.choice(alphabet) * rng.randint(0, 3)
        with contextlib.suppress(SfenError):
            Board("".join(text), validate=rng.random() < 0.5)
