"""Minimax over a whole book, with the rules of repetition.

A book is a graph, not a tree: different move orders reach the same position, and some positions lead back to
themselves. The value of a move to a position of the book is that position's value with the sign changed; the
value of any other move is its own score. Infinite play is a draw, unless one side only gives check from some
move on, which loses. So the game on the graph is: Black maximizes the score, White minimizes it, infinite
play has the value 0, or is lost for the side that gives perpetual check.

It is solved by retrograde analysis. A value above 0 that Black can force can be forced in finitely many
moves, because infinite play has a smaller value. So values are decided from the largest to the smallest,
White's in the same way, and the remaining positions have the value 0. Each edge is visited once: the time is
O(edges × log edges). Cycles of checks (:mod:`komadai.book.search.perpetual_check`) are visited again for each
score with which they can be left.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Final, TypeVar

from komadai.book.entry import MATE_NEAR
from komadai.book.search.edge import Edge
from komadai.book.search.perpetual_check import CheckCycles

__all__ = ["DRAW", "WON", "Edge", "NodeValue", "Worth", "solve"]

N = TypeVar("N", bound=Hashable)

DRAW: Final = 0
WON: Final = MATE_NEAR - 1
"""The value if the other side can only give perpetual check: below a mate, above every other score."""


@dataclass(slots=True)
class NodeValue:
    """The value of a position for the side to move (None if unknown) and its best edge.

    ``plies`` is the distance of the position that the score comes from, with best play; None for a draw by
    repetition and for perpetual check.
    """

    value: int | None = None
    best: int | None = None
    plies: int | None = None
    edges: list[int | None] = field(default_factory=list)
    """The value of each edge for the side to move."""


def solve(graph: Mapping[N, Sequence[Edge[N]]], in_check: Collection[N] = frozenset()) -> dict[N, NodeValue]:
    """The value of every position. ``in_check``: the positions whose side to move is in check.

    Edges without a score that lead out of the graph are ignored, and positions with no other edges, too.
    """
    known = _prune(graph)
    values = {node: NodeValue() for node in graph}
    parents: dict[N, list[tuple[N, int]]] = {}
    for node, edges in known.items():
        for index, edge in edges.items():
            if edge.to in known and edge.to is not None:
                parents.setdefault(edge.to, []).append((node, index))
    # Both sides at once: the largest absolute value is decided first.
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
    cycles = CheckCycles(known, in_check)
    level = WON

    def settle(node: N, value: int, index: int | None, plies: int | None) -> None:
        settled[node] = value
        values[node] = NodeValue(value, index, plies)
        for parent, edge_index in parents.get(node, ()):
            if parent not in settled:
                offer(abs(value), (plies or 0) + 1, parent, edge_index, -value)

    def value_of(edge: Edge[N]) -> int | None:
        return -settled[edge.to] if edge.to is not None and edge.to in settled else edge.score

    def is_lost(edge: Edge[N]) -> bool:
        # An edge with at least this value for its side would have settled its position already.
        return edge.to in settled if edge.to in known else abs(edge.score or 0) >= level

    def way_out(node: N) -> int | None:
        edges = known[node].items()
        return next((index for index, edge in edges if value_of(edge) == -level), None)

    while True:
        size = -heap[0][0] if heap else DRAW
        if size < level:
            # A side that gives perpetual check and cannot leave the cycle with a better value gets this one.
            decided = cycles.decided(settled, is_lost) if cycles else {}
            exits = {state: way_out(state.node) for state in decided if state.checks}
            for state, winning_edge in decided.items():
                settle(state.node, -level if state.checks else level, exits.get(state, winning_edge), None)
            if not decided:
                level = size
            if level == DRAW:
                break
            continue
        _, plies, _, node, index, value = heappop(heap)
        if node in settled:
            continue
        left[node] -= 1
        if value > DRAW or not left[node]:
            # The best winning move, because values come in descending order; or the least of all losses.
            settle(node, value, index, plies)
    for node in known:
        if node not in settled:
            settled[node] = DRAW
            values[node] = NodeValue(DRAW)
    for node, all_edges in graph.items():
        here = values[node]
        here.edges = [value_of(edge) for edge in all_edges]
        if here.value is not None and here.best is None:
            here.best = _first(here.edges, here.value)
    return values


def _first(values: Sequence[int | None], wanted: int) -> int | None:
    return next((index for index, value in enumerate(values) if value == wanted), None)


def _prune(graph: Mapping[N, Sequence[Edge[N]]]) -> dict[N, dict[int, Edge[N]]]:
    """The edges that lead on or have a score. Dead ends are removed until there are none."""
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


Worth = NodeValue
"""The former name of :class:`NodeValue`."""
