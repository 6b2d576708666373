"""A slow, simple solver of mate problems that shares only the legal moves with the native one.

It follows docs/tsume-rules.md literally: every check and every defence is tried, with increasing depth.
Whether there is a mate of any length is decided separately, by the rules of the board only. It is for small
problems; for others the answer is unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from komadai import Board, Move, PieceType

KINDS_IN_HAND = [PieceType(kind) for kind in range(1, 8)]


class TooMuchError(Exception):
    """The limit of positions is exceeded."""


@dataclass(frozen=True)
class Answer:
    """``plies`` is the length of the mate, None if none was found; then there is none within ``searched``
    plies.

    ``exists``: whether there is a mate of any length, None if that took too many positions. ``moves`` is a
    main line, ``left`` the number of pieces in the attacker's hand at its end: None if that took too many
    positions or was not requested.
    """

    plies: int | None
    exists: bool | None
    left: int | None = None
    moves: tuple[str, ...] | None = None
    searched: int = 0


def solve(sfen: str, bound: int, positions: int = 100_000, line: bool = True) -> Answer:
    """The answer for the side to move; mates of up to ``bound`` plies are searched.

    ``positions`` is the limit of each search: for the length, for the line, and for a mate of any length.
    """
    solver = Reference(sfen, positions)
    searched, exists = 0, None
    try:
        for deep in range(1, bound + 1, 2):
            if (plies := solver.attack(solver.board, deep)) is not None:
                solver.positions = positions if line else 0
                return solver.answer(plies)
            searched = deep
            if deep == 3 and (exists := mate_exists(sfen, positions)) is False:
                break
    except TooMuchError:
        pass
    if searched < 3:
        exists = mate_exists(sfen, positions)
    return Answer(None, exists, searched=searched)


class Reference:
    """Lengths of mates, stored by position: exact lengths, and bounds within which there is no mate."""

    def __init__(self, sfen: str, positions: int = 1_000_000) -> None:
        self.board = Board(sfen)
        self.attacker = self.board.turn
        self.positions = positions
        self._exact: dict[int, int] = {}
        self._no_mate_within: dict[int, int] = {}
        self._left: dict[int, int] = {}

    # -- lengths

    def attack(self, board: Board, bound: int) -> int | None:
        """The plies to the mate, attacker to move; None if more than ``bound``. Raises TooMuchError."""
        if bound < 1:
            return None
        key = board.key
        if key in self._exact:
            return self._exact[key] if self._exact[key] <= bound else None
        if self._no_mate_within.get(key, -1) >= bound:
            return None
        self._count()
        shortest = None
        for move in checks(board):
            board.push(move)
            plies = self.defend(board, bound - 1 if shortest is None else shortest - 3)
            board.pop()
            if plies is not None:
                shortest = plies + 1
                if shortest == 1:
                    break
        self._note(key, shortest, bound)
        return shortest

    def defend(self, board: Board, bound: int) -> int | None:
        """The plies to the mate, defender to move and in check; None if more than ``bound``.
        Raises TooMuchError."""
        if bound < 0:
            return None
        key = board.key
        if key in self._exact:
            return self._exact[key] if self._exact[key] <= bound else None
        if self._no_mate_within.get(key, -1) >= bound:
            return None
        self._count()
        plies = self._defend(board, bound)
        self._note(key, plies, bound)
        return plies

    def _defend(self, board: Board, bound: int) -> int | None:
        between = squares_between(board)
        interpositions = [move for move in board.legal_moves if is_interposition(board, move, between)]
        longest = 0
        for move in board.legal_moves:
            if move not in interpositions:
                plies = self.after(board, move, bound)
                if plies is None:
                    return None
                longest = max(longest, plies)
        # The length is that without interpositions, unless a useful interposition makes it longer. Then it is
        # the smallest of the longer lengths, and the useful interpositions are judged again with that.
        while True:
            useful = [move for move in interpositions if not self.is_futile(board, move, longest)]
            lengths = [self.after(board, move, bound) for move in useful]
            if all(plies is not None and plies <= longest for plies in lengths):
                return longest
            longer = [plies for plies in lengths if plies is not None and plies > longest]
            if not longer:
                return None
            interpositions, longest = useful, min(longer)

    def after(self, board: Board, defence: Move, bound: int) -> int | None:
        """The plies to the mate if this defence is played, the defence included."""
        board.push(defence)
        plies = self.attack(board, bound - 1)
        board.pop()
        return None if plies is None else plies + 1

    def is_futile(self, board: Board, interposition: Move, plies: int) -> bool:
        """Whether the attacker captures the piece with check and mates in ``plies`` without using it.

        The checking piece must capture, unless a capture by another piece mates at once. The captured piece
        is returned to the hand from which it was dropped; a piece that had moved is removed.
        """
        checker = next(iter(board.checkers()))
        board.push(interposition)
        captures = [move for move in checks(board) if move.to_square == interposition.to_square]
        found = False
        for move in captures:
            taken = board.piece_at(move.to_square)
            assert taken
            board.push(move)
            if move.to_square in board.checkers():
                without = board.copy()
                kind = taken.type.unpromoted
                without.set_hand(self.attacker, kind, without.hand(self.attacker)[kind] - 1)
                if interposition.drop:
                    without.set_hand(board.turn, kind, without.hand(board.turn)[kind] + 1)
                allowed = plies if move.from_square == checker else 0
                found = self.defend(without, allowed) is not None
            board.pop()
            if found:
                break
        board.pop()
        return found

    def _count(self) -> None:
        self.positions -= 1
        if self.positions < 0:
            raise TooMuchError

    def _note(self, key: int, plies: int | None, bound: int) -> None:
        if plies is None:
            self._no_mate_within[key] = bound
        else:
            self._exact[key] = plies

    # -- the main line: the attacker's shortest, the defender's longest, with the fewest pieces left

    def answer(self, plies: int) -> Answer:
        moves = []
        board = self.board.copy()
        try:
            left = self.left(board, plies)
            for rest in range(plies, 0, -1):
                best = next(move for move, after in self.best(board, rest) if after == left)
                moves.append(best.usi())
                board.push(best)
        except TooMuchError:
            return Answer(plies, True)
        return Answer(plies, True, left, tuple(moves))

    def left(self, board: Board, plies: int) -> int:
        """The number of pieces in the attacker's hand at the end of the main line of ``plies`` plies."""
        if plies == 0:
            return sum(board.hand(self.attacker)[kind] for kind in KINDS_IN_HAND)
        if (key := board.key) not in self._left:
            self._left[key] = min(left for _, left in self.best(board, plies))
        return self._left[key]

    def best(self, board: Board, plies: int) -> Iterator[tuple[Move, int]]:
        """The moves that keep the length, with the number of pieces the attacker has left after each."""
        attacking = board.turn is self.attacker
        for move in checks(board) if attacking else board.legal_moves:
            board.push(move)
            rest = (self.defend if attacking else self.attack)(board, plies - 1)
            left = self.left(board, plies - 1) if rest == plies - 1 else None
            board.pop()
            if left is not None:
                yield move, left


# -- moves


def checks(board: Board) -> list[Move]:
    return list(filter(board.gives_check, board.legal_moves))


def squares_between(board: Board) -> set[int]:
    """The squares between the king to move and the only piece that checks it."""
    checkers = list(board.checkers())
    king = board.king(board.turn)
    if len(checkers) != 1 or king is None:
        return set()
    files, ranks = king // 9 - checkers[0] // 9, king % 9 - checkers[0] % 9
    if files and ranks and abs(files) != abs(ranks):
        return set()  # a knight
    steps = max(abs(files), abs(ranks))
    step = files // steps * 9 + ranks // steps
    return {checkers[0] + step * number for number in range(1, steps)}


def is_interposition(board: Board, move: Move, between: set[int]) -> bool:
    return move.to_square in between and move.from_square != board.king(board.turn)


# -- whether there is a mate of any length


def mate_exists(sfen: str, positions: int) -> bool | None:
    """By the rules of the board only; perpetual check is not a mate. None if it takes too many positions.

    The defence is assumed to hold until it is refuted: for each check one reply is stored, and replaced by
    the next if the attacker has a mate after it. If all checks have a reply in the end, there is no mate.
    """
    search = _Defence(sfen)
    while search.open:
        if len(search.nodes) > positions:
            return None
        search.expand(search.open.pop())
        if search.nodes[search.root].lost:
            return True
    return False


class _Node:
    """The attacker to move."""

    def __init__(self, sfen: str) -> None:
        self.sfen = sfen
        self.lost = False
        self.relied_on_by: list[_Check] = []


class _Check:
    """A check, the position after it, and the replies that have not failed; the last one is assumed to
    hold."""

    def __init__(self, node: _Node, position: str, answers: list[Move]) -> None:
        self.node = node
        self.position = position
        self.answers = answers

    @property
    def answered(self) -> str:
        """The position after the reply that is assumed to hold."""
        board = Board(self.position)
        board.push(self.answers[-1])
        return _position(board)


class _Defence:
    def __init__(self, sfen: str) -> None:
        self.root = _position(Board(sfen))
        self.nodes = {self.root: _Node(self.root)}
        self.open = [self.root]

    def expand(self, position: str) -> None:
        node = self.nodes[position]
        if node.lost:
            return
        board = Board(position)
        king = board.king(board.turn.opponent)
        for check in checks(board):
            board.push(check)
            answers = sorted(board.legal_moves, key=lambda move: (move.from_square == king, not move.drop))
            self.assume_reply(_Check(node, _position(board), answers))
            board.pop()
            if node.lost:
                return

    def assume_reply(self, check: _Check) -> None:
        """Finds a reply that holds. If there is none, the attacker mates, and earlier replies into this
        position fail, too."""
        failing = [check]
        while failing:
            check = failing.pop()
            if check.node.lost:
                continue
            while check.answers:
                position = check.answered
                answer = self.nodes.get(position)
                if answer is None:
                    answer = self.nodes[position] = _Node(position)
                    self.open.append(position)
                if not answer.lost:
                    answer.relied_on_by.append(check)
                    break
                check.answers.pop()
            else:
                check.node.lost = True
                failing += check.node.relied_on_by


def _position(board: Board) -> str:
    return board.sfen().rsplit(" ", 1)[0] + " 1"
