"""Brinkmate (必至): an attack after which every defence is answered by mate. What counts as one,
docs/tsume-rules.md says."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from komadai._core import Board, MateSolver, mate_within
from komadai.errors import RangeError
from komadai.tsume.solve import MEMORY_MB

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from komadai._core import Move

MOST_PLIES: Final = 15
_TELL_EVERY: Final = 0.1
_SHORT: Final = 5
"""Mates of so many plies are looked for without the solver's memory first …"""
_SHORT_NODES: Final = 500
"""… with so many moves."""
_QUESTION_NODES: Final = 200_000
"""The most for one question whether there is a mate; what needs more stays open."""
_COUNTER_CHECKS: Final = 8
"""How many checks of the defender in a row are followed."""
_REMEMBERED: Final = 500_000


@dataclass(frozen=True, slots=True)
class Defence:
    """A defence against the brinkmate, or on the way to it."""

    move: Move
    then: Literal["mate", "brinkmate"]
    """Whether it is answered by mate, or by going on to the brinkmate."""
    moves: tuple[Move, ...]
    """The attacker's mate after it, to the end; or his next move only."""


@dataclass(frozen=True, slots=True)
class Brinkmate:
    """What is known of a brinkmate problem."""

    result: Literal["brinkmate", "mate", "no-brinkmate", "unknown"]
    """``"mate"``: there is a mate by checks alone, so nobody needs a brinkmate. ``"no-brinkmate"``: proved,
    within the plies asked for."""
    plies: int | None
    """Of the brinkmate: 1, 3 …, the attacker's last move included; of the mate: its length; else None."""
    moves: tuple[Move, ...]
    """The attacker's first moves that do it in so many plies; the first of them begins the line."""
    line: tuple[Move, ...]
    """To the move after which the brinkmate stands; of a mate, to the end."""
    defences: tuple[Defence, ...]
    """What the defender can do against the first move, and what follows."""
    complete: bool
    """Whether every other first move was looked at: if not, ``moves`` may lack some."""
    nodes: int
    seconds: float
    reason: Literal["", "time", "nodes", "stopped", "too-hard"] = ""
    """Of what stayed open: what ran out; ``"too-hard"``: single questions whether there is a mate did."""

    def to_dict(self) -> dict[str, Any]:
        """For JSON: moves as USI."""
        return {
            "result": self.result,
            "plies": self.plies,
            "moves": [move.usi() for move in self.moves],
            "line": [move.usi() for move in self.line],
            "defences": [
                {"move": each.move.usi(), "then": each.then, "moves": [move.usi() for move in each.moves]}
                for each in self.defences
            ],
            "complete": self.complete,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class BrinkmateProgress:
    """Where a search stands."""

    plies: int
    """The length that is being looked for."""
    done: int
    """First moves that are settled at this length."""
    total: int
    nodes: int
    seconds: float


def hisshi(
    board: Board,
    n: int = 1,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory_mb: int = MEMORY_MB,
    progress: Callable[[BrinkmateProgress], object] | None = None,
) -> Brinkmate:
    """Whether the side to move gets the other one into brinkmate within ``n`` plies (1, 3 … 15), and how.

    ``seconds`` and ``nodes`` are the most to spend (None: no limit), ``memory_mb`` the memory in MiB.
    ``progress`` is called about ten times a second; what it raises ends the search. Raises TsumeError for
    a position that can be no problem, RangeError for numbers that make no sense.
    """
    return BrinkmateSolver(memory_mb).solve(board, n, seconds=seconds, nodes=nodes, progress=progress)


class _SpentError(Exception):
    """Time, nodes or the caller's patience ran out."""


class BrinkmateSolver:
    """A solver of brinkmates with its memory; :meth:`stop` may come from any thread."""

    def __init__(self, memory_mb: int = MEMORY_MB) -> None:
        """``memory_mb`` MiB, at least 1. Raises RangeError, MemoryError."""
        self._solver = MateSolver(memory_mb)
        self._stopped = False

    def stop(self) -> None:
        """Ends the search under way soon; it returns what it has."""
        self._stopped = True
        self._solver.stop()

    def solve(
        self,
        board: Board,
        n: int = 1,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        progress: Callable[[BrinkmateProgress], object] | None = None,
    ) -> Brinkmate:
        """As :func:`hisshi`."""
        if not 1 <= n <= MOST_PLIES:
            raise RangeError(f"n: expected 1 to {MOST_PLIES} plies, got {n}")
        if seconds is not None and not seconds >= 0:
            raise RangeError(f"seconds: expected at least 0, got {seconds}")
        if nodes is not None and nodes < 0:
            raise RangeError(f"nodes: expected at least 0, got {nodes}")
        self._begin(seconds, nodes, progress)
        board = board.copy()
        try:
            return self._solve(board, n)
        except _SpentError:
            return self._told("unknown")

    def _begin(
        self,
        seconds: float | None,
        nodes: int | None,
        progress: Callable[[BrinkmateProgress], object] | None,
    ) -> None:
        self._solver.arm()
        self._stopped = False
        self._begun = self._told_at = time.monotonic()
        self._seconds, self._most_nodes, self._progress = seconds, nodes, progress
        self._nodes = 0
        self._reason: Literal["", "time", "nodes", "stopped", "too-hard"] = ""
        self._plies = self._done = self._total = 0
        self._known: dict[int, bool] = {}
        self._open: set[int] = set()
        self._hard = False
        self._parrying: set[tuple[int, int]] = set()
        self._refutations: list[Move] = []

    def _solve(self, board: Board, n: int) -> Brinkmate:
        if self._mates(board):
            line = self._mate(board)
            return self._told("mate", len(line), line[:1], line, complete=True)
        for plies in range(1, n + 1, 2):
            self._plies = plies
            found: list[Move] = []
            complete = True
            try:
                tries = list(self._tries(board, plies))
                self._done, self._total = 0, len(tries)
                for move in tries:
                    stands = self._after(board, move, plies - 1)
                    self._done += 1
                    if stands:
                        found.append(move)
                    complete = complete and stands is not None
            except _SpentError:
                if not found:
                    raise
                complete = False
            if found:
                return self._described(board, plies, tuple(found), complete)
        if self._hard:
            self._reason = "too-hard"
            return self._told("unknown")
        return self._told("no-brinkmate", complete=True)

    # -- what follows what: True, False, or None where a question stayed open

    def _tries(self, board: Board, plies: int) -> Iterator[Move]:
        """What the attacker may play: a threat of mate, and if it isn't his last move, a check."""
        attacker = board.turn
        king = board.king(attacker.opponent)
        assert king is not None

        def distance(move: Move) -> int:
            return max(abs(move.to_square // 9 - king // 9), abs(move.to_square % 9 - king % 9))

        for move in sorted(board.legal_moves, key=distance):
            if board.gives_check(move):
                if plies > 1:
                    yield move
                continue
            passed = board.copy()
            passed.push(move)
            passed.set_turn(attacker)
            if self._mates(passed) is not False:
                yield move

    def _after(self, board: Board, move: Move, plies: int, checks: int = 0) -> bool | None:
        """Whether every answer to this move of the attacker loses."""
        board.push(move)
        try:
            return self._stands(board, plies, checks)
        finally:
            board.pop()

    def _stands(self, board: Board, plies: int, checks: int) -> bool | None:
        """Whether every move of the defender loses, with so many plies left to go on to the brinkmate."""
        moves = list(board.legal_moves)
        for refutation in self._refutations:  # the last one first: it often holds again
            if refutation in moves:
                moves.remove(refutation)
                moves.insert(0, refutation)
        answer: bool | None = True
        for move in moves:
            check = board.gives_check(move)
            board.push(move)
            try:
                loses = self._loses(board, plies, check, checks)
            finally:
                board.pop()
            if loses is False:
                others = [each for each in self._refutations if each is not move]
                self._refutations = [*others[-3:], move]
                return False
            if loses is None:
                answer = None
        return answer

    def _loses(self, board: Board, plies: int, check: bool, checks: int) -> bool | None:
        """Whether the defender's last move loses: to a mate, to a parry of his check, or further on."""
        answer = self._mates(board)
        ways = [self._parry] if check else []
        ways += [self._brink] if plies >= 2 else []
        for way in ways:
            if answer:
                break
            found = way(board, plies, checks)
            answer = found if found or found is None else answer
        return answer

    def _parry(self, board: Board, plies: int, checks: int) -> bool | None:
        """Whether the attacker gets out of check so that all stands as before."""
        self._left()
        if checks == _COUNTER_CHECKS:
            self._hard = True
            return None
        here = (board.key, plies)
        if here in self._parrying:
            return True  # perpetual check, which loses
        self._parrying.add(here)
        answer: bool | None = False
        for move in board.legal_moves:
            stands = self._after(board, move, plies, checks + 1)
            if stands:
                answer = True
                break
            if stands is None:
                answer = None
        self._parrying.remove(here)
        return answer

    def _brink(self, board: Board, plies: int, checks: int) -> bool | None:
        """Whether the attacker, to move, comes to a brinkmate in fewer plies than the defender had."""
        answer: bool | None = False
        for move in self._tries(board, plies - 1):
            stands = self._after(board, move, plies - 2, checks)
            if stands:
                return True
            if stands is None:
                answer = None
        return answer

    # -- mates

    def _mates(self, board: Board) -> bool | None:
        """Whether the side to move mates by checks; None if that is too hard. Raises _SpentError."""
        key = board.key
        if key in self._known:
            return self._known[key]
        if key in self._open:
            return None
        left = self._left()
        result, _, _, nodes = mate_within(board, _SHORT, min(_SHORT_NODES, left))
        if result == "mate":
            self._count(nodes)
            return self._keep(key, True)
        answer, *_, nodes, _, _ = self._solver.solve(
            board,
            nodes=min(_QUESTION_NODES, left),
            seconds=0.0 if self._seconds is None else max(self._seconds - self._spent(), 1e-3),
            line=False,
            on_progress=None if self._progress is None else self._in_between,
        )
        self._count(nodes)
        if answer == "unknown":
            self._left()  # was it that one question, or all there was to spend?
            self._open.add(key)
            self._hard = True
            return None
        return self._keep(key, answer == "mate")

    def _mate(self, board: Board) -> tuple[Move, ...]:
        """The line of a mate that is known to exist."""
        result, _, line, _ = mate_within(board, _SHORT, _SHORT_NODES)
        if result != "mate":
            line = self._solver.solve(board, nodes=10 * _QUESTION_NODES)[3]
        return tuple(line)

    def _keep(self, key: int, mate: bool) -> bool:
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        self._known[key] = mate
        return mate

    # -- the budget

    def _spent(self) -> float:
        return time.monotonic() - self._begun

    def _left(self) -> int:
        """How many nodes may still be spent. Raises _SpentError if nothing may."""
        left = _QUESTION_NODES if self._most_nodes is None else self._most_nodes - self._nodes
        if self._stopped:
            self._reason = "stopped"
        elif self._seconds is not None and self._spent() >= self._seconds:
            self._reason = "time"
        elif left <= 0:
            self._reason = "nodes"
        else:
            return left
        raise _SpentError

    def _count(self, nodes: int) -> None:
        self._nodes += nodes + 1
        if self._progress is not None and time.monotonic() - self._told_at >= _TELL_EVERY:
            self._tell(0)

    def _in_between(self, state: dict[str, Any]) -> None:
        self._tell(state["nodes"])

    def _tell(self, nodes: int) -> None:
        self._told_at = time.monotonic()
        assert self._progress
        self._progress(
            BrinkmateProgress(self._plies, self._done, self._total, self._nodes + nodes, self._spent())
        )

    # -- the answer

    def _described(self, board: Board, plies: int, moves: tuple[Move, ...], complete: bool) -> Brinkmate:
        """What follows the first move, as far as there is time to tell."""
        self._parrying.clear()
        line = [moves[0]]
        defences: list[Defence] = []
        if not complete and not self._reason:
            self._reason = "too-hard"
        after = board.copy()
        after.push(moves[0])
        for move in after.legal_moves:
            at = after.copy()
            at.push(move)
            try:
                if self._mates(at):
                    defences.append(Defence(move, "mate", self._mate(at)))
                elif (then := self._next(at, plies - 2)) is not None:
                    defences.append(Defence(move, "brinkmate", (then,)))
                    if len(line) == 1 and plies > 1:
                        line += self._way(at, move, then, plies - 2)
            except _SpentError:
                break
        return self._told("brinkmate", plies, moves, tuple(line), tuple(defences), complete)

    def _way(self, board: Board, move: Move, then: Move, plies: int) -> list[Move]:
        """From this defence and the move that answers it to where the brinkmate stands."""
        way = [move, then]
        at = board.copy()
        at.push(then)
        for defence in at.legal_moves if plies > 1 else ():
            after = at.copy()
            after.push(defence)
            if not self._mates(after) and (further := self._next(after, plies - 2)) is not None:
                return way + self._way(after, defence, further, plies - 2)
        return way

    def _next(self, board: Board, plies: int) -> Move | None:
        """The attacker's next move on the way to the brinkmate; None if none is known."""
        tries = [(move, plies - 1) for move in self._tries(board, plies)] if plies >= 1 else []
        if board.is_check():
            tries += [(move, plies + 1) for move in board.legal_moves]
        return next((move for move, left in tries if self._after(board, move, left)), None)

    def _told(
        self,
        result: Literal["brinkmate", "mate", "no-brinkmate", "unknown"],
        plies: int | None = None,
        moves: tuple[Move, ...] = (),
        line: tuple[Move, ...] = (),
        defences: tuple[Defence, ...] = (),
        complete: bool = False,
    ) -> Brinkmate:
        reason = "" if complete else self._reason
        return Brinkmate(result, plies, moves, line, defences, complete, self._nodes, self._spent(), reason)
