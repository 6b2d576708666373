"""Counts games one after the other in little memory.

The memory needed does not depend on the number of games, except for eight bytes a game (to find repeated
games) and the lines of the opening table.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from itertools import pairwise
from operator import add
from typing import TYPE_CHECKING, Final, TypeVar

from komadai.kifu.statistics.results import (
    Distribution,
    GameReference,
    HandicapResults,
    LegalMoves,
    MoveKinds,
    Opening,
    Results,
    Statistics,
    Termination,
    Times,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from komadai._core import Move
    from komadai.kifu.statistics.game_facts import Facts, MoveCounts
    from komadai.outcome import Outcome

K = TypeVar("K")

_BLACK, _WHITE, _DRAW, _UNFINISHED = range(4)
_EVEN: Final = "even"
_OTHER: Final = ""
"""The key of start positions that are no handicap."""


class _Maximum:
    """The largest number so far, and the first game with it."""

    def __init__(self) -> None:
        self.value = -math.inf
        self.game: GameReference | None = None

    def offer(self, value: float, game: GameReference | None) -> None:
        if value > self.value and game is not None:
            self.value, self.game = value, game


class Tally:
    """The counts so far. Tallies of different games can be merged: several processes can share the work."""

    def __init__(self, opening_plies: int = 2) -> None:
        """``opening_plies`` is the depth of the table of openings; 0 for none."""
        self.opening_plies = opening_plies
        self.games: int = 0
        self._by_start: dict[str, list[int]] = {}
        self._openings: dict[tuple[Move, ...], list[int]] = {}
        self._terminations: Counter[str | None] = Counter()
        self._plies: Counter[int] = Counter()
        self._longest, self._shortest = _Maximum(), _Maximum()
        self._legal: Counter[int] = Counter()
        self._legal_by_ply: list[int] = []
        """The sum over all games of the legal moves before each ply."""
        self._measured: Counter[int] = Counter()
        """The number of games whose legal moves were counted up to this ply."""
        self._most_legal = _Maximum()
        self._longest_thought = _Maximum()
        self._sums: Counter[str] = Counter()
        """All other sums, by name."""
        self._keys: array[int] = array("Q")

    def add(self, facts: Facts, *, file: str = "", number: int = 1, counts: MoveCounts | None = None) -> None:
        """Counts a game. ``file`` and ``number`` are its file and its number there; ``counts`` is the
        result of ``facts.count_moves()`` if it is already known."""
        plies = len(facts.moves)
        side = _side(facts.outcome)
        handicap = facts.handicap
        start = _OTHER if handicap is None else handicap.key
        self.games += 1
        self._by_start.setdefault(start, [0, 0, 0, 0])[side] += 1
        self._terminations[None if facts.outcome is None else facts.outcome.termination.value] += 1
        self._plies[plies] += 1
        if start == _EVEN:
            for depth in range(1, min(plies, self.opening_plies) + 1):
                self._openings.setdefault(tuple(facts.moves[:depth]), [0, 0, 0, 0])[side] += 1
        if plies:
            self._keys.append(facts.key)
        self._sums["warned"] += bool(facts.warnings)
        self._sums["illegal"] += bool(facts.illegal_moves)

        def reference(ply: int) -> GameReference:
            headers = facts.headers
            return GameReference(file, number, headers.get("black", ""), headers.get("white", ""), ply)

        if plies > self._longest.value:
            self._longest.offer(plies, reference(plies))
        if -plies > self._shortest.value:
            self._shortest.offer(-plies, reference(plies))
        self._add_counts(facts.count_moves() if counts is None else counts, reference)
        self._add_times(facts, reference)

    def _add_counts(self, counts: MoveCounts, reference: Callable[[int], GameReference]) -> None:
        legal = counts.legal
        if not legal:
            return
        self._legal.update(legal)
        self._measured[len(legal)] += 1
        sums = self._legal_by_ply
        sums[: len(legal)] = [*map(add, sums, legal), *legal[len(sums) :]]
        largest = max(legal)
        if largest > self._most_legal.value:
            self._most_legal.offer(largest, reference(legal.index(largest) + 1))
        self._sums.update(
            captures=counts.captures, drops=counts.drops, promotions=counts.promotions, checks=counts.checks
        )

    def _add_times(self, facts: Facts, reference: Callable[[int], GameReference]) -> None:
        known = [each for each in facts.times_ms if each is not None]
        black, white = facts.spent_ms()
        if not known or black is None or white is None:
            return
        self._sums.update(
            timed_games=1, timed_moves=len(known), move_ms=sum(known), black_ms=black, white_ms=white
        )
        longest = max(known)
        if longest > self._longest_thought.value:
            self._longest_thought.offer(longest, reference(facts.times_ms.index(longest) + 1))

    def merge(self, later: Tally) -> None:
        """Adds the counts of another tally, whose games come after the games of this one.

        Raises ValueError if its table of openings has another depth.
        """
        if later.opening_plies != self.opening_plies:
            raise ValueError("the tables of openings are of different depths")
        self.games += later.games
        _add_lists(self._by_start, later._by_start)
        _add_lists(self._openings, later._openings)
        self._terminations.update(later._terminations)
        self._plies.update(later._plies)
        self._legal.update(later._legal)
        self._measured.update(later._measured)
        sums, more = self._legal_by_ply, later._legal_by_ply
        sums[: len(more)] = [*map(add, sums, more), *more[len(sums) :]]
        self._longest.offer(later._longest.value, later._longest.game)
        self._shortest.offer(later._shortest.value, later._shortest.game)
        self._most_legal.offer(later._most_legal.value, later._most_legal.game)
        self._longest_thought.offer(later._longest_thought.value, later._longest_thought.game)
        self._sums.update(later._sums)
        self._keys.extend(later._keys)

    def statistics(self) -> Statistics:
        """The statistics of the games counted so far."""
        starts = {start: Results(*counts) for start, counts in self._by_start.items()}
        handicaps = [HandicapResults(key, each) for key, each in starts.items() if key not in (_EVEN, _OTHER)]
        terminations = [Termination(key, games) for key, games in self._terminations.items()]
        return Statistics(
            games=self.games,
            results=Results(*map(sum, zip((0, 0, 0, 0), *self._by_start.values(), strict=True))),
            even=starts.get(_EVEN, Results()),
            handicaps=tuple(sorted(handicaps, key=lambda each: (-each.results.games, each.handicap))),
            other_starts=starts.get(_OTHER, Results()),
            terminations=tuple(sorted(terminations, key=lambda each: (-each.games, each.termination or ""))),
            plies=Distribution.of(self._plies),
            longest=self._longest.game,
            shortest=self._shortest.game,
            openings=tuple(self._opening_table()),
            legal_moves=self._legal_moves(),
            kinds=MoveKinds(
                sum(self._legal.values()),
                *(self._sums[kind] for kind in ("captures", "drops", "promotions", "checks")),
            ),
            times=self._times(),
            with_warnings=self._sums["warned"],
            with_illegal_moves=self._sums["illegal"],
            repeated=sum(one == other for one, other in pairwise(sorted(self._keys))),
        )

    def _opening_table(self) -> Iterator[Opening]:
        """Each line of moves before the lines that continue it."""
        after: dict[tuple[Move, ...], list[tuple[Move, ...]]] = {}
        for line in self._openings:
            after.setdefault(line[:-1], []).append(line)
        games = {line: sum(counts) for line, counts in self._openings.items()}
        games[()] = sum(self._by_start.get(_EVEN, ()))
        for lines in after.values():
            # The last one is popped first.
            lines.sort(key=lambda line: line[-1].usi(), reverse=True)
            lines.sort(key=games.__getitem__)
        waiting = list(after.get((), ()))
        while waiting:
            line = waiting.pop()
            yield Opening(
                tuple(move.usi() for move in line),
                games[line] / games[line[:-1]],
                Results(*self._openings[line]),
            )
            waiting += after.get(line, ())

    def _legal_moves(self) -> LegalMoves | None:
        positions = Distribution.of(self._legal)
        game = self._most_legal.game
        if positions is None or game is None:
            return None
        by_ply: list[tuple[int, float]] = []
        games = sum(self._measured.values())
        for ply, total in enumerate(self._legal_by_ply, 1):
            by_ply.append((games, total / games))
            games -= self._measured[ply]
        return LegalMoves(positions, tuple(by_ply), game)

    def _times(self) -> Times | None:
        game = self._longest_thought.game
        if game is None:
            return None
        sums = self._sums
        return Times(
            games=sums["timed_games"],
            moves=sums["timed_moves"],
            mean_ms=sums["move_ms"] / sums["timed_moves"],
            longest_ms=int(self._longest_thought.value),
            longest_in=game,
            black_ms=sums["black_ms"] / sums["timed_games"],
            white_ms=sums["white_ms"] / sums["timed_games"],
        )


def _side(outcome: Outcome | None) -> int:
    if outcome is None:
        return _UNFINISHED
    if outcome.winner is None:
        return _DRAW if outcome.is_draw else _UNFINISHED
    return _WHITE if outcome.winner else _BLACK


def _add_lists(sums: dict[K, list[int]], more: dict[K, list[int]]) -> None:
    for key, counts in more.items():
        sums[key] = list(map(add, sums[key], counts)) if key in sums else list(counts)
