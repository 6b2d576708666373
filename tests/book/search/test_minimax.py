"""Minimax over a book with cycles, compared with playing out every line of small graphs."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from komadai.book.search.minimax import DRAW, WON, Edge, NodeValue, solve

Graph = dict[int, list[Edge[int]]]
Checks = frozenset[int]
"""The positions whose side to move is in check."""


def cycle_value(cycle: tuple[int, ...], in_check: Checks) -> int:
    """The value of a cycle for the side to move in its first position."""
    checked = all(node in in_check for node in cycle[::2])
    checks = all(node in in_check for node in cycle[1::2])
    return DRAW if checked == checks else WON if checked else -WON


def by_force(graph: Graph, in_check: Checks, node: int, path: tuple[int, ...] = ()) -> int:
    """The value for the side to move if every line is played out until a position occurs again."""
    if node in path:
        return cycle_value(path[path.index(node) :], in_check)
    values: list[int] = []
    for edge in graph[node]:
        if edge.to is None:
            assert edge.score is not None
            values.append(edge.score)
        else:
            values.append(-by_force(graph, in_check, edge.to, (*path, node)))
    return max(values)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Positions 0 to n - 1, Black to move in the even ones; a move leads to a position of the other side or
    has a score."""
    count = draw(st.integers(1, 7))
    graph: Graph = {}
    for node in range(count):
        others = [each for each in range(count) if (each + node) % 2]
        leaf = st.builds(Edge, st.none(), st.integers(-4, 4))
        inner = st.builds(Edge, st.sampled_from(others), st.none()) if others else leaf
        graph[node] = draw(st.lists(leaf | inner, min_size=1, max_size=3))
    return graph


checks = st.just(frozenset[int]()) | st.frozensets(st.integers(0, 6))


@settings(max_examples=400)
@given(graphs(), checks)
def test_the_value_of_a_position_is_the_result_of_best_play(graph: Graph, in_check: Checks) -> None:
    values = solve(graph, in_check)
    for node in graph:
        assert values[node].value == by_force(graph, in_check, node)


@settings(max_examples=100)
@given(graphs(), checks)
def test_the_best_move_has_the_value_of_the_position(graph: Graph, in_check: Checks) -> None:
    values = solve(graph, in_check)
    for node, edges in graph.items():
        here = values[node]
        assert here.best is not None
        assert here.value == max(value for value in here.edges if value is not None)
        assert here.edges[here.best] == here.value
        assert len(here.edges) == len(edges)


@settings(max_examples=100)
@given(graphs())
def test_the_best_moves_reach_a_forced_score_above_a_draw(graph: Graph) -> None:
    """Where a score above a draw can be forced, the best moves lead to it and not into a cycle."""
    values = solve(graph)
    for start in graph:
        node, value, plies = start, values[start].value, values[start].plies
        if value in (None, DRAW):
            continue
        assert plies is not None
        for left in range(plies, 0, -1):
            assert values[node].plies == left
            best = values[node].best
            assert best is not None
            edge = graph[node][best]
            if edge.to is None:
                assert edge.score == values[node].value
                assert left == 1
            else:
                node = edge.to


@settings(max_examples=100)
@given(graphs(), checks)
def test_the_best_moves_reach_a_forced_score_against_every_defence(graph: Graph, in_check: Checks) -> None:
    values = solve(graph, in_check)
    for start in graph:
        value = values[start].value
        assert value is not None
        if value <= DRAW:
            continue
        theirs = [node for node in graph if (node - start) % 2]
        for answers in product(*(range(len(graph[node])) for node in theirs)):
            plan = dict(zip(theirs, answers, strict=True))
            node, path = start, [start]
            while True:
                index = plan.get(node, values[node].best)
                assert index is not None
                edge = graph[node][index]
                if edge.to is None:
                    assert edge.score is not None
                    got = -edge.score if node in plan else edge.score
                    break
                if edge.to in path:
                    at = path.index(edge.to)
                    got = cycle_value(tuple(path[at:]), in_check) * (-1 if edge.to in plan else 1)
                    break
                node = edge.to
                path.append(node)
            assert got >= value


def test_the_side_behind_repeats_for_a_draw() -> None:
    graph: Graph = {
        0: [Edge(1, None), Edge(None, -300)],
        1: [Edge(0, None), Edge(None, -20)],
    }
    values = solve(graph)
    assert (values[0].value, values[1].value) == (DRAW, DRAW)


def test_the_side_ahead_leaves_the_cycle() -> None:
    graph: Graph = {0: [Edge(1, None), Edge(None, 50)], 1: [Edge(0, None), Edge(None, -80)]}
    values = solve(graph)
    assert values[0] == NodeValue(50, best=1, plies=1, edges=[50, 50])
    assert values[1] == NodeValue(-50, best=0, plies=2, edges=[-50, -80])


def test_a_side_that_can_only_give_perpetual_check_loses() -> None:
    graph: Graph = {0: [Edge(1, None)], 1: [Edge(0, None), Edge(None, -700)]}
    assert solve(graph)[0].value == DRAW
    values = solve(graph, in_check={1})
    assert (values[0].value, values[1].value) == (-WON, WON)
    assert (values[1].best, values[1].plies) == (0, None)


def test_a_side_that_gives_perpetual_check_leaves_the_cycle_by_the_best_other_move() -> None:
    graph: Graph = {
        0: [Edge(1, None), Edge(None, -300)],
        1: [Edge(2, None), Edge(None, -500)],
        2: [Edge(3, None), Edge(None, -80)],
        3: [Edge(0, None)],
    }
    assert solve(graph)[3].value == DRAW
    values = solve(graph, in_check={1, 3})
    assert [values[node].value for node in range(4)] == [-80, 80, -80, 80]
    assert (values[2].best, values[2].edges) == (1, [-80, -80])
    # The move that stays in the cycle has the better score.
    assert values[1].best == 0


def test_one_quiet_move_makes_the_cycle_a_draw() -> None:
    graph: Graph = {
        0: [Edge(1, None), Edge(None, -300)],
        1: [Edge(2, None)],
        2: [Edge(3, None), Edge(None, -80)],
        3: [Edge(0, None)],
    }
    assert solve(graph, in_check={1})[0].value == DRAW
    # The side that is in check after every move does not lose either.
    assert solve(graph, in_check={0, 1, 2, 3})[0].value == DRAW


def test_a_move_without_a_known_position_counts_by_its_own_score() -> None:
    graph: Graph = {0: [Edge(1, 15), Edge(2, None)], 1: [Edge(None, None)], 2: []}
    values = solve(graph)
    assert values[0].value == 15
    assert values[0].edges == [15, None]
    assert values[1].value is None
    assert values[2].value is None


def test_a_very_long_line_does_not_exceed_the_recursion_limit() -> None:
    length = 50_000
    graph: Graph = {at: [Edge(at + 1, None)] for at in range(length)}
    graph[length] = [Edge(None, 7)]
    values = solve(graph)
    assert values[0].value == (7 if length % 2 == 0 else -7)
    assert values[0].plies == length + 1
