"""A book from search: an engine looks at the positions that matter most, and its scores go up through it.

Which ones matter: drop-out expansion, as Lincke described it for building books. Every move costs what it
loses against the best of its position, and a little for the ply itself; of all positions behind the book
the one that is reached most cheaply from the start comes next, so that good lines get long and bad ones are
still refuted. Both sides' moves count alike, transpositions by the cheaper way.

The book itself is the state: what has been looked at stands in it, and a second run goes on where the first
one ended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final, NamedTuple

from komadai._core import STARTPOS, Board, Move
from komadai.book.entry import MATE, MATE_NEAR, BookEntry, BookMove, place_of
from komadai.book.search.minimax import Edge, solve
from komadai.errors import RangeError

if TYPE_CHECKING:
    from komadai.book.book import MemoryBook
    from komadai.book.search.minimax import Worth

_BATCH: Final = 4
"""So many positions for each thread are chosen at a time: choosing takes time, too, in a large book."""
PLY_COST: Final = 20
"""What a ply costs, in centipawns: more makes the book broader, less makes good lines longer."""


class Line(NamedTuple):
    """What an engine says of a move: the score is for the side that makes it."""

    move: Move
    score: int
    depth: int | None = None
    reply: Move | None = None


Analyse = Callable[[Board, Sequence[Move] | None, int], Sequence[Line]]
"""Looks at a board: at these moves (None: all), and tells the best lines, so many at most. A book without the
engine's own book must be asked."""


class Task(NamedTuple):
    """A position to be looked at: the moves that have no score yet, and the best there are."""

    sfen: str
    moves: tuple[Move, ...] | None
    """Those without a score; None for a position that is new."""
    cost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How a book is to grow. Raises RangeError for numbers that make no sense."""

    lines: int = 4
    """So many moves of each new position."""
    margin: int = 100
    """Moves that lose more than so many centipawns against the best are left out."""
    limit: int = 400
    """Nothing is looked at behind a move that leaves one side so many centipawns behind."""
    plies: int = 60
    """Nor behind this ply."""
    ply_cost: int = PLY_COST

    def __post_init__(self) -> None:
        for name, least in (("lines", 1), ("margin", 0), ("limit", 0), ("plies", 1), ("ply_cost", 0)):
            if getattr(self, name) < least:
                raise RangeError(f"{name}: expected {least} or more, got {getattr(self, name)}")


class Expansion:
    """A book that grows. ``roots`` are SFENs; without any it is the start of the even game.

    :meth:`tasks` says what to look at next, :meth:`learn` takes what was found, :meth:`settle` brings the
    scores up.
    """

    def __init__(self, book: MemoryBook, plan: Plan | None = None, roots: Sequence[str] = ()) -> None:
        """Raises SfenError for a root that is no position."""
        self.book = book
        self.plan = plan if plan is not None else Plan()
        self._roots = [Board(each).sfen() for each in roots] or [STARTPOS]
        self._places: dict[str, dict[Move, str]] = {}
        """Where the moves of each position lead."""
        self._in_check: set[str] = set()
        """Those of these places where the side to move is in check."""
        self._given_up: set[str] = set()

    def tasks(self, count: int) -> list[Task]:
        """The positions to look at next, the most important first, at most so many; none when all is done."""
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
        """Takes into the book what was found of a position; returns the new entry, None if there is none.

        What is not legal is passed over. A position of which the engine says nothing is not asked about
        again.
        """
        board = Board(task.sfen)
        legal = {each.move: each for each in reversed(lines) if board.is_legal(each.move)}
        place = place_of(board)
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
            # Whoever made the book may have missed the best.
            scores = [each.score for each in moves if each.score is not None]
            best = max([*scores, *(each.score for each in legal.values())])
            entry = replace(known, moves=(*moves, *self._kept(legal.values(), best)))
        else:
            best = max(each.score for each in legal.values())
            entry = BookEntry(place, self._kept(legal.values(), best), board.move_number)
            if known is not None:
                entry = replace(known, moves=entry.moves)
        self.book.put(entry)
        self._places.pop(place, None)
        return entry

    def _kept(self, lines: Iterable[Line], best: int) -> tuple[BookMove, ...]:
        """The lines that are worth a place in the book, the best first."""
        return tuple(
            BookMove(each.move, each.reply, each.score, each.depth)
            for each in sorted(lines, key=lambda each: -each.score)[: self.plan.lines]
            if each.score >= best - self.plan.margin
        )

    def settle(self) -> dict[str, Worth]:
        """Brings all scores up: minimax over the whole book, see :mod:`komadai.book.search.minimax`.

        Each move that leads to a position of the book gets what that is worth, and its best reply; the moves
        of each position stand in the order of their scores then. Returns the worth of all positions.
        """
        entries = {entry.place: entry for entry in self.book}
        graph = {
            place: [Edge(self._next(entry).get(each.move), each.score) for each in entry.moves]
            for place, entry in entries.items()
        }
        worth = solve(graph, self._in_check)
        for place, entry in entries.items():
            moves: list[BookMove] = []
            for each, edge, score in zip(entry.moves, graph[place], worth[place].edges, strict=True):
                reply = each.reply
                if edge.to in entries and edge.to is not None and (best := worth[edge.to].best) is not None:
                    reply = entries[edge.to].moves[best].move
                moves.append(replace(each, score=score, reply=reply))
            first = worth[place].best
            order = sorted(
                range(len(moves)),
                key=lambda at: (moves[at].score is None, -(moves[at].score or 0), at != first),
            )
            put = tuple(moves[at] for at in order)
            if put != entry.moves:
                self.book.put(replace(entry, moves=put))
        return worth

    def _mated(self, place: str) -> None:
        """The side to move has no move: whoever led here has mated."""
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
                    known[each.move] = place_of(board)
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
    """Lets a book grow by so many positions, or until there is nothing more to look at.

    Returns how many were looked at. ``analyse`` is called by ``jobs`` threads, for the most important
    positions side by side. ``progress`` is told the number of positions so far and each task. An exception
    out of ``analyse`` or ``progress`` leaves the book whole, with what was found before it, scores brought
    up; what is being analysed then is not waited for. Raises RangeError for jobs below 1.
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
            asked = [pool.submit(_asked, analyse, task, lines) for task in tasks]
            for task, answer in zip(tasks, asked, strict=True):
                expansion.learn(task, answer.result())
                done += 1
                if progress is not None:
                    progress(done, task)
            expansion.settle()
    finally:
        # Nobody waits for answers that will not be used: an engine may think for minutes, or hang.
        pool.shutdown(wait=False, cancel_futures=True)
        expansion.settle()
    return done


def _asked(analyse: Analyse, task: Task, lines: int) -> list[Line]:
    """What is said of the moves that the book has, and of the best there are."""
    board = Board(task.sfen)
    found = list(analyse(board, task.moves, lines))
    if task.moves is not None:
        told = {each.move for each in found}
        found += [each for each in analyse(board, None, lines) if each.move not in told]
    return found
