"""The engine for all variants: search, mate search and levels.

>>> from komadai.variants import Board
>>> from komadai.variants.search import Engine
>>> board = Board("minishogi")
>>> engine = Engine("minishogi", level=1, seed=1)
>>> board.is_legal(engine.play(board))
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from komadai._core import VariantMateSearch, VariantSearch
from komadai.errors import ArgumentTypeError, RangeError, check_type
from komadai.score import Score
from komadai.variants.board import Board, Move
from komadai.variants.evaluation_weights import shipped_weights
from komadai.variants.levels import LEVELS, Level
from komadai.variants.levels import level as level_of
from komadai.variants.variant import Variant, native_rules

__all__ = ["LEVELS", "Engine", "Level", "Line", "Mate", "find_mate"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a search.

    ``pv`` are the moves, the first is the one to play. ``score`` is from the side to move's view. ``depth``
    and ``seldepth`` are plies, ``nodes`` the positions searched for all lines together.
    """

    pv: tuple[Move, ...]
    score: Score
    depth: int
    seldepth: int
    nodes: int
    time_ms: int
    multipv: int = 1


def native_search(variant: Variant, hash_mb: int, *, learned: bool = True) -> VariantSearch:
    """A native search, with the learned weights of the variant if it has any. Raises RangeError."""
    search = VariantSearch(native_rules(variant), hash_mb)
    weights = shipped_weights(variant.name) if learned else None
    # A variant of the user with the name of another may have other pieces.
    if weights is not None and len(weights) == search.weight_count:
        search.add_weights(list(weights))
    return search


class Engine:
    """An engine for one variant.

    ``variant`` is a name or a Variant; ``hash_mb`` the megabytes of its transposition table; ``level`` 1 to
    15 (:data:`LEVELS`: the lowest overlooks most moves, None and 15 play as well as they can); ``seed`` makes
    the errors of the lower levels reproducible; ``learned`` whether it uses the weights that the variant has
    learned. One search at a time; :meth:`stop` may be called from another
    thread. Raises VariantError, RangeError, EngineUsageError for a level that does not exist.
    """

    def __init__(
        self,
        variant: str | Variant,
        *,
        hash_mb: int = 16,
        level: int | None = None,
        seed: int | None = None,
        learned: bool = True,
    ) -> None:
        self.variant: Final = variant if isinstance(variant, Variant) else Variant.named(variant)
        self.level: Level = LEVELS[-1] if level is None else level_of(level)
        self._search = native_search(self.variant, hash_mb, learned=learned)
        self._rng = Random(seed)
        self._seed = self._rng.getrandbits(63)

    @property
    def native(self) -> VariantSearch:
        """The native search."""
        return self._search

    def new_game(self) -> None:
        """Forgets all positions and chooses other errors for the level."""
        self._search.clear()
        self._seed = self._rng.getrandbits(63)

    def stop(self) -> None:
        """Ends a running search, which returns its best line so far."""
        self._search.stop()

    def analyse(
        self,
        board: Board,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        multipv: int = 1,
        moves: Iterable[Move] = (),
        on_line: Callable[[Line], object] | None = None,
    ) -> list[Line]:
        """The best lines, best first; none if the side to move has no legal move.

        Without ``depth``, ``nodes`` and ``seconds`` it searches until :meth:`stop`. ``moves`` limits the
        first move to these; ``on_line`` is called with every new line. Raises RangeError for a number below 1
        and for a board of another variant, ArgumentTypeError.
        """
        best: dict[int, Line] = {}

        def report(raw: dict[str, Any]) -> None:
            line = _line(raw, board)
            best[line.multipv] = line
            if on_line is not None:
                on_line(line)

        _, _, last = self._go(board, depth, nodes, seconds, multipv, moves, report, skilled=False)
        if last["pv"] and 1 not in best:
            best[1] = _line(last, board)
        return [best[key] for key in sorted(best)]

    def play(
        self,
        board: Board,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> Move | None:
        """The move that the level chooses, or None if there is no legal move.

        The limits of the level hold too. Without any limit it thinks for a second. Raises as :meth:`analyse`.
        """
        if depth is None and nodes is None and seconds is None and not self.level.nodes:
            seconds = 1.0
        best, _, _ = self._go(board, depth, nodes, seconds, 1, (), None, skilled=True)
        return best

    def _go(
        self,
        board: Board,
        depth: int | None,
        nodes: int | None,
        seconds: float | None,
        multipv: int,
        moves: Iterable[Move],
        report: Callable[[dict[str, Any]], None] | None,
        *,
        skilled: bool,
    ) -> tuple[Move | None, Move | None, dict[str, Any]]:
        check_type("board", board, Board, "a Board of komadai.variants")
        for name, value in (("depth", depth), ("nodes", nodes), ("multipv", multipv)):
            if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
                raise ArgumentTypeError(f"{name}: expected a whole number, got {value!r}")
            if value is not None and value < 1:
                raise RangeError(f"{name}: expected a number from 1, got {value}")
        if seconds is not None and not seconds > 0:
            raise RangeError(f"seconds: expected a number above 0, got {seconds}")
        milliseconds = 0 if seconds is None else max(1, round(seconds * 1000))
        level = self.level if skilled else LEVELS[-1]
        self._search.arm()
        return self._search.go(
            board,
            depth=smallest(depth, level.depth),
            nodes=smallest(nodes, level.nodes),
            hard_ms=milliseconds,
            multipv=multipv,
            moves=list(moves),
            exchanges=level.exchanges,
            overlook=level.overlook,
            noise=level.noise,
            seed=self._seed,
            on_report=report,
        )


def smallest(requested: int | None, own: int) -> int:
    """The lower of two limits, of which None and 0 are none."""
    return min((number for number in (requested, own) if number), default=0)


def _line(raw: dict[str, Any], board: Board) -> Line:
    if raw["mate"] is None:
        score = Score(cp=raw["cp"], bound=raw["bound"], turn=board.turn)
    else:
        score = Score(mate=raw["mate"], mate_for=1 if raw["won"] else -1, turn=board.turn)
    return Line(
        tuple(raw["pv"]), score, raw["depth"], raw["seldepth"], raw["nodes"], raw["time_ms"], raw["multipv"]
    )


@dataclass(frozen=True, slots=True)
class Mate:
    """The answer of :func:`find_mate`.

    ``found`` is True for a mate, False if there is none, None if the limit came first. ``moves`` is the
    longest defence found against the shortest mate found, which need not be the shortest there is.
    """

    found: bool | None
    moves: tuple[Move, ...]
    nodes: int


def find_mate(board: Board, *, nodes: int = 1_000_000) -> Mate:
    """Searches for a mate in which every move of the side to move attacks a royal (tsume).

    The side that mates needs no king. Interposed pieces count as moves even if they only delay the mate.
    ``nodes`` limits the positions searched. Raises RangeError, ArgumentTypeError.
    """
    check_type("board", board, Board, "a Board of komadai.variants")
    if isinstance(nodes, bool) or not isinstance(nodes, int):
        raise ArgumentTypeError(f"nodes: expected a whole number, got {nodes!r}")
    if nodes < 1:
        raise RangeError(f"nodes: expected a number from 1, got {nodes}")
    found, moves, searched = VariantMateSearch(board).solve(nodes)
    return Mate(found, tuple(moves), searched)
