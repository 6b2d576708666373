"""Writes KI2, KIF for people: moves as books print them, without times; the rest is as in KIF."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

from komadai.kifu.formats.kif import endings, header_reader
from komadai.kifu.formats.kif.header_reader import handicap_name, one_line
from komadai.kifu.formats.kif.header_writer import write_head
from komadai.kifu.formats.kif.moves import NAMES
from komadai.kifu.formats.kif.writer import comment_lines, ending_comment_lines
from komadai.kifu.tree.variations import branches, go_back
from komadai.notation import japanese, relation
from komadai.notation.csa import square_digits
from komadai.squares import square_japanese

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai._core import Board, Move
    from komadai.kifu.tree.game import Ending, Game, Node

SIGN: Final = rf"{header_reader.SIGN}|[ 　]*[▲△▼▽☗☖⛊⛉](?!の?[ 　]?持)|" + (
    rf"[ 　]*(?:[１-９1-9][一二三四五六七八九１-９1-9]|同)[ 　]*(?:{NAMES})[右左直上寄引行入登下]*"
    r"(?:不成|成らず|ならず|生|成り?|打つ?)?(?:[(（][1-9１-９]{2}[)）])?(?=[\s、，,▲△▼▽☗☖⛊⛉]|$)"
)
"""Matches lines by which a text is detected as KI2."""

_ROW: Final = 6
"""The number of moves in a row."""


def write(game: Game) -> str:
    """The game as a KI2 file. KI2 has no times: they are left out."""
    board = game.board()
    lines = [*write_head(game), "", *comment_lines(game.root, board)]
    if game.root.ending is not None:
        lines += _ending(game, game.root.ending, 0, board)
    for number, (before, line) in enumerate(branches(game)):
        if number:
            lines += ["", f"変化：{before + 1}手"]
        go_back(board, before)
        lines += _line(game, line, board)
    return "\n".join(lines) + "\n"


def _line(game: Game, line: list[Node], board: Board) -> Iterator[str]:
    """The moves of a line, with a new row after each comment; the moves are played on the board."""
    row: list[str] = []
    for node in line:
        move = node.move
        if move is None:
            continue
        row.append(move_text(board, move, board.peek()))
        board.push_unchecked(move)
        if len(row) == _ROW or node.comment or node.bookmark or node.analyses:
            yield _spaced(row)
            row = []
        yield from comment_lines(node, board)
        if node.ending is not None:
            if row:
                yield _spaced(row)
                row = []
            yield from _ending(game, node.ending, board.ply, board)
    if row:
        yield _spaced(row)


def _spaced(row: list[str]) -> str:
    """Moves in columns; each character is two columns wide."""
    return "".join(text + " " * (14 - 2 * len(text)) for text in row[:-1]) + row[-1]


def move_text(board: Board, move: Move, previous: Move | None) -> str:
    """A move as KI2 writes it: ``▲７六歩``, ``△同　銀右``, ``▲４五桂打``."""
    color, kind = relation.mover(board, move)
    mark = japanese.MARKS[color]
    same = previous is not None and previous.to_square == move.to_square and move.drop is None
    if board.is_legal(move):
        # Most programs do not know about pins: the guideline's shortest form is ambiguous to them.
        words = japanese.piece_and_words(board, move, count_pinned=True)
    else:
        # The guideline distinguishes only legal moves: an illegal one needs its origin.
        end = "打" if move.drop is not None else "成" if move.promotion else ""
        start = "" if move.from_square is None else f"({square_digits(move.from_square)})"
        words = f"{kind.japanese}{end}{start}"
    where = "同" if same else square_japanese(move.to_square)
    # With a space, 同　銀 fills its column as other moves do.
    return f"{mark}{where}{'　' if same and len(words) == 1 else ''}{words}"


def _ending(game: Game, ending: Ending, ply: int, board: Board) -> Iterator[str]:
    turn = board.turn
    if ending.outcome is not None and japanese.parse(
        "".join(unicodedata.normalize("NFKC", ending.word).split())
    ):
        # A move that could not be played, and the ending that followed.
        yield japanese.MARKS[turn] + one_line(ending.word)
    yield endings.summary(ending, ply, turn, handicap=handicap_name(game) not in (None, "平手"))
    yield from ending_comment_lines(game, ending, turn)
