"""The nodes of a game tree, which are native objects."""

from __future__ import annotations

import copy
import gc
import pickle
from collections.abc import Callable

import pytest

from komadai import Color, Move, Outcome, Termination
from komadai.errors import ArgumentTypeError, RangeError
from komadai.kifu import Analysis, Ending, Node

FIRST, SECOND = Move.from_usi("7g7f"), Move.from_usi("2g2f")
DEEP = 100_000


def chain(plies: int) -> tuple[Node, Node]:
    root = last = Node()
    for _ in range(plies):
        last = last.add(FIRST)
    return root, last


def test_a_new_node_has_no_annotations() -> None:
    node = Node()
    assert (node.move, node.parent, node.comment, node.bookmark) == (None, None, "", "")
    assert (node.time_ms, node.total_ms, node.ending, node.outcome, node.outcome_ms) == (None,) * 5
    assert (node.children, node.analyses, node.variations, node.ply) == ([], [], [], 0)


def test_comments_have_the_same_line_ends_from_all_sources() -> None:
    node = Node()
    node.comment = "a\r\nb\rc\n\r\n"
    assert node.comment == "a\nb\nc\n\n"
    assert node.add(FIRST, comment="\r").comment == "\n"
    ending = Ending(comment="a\r\nb")
    assert ending.comment == "a\nb"
    ending.comment += "\r"
    assert ending == Ending(comment="a\nb\n")


@pytest.mark.parametrize(
    ("given", "kept"), [(" a　b ", "a　b"), ("a\r\n\n b\x85", "a b"), ("　\n", ""), ("", "")]
)
def test_a_bookmark_is_one_line_without_spaces_around_it(given: str, kept: str) -> None:
    node = Node()
    node.bookmark = given
    assert node.bookmark == kept


def test_the_lists_of_a_node_can_be_changed() -> None:
    root = Node()
    first = root.add(FIRST)
    second = root.add(SECOND)
    assert root.children is root.children
    root.children.reverse()
    assert list(root.main_line()) == [second]
    assert root.variations == [first]
    root.children = [first]
    assert list(root.main_line()) == [first]
    root.analyses.append(Analysis(30))
    assert root.analyses == [Analysis(30)]


def test_a_list_of_children_has_nodes_that_are_added_later() -> None:
    root = Node()
    children = root.children
    first = root.add(FIRST)
    assert children == [first]
    assert list(root.main_line()) == [first]


def test_a_line_stops_at_its_ending_and_moves_after_it_are_variations() -> None:
    root = Node()
    first = root.add(FIRST)
    second = first.add(SECOND)
    first.outcome = Outcome(Color.BLACK, Termination.RESIGNATION)
    first.outcome_ms = 3000
    assert first.ending == Ending(Outcome(Color.BLACK, Termination.RESIGNATION), time_ms=3000)
    assert list(root.main_line()) == [first]
    assert first.variations == [second]
    first.outcome = None
    assert first.ending is None
    assert list(root.main_line()) == [first, second]


def test_the_way_back_to_the_root() -> None:
    root, last = chain(3)
    assert [node.ply for node in last.path()] == [3, 2, 1]
    assert last.moves() == [FIRST] * 3
    assert repr(last) == "<Node 7g7f at ply 3>"
    assert repr(root) == "<Node root at ply 0>"


def test_a_leaf_keeps_the_whole_tree_alive() -> None:
    _, last = chain(50)
    gc.collect()
    assert len(last.moves()) == 50


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("move", "7g7f"), ("parent", 1), ("children", ()), ("comment", None), ("bookmark", 1),
        ("time_ms", "1"), ("total_ms", 1.5), ("analyses", None), ("ending", "resign"),
    ],
)  # fmt: skip
def test_attributes_refuse_values_of_other_types(name: str, value: object) -> None:
    node = Node()
    with pytest.raises(TypeError, match=f"{name}: expected"):
        setattr(node, name, value)
    with pytest.raises(AttributeError):
        delattr(node, name)


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("analyses", [None], r"analyses\[0\]: expected an Analysis, got NoneType"),
        ("analyses", [Analysis(30), "評価値 30"], r"analyses\[1\]: expected an Analysis, got str"),
        ("children", [Node(FIRST), None], r"children\[1\]: expected a Node, got NoneType"),
    ],
)
def test_a_list_with_anything_else_is_refused_where_it_is_set(
    name: str, values: list[object], expected: str
) -> None:
    node = Node()
    with pytest.raises(ArgumentTypeError, match=expected):
        setattr(node, name, values)
    assert getattr(node, name) == []


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: Ending("resign"), "outcome: expected an Outcome or None, got 'resign'"),  # type: ignore[arg-type]
        (lambda: Ending(comment=None), "comment: expected a str, got None"),  # type: ignore[arg-type]
        # A ponder move that the engine did not name.
        (lambda: Analysis(30, line=(FIRST, None)), "line: expected Moves, got a NoneType"),  # type: ignore[arg-type]
        (lambda: Analysis(30, line=None), "line: expected a tuple of Moves, got None"),  # type: ignore[arg-type]
        (lambda: Analysis(30, engine=None), "engine: expected a str, got None"),  # type: ignore[arg-type]
    ],
)
def test_parts_of_a_node_refuse_values_of_other_types(make: Callable[[], object], expected: str) -> None:
    with pytest.raises(ArgumentTypeError, match=expected):
        make()


def test_times_are_milliseconds_of_64_bits() -> None:
    node = Node()
    node.time_ms = 10**15
    with pytest.raises(RangeError):
        node.time_ms = 2**63
    assert node.time_ms == 10**15


def test_a_node_has_no_other_attributes() -> None:
    with pytest.raises(AttributeError):
        Node().outcom = None  # type: ignore[attr-defined]


@pytest.mark.parametrize("order", ["all at once", "lists asked for", "from the leaf", "from the root"])
def test_very_deep_trees_are_freed_in_any_order(order: str) -> None:
    root, last = chain(DEEP)
    node: Node | None = last
    while node is not None and order != "all at once":
        before = node.parent
        if order == "lists asked for":
            assert len(node.children) <= 1
        if order == "from the leaf":
            node.parent = None
        node = before
    if order == "from the root":
        for node in [root, *root.main_line()]:
            node.children = []
    del root, last, node
    gc.collect()


def test_an_unused_tree_is_garbage_collected() -> None:
    gc.collect()
    chain(1000)
    assert gc.collect() >= 1000


def test_copies() -> None:
    root = Node()
    first = root.add(FIRST, time_ms=1200, comment="good")
    first.add(SECOND).bookmark = "here"
    shallow = copy.copy(first)
    assert shallow.parent is root
    assert shallow.children is first.children
    assert (shallow.move, shallow.time_ms, shallow.comment) == (FIRST, 1200, "good")
    others: list[Node] = [copy.deepcopy(root), pickle.loads(pickle.dumps(root))]
    for other in others:
        assert other.children[0].parent is other
        assert other.children[0].comment == "good"
        assert other.children[0].children[0].bookmark == "here"
        assert other.children[0].children[0].moves() == [FIRST, SECOND]
