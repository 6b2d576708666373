"""Reads JKF, the JSON Kifu Format: a game with its variations, times and comments as JSON.

Normalised files name every move completely. Files that parsers of KIF, KI2 and CSA write may lack the
origin of a move, or name the piece as it is after the move. All of them are read.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final, TypeVar

from komadai._core import Board, Move
from komadai.errors import KomadaiError, RecordError
from komadai.handicap import Handicap
from komadai.kifu.formats.csa.endings import read_comments, read_statement
from komadai.kifu.formats.jkf import deep_json
from komadai.kifu.formats.jkf.writer import PRESETS, RELATIVE, write
from komadai.kifu.formats.kif.header_reader import DAY, HEADER_NAMES
from komadai.kifu.reading.parse_context import ParseContext
from komadai.kifu.tree.game import Ending
from komadai.messages import Message
from komadai.notation import csa
from komadai.notation.pattern import Pattern, resolve
from komadai.notation.piece_list import EMPTY
from komadai.pieces import HAND_TYPES, SET_COUNTS, Color, Piece
from komadai.squares import square_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai.kifu.diagnostics import Report
    from komadai.kifu.reading.visitor import Visitor
    from komadai.outcome import Infraction

__all__ = ["parse", "write"]

T = TypeVar("T")

_KEYS: Final = {name: key for key, name in HEADER_NAMES.items()} | {
    "先手": "black", "下手": "black", "後手": "white", "上手": "white",
}  # fmt: skip
_HANDICAPS: Final = {preset: key for key, preset in PRESETS.items()}
_SURROGATES: Final = re.compile(
    r"(?<!\\)(?:\\\\)*\\u[dD][89abAB]..\\u[dD][c-fC-F]..|((?<!\\)(?:\\\\)*)\\u[dD][89a-fA-F].."
)
_LONGEST_PATH: Final = 300
"""The maximum length of the path in a warning: forks may be deeply nested."""
_NO_OBJECT: Final = Message("jkf-object", action="left-out")
_UNKNOWN: Final = Message("jkf-unknown", action="left-out")
_WORDS: Final = {letter: word for word, letter in RELATIVE.items()}


def parse(text: str, visitor: Visitor[T], report: Report) -> Iterator[T]:
    """Reads a game, or several in a JSON array. Raises RecordError for invalid JSON or if it has no game."""
    try:
        # Half of a surrogate pair is no character: it could not be written again.
        data = deep_json.loads(_SURROGATES.sub(_replaced_surrogate, text) if "\\u" in text else text)
    except json.JSONDecodeError as error:
        raise RecordError(
            Message("json-invalid", {"problem": error.msg}), error.lineno, error.colno
        ) from None
    except (ValueError, RecursionError):
        raise RecordError(Message("json-too-deep")) from None
    records = data if isinstance(data, list) else [data]
    if not records or not all(
        isinstance(each, dict) and isinstance(each.get("moves"), list) for each in records
    ):
        raise RecordError(Message("jkf-record"))
    for record in records:
        context: ParseContext[T] = ParseContext(visitor, report)
        context.begin()
        if not context.skipping:
            _Reader(context, report).read(record)
        yield context.finish()


class _Line:
    """A list of moves that is being read: the main line or a fork."""

    def __init__(self, entries: list[Any], path: str, used: tuple[int, int]) -> None:
        self.entries = entries
        self.path = path if len(path) <= _LONGEST_PATH else f"moves…{path[-_LONGEST_PATH // 2 :]}"
        self.used = list(used)
        """Milliseconds each side has used so far."""
        self.at = 0
        self.forks: list[tuple[Any, str]] = []
        """The forks of the entry just read, with their paths, the last one first."""
        self.fork_ply = 0
        self.fork_used = used
        self.is_unplayable = False
        """Whether a move could not be played: the moves after it cannot be played, either."""
        self.ended = False


class _Reader:
    def __init__(self, context: ParseContext[Any], report: Report) -> None:
        self.context = context
        self.report = report
        self._infraction: Infraction | None = None

    def _warn(self, path: str, problem: Message, value: Any = None) -> None:
        message = Message("jkf-at", {"path": path, "problem": problem}, problem.action)
        self.report.add(message, text=self._as_text(value)[:200])

    @staticmethod
    def _as_text(value: Any) -> str:
        try:
            return "" if value is None else str(json.dumps(value, ensure_ascii=False))
        except RecursionError:
            return "…"  # the writer may reach less depth than the reader

    def _unknown(self, path: str, data: dict[str, Any], known: set[str]) -> None:
        for name in data.keys() - known:
            self._warn(f"{path}.{name}" if path else name, _UNKNOWN, data[name])

    def read(self, record: dict[str, Any]) -> None:
        self._unknown("", record, {"header", "initial", "moves"})
        named = self._headers(record.get("header"))
        self.context.start(self._initial(record.get("initial"), named), is_stated=True)
        if self.context.skipping:
            return
        entries = record["moves"]
        first = entries[0] if entries else {}
        start = 0
        if isinstance(first, dict) and not first.get("move") and not first.get("special"):
            self._unknown("moves[0]", first, {"comments", "comment", "move", "special", "time", "forks"})
            self._comments(first, "moves[0]", None)
            start = 1
        elif entries:
            self._warn("moves[0]", Message("jkf-first-entry"))
        self._lines(entries, start)

    # -- the head

    def _headers(self, header: Any) -> Handicap | None:
        """Passes on the headers; returns the handicap that one of them names."""
        handicap = None
        if not isinstance(header, dict):
            if header is not None:
                self._warn("header", _NO_OBJECT, header)
            return None
        for name, value in header.items():
            if not isinstance(value, str):
                self._warn(f"header.{name}", Message("jkf-text"), value)
                value = self._as_text(value)
            if name == "手合割":
                try:
                    handicap = Handicap.named(value.strip())
                    continue
                except KomadaiError:
                    pass
            if name == DAY and not header.get(HEADER_NAMES["started"]):
                name = HEADER_NAMES["started"]
            if value:
                self.context.header(_KEYS.get(str(name), str(name)), str(value))
        return handicap

    def _initial(self, initial: Any, named: Handicap | None) -> Board:
        if initial is None:
            return Board(named.sfen) if named else Board()
        preset = initial.get("preset") if isinstance(initial, dict) else initial
        if isinstance(preset, int | str) and str(preset) in _HANDICAPS:
            return Board.handicap(_HANDICAPS[str(preset)])
        data = initial.get("data") if isinstance(initial, dict) else None
        if isinstance(data, dict):
            if preset != "OTHER":
                self._warn("initial.preset", Message("jkf-preset", action="data-taken"), preset)
            return self._position(data)
        self._warn("initial", Message("jkf-initial", action="usual-start"), initial)
        return Board()

    def _position(self, data: dict[str, Any]) -> Board:
        board = Board(EMPTY, validate=False)
        self._unknown("initial.data", data, {"board", "color", "hands"})
        columns = data.get("board")
        for file in range(1, 10):
            column = columns[file - 1] if isinstance(columns, list) and len(columns) >= file else None
            for rank in range(1, 10):
                cell = column[rank - 1] if isinstance(column, list) and len(column) >= rank else None
                if not isinstance(cell, dict) or (cell and cell.get("kind") not in (None, *csa.BY_NAME)):
                    self._warn(f"initial.data.board[{file - 1}][{rank - 1}]", Message("jkf-square"), cell)
                elif cell.get("kind"):
                    side = Color.WHITE if cell.get("color") == 1 else Color.BLACK
                    board.set_piece(square_at(file, rank), Piece(side, csa.BY_NAME[cell["kind"]]))
        hands = data.get("hands")
        for color in Color:
            hand = hands[color] if isinstance(hands, list) and len(hands) > color else None
            if not isinstance(hand, dict):
                self._warn(f"initial.data.hands[{int(color)}]", Message("jkf-object"), hand)
                continue
            for name, count in hand.items():
                kind = csa.BY_NAME.get(name)
                if kind in HAND_TYPES and isinstance(count, int) and 0 <= count <= SET_COUNTS[kind]:
                    board.set_hand(color, kind, count)
                elif count:
                    self._warn(f"initial.data.hands[{int(color)}].{name}", Message("jkf-hand"), count)
        board.set_turn(Color.WHITE if data.get("color") == 1 else Color.BLACK)
        for problem in board.problems():
            self._warn("initial.data", Message("start-against-rules", {"problem": problem}))
        return board

    # -- the moves

    def _lines(self, entries: list[Any], start: int) -> None:
        """Reads the main line and all forks, without recursion: forks may be deeply nested."""
        lines = [_Line(entries, "moves", (0, 0))]
        lines[0].at = start
        while lines:
            line = lines[-1]
            if line.forks:
                fork, path = line.forks.pop()
                if not isinstance(fork, list):
                    self._warn(path, Message("jkf-moves", action="left-out"), fork)
                elif any(fork):
                    if self.context.begin_variation(line.fork_ply):
                        lines.append(_Line(fork, path, line.fork_used))
                    else:
                        self._warn(path, Message("jkf-no-move-to-replace", action="left-out"))
            elif line.at < len(line.entries):
                path = f"{line.path}[{line.at}]"
                entry = line.entries[line.at]
                line.at += 1
                if isinstance(entry, dict):
                    self._entry(line, entry, path)
                    if line.at == 1 and len(lines) > 1:
                        # Forks of a fork's first move branch from the same position as the fork.
                        lines[-2].forks += line.forks
                        line.forks = []
                else:
                    # Consecutive entries of this kind make one warning.
                    first = line.at
                    while line.at < len(line.entries) and not isinstance(line.entries[line.at], dict):
                        line.at += 1
                    more = line.at - first
                    problem = Message("jkf-objects", {"count": more}, "left-out") if more else _NO_OBJECT
                    self._warn(path, problem, entry)
            else:
                lines.pop()
                if lines:
                    self.context.end_variation()

    def _entry(self, line: _Line, entry: dict[str, Any], path: str) -> None:
        self._unknown(path, entry, {"comments", "comment", "move", "time", "special", "forks"})
        context = self.context
        line.fork_ply, line.fork_used = context.ply + 1, (line.used[0], line.used[1])
        forks = entry.get("forks") or []
        if not isinstance(forks, list):
            self._warn(f"{path}.forks", Message("jkf-list", action="left-out"), forks)
            forks = []
        line.forks = [(fork, f"{path}.forks[{i}]") for i, fork in enumerate(forks)][::-1]
        side = context.board.turn
        time_ms, total_ms = self._time(entry.get("time"), f"{path}.time")
        if time_ms is not None:
            line.used[side] += time_ms
        if total_ms == line.used[side]:
            total_ms = None
        ending = None
        if entry.get("move") is not None:
            self._move(line, entry["move"], path, time_ms, total_ms)
        if entry.get("special") is not None:
            ending = self._special(line, entry["special"], path)
            if ending is not None and entry.get("move") is None:
                ending.time_ms, ending.total_ms = time_ms, total_ms
        self._comments(entry, path, ending)
        if ending is not None:
            line.ended = True
            context.ending(ending)

    def _move(self, line: _Line, data: Any, path: str, time_ms: int | None, total_ms: int | None) -> None:
        if line.is_unplayable or line.ended:
            code = "line-already-ended" if line.ended else "move-after-unplayable"
            self._warn(f"{path}.move", Message(code, action="left-out"), data)
            return
        try:
            move = self._resolve(data, path)
        except KomadaiError as error:
            self._warn(f"{path}.move", error.message.followed_by("left-out"), data)
            line.is_unplayable = True
            return
        board = self.context.board
        if isinstance(data, dict) and data.get("color") in (0, 1) and data["color"] != board.turn:
            self._warn(f"{path}.move", Message("side-to-move", {"turn": board.turn.key}), data)
        self._infraction = board.infraction(move)
        if not self.context.play(move, text=f"{path}.move", line=0, time_ms=time_ms, total_ms=total_ms):
            line.is_unplayable = True

    def _resolve(self, data: Any, path: str) -> Move:
        """The move. Raises KomadaiError if there is none."""
        if not isinstance(data, dict):
            raise RecordError(Message("jkf-object"))
        self._unknown(
            f"{path}.move", data, {"color", "from", "to", "piece", "same", "promote", "capture", "relative"}
        )
        board, previous = self.context.board, self.context.previous
        kind = csa.BY_NAME.get(data["piece"]) if isinstance(data.get("piece"), str) else None
        to = _square(data.get("to"))
        if to is None and data.get("same") and previous is not None:
            to = previous.to_square
        if kind is None or to is None:
            raise RecordError(Message("jkf-piece-and-target"))
        promote = data.get("promote")
        if data.get("from") is not None:
            start = _square(data["from"])
            if start is None:
                raise RecordError(Message("jkf-origin"))
            piece = board.piece_at(start)
            becomes = piece is not None and piece.type is not kind and piece.type.promoted is kind
            if piece is not None and piece.type is not kind and not becomes:
                problem = Message("jkf-piece-there", {"piece": piece.type.english})
                self._warn(f"{path}.move.piece", problem, data["piece"])
            return Move.normal(start, to, bool(promote) or becomes)
        relative = data.get("relative") or ""
        if not isinstance(relative, str) or any(letter not in _WORDS for letter in relative):
            raise RecordError(Message("jkf-relative", {"letters": "L C R U M D H"}))
        words = frozenset(_WORDS[letter] for letter in relative if letter != "H")
        drop = True if "H" in relative else False if words else None
        if drop and kind in HAND_TYPES:
            return Move.dropping(kind, to)
        promotion = promote if isinstance(promote, bool) else None
        pattern = Pattern(to, moved=kind, drop=drop, promotion=promotion, words=words, plain_is_move=True)
        try:
            return resolve(board, [pattern], str(data["piece"]), previous)
        except KomadaiError:
            if kind in HAND_TYPES and not words and not promote:
                return Move.dropping(kind, to)  # an illegal drop
            raise

    def _special(self, line: _Line, word: Any, path: str) -> Ending | None:
        if line.ended or not isinstance(word, str) or not word or not self._has_own_move(line):
            self._warn(f"{path}.special", Message("ending-not-expected", action="left-out"), word)
            return None
        ending = read_statement(word.removeprefix("%"), self.context.board.turn, self._infraction)
        if ending is None:
            self._warn(f"{path}.special", Message("ending-unknown", action="kept"), word)
            ending = Ending(word=word)
        return ending

    def _has_own_move(self, line: _Line) -> bool:
        """Whether an ending would belong to this line: it must be the main line or have a move of its own."""
        return line.path == "moves" or self.context.ply >= self.context.variation_start

    def _time(self, time: Any, path: str) -> tuple[int | None, int | None]:
        if time is None:
            return None, None
        if not isinstance(time, dict):
            self._warn(path, _NO_OBJECT, time)
            return None, None
        self._unknown(path, time, {"now", "total"})
        return self._clock(time.get("now"), f"{path}.now"), self._clock(time.get("total"), f"{path}.total")

    def _clock(self, clock: Any, path: str) -> int | None:
        if clock is None:
            return None
        parts = [clock.get(name) or 0 for name in "hms"] if isinstance(clock, dict) else []
        if not parts or not all(isinstance(part, int | float) and 0 <= part < 1e7 for part in parts):
            self._warn(path, Message("jkf-clock", action="left-out"), clock)
            return None
        hours, minutes, seconds = map(float, parts)
        return round((hours * 3600 + minutes * 60 + seconds) * 1000)

    def _comments(self, entry: dict[str, Any], path: str, ending: Ending | None) -> None:
        comments = entry.get("comments", entry.get("comment"))
        if comments is None:
            return
        remarks: list[str] = []
        for comment in comments if isinstance(comments, list) else [comments]:
            if not isinstance(comment, str):
                self._warn(f"{path}.comments", Message("jkf-texts", action="left-out"), comment)
            else:
                remarks.append(comment)
        if ending is None:
            self.context.read_comment("\n".join(remarks))
        else:
            read_comments(ending, remarks, self.context.board.turn)


def _replaced_surrogate(match: re.Match[str]) -> str:
    """A pair of surrogates unchanged, half a pair as U+FFFD."""
    return match[0] if match[1] is None else rf"{match[1]}\ufffd"


def _square(place: Any) -> int | None:
    if not isinstance(place, dict):
        return None
    x, y = place.get("x"), place.get("y")
    if isinstance(x, int) and isinstance(y, int) and 1 <= x <= 9 and 1 <= y <= 9:
        return square_at(x, y)
    return None
