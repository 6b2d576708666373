"""CSA 2.2, the record format of computer tournaments: the main line with times and comments.

It has no variations: they are left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai.notation import csa
from komadai.outcome import Outcome, Termination
from komadai.pieces import HAND_TYPES, Color
from komadai.squares import square_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai._core import Board
    from komadai.kifu.game import Game, Node

HEADER_NAMES: Final = {
    "event": "$EVENT",
    "site": "$SITE",
    "started": "$START_TIME",
    "ended": "$END_TIME",
    "time_limit": "$TIME_LIMIT",
    "opening": "$OPENING",
}
"""Our keys and CSA's. Other headers become comments."""

WORDS: Final = {
    # CSA has no word for a game that ends by itself without a legal move: the side is mated, too.
    Termination.CHECKMATE: "%TSUMI",
    Termination.NO_LEGAL_MOVES: "%TSUMI",
    Termination.RESIGNATION: "%TORYO",
    Termination.TIME_FORFEIT: "%TIME_UP",
    Termination.SENNICHITE: "%SENNICHITE",
    Termination.IMPASSE_AGREED: "%JISHOGI",
    # Nor for the try rule; this one says at least who won. The comment says how.
    Termination.TRY: "%TSUMI",
    Termination.MOVE_LIMIT: "%HIKIWAKE",
    Termination.INTERRUPTED: "%CHUDAN",
}
"""The line that ends a game, where it does not depend on who won."""

_EXPLAINED: Final = (
    Termination.NO_LEGAL_MOVES,
    Termination.TRY,
    Termination.MOVE_LIMIT,
    Termination.ILLEGAL_MOVE,
    Termination.PERPETUAL_CHECK,
    Termination.FAILED_DECLARATION,
)


def write(game: Game) -> str:
    """The game as a CSA 2.2 file. Times are cut to whole seconds, as the version demands."""
    lines = ["V2.2"]
    lines += [
        f"N{sign}{_one_line(game.headers.get(key, ''))}"
        for sign, key in zip("+-", ("black", "white"), strict=True)
    ]
    lines += _headers(game)
    board = game.board()
    lines += _start(board)
    lines += _comment(game.root)
    for node in game.main_line():
        if node.move is None:
            continue
        lines.append(csa.write(board, node.move))
        lines += _time(node.time_ms)
        lines += _comment(node)
        board.push_unchecked(node.move)
    end = game.end
    if end.outcome is not None:
        lines.append(ending_line(end.outcome, board.turn))
        lines += _time(end.outcome_ms)
        # %TORYO alone means that the side to move resigned; one can resign while the other thinks, too.
        out_of_turn = end.outcome.termination is Termination.RESIGNATION and end.outcome.winner is board.turn
        if end.outcome.termination in _EXPLAINED or out_of_turn:
            lines.append(f"'*{end.outcome.text('en')}")
    return "\n".join(lines) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _headers(game: Game) -> Iterator[str]:
    for key, value in game.headers.items():
        if not value or key in ("black", "white"):
            continue
        name = HEADER_NAMES.get(key)
        yield f"{name}:{_one_line(value)}" if name else f"'{_one_line(key)}:{_one_line(value)}"


def _start(board: Board) -> Iterator[str]:
    for rank in range(1, 10):
        pieces = (board.piece_at(square_at(file, rank)) for file in range(9, 0, -1))
        cells = (
            " * " if piece is None else csa.SIGNS[piece.color] + csa.PIECES[piece.type] for piece in pieces
        )
        yield f"P{rank}{''.join(cells)}"
    for color in Color:
        hand = board.hand(color)
        held = "".join(f"00{csa.PIECES[kind]}" * hand[kind] for kind in reversed(HAND_TYPES))
        if held:
            yield f"P{csa.SIGNS[color]}{held}"
    yield csa.SIGNS[board.turn]


def _comment(node: Node) -> list[str]:
    return [f"'*{line}" for line in node.comment.splitlines()]


def _time(time_ms: int | None) -> list[str]:
    return [] if time_ms is None else [f"T{max(time_ms, 0) // 1000}"]


def ending_line(outcome: Outcome, turn: Color) -> str:
    """The line that ends a game when this side is to move: ``%TORYO``, ``%KACHI`` …"""
    match outcome.termination:
        case Termination.ILLEGAL_MOVE | Termination.PERPETUAL_CHECK | Termination.FAILED_DECLARATION:
            # The side to move is at fault, or it was the side that just moved.
            if outcome.loser is turn:
                return "%ILLEGAL_MOVE"
            return f"%{csa.SIGNS[turn.opponent]}ILLEGAL_ACTION"
        case Termination.IMPASSE_DECLARATION:
            return "%KACHI" if outcome.winner is turn else "%JISHOGI"
        case termination:
            return WORDS[termination]
