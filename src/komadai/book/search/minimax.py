"""The worth of positions that lead to each other: minimax over a whole book, with the rules of repetition.

A book is a graph, not a tree: positions are reached in several ways, and some lead back to themselves. A
move that leads to a position of the book is worth what that is worth to the other side, changed in sign;
any other move is worth its own score. Who can go round for ever has a draw, unless by checks alone, which
loses. So the game on the graph is this: Black wants a score as high as he can get, White as low, and play
without an end is worth 0, or the game to one side if from some move on the other one only gives check.

Solved by retrograde analysis: whatever Black can force above 0 he can force in so many moves, the greatest
first, for infinite play would give him less; likewise White below 0; what is left is 0. Each edge is looked
at once, so that it takes time in proportion to their number (and its logarithm). Where there are rings of
checks, those (:mod:`komadai.book.search.perpetual_check`) are looked at again for each score that one can
leave them with.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Final, Generic, TypeVar

from komadai.book.entry import MATE_NEAR
from komadai.book.search.perpetual_check import Rings

N = TypeVar("N", bound=Hashable)

DRAW: Final = 0
WON: Final = MATE_NEAR - 1
"""That the other side can only give perpetual check is worth less than a mate, and more than all else."""


@dataclass(slots=True)
class Edge(Generic[N]):
    """A move. ``score`` is for the side that makes it; it counts where nothing is known of ``to``."""

    to: N | None
    score: int | None


@dataclass(slots=True)
class Worth:
    """What a position is worth to the side to move, None where nothing is known; which edge is the best.

    ``plies`` is how far away the score comes from, with the best play; None where play goes round: for a draw
    by repetition, and where the other side has nothing better than perpetual check.
    """

    value: int | None = None
    best: int | None = None
    plies: int | None = None
    edges: list[int | None] = field(default_factory=list)
    """The worth of each edge to the side to move."""


def solve(graph: Mapping[N, Sequence[Edge[N]]], in_check: Collection[N] = frozenset()) -> dict[N, Worth]:
    """The worth of every position. ``in_check``: those whose side to move is in check.

    Edges without a score that lead nowhere are passed over, and so are positions that have no others.
    """
    known = _prune(graph)
    worth = {node: Worth() for node in graph}
    parents: dict[N, list[tuple[N, int]]] = {}
    for node, edges in known.items():
        for index, edge in edges.items():
            if edge.to in known and edge.to is not None:
                parents.setdefault(edge.to, []).append((node, index))
    # Both sides at once: what is worth most to anybody is settled first.
    heap: list[tuple[int, int, int, N, int, int]] = []
    serial = 0
    left = {node: len(edges) for node, edges in known.items()}
    settled: dict[N, int] = {}

    def offer(size: int, plies: int, node: N, index: int, value: int) -> None:
        nonlocal serial
        serial += 1
        heappush(heap, (-size, plies, serial, node, index, value))

    for node, edges in known.items():
        for index, edge in edges.items():
            if edge.to not in known and edge.score is not None:
                offer(abs(edge.score), 1, node, index, edge.score)
    rings = Rings(known, in_check)
    level = WON

    def settle(node: N, value: int, index: int | None, plies: int | None) -> None:
        settled[node] = value
        worth[node] = Worth(value, index, plies)
        for parent, edge_index in parents.get(node, ()):
            if parent not in settled:
                offer(abs(value), (plies or 0) + 1, parent, edge_index, -value)

    def worth_of(edge: Edge[N]) -> int | None:
        return -settled[edge.to] if edge.to is not None and edge.to in settled else edge.score

    def is_lost(edge: Edge[N]) -> bool:
        # What is worth so much to the side that takes it would have settled its position.
        return edge.to in settled if edge.to in known else abs(edge.score or 0) >= level

    def way_out(node: N) -> int | None:
        edges = known[node].items()
        return next((index for index, edge in edges if worth_of(edge) == -level), None)

    while True:
        size = -heap[0][0] if heap else DRAW
        if size < level:
            # Whoever gives check for ever and can leave the ring only at this price, or at none, pays it.
            caught = rings.caught(settled, is_lost) if rings else {}
            exits = {state: way_out(state.node) for state in caught if state.checks}
            for state, kept in caught.items():
                settle(state.node, -level if state.checks else level, exits.get(state, kept), None)
            if not caught:
                level = size
            if level == DRAW:
                break
            continue
        _, plies, _, node, index, value = heappop(heap)
        if node in settled:
            continue
        left[node] -= 1
        if value > DRAW or not left[node]:
            # A move that wins so much that none wins more; or all moves lose, and this one loses least.
            settle(node, value, index, plies)
    for node in known:
        if node not in settled:
            settled[node] = DRAW
            worth[node] = Worth(DRAW)
    for node, all_edges in graph.items():
        here = worth[node]
        here.edges = [worth_of(edge) for edge in all_edges]
        if here.value is not None and here.best is None:
            here.best = _first(here.edges, here.value)
    return worth


def _first(values: Sequence[int | None], wanted: int) -> int | None:
    return next((index for index, value in enumerate(values) if value == wanted), None)


def _prune(graph: Mapping[N, Sequence[Edge[N]]]) -> dict[N, dict[int, Edge[N]]]:
    """The edges that lead on or have a score: dead ends are taken away until there are none."""
    known = {
        node: {index: each for index, each in enumerate(edges) if each.to in graph or each.score is not None}
        for node, edges in graph.items()
    }
    parents: dict[N, list[tuple[N, int]]] = {}
    for node, edges in known.items():
        for index, edge in edges.items():
            if edge.to in known and edge.to is not None:
                parents.setdefault(edge.to, []).append((node, index))
    dead = [node for node, edges in known.items() if not edges]
    while dead:
        node = dead.pop()
        known.pop(node, None)
        for parent, index in parents.get(node, ()):
            left = known.get(parent)
            if left and index in left and left[index].score is None:
                del left[index]
                if not left:
                    dead.append(parent)
    return known
