"""One tree that several people edit: what each operation does, whoever made it and in whatever order."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import Any

import msgspec
import pytest

from komadai import Move, kifu
from komadai.messages.text import Text
from komadai.study.shared_tree import (
    NOBODY,
    TREE_ERRORS,
    Add,
    Comment,
    Delete,
    Entry,
    Mark,
    Operation,
    Promote,
    SharedTree,
    TreeError,
    Undo,
    from_game,
    to_game,
)
from komadai.study.shared_tree.tree import MAX_COMMENT, MAX_SHAPES
from tests.study.shared_tree.reference import tree_of, undoable_of


def game(*moves: str) -> kifu.Game:
    record = kifu.Game()
    record.extend([Move.from_usi(usi) for usi in moves])
    return record


def tree(*moves: str, fixed: bool = False) -> SharedTree:
    return from_game(game(*moves), fixed=fixed)


def refused(code: str, act: Callable[[], object]) -> None:
    with pytest.raises(TreeError) as caught:
        act()
    assert caught.value.code == code
    assert caught.value.text.en
    assert caught.value.text.ja
    assert code in str(caught.value)


def line(shared: SharedTree) -> list[str | None]:
    moves: list[str | None] = []
    at = 0
    while shared.nodes[at].children:
        at = shared.nodes[at].children[0]
        moves.append(shared.nodes[at].usi)
    return moves


def test_the_record_gets_the_first_ids_and_operations_go_on_from_there() -> None:
    shared = tree("7g7f", "3c3d")
    assert [node.usi for node in shared.nodes.values()] == [None, "7g7f", "3c3d"]
    assert shared.nodes[1].author == NOBODY
    entry = shared.append("ann", Add(2, "2g2f"))
    assert entry == Entry(3, "ann", Add(2, "2g2f"))
    assert shared.nodes[3].parent == 2
    assert shared.nodes[3].author == "ann"
    assert shared.sfen(3).split()[1:] == ["w", "-", "4"]
    assert shared.count == 4


def test_the_same_move_of_two_authors_is_one_node_that_either_can_give_up() -> None:
    shared = tree()
    first = shared.append("ann", Add(0, "7g7f")).number
    second = shared.append("ben", Add(0, "7g7f")).number
    assert shared.nodes[0].children == (first,)
    shared.append("ann", Undo(first))
    assert shared.nodes[first].author == "ben"
    shared.append("ben", Undo(second))
    assert len(shared.nodes) == 1
    shared.append("cid", Add(0, "7g7f"))
    assert shared.nodes[0].children == (first,), "the id of a move at a place never changes"


def test_a_move_must_be_legal_and_its_node_must_be_there() -> None:
    shared = tree("7g7f")
    refused("illegal_move", lambda: shared.append("ann", Add(1, "7g7f")))
    refused("unreadable_move", lambda: shared.append("ann", Add(1, "hello")))
    refused("no_such_node", lambda: shared.append("ann", Add(9, "3c3d")))
    refused("no_such_node", lambda: shared.append("ann", Delete(0)))
    refused("no_such_node", lambda: shared.append("ann", Comment(9, "?")))
    refused("no_such_node", lambda: shared.append("ann", Promote(0)))
    assert shared.count == 2


def test_a_deleted_line_comes_back_with_all_that_hangs_on_it() -> None:
    shared = tree("7g7f", "3c3d", "2g2f")
    shared.append("ann", Comment(3, "good"))
    deletion = shared.append("ben", Delete(2)).number
    assert set(shared.nodes) == {0, 1}
    refused("no_such_node", lambda: shared.append("ann", Add(3, "8c8d")))
    refused("not_your_operation", lambda: shared.append("ann", Undo(deletion)))
    shared.append("ben", Undo(deletion))
    assert shared.nodes[3].comment == "good"


def test_a_move_added_again_after_its_deletion_is_bare() -> None:
    shared = tree("7g7f", "3c3d")
    shared.append("ann", Comment(1, "text"))
    shared.append("ann", Delete(1))
    shared.append("ann", Add(0, "7g7f"))
    assert shared.nodes[1].comment == ""
    assert shared.nodes[1].children == ()


def test_what_others_built_upon_cannot_be_undone_only_deleted() -> None:
    shared = tree()
    move = shared.append("ann", Add(0, "7g7f")).number
    reply = shared.append("ben", Add(move, "3c3d")).number
    refused("built_upon", lambda: shared.append("ann", Undo(move)))
    shared.append("ben", Undo(reply))
    comment = shared.append("ben", Comment(move, "solid")).number
    refused("built_upon", lambda: shared.append("ann", Undo(move)))
    shared.append("ben", Undo(comment))
    shared.append("ann", Add(move, "8c8d"))
    shared.append("ann", Undo(move))
    assert set(shared.nodes) == {0}, "one's own moves below go along"
    shared.append("ann", Add(0, "7g7f"))
    shared.append("ben", Comment(move, "again"))
    shared.append("ann", Delete(move))
    assert set(shared.nodes) == {0}


def test_undo_takes_back_ones_own_last_change_and_redo_repeats_it() -> None:
    shared = tree("7g7f")
    assert not shared.can_undo("ann")
    refused("no_such_operation", lambda: shared.undoable("ann"))
    shared.append("ann", Comment(1, "one"))
    shared.append("ben", Comment(1, "two"))
    shared.append("ann", Undo(shared.undoable("ann")))
    assert shared.nodes[1].comment == "two", "the later text of another stays"
    shared.append("ben", Undo(shared.undoable("ben")))
    assert shared.nodes[1].comment == ""
    shared.append("ann", Undo(shared.redoable("ann")))
    assert shared.nodes[1].comment == "one"
    assert not shared.can_redo("ann")
    shared.append("ann", Undo(shared.undoable("ann")))
    shared.append("ann", Mark(1, shapes=("7f",)))
    assert not shared.can_redo("ann"), "a new change ends what can be redone"
    refused("no_such_operation", lambda: shared.append("ann", Undo(99)))
    refused("not_your_operation", lambda: shared.append("ann", Undo(1)))


def steps(call: Callable[[], object]) -> int:
    """The number of lines of Python that a call executes."""
    count = 0

    def trace(_frame: FrameType, event: str, _arg: object) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return count


def test_what_can_be_undone_is_found_in_the_same_time_however_long_the_log_is() -> None:
    def taken(operations: int) -> list[int]:
        shared = tree("7g7f")
        for number in range(operations):
            shared.append("ann", Comment(1, str(number)))
        for number in range(operations):
            shared.append("ben", Comment(1, str(number)))
        for _ in range(operations):
            shared.append("ben", Undo(shared.undoable("ben")))
        assert shared.can_undo("ann")
        assert not shared.can_redo("ann")
        assert not shared.can_undo("ben")
        assert shared.can_redo("ben")
        people = ("ann", "ben", "reader", NOBODY)
        return [
            steps(partial(ask, person)) for person in people for ask in (shared.can_undo, shared.can_redo)
        ]

    assert taken(2) == taken(200)


def test_promotion_changes_which_line_is_the_main_one() -> None:
    shared = tree("7g7f", "3c3d")
    other = shared.append("ann", Add(0, "2g2f")).number
    shared.append("ann", Promote(other))
    assert line(shared) == ["2g2f"]
    shared.append("ben", Promote(1, before=other))
    assert line(shared) == ["7g7f", "3c3d"]
    refused("no_such_node", lambda: shared.append("ben", Promote(1, before=2)))


def test_the_moves_of_a_game_that_was_played_stay_its_first_line() -> None:
    shared = tree("7g7f", "3c3d", fixed=True)
    variation = shared.append("ann", Add(0, "2g2f")).number
    for node in (1, 2):
        refused("fixed", lambda node=node: shared.append("ann", Delete(node)))  # type: ignore[misc]
    refused("fixed", lambda: shared.append("ann", Promote(variation)))
    shared.append("ann", Delete(variation))
    own = shared.append("ann", Add(2, "2g2f")).number
    shared.append("ben", Add(2, "6i7h"))
    shared.append("ben", Promote(own))
    assert line(shared) == ["7g7f", "3c3d", "2g2f"]


def test_texts_and_marks_have_limits() -> None:
    shared = tree()
    refused("text_too_long", lambda: shared.append("ann", Comment(0, "歩" * (MAX_COMMENT + 1))))
    refused("text_too_long", lambda: shared.append("ann", Mark(0, name="x" * 101)))
    refused("bad_marks", lambda: shared.append("ann", Mark(0, shapes=("5e",) * (MAX_SHAPES + 1))))
    refused("bad_marks", lambda: shared.append("ann", Mark(0, shapes=("<b>",))))
    shared.append("ann", Mark(0, "opening", ("5e", "7g7f")))
    assert shared.nodes[0].shapes == ("5e", "7g7f")


def test_a_record_goes_in_and_out_without_loss() -> None:
    record = kifu.read(
        "開始日時：2026/11/27\n"
        "先手：A\n後手：B\n手合割：平手\n   1 ７六歩(77) (0:03/0:00:03)\n*good\n&start\n"
        "   2 ３四歩(33) (0:01/0:00:01)\n   3 投了\n\n変化：2手\n   2 ８四歩(83)\n"
    )
    shared = from_game(record)
    assert kifu.write(to_game(shared), "kif") == kifu.write(record, "kif")
    shared.append("ann", Add(1, "4c4d"))
    shared.append("ann", Mark(1, "here", ("5e",)))
    back = to_game(shared)
    assert back.root.children[0].comment == "good\n[marks 5e]"
    again = from_game(back)
    assert again.nodes[1].comment == "good"
    assert again.nodes[1].shapes == ("5e",)
    assert len(again.nodes[1].children) == 3
    assert back.root.children[0].time_ms == 3000


def test_variants_are_edited_by_their_own_rules() -> None:
    shared = from_game(kifu.VariantGame("minishogi"))
    board: Any = shared.game.board()
    usi = next(iter(board.legal_moves)).usi()
    added = shared.append("ann", Add(0, usi)).number
    assert to_game(shared).root.children[0].move is not None
    assert shared.nodes[added].usi == usi
    refused("unreadable_move", lambda: shared.append("ann", Add(added, "9i9h")))


def test_operations_are_stored_as_json_and_read_again() -> None:
    for operation in (
        Add(0, "7g7f"),
        Delete(1),
        Promote(1, 2),
        Comment(1, "x"),
        Mark(1, "n", ("5e",)),
        Undo(3),
    ):
        assert msgspec.json.decode(msgspec.json.encode(operation), type=Operation) == operation


def test_each_error_has_both_languages() -> None:
    for text in TREE_ERRORS.values():
        assert isinstance(text, Text)
        assert text.en != text.ja


# -- any interleaving


def some_operation(shared: SharedTree, author: str, dice: random.Random) -> Operation:
    nodes = list(shared.nodes)
    node = dice.choice(nodes)
    kind = dice.choices(
        ["add", "delete", "promote", "comment", "mark", "undo", "redo", "any"], [9, 1, 2, 2, 1, 4, 2, 2]
    )[0]
    numbers = [entry.number for entry in shared.entries()]
    match kind:
        case "add":
            return Add(node, dice.choice(["7g7f", "2g2f", "3c3d", "8c8d", "6i7h", "4a3b"]))
        case "delete":
            return Delete(node)
        case "promote":
            parent = shared.nodes[node].parent
            return Promote(node, dice.choice([None, *(shared.nodes[parent or 0].children)]))
        case "comment":
            return Comment(node, dice.choice(["", "a", "b"]))
        case "mark":
            return Mark(node, dice.choice(["", "m"]))
        case "undo" if shared.can_undo(author):
            return Undo(shared.undoable(author))
        case "redo" if shared.can_redo(author):
            return Undo(shared.redoable(author))
    return Undo(dice.choice(numbers or [0]))


@pytest.mark.parametrize("seed", range(25))
def test_any_interleaving_gives_the_tree_of_the_definition(seed: int) -> None:
    dice = random.Random(seed)
    start = ["7g7f", "3c3d"][: dice.randrange(3)]
    shared = tree(*start, fixed=seed % 5 == 0)
    places = [(node.parent, node.usi) for node in shared.nodes.values()]
    for _ in range(60):
        author = dice.choice("abc")
        operation = some_operation(shared, author, dice)
        before = dict(shared.nodes)
        try:
            shared.check(author, operation)
        except TreeError:
            assert shared.nodes == before
            continue
        changed = shared.apply(Entry(shared.count, author, operation))
        after = shared.nodes
        assert changed == {each for each in before | after if before.get(each) != after.get(each)}
        shown = {
            node.id: (node.parent, node.usi, node.children, node.comment, node.name, node.shapes)
            for node in after.values()
        }
        assert shown == tree_of(places, shared.entries())
        for each in "abc":
            undoable = shared.undoable(each) if shared.can_undo(each) else None
            redoable = shared.redoable(each) if shared.can_redo(each) else None
            assert (undoable, redoable) == undoable_of(each, shared.entries())
    again = tree(*start, fixed=seed % 5 == 0)
    for entry in shared.entries():
        again.apply(entry)
    assert again.nodes == shared.nodes, "the same log gives the same tree"
    waiting = [each for each in shared.entries() if not isinstance(each.operation, Undo)]
    for _ in waiting:  # everybody takes back all they did; where others have built upon it, after them
        for entry in reversed(waiting):
            with suppress(TreeError):
                shared.append(entry.author, Undo(entry.number))
        if not any(shared.can_undo(author) for author in "abc"):
            break
    assert {node: each.children for node, each in shared.nodes.items()} == {
        node: each.children for node, each in tree(*start).nodes.items()
    }
