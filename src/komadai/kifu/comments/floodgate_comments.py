"""Evaluations and lines of engines in CSA files: ``'** 123 +7776FU -3334FU #4567``.

The form of floodgate, which CSA 3.0 made part of the standard. The score is from Black's point of view, in
centipawns; the line follows the move that the comment is on; the number after # is the number of nodes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from komadai._core import Board, Move, read_csa
from komadai.errors import KomadaiError
from komadai.kifu.tree.game import Analysis
from komadai.notation import csa
from komadai.squares import square_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_ANALYSIS: Final = re.compile(r"\* (0|-?[1-9]\d{0,8})((?: [+-]\d{4}[A-Z]{2})*)(?: #(0|[1-9]\d{0,17}))?")
"""Matches only text that would be written back unchanged; other text stays a comment."""


def read_analysis(board: Board, text: str) -> Analysis | None:
    """The analysis in a comment on the move that led to this position; None if it is another comment.

    If the line cannot be played, or is not written as CSA writes it, the text stays a comment, so that
    nothing is lost.
    """
    if not text.startswith("* "):
        return None
    match = _ANALYSIS.fullmatch(text.rstrip(" "))
    if match is None:
        return None
    line = _moves(board, match[2].split())
    if line is None:
        return None
    return Analysis(int(match[1]), line=line, nodes=int(match[3]) if match[3] else None)


def _moves(board: Board, words: list[str]) -> tuple[Move, ...] | None:
    if not words:
        return ()
    run = read_csa("\n".join([*words, "%"]), 0, board.copy(), "", False)
    if len(run) == len(words):
        return tuple(run.moves)
    # Some of them are illegal: they are played without checking the rules.
    board = board.copy()
    moves = []
    try:
        for word in words:
            if csa.SIGNS[board.turn] != word[0]:
                return None
            kind, to = csa.BY_NAME[word[5:]], square_at(int(word[3]), int(word[4]))
            if word[1:3] == "00":
                move = Move.dropping(kind, to)
            else:
                start = square_at(int(word[1]), int(word[2]))
                piece = board.piece_at(start)
                if piece is None or (piece.type is not kind and piece.type.promoted is not kind):
                    return None
                move = Move.normal(start, to, piece.type is not kind)
            board.push_unchecked(move)
            moves.append(move)
    except (KomadaiError, KeyError):
        return None
    return tuple(moves)


def write_analysis(board: Board, analysis: Analysis) -> str | None:
    """The comment (without ``'*``) for an analysis of this position; None if CSA cannot hold it."""
    if analysis.centipawns is None:
        return None
    words = [str(analysis.centipawns), *_words(board, analysis.line)]
    if analysis.nodes is not None:
        words.append(f"#{analysis.nodes}")
    return "* " + " ".join(words)


def _words(board: Board, line: Sequence[Move]) -> Iterator[str]:
    if not line:
        return
    board = board.copy()
    for move in line:
        yield csa.write(board, move)
        board.push_unchecked(move)
