"""The board of a game: standard shogi's, or that of a variant with its options.

The key of a variant is its name, followed by the options that are not at their defaults: ``chu``,
``chu:rules=jcsa``, ``dai:bare-king=loss,lion=chu``. Games store it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol, runtime_checkable

from komadai import variants
from komadai._core import Board, Move
from komadai.errors import InvalidMoveError
from komadai.protocols import BoardLike

SHOGI: Final = "shogi"
"""The variant that the fast board of standard shogi plays."""


@runtime_checkable
class GameBoard(BoardLike[Any], Protocol):
    """The part of a board that a game needs."""

    def is_check(self) -> bool:
        """Whether the side to move is in check."""


def variant_key(name: str, options: Mapping[str, str]) -> str:
    """The key of a variant with these values of its options. Raises VariantError.

    >>> variant_key("chu", {"rules": "jcsa"})
    'chu:rules=jcsa'
    >>> variant_key("chu", {"rules": "lishogi"})
    'chu'
    """
    chosen = variants.Variant.named(name, **options).changed_options
    return name + (":" if chosen else "") + ",".join(f"{option}={value}" for option, value in chosen.items())


def read_key(key: str) -> tuple[str, dict[str, str]]:
    """The name and the options of a key; they need not exist.

    >>> read_key("dai:bare-king=loss,lion=chu")
    ('dai', {'bare-king': 'loss', 'lion': 'chu'})
    """
    name, _, written = key.partition(":")
    pairs = (each.partition("=") for each in written.split(",")) if written else ()
    return name, {option: value for option, _, value in pairs}


def variant_of(key: str) -> variants.Variant:
    """The variant of a key. Raises VariantError."""
    name, options = read_key(key)
    return variants.Variant.named(name, **options)


def board_of(key: str, sfen: str) -> GameBoard:
    """A board of the variant with this position. Raises VariantError, SfenError."""
    return Board(sfen) if key == SHOGI else variants.Board(variant_of(key), sfen)


def read_move(board: GameBoard, usi: str) -> Any:
    """The move that this USI text names on the board, legal or not. Raises InvalidMoveError."""
    if not isinstance(board, variants.Board):
        return Move.from_usi(usi)
    move = board.parse_move(usi) or board.read_move(usi)
    if move is None:
        raise InvalidMoveError.with_code("move-usi-expected", text=usi)
    return move
