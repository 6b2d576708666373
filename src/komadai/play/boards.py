"""The board of a game and its rules: standard shogi's, or those of a variant with its options.

The key of a variant is its name, followed by the options that are not at their defaults: ``chu``,
``chu:rules=jcsa``, ``dai:bare-king=loss,lion=chu``. Games store it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

from komadai import notation
from komadai._core import Board, Move
from komadai.errors import InvalidMoveError
from komadai.impasse import ImpasseRule
from komadai.variants import Board as VariantBoard
from komadai.variants import Move as VariantMove
from komadai.variants import Variant
from komadai.variants.notation import japanese, western

SHOGI: Final = "shogi"
"""The variant that the fast board of standard shogi plays."""


GameBoard = Board | VariantBoard
"""The board of a game."""


class GameRules(Protocol):
    """The answers that differ between standard shogi and variants; `rules_of` finds them for a board.

    Moves are those of the board, and may break a rule unless stated otherwise. A move that leaves an empty
    square has no text: NotationError.
    """

    def impasse(self, rule: ImpasseRule) -> ImpasseRule:
        """The rule for an impasse in a game whose settings have this one; none in variants."""

    def read_move(self, board: Any, usi: str) -> Any:
        """The move that this USI text names. Raises InvalidMoveError."""

    def read(self, board: Any, text: str, *, previous: Any = None) -> Any:
        """The legal move that a person typed: in any notation, in variants in Western notation or USI.

        Raises IllegalMoveError and NotationError as `komadai.notation.read` does.
        """

    def write(self, board: Any, move: Any, style: str = "japanese", *, previous: Any = None) -> str:
        """The move as `komadai.notation.write` writes it; of a variant in Western notation or in Japanese."""

    def texts(self, board: Any, move: Any, *, previous: Any = None) -> tuple[str, str, str]:
        """The move in Japanese, in Western notation, and as Hosking writes it."""

    def spoken(
        self, board: Any, move: Any, text: str, *, previous: Any = None, handicap: bool | None = None
    ) -> tuple[str, str]:
        """The move in words, in English and in Japanese, as `komadai.notation.spoken` has them.

        ``text`` is that in Japanese, which is the spoken one of a variant.
        """

    def captured(self, board: Any, move: Any) -> str | None:
        """The kind that the move captures, the last if it captures several."""


class _ShogiRules:
    read = staticmethod(notation.read)
    write = staticmethod(notation.write)

    def impasse(self, rule: ImpasseRule) -> ImpasseRule:
        return rule

    def read_move(self, board: Board, usi: str) -> Move:
        return Move.from_usi(usi)

    def texts(self, board: Board, move: Move, *, previous: Move | None = None) -> tuple[str, str, str]:
        return (
            notation.write(board, move, previous=previous),
            notation.write(board, move, "western", previous=previous),
            notation.write(board, move, "hosking", previous=previous),
        )

    def spoken(
        self,
        board: Board,
        move: Move,
        text: str,
        *,
        previous: Move | None = None,
        handicap: bool | None = None,
    ) -> tuple[str, str]:
        english = notation.spoken(board, move, previous=previous)
        return english, notation.spoken(board, move, "ja", previous=previous, handicap=handicap)

    def captured(self, board: Board, move: Move) -> str | None:
        taken = board.piece_at(move.to_square)
        return None if taken is None else taken.type.symbol


class _VariantRules:
    def impasse(self, rule: ImpasseRule) -> ImpasseRule:
        return ImpasseRule.NONE

    def read_move(self, board: VariantBoard, usi: str) -> VariantMove:
        move = board.parse_move(usi) or board.read_move(usi)
        if move is None:
            raise InvalidMoveError.with_code("move-usi-expected", text=usi)
        return move

    def read(self, board: VariantBoard, text: str, *, previous: object = None) -> VariantMove:
        return western.read(board, text)

    def write(
        self, board: VariantBoard, move: VariantMove, style: str = "japanese", *, previous: object = None
    ) -> str:
        writer = japanese.write if style == "japanese" else western.write
        return writer(board, move)

    def texts(
        self, board: VariantBoard, move: VariantMove, *, previous: object = None
    ) -> tuple[str, str, str]:
        text = western.write(board, move)
        return japanese.write(board, move), text, text

    def spoken(
        self,
        board: VariantBoard,
        move: VariantMove,
        text: str,
        *,
        previous: object = None,
        handicap: object = None,
    ) -> tuple[str, str]:
        moved = None if move.from_square is None else board.piece_at(move.from_square)
        name = moved.kind.name if moved else f"{board.variant.pieces[move.drop or ''].name} drop"
        squares = ", ".join(map(board.square_name, (*move.via, move.to_square)))
        return f"{name} {squares}{', promotes' if move.promotion else ''}", text

    def captured(self, board: VariantBoard, move: VariantMove) -> str | None:
        for square in (move.to_square, *reversed(move.via)):
            if square != move.from_square and (piece := board.piece_at(square)) is not None:
                return piece.kind.id
        return None


_SHOGI_RULES: Final = _ShogiRules()
_VARIANT_RULES: Final = _VariantRules()


def rules_of(board: GameBoard) -> GameRules:
    """The rules of the game that is played on this board."""
    return _VARIANT_RULES if isinstance(board, VariantBoard) else _SHOGI_RULES


def variant_key(name: str, options: Mapping[str, str]) -> str:
    """The key of a variant with these values of its options. Raises VariantError.

    >>> variant_key("chu", {"rules": "jcsa"})
    'chu:rules=jcsa'
    >>> variant_key("chu", {"rules": "lishogi"})
    'chu'
    """
    chosen = Variant.named(name, **options).changed_options
    return name + (":" if chosen else "") + ",".join(f"{option}={value}" for option, value in chosen.items())


def read_key(key: str) -> tuple[str, dict[str, str]]:
    """The name and the options of a key; they need not exist.

    >>> read_key("dai:bare-king=loss,lion=chu")
    ('dai', {'bare-king': 'loss', 'lion': 'chu'})
    """
    name, _, written = key.partition(":")
    pairs = (each.partition("=") for each in written.split(",")) if written else ()
    return name, {option: value for option, _, value in pairs}


def variant_of(key: str) -> Variant:
    """The variant of a key; standard shogi is one, too. Raises VariantError."""
    name, options = read_key(key)
    return Variant.named(name, **options)


def board_of(key: str, sfen: str) -> GameBoard:
    """A board of the variant with this position. Raises VariantError, SfenError."""
    return Board(sfen) if key == SHOGI else VariantBoard(variant_of(key), sfen)


def read_move(board: GameBoard, usi: str) -> Any:
    """The move that this USI text names on the board, legal or not. Raises InvalidMoveError."""
    return rules_of(board).read_move(board, usi)
