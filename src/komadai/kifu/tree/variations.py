"""The lines of a game's tree, in the order in which formats write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai._core import Board, Node
    from komadai.kifu.tree.game import GameTree, M
    from komadai.variants import Board as VariantBoard


def branches(game: GameTree[M]) -> Iterator[tuple[int, list[Node[M]]]]:
    """The main line, then every variation to its end, each with the ply after which it begins.

    Depth first: the variations of a line follow it directly, from its last move to its first. So a board
    reaches the start of each line by undoing moves only. The main line may be empty.
    """
    main = [*game.root.main_line()]
    yield 0, main
    waiting: list[tuple[int, Node[M]]] = []
    _append_variations(waiting, [game.root, *main], 0)
    while waiting:
        before, first = waiting.pop()
        line = [first, *first.main_line()]
        yield before, line
        _append_variations(waiting, line, before + 1)


def _append_variations(waiting: list[tuple[int, Node[M]]], line: list[Node[M]], ply: int) -> None:
    for at, node in enumerate(line, ply):
        if len(node.children) > 1 or (node.children and node.ending is not None):
            waiting += [(at, variation) for variation in reversed(node.variations)]


def go_back(board: Board | VariantBoard, ply: int) -> None:
    """Undoes moves until ``ply`` are left, which is faster than a new board for each line of a tree."""
    while board.ply > ply:
        board.pop()
