"""Reads the text around the moves of a Western record: the players, the date, the handicap or the pieces.

    Kamozaemon Hobara vs Kanju Ito, 1756
    Handicap: Four-piece

A position that no handicap has is given as a list of pieces (:mod:`komadai.notation.piece_list`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from komadai._core import Board
from komadai.errors import KomadaiError
from komadai.kifu.formats.csa.endings import read_explanation
from komadai.messages import Message
from komadai.notation import piece_list
from komadai.notation.japanese import MARKS
from komadai.outcome import Outcome, Termination
from komadai.pieces import Color

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai.handicap import Handicap
    from komadai.kifu.diagnostics import Report
    from komadai.kifu.tree.game import Game, GameTree
    from komadai.kifu.tree.variant_game import VariantGame

GAP: Final = "..."
"""Stands for the first move of Black if White begins."""

_TITLE: Final = re.compile(r"\W*(.+?)\s+vs?\.?\s+(.+?)(?:,\s*(\d{4}\S*))?\W*")
_TITLE_KEYS: Final = ("black", "white", "started")
"""The headers that the groups of :data:`_TITLE` give."""
LONGEST_LINE: Final = 200
"""Longer lines, in characters, are prose."""
_RESULT_WORD: Final = re.compile(r"\b(won|wins|win|draw|drawn|resigns)\b")
SETUP: Final = re.compile(
    r"(?:black|white|sente|gote)\s*:\s*(?:(?:in hand\s*:|\+?[PLNSGBRK][1-9][1-9a-i]\b).*)?|"
    r"(?:black|white) to (?:move|play)",
    re.I,
)
"""The lines of a list of pieces as :mod:`komadai.notation.piece_list` writes it."""


def is_title(line: str) -> bool:
    """Whether a line names two players."""
    return len(line) <= LONGEST_LINE and _TITLE.fullmatch(line) is not None


def title_headers(line: str) -> dict[str, str]:
    """The headers that a title gives; none if the line is no title, or has ? for them."""
    title = _TITLE.fullmatch(line)
    values = title.groups() if title else ()
    pairs = zip(_TITLE_KEYS, values, strict=False)
    return {key: value.strip() for key, value in pairs if value and value != "?"}


def is_result(line: str) -> bool:
    """Whether a line after the moves says how the game ended."""
    return read_explanation(line) is not None or _RESULT_WORD.search(line) is not None


def title(game: GameTree[Any]) -> str:
    """The players and, if it begins with a year, the date: ``Kimura vs Sugai, 2019``."""
    names = [" ".join(game.headers.get(key, "").split()) or "?" for key in ("black", "white")]
    date = "".join(game.headers.get("started", "").split())
    return f"{names[0]} vs {names[1]}{f', {date}' if re.match('[0-9]{4}', date) else ''}"


def lines_of_start(game: Game, write: Callable[[Handicap], str]) -> list[str]:
    """The lines below the title: the pieces of the start position, or the handicap; none for an even game."""
    handicap = game.handicap
    if handicap is None or handicap.sfen != game.sfen:
        return [piece_list.write(game.board())]
    return [] if handicap.key == "even" else [write(handicap)]


def moves_and_ending(
    game: Game | VariantGame, write: Callable[[Any, Any], str], resigns: str = ""
) -> tuple[list[str], list[str]]:
    """The texts of the moves, and the lines below them, which say how the game ended.

    ``resigns`` stands after the moves in place of these lines; its field is the mark of the side.
    """
    board: Any = game.board()
    moves, outcome = game.moves(), game.outcome
    texts = [GAP] if board.turn is Color.WHITE or not moves else []
    for move in moves:
        texts.append(write(board, move))
        board.push_unchecked(move)
    if resigns and outcome == Outcome(board.turn.opponent, Termination.RESIGNATION):
        return [*texts, resigns.format(MARKS[board.turn])], []
    return texts, [] if outcome is None else ["", outcome.text("en")]


def read_setup(lines: list[tuple[str, int]], report: Report) -> Board | None:
    """The position of the list of pieces in these numbered lines; None if they are no such list."""
    listed = "\n".join(line for line, _ in lines)
    if not piece_list.looks_like(listed):
        return None
    number = lines[0][1]
    try:
        return piece_list.read(listed)
    except KomadaiError as error:
        try:
            board = piece_list.read(listed, validate=False)
        except KomadaiError:
            report.add(Message("pieces-unreadable", {"problem": error.message}), line=number, text=listed)
            return None
        report.add(Message("start-against-rules", {"problem": error.message}), line=number, text=listed)
        return board
