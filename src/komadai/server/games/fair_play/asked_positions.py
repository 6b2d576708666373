"""The positions that a message is about, as keys: those of its fields, and those to which its moves lead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from komadai.errors import KomadaiError, VariantError
from komadai.play.boards import SHOGI, GameBoard, read_move, variant_key
from komadai.server.errors import ApiError
from komadai.server.games.wire import GameSettings
from komadai.server.positions import move_input
from komadai.server.positions.keys import key
from komadai.server.positions.pattern import PositionPattern
from komadai.server.positions.position import Position
from komadai.server.records.from_wire import MAX_MOVES, weight
from komadai.server.records.wire import GameRecord, Line, RecordNode

Asked = str | PositionPattern
"""The key of a position, or a pattern."""


def asked_in(value: object, variant: str = SHOGI) -> Iterator[Asked]:
    """Collects the positions that a decoded message, or a part of one, asks about. Texts that cannot be read
    are about nothing: the call itself refuses them."""
    match value:
        case Position():
            yield from _of_line(value, (), variant)
        case PositionPattern():
            yield value
        case Line():
            yield from _of_line(value.start_sfen, value.moves, variant)
        case GameRecord():
            yield from _of_tree(value.variant, value.start_sfen, value.nodes)
        case GameSettings():
            if value.sfen is not None:
                with suppress(VariantError):
                    yield from _of_line(value.sfen, (), variant_key(value.variant, value.options))
        case msgspec.Struct():
            own = getattr(value, "variant", variant)
            for name in value.__struct_fields__:
                yield from asked_in(getattr(value, name), own)
        case list() | tuple():
            for each in value:
                yield from asked_in(each, variant)
        case dict():
            yield from asked_in(list(value.values()), variant)


def asked_by_move(board: Any, text: str) -> list[str]:
    """A position, and that after this move in any notation, if it is one."""
    after = board.copy()
    try:
        after.push(move_input.typed(after, text))
    except (ApiError, KomadaiError):
        return [key(board.sfen())]
    return [key(board.sfen()), key(after.sfen())]


def _of_line(start: Position, moves: Sequence[str], variant: str) -> Iterator[str]:
    """The positions of a line, with those before the moves that the text of its start has."""
    try:
        board = start.on(variant)
        before = board.copy()
        while before.ply:
            before.pop()
            yield key(before.sfen())
        yield key(board.sfen())
        for usi in moves:
            _play(board, usi)
            yield key(board.sfen())
    except KomadaiError:
        return


def _of_tree(variant: str, start: Position, nodes: Sequence[RecordNode]) -> Iterator[str]:
    """The positions of a record, whose nodes name their parents by number; of no more than a record may have.

    Boards would keep all moves that lead to them, so only the positions are kept.
    """
    yield from _of_line(start, (), variant)
    known: list[str] = []
    try:
        max_nodes = MAX_MOVES // weight(start.on(variant)) + 1
        for node in nodes[:max_nodes]:
            if node.usi is None or node.parent is None:
                board = start.on(variant)
            else:
                board = Position(known[node.parent]).on(variant)
                _play(board, node.usi)
            known.append(board.sfen())
            yield key(known[-1])
    except (KomadaiError, IndexError):
        return


def _play(board: GameBoard, usi: str) -> None:
    """Plays a move that may break a rule, as records can have it."""
    board.push_unchecked(read_move(board, usi))
