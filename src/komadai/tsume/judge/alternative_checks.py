"""The attacker's other checks along the main line: wrong checks, cooks, and lesser findings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai.tsume.judge.equivalent_moves import replay, same_choice
from komadai.tsume.judge.report_types import Attack
from komadai.tsume.judge.solver_queries import checks
from komadai.tsume.judge.symmetry import mirrored_moves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from komadai._core import Board, Move
    from komadai.tsume.judge.solver_queries import SolverQueries

_MOVES_REORDERED: Final = 4
"""The maximum number of attacker's moves whose order is varied."""


def alternative_checks(board: Board, move: Move | None) -> list[Attack]:
    """The checks other than this one, not judged yet. Of two mirror images the second refers to the first."""
    mirrors = mirrored_moves(board)
    seen: set[Move] = set()
    found = []
    for each in checks(board):
        if each is move:
            continue
        mirror = mirrors.get(each)
        found.append(Attack(each, mirror_of=mirror if mirror in seen or mirror is move else None))
        seen.add(each)
    return found


class AlternativeChecks:
    """Judges the checks beside a line. The forbidden positions of ``queries`` must be those of this line."""

    def __init__(self, queries: SolverQueries, boards: Sequence[Board], line: Sequence[Move]) -> None:
        self._queries = queries
        self._boards = boards
        self._line = line

    def judge(self, at: int, attack: Attack, nodes: int | None) -> bool:
        """Judges a check in the position before the line's move with this index, with ``nodes`` nodes for
        each query. Returns False if that was not enough."""
        board = self._boards[at].copy()
        board.push(attack.move)
        answer = self._queries.ask(board, attack=False, nodes=nodes, exact=False)
        if answer.result == "unknown":
            return False
        rest = len(self._line) - at
        if answer.mate and answer.plies > rest - 1:
            # Whether it mates in as many plies as the main line or fewer; the length of a longer mate does
            # not matter.
            soon = self._queries.ask(board, attack=False, plies=rest - 1, nodes=nodes)
            answer = soon if soon.mate else answer
        attack.line = answer.line
        if not answer.mate:
            attack.kind = "wrong"
            attack.line = self._refutation(board, answer.line)
            return True
        attack.plies, attack.exact = answer.plies + 1, answer.exact
        if attack.plies == rest and self._is_same_choice(at, attack):
            return True
        if rest == 1:
            attack.kind = "last-move"
        elif attack.plies < rest:
            attack.kind = "early"
        else:
            return self._distinguish_cook_from_detour(at, attack, board, nodes)
        return True

    def _is_same_choice(self, at: int, attack: Attack) -> bool:
        move = self._line[at]
        choice = same_choice(self._boards[at], move, attack.move)
        if not choice:
            return False
        # All of the line but its last move, which may be another.
        end = replay(self._boards[at], move, attack.move, self._line[at + 1 : -1])
        if end is None:
            return False
        if at == len(self._line) - 1:
            if not end.is_check() or not self._queries.ask(end, attack=False, plies=0).mate:
                return False
        elif not self._queries.ask(end, attack=True, plies=1).mate:
            return False
        attack.kind = choice
        return True

    def _distinguish_cook_from_detour(self, at: int, attack: Attack, board: Board, nodes: int | None) -> bool:
        """Distinguishes a cook from a detour: a detour has no mate without positions of the main line."""
        apart = self._queries.ask(board, attack=False, nodes=nodes, exact=False, avoiding=True)
        if apart.result == "unknown":
            return False
        if attack.plies != len(self._line) - at:
            attack.kind = "cook" if apart.mate else "detour"
        elif self._reorders(at, attack.move, to_the_end=apart.mate):
            attack.kind = "move-order"
        else:
            start = self._line[at].from_square
            same_piece = start is not None and start == attack.move.from_square
            attack.kind = "other-route" if same_piece and not apart.mate else "cook"
        return True

    def _reorders(self, at: int, first: Move, *, to_the_end: bool) -> bool:
        """Whether the attacker's moves of the line, in another order that begins with this check, lead back
        to the line in the same number of plies; ``to_the_end``: only to its last position."""
        ends = [len(self._line)] if to_the_end else range(at + 3, len(self._line) + 1)
        for end in ends:
            moves = list(self._line[at:end:2])
            if len(moves) > _MOVES_REORDERED:
                break
            if first in moves:
                moves.remove(first)
                board = self._boards[at].copy()
                board.push(first)
                drops = {move for move in self._line[at + 1 : end : 2] if move.drop is not None}
                if _reaches(board, self._boards[end], moves, drops, attack=False):
                    return True
        return False

    def _refutation(self, board: Board, known: tuple[Move, ...]) -> tuple[Move, ...]:
        """A defence without a mate after it. It is searched again if the solver no longer has it."""
        if known and board.is_legal(known[0]):
            return known[:1]
        for move in board.legal_moves:
            board.push(move)
            answer = self._queries.ask(board, attack=True, nodes=10_000, exact=False)
            board.pop()
            if answer.result == "no-mate":
                return (move,)
        return ()


def _reaches(board: Board, goal: Board, moves: list[Move], drops: set[Move], *, attack: bool) -> bool:
    """Whether the attacker's moves lead to the goal in some order. The defender answers each of them, the
    last one only if it is answered in the goal. Of the defender's drops only ``drops`` are tried."""
    if not moves and board.turn is goal.turn:
        return board == goal
    if attack:
        tried = [move for move in dict.fromkeys(moves) if board.is_legal(move) and board.gives_check(move)]
    else:
        tried = [move for move in board.legal_moves if move.drop is None or move in drops]
    for move in tried:
        rest = list(moves)
        if attack:
            rest.remove(move)
        board.push(move)
        found = _reaches(board, goal, rest, drops, attack=not attack)
        board.pop()
        if found:
            return True
    return False
