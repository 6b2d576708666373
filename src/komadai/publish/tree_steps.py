"""A game's tree as a list: each move with the position after it; variations follow the move they replace."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from komadai.publish import wording

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from komadai.kifu import Game, Node, VariantGame
    from komadai.outcome import Language

    Progress = Callable[[int, int], object]


@dataclass(frozen=True, slots=True)
class Step:
    """A move of the game and the position after it; the first step is the start, without a move."""

    node: Node[Any]
    index: int
    """Its index in the list, 0 for the start."""
    parent: int
    """The index of the step before it; 0 for the start."""
    depth: int
    """0 on the main line, 1 in its variations, 2 in theirs."""
    begins: bool
    """Whether it is the first move of a variation."""
    number: int
    """The move number; the first move of most games has 1."""
    ply: int
    """The number of moves from the start."""
    board: Any
    """The position after the move: a board of shogi or of the game's variant."""
    before: Any
    """The position before it."""
    previous: Any
    """The move before it."""

    def text(self, language: Language) -> str:
        """The move: ▲7六歩, ▲P-7f. Empty for the start."""
        if self.node.move is None:
            return ""
        return wording.move(self.before, self.node.move, self.previous, language)


def flatten_tree(game: Game) -> Iterator[Step]:
    """All steps of the tree, depth first: a move, then its variations, then the moves after it.

    Raises IllegalMoveError for a move that cannot be played at all.
    """
    board = game.board()
    first = board.move_number
    start = Step(game.root, 0, 0, 0, False, first - 1, 0, board, board, None)
    yield start
    index = 0
    # A stack of the later parts: the step before, the node (None: the moves after that step), the depth.
    waiting: list[tuple[Step, Node[Any] | None, int]] = [(start, None, 0)]
    while waiting:
        before, node, depth = waiting.pop()
        if node is not None:
            index += 1
            step = _step(before, node, index, depth, begins=True)
            yield step
            waiting.append((step, None, depth))
            continue
        children = before.node.children
        others = before.node.variations
        if len(others) < len(children):
            index += 1
            step = _step(before, children[0], index, depth, begins=False)
            yield step
            waiting.append((step, None, depth))
        waiting += [(before, other, depth + 1) for other in reversed(others)]


def _step(before: Step, node: Node[Any], index: int, depth: int, *, begins: bool) -> Step:
    assert node.move is not None
    board = before.board.copy()
    board.push_unchecked(node.move)
    return Step(
        node, index, before.index, depth, begins, before.number + 1, before.ply + 1, board, before.board,
        before.node.move,
    )  # fmt: skip


def main_line(game: Game | VariantGame) -> Iterator[Step]:
    """The start and the moves of the main line."""
    board = game.board()
    step = Step(game.root, 0, 0, 0, False, board.move_number - 1, 0, board, board, None)
    yield step
    nodes: Iterator[Node[Any]] = game.main_line()
    for index, node in enumerate(nodes, 1):
        step = _step(step, node, index, 0, begins=False)
        yield step
