"""A slow judge in Python: applies docs/tsume-rules.md to a line by searching the whole tree.

It shares only the legal moves with ``komadai.tsume.inspect``. It takes the main line from the report, proves
that it is one, and finds everything else itself. Where that takes too many positions, it has no opinion.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from komadai import Board, Move, PieceType
from komadai.tsume import Report
from tests.tsume.reference import KINDS_IN_HAND, Reference, TooMuchError, checks, mate_exists
from tests.tsume.slow_defence import SlowDefence

FAULTS = {"cook", "early", "move-order", "leftover", "longer-defence", "no-mate"}
MOVES_REORDERED = 4
"""The maximum number of attacker's moves whose order is varied."""


@dataclass
class Opinion:
    """The finding about a move beside the line. ``kind`` None: not known."""

    kind: str | None
    plies: int | None = None
    left: int | None = None


@dataclass
class SlowJudge:
    sfen: str
    line: Sequence[Move]
    positions: int = 500
    """The limit of positions for each query whether there is a mate of any length."""
    positions_for_length: int = 10_000
    boards: list[Board] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lengths = Reference(self.sfen)
        self.attacker = self.lengths.attacker
        self.boards = list(_positions(Board(self.sfen), self.line))
        self.unlimited_defence = SlowDefence(self.attacker, 10 * self.positions)
        self.defence_without_line = SlowDefence(self.attacker, 10 * self.positions, self.boards[:-1:2])
        self._least: dict[tuple[int, bool], int] = {}

    # -- lengths and pieces left in hand

    def length(self, board: Board, bound: int) -> int | None:
        """The plies to the mate, None if more than the bound. Raises TooMuchError."""
        for plies in range(bound % 2, bound + 1, 2):
            if self._mates_within(board, plies):
                return plies
        return None

    def left(self, board: Board, plies: int, *, greedy: bool) -> int:
        """The number of pieces in the attacker's hand after the best line of this length. The defender
        minimizes it; the attacker maximizes it (``greedy``) or, along a main line, minimizes it, too."""
        if plies == 0:
            return sum(board.hand(self.attacker)[kind] for kind in KINDS_IN_HAND)
        key = board.key, greedy
        if key not in self._least:
            attacking = board.turn is self.attacker
            found = []
            for move in checks(board) if attacking else board.legal_moves:
                board.push(move)
                if self._mates_within(board, plies - 1):
                    found.append(self.left(board, plies - 1, greedy=greedy))
                board.pop()
            self._least[key] = max(found) if attacking and greedy else min(found)
        return self._least[key]

    def _mates_within(self, board: Board, plies: int) -> bool:
        self.lengths.positions = self.positions_for_length
        if board.turn is self.attacker:
            return self.lengths.attack(board, plies) == plies
        return self.lengths.defend(board, plies) == plies

    # -- the main line

    def faults_of_line(self, report: Report) -> list[str]:
        """The errors of the line as a main line: the attacker's shortest, the defender's longest."""
        length = self.length(self.boards[0], len(self.line) + 2)
        if length is None:
            return ["the line is more than two plies too short"]
        at_least = self.left(self.boards[0], length, greedy=False)
        old = self._old_line_exists(length) if at_least else False
        if old:
            length -= 2
        found = []
        if len(self.line) != length:
            found.append(f"the line has {len(self.line)} plies, not {length}")
        left = sum(self.boards[-1].hand(self.attacker)[kind] for kind in KINDS_IN_HAND)
        if left != (0 if old else at_least):
            found.append(f"{left} are left, not {0 if old else at_least}")
        if report.left != left:
            found.append(f"the report says that {report.left} are left, not {left}")
        if not old and found == []:
            found += [
                f"after move {at} there are not {length - at} plies left"
                for at, board in enumerate(self.boards)
                if not self._mates_within(board, length - at)
            ]
        return found

    def _old_line_exists(self, length: int) -> bool:
        """Whether there is a line two plies shorter that leaves no pieces, by another defender's move than in
        this line, or in the longest line if this one is the shorter one."""
        if len(self.line) == length - 2:
            return True
        for at in range(1, length - 2, 2):
            board = self.boards[at]
            for move in board.legal_moves:
                board.push(move)
                rest = length - at - 3
                if self._mates_within(board, rest) and self.left(board, rest, greedy=False) == 0:
                    board.pop()
                    return True
                board.pop()
        return False

    # -- other checks

    def attack(self, at: int, move: Move) -> Opinion:
        """The kind of this check, played instead of the line's move with this index; its length only if
        needed."""
        board = self.boards[at].copy()
        rest = len(self.line) - at
        board.push(move)
        held = self.unlimited_defence.holds_after_check(board, self.positions)
        if held:
            return Opinion("wrong")
        try:
            plies = self.length(board, rest - 1)
        except TooMuchError:
            return Opinion(None)
        if plies is None and held is None:
            return Opinion(None)
        plies = None if plies is None else plies + 1
        if plies == rest and self.is_same_choice(at, move):
            dropped = move.drop is not None
            return Opinion("drop-square" if dropped else "promotion", plies)
        if rest == 1:
            return Opinion("last-move", plies)
        if plies is not None and plies < rest:
            return Opinion("early", plies)
        held = self.defence_without_line.holds_after_check(board, self.positions)
        if held is None:
            return Opinion(None)
        apart = not held
        if plies != rest:
            return Opinion("cook" if apart else "detour", plies)
        if self.reorders(at, move, to_the_end=apart):
            return Opinion("move-order", plies)
        if apart:
            return Opinion("cook", plies)
        start = self.line[at].from_square
        return Opinion("other-route" if start is not None and start == move.from_square else "cook", plies)

    def is_same_choice(self, at: int, move: Move) -> bool:
        """Whether the move differs from the line's only in the promotion, or drops the same slider on another
        square of the same line to the king, and the rest of the line still mates."""
        meant = self.line[at]
        if not self._differs_in_choice_only(self.boards[at], meant, move):
            return False
        board = self.boards[at].copy()
        board.push(move)
        return self._can_continue(board, at + 1, {meant.to_square: move.to_square})

    def _differs_in_choice_only(self, board: Board, meant: Move, move: Move) -> bool:
        if meant.drop is not move.drop:
            return False
        if move.drop is None:
            return (meant.from_square, meant.to_square) == (move.from_square, move.to_square)
        slides = move.drop in (PieceType.LANCE, PieceType.BISHOP, PieceType.ROOK)
        return slides and self._one_line(board, meant.to_square, move.to_square)

    @staticmethod
    def _one_line(board: Board, one: int, other: int) -> bool:
        king = board.king(board.turn.opponent)
        assert king is not None

        def direction(square: int) -> tuple[int, int]:
            files, ranks = square // 9 - king // 9, square % 9 - king % 9
            far = max(abs(files), abs(ranks))
            return files // far, ranks // far

        return direction(one) == direction(other)

    def _can_continue(self, board: Board, at: int, moved: dict[int, int]) -> bool:
        """Whether the line can be played on from its ply ``at``, with a piece on another square (``moved``:
        square in the line to actual square), promoting now or later, up to its last move, and there is a mate
        at once then."""
        if at == len(self.line):
            return board.is_check() and self.lengths.defend(board, 0) == 0
        if at == len(self.line) - 1:
            return self.lengths.attack(board, 1) == 1
        meant = self.line[at]
        start, to, then = meant.from_square, meant.to_square, dict(moved)
        if start in moved:
            start = then.pop(start)
        elif to in moved:
            to = then.pop(to)
        for move in board.legal_moves:
            if (move.from_square, move.to_square, move.drop) == (start, to, meant.drop):
                board.push(move)
                found = self._can_continue(board, at + 1, then)
                board.pop()
                if found:
                    return True
        return False

    def reorders(self, at: int, move: Move, *, to_the_end: bool) -> bool:
        """Whether the attacker reaches a later position of the line in the same number of plies by the moves
        of the line in another order. ``to_the_end``: only the last position counts."""
        ends = [len(self.line)] if to_the_end else range(at + 3, len(self.line) + 1)
        for end in ends:
            moves = list(self.line[at:end:2])
            if move in moves and len(moves) <= MOVES_REORDERED:
                moves.remove(move)
                board = self.boards[at].copy()
                board.push(move)
                if self._reaches(board, self.boards[end], moves, end - at - 1):
                    return True
        return False

    def _reaches(self, board: Board, goal: Board, moves: list[Move], plies: int) -> bool:
        if plies == 0:
            return board == goal
        attacking = board.turn is self.attacker
        for move in checks(board) if attacking else board.legal_moves:
            if attacking and move not in moves:
                continue
            rest = list(moves)
            if attacking:
                rest.remove(move)
            board.push(move)
            found = self._reaches(board, goal, rest, plies - 1)
            board.pop()
            if found:
                return True
        return False

    # -- other defences

    def defence(self, at: int, move: Move) -> Opinion:
        """The kind of this defence, played instead of the line's move with this index."""
        board = self.boards[at].copy()
        rest = len(self.line) - at
        longest = self.length(board, rest + 2)
        if longest == 0:
            return Opinion("futile")
        board.push(move)
        if longest is None:
            return Opinion("no-mate" if self.unlimited_defence.holds(board, self.positions) else None)
        plies = self.length(board, longest - 1)
        if plies is None:
            return Opinion("futile")
        plies += 1
        if plies < rest:
            return Opinion("shorter", plies)
        left = self.left(board, plies - 1, greedy=True)
        kind = "longer" if plies > rest else "equal-leftover" if left else "equal"
        return Opinion(kind, plies, left)

    def side_cook(self, at: int, defence: Move, line: Sequence[Move], plies: int) -> bool | None:
        """Whether in a variation another check mates in the same number of plies. ``line`` is the variation
        after the defence, ``plies`` its length with the defence. The last move and mere choices do not count.
        None if that takes too many positions."""
        board = self.boards[at].copy()
        board.push(defence)
        known = True
        for played, move in enumerate(line):
            left = plies - 1 - played
            if left == 1:
                break
            for other in checks(board) if board.turn is self.attacker else ():
                if other is move or self._differs_in_choice_only(board, move, other):
                    continue
                board.push(other)
                try:
                    if self.length(board, left - 1) is not None:
                        return True
                except TooMuchError:
                    known = False
                finally:
                    board.pop()
            board.push(move)
        return False if known else None


def _positions(board: Board, line: Sequence[Move]) -> Iterator[Board]:
    yield board.copy()
    for move in line:
        board.push(move)
        yield board.copy()


def disagreements(report: Report, longest: int = 5, positions: int = 500) -> list[str]:
    """The differences of the slow judge from a report that was made without a limit."""
    if report.result == "no-mate":
        return ["there is a mate"] if mate_exists(report.sfen, positions) else []
    if report.result != "mate" or report.plies != len(report.moves) or len(report.moves) > longest:
        return []  # an incomplete line cannot be judged
    judge = SlowJudge(report.sfen, report.moves, positions)
    try:
        found = judge.faults_of_line(report)
    except TooMuchError:
        return []
    faults = bool(report.left)
    known = True
    for step in report.steps:
        at = step.ply - 1
        for attack in step.attacks:
            opinion = judge.attack(at, attack.move)
            known &= opinion.kind is not None
            faults |= opinion.kind in FAULTS
            found += _differences(f"{step.ply} {attack.move.usi()}", attack.kind, opinion)
            if attack.exact and opinion.plies not in (None, attack.plies):
                found.append(f"{step.ply} {attack.move.usi()}: {attack.plies} plies, not {opinion.plies}")
        for defence in step.defences:
            try:
                opinion = judge.defence(at, defence.move)
            except TooMuchError:
                opinion = Opinion(None)
            known &= opinion.kind is not None
            tolerated = opinion.plies == len(report.moves) - at + 2 and bool(opinion.left)
            faults |= opinion.kind == "no-mate" or (opinion.kind == "longer" and not tolerated)
            found += _differences(f"{step.ply} {defence.move.usi()}", defence.kind, opinion)
            if defence.kind == "unproved":
                continue
            if opinion.plies not in (None, defence.plies):
                found.append(f"{step.ply} {defence.move.usi()}: {defence.plies} plies, not {opinion.plies}")
            elif defence.line and defence.plies and not (defence.same_as or defence.mirror_of):
                cooked = judge.side_cook(at, defence.move, defence.line, defence.plies)
                if cooked not in (None, defence.other is not None) and not report.reason:
                    text = "a cook" if defence.other else "no cook"
                    found.append(f"{step.ply} {defence.move.usi()}: {text} inside")
            if opinion.left not in (None, defence.left):
                found.append(f"{step.ply} {defence.move.usi()}: leaves {defence.left}, not {opinion.left}")
    if known and not found and report.verdict != ("deficient" if faults else "full"):
        found.append(f"the verdict is {report.verdict}")
    return found


def _differences(where: str, kind: str, opinion: Opinion) -> list[str]:
    if opinion.kind is None or kind in (opinion.kind, "unproved"):
        return []
    return [f"{where}: {kind}, not {opinion.kind}"]
