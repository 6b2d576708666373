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
    from collections.abc import Iterator

    from komadai._core import Board
    from komadai.tsume.questions import Questions

MOST_POSITIONS: Final = 600
"""How many positions may be compared for one line; more, and the best of those is taken."""
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
        self._choice: dict[int, Move] = {}
        self._path: list[Move] = []
        self._found: tuple[int, tuple[Move, ...]] | None = None

    def left(self, board: Board, plies: int) -> int | None:
        """The pieces the attacker, who is to move and mates in so many plies, has left; None: too much."""
        self._counted = 0
        try:
            return self._most_left(board.copy(), plies, attack=True)
        except TooMuchError:
            return None

    def line(self, board: Board, plies: int, known: tuple[Move, ...]) -> tuple[tuple[Move, ...], bool]:
        """The main line, which takes exactly so many plies, and whether all that are as long were compared.

        If they were not, it is the best of those seen, and ``known``, the solver's, if there was none.
        """
        self._counted = 0
        self._path, self._found = [], None
        compared = True
        try:
            self._least_left(board.copy(), plies, known, attack=True)
        except TooMuchError:
            compared = False
        if self._found is None:
            return known, False
        left, line = self._found
        return line, compared or left == 0

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

    def _least_left(self, board: Board, plies: int, known: tuple[Move, ...], *, attack: bool) -> int:
        """What is left where both sides want it to be little. Every line that ends is noted if it is the
        best so far; when nothing is left, the search ends."""
        if plies == 0:
            left = self._hand(board)
            self._note(left, ())
            return left
        if (board.key, False) in self._left:
            left = self._left[board.key, False]
            self._note(left, self._chosen(board, plies))
            return left
        best = 99
        for move in self._keeping(board, plies, known[:1], attack=attack):
            after = known[1:] if known[:1] == (move,) else ()
            board.push(move)
            self._path.append(move)
            try:
                left = self._least_left(board, plies - 1, after, attack=not attack)
            finally:
                self._path.pop()
                board.pop()
            if left < best:
                best = left
                self._choice[board.key] = move
            if best == 0:
                break
        if best == 99:
            raise TooMuchError  # the solver did not say it all
        self._left[board.key, False] = best
        return best

    def _note(self, left: int, rest: tuple[Move, ...]) -> None:
        if self._found is None or left < self._found[0]:
            self._found = left, (*self._path, *rest)

    def _chosen(self, board: Board, plies: int) -> tuple[Move, ...]:
        board = board.copy()
        moves = []
        for _ in range(plies):
            moves.append(self._choice[board.key])
            board.push(moves[-1])
        return tuple(moves)

    def _most_left(self, board: Board, plies: int, *, attack: bool) -> int:
        """What is left where the attacker wants it to be much, the defender little."""
        if plies == 0:
            return self._hand(board)
        key = board.key, True
        if key in self._left:
            return self._left[key]
        best = -1 if attack else 99
        for move in self._keeping(board, plies, (), attack=attack):
            board.push(move)
            try:
                left = self._most_left(board, plies - 1, attack=not attack)
            finally:
                board.pop()
            best = max(best, left) if attack else min(best, left)
            if best == 0 and not attack:
                break
        if best in (-1, 99):
            raise TooMuchError
        self._left[key] = best
        return best

    @staticmethod
    def _hand(board: Board) -> int:
        return board.hand(board.turn.opponent).total

    def _keeping(self, board: Board, plies: int, first: tuple[Move, ...], *, attack: bool) -> Iterator[Move]:
        """The moves after which the mate is exactly one ply shorter, the one thought to be so first."""
        self._counted += 1
        if self._counted > self._most or self._questions.spent:
            raise TooMuchError
        moves = checks(board) if attack else list(board.legal_moves)
        moves.sort(key=lambda move: move not in first)
        for move in moves:
            board.push(move)
            answer = self._questions.ask(board, attack=not attack, plies=plies - 1, nodes=MOST_NODES)
            board.pop()
            # After a check the mate can't be quicker: it is already known how long it takes at least.
            if answer.result == "unknown" or (answer.mate and not attack and not answer.exact):
                raise TooMuchError
            if answer.mate and answer.plies == plies - 1:
                yield move
