"""Positions and moves of variants.

>>> from komadai.variants import Board
>>> board = Board("minishogi")
>>> board.push_usi("1e2d")
<minishogi move 1e2d>
>>> board.perft(1)
13
"""

from __future__ import annotations

import copyreg
from typing import NamedTuple, Self, TypeVar

from komadai._core import VariantBoard, VariantMove
from komadai.enums import Color, Infraction
from komadai.errors import (
    ArgumentTypeError,
    IllegalMoveError,
    InvalidMoveError,
    InvalidSquareError,
    RangeError,
    UnknownStyleError,
)
from komadai.outcome import Outcome, Termination
from komadai.variants.definition import PieceKind
from komadai.variants.variant import Variant, native_rules, variant_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from komadai.variants.pictures.board import Style

__all__ = ["Board", "Move", "Piece"]

Move = VariantMove
"""A move of a variant: ``from_square``, ``to_square``, ``via`` (squares on the way where it captures),
``drop`` (the id of the piece dropped), ``promotion``, ``usi()``."""


def _restored_move(variant: Variant, usi: str) -> Move:
    move = native_rules(variant).read_move(usi)
    assert move is not None
    return move


copyreg.pickle(Move, lambda move: (_restored_move, (variant_of(move), move.usi())))

_TERMINATIONS = {
    "checkmate": Termination.CHECKMATE,
    "no-legal-moves": Termination.NO_LEGAL_MOVES,
    "royal-captured": Termination.ROYAL_CAPTURED,
    "try": Termination.TRY,
    "bare-king": Termination.BARE_KING,
    "check": Termination.CHECK,
    "repetition": Termination.SENNICHITE,
    "perpetual-check": Termination.PERPETUAL_CHECK,
}


class Piece(NamedTuple):
    """A piece on the board."""

    color: Color
    kind: PieceKind

    @property
    def sfen(self) -> str:
        """The piece as SFEN writes it: ``P``, ``+r``, ``(HM)``."""
        letters = self.kind.id.lstrip("+")
        if self.color is Color.WHITE:
            letters = letters.lower()
        return ("+" if self.kind.id.startswith("+") else "") + (
            letters if len(letters) == 1 else f"({letters})"
        )


class Board(VariantBoard):
    """A position of a variant with the moves that led to it.

    ``variant`` is a name (one of :data:`komadai.variants.NAMES`) or a Variant, ``sfen`` a position, by
    default the setup. Squares are numbered file by file from Black's right, as on :class:`komadai.Board`; a
    square may also be given by its name (``"7g"``). Raises SfenError, and VariantError for an unknown name.
    """

    variant: Variant

    def __init__(self, variant: str | Variant = "shogi", sfen: str | None = None) -> None:
        if not isinstance(variant, Variant):
            variant = Variant.named(variant)
        if sfen is not None and not isinstance(sfen, str):
            raise ArgumentTypeError(f"sfen: expected a text, got {type(sfen).__name__}")
        super().__init__(native_rules(variant), None if sfen in (None, "startpos") else sfen)
        self.variant = variant

    def push(self, move: Move, /) -> None:
        """Plays a legal move. Raises IllegalMoveError."""
        if not self.is_legal(move):
            raise IllegalMoveError(move, self.infraction(move) or Infraction.OTHER)
        self.push_unchecked(move)

    def push_usi(self, usi: str, /) -> Move:
        """Plays a legal move given as USI text and returns it. Raises InvalidMoveError, IllegalMoveError.

        Squares on the way where nothing is captured may be given or left out.
        """
        move = self.parse_move(usi)
        if move is None:
            written = self.read_move(usi)
            if written is None:
                raise InvalidMoveError.with_code("move-usi-expected", text=usi)
            raise IllegalMoveError(written, self.infraction(written) or Infraction.OTHER)
        self.push_unchecked(move)
        return move

    def pop(self) -> Move:
        """Takes the last move back and returns it. Raises IndexError at the root."""
        move = self.undo()
        if move is None:
            raise IndexError("pop at the root: there is no move to take back")
        return move

    def infraction(self, move: Move, /) -> Infraction | None:
        """The rule that the move breaks, or None if it is legal."""
        key = self.infraction_key(move)
        return Infraction(key) if key else None

    def outcome(self) -> Outcome | None:
        """How the game has ended by the rules of the variant, or None."""
        result = self.result()
        if result is None:
            return None
        end, winner = result
        return Outcome(None if winner is None else Color(winner), _TERMINATIONS[end])

    def is_game_over(self) -> bool:
        """Whether the game has ended by the rules of the variant."""
        return self.result() is not None

    def square(self, square: int | str, /) -> int:
        """The number of a square given by number or name. Raises InvalidSquareError."""
        if not isinstance(square, (int, str)):
            raise ArgumentTypeError(f"expected a square, got {type(square).__name__}")
        if isinstance(square, str):
            number = native_rules(self.variant).parse_square(square)
            if number is None:
                raise InvalidSquareError(f"expected a square of {self.variant.name}, got {square!r}")
            return number
        return square

    def square_name(self, square: int, /) -> str:
        """The USI name of a square. Raises InvalidSquareError."""
        return native_rules(self.variant).square_name(square)

    def piece_at(self, square: int | str, /) -> Piece | None:
        """The piece on a square, or None. Raises InvalidSquareError."""
        code = self.piece_code_at(self.square(square))
        return None if code is None else Piece(Color(code[1]), self.variant.kinds[code[0]])

    def piece_map(self) -> dict[int, Piece]:
        """The pieces by their squares."""
        kinds = self.variant.kinds
        return {square: Piece(Color(color), kinds[kind]) for square, kind, color in self.piece_codes()}

    def hand(self, color: Color, /) -> dict[str, int]:
        """The number of each piece in hand, by its id."""
        kinds = self.variant.kinds
        return {kinds[kind].id: count for kind, count in self.hand_codes(color)}

    def droppable(self, color: Color, /) -> set[str]:
        """The ids of the pieces that a side can drop, with either face where the variant allows it."""
        ids = set(self.hand(color))
        if self.variant.rules.drop_faces == "either":
            ids |= {
                each.promotes_to for each in map(self.variant.pieces.__getitem__, ids) if each.promotes_to
            }
        return ids

    def gives_check(self, move: Move, /) -> bool:
        """Whether the move attacks a royal of the opponent."""
        after = self.copy()
        after.push_unchecked(move)
        return after.is_check()

    def is_capture(self, move: Move, /) -> bool:
        """Whether the move captures something."""
        squares = [*move.via, *([] if move.drop is not None else [move.to_square])]
        return any(
            self.piece_code_at(square) is not None and square != move.from_square for square in squares
        )

    def pieces(self, color: Color, kind: str, /) -> list[int]:
        """The squares of a side's pieces of a kind, given by its id."""
        return [
            square
            for square, piece in self.piece_map().items()
            if piece == (color, self.variant.pieces[kind])
        ]

    def attackers(self, color: Color, square: int | str) -> list[int]:
        """The squares of the pieces with which a side could capture on a square, whatever stands there; pins
        do not matter. Raises InvalidSquareError."""
        return sorted(self.attacker_squares(self.square(square), color))

    def checkers(self) -> list[int]:
        """The squares of the pieces that attack a royal of the side to move."""
        attackers = (self.attackers(self.turn.opponent, royal) for royal in self.royals(self.turn))
        return sorted({square for each in attackers for square in each})

    def legal_captures(self) -> list[Move]:
        """The legal moves that capture something."""
        return [move for move in self.legal_moves if self.is_capture(move)]

    def legal_moves_to(self, square: int | str, /) -> list[Move]:
        """The legal moves to a square. Raises InvalidSquareError."""
        target = self.square(square)
        return [move for move in self.legal_moves if move.to_square == target]

    def perft_divide(self, depth: int, /) -> dict[Move, int]:
        """The number of leaves below each legal move. Raises RangeError for a depth below 1."""
        if depth < 1:
            raise RangeError(f"depth: expected at least 1, got {depth}")
        counts = {}
        for move in self.legal_moves:
            self.push_unchecked(move)
            counts[move] = self.perft(depth - 1) if depth > 1 else 1
            self.pop()
        return counts

    def is_checkmate(self) -> bool:
        """Whether the side to move is mated by the rules of the variant."""
        outcome = self.outcome()
        return outcome is not None and outcome.termination is Termination.CHECKMATE

    def reset(self) -> None:
        """Puts up the setup of the variant and forgets the moves."""
        self.set_sfen(self.variant.sfen)

    def svg(
        self,
        *,
        last_move: Move | None = None,
        style: Style = "one",
        flip: bool = False,
        hands: bool = True,
        coordinates: bool = True,
        size: int | None = 480,
    ) -> str:
        """The position as a complete SVG document, with the squares of ``last_move`` highlighted.

        See :func:`komadai.variants.pictures.board.render` for the rest. Raises UnknownStyleError.
        """
        from komadai.variants.pictures.board import render

        marked = []
        if last_move is not None:
            squares = (last_move.from_square, *last_move.via, last_move.to_square)
            marked = [square for square in dict.fromkeys(squares) if square is not None]
        return render(
            self.variant,
            self.sfen(),
            style=style,
            size=size,
            hands=hands and self.variant.rules.drops,
            coordinates=coordinates,
            flip=flip,
            marked=marked,
        )

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        return self.svg(last_move=self.peek())

    def usi_position(self) -> str:
        """The root and the moves since, as USI's position command takes them."""
        moves = " ".join(move.usi() for move in self.history)
        return f"sfen {self.root_sfen()}" + (f" moves {moves}" if moves else "")

    def copy(self) -> Self:
        """Another board with the same position and history."""
        return _rebuilt(type(self), self.variant, self.root_sfen(), [move.usi() for move in self.history])

    __copy__ = copy

    def __deepcopy__(self, memo: object, /) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        moves = [move.usi() for move in self.history]
        return _rebuilt, (type(self), self.variant, self.root_sfen(), moves)

    def __eq__(self, other: object, /) -> bool:
        """The same variant and position, as of :class:`komadai.Board` (the history may differ)."""
        return (
            isinstance(other, Board)
            and self.key == other.key
            and self.variant == other.variant
            and self._position() == other._position()
        )

    def __hash__(self) -> int:
        return hash(self.key)

    def _position(self) -> str:
        """The SFEN without the move number."""
        return self.sfen().rpartition(" ")[0]

    def __repr__(self) -> str:
        return f"Board({self.variant.name!r}, {self.sfen()!r})"

    def __str__(self) -> str:
        return format(self, "ascii")

    def __format__(self, style: str, /) -> str:
        """``ascii`` (the default) or ``sfen``. Raises UnknownStyleError."""
        from komadai.variants.diagram import text_diagram

        if style == "sfen":
            return self.sfen()
        if style not in ("", "ascii"):
            raise UnknownStyleError(f"expected one of the styles ascii and sfen, got {style!r}")
        return text_diagram(self)


_B = TypeVar("_B", bound=Board)


def _rebuilt(cls: type[_B], variant: Variant, sfen: str, moves: list[str]) -> _B:
    board = cls(variant, sfen)
    for usi in moves:
        move = board.parse_move(usi)
        if move is None:  # pushed unchecked
            move = board.read_move(usi)
        if move is None:
            raise InvalidMoveError.with_code("move-usi-expected", text=usi)
        board.push_unchecked(move)
    return board
