"""Writes KIF, the record format of Japanese programs: headers, moves with times, comments, variations.

Lines that programs must understand are in Japanese, because readers expect that.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, cast

from komadai._core import Board, Move
from komadai.kifu.comments import engine_comments
from komadai.kifu.formats.kif import endings, variant_moves
from komadai.kifu.formats.kif.header_reader import handicap_name, one_line
from komadai.kifu.formats.kif.header_writer import write_head
from komadai.kifu.tree.ending_words import ending_word
from komadai.kifu.tree.variations import branches, go_back
from komadai.notation import relation
from komadai.notation.csa import square_digits
from komadai.squares import square_japanese

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai._core import VariantMove
    from komadai.kifu.tree.game import Ending, Game, Node
    from komadai.kifu.tree.variant_game import VariantGame
    from komadai.pieces import Color, PieceType
    from komadai.variants import Board as VariantBoard


_LIKE_A_MOVE: Final = re.compile("[1-9１-９同]")


def write(game: Game | VariantGame) -> str:
    """The game as a KIF file."""
    lines = [*write_head(game), "手数----指手---------消費時間--"]
    board, clock = game.board(), _Clock()
    lines += comment_lines(game.root, board)
    if game.root.ending is not None:
        lines += _ending(game, 0, game.root.ending, board, clock)
    for number, (before, line) in enumerate(branches(game)):
        if number:
            lines += ["", f"変化：{before + 1}手"]
        go_back(board, before)
        clock.go_back(before)
        lines += _line(game, line, board, clock)
    return "\n".join(lines) + "\n"


def _comment(text: str) -> list[str]:
    return [f"*{line}" for line in text.split("\n")] if text else []


def comment_lines(node: Node[Any], board: Board | VariantBoard) -> Iterator[str]:
    """The lines of a move's comment, analyses and bookmark; ``board`` is the position after it."""
    yield from _comment(engine_comments.write_comment(node, board))
    if node.bookmark:
        yield f"&{one_line(node.bookmark)}"


class _Clock:
    """The total seconds that each side has used up to each ply: the second column of times."""

    def __init__(self) -> None:
        self._used = [(0, 0)]

    def go_back(self, ply: int) -> None:
        """Removes the times after this ply."""
        del self._used[ply + 1 :]

    def move(self, color: Color, time_ms: int | None, total_ms: int | None) -> str:
        """The text of the times of the next move."""
        used = list(self._used[-1])
        text = self._spend(used, color, time_ms, total_ms)
        self._used.append((used[0], used[1]))
        return text

    def end(self, color: Color, time_ms: int | None, total_ms: int | None) -> str:
        """The text of the times of the ending."""
        return self._spend(list(self._used[-1]), color, time_ms, total_ms)

    @staticmethod
    def _spend(used: list[int], color: Color, time_ms: int | None, total_ms: int | None) -> str:
        if time_ms is None:
            return ""
        seconds = max(time_ms, 0) // 1000
        total = used[color] = used[color] + seconds if total_ms is None else total_ms // 1000
        minutes = total // 60
        return f"({seconds // 60:2}:{seconds % 60:02}/{minutes // 60:02}:{minutes % 60:02}:{total % 60:02})"


def _line(
    game: Game | VariantGame, line: list[Node[Any]], board: Board | VariantBoard, clock: _Clock
) -> Iterator[str]:
    """The lines of a line's moves, which are played on the board and the clock."""
    for node in line:
        move = node.move
        if move is None:
            continue
        *steps, text = _texts(board, move)
        for step in steps:
            yield f"{board.ply + 1:4}{step}"
        spent = clock.move(board.turn, node.time_ms, node.total_ms)
        # Moves that have variations are marked.
        mark = "" if node.parent is None or node.parent.children[-1] is node else "+"
        board.push_unchecked(move)
        ply = board.ply
        yield f"{ply:4}{text}{spent}{mark}".rstrip()
        if node.comment or node.bookmark or node.analyses:
            yield from comment_lines(node, board)
        if node.ending is not None:
            yield from _ending(game, ply, node.ending, board, clock)


def _texts(board: Board | VariantBoard, move: Move | VariantMove) -> list[str]:
    """The text of a move behind its number, and before it those of the earlier steps of a variant's move."""
    if isinstance(move, Move):
        of_shogi = cast("Board", board)
        return [" " + _in_column(*_parts(of_shogi, move, of_shogi.peek()))]
    of_variant = cast("VariantBoard", board)
    steps = variant_moves.write(of_variant, move, of_variant.peek())
    if len(steps) == 1:
        return [" " + _padded(steps[0])]
    words = [f"{word} {step}" for word, step in zip(variant_moves.STEPS, steps, strict=False)]
    return [*words[:-1], _padded(words[-1])]


def _parts(board: Board, move: Move, previous: Move | None) -> tuple[Move, PieceType, bool]:
    """The values that the text of a move depends on: move, piece, whether the square is the same."""
    same = move.drop is None and previous is not None and previous.to_square == move.to_square
    return move, relation.mover(board, move)[1], same


def move_text(board: Board, move: Move, previous: Move | None) -> str:
    """A move as KIF writes it: ``７六歩(77)``, ``同　銀(42)``, ``４五桂打``, ``２二角成(88)``."""
    return _text(*_parts(board, move, previous))


def _text(move: Move, kind: PieceType, same: bool) -> str:
    if move.from_square is None:
        return f"{square_japanese(move.to_square)}{kind.japanese}打"
    where = "同　" if same else square_japanese(move.to_square)
    return f"{where}{kind.japanese}{'成' if move.promotion else ''}({square_digits(move.from_square)})"


@lru_cache(maxsize=1 << 15)
def _in_column(move: Move, kind: PieceType, same: bool) -> str:
    return _padded(_text(move, kind, same))


def _padded(text: str) -> str:
    """Padded to the column of the times; Japanese characters are two columns wide."""
    return text + " " * (14 - sum(1 if character.isascii() else 2 for character in text))


def _ending(
    game: Game | VariantGame, ply: int, ending: Ending, board: Board | VariantBoard, clock: _Clock
) -> Iterator[str]:
    turn = board.turn
    if ending.outcome is not None and _LIKE_A_MOVE.match(ending.word):
        # A move that could not be played, and the ending that followed.
        yield f"{ply + 1:4} {one_line(ending.word)}"
        ply, turn = ply + 1, turn.opponent
    word = ending_word(ending, turn)
    spent = clock.end(turn, ending.time_ms, ending.total_ms)
    yield f"{ply + 1:4} {_padded(word)}{spent}".rstrip()
    yield from ending_comment_lines(game, ending, turn)
    yield endings.summary(ending, ply, turn, handicap=handicap_name(game) not in (None, "平手"))


def ending_comment_lines(game: Game | VariantGame, ending: Ending, turn: Color) -> list[str]:
    """The lines of the comment on an ending."""
    return _comment(endings.comment(ending, turn, handicap=game.is_handicap))
