"""The defender's other moves along the main line: the length of each, and which are equivalent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai.tsume.judge.equivalent_moves import same_choice
from komadai.tsume.judge.report_types import Defence
from komadai.tsume.judge.restoring import is_restoring
from komadai.tsume.judge.solver_queries import checks
from komadai.tsume.judge.symmetry import mirrored_moves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from komadai._core import Board, Move
    from komadai.tsume.judge.max_leftover import MaxLeftover
    from komadai.tsume.judge.report_types import Step
    from komadai.tsume.judge.solver_queries import SolverQueries

_NODES: Final = 200_000
"""The node limit for the length of one defence."""
_NODES_ASIDE: Final = 5_000
"""The node limit for one check inside a variation."""


class AlternativeDefences:
    """Judges the defences beside a line. ``boards`` are the positions before each move and the last one."""

    def __init__(
        self,
        queries: SolverQueries,
        max_leftover: MaxLeftover,
        boards: Sequence[Board],
        line: Sequence[Move],
        *,
        restoring_is_futile: bool = False,
    ) -> None:
        self._restoring_is_futile = restoring_is_futile
        self._queries = queries
        self._max_leftover = max_leftover
        self._boards = boards
        self._line = line

    def defences(self, at: int, intended: bool) -> list[Defence]:
        """The defences other than the line's move of this index, longest first, judged.

        ``intended``: the line was given, so there may be a longer defence.
        """
        board = self._boards[at].copy()
        played = self._line[at] if at < len(self._line) else None
        rest = len(self._line) - at
        longest: int | None = rest
        if intended:
            answer = self._queries.ask(board, attack=False)
            longest = answer.plies if answer.mate else None
        found = []
        for move in board.legal_moves:
            if move is played:
                continue
            if self._restoring_is_futile and is_restoring(self._boards[1 : at + 1 : 2], move):
                found.append(Defence(move, "futile"))
                continue
            board.push(move)
            found.append(self._judge(board, Defence(move), rest, longest))
            board.pop()
        self._fold(board, played, found, rest)
        found.sort(key=lambda each: (each.kind == "futile", -(each.plies or 0)))
        return found

    def _judge(self, board: Board, defence: Defence, rest: int, longest: int | None) -> Defence:
        if longest == 0:
            defence.kind = "futile"
            return defence
        answer = self._queries.ask(
            board, attack=True, plies=None if longest is None else longest - 1, nodes=_NODES
        )
        if answer.result == "no-mate":
            # If the mate is proved, only a futile interposition is longer.
            defence.kind = "no-mate" if longest is None else "futile"
        elif answer.mate:
            defence.plies, defence.line = answer.plies + 1, answer.line
            if defence.plies < rest:
                defence.kind = "shorter"
                defence.left = self._left_after(board, answer.line)
            elif answer.exact:
                defence.left = self._max_leftover.left(board, answer.plies)
                if defence.left is None:
                    defence.left = self._left_after(board, answer.line)
                longer = defence.plies > rest
                defence.kind = "longer" if longer else "equal-leftover" if defence.left else "equal"
        return defence

    @staticmethod
    def _left_after(board: Board, line: tuple[Move, ...]) -> int:
        attacker = board.turn
        board = board.copy()
        for move in line:
            board.push(move)
        return board.hand(attacker).total

    @staticmethod
    def _fold(board: Board, played: Move | None, found: list[Defence], rest: int) -> None:
        mirrors = mirrored_moves(board)
        drops: dict[tuple[object, ...], Move] = {}
        seen: set[Move] = set()
        for each in found:
            mirror = mirrors.get(each.move)
            if mirror is not None and (mirror in seen or mirror is played):
                each.mirror_of = mirror
            seen.add(each.move)
            if each.move.drop is None or each.kind in ("no-mate", "unproved"):
                continue
            answered = (each.move.to_square, each.kind, each.line)
            if answered in drops:
                each.same_as = drops[answered]
            else:
                drops[answered] = each.move

    def interposed_for(self, at: int, defence: Defence) -> bool:
        """Whether this drops another piece on the square of the main line's drop, with the same answer."""
        played = self._line[at]
        return (
            played.drop is not None
            and defence.move.drop is not None
            and played.to_square == defence.move.to_square
            and defence.line == tuple(self._line[at + 1 :])
        )

    def join(self, steps: Sequence[Step]) -> None:
        """Ends every variation at the first position that the main line or an earlier variation contains."""
        shown: dict[int, tuple[int, Move | None]] = {
            board.key: (at, None) for at, board in enumerate(self._boards) if at % 2 == 0
        }
        for step in steps:
            for defence in step.defences:
                if not defence.line or defence.same_as or defence.mirror_of:
                    continue
                board = self._boards[step.ply - 1].copy()
                board.push(defence.move)
                for index, move in enumerate(defence.line):
                    if index % 2 == 0:
                        place = shown.setdefault(board.key, (step.ply, defence.move))
                        if place != (step.ply, defence.move):
                            defence.line, defence.joins = defence.line[:index], place
                            break
                    board.push(move)

    def find_side_cooks(self, steps: Sequence[Step]) -> None:
        """Searches the variations for another check that mates in the same number of plies (変化余詰)."""
        for step in steps:
            for defence in step.defences:
                shown = not (defence.same_as or defence.mirror_of)
                answered = defence.kind in ("shorter", "equal", "equal-leftover", "longer")
                if shown and answered and not self._queries.spent:
                    self._find_side_cook(step, defence)

    def _find_side_cook(self, step: Step, defence: Defence) -> None:
        assert defence.plies is not None
        board = self._boards[step.ply - 1].copy()
        board.push(defence.move)
        left = defence.plies - 1
        for index, move in enumerate(defence.line):
            if index % 2 == 0 and left > 1:
                for other in checks(board):
                    if other is move or same_choice(board, move, other):
                        continue
                    board.push(other)
                    answer = self._queries.ask(
                        board, attack=False, plies=left - 1, nodes=_NODES_ASIDE, exact=False
                    )
                    board.pop()
                    if answer.mate:
                        defence.other = (step.ply + 1 + index, other)
                        return
            board.push(move)
            left -= 1
