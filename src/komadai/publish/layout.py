"""A game laid out as in books: blocks of moves, diagrams, comments and variations in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from komadai.publish import wording
from komadai.publish.diagram import picture
from komadai.publish.tree_steps import flatten_tree

if TYPE_CHECKING:
    from komadai.kifu import Game
    from komadai.outcome import Language
    from komadai.publish.tree_steps import Step

AT_COMMENTS: Final = 6
"""A comment gets a diagram if the last diagram is at least this number of moves before it."""
DEEPEST: Final = 4
"""The maximum depth of indentation of variations."""


def layout_blocks(game: Game, every: int, flip: bool, language: Language) -> list[dict[str, Any]]:
    """The blocks of the game in order, for ``sheet.typ``.

    There is a diagram after at most ``every`` moves, at the end, and at the start if it is no known handicap.
    A comment gets a diagram if there was none for :data:`AT_COMMENTS` moves.
    """
    return list(_Layout(game, every, flip, language).parts)


class _Layout:
    def __init__(self, game: Game, every: int, flip: bool, language: Language) -> None:
        self._game, self._every, self._flip, self._language = game, every, flip, language
        self.parts: list[dict[str, Any]] = []
        self._diagrams = 0
        self._moves_since_diagram = 0
        self._run: list[str] | None = None
        """The moves of the current block of moves; None if there is none."""
        self._depth = 0
        self._last = game.end
        for step in flatten_tree(game):
            self._take(step)

    def _take(self, step: Step) -> None:
        node = step.node
        if step.index == 0:
            self._comment(step)
            if self._game.handicap is None:
                self._diagram(step)
        else:
            self._move(step)
            if step.depth == 0:
                self._moves_since_diagram += 1
                limit = min(AT_COMMENTS, self._every) if node.comment.strip() else self._every
                if self._moves_since_diagram >= limit or node is self._last:
                    self._diagram(step)
            self._comment(step)
        if node.ending is not None:
            text = wording.ending(self._game, node.ending, step.ply, step.board.turn, self._language)
            self._add({"kind": "ending", "depth": _depth(step), "text": text})

    def _move(self, step: Step) -> None:
        if self._run is None or step.begins or self._depth != _depth(step):
            moves: list[str] = []
            self._add(
                {
                    "kind": "moves",
                    "depth": _depth(step),
                    "label": wording.word("variation", self._language) if step.begins else "",
                    "number": str(step.number),
                    "moves": moves,
                }
            )
            self._run, self._depth = moves, _depth(step)
        self._run.append(step.text(self._language))

    def _comment(self, step: Step) -> None:
        node = step.node
        ending = node.ending.comment if node.ending else ""
        marked = f"★ {wording.line(node.bookmark)}" if node.bookmark else ""
        parts = (marked, wording.evaluation(node), node.comment, ending)
        text = "\n".join(wording.plain(part).strip("\n") for part in parts if part.strip())
        if text:
            self._add({"kind": "comment", "depth": _depth(step), "text": text})

    def _diagram(self, step: Step) -> None:
        self._diagrams += 1
        self._moves_since_diagram = 0
        marked = step.node.move.to_square if step.node.move else None
        caption = wording.caption(self._diagrams, step.number, step.text(self._language), self._language)
        position = picture(self._game, step.board, marked, self._flip, self._language)
        self._add({"kind": "diagram", "position": position, "caption": caption})

    def _add(self, part: dict[str, Any]) -> None:
        """Appends a block, which ends the current block of moves."""
        self._run = None
        self.parts.append(part)


def _depth(step: Step) -> int:
    return min(step.depth, DEEPEST)
