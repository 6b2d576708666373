"""USEN, a game with its variations short enough for a link: ``~0.7ku2jm6y2.r~2.0e4.``.

A start (nothing for the usual one), then a section for each line: the ply it branches from, its moves
of three characters each, how it ends. ShogiHome writes sections depth first, each branching from the
line of the section before; Shogi Playground has one level of branches, all from the main line. Both are
read; what is written is ShogiHome's order, which is also Playground's where branches have no branches.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import unquote

from komadai._core import STARTPOS, Board, Move
from komadai.errors import KomadaiError, RecordError, SfenError
from komadai.kifu.cursor import Cursor
from komadai.kifu.game import Ending
from komadai.kifu.report import Report
from komadai.kifu.visitor import Visitor
from komadai.outcome import Infraction, Outcome, Termination
from komadai.pieces import HAND_TYPES, PieceType
from komadai.squares import file_of, rank_of, square_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from komadai.kifu.game import Game, Node
    from komadai.pieces import Color

T = TypeVar("T")

SIGN: Final = r"(?:https?://\S*?[?&]u(?:sen)?=)?[0-9A-Za-z_.\-]*(?:~|%7[Ee])\d+\.[0-9a-z]*"
"""How a line begins that is USEN, or a link with it."""

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_LINK: Final = re.compile(r"https?://[^\s?#]*\?(.*)")
_SECTION: Final = re.compile(r"(\d{1,6})\.([0-9a-z]*)(?:\.([a-z]?)([0-9a-z]*))?")
_DROPS: Final = {
    PieceType.GOLD: 90, PieceType.PAWN: 91, PieceType.LANCE: 92, PieceType.KNIGHT: 93, PieceType.SILVER: 94,
    PieceType.BISHOP: 95, PieceType.ROOK: 96,
}  # fmt: skip
_BY_DROP: Final = {number: kind for kind, number in _DROPS.items()}
_ENDINGS: Final[dict[str, Callable[[Color], Outcome]]] = {
    "r": lambda turn: Outcome(turn.opponent, Termination.RESIGNATION),
    "t": lambda turn: Outcome(turn.opponent, Termination.TIME_FORFEIT),
    "i": lambda turn: Outcome(turn.opponent, Termination.ILLEGAL_MOVE),
    "j": lambda turn: Outcome(None, Termination.IMPASSE_AGREED),
    "p": lambda turn: Outcome(None, Termination.INTERRUPTED),
}
_LETTERS: Final = {
    Termination.RESIGNATION: "r",
    Termination.TIME_FORFEIT: "t",
    Termination.IMPASSE_AGREED: "j",
    Termination.IMPASSE_DECLARATION: "j",
    Termination.MOVE_LIMIT: "j",
}
"""Other endings are written as an interruption: USEN has no letter for them."""


# -- writing


def write(game: Game) -> str:
    """The game in one line. It holds moves, variations and some endings, nothing else."""
    start = ""
    if game.sfen != STARTPOS:
        position = game.sfen.rsplit(" ", 1)[0]
        start = position.replace("/", "_").replace(" ", ".").replace("+", "z")
    sections = []
    # Depth first without recursion: of the branches of a line, the last in the game comes first.
    waiting: list[tuple[Node, Node | None, int]] = [(game.root, None, 0)]
    while waiting:
        before, first, ply = waiting.pop()
        moves, node, offset = [], before, ply
        while True:
            waiting += [(node, other, ply) for other in reversed(node.variations)] if first is None else []
            follower = first or (node.children[0] if node.children and node.ending is None else None)
            first = None
            if follower is None or follower.move is None:
                break
            moves.append(encode(follower.move))
            node, ply = follower, ply + 1
        sections.append(f"{offset}.{_line_end(game, node, moves)}")
    return start + "~" + "~".join(sections) + "\n"


def _line_end(game: Game, node: Node, moves: list[str]) -> str:
    """The moves of a section and its letter; an illegal last move that lost stands behind the letter."""
    outcome = node.ending.outcome if node.ending else None
    if node.ending is None:
        return "".join(moves) + "."
    if outcome is not None and outcome.termination is Termination.ILLEGAL_MOVE and moves and node.parent:
        board = game.board(node.parent)
        if node.move is not None and board.infraction(node.move) and outcome.loser is board.turn:
            return f"{''.join(moves[:-1])}.i{moves[-1]}"
    letter = _LETTERS.get(outcome.termination, "p") if outcome else "p"
    if letter in "rt" and outcome is not None and outcome.winner is game.board(node).turn:
        letter = "p"  # who resigned while the other was thinking
    return f"{''.join(moves)}.{letter}"


def encode(move: Move) -> str:
    """A move in three characters."""
    start = _DROPS[move.drop] if move.drop is not None else _number(move.from_square or 0)
    code = (start * 81 + _number(move.to_square)) * 2 + move.promotion
    return _DIGITS[code // 1296] + _DIGITS[code // 36 % 36] + _DIGITS[code % 36]


def _number(square: int) -> int:
    """Squares are counted rank by rank, from Black's right."""
    return (rank_of(square) - 1) * 9 + file_of(square) - 1


# -- reading


def decode(text: str) -> Move:
    """The move of three characters. Raises one of our errors for what is none."""
    code = int(text, 36)
    start, to = code // 162, code // 2 % 81
    target = square_at(to % 9 + 1, to // 9 + 1)
    if start < 81:
        return Move.normal(square_at(start % 9 + 1, start // 9 + 1), target, bool(code % 2))
    kind = _BY_DROP.get(start)
    if kind not in HAND_TYPES:
        raise RecordError("no piece that can be dropped", text=text)
    return Move.dropping(kind, target)


def parse(text: str, visitor: Visitor[T], report: Report) -> Iterator[T]:
    """Reads the games of a text, one in a line, also from links. Raises RecordError if there is none."""
    cursor: Cursor[T] = Cursor(visitor, report)
    games = 0
    for number, line in enumerate(text.split("\n"), 1):
        usen, column = _usen(line.strip(), number, report)
        if not usen:
            continue
        start, *sections = usen.split("~")
        board = _start(start, number, report) if sections else None
        if board is None:
            if not sections:
                report.add("expected a start, ~ and moves; left out", line=number, column=column, text=usen)
            continue
        games += 1
        cursor.begin()
        cursor.start(board.copy())
        if not cursor.skipping:
            _read(sections, cursor, _from_main_line(sections, board), number, report)
        yield cursor.finish()
    if not games:
        raise RecordError("there is no game in this text, expected USEN such as ~0.7ku2jm.r")


def _usen(line: str, number: int, report: Report) -> tuple[str, int]:
    """What a line or a link holds, and its column."""
    link = _LINK.fullmatch(line)
    if link is None:
        return (unquote(line) if "%7" in line else line), 1
    usen = ""
    for field in link[1].split("&"):
        name, _, value = field.partition("=")
        if name in ("u", "usen") and not usen:
            usen = unquote(value)
        elif field:
            report.add("a part of the link that is not the game; left out", line=number, text=field)
    return usen, 1


def _start(text: str, number: int, report: Report) -> Board | None:
    if not text:
        return Board()
    sfen = text.replace("_", "/").replace(".", " ").replace("z", "+")
    try:
        return Board(f"{sfen} 1")
    except SfenError as error:
        try:
            board = Board(f"{sfen} 1", validate=False)
        except SfenError:
            report.add(f"no position: {error}; the game is left out", line=number, column=1, text=text)
            return None
        report.add(f"the start position is against the rules: {error}", line=number, column=1, text=text)
        return board


class _Nobody(Visitor[None]):
    def end_game(self) -> None:
        return None


def _from_main_line(sections: list[str], board: Board) -> bool:
    """Whether all branches begin in the main line, as Shogi Playground's do.

    Where the order of the sections leaves it open, whichever way gives legal moves only; else
    ShogiHome's.
    """
    offsets = [int(found[1]) for section in sections if (found := _SECTION.match(section))]
    if all(later <= earlier for earlier, later in pairwise(offsets[1:])):
        return False
    problems = []
    for from_main_line in (False, True):
        trial = Report()
        cursor = Cursor(_Nobody(), trial)
        cursor.begin()
        cursor.start(board.copy())
        _read(sections, cursor, from_main_line, 1, trial)
        problems.append(len(trial.deviations))
    return problems[1] < problems[0]


def _read(sections: list[str], cursor: Cursor[Any], from_main_line: bool, line: int, report: Report) -> None:
    for index, section in enumerate(sections):
        match = _SECTION.fullmatch(section)
        if match is None:
            report.add("expected a ply, moves and an ending; left out", line=line, text=section)
            continue
        offset, moves, letter, after = int(match[1]), match[2], match[3] or "", match[4] or ""
        if index and not moves and not after:
            report.add("a branch without a move; left out", line=line, text=section)
            continue
        if index:
            while cursor.depth and (from_main_line or cursor.variation_start > offset):
                cursor.end_variation()
            if not cursor.begin_variation(offset + 1):
                report.add("no such ply in the line before; left out", line=line, text=section)
                continue
        elif offset:
            report.add("expected the main line to begin at 0", line=line, text=section)
        if not _moves(moves, cursor, section, line, report):
            continue
        broken = None
        if letter == "i" and after:
            broken = _last(after, cursor, section, line, report)
        elif after:
            report.add("nothing is expected behind the ending; left out", line=line, text=after)
        ending = _ENDINGS.get(letter)
        if letter and ending is None:
            report.add("an ending that is not known; left out", line=line, text=letter)
        elif ending is not None and index and cursor.ply < cursor.variation_start:
            report.add("a branch without a move; left out", line=line, text=section)
        elif ending is not None:
            turn = cursor.board.turn
            # Whoever made the move behind the letter is at fault, else the side to move.
            lost = Outcome(turn, Termination.ILLEGAL_MOVE, broken) if broken else ending(turn)
            cursor.ending(Ending(lost))


def _moves(text: str, cursor: Cursor[Any], section: str, line: int, report: Report) -> bool:
    """Plays the moves; False if one could not be."""
    for at in range(0, len(text), 3):
        word = text[at : at + 3]
        try:
            if len(word) < 3:
                raise RecordError("expected three characters for a move")
            played = cursor.play(decode(word), text=word, line=line)
        except KomadaiError as error:
            report.add(f"{error}; left out", line=line, text=word)
            played = False
        if not played:
            if text[at + 3 :]:
                report.add("no move can follow; left out", line=line, text=text[at + 3 :])
            return False
    return True


def _last(word: str, cursor: Cursor[Any], section: str, line: int, report: Report) -> Infraction | None:
    """Plays the illegal move behind an ending; the rule it breaks."""
    try:
        move = decode(word) if len(word) == 3 else None
    except KomadaiError:
        move = None
    if move is None:
        report.add("expected the illegal move; left out", line=line, text=word)
        return None
    broken = cursor.board.infraction(move)
    # What the record itself calls illegal is no deviation.
    told = cursor.report
    cursor.report = Report() if broken else told
    try:
        played = cursor.play(move, text=word, line=line)
    finally:
        cursor.report = told
    if not played:
        report.add("the illegal move cannot be played; left out", line=line, text=word)
    return broken if broken is not None else Infraction.OTHER
