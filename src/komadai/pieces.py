"""Piece types, pieces and hands: values that never change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum

from komadai.enums import BLACK as BLACK
from komadai.enums import WHITE as WHITE
from komadai.enums import Color as Color
from komadai.errors import InvalidPieceError
from komadai.immutable import Frozen, set_once

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class PieceType(IntEnum):
    """A kind of piece, promoted kinds included."""

    PAWN = 1
    LANCE = 2
    KNIGHT = 3
    SILVER = 4
    BISHOP = 5
    ROOK = 6
    GOLD = 7
    KING = 8
    PRO_PAWN = 9
    PRO_LANCE = 10
    PRO_KNIGHT = 11
    PRO_SILVER = 12
    HORSE = 13
    DRAGON = 14

    def __str__(self) -> str:
        return self.english

    @property
    def can_promote(self) -> bool:
        """Whether the piece has another side to turn to: pawn to rook."""
        return self <= PieceType.ROOK

    @property
    def is_promoted(self) -> bool:
        """Whether this is the other side of a piece: tokin to dragon."""
        return self > PieceType.KING

    @property
    def promoted(self) -> PieceType:
        """The piece after promotion; itself where there is none (gold, king, a promoted piece)."""
        return PieceType(self + 8) if self.can_promote else self

    @property
    def unpromoted(self) -> PieceType:
        """The piece before promotion, which is what goes to the hand; itself if not promoted."""
        return PieceType(self - 8) if self.is_promoted else self

    @property
    def letter(self) -> str:
        """One capital letter, that of the unpromoted side: ``P`` for pawn and tokin."""
        return "?PLNSBRGKPLNSBR"[self]

    @property
    def symbol(self) -> str:
        """As SFEN writes Black's piece: ``P``, ``+P``."""
        return f"+{self.letter}" if self.is_promoted else self.letter

    @property
    def kanji(self) -> str:
        """One character, as diagrams print it: 歩, と, 杏 (promoted lance), 馬, 龍."""
        return "？歩香桂銀角飛金玉と杏圭全馬龍"[self]

    @property
    def japanese(self) -> str:
        """As moves are written: 歩, と, 成香, 馬, 龍."""
        return _JAPANESE[self]

    @property
    def english(self) -> str:
        """``pawn``, ``tokin``, ``promoted lance``, ``horse``, ``dragon``."""
        return _ENGLISH[self]

    @classmethod
    def from_letter(cls, letter: str) -> PieceType:
        """The type with this letter or symbol (``P``, ``p``, ``+P``). Raises InvalidPieceError."""
        try:
            return _BY_SYMBOL[letter.upper()]
        except (KeyError, AttributeError):
            raise InvalidPieceError(f"expected one of P L N S G B R K or +P …, got {letter!r}") from None


_JAPANESE: Final = ("？", *tuple("歩香桂銀角飛金玉と"), "成香", "成桂", "成銀", "馬", "龍")
_ENGLISH: Final = (
    "?",
    "pawn",
    "lance",
    "knight",
    "silver",
    "bishop",
    "rook",
    "gold",
    "king",
    "tokin",
    "promoted lance",
    "promoted knight",
    "promoted silver",
    "horse",
    "dragon",
)
_BY_SYMBOL: Final = {piece_type.symbol: piece_type for piece_type in PieceType}

PIECE_TYPES: Final = tuple(PieceType)
HAND_TYPES: Final = (
    PieceType.PAWN,
    PieceType.LANCE,
    PieceType.KNIGHT,
    PieceType.SILVER,
    PieceType.GOLD,
    PieceType.BISHOP,
    PieceType.ROOK,
)
"""The types that can be in hand, in the order of arrays and packed formats."""

SET_COUNTS: Final = {
    PieceType.PAWN: 18,
    PieceType.LANCE: 4,
    PieceType.KNIGHT: 4,
    PieceType.SILVER: 4,
    PieceType.GOLD: 4,
    PieceType.BISHOP: 2,
    PieceType.ROOK: 2,
    PieceType.KING: 2,
}
"""How many of each a full set of 40 pieces has."""


class Piece(Frozen):
    """A piece of one side. The same piece is the same object.

    >>> Piece(Color.WHITE, PieceType.PRO_PAWN)
    Piece.from_symbol('+p')
    >>> Piece.from_symbol("+p") is Piece(Color.WHITE, PieceType.PRO_PAWN)
    True
    """

    __slots__ = ("code", "color", "symbol", "type")
    __match_args__ = ("color", "type")

    color: Color
    type: PieceType
    code: int
    """1-14 for Black's pieces, 17-30 for White's: the type plus 16 for White."""
    symbol: str
    """As SFEN writes it: ``P``, ``+P``, ``p``, ``+p``."""

    def __new__(cls, color: Color, type: PieceType) -> Piece:
        """The piece. Raises InvalidPieceError if there is none such."""
        if color in (0, 1) and type in range(1, 15):
            return _pieces[type + 16 * color]
        raise InvalidPieceError(f"expected a Color and a PieceType, got {color!r} and {type!r}")

    @staticmethod
    def from_code(code: int) -> Piece:
        """The piece with this code. Raises InvalidPieceError."""
        try:
            return _pieces[code]
        except KeyError:
            raise InvalidPieceError(f"expected a code 1-14 or 17-30, got {code!r}") from None

    @staticmethod
    def from_symbol(symbol: str) -> Piece:
        """The piece that SFEN writes so (``P``, ``+p``). Raises InvalidPieceError."""
        try:
            return _pieces_by_symbol[symbol]
        except KeyError:
            raise InvalidPieceError(f"expected a piece such as P, k or +r, got {symbol!r}") from None

    @property
    def kanji(self) -> str:
        """One character, as diagrams print it."""
        return self.type.kanji

    def __repr__(self) -> str:
        return f"Piece.from_symbol({self.symbol!r})"

    def __str__(self) -> str:
        return self.symbol

    def __reduce__(self) -> tuple[object, ...]:
        return Piece.from_code, (self.code,)

    def __copy__(self) -> Piece:
        return self

    def __deepcopy__(self, memo: object) -> Piece:
        return self


def _make_piece(color: Color, piece_type: PieceType) -> Piece:
    piece = object.__new__(Piece)
    symbol = piece_type.symbol
    for name, value in (
        ("color", color),
        ("type", piece_type),
        ("code", piece_type + 16 * color),
        ("symbol", symbol.lower() if color else symbol),
    ):
        set_once(piece, name, value)
    return piece


_pieces: Final = {
    piece_type + 16 * color: _make_piece(color, piece_type) for color in Color for piece_type in PieceType
}
_pieces_by_symbol: Final = {piece.symbol: piece for piece in _pieces.values()}

PIECES: Final = tuple(_pieces.values())
"""All 28 pieces, Black's first."""


class Hand(Frozen, Mapping[PieceType, int]):
    """The pieces a side holds in hand.

    A mapping of the types held to their number, in the order pawn to rook;
    asking for a type not held gives 0.

    >>> hand = Hand({PieceType.PAWN: 2, PieceType.ROOK: 1})
    >>> hand[PieceType.PAWN], hand[PieceType.GOLD], hand.total, hand.sfen()
    (2, 0, 3, 'R2P')
    """

    __slots__ = ("counts",)

    counts: tuple[int, ...]
    """Seven numbers in the order of :data:`HAND_TYPES`."""

    def __init__(self, pieces: Mapping[PieceType, int] | Iterable[int] = ()) -> None:
        """From a mapping, or from seven numbers in the order of HAND_TYPES.

        Raises InvalidPieceError for a type that cannot be in hand or a number
        below 0.
        """
        if isinstance(pieces, Mapping):
            wrong = [piece_type for piece_type in pieces if piece_type not in HAND_TYPES]
            if wrong:
                raise InvalidPieceError(f"{wrong[0]!r} cannot be in hand")
            counts = tuple(pieces.get(piece_type, 0) for piece_type in HAND_TYPES)
        else:
            counts = tuple(pieces) or (0,) * 7
        if len(counts) != 7 or not all(isinstance(count, int) and count >= 0 for count in counts):
            raise InvalidPieceError(f"expected seven numbers of at least 0, got {counts!r}")
        set_once(self, "counts", counts)

    @property
    def total(self) -> int:
        """How many pieces are in hand."""
        return sum(self.counts)

    def sfen(self, color: Color = Color.BLACK) -> str:
        """As SFEN's third field writes it: rook first, number before letter; empty for an empty hand."""
        text = "".join(
            f"{self[piece_type] if self[piece_type] > 1 else ''}{piece_type.letter}"
            for piece_type in _SFEN_ORDER
            if self[piece_type]
        )
        return text.lower() if color else text

    def __getitem__(self, piece_type: PieceType) -> int:
        index = _HAND_INDEX.get(piece_type)
        if index is None:
            raise KeyError(piece_type)
        return self.counts[index]

    def __iter__(self) -> Iterator[PieceType]:
        return (piece_type for piece_type, count in zip(HAND_TYPES, self.counts, strict=True) if count)

    def __len__(self) -> int:
        """How many different types are held."""
        return sum(map(bool, self.counts))

    def __contains__(self, piece_type: object) -> bool:
        index = _HAND_INDEX.get(piece_type)  # type: ignore[call-overload]
        return index is not None and self.counts[index] > 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Hand):
            return self.counts == other.counts
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.counts)

    def __repr__(self) -> str:
        return f"Hand({{{', '.join(f'{kind.name}: {count}' for kind, count in self.items())}}})"

    def __str__(self) -> str:
        return self.sfen() or "-"

    def __reduce__(self) -> tuple[object, ...]:
        return Hand, (self.counts,)


_SFEN_ORDER: Final = (
    PieceType.ROOK,
    PieceType.BISHOP,
    PieceType.GOLD,
    PieceType.SILVER,
    PieceType.KNIGHT,
    PieceType.LANCE,
    PieceType.PAWN,
)
_HAND_INDEX: Final[dict[PieceType, int]] = {piece_type: i for i, piece_type in enumerate(HAND_TYPES)}
