"""Complete SBK files of ShogiGUI: one protocol buffer message with states that refer to each other.

The fields are those of the definition that ShogiGUI's author published as ``book.proto``. Unknown
fields are stored and written again after the others.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from komadai.book.formats.sbk.protobuf import (
    BYTES,
    VARINT,
    Field,
    fields,
    numbers,
    put_bytes,
    put_number,
    signed,
    varint,
)
from komadai.errors import BookError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_FIRST_TAGS: Final = tuple(number << 3 | BYTES for number in (1, 2, 3))
NO_STATE: Final = -1
"""The next state of a move without one in the book."""
_INT32: Final = 1 << 31


@dataclass(slots=True)
class SbkMove:
    """A move: 32 bits (:mod:`komadai.book.formats.sbk.moves`), the author's mark, weight, the next state."""

    value: int = 0
    mark: int = 0
    weight: int = 0
    next_state: int = 0
    unknown: bytes = b""


@dataclass(slots=True)
class SbkEvaluation:
    """An engine's evaluation of a state."""

    score: int = 0
    depth: int = 0
    seldepth: int = 0
    nodes: int = 0
    line: str = ""
    engine: str | None = None
    unknown: bytes = b""


@dataclass(slots=True)
class SbkState:
    """A position. ``board_key`` and ``hand_key`` are ShogiGUI's own; other programs write 0."""

    id: int = 0
    board_key: int = 0
    hand_key: int = 0
    games: int = 0
    black_wins: int = 0
    white_wins: int = 0
    position: str | None = None
    """The SFEN of a state from which the book starts; None or empty for others."""
    comment: str | None = None
    moves: list[SbkMove] = field(default_factory=list)
    evaluations: list[SbkEvaluation] = field(default_factory=list)
    unknown: bytes = b""


@dataclass(slots=True)
class SbkFile:
    """A complete file."""

    author: str | None = None
    description: str | None = None
    states: list[SbkState] = field(default_factory=list)
    unknown: bytes = b""


def read(data: bytes) -> SbkFile:
    """Reads a complete file. Raises BookError with the offset."""
    file = SbkFile()
    for each in fields(data, 0, len(data)):
        match each.number, each.type:
            case 1, 2:
                file.author = _text(data, each)
            case 2, 2:
                file.description = _text(data, each)
            case 3, 2:
                file.states.append(_state(data, each))
            case _:
                file.unknown += data[each.start : each.end]
    return file


def _state(data: bytes, place: Field) -> SbkState:
    state = SbkState()
    for each in fields(data, place.at, place.end):
        match each.number, each.type:
            case 1, 0:
                state.id = _int32(each)
            case 2, 0:
                state.board_key = each.value
            case 3, 0:
                state.hand_key = each.value & 0xFFFFFFFF
            case 4, 0:
                state.games = _int32(each)
            case 5, 0:
                state.black_wins = _int32(each)
            case 6, 0:
                state.white_wins = _int32(each)
            case 7, 2:
                state.position = _text(data, each)
            case 8, 2:
                state.comment = _text(data, each)
            case 9, 2:
                state.moves.append(_move(data, each))
            case 10, 2:
                state.evaluations.append(_evaluation(data, each))
            case _:
                state.unknown += data[each.start : each.end]
    return state


def _move(data: bytes, place: Field) -> SbkMove:
    plain = numbers(data, place.at, place.end, 4)
    if plain is not None:
        value, mark, weight, after = (
            each if each < _INT32 else _int32(Field(at, VARINT, each, place.start, 0, 0))
            for at, each in enumerate(plain, 1)
        )
        return SbkMove(value, mark, weight, after)
    move = SbkMove()
    for each in fields(data, place.at, place.end):
        match each.number, each.type:
            case 1, 0:
                move.value = _int32(each)
            case 2, 0:
                move.mark = _int32(each)
            case 3, 0:
                move.weight = _int32(each)
            case 4, 0:
                move.next_state = _int32(each)
            case _:
                move.unknown += data[each.start : each.end]
    return move


def _evaluation(data: bytes, place: Field) -> SbkEvaluation:
    evaluation = SbkEvaluation()
    for each in fields(data, place.at, place.end):
        match each.number, each.type:
            case 1, 0:
                evaluation.score = _int32(each)
            case 2, 0:
                evaluation.depth = _int32(each)
            case 3, 0:
                evaluation.seldepth = _int32(each)
            case 4, 0:
                evaluation.nodes = signed(each.value)
            case 5, 2:
                evaluation.line = _text(data, each)
            case 6, 2:
                evaluation.engine = _text(data, each)
            case _:
                evaluation.unknown += data[each.start : each.end]
    return evaluation


def _int32(each: Field) -> int:
    value = signed(each.value)
    # Some programs write 32 bits without the sign.
    value = value - (1 << 32) if _INT32 <= value < 1 << 32 else value
    if not -_INT32 <= value < _INT32:
        raise BookError(f"field {each.number}: expected a number of 32 bits, got {value}", offset=each.start)
    return value


def _text(data: bytes, each: Field) -> str:
    try:
        return data[each.at : each.end].decode()
    except UnicodeDecodeError:
        raise BookError(f"field {each.number}: expected a text in UTF-8", offset=each.start) from None


def parts(file: SbkFile) -> Iterator[bytes]:
    """The file as bytes, state by state. Required fields are written even if they are 0."""
    for number, text in ((1, file.author), (2, file.description)):
        if text is not None:
            yield put_bytes(number, text.encode())
    for each in file.states:
        yield put_bytes(3, _state_bytes(each))
    yield file.unknown


def _state_bytes(state: SbkState) -> bytes:
    numbers = (
        state.id, state.board_key, state.hand_key, state.games, state.black_wins, state.white_wins
    )  # fmt: skip
    return b"".join(
        [
            _numbers(numbers),
            b"" if state.position is None else put_bytes(7, state.position.encode()),
            b"" if state.comment is None else put_bytes(8, state.comment.encode()),
            *(put_bytes(9, _move_bytes(each)) for each in state.moves),
            *(put_bytes(10, _evaluation_bytes(each)) for each in state.evaluations),
            state.unknown,
        ]
    )


def _move_bytes(move: SbkMove) -> bytes:
    return _numbers((move.value, move.mark, move.weight, move.next_state)) + move.unknown


def _evaluation_bytes(each: SbkEvaluation) -> bytes:
    return b"".join(
        [
            _numbers((each.score, each.depth, each.seldepth, each.nodes)),
            put_bytes(5, each.line.encode()),
            b"" if each.engine is None else put_bytes(6, each.engine.encode()),
            each.unknown,
        ]
    )


def _numbers(values: Iterable[int]) -> bytes:
    return b"".join(put_number(number, value) for number, value in enumerate(values, 1))


def looks_like_one(start: bytes, size: int) -> bool:
    """Whether a file with these first bytes and this size can be an SBK book.

    Its first fields must be author, description or states and lie within the file.
    """
    at = 0
    while at < len(start):
        if start[at] not in _FIRST_TAGS:
            return False
        try:
            length, at = varint(start, at + 1, len(start))
        except BookError:
            return at > 0
        at += length
        if at > size:
            return False
    return at > 0
