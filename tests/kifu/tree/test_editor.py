"""A game is edited without losses, and every step can be undone."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from komadai import Color, Move, Outcome, Termination
from komadai.errors import EditError, IllegalMoveError, KomadaiError
from komadai.kifu import Analysis, Editor, Ending, Game, Node
from tests.kifu.samples import tree


def moves(text: str) -> list[Move]:
    return [Move.from_usi(word) for word in text.split()]


def game_of(*lines: str) -> Game:
    """A game with several lines; the first one is the main line."""
    game = Game()
    for line in lines:
        Editor(game).add_line(game.root, moves(line))
    return game


def lines(game: Game) -> list[str]:
    """All lines to their ends, the main line first."""
    found, waiting = [], [game.root]
    while waiting:
        node = waiting.pop()
        waiting += reversed(node.children)
        if not node.children:
            found.append(" ".join(move.usi() for move in node.moves()))
    return found


def at(game: Game, line: str) -> Node:
    node = game.root
    for move in moves(line):
        node = next(child for child in node.children if child.move is move)
    return node


def nodes(game: Game) -> Iterator[Node]:
    waiting = [game.root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node.children


def whole(game: Game) -> list[Any]:
    """All parts of a game."""
    found: list[Any] = [game.sfen, dict(game.headers)]
    for node in nodes(game):
        assert all(child.parent is node for child in node.children)
        about = (node.move, node.comment, node.bookmark, node.time_ms, node.total_ms, node.ending)
        found.append((*about, list(node.analyses), len(node.children)))
    return found


GAME = ("7g7f 3c3d 2g2f 8c8d", "7g7f 8c8d", "2g2f 8c8d")


def test_a_new_line_follows_existing_moves() -> None:
    game = game_of(*GAME)
    editor = Editor(game)
    last = editor.add_line(game.root, moves("7g7f 3c3d 6g6f"))
    assert last.move is Move.from_usi("6g6f")
    assert lines(game) == ["7g7f 3c3d 2g2f 8c8d", "7g7f 3c3d 6g6f", "7g7f 8c8d", "2g2f 8c8d"]
    assert editor.add(game.root, Move.from_usi("2g2f")) is game.root.children[1]


def test_an_illegal_move_is_added_only_if_it_is_allowed() -> None:
    game = game_of(*GAME)
    editor = Editor(game)
    before = whole(game)
    with pytest.raises(IllegalMoveError):
        editor.add_line(game.end, moves("2f2e 8d8e 2e2c"))
    assert whole(game) == before
    assert not editor.can_undo
    editor.add(game.root, Move.from_usi("7g7e"), allow_illegal=True)
    with pytest.raises(IllegalMoveError):  # no piece stands there
        editor.add(game.root, Move.from_usi("5e5d"), allow_illegal=True)
    assert lines(game)[-1] == "7g7e"


def test_moves_after_inserted_ones_follow_them() -> None:
    game = game_of(*GAME)
    node = at(game, "7g7f 3c3d")
    node.comment = "kept"
    last = Editor(game).insert_before(node, *moves("9c9d 9g9f"))
    assert lines(game) == ["7g7f 9c9d 9g9f 3c3d 2g2f 8c8d", "7g7f 8c8d", "2g2f 8c8d"]
    assert last.children == [node]
    assert node.comment == "kept"


def test_all_continuations_follow_moves_inserted_after_a_node() -> None:
    game = game_of(*GAME)
    Editor(game).insert_after(at(game, "7g7f"), *moves("9c9d 9g9f"))
    assert lines(game) == ["7g7f 9c9d 9g9f 3c3d 2g2f 8c8d", "7g7f 9c9d 9g9f 8c8d", "2g2f 8c8d"]


def test_moves_that_cannot_follow_inserted_ones_stay_as_a_variation() -> None:
    game = game_of("7g7f 3c3d 2g2f 3d3e")
    at(game, "7g7f 3c3d 2g2f").comment = "copied"
    Editor(game).insert_before(at(game, "7g7f 3c3d"), *moves("9c9d 1g1f 3c3d 1f1e"))
    # 3c3d cannot be played a second time.
    assert lines(game) == ["7g7f 9c9d 1g1f 3c3d 1f1e", "7g7f 3c3d 2g2f 3d3e"]
    Editor(game).insert_after(at(game, "7g7f 3c3d"), *moves("9g9f 3d3e"))
    assert lines(game)[1:] == ["7g7f 3c3d 9g9f 3d3e 2g2f", "7g7f 3c3d 2g2f 3d3e"]
    assert at(game, "7g7f 3c3d 9g9f 3d3e 2g2f").comment == "copied"


def test_an_ending_moves_to_the_last_inserted_move() -> None:
    game = game_of("7g7f")
    game.outcome = Outcome(Color.BLACK, Termination.RESIGNATION)
    Editor(game).insert_after(game.end, *moves("3c3d 2g2f"))
    assert (lines(game), game.outcome) == (
        ["7g7f 3c3d 2g2f"],
        Outcome(Color.BLACK, Termination.RESIGNATION),
    )
    assert at(game, "7g7f").ending is None


def test_a_move_is_deleted_with_or_without_the_moves_after_it() -> None:
    game = game_of(*GAME)
    editor = Editor(game)
    editor.delete(at(game, "7g7f 3c3d"))
    assert lines(game) == ["7g7f 8c8d", "2g2f 8c8d"]
    editor.undo()
    with pytest.raises(IllegalMoveError):  # Black would move twice
        editor.delete_only(at(game, "7g7f 3c3d"))
    assert lines(game) == list(GAME)
    editor.delete_only(game.end)
    assert lines(game)[0] == "7g7f 3c3d 2g2f"
    editor.insert_after(at(game, "7g7f"), *moves("9c9d 9g9f"))
    editor.delete_only(at(game, "7g7f 9c9d 9g9f 8c8d"))
    assert lines(game)[0] == "7g7f 9c9d 9g9f 3c3d 2g2f"


def test_moves_after_a_node_are_cut_off() -> None:
    game = game_of(*GAME)
    game.outcome = Outcome(Color.BLACK, Termination.RESIGNATION)
    Editor(game).truncate(at(game, "7g7f"))
    assert lines(game) == ["7g7f", "2g2f 8c8d"]
    assert game.outcome is None


def test_variations_are_reordered() -> None:
    game = game_of("7g7f", "2g2f", "6g6f")
    editor = Editor(game)
    editor.promote(at(game, "6g6f"))
    assert lines(game) == ["7g7f", "6g6f", "2g2f"]
    editor.promote(at(game, "6g6f"))
    editor.promote(at(game, "6g6f"))
    assert lines(game) == ["6g6f", "7g7f", "2g2f"]
    editor.demote(at(game, "6g6f"))
    editor.demote(at(game, "2g2f"))
    assert lines(game) == ["7g7f", "6g6f", "2g2f"]


def test_a_line_within_a_variation_becomes_the_main_line() -> None:
    game = game_of("7g7f 3c3d", "2g2f 8c8d", "2g2f 3c3d 2f2e")
    Editor(game).promote_to_main(at(game, "2g2f 3c3d 2f2e"))
    assert lines(game) == ["2g2f 3c3d 2f2e", "2g2f 8c8d", "7g7f 3c3d"]


def test_a_variation_to_a_resignation_can_become_the_main_line() -> None:
    game = game_of("7g7f 3c3d 2g2f")
    node = at(game, "7g7f 3c3d")
    node.ending = Ending(Outcome(Color.WHITE, Termination.RESIGNATION), comment="早い投了")
    assert game.moves() == moves("7g7f 3c3d")
    editor = Editor(game)
    editor.promote_to_main(node.children[0])
    assert game.moves() == moves("7g7f 3c3d 2g2f")
    assert node.comment == "投了\n早い投了"
    editor.undo()
    editor.promote(node.children[0])
    assert game.moves() == moves("7g7f 3c3d 2g2f")


def test_annotations_and_headers_are_set_and_undone() -> None:
    game = game_of(*GAME)
    editor = Editor(game)
    before = whole(game)
    ending = Ending(Outcome(None, Termination.INTERRUPTED))
    thought = Analysis(123)
    editor.annotate(game.end, comment="好手", bookmark="ここ", time_ms=1000, total_ms=2000)
    editor.annotate(game.end, analyses=[thought], ending=ending)
    editor.set_header("event", "竜王戦")
    end = game.end
    assert (end.comment, end.bookmark, end.time_ms, end.total_ms) == ("好手", "ここ", 1000, 2000)
    assert (end.analyses, end.ending, game.headers) == ([thought], ending, {"event": "竜王戦"})
    editor.annotate(game.end, comment="好手")  # as it is
    editor.set_header("event", None)
    assert game.headers == {}
    assert [editor.undo() for _ in range(5)] == [True] * 4 + [False]
    assert whole(game) == before
    with pytest.raises(EditError, match="expected comment, bookmark"):
        editor.annotate(game.end, move=None)
    with pytest.raises(TypeError):
        editor.annotate(game.end, comment="x", bookmark=5)
    assert whole(game) == before


def test_merging_another_game() -> None:
    game, other = game_of("7g7f 3c3d 2g2f"), game_of("7g7f 8c8d", "7g7f 3c3d", "2g2f")
    at(game, "7g7f").comment = "ours"
    at(other, "7g7f").comment = "theirs"
    at(other, "7g7f").time_ms = 5000
    at(other, "2g2f").outcome = Outcome(Color.BLACK, Termination.RESIGNATION)
    at(other, "7g7f 3c3d").outcome = Outcome(None, Termination.INTERRUPTED)
    Editor(game).merge(other)
    assert lines(game) == ["7g7f 3c3d 2g2f", "7g7f 8c8d", "2g2f"]
    assert (at(game, "7g7f").comment, at(game, "7g7f").time_ms) == ("ours\ntheirs", 5000)
    assert at(game, "2g2f").outcome == Outcome(Color.BLACK, Termination.RESIGNATION)
    assert at(game, "7g7f 3c3d").comment == "中断"  # here ours goes on
    assert lines(other) == ["7g7f 8c8d", "7g7f 3c3d", "2g2f"]


def test_a_game_that_starts_from_a_later_position_is_merged_there() -> None:
    game = game_of("7g7f 3c3d")
    other = Game(game.board(game.end).sfen())
    other.extend(moves("2g2f"))
    editor = Editor(game)
    with pytest.raises(EditError, match="starts from this position"):
        editor.merge(other)
    editor.merge(other, game.end)
    assert lines(game) == ["7g7f 3c3d 2g2f"]


def test_nodes_of_other_games_are_refused() -> None:
    game, other = game_of(*GAME), game_of(*GAME)
    editor = Editor(game)
    gone = at(game, "7g7f 3c3d")
    editor.delete(gone)
    before = whole(game)
    for node in (other.end, gone, gone.children[0], Node()):
        for change in (editor.delete, editor.promote, editor.truncate, editor.insert_after):
            with pytest.raises(EditError, match="of this game"):
                change(node)
    for change in (editor.delete, editor.delete_only, editor.promote, editor.promote_to_main, editor.demote):
        with pytest.raises(EditError, match="got the root"):
            change(game.root)
    assert whole(game) == before


def step(editor: Editor, chance: random.Random) -> None:
    """Makes a random change."""
    game = editor.game
    node = chance.choice(list(nodes(game)))
    legal = list(game.board(node).legal_moves)
    pair = []
    if legal:
        board = game.board(node)
        board.push(chance.choice(legal))
        answers = list(board.legal_moves)
        pair = [board.peek(), chance.choice(answers)] if answers else []
    match chance.randrange(12):
        case 0 | 1:
            editor.add_line(node, [move for move in pair if move])
        case 2:
            editor.insert_before(node, *[move for move in pair if move])
        case 3:
            editor.insert_after(node, *[move for move in pair if move])
        case 4:
            editor.delete(node)
        case 5:
            editor.delete_only(node)
        case 6:
            editor.promote(node)
        case 7:
            editor.demote(node)
        case 8:
            editor.promote_to_main(node)
        case 9:
            editor.annotate(node, comment=chance.choice(["", "x", "y"]), time_ms=chance.choice([None, 1]))
        case 10:
            editor.merge(tree(chance.randrange(1000), plies=6))
        case _:
            editor.set_header(chance.choice("ab"), chance.choice([None, "1", "2"]))


@given(seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_every_step_is_undone_and_redone(seed: int) -> None:
    chance = random.Random(seed)
    game = tree(seed, plies=12, analyses=True)
    editor = Editor(game)
    states = [whole(game)]
    for _ in range(12):
        try:
            step(editor, chance)
        except KomadaiError:
            assert whole(game) == states[-1]
        else:
            if whole(game) != states[-1]:
                states.append(whole(game))
    for state in reversed(states[:-1]):
        assert editor.undo()
        while whole(game) != state:  # a step may change nothing that one sees
            assert editor.undo()
    while editor.redo():
        pass
    assert whole(game) == states[-1]


@given(seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_inserting_loses_no_moves(seed: int) -> None:
    chance = random.Random(seed)
    game = tree(seed, plies=12)
    before = Counter((node.move, node.comment, node.time_ms) for node in nodes(game))
    endings = sum(node.ending is not None for node in nodes(game))
    node = chance.choice(list(nodes(game)))
    board = game.board(node)
    pair: list[Move] = []
    while len(pair) < 2 and board.legal_moves:
        pair.append(chance.choice(list(board.legal_moves)))
        board.push(pair[-1])
    Editor(game).insert_after(node, *pair)
    assert not before - Counter((node.move, node.comment, node.time_ms) for node in nodes(game))
    assert sum(node.ending is not None for node in nodes(game)) >= endings
