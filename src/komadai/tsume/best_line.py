"""The main line: the shortest way against the longest defence, and of equal ones that by the pieces left.

Who has lines of the same length chooses by what the attacker holds in the end: the defender wants it to
be little, the attacker much. But where the attacker has two ways along the main line, which is a cook anyway,
the composer meant the one that leaves less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai._core import Move
from komadai.pieces import PieceType
from komadai.tsume.questions import checks

if TYPE_CHECKING:
    from komadai._core import Board
    from komadai.tsume.questions import Questions

MOST_POSITIONS: Final = 600
"""How many positions may be compared for one line; more, and the solver's own line is taken."""
MOST_NODES: Final = 200_000
"""The same for one move."""


class TooMuchError(Exception):
    """More positions than may be compared, or the budget is spent."""


class BestLine:
    """Remembers what it compared, by position."""

    def __init__(self, questions: Questions, most: int = MOST_POSITIONS) -> None:
        self._questions = questions
        self._most = most
        self._counted = 0
        self._left: dict[tuple[int, bool], int] = {}
        self._greedy = False  # whether the attacker wants to keep much

    def left(self, board: Board, plies: int) -> int | None:
        """The pieces the attacker, who is to move and mates in so many plies, has left; None: too much."""
        self._counted, self._greedy = 0, True
        try:
            return self._attack(board.copy(), plies)
        except TooMuchError:
            return None

    def line(self, board: Board, plies: int, known: tuple[Move, ...]) -> tuple[tuple[Move, ...], bool]:
        """The main line, and whether what is left was compared; if not, it is ``known``, the solver's."""
        end = board.copy()
        for move in known:
            end.push(move)
        if len(known) == plies and self._hand(end) == 0:
            return known, True  # the defender can't have it better
        self._counted, self._greedy = 0, False
        board = board.copy()
        moves: list[Move] = []
        try:
            left = self._attack(board, plies)
            for rest in range(plies, 0, -1):
                attack = rest % 2 == plies % 2
                # The solver's own choice, where it is as good.
                first = known[len(moves)] if tuple(moves) == known[: len(moves)] != known else None
                best = self._attacks(board, rest) if attack else self._defences(board, rest)
                best.sort(key=lambda move: move is not first)
                for move in best:
                    board.push(move)
                    after = (
                        self._hand(board)
                        if rest == 1
                        else self._defend(board, rest - 1)
                        if attack
                        else self._attack(board, rest - 1)
                    )
                    if after == left:
                        moves.append(move)
                        break
                    board.pop()
                else:
                    return known, False
        except TooMuchError:
            return known, False
        return tuple(moves), True

    def plain(self, board: Board, line: tuple[Move, ...]) -> tuple[Move, ...]:
        """The same line with the least of the pieces that the defender could interpose in its place."""
        board = board.copy()
        plain = list(line)
        for at, move in enumerate(line):
            if at % 2 and move.drop is not None:
                plain[at] = self._least(board, move, line[at + 1 :])
            board.push(plain[at])
        return tuple(plain)

    def _least(self, board: Board, drop: Move, rest: tuple[Move, ...]) -> Move:
        assert drop.drop is not None
        for kind in range(1, drop.drop):
            other = Move.dropping(PieceType(kind), drop.to_square)
            if board.is_legal(other):
                board.push(other)
                answer = self._questions.ask(board, attack=True, plies=len(rest), nodes=MOST_NODES)
                board.pop()
                if answer.exact and answer.line == rest:
                    return other
        return drop

    def _attack(self, board: Board, plies: int) -> int:
        return self._best(board, plies, attack=True)

    def _defend(self, board: Board, plies: int) -> int:
        return self._best(board, plies, attack=False) if plies else self._hand(board)

    def _best(self, board: Board, plies: int, *, attack: bool) -> int:
        key = board.key, self._greedy
        if key in self._left:
            return self._left[key]
        most = attack and self._greedy
        best = -1 if most else 99
        for move in self._attacks(board, plies) if attack else self._defences(board, plies):
            board.push(move)
            try:
                left = self._defend(board, plies - 1) if attack else self._attack(board, plies - 1)
            finally:
                board.pop()
            best = max(best, left) if most else min(best, left)
            if best == 0 and not most:
                break
        self._left[key] = best
        return best

    @staticmethod
    def _hand(board: Board) -> int:
        return board.hand(board.turn.opponent).total

    def _attacks(self, board: Board, plies: int) -> list[Move]:
        return self._keeping(board, checks(board), plies, attack=True)

    def _defences(self, board: Board, plies: int) -> list[Move]:
        return self._keeping(board, list(board.legal_moves), plies, attack=False)

    def _keeping(self, board: Board, moves: list[Move], plies: int, *, attack: bool) -> list[Move]:
        """The moves after which the mate is exactly one ply shorter."""
        self._counted += 1
        if self._counted > self._most or self._questions.spent:
            raise TooMuchError
        best = []
        for move in moves:
            board.push(move)
            answer = self._questions.ask(board, attack=not attack, plies=plies - 1, nodes=MOST_NODES)
            board.pop()
            if answer.result == "unknown":
                raise TooMuchError
            if answer.mate and answer.plies == plies - 1:
                best.append(move)
        return best
