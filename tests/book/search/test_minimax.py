"""Scores that go up through a book: compared with playing out every line of small graphs."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from komadai.book.search.minimax import DRAW, WON, Edge, NodeValue, solve

Graph = dict[int, list[Edge[int]]]
Checks = frozenset[int]
"""The positions whose side to move is in check."""


def round_again(ring: tuple[int, ...], in_check: Checks) -> int:
    """What the side to move in the first position of a ring gets for it."""
    checked = all(node in in_check for node in ring[::2])
    checks = all(node in in_check for node in ring[1::2])
    return DRAW if checked == checks else WON if checked else -WON


def by_force(graph: Graph, in_check: Checks, node: int, path: tuple[int, ...] = ()) -> int:
    """What the side to move gets if both play every line out, until they come back to where they were."""
    if node in path:
        return round_again(path[path.index(node) :], in_check)
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
    """Positions 0 to n - 1, Black to move in the even ones; a move leads to the other side or has a score."""
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
def test_a_position_is_worth_what_best_play_brings(graph: Graph, in_check: Checks) -> None:
    worth = solve(graph, in_check)
    for node in graph:
        assert worth[node].value == by_force(graph, in_check, node)


@settings(max_examples=100)
@given(graphs(), checks)
def test_the_best_move_has_the_worth_of_the_position(graph: Graph, in_check: Checks) -> None:
    worth = solve(graph, in_check)
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


@settings(max_examples=100)
@given(graphs(), checks)
def test_the_best_moves_bring_a_win_home_whatever_is_played_against_them(
    graph: Graph, in_check: Checks
) -> None:
    worth = solve(graph, in_check)
    for start in graph:
        value = worth[start].value
        assert value is not None
        if value <= DRAW:
            continue
        theirs = [node for node in graph if (node - start) % 2]
        for answers in product(*(range(len(graph[node])) for node in theirs)):
            plan = dict(zip(theirs, answers, strict=True))
            node, path = start, [start]
            while True:
                index = plan.get(node, worth[node].best)
                assert index is not None
                edge = graph[node][index]
                if edge.to is None:
                    assert edge.score is not None
                    got = -edge.score if node in plan else edge.score
                    break
                if edge.to in path:
                    at = path.index(edge.to)
                    got = round_again(tuple(path[at:]), in_check) * (-1 if edge.to in plan else 1)
                    break
                node = edge.to
                path.append(node)
            assert got >= value


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
    assert worth[0] == NodeValue(50, best=1, plies=1, edges=[50, 50])
    assert worth[1] == NodeValue(-50, best=0, plies=2, edges=[-50, -80])


def test_who_can_only_give_check_for_ever_has_lost() -> None:
    graph: Graph = {0: [Edge(1, None)], 1: [Edge(0, None), Edge(None, -700)]}
    assert solve(graph)[0].value == DRAW
    worth = solve(graph, in_check={1})
    assert (worth[0].value, worth[1].value) == (-WON, WON)
    assert (worth[1].best, worth[1].plies) == (0, None)


def test_who_gives_check_for_ever_must_leave_the_ring_at_the_least_price() -> None:
    graph: Graph = {
        0: [Edge(1, None), Edge(None, -300)],
        1: [Edge(2, None), Edge(None, -500)],
        2: [Edge(3, None), Edge(None, -80)],
        3: [Edge(0, None)],
    }
    assert solve(graph)[3].value == DRAW
    worth = solve(graph, in_check={1, 3})
    assert [worth[node].value for node in range(4)] == [-80, 80, -80, 80]
    assert (worth[2].best, worth[2].edges) == (1, [-80, -80])
    # What keeps the ring closed is worth more than the way out of it.
    assert worth[1].best == 0


def test_one_quiet_move_in_the_ring_makes_it_a_draw() -> None:
    graph: Graph = {
        0: [Edge(1, None), Edge(None, -300)],
        1: [Edge(2, None)],
        2: [Edge(3, None), Edge(None, -80)],
        3: [Edge(0, None)],
    }
    assert solve(graph, in_check={1})[0].value == DRAW
    # Nor does anybody lose who is given check by every move himself.
    assert solve(graph, in_check={0, 1, 2, 3})[0].value == DRAW


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
