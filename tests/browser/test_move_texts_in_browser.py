"""The texts of moves in the build for browsers are those of the library, in every notation."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from komadai import Board, Handicap, Move
from komadai.server.positions.views import checked
from komadai.server.records.to_wire import play
from tests.amounts import examples
from tests.browser.conftest import ROOT, Module

# Many pieces of a kind that can go to one square: 右 左 直 上 寄 引 and their pairs.
CROWDED = (
    "4k4/9/9/3G1G3/9/2G1S1G2/9/3S1S3/4K4 b S 1",
    "4k4/9/3+S+S+S3/2+N3+N2/3+L1+L3/2+P1+P1+P2/9/9/4K4 b - 1",
    "4k4/9/9/2+R3+R2/9/9/2+B3+B2/9/4K4 b - 1",
    "4k4/3g1g3/2g1s1g2/9/3s1s3/9/9/9/4K4 w RB2P 1",
)
MODULE_TYPES = ROOT / "web" / "src" / "core" / "module.ts"


def line(root: str, plies: int, rng: Random) -> tuple[dict[str, Any], list[Any]]:
    """Random moves from a position as the module gets them, and the page's type Move of each."""
    board, moves, written = Board(root), list[str](), list[Any]()
    start = Handicap.from_sfen(root)
    handicap = start is not None and start.key != "even"
    while len(moves) < plies and board.legal_moves:
        last = board.history[-1] if board.history else None
        retakes = [move for move in board.legal_moves if last and move.to_square == last.to_square]
        move = rng.choice(retakes if retakes and rng.random() < 0.5 else list(board.legal_moves))
        written.append(msgspec.to_builtins(play(board, move).view))
        moves.append(move.usi())
    return {"text": root, "moves": moves, "handicap": handicap}, written


def test_moves_are_written_and_spoken_alike(module: Module) -> None:
    rng = Random(49)
    roots = [*CROWDED, Board().sfen(), Handicap.named("two-piece").sfen]
    chosen = [line(roots[n % len(roots)], 30, rng) for n in range(examples(24, 300))]
    answers = module("line", [item for item, _ in chosen])
    for (item, written), answer in zip(chosen, answers, strict=True):
        assert answer == written, item
    texts = "".join(move["text"]["japanese"] for _, written in chosen for move in written)
    assert {*"右左直上寄引同打成"} <= {*texts}
    assert "不成" in texts


def test_a_line_ends_before_a_move_that_is_not_legal(module: Module) -> None:
    (answer,) = module("line", [{"text": "startpos", "moves": ["7g7f", "7g7f", "3c3d"], "handicap": False}])
    assert [move["usi"] for move in answer] == ["7g7f"]


def test_the_first_move_of_a_line_is_written_after_the_move_before(module: Module) -> None:
    sfen = "lnsgkgsnl/1r5B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 4"
    item = {"text": sfen, "previous": "8h2b", "moves": ["3a2b"]}
    (answer,) = module("line_after", [item])
    expected = play(Board(sfen), Move.from_usi("3a2b"), Move.from_usi("8h2b"), handicap=False)
    assert answer == [msgspec.to_builtins(expected.view)]
    assert "同" in answer[0]["text"]["japanese"]


def test_the_squares_of_kings_in_check(module: Module) -> None:
    sfens = ["4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", "4k4/9/9/9/9/9/9/9/4K4 w - 1"]
    assert module("checked", sfens) == [checked(Board(sfen)) for sfen in sfens] == [["5a"], []]


def methods(types: Path, interface: str) -> set[str]:
    """The methods that the types of the page give to an object of the module."""
    body = re.search(
        rf"export interface {interface} extends Native {{(.*?)\n}}", types.read_text("utf-8"), re.S
    )
    assert body is not None, interface
    return set(re.findall(r"^  (\w+)\(", body[1], re.M))


@pytest.mark.parametrize(
    "kind", ["Position", "Search", "MateSolver", "BrinkmateSolver", "VariantPosition", "VariantSearch"]
)
def test_the_types_of_the_page_name_the_methods_of_the_module(kind: str, module: Module) -> None:
    (names,) = module("names", [kind])
    assert methods(MODULE_TYPES, kind) == {*names} - {"constructor"}
