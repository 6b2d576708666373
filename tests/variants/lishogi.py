"""Texts in the form of lishogi."""

from __future__ import annotations

from komadai.variants import Board

STEPS = [(file, rank) for file in (-1, 0, 1) for rank in (-1, 0, 1) if file or rank]


def square(file: int, rank: int) -> str:
    return f"{file}{chr(ord('a') + rank - 1)}" if 1 <= file <= 12 and 1 <= rank <= 12 else ""


def second_steps(kind: str, forward: int, step: tuple[int, int]) -> list[tuple[int, int]]:
    """The second steps that may follow the first: any for a lion, along the same line for the others."""
    if kind in ("N", "+O"):
        return STEPS
    ahead = step[1] == forward and (step[0] == 0) == (kind == "+H")
    return [step, (-step[0], -step[1])] if ahead else []


def texts_of_lishogi(board: Board) -> set[str]:
    """The legal moves as lishogi lists them: every pair of steps of a lion is a move of its own."""
    texts = {move.usi() for move in board.legal_moves}
    forward = -1 if board.turn == 0 else 1
    for cell, piece in board.piece_map().items():
        if piece.color != board.turn or piece.kind.id not in ("N", "+O", "+H", "+D"):
            continue
        file, rank = cell // 12 + 1, cell % 12 + 1
        for step in STEPS:
            middle = file + step[0], rank + step[1]
            for second in second_steps(piece.kind.id, forward, step):
                end = square(middle[0] + second[0], middle[1] + second[1])
                written = square(file, rank) + square(*middle) + end
                if square(*middle) and end:
                    texts.update(
                        text for text in (written, written + "+") if board.parse_move(text) is not None
                    )
    return texts
