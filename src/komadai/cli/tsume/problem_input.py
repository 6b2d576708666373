"""The mate problems of a command's arguments: SFENs, lists of them, JSON lines, records."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from komadai import Board
from komadai.cli.shared.errors import error_text
from komadai.cli.shared.input import STDIN, Inputs, games
from komadai.cli.shared.messages import Note
from komadai.cli.shared.passed_over import PassedOver
from komadai.errors import KomadaiError
from komadai.kifu import Visitor
from komadai.pieces import HAND_TYPES, SET_COUNTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai.cli.shared.input import Bar

_BOARD: Final = re.compile(r"[1-9+KRBGSNLPkrbgsnlp]+(?:/[1-9+KRBGSNLPkrbgsnlp]+)+")
"""A board, perhaps with too many or too few ranks."""
_FIELDS: Final = (re.compile(r"[bw]"), re.compile(r"-|(?:[0-9]*[RBGSNLPrbgsnlp])+"), re.compile(r"[0-9]+"))
"""The fields that may follow the board: the side to move, the hands, the move number."""
_SHOWN: Final = 60
"""Characters shown of a line that cannot be read."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem and its source."""

    name: str
    """The file; ``SFEN`` for one on the command line."""
    number: int
    """In its file, from 1."""
    text: str
    """The SFEN of the position; of a record, that of its start. The given text if it cannot be read."""
    board: Board | None
    """None if it cannot be read."""
    title: str = ""
    completed: bool = False
    """Whether the defender was given the pieces that were left out."""
    error: Note | None = None


def problems(words: list[str], bar: Bar) -> Iterator[Problem]:
    """Every problem that the words of a command line name: SFENs, then what is in the files, in order.

    Prints what was passed over in records. Raises BadParameter if standard input is named twice.
    """
    passed_over = PassedOver()
    for source in list(_sources(words)):
        if isinstance(source, Inputs):
            for name, data in source.records(bar):
                if isinstance(data, Exception):
                    yield _unreadable(name, data)
                    continue
                try:
                    content = data if isinstance(data, bytes) else data.whole()
                except (KomadaiError, OSError) as error:
                    yield _unreadable(name, error)
                else:
                    yield from _in_record(name, content, passed_over)
        else:
            yield read("SFEN", 1, source)
    passed_over.print_rest()


def _unreadable(name: str, error: Exception) -> Problem:
    return Problem(name, 1, "", None, error=Note.of_error(name, 0, error))


def read(name: str, number: int, text: str, title: str = "", line: int = 0) -> Problem:
    """The problem of an SFEN; moves after it are ignored. ``line`` is its line number."""
    start = text.split(" moves")[0]
    try:
        # Problems may break rules: two pawns on a file.
        board = Board(start, validate=False)
    except KomadaiError as error:
        shown = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
        return Problem(
            name, number, start, None, title, error=Note(name, 0, line, 0, shown, error_text(error))
        )
    return _complete(Problem(name, number, board.sfen(), board, title))


def _complete(problem: Problem) -> Problem:
    """Gives the defender every piece that is not shown, as books do.

    Only if the problem is not complete already: the attacker has no king, and the defender nothing in hand.
    """
    board = problem.board
    assert board is not None
    defender = board.turn.opponent
    if board.king(board.turn) is not None or board.hand(defender).total:
        return problem
    left = {kind: SET_COUNTS[kind] for kind in HAND_TYPES}
    for square in range(81):
        if (piece := board.piece_at(square)) is not None and piece.type.unpromoted in left:
            left[piece.type.unpromoted] -= 1
    for kind, count in board.hand(board.turn).items():
        left[kind] -= count
    if not any(count > 0 for count in left.values()):
        return problem
    for kind, count in left.items():
        board.set_hand(defender, kind, max(0, count))
    return Problem(problem.name, problem.number, problem.text, board, problem.title, completed=True)


def _sources(words: list[str]) -> Iterator[str | Inputs]:
    """SFENs, with or without quotes round their fields, and all files together."""
    files: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == STDIN or not _is_position(word) or _is_file(word):
            files.append(word)
            continue
        fields = [word]
        if word in ("sfen", "position") and rest:
            fields.append(rest.pop(0))
        if not word.startswith(("sfen ", "position ")) and " " not in word:
            fields += [rest.pop(0) for field in _FIELDS if rest and field.fullmatch(rest[0])]
        yield " ".join(fields)
    if files:
        yield Inputs(files)


def _is_file(word: str) -> bool:
    try:
        return Path(word).exists()
    except (OSError, ValueError):  # too long for a name
        return False


def _is_position(text: str) -> bool:
    words = text.removeprefix("position ").removeprefix("sfen ").split()
    return bool(words) and (_BOARD.fullmatch(words[0]) is not None or words[0] in ("startpos", "sfen"))


def _in_record(name: str, data: bytes, passed_over: PassedOver) -> Iterator[Problem]:
    text = data.decode("utf-8-sig", "replace")
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if lines and _is_position(lines[0][1]):
        for number, (at, line) in enumerate(lines, 1):
            yield read(name, number, line, line=at)
    elif lines and _sfen_in(lines[0][1]) is not None:
        for number, (at, line) in enumerate(lines, 1):
            found = _sfen_in(line)
            if found is None:
                note = Note(name, 0, at, 0, line[:_SHOWN], 'expected a JSON object with "sfen"')
                yield Problem(name, number, "", None, error=note)
            else:
                yield read(name, number, *found, line=at)
    else:
        yield from _starts(name, data, passed_over)


def _sfen_in(line: str) -> tuple[str, str] | None:
    """The SFEN and the name in a line of JSON, None if that is none."""
    if not line.startswith("{"):
        return None
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    sfen = found.get("sfen") if isinstance(found, dict) else None
    title = found.get("name", found.get("id", "")) if isinstance(found, dict) else ""
    return (sfen, title if isinstance(title, str) else "") if isinstance(sfen, str) else None


class _Start(Visitor["tuple[Board | None, str]"]):
    """The start position of a game and its title."""

    def __init__(self) -> None:
        self._board: Board | None = None
        self._title = ""

    def begin_game(self) -> None:
        self._board, self._title = None, ""

    def header(self, name: str, value: str) -> None:
        if name in ("作品名", "event", "title"):
            self._title = value

    def end_headers(self, board: Board) -> None:
        # The moves are read, too: in prose they decide whether there is a game.
        self._board = board.copy()

    def end_game(self) -> tuple[Board | None, str]:
        return self._board, self._title


def _starts(name: str, data: bytes, passed_over: PassedOver) -> Iterator[Problem]:
    errors: list[Note] = []
    for number, (board, title) in games(name, data, _Start(), passed_over.report(name), errors.append):
        if board is not None:
            yield _complete(Problem(name, number, board.sfen(), board, title))
    for note in errors:
        yield Problem(name, max(1, note.game), "", None, error=note)
