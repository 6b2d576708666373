"""Scores that go up through a book: compared with playing out every line of small graphs."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from komadai.book.graph import DRAW, Edge, Worth, solve

Graph = dict[int, list[Edge[int]]]


def by_force(graph: Graph, node: int, path: tuple[int, ...] = ()) -> int:
    """What the side to move gets if both play every line out; coming back to where one was is a draw."""
    if node in path:
        return DRAW
    values: list[int] = []
    for edge in graph[node]:
        if edge.to is None:
            assert edge.score is not None
            values.append(edge.score)
        else:
            values.append(-by_force(graph, edge.to, (*path, node)))
    return max(values)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Positions 0 to n - 1, Black to move in the even ones; a move leads to the other side or has a score."""
    count = draw(st.integers(1, 7))
    graph: Graph = {}
    for node in range(count):
        others = [each for each in range(count) if (each + node) % 2]
        leaf = st.builds(Edge, st.none(), st.integers(-4, 4))
        inner = st.builds(Edge, st.sampled_from(others), st.none()) if others else leaf
        graph[node] = draw(st.lists(leaf | inner, min_size=1, max_size=3))
    return graph


@settings(max_examples=200)
@given(graphs())
def test_a_position_is_worth_what_best_play_brings(graph: Graph) -> None:
    worth = solve(graph)
    for node in graph:
        assert worth[node].value == by_force(graph, node)


@settings(max_examples=100)
@given(graphs())
def test_the_best_move_has_the_worth_of_the_position(graph: Graph) -> None:
    worth = solve(graph)
    for node, edges in graph.items():
        here = worth[node]
        assert here.best is not None
        assert here.value == max(value for value in here.edges if value is not None)
        assert here.edges[here.best] == here.value
        assert len(here.edges) == len(edges)


@settings(max_examples=100)
@given(graphs())
def test_following_the_best_moves_brings_a_win_home(graph: Graph) -> None:
    """Where a score above a draw can be forced, the best moves lead to it and not round and round."""
    worth = solve(graph)
    for start in graph:
        node, value, plies = start, worth[start].value, worth[start].plies
        if value in (None, DRAW):
            continue
        assert plies is not None
        for left in range(plies, 0, -1):
            assert worth[node].plies == left
            best = worth[node].best
            assert best is not None
            edge = graph[node][best]
            if edge.to is None:
                assert edge.score == worth[node].value
                assert left == 1
            else:
                node = edge.to


def test_who_is_behind_goes_round_for_a_draw() -> None:
    graph: Graph = {
        0: [Edge(1, None), Edge(None, -300)],
        1: [Edge(0, None), Edge(None, -20)],
    }
    worth = solve(graph)
    assert (worth[0].value, worth[1].value) == (DRAW, DRAW)


def test_who_is_ahead_leaves_the_ring() -> None:
    graph: Graph = {0: [Edge(1, None), Edge(None, 50)], 1: [Edge(0, None), Edge(None, -80)]}
    worth = solve(graph)
    assert worth[0] == Worth(50, best=1, plies=1, edges=[50, 50])
    assert worth[1] == Worth(-50, best=0, plies=2, edges=[-50, -80])


def test_where_nothing_is_known_the_own_score_counts() -> None:
    graph: Graph = {0: [Edge(1, 15), Edge(2, None)], 1: [Edge(None, None)], 2: []}
    worth = solve(graph)
    assert worth[0].value == 15
    assert worth[0].edges == [15, None]
    assert worth[1].value is None
    assert worth[2].value is None


def test_a_long_line_takes_no_recursion() -> None:
    length = 50_000
    graph: Graph = {at: [Edge(at + 1, None)] for at in range(length)}
    graph[length] = [Edge(None, 7)]
    worth = solve(graph)
    assert worth[0].value == (7 if length % 2 == 0 else -7)
    assert worth[0].plies == length + 1
