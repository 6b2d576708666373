"""A review written into the record: scores, comments, and better lines as variations."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Final

from komadai.kifu.tree.game import Analysis, Node
from komadai.pieces import Color
from komadai.study.game_review.report import MILESTONE_NAMES, Text
from komadai.study.game_review.sayings import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from komadai.kifu import Game
    from komadai.outcome import Language
    from komadai.study.game_review.report import Review, ReviewedMove

MARK: Final = "◆ "
"""Before each line that a review adds to the comments of a record."""


def annotated(
    game: Game,
    review: Review,
    language: Language = "en",
    *,
    comments: bool = True,
    analyses: bool = True,
) -> Game:
    """A copy of the game with the review of its main line.

    Errors have the better line as a variation. With ``comments`` errors, proverbs and milestones have their
    text as a comment, and the start a summary. With ``analyses`` each move has the score, the line and the
    engine as an analysis.
    """
    reviewed = _copied(game)
    nodes = list(reviewed.main_line())
    lines = [move.best.line if move.best else () for move in review.moves[1:]] + [()]
    for node, move, line in zip(nodes, review.moves, lines, strict=False):
        if analyses and move.score is not None:
            node.analyses = [
                *node.analyses,
                Analysis.from_score(move.score, line=line, nodes=review.nodes, engine=review.engine),
            ]
        if move.is_error:
            _add_variation(node, move)
    if comments:
        _add_comments(reviewed, nodes, review, language == "ja")
    return reviewed


def _copied(game: Game) -> Game:
    """A copy with nodes of its own. It is made without recursion, which long games would exceed."""
    result = copy(game)
    result.headers = dict(game.headers)
    result.root = Node()
    waiting = [(game.root, result.root)]
    while waiting:
        node, new = waiting.pop()
        new.comment, new.bookmark = node.comment, node.bookmark
        new.time_ms, new.total_ms = node.time_ms, node.total_ms
        new.analyses, new.ending = list(node.analyses), copy(node.ending)
        waiting += [(child, new.add(child.move)) for child in node.children if child.move is not None]
    return result


def _add_comments(game: Game, nodes: Sequence[Node], review: Review, japanese: bool) -> None:
    _add_comment(game.root, summary(game, review)[japanese])
    for node, move in zip(nodes, review.moves, strict=False):
        if move.is_error:
            _add_comment(node, move.text[japanese])
        elif move.proverb is not None:
            _add_comment(node, sentence(move.proverb)[japanese])
    for milestone in review.milestones:
        if 0 < milestone.ply <= len(nodes):
            _add_comment(nodes[milestone.ply - 1], MILESTONE_NAMES[milestone.kind][japanese])


def summary(game: Game, review: Review) -> Text:
    """The engine, the nodes and both accuracies in one sentence."""
    names = [side_name(game, side) for side in Color]
    shown = ["–" if accuracy is None else f"{accuracy:.1f}%" for accuracy in review.accuracy]
    return Text(
        f"Reviewed by {review.engine}, {review.nodes:,} nodes a position. Accuracy: "
        + ", ".join(f"{name.en} {value}" for name, value in zip(names, shown, strict=True))
        + ".",
        f"{review.engine}による検討（1局面{review.nodes:,}ノード）。正確さ："
        + "、".join(f"{name.ja} {value}" for name, value in zip(names, shown, strict=True))
        + "。",
    )


def side_name(game: Game, side: Color) -> Text:
    """Black and White; in Japanese 下手 and 上手 in a handicap game."""
    return Text(side.english, side.japanese_handicap if game.is_handicap else side.japanese)


def _add_comment(node: Node, text: str) -> None:
    node.comment = f"{node.comment}\n{MARK}{text}" if node.comment else f"{MARK}{text}"


def _add_variation(node: Node, move: ReviewedMove) -> None:
    """Adds the better line beside the move; moves that are in the tree already are not added again."""
    at = node.parent
    if move.best is None or at is None:
        return
    for better in move.best.line:
        existing = next((child for child in at.children if child.move is better), None)
        at = existing or at.add(better)
