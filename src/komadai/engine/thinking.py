"""How the engine's search reaches its move: what it searched and what it pruned, iteration by iteration.

>>> import komadai
>>> from komadai.engine.thinking import FULL_WIDTH, full_tree, think
>>> board = komadai.Board()
>>> full_tree(board, 3)  # the lines of one, two and three plies
(30, 900, 25470)
>>> last = think(board, FULL_WIDTH, depth=3).iterations[-1]
>>> last.depth, last.statistics.leaves < 25470 // 10  # alpha-beta needs a fraction of them
(3, True)

The same position can be searched in three modes, and their numbers compared.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final, Literal

from komadai._core import Board, Move, Search
from komadai.engine.transitions import SHIPPED, Transitions
from komadai.errors import RangeError
from komadai.score import Score

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = [
    "FULL_WIDTH",
    "MODES",
    "PRINCIPAL_VARIATION",
    "REALIZATION_PROBABILITY",
    "Iteration",
    "SearchMode",
    "SearchStatistics",
    "Thinker",
    "Thinking",
    "TreeMove",
    "full_tree",
    "think",
]

SearchMode = Literal["full-width", "principal-variation", "realization-probability"]

FULL_WIDTH: Final = "full-width"
"""All legal moves to the same depth, nothing pruned but by alpha-beta, the static evaluation at the end of
each line (Shannon's type A)."""
PRINCIPAL_VARIATION: Final = "principal-variation"
"""The engine's own search, which prunes, reduces and extends moves (Shannon's type B)."""
REALIZATION_PROBABILITY: Final = "realization-probability"
"""The search whose depth depends on the probability of the moves."""
MODES: Final[tuple[SearchMode, ...]] = (FULL_WIDTH, PRINCIPAL_VARIATION, REALIZATION_PROBABILITY)

HASH_MB: Final = 64
MAX_LEAVES: Final = 30_000_000
"""The most leaves of a full tree that :func:`full_tree` counts, in total."""


@dataclass(frozen=True, slots=True)
class SearchStatistics:
    """The work of a search, or of one iteration. All numbers are counts."""

    main_nodes: int
    """Nodes of the main search, including those that are decided without a move."""
    quiescence_nodes: int
    """Nodes of the quiescence search of captures, which follows at the end of each line."""
    leaves: int
    """Ends of lines of the full-width search, which has no quiescence search."""
    table_hits: int
    """Nodes whose position was in the transposition table."""
    game_ends: int
    """Nodes that the rules decide (repetition, declaration, a try, the limit of moves), or where a shorter
    mate is known."""
    table_cutoffs: int
    """Nodes decided by the transposition table."""
    mates_in_one: int
    """Nodes decided by a mate in one."""
    razoring: int
    """Nodes so far below alpha that only captures were searched."""
    reverse_futility: int
    """Nodes so far above beta that the opponent avoids them."""
    null_moves: int
    """Nodes that stay above beta even after a pass."""
    probcut: int
    """Nodes where a capture exceeds beta by a margin in a shallower search."""
    multi_cuts: int
    """Nodes where two moves exceed beta in a shallower search."""
    stand_pat: int
    """Nodes of the quiescence search whose evaluation is above beta without a capture."""
    beta_cutoffs: int
    """Nodes where a move exceeded beta, so that the moves after it were not searched."""
    first_move_cutoffs: int
    """Those of them where it was the first move."""
    late_moves: int
    """Nodes whose remaining quiet moves were skipped because enough had been searched."""
    futility: int
    """Moves skipped because the evaluation is too low for them to raise it above alpha."""
    history: int
    """Moves skipped because they have been bad elsewhere in the tree."""
    exchange: int
    """Moves skipped because the exchange on their square loses material."""
    improbable: int
    """Moves skipped because the line would become too improbable (search by realization probability)."""
    quiescence_moves: int
    """Moves skipped in the quiescence search by their number."""
    reduced: int
    """Moves searched less deep than others."""
    searched_again: int
    """Those of them that exceeded alpha and were searched again."""
    extended: int
    """Moves searched deeper than others."""
    nodes_at_ply: tuple[int, ...]
    """The nodes at each ply from the root, which is ply 0; from ply 63 on as one number."""

    @property
    def nodes(self) -> int:
        """All nodes."""
        return self.main_nodes + self.quiescence_nodes + self.leaves

    @property
    def decided(self) -> int:
        """Nodes decided before their moves were searched."""
        return (
            self.game_ends
            + self.table_cutoffs
            + self.mates_in_one
            + self.razoring
            + self.reverse_futility
            + self.null_moves
            + self.probcut
            + self.multi_cuts
            + self.stand_pat
        )

    @property
    def skipped_moves(self) -> int:
        """Moves that were skipped one by one."""
        return self.futility + self.history + self.exchange + self.improbable + self.quiescence_moves

    @property
    def first_move_share(self) -> float | None:
        """The share of the cutoffs that the first move caused, 0 to 1; None without a cutoff."""
        return self.first_move_cutoffs / self.beta_cutoffs if self.beta_cutoffs else None

    def since(self, earlier: SearchStatistics | None) -> SearchStatistics:
        """The difference to an earlier state of the same search."""
        if earlier is None:
            return self
        counts = {
            field.name: getattr(self, field.name) - getattr(earlier, field.name)
            for field in fields(self)
            if field.name != "nodes_at_ply"
        }
        before = earlier.nodes_at_ply + (0,) * (len(self.nodes_at_ply) - len(earlier.nodes_at_ply))
        at_ply = tuple(now - then for now, then in zip(self.nodes_at_ply, before, strict=True))
        return SearchStatistics(**counts, nodes_at_ply=at_ply)

    @staticmethod
    def of(native: Mapping[str, Any]) -> SearchStatistics:
        """The statistics of a report of ``_core.Search``."""
        return SearchStatistics(**{**native, "nodes_at_ply": tuple(native["nodes_at_ply"])})


@dataclass(frozen=True, slots=True)
class Iteration:
    """One iteration: the search to one depth."""

    depth: int
    """In plies; in the search by realization probability that of a line of moves of probability 1/4."""
    selective_depth: int
    """The longest line, in plies."""
    score: Score
    """For the side to move."""
    moves: tuple[Move, ...]
    """The principal variation: the best play of both sides."""
    ms: int
    """From the start of the search to the end of the iteration."""
    statistics: SearchStatistics
    """The counts of this iteration alone."""

    @property
    def is_solved(self) -> bool:
        """Whether it is no iteration but a mate that the mate solver found beside the search; ``depth`` is
        then its length."""
        return self.score.is_mate and self.statistics.nodes == 0

    @property
    def branching(self) -> float:
        """The effective branching factor, the depth-th root of the nodes: about the number of moves of each
        node in a regular tree of this depth and size."""
        return float(self.statistics.nodes ** (1 / self.depth))


@dataclass(frozen=True, slots=True)
class TreeMove:
    """A move of the first plies of the tree, as the last finished iteration treated it."""

    move: Move
    score: Score | None
    """For the side that makes the move, with its bound; None: the move was skipped."""
    depth: int
    """How deep it was searched, in plies."""
    nodes: int
    """Below it, in this iteration."""
    reason: str
    """Why the move was skipped, or the position after it decided without its moves: the name of a field of
    :class:`SearchStatistics`; empty for neither."""
    cut_off: bool
    """Whether a reply exceeded beta, so that the replies after it were not searched."""
    replies: tuple[TreeMove, ...]
    """In the order of the search. Empty if they are not recorded."""
    legal_replies: int | None
    """How many legal replies there are; None if the replies are not recorded."""

    @property
    def not_searched(self) -> int:
        """How many legal replies were neither searched nor skipped one by one."""
        return 0 if self.legal_replies is None else max(self.legal_replies - len(self.replies), 0)


@dataclass(frozen=True, slots=True)
class Thinking:
    """A finished search."""

    mode: SearchMode
    iterations: tuple[Iteration, ...]
    """The finished ones."""
    best: Move | None
    """The move to play; None: there is no legal move, or the side to move declares a win."""
    declares_win: bool
    """Whether the side to move wins by declaring (27 points)."""
    statistics: SearchStatistics
    """The counts of the whole search, an unfinished iteration included."""
    tree: tuple[TreeMove, ...]
    """The moves of the position, as the last finished iteration treated them. Empty without an iteration: the
    game ends here, or a mate was found before."""


class Thinker:
    """A search with its memory, for one position after the other. Only one thread may use it at a time, but
    :meth:`stop` may be called from any."""

    def __init__(self, mode: SearchMode = PRINCIPAL_VARIATION, hash_mb: int = HASH_MB) -> None:
        """``hash_mb``: MiB of the transposition table, at least 1. Raises RangeError."""
        if mode not in MODES:
            raise RangeError(f"mode: expected one of {', '.join(MODES)}, got {mode!r}")
        self.mode: Final[SearchMode] = mode
        self._search = Search(hash_mb)
        self._stopped = False
        if mode == FULL_WIDTH:
            self._search.set_full_width(True)
        elif mode == REALIZATION_PROBABILITY:
            self._search.set_transitions(Transitions.load(SHIPPED).counts)

    def think(
        self,
        board: Board,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        tree_plies: int = 2,
        progress: Callable[[Iteration], object] | None = None,
    ) -> Thinking:
        """Searches until a limit is reached (one is required); see :func:`think`."""
        if depth is None and nodes is None and seconds is None:
            raise RangeError("limit: expected depth, nodes or seconds, got none")
        iterations: list[Iteration] = []
        before: SearchStatistics | None = None

        def on_report(report: dict[str, Any]) -> None:
            nonlocal before
            depth, moves, score = report["depth"], tuple(report["pv"]), _score(report)
            if report["bound"] != "exact" or report["multipv"] != 1 or not moves:
                return
            # A long iteration repeats the report of the one before.
            if iterations and (depth, moves, score) == (
                iterations[-1].depth,
                iterations[-1].moves,
                iterations[-1].score,
            ):
                return
            total = SearchStatistics.of(report["statistics"])
            iteration = Iteration(
                depth, report["seldepth"], score, moves, report["time_ms"], total.since(before)
            )
            before = total
            iterations.append(iteration)
            if progress is not None:
                progress(iteration)

        self._search.arm()
        if self._stopped:
            self._search.stop()
        best, _, declares, last = self._search.go(
            board,
            depth=depth or 0,
            nodes=nodes or 0,
            hard_ms=0 if seconds is None else max(1, round(1000 * seconds)),
            impasse="27-point",
            statistics=True,
            tree_plies=tree_plies,
            on_report=on_report,
        )
        tree = _replies(board.copy(), last["tree"]["children"], tree_plies) if tree_plies else ()
        return Thinking(
            self.mode,
            tuple(iterations),
            best,
            declares,
            SearchStatistics.of(last["statistics"]),
            tree,
        )

    def stop(self) -> None:
        """Ends the running search soon, or the next one at once; it returns what it has found."""
        self._stopped = True
        self._search.stop()


def think(
    board: Board,
    mode: SearchMode = PRINCIPAL_VARIATION,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    tree_plies: int = 2,
    hash_mb: int = HASH_MB,
    progress: Callable[[Iteration], object] | None = None,
) -> Thinking:
    """Searches a position and returns what the search did, on one thread.

    Args:
        board: The position.
        mode: One of :data:`MODES`.
        depth: The last iteration, in plies.
        nodes: The most nodes.
        seconds: The time limit.
        tree_plies: How many plies of the tree to return, 0 to 3. Three plies can be a million moves.
        hash_mb: MiB of the transposition table.
        progress: Called after each iteration; an exception from it ends the search.

    Raises:
        RangeError: A number is out of range, the mode is unknown, or no limit is given.
        SfenError: The board is not a valid position.
    """
    thinker = Thinker(mode, hash_mb)
    return thinker.think(
        board, depth=depth, nodes=nodes, seconds=seconds, tree_plies=tree_plies, progress=progress
    )


def full_tree(board: Board, depth: int, max_leaves: int = MAX_LEAVES) -> tuple[int, ...]:
    """How many lines of 1, 2, … ``depth`` plies there are: what minimax without alpha-beta evaluates.

    Ends earlier before a number that is expected to exceed ``max_leaves``.
    """
    counts = [1]
    while len(counts) <= depth:
        growth = max(counts[-1] / counts[-2] if len(counts) > 1 else len(board.legal_moves), 1)
        if counts[-1] * growth > max_leaves:
            break
        counts.append(board.perft(len(counts)))
        if counts[-1] == 0:
            break
    return tuple(counts[1:])


def _score(report: Mapping[str, Any]) -> Score:
    bound = report["bound"]
    if report["mate"] is None:
        return Score(cp=report["cp"], bound=bound)
    return Score(mate=report["mate"], mate_for=1 if report["won"] else -1, bound=bound)


def _replies(board: Board, children: list[dict[str, Any]], plies: int) -> tuple[TreeMove, ...]:
    """The moves of the board, with ``plies`` recorded plies from here on."""
    moves = []
    for child in children:
        replies: tuple[TreeMove, ...] = ()
        legal = None
        if plies > 1 and child["bound"] is not None:
            board.push(child["move"])
            replies, legal = _replies(board, child["children"], plies - 1), len(board.legal_moves)
            board.pop()
        moves.append(
            TreeMove(
                move=child["move"],
                score=None if child["bound"] is None else _score(child),
                depth=child["depth"],
                nodes=child["nodes"],
                reason=child["reason"],
                cut_off=child["cut_off"],
                replies=replies,
                legal_replies=legal,
            )
        )
    return tuple(moves)
