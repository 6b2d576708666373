"""The native part: rules, move generation, perft and search.

Squares are integers 0-80, file by file from 1a (0), 1b (1), ... to 9i (80).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, final, overload

from komadai.handicap import Handicap
from komadai.outcome import Infraction, Outcome
from komadai.pieces import Color, Hand, Piece, PieceType
from komadai.squares import SquareSet

STARTPOS: str

@final
class Move:
    """A move. The same move is the same object, so ``is``, ``==`` and ``hash`` are free."""

    @staticmethod
    def from_usi(usi: str) -> Move:
        """``7g7f``, ``8h2b+``, ``P*5e``. Raises InvalidMoveError (a ValueError)."""
    @staticmethod
    def from_int(value: int) -> Move:
        """The move with this 16-bit value. Raises InvalidMoveError."""
    @staticmethod
    def normal(from_square: int, to_square: int, promotion: bool = False) -> Move: ...
    @staticmethod
    def dropping(piece_type: PieceType, to_square: int) -> Move: ...
    @property
    def from_square(self) -> int | None:
        """The square left, or None for a drop."""
    @property
    def to_square(self) -> int: ...
    @property
    def drop(self) -> PieceType | None:
        """The piece type dropped, or None for a move on the board."""
    @property
    def promotion(self) -> bool: ...
    def usi(self) -> str: ...
    def __int__(self) -> int: ...

@final
class LegalMoves(Sequence[Move]):
    """The legal moves of a position at the moment it was asked: cannot be changed."""

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __contains__(self, move: object) -> bool: ...

@final
class Board:
    def __init__(self, sfen: str = ..., *, validate: bool = True) -> None:
        """Raises SfenError (a ValueError) naming the field, the rank and the reason.

        ``"startpos"`` is understood too. ``validate=False`` accepts any arrangement of
        pieces that fits the 9x9 board (an unfinished position in an editor).
        """
    @staticmethod
    def handicap(handicap: str | Handicap) -> Board: ...
    # -- reading
    @property
    def turn(self) -> Color: ...
    @property
    def move_number(self) -> int:
        """The number of the next move, as in the SFEN's last field."""
    @property
    def ply(self) -> int:
        """Moves pushed since the root."""
    @property
    def key(self) -> int:
        """64-bit Zobrist key of board, hands and side to move."""
    def sfen(self) -> str: ...
    def root_sfen(self) -> str:
        """The SFEN of the position before the first pushed move."""
    def usi_position(self) -> str:
        """``startpos moves 7g7f ...`` or ``sfen ... moves ...``, as USI's position command takes it."""
    def piece_at(self, square: int) -> Piece | None: ...
    def king(self, color: Color) -> int | None: ...
    def pieces(self, color: Color | None = None, piece_type: PieceType | None = None) -> SquareSet: ...
    def hand(self, color: Color) -> Hand: ...
    @property
    def history(self) -> list[Move]: ...
    # -- rules
    @property
    def legal_moves(self) -> LegalMoves: ...
    def is_legal(self, move: Move) -> bool: ...
    def infraction(self, move: Move) -> Infraction | None:
        """Why the move is against the rules here, or None if it is legal."""
    def is_check(self) -> bool: ...
    def gives_check(self, move: Move) -> bool: ...
    def is_checkmate(self) -> bool:
        """In check without a legal move."""
    def checkers(self) -> SquareSet: ...
    def pinned(self, color: Color | None = None) -> SquareSet: ...
    def attackers(self, color: Color, square: int) -> SquareSet: ...
    def attacks(self, square: int) -> SquareSet:
        """The squares the piece on this square attacks."""
    def repetition_count(self) -> int:
        """How often the present position has occurred since the root, this time included (>= 1)."""
    def repetition_checks(self) -> tuple[bool, bool]:
        """(black, white): whether every move of that side since the present position's first
        occurrence gave check. (False, False) if it has not occurred before."""
    def outcome(self) -> Outcome | None:
        """How the game stands ended by the rules of the board alone (mate, no legal move,
        fourth repetition), or None."""
    def problems(self) -> list[str]:
        """What is wrong with this arrangement of pieces; empty for a valid position."""
    # -- playing
    def push(self, move: Move) -> None:
        """Raises IllegalMoveError with the infraction; TypeError for anything but a Move."""
    def push_usi(self, usi: str) -> Move: ...
    def push_unchecked(self, move: Move) -> None:
        """Plays without asking whether the move is legal. Costs: a move that is not even
        possible here (no such piece) raises ValueError; an illegal but possible one is played."""
    def push_pass(self) -> None:
        """Changes the side to move only; for analysis and null moves. Raises IllegalMoveError in check."""
    def pop(self) -> Move:
        """Raises IndexError at the root."""
    def peek(self) -> Move | None: ...
    def copy(self) -> Board: ...
    # -- editing (boards made with validate=False, or any)
    def set_piece(self, square: int, piece: Piece | None) -> None:
        """Clears the history: the edited position is a new root."""
    def set_hand(self, color: Color, piece_type: PieceType, count: int) -> None: ...
    def set_turn(self, color: Color) -> None: ...
    # -- pictures (komadai.diagram)
    def __format__(self, spec: str) -> str:
        """``japanese``, ``ascii``, ``unicode``, ``sfen`` (the default)."""
    def svg(self, **options: Any) -> str: ...
    def _repr_svg_(self) -> str: ...
    # -- numbers
    def pack(self) -> bytes:
        """32 bytes, huffman-coded (the packed sfen of training data). ValueError unless both
        sides have a king and all 40 pieces are there."""
    @staticmethod
    def unpack(data: bytes) -> Board: ...
    def piece_array(self) -> Any:
        """NumPy uint8[81]: 0 empty, 1-14 Black's pieces, 17-30 White's."""
    def hand_array(self) -> Any:
        """NumPy uint8[2, 7]: pawn, lance, knight, silver, gold, bishop, rook."""
    # -- counting
    def perft(self, depth: int, threads: int = 1, progress: Callable[[int, int], bool | None] | None = None) -> int:
        """Leaves of the legal move tree. ``progress(done, total)`` is called with root moves
        finished; a true return stops it (KeyboardInterrupt too)."""
    def perft_divide(self, depth: int, threads: int = 1) -> dict[Move, int]: ...
    def mate_in_1(self) -> Move | None: ...
    def __copy__(self) -> Board: ...
    def __eq__(self, other: object) -> bool:
        """Board, hands and side to move are the same (the history may differ)."""
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
