"""KIF, the record format of Japanese programs: headers, moves with times, comments, variations.

Lines that hold what a program must understand are in Japanese, as every reader expects them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from komadai.kifu import endings, kif_analysis
from komadai.kifu.kif_headers import handicap_name, one_line, write_head
from komadai.notation import relation
from komadai.notation.csa import square_digits
from komadai.squares import square_japanese

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai._core import Board, Move
    from komadai.kifu.game import Ending, Game, Node
    from komadai.pieces import Color


_LIKE_A_MOVE: Final = re.compile("[1-9１-９同]")


def write(game: Game) -> str:
    """The game as a KIF file."""
    lines = [*write_head(game), "手数----指手---------消費時間--"]
    lines += about(game.root, game.board())
    if game.root.ending is not None:
        lines += _ending(game, game.root, 0, game.root.ending, game.board(), _Clock())
    for first, is_variation in branches(game):
        if is_variation:
            lines += ["", f"変化：{first.ply}手"]
        lines += _line(game, first)
    return "\n".join(lines) + "\n"


def branches(game: Game) -> Iterator[tuple[Node, bool]]:
    """The first move of every line in KIF's order, and whether the line is a variation.

    The branches of a line come from its last move to its first, so that 変化：n手 always goes
    back along the line just written. Depth first, without recursion.
    """
    waiting: list[tuple[Node, bool]] = [(node, True) for node in reversed(game.root.variations)]
    waiting += [(node, False) for node in [*game.root.main_line()][:1]]
    while waiting:
        first, is_variation = waiting.pop()
        yield first, is_variation
        for node in [first, *first.main_line()]:
            waiting += [(variation, True) for variation in reversed(node.variations)]


def _comment(text: str) -> list[str]:
    return [f"*{line}" for line in text.split("\n")] if text else []


def about(node: Node, board: Board) -> Iterator[str]:
    """Comment, engines' lines and bookmark of a move; the board is the position after it."""
    yield from _comment(kif_analysis.told(node, board))
    if node.bookmark:
        yield f"&{one_line(node.bookmark)}"


class _Clock:
    """The seconds each side has used so far, as the second column of times shows them."""

    def __init__(self) -> None:
        self.used = [0, 0]

    def spent(self, color: Color, time_ms: int | None, total_ms: int | None) -> str:
        if time_ms is None:
            return ""
        seconds = max(time_ms, 0) // 1000
        self.used[color] = self.used[color] + seconds if total_ms is None else total_ms // 1000
        minutes, total = divmod(seconds, 60), self.used[color]
        return f"({minutes[0]:2}:{minutes[1]:02}/{total // 3600:02}:{total // 60 % 60:02}:{total % 60:02})"


def _line(game: Game, first: Node) -> Iterator[str]:
    """The moves from this node to the end of its line."""
    board, clock = game.board(), _Clock()
    previous: Move | None = None
    before = [*first.path()][:0:-1]
    for node in before:
        if node.move is not None:
            clock.spent(board.turn, node.time_ms, node.total_ms)
            board.push_unchecked(node.move)
            previous = node.move
    ply = len(before)
    for node in [first, *first.main_line()]:
        move = node.move
        if move is None:
            continue
        ply += 1
        text = move_text(board, move, previous)
        branches = node.parent is not None and node.parent.variations[-1:] not in ([], [node])
        spent = clock.spent(board.turn, node.time_ms, node.total_ms)
        # Two columns for every character, as the moves are Japanese.
        yield f"{ply:4} {text}{' ' * (14 - _width(text))}{spent}{'+' if branches else ''}".rstrip()
        board.push_unchecked(move)
        previous = move
        yield from about(node, board)
        if node.ending is not None:
            yield from _ending(game, node, ply, node.ending, board, clock)


def _width(text: str) -> int:
    return sum(1 if character.isascii() else 2 for character in text)


def move_text(board: Board, move: Move, previous: Move | None) -> str:
    """A move as KIF writes it: ``７六歩(77)``, ``同　銀(42)``, ``４五桂打``, ``２二角成(88)``."""
    _, kind = relation.mover(board, move)
    if move.from_square is None:
        return f"{square_japanese(move.to_square)}{kind.japanese}打"
    same = previous is not None and previous.to_square == move.to_square
    where = "同　" if same else square_japanese(move.to_square)
    return f"{where}{kind.japanese}{'成' if move.promotion else ''}({square_digits(move.from_square)})"


def _ending(game: Game, node: Node, ply: int, ending: Ending, board: Board, clock: _Clock) -> Iterator[str]:
    turn = board.turn
    if ending.outcome is not None and _LIKE_A_MOVE.match(ending.word):
        # A move that could not be played, and the ending that followed.
        yield f"{ply + 1:4} {one_line(ending.word)}"
        ply, turn = ply + 1, turn.opponent
    word = endings.ending_word(ending, turn)
    spent = clock.spent(turn, ending.time_ms, ending.total_ms)
    yield f"{ply + 1:4} {word}{' ' * (14 - _width(word))}{spent}".rstrip()
    yield from about_ending(game, ending, turn)
    yield endings.summary(ending, ply, turn, handicap=handicap_name(game) not in (None, "平手"))


def about_ending(game: Game, ending: Ending, turn: Color) -> list[str]:
    """What is told about an ending."""
    told = endings.explanation(ending, turn, handicap=game.is_handicap)
    return _comment("\n".join(filter(None, [told, ending.comment])))
