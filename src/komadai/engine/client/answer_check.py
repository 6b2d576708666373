"""Checks of an engine's answers against the rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from komadai import Board, Move
from komadai.engine.protocol.info import PlayResult
from komadai.errors import EngineProtocolError


def check_answer(result: PlayResult, board: Board | None, engine: str) -> PlayResult:
    """The answer, without an illegal ponder move. The move is played on ``board``; None: nothing is checked.

    Raises EngineProtocolError, with the name ``engine``, for an illegal move.
    """
    if board is None or result.move is None:
        return result
    check_moves((result.move,), board, engine)
    if result.ponder is not None and not board.is_legal(result.ponder):
        return replace(result, ponder=None)
    return result


def check_moves(moves: Iterable[Move], board: Board | None, engine: str) -> None:
    """Plays the moves on ``board``; None: nothing is checked. Raises EngineProtocolError as above."""
    if board is None:
        return
    for move in moves:
        if not board.is_legal(move):
            raise EngineProtocolError(
                f"engine {engine!r} played {move.usi()}, which is illegal in {board.sfen()}"
            )
        board.push(move)
