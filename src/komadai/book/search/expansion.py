"""Books made by search: an engine searches the most important positions, and minimax propagates the scores.

Positions are chosen by drop-out expansion (Lincke, "Strategies for the automatic construction of opening
books", 2001). The cost of a move is its loss against the best move of the position, plus a constant for each
ply. The position at the edge of the book with the lowest sum of costs from the start is searched next, so
that good lines get long and bad moves are still refuted. Both sides' moves count equally; with transpositions
the path with the lowest cost counts.

The book is the only state, so a second run continues where the first one ended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final, NamedTuple

from komadai._core import STARTPOS, Board, Move
from komadai.book.entry import MATE, MATE_NEAR, BookEntry, BookMove, position_key
from komadai.book.search.minimax import Edge, solve
from komadai.errors import RangeError

if TYPE_CHECKING:
    from komadai.book.book import MemoryBook
    from komadai.book.search.minimax import NodeValue

_BATCH: Final = 4
"""Positions chosen at a time for each thread: in a large book choosing takes time, too."""
PLY_COST: Final = 20
"""The cost of a ply, in centipawns: more makes the book broader, less makes good lines longer."""


class Line(NamedTuple):
    """An engine's score of a move, for the side that makes it."""

    move: Move
    score: int
    depth: int | None = None
    reply: Move | None = None


Analyse = Callable[[Board, Sequence[Move] | None, int], Sequence[Line]]
"""Searches a position, these moves only (None: all), and returns the best lines, at most the number given.
The engine's own opening book must be turned off."""


class Task(NamedTuple):
    """A position to be searched: the moves without a score, and the best of all."""

    sfen: str
    moves: tuple[Move, ...] | None
    """The moves without a score; None for a new position."""
    cost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How a book is extended. Raises RangeError for numbers out of range."""

    lines: int = 4
    """The maximal number of moves of each new position."""
    margin: int = 100
    """Moves that lose more than this against the best one are left out; centipawns."""
    limit: int = 400
    """No position is searched after a move with a score beyond this, for either side; centipawns."""
    plies: int = 60
    """No position is searched after this ply."""
    ply_cost: int = PLY_COST

    def __post_init__(self) -> None:
        for name, minimum in (("lines", 1), ("margin", 0), ("limit", 0), ("plies", 1), ("ply_cost", 0)):
            if getattr(self, name) < minimum:
                raise RangeError(f"{name}: expected {minimum} or more, got {getattr(self, name)}")


class Expansion:
    """A book that is being extended. ``roots`` are SFENs (default: the start of the even game).

    :meth:`tasks` returns the positions to search next, :meth:`learn` adds the results, :meth:`settle`
    propagates the scores.
    """

    def __init__(self, book: MemoryBook, plan: Plan | None = None, roots: Sequence[str] = ()) -> None:
        """Raises SfenError for an invalid root."""
        self.book = book
        self.plan: Final = plan if plan is not None else Plan()
        self._roots = [Board(each).sfen() for each in roots] or [STARTPOS]
        self._places: dict[str, dict[Move, str]] = {}
        """For each position, the positions its moves lead to."""
        self._in_check: set[str] = set()
        """The positions among them whose side to move is in check."""
        self._given_up: set[str] = set()

    def tasks(self, count: int) -> list[Task]:
        """At most ``count`` positions to search next, the most important first; none if all is done."""
        plan = self.plan
        found: list[Task] = []
        cheapest: dict[str, int] = {}
        heap: list[tuple[int, int, str]] = []
        for sfen in self._roots:
            heappush(heap, (0, 0, sfen))
        while heap and len(found) < count:
            cost, ply, sfen = heappop(heap)
            place = sfen.rsplit(" ", 1)[0]
            if place in cheapest:
                continue
            cheapest[place] = cost
            entry = self.book.entry(sfen)
            if entry is None or not entry.moves:
                if place not in self._given_up:
                    found.append(Task(sfen, None, cost))
                continue
            scores = [each.score for each in entry.moves if each.score is not None]
            if len(scores) < len(entry.moves) and place not in self._given_up:
                missing = tuple(each.move for each in entry.moves if each.score is None)
                found.append(Task(sfen, missing, cost))
                continue
            if ply >= plan.plies:
                continue
            best = max(scores, default=0)
            for each in entry.moves:
                score = best if each.score is None else each.score
                known = self._next(entry)[each.move]
                beyond = abs(score) > plan.limit or best - score > plan.margin
                if abs(score) >= MATE_NEAR or (beyond and self.book.entry(f"{known} 1") is None):
                    continue
                after = f"{known} {int(sfen.rsplit(' ', 1)[1]) + 1}"
                heappush(heap, (cost + best - score + plan.ply_cost, ply + 1, after))
        return found

    def learn(self, task: Task, lines: Sequence[Line]) -> BookEntry | None:
        """Adds the result of a task to the book and returns the new entry, or None.

        Illegal moves are ignored. A position for which the engine returned nothing is not searched again.
        """
        board = Board(task.sfen)
        legal = {each.move: each for each in reversed(lines) if board.is_legal(each.move)}
        place = position_key(board)
        known = self.book.entry(task.sfen)
        if not legal or (task.moves is not None and not legal.keys() & set(task.moves)):
            self._given_up.add(place)
            if not len(board.legal_moves):
                self._mated(place)
            return None
        if known is not None and known.moves:
            if not all(move in legal for move in task.moves or ()):
                self._given_up.add(place)
            moves = [
                replace(each, score=line.score, depth=line.depth, reply=line.reply or each.reply)
                if (line := legal.pop(each.move, None)) is not None and each.score is None
                else each
                for each in known.moves
            ]
            # The book may lack the best move.
            scores = [each.score for each in moves if each.score is not None]
            best = max([*scores, *(each.score for each in legal.values())])
            entry = replace(known, moves=(*moves, *self._selected(legal.values(), best)))
        else:
            best = max(each.score for each in legal.values())
            entry = BookEntry(place, self._selected(legal.values(), best), board.move_number)
            if known is not None:
                entry = replace(known, moves=entry.moves)
        self.book.put(entry)
        self._places.pop(place, None)
        return entry

    def _selected(self, lines: Iterable[Line], best: int) -> tuple[BookMove, ...]:
        """The lines that are good enough for the book, the best first."""
        return tuple(
            BookMove(each.move, each.reply, each.score, each.depth)
            for each in sorted(lines, key=lambda each: -each.score)[: self.plan.lines]
            if each.score >= best - self.plan.margin
        )

    def settle(self) -> dict[str, NodeValue]:
        """Updates all scores by minimax over the whole book, see :mod:`komadai.book.search.minimax`.

        Each move that leads to a position of the book gets that position's value and best reply; then the
        moves of each position are sorted by score. Returns the values of all positions.
        """
        entries = {entry.place: entry for entry in self.book}
        graph = {
            place: [Edge(self._next(entry).get(each.move), each.score) for each in entry.moves]
            for place, entry in entries.items()
        }
        values = solve(graph, self._in_check)
        for place, entry in entries.items():
            moves: list[BookMove] = []
            for each, edge, score in zip(entry.moves, graph[place], values[place].edges, strict=True):
                reply = each.reply
                if edge.to in entries and edge.to is not None and (best := values[edge.to].best) is not None:
                    reply = entries[edge.to].moves[best].move
                moves.append(replace(each, score=score, reply=reply))
            first = values[place].best
            order = sorted(
                range(len(moves)),
                key=lambda at: (moves[at].score is None, -(moves[at].score or 0), at != first),
            )
            put = tuple(moves[at] for at in order)
            if put != entry.moves:
                self.book.put(replace(entry, moves=put))
        return values

    def _mated(self, place: str) -> None:
        """Scores the moves that lead to this position, which has no legal move, as mate."""
        for entry in list(self.book):
            for at, each in enumerate(entry.moves):
                if self._next(entry).get(each.move) == place and each.score != MATE - 1:
                    moves = list(entry.moves)
                    moves[at] = replace(each, score=MATE - 1)
                    self.book.put(replace(entry, moves=tuple(moves)))
                    entry = replace(entry, moves=tuple(moves))

    def _next(self, entry: BookEntry) -> dict[Move, str]:
        known = self._places.get(entry.place)
        if known is None or len(known) < len(entry.moves):
            board = Board(entry.sfen)
            known = {}
            for each in entry.moves:
                if board.is_legal(each.move):
                    board.push(each.move)
                    known[each.move] = position_key(board)
                    if board.is_check():
                        self._in_check.add(known[each.move])
                    board.pop()
            self._places[entry.place] = known
        return known


def extend(
    book: MemoryBook,
    analyse: Analyse,
    *,
    positions: int,
    plan: Plan | None = None,
    roots: Sequence[str] = (),
    jobs: int = 1,
    progress: Callable[[int, Task], object] | None = None,
) -> int:
    """Extends a book by ``positions`` positions, or until none is left to search.

    Returns the number of positions searched. ``analyse`` is called by ``jobs`` threads at the same time.
    ``progress`` is called with the number of positions so far and each task. After an exception of
    ``analyse`` or ``progress`` the book is consistent and has the results before it; running searches are not
    waited for. Raises RangeError for jobs below 1.
    """
    if jobs < 1:
        raise RangeError(f"jobs: expected 1 or more, got {jobs}")
    expansion = Expansion(book, plan, roots)
    lines = expansion.plan.lines
    done = 0
    pool = ThreadPoolExecutor(jobs)
    try:
        while done < positions:
            tasks = expansion.tasks(min(_BATCH * jobs, positions - done))
            if not tasks:
                break
            asked = [pool.submit(_searched, analyse, task, lines) for task in tasks]
            for task, answer in zip(tasks, asked, strict=True):
                expansion.learn(task, answer.result())
                done += 1
                if progress is not None:
                    progress(done, task)
            expansion.settle()
    finally:
        # Do not wait for answers that will not be used: an engine may search for minutes, or hang.
        pool.shutdown(wait=False, cancel_futures=True)
        expansion.settle()
    return done


def _searched(analyse: Analyse, task: Task, lines: int) -> list[Line]:
    """The lines of the task's moves, and of the best moves."""
    board = Board(task.sfen)
    found = list(analyse(board, task.moves, lines))
    if task.moves is not None:
        known = {each.move for each in found}
        found += [each for each in analyse(board, None, lines) if each.move not in known]
    return found
