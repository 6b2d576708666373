"""ShogiGUI's books (``.sbk``): most positions are found by playing moves from the few that have an SFEN.

:mod:`komadai.book.formats.sbk.file` reads and writes the complete file.
"""

from __future__ import annotations

import os
from collections import deque
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from komadai._core import STARTPOS, Board
from komadai.book.book import Book
from komadai.book.entry import BookEntry, BookMove, Evaluation, Mark, position_key
from komadai.book.formats.sbk import file as sbk_file
from komadai.book.formats.sbk.file import NO_STATE, SbkEvaluation, SbkFile, SbkMove, SbkState
from komadai.book.formats.sbk.moves import move_of, value_of
from komadai.errors import BookError, SfenError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from komadai._core import Move

LARGEST: Final = 1 << 29
"""The maximal size of a file in bytes: the format can only be read as a whole."""
_MAX_INT32: Final = (1 << 31) - 1


class SbkBook(Book):
    """A book of ShogiGUI in memory. ``file`` is the whole file."""

    format = "sbk"

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Raises OSError, or BookError for a file in another format or with more than 512 MB."""
        with Path(path).open("rb") as stream:
            data = stream.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise BookError(f"an SBK book must be read as a whole; expected at most {LARGEST >> 20} MB")
        self.file: Final = sbk_file.read(data)
        self._entries = _entries(self.file)

    def __len__(self) -> int:
        """The number of reachable positions."""
        return len(self._entries)

    def __iter__(self) -> Iterator[BookEntry]:
        return iter(self._entries.values())

    def _find(self, place: str) -> BookEntry | None:
        return self._entries.get(place)


def _entries(file: SbkFile) -> dict[str, BookEntry]:
    """The positions that can be reached from the states with an SFEN, each once."""
    states = file.states
    queue: deque[tuple[int, str]] = deque()
    for at, state in enumerate(states):
        if state.position or at == 0:
            queue.append((at, state.position or STARTPOS))
    seen: set[int] = set()
    entries: dict[str, BookEntry] = {}
    while queue:
        at, sfen = queue.popleft()
        if at in seen:
            continue
        seen.add(at)
        state = states[at]
        try:
            board = Board(sfen)
        except SfenError as error:
            raise BookError(f"state {at}: expected an SFEN: {error}", text=sfen[:100]) from None
        moves: dict[Move, BookMove] = {}
        for each in state.moves:
            move = move_of(each.value)
            if not board.is_legal(move):
                continue
            moves.setdefault(move, BookMove(move, count=each.weight, mark=_mark(each.mark)))
            if 0 <= each.next_state < len(states) and each.next_state not in seen:
                board.push(move)
                queue.append((each.next_state, board.sfen()))
                board.pop()
        entry = _entry(position_key(board), board.move_number, tuple(moves.values()), state)
        if entry.moves or entry.comment or entry.games is not None or entry.evaluations:
            entries.setdefault(entry.place, entry)
    return entries


def _entry(place: str, number: int, moves: tuple[BookMove, ...], state: SbkState) -> BookEntry:
    counted = state.games or state.black_wins or state.white_wins
    return BookEntry(
        place,
        moves,
        number,
        state.comment or "",
        state.games if counted else None,
        state.black_wins if counted else None,
        state.white_wins if counted else None,
        tuple(
            Evaluation(each.score, each.depth, each.seldepth, each.nodes, each.line, each.engine or "")
            for each in state.evaluations
        ),
    )


def _mark(value: int) -> Mark:
    return Mark(value) if 0 <= value <= Mark.BLUNDER else Mark.NONE


def write(entries: Iterable[BookEntry], file: IO[bytes]) -> None:
    """Writes all entries, which are kept in memory. An unknown count becomes 1.

    A move to a position that is not among the entries has no next state. This format cannot store scores,
    depths, replies, wins and comments of moves. Keys are 0, because how ShogiGUI computes them is not known.
    """
    known = {each.place: each for each in entries}
    next_places = {place: _next_places(each) for place, each in known.items()}
    led_to = {after for each in next_places.values() for after in each.values() if after in known}
    start = STARTPOS.rsplit(" ", 1)[0]
    roots = [place for place in known if place not in led_to or place == start]
    order = dict.fromkeys(roots)
    _follow(roots, next_places, known, order)
    for place in known:  # cycles that no root leads into
        if place not in order:
            roots.append(place)
            order[place] = None
            _follow([place], next_places, known, order)
    rest = set(roots)
    roots.sort(key=lambda place: place != start)
    numbered = [*roots, *(place for place in order if place not in rest)]
    ids = {place: number for number, place in enumerate(numbered)}
    out = SbkFile("", "")
    for place in numbered:
        out.states.append(_state(known[place], ids, next_places[place], place in rest))
    for part in sbk_file.parts(out):
        file.write(part)


def _next_places(entry: BookEntry) -> dict[Move, str]:
    board = Board(entry.sfen)
    places: dict[Move, str] = {}
    for each in entry.moves:
        if board.is_legal(each.move):
            board.push(each.move)
            places[each.move] = position_key(board)
            board.pop()
    return places


def _follow(
    roots: list[str],
    next_places: dict[str, dict[Move, str]],
    known: dict[str, BookEntry],
    order: dict[str, None],
) -> None:
    queue = deque(roots)
    while queue:
        for after in next_places[queue.popleft()].values():
            if after in known and after not in order:
                order[after] = None
                queue.append(after)


def _state(entry: BookEntry, ids: dict[str, int], places: dict[Move, str], is_root: bool) -> SbkState:
    board = Board(entry.sfen)
    return SbkState(
        id=ids[entry.place],
        games=_int32(entry.games or 0),
        black_wins=_int32(entry.black_wins or 0),
        white_wins=_int32(entry.white_wins or 0),
        position=entry.sfen if is_root else None,
        comment=entry.comment or None,
        moves=[
            SbkMove(
                value_of(board, each.move),
                each.mark,
                _int32(1 if each.count is None else each.count),
                ids.get(places[each.move], NO_STATE),
            )
            for each in entry.moves
            if each.move in places
        ],
        evaluations=[
            SbkEvaluation(each.score, each.depth, each.seldepth, each.nodes, each.line, each.engine or None)
            for each in entry.evaluations
        ],
    )


def _int32(number: int) -> int:
    return max(-_MAX_INT32 - 1, min(number, _MAX_INT32))
