"""A shared tree from a record, and back."""

from __future__ import annotations

import copy
from typing import Any

from komadai.kifu import Game, Node, VariantGame
from komadai.play.boards import read_move
from komadai.study.shared_tree.tree import ROOT, SharedTree


def from_game(game: Game | VariantGame, *, fixed: bool = False) -> SharedTree:
    """The tree that begins with this record. Its nodes get the ids 0, 1, … depth first.

    ``fixed``: the record's own moves stay.
    """
    return SharedTree(game, fixed=fixed)


def to_game(tree: SharedTree) -> Game | VariantGame:
    """The tree as a record, with the headers, times, analyses and endings of the record that it began with.

    No format has marks on the board: they become the last line of the comment, ``[marks 5e 7g7f]``.
    """
    game = copy.copy(tree.game)
    game.headers, game.root, game.warnings = dict(game.headers), Node(), []
    reader: Any = game.board()
    waiting: list[tuple[int, Node[Any] | None]] = [(ROOT, None)]
    while waiting:
        number, parent = waiting.pop()
        shown = tree.nodes[number]
        node: Node[Any] = game.root
        if parent is not None:
            assert shown.usi is not None
            original = tree.originals[number] if number < len(tree.originals) else None
            node = parent.add(read_move(reader, shown.usi) if original is None else original.move)
        if number < len(tree.originals):
            _keep(tree.originals[number], node)
        marks = f"[marks {' '.join(shown.shapes)}]" if shown.shapes else ""
        node.comment = "\n".join(part for part in (shown.comment, marks) if part)
        node.bookmark = shown.name
        # A stack: the children are added to their parent in their order only if the last is put on it first.
        waiting += [(child, node) for child in reversed(shown.children)]
    return game


def _keep(original: Node[Any], node: Node[Any]) -> None:
    node.time_ms = original.time_ms
    node.total_ms = original.total_ms
    node.analyses = list(original.analyses)
    node.ending = copy.copy(original.ending)
