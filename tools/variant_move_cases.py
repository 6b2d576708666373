"""Writes the cases by which the page's texts of moves of variants are tested: ``variant_move_cases.py``.

web/src/core/variant_moves.ts writes the moves of a game in the page as `komadai.variants.notation` does on
the server. The cases are random moves of each variant with their texts;
web/tests/device_games/variant_move_cases.json has them.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any, Final

import msgspec

from komadai.play.boards import SHOGI
from komadai.server.positions.views import play
from komadai.variants import NAMES, Board

FILE: Final = Path(__file__).parents[1] / "web/tests/device_games/variant_move_cases.json"
MOVES: Final = 20
"""Of each variant."""


def cases() -> dict[str, list[list[Any]]]:
    """By variant the moves of one game: in USI, with the texts, what is captured, whether it is a check."""
    rng = random.Random(49)
    return {name: _moves(rng, Board(name)) for name in NAMES if name != SHOGI}


def _moves(rng: random.Random, board: Board) -> list[list[Any]]:
    written: list[list[Any]] = []
    while len(written) < MOVES and not board.is_game_over():
        legal = list(board.legal_moves)
        # Captures and the moves of several steps have the texts in which a fault would hide.
        rare = [move for move in legal if move.via or board.piece_at(move.to_square) is not None]
        move = rng.choice(rare or legal)
        view = play(board, move, ply=len(written) + 1)
        text, spoken = msgspec.to_builtins(view.text), msgspec.to_builtins(view.spoken)
        written.append([view.usi, text["japanese"], text["western"], spoken["en"], view.captured, view.check])
    return written


def text() -> str:
    """The file: one variant a line."""
    lines = [
        f"{json.dumps(name)}:{json.dumps(moves, ensure_ascii=False, separators=(',', ':'))}"
        for name, moves in cases().items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
