"""The native part: rules, move generation, perft and search.

Squares are integers 0-80, file by file from 1a (0), 1b (1), ... to 9i (80). Every argument that is a square
takes the name (``"7g"``) as well. Arguments of the wrong type raise ArgumentTypeError (a TypeError).
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, Literal, SupportsIndex, TypeAlias, TypedDict, final, overload

from typing_extensions import TypeVar

from komadai.handicap import Handicap
from komadai.kifu.tree.game import Analysis, Ending
from komadai.messages import Message
from komadai.outcome import Infraction, Outcome
from komadai.pieces import Color, Hand, Piece, PieceType
from komadai.squares import SquareSet

_M = TypeVar("_M", bound=Move | VariantMove, default=Move)
_Answer = TypeVar("_Answer", bound=tuple[object, ...])

_Square: TypeAlias = SupportsIndex | str

_Buffer: TypeAlias = Any
"""An object with the buffer protocol, such as bytes, a memory map or an array of NumPy."""

STARTPOS: str

@final
class Move:
    """A move. Equal moves are the same object, so ``is``, ``==`` and ``hash`` take almost no time."""

    __match_args__ = ("from_square", "to_square", "promotion", "drop")

    @staticmethod
    def from_usi(usi: str, /) -> Move:
        """``7g7f``, ``8h2b+``, ``P*5e``. Raises InvalidMoveError (a ValueError)."""
    @staticmethod
    def from_int(value: SupportsIndex, /) -> Move:
        """The move with this 16-bit value. Raises InvalidMoveError."""
    @staticmethod
    def from_psv(value: SupportsIndex, /) -> Move:
        """The move of these 16 bits of a PackedSfenValue (see psv). Raises InvalidMoveError."""
    @staticmethod
    def from_csa16(value: SupportsIndex, /) -> Move:
        """The move of cshogi's and Apery's 16 bits (see csa16). Raises InvalidMoveError."""
    @staticmethod
    def normal(from_square: _Square, to_square: _Square, promotion: bool = False) -> Move:
        """A move on the board. Raises InvalidSquareError, or InvalidMoveError if the squares are the same."""
    @staticmethod
    def dropping(piece_type: PieceType, to_square: _Square) -> Move:
        """A drop. Raises InvalidSquareError, or InvalidMoveError for a type that is never in hand."""
    @property
    def from_square(self) -> int | None:
        """The origin square, or None for a drop."""
    @property
    def to_square(self) -> int: ...
    @property
    def drop(self) -> PieceType | None:
        """The piece type dropped, or None for a move on the board."""
    @property
    def promotion(self) -> bool: ...
    @property
    def psv(self) -> int:
        """The 16 bits of a PackedSfenValue (YaneuraOu): 0-6 to, 7-13 from or the type of the dropped piece
        (1 pawn, 2 lance, 3 knight, 4 silver, 5 bishop, 6 rook, 7 gold), 14 drop, 15 promotion."""
    @property
    def csa16(self) -> int:
        """The 16 bits of cshogi's move16 and Apery's bestMove16 (HCPE): 0-6 to, 7-13 from or 80 + the type of
        the dropped piece (numbered as for psv), 14 promotion."""
    def usi(self) -> str: ...
    def mirror(self) -> Move:
        """The move seen from the other side of the board: 7g7f becomes 3c3d, as in Board.mirror."""
    def mirror_files(self) -> Move:
        """The move with left and right exchanged: 7g7f becomes 3g3f, as in Board.mirror_files."""
    def __int__(self) -> int:
        """Komadai's own 16 bits: 0-6 to, 7-13 from or 81 + the type of the dropped piece, 14 promotion.
        Neither psv nor csa16."""
    def __hash__(self) -> int: ...
    def __copy__(self) -> Move: ...
    def __deepcopy__(self, memo: object, /) -> Move: ...

@final
class LegalMoves(Sequence[Move]):
    """Moves of a position, an immutable sequence that does not change when the board does.

    A USI text may stand for a move: ``"7g7f" in board.legal_moves``. A text that is no move raises
    InvalidMoveError.
    """

    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Move: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Move]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __contains__(self, move: object, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool:
        """The same moves in the same order: as in another LegalMoves, a list or a tuple."""
    __hash__: None  # type: ignore[assignment]
    def index(self, move: object, /) -> int: ...  # type: ignore[override]
    def count(self, move: object, /) -> int: ...

@final
class Board:
    def __new__(cls, sfen: str = "startpos", *, validate: bool = True) -> Board:
        """Reads ``startpos``, an SFEN, ``sfen SFEN``, each with ``position`` before it and ``moves ...``
        after it (what usi_position writes), the same with ``_`` for blanks, and links that end in an SFEN.
        The moves become the history.

        ``validate=False`` accepts any arrangement of pieces that fits the 9x9 board (an unfinished
        position in an editor). Raises SfenError (a ValueError) naming the field, the rank and the reason.
        """
    @staticmethod
    def handicap(handicap: str | Handicap, /) -> Board:
        """The start of a handicap game: White gives the odds and moves first. Raises UnknownHandicapError."""
    @staticmethod
    def empty() -> Board:
        """A board without a piece, Black to move."""
    # -- reading
    @property
    def turn(self) -> Color: ...
    @property
    def move_number(self) -> int:
        """The number of the next move, as in the SFEN's last field; it stays at 1000000000, the highest."""
    @property
    def ply(self) -> int:
        """Moves pushed since the root, passes included."""
    @property
    def key(self) -> int:
        """64-bit Zobrist key of board, hands and side to move."""
    def sfen(self) -> str: ...
    def root_sfen(self) -> str:
        """The SFEN of the position before the first pushed move."""
    def usi_position(self) -> str:
        """``startpos moves 7g7f ...`` or ``sfen ... moves ...``, as USI's position command takes it.
        With a pass in the history, the text starts at the position after the last one."""
    def piece_at(self, square: _Square, /) -> Piece | None: ...
    def piece_map(self) -> dict[int, Piece]:
        """The occupied squares, in ascending order, and their pieces."""
    def king(self, color: Color, /) -> int | None: ...
    def pieces(self, color: Color | None = None, piece_type: PieceType | None = None) -> SquareSet: ...
    def hand(self, color: Color, /) -> Hand:
        """Raises RangeError, as every method does, for a number that is no Color."""
    @property
    def history(self) -> list[Move]:
        """The moves since the root as a new list; passes are not among them."""
    # -- rules
    @property
    def legal_moves(self) -> LegalMoves: ...
    @property
    def legal_captures(self) -> LegalMoves:
        """The legal moves that capture a piece."""
    @property
    def pseudo_legal_moves(self) -> LegalMoves:
        """The legal moves, those that leave the king in check, and pawn drops that mate."""
    def legal_moves_to(self, square: _Square, piece_type: PieceType | None = None) -> list[Move]:
        """The legal moves to this square, drops last; with a piece type only those of such pieces, named
        as they are before they move. Much faster than looking for them in legal_moves."""
    def is_capture(self, move: Move, /) -> bool:
        """Whether the move captures a piece of the opponent. It need not be legal."""
    def is_legal(self, move: Move, /) -> bool:
        """Faster than looking for it in legal_moves."""
    def infraction(self, move: Move, /) -> Infraction | None:
        """The rule that the move breaks here, or None if it is legal."""
    def is_check(self) -> bool: ...
    def gives_check(self, move: Move, /) -> bool:
        """Raises IllegalMoveError for a move that is not even possible here."""
    def is_checkmate(self) -> bool:
        """In check without a legal move."""
    def checkers(self) -> SquareSet: ...
    def pinned(self, color: Color | None = None) -> SquareSet: ...
    def attackers(self, color: Color, square: _Square) -> SquareSet: ...
    def attacks(self, square: _Square, /) -> SquareSet:
        """The squares the piece on this square attacks."""
    def repetition_count(self) -> int:
        """How often the present position has occurred since the root, this time included (>= 1).
        Positions are compared by their 64-bit keys. A pass is no move of the game: counting starts
        anew after it."""
    def repetition_checks(self) -> tuple[bool, bool]:
        """(black, white): whether every move of that side since the present position's first
        occurrence gave check. (False, False) if it has not occurred before."""
    def outcome(self) -> Outcome | None:
        """The outcome by the rules that need only the board and its history (mate, no legal move,
        fourth repetition, perpetual check), or None."""
    def is_game_over(self) -> bool:
        """Whether outcome() is not None."""
    def problems(self) -> list[Message]:
        """The problems of this arrangement of pieces; empty for a valid position."""
    def planes(self, layout: Literal["pgx", "dlshogi"] = "pgx") -> Any:
        """The position as planes for a neural network, from the side to move: with ``"pgx"`` an array of
        NumPy, (9, 9, 119) bool; with ``"dlshogi"`` two, (62, 9, 9) and (57, 9, 9) float32. Needs NumPy.
        Raises RangeError for another layout."""
    # -- playing
    def push(self, move: Move, /) -> None:
        """Raises IllegalMoveError with the infraction; ArgumentTypeError for anything but a Move."""
    def push_usi(self, usi: str, /) -> Move:
        """Raises InvalidMoveError for a text that is no move, IllegalMoveError as push does."""
    def push_csa(self, text: str, /) -> Move:
        """Plays a move given as CSA text (``+7776FU``; the sign may be missing). Raises NotationError,
        IllegalMoveError as push does."""
    def push_text(self, text: str, /) -> Move:
        """Plays a move given in any notation (``7g7f``, ``P-7f``, ``76fu``). Raises what notation.read
        raises."""
    def push_unchecked(self, move: Move, /) -> None:
        """Plays a move without checking its legality: an illegal move is played if it is possible (an own
        piece on the origin, no own piece and no king on the target). Any other raises IllegalMoveError."""
    def push_pass(self) -> None:
        """Changes the side to move only; for analysis and null moves. No position before the pass
        counts as repeated after it. Raises IllegalMoveError in check."""
    def pop(self) -> Move | None:
        """Takes the last move back and returns it; None for a pass. Raises IndexError at the root."""
    def peek(self) -> Move | None:
        """The last move; None at the root and after a pass."""
    def copy(self) -> Board: ...
    def mirror(self) -> Board:
        """A new Board with the position seen from the other side: turned by 180 degrees, with the colours, the
        hands and the side to move exchanged. It has no history."""
    def mirror_files(self) -> Board:
        """A new Board with left and right exchanged (file 1 becomes file 9). It has no history."""
    # -- editing (boards made with validate=False, or any)
    def set_position(self, sfen: str, *, validate: bool = True) -> None:
        """Replaces position and history by those of a text, read as Board(text) reads it. Raises SfenError;
        the board is then unchanged."""
    def reset(self) -> None:
        """Replaces position and history by the start of an even game."""
    def set_piece(self, square: _Square, piece: Piece | None) -> None:
        """Clears the history: the edited position is a new root."""
    def set_hand(self, color: Color, piece_type: PieceType, count: SupportsIndex) -> None:
        """0 to 18 of a type, else RangeError. Clears the history, as set_turn does."""
    def set_turn(self, color: Color, /) -> None: ...
    # -- pictures (komadai.diagram)
    def __format__(self, style: str, /) -> str:
        """``ascii`` (the default), ``japanese``, ``unicode``, ``sfen``. Raises UnknownStyleError."""
    def svg(
        self,
        *,
        faces: str = "kaisei",
        flip: bool = False,
        coordinates: Literal["japanese", "western", "numbers"] | None = "japanese",
        hands: bool = True,
        last_move: Move | Literal[False] | None = None,
        arrows: Iterable[Move | Sequence[int | str]] = (),
        marks: Iterable[int | str | tuple[int | str, str]] = (),
        higher: Color | None = None,
        size: int | None = 640,
        dark: bool | None = None,
    ) -> str:
        """The position as an SVG document; komadai.diagram.svg.render explains the options."""
    def _repr_svg_(self) -> str: ...
    # -- numbers
    def pack(self) -> bytes:
        """32 bytes, huffman-coded (the packed sfen of training data). PackedPositionError (a
        ValueError) unless the position is valid and each side has a king."""
    @staticmethod
    def unpack(data: bytes, /) -> Board:
        """Raises PackedPositionError for other bytes and for an invalid position."""
    def pack_hcp(self) -> bytes:
        """32 bytes in the HuffmanCodedPos format of Apery, dlshogi and cshogi. Raises as pack does."""
    @staticmethod
    def unpack_hcp(data: bytes, /) -> Board:
        """The position of 32 bytes in HuffmanCodedPos format. Raises as unpack does."""
    def piece_array(self) -> Any:
        """NumPy uint8[81]: 0 empty, 1-14 Black's pieces, 17-30 White's."""
    def hand_array(self) -> Any:
        """NumPy uint8[2, 7]: pawn, lance, knight, silver, gold, bishop, rook."""
    # -- counting
    def perft(
        self, depth: int, threads: int = 1, progress: Callable[[int, int], bool | None] | None = None
    ) -> int:
        """Leaves of the legal move tree, 0 to 32 plies deep. ``progress(done, total)`` is called
        about twenty times a second with the finished and all parts of the work; a true return value stops
        it, and the leaves counted so far are returned. KeyboardInterrupt stops it too.
        Raises RangeError for another depth, or threads outside 1 to 512."""
    def perft_divide(self, depth: int, threads: int = 1) -> dict[Move, int]:
        """The leaves below each legal move, 1 to 32 plies deep. Raises RangeError as perft does."""
    def mate_in_1(self) -> Move | None:
        """A move that mates at once (any one of them), or None. Works in check, too, and with either
        king missing. Never a pawn drop, because a pawn drop must not mate."""
    def evaluate(self) -> int:
        """The value of the position by the engine's built-in evaluation, without a search: centipawns from
        the side to move's view. Raises SfenError for a board that is not a valid position.
        :mod:`komadai.evaluation` has other evaluations, and the worth of each piece."""
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, memo: object, /) -> Board: ...
    def __eq__(self, other: object, /) -> bool:
        """Board, hands and side to move are the same (the history may differ)."""
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Node(Generic[_M]):
    """A move of a game, or of a game of a variant, and what is known about it. The root has no move."""

    def __new__(cls, move: _M | None = None, parent: Node[_M] | None = None) -> Node[_M]:
        """Creates a node that is not among the children of its parent; :meth:`add` creates one that is."""
    move: _M | None
    """None at the root."""
    parent: Node[_M] | None
    children: list[Node[_M]]
    """The continuations, the main one first."""
    comment: str
    """Any number of lines, ended by ``\\n`` (``\\r`` and ``\\r\\n`` become that); empty if there is none."""
    time_ms: int | None
    """Milliseconds spent on the move; None if not known."""
    total_ms: int | None
    """The total time of the side after this move, in milliseconds, if the record has one that differs from
    the sum of its times; else None."""
    bookmark: str
    """The name of a bookmark at this move; empty if there is none. It is stored as one line without spaces
    around it."""
    analyses: list[Analysis]
    """The engine analyses of the position after this move, in the order of the record.

    Setting a list with anything else in it (such as None, of ``Info.to_analysis()``) raises ArgumentTypeError.
    """
    ending: Ending | None
    """How the line ends after this move; None if it continues or if that is not known."""
    outcome: Outcome | None
    """How the game ended after this move; None if it continued or if that is not known."""
    outcome_ms: int | None
    """Milliseconds that the side to move spent before the end (thinking before resigning)."""
    @property
    def ply(self) -> int:
        """Moves from the root: 0 there, 1 after the first move."""
    @property
    def variations(self) -> list[Node[_M]]:
        """The first nodes of the variations that begin after this node."""
    def add(self, move: _M, *, time_ms: int | None = None, comment: str = "") -> Node[_M]:
        """Appends a continuation (a variation, if there is one already) and returns its node."""
    def path(self) -> Iterator[Node[_M]]:
        """The nodes from this one up to, and without, the root."""
    def moves(self) -> list[_M]:
        """The moves from the root to here."""
    def main_line(self) -> Iterator[Node[_M]]:
        """The nodes of the main continuation, without this one; it stops where a line ends."""
    def __copy__(self) -> Node[_M]: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __setstate__(self, state: tuple[Any, ...], /) -> None: ...

@final
class Run:
    """A run of legal moves of a record, with times."""

    @staticmethod
    def of(moves: Iterable[Move], times_ms: Iterable[int | None]) -> Run:
        """A run of these moves, with the milliseconds spent on each. Raises RangeError if the numbers differ."""
    def __len__(self) -> int: ...
    @property
    def moves(self) -> list[Move]: ...
    @property
    def packed_moves(self) -> bytes:
        """The moves as bytes: ``int(move)`` of each as two bytes, the lower one first."""
    @property
    def times_ms(self) -> list[int | None]:
        """For each move the milliseconds spent on it, or None."""
    @property
    def totals_ms(self) -> list[int | None]:
        """For each move the side's total time in milliseconds if it differs from the sum of its times; else None."""
    @property
    def clocks(self) -> list[tuple[int, int]]:
        """The total times of Black and White after each move, in milliseconds."""
    @property
    def clock(self) -> tuple[int, int]:
        """The total times of Black and White after the last move, in milliseconds."""
    @property
    def end(self) -> int:
        """The index in the text at which the run ends."""
    @property
    def lines(self) -> int:
        """The number of line ends in the run."""
    @property
    def comments(self) -> list[tuple[int, str]]:
        """The comments: the number of moves before each, and its text, which may be empty."""
    @property
    def comments_with_hints(self) -> list[tuple[int, str]]:
        """The comments that may contain engine output."""
    @property
    def telling(self) -> list[tuple[int, str]]:
        """The former name of comments_with_hints."""
    @property
    def is_csa(self) -> bool:
        """Whether the run was read as CSA."""
    def board(self) -> Board:
        """A board at the start of the run."""
    def drop_comments(self) -> None:
        """Frees the comments and the text that contains them."""
    def append_to(self, node: Node, /) -> list[Node]:
        """Appends the moves as a line after a node, with the comments that cannot contain engine output;
        returns the new nodes."""

def read_csa(text: str, at: int, board: Board | None, hints: str, is_last: bool, /) -> Run:
    """Reads moves, times and comments of a CSA file from the start of a line, as far as they are regular and
    legal, and plays the moves on the board; None is the start of the even game. Each comment with engine
    output contains one of the characters ``hints`` or begins with a number. ``is_last``: the record ends
    with this text."""

def read_kif(
    text: str,
    at: int,
    board: Board | None,
    number: int,
    previous: Move | None,
    black_ms: int,
    white_ms: int,
    hints: str,
    /,
) -> Run:
    """Reads the moves, times and comments of a KIF text from the start of a line, as far as they are regular
    and legal. ``number`` is the number of the next move, ``previous`` the move before it, ``black_ms`` and
    ``white_ms`` the times used so far; ``board`` and ``hints`` are as for read_csa."""

def read_ki2(
    text: str,
    at: int,
    board: Board | None,
    previous: Move | None,
    black_ms: int,
    white_ms: int,
    hints: str,
    /,
) -> Run:
    """Reads the rows of moves and the comments of a KI2 text from the start of a line, as far as they are
    regular, legal and not ambiguous. The arguments are as for read_kif; KI2 has no times."""

def read_usi(text: str, at: int, board: Board | None, /) -> Run:
    """Reads the moves of a line of USI as far as they are legal. The moves are played on the board; None is
    the start of the even game."""

@final
class Evaluation:
    """The static evaluation of a position by the weights of a file ("": the built-in ones).

    For a network, ``scale`` is what its output is divided by (0: the file's own, up to 32768), and
    ``kernels`` one of :func:`network_kernels` ("": the fastest). Raises EvaluationFileError, RangeError.
    """

    def __init__(self, path: str | os.PathLike[str] = "", scale: int = 0, kernels: str = "") -> None: ...
    def output(self, board: Board) -> int | None:
        """The output of a network, also one that corrects the handmade evaluation, before it is divided by the
        scale; None for other evaluations. Raises SfenError for a board that is not a valid position."""
    def value(self, board: Board) -> int:
        """Centipawns from the side to move's view. Raises SfenError for a board that is not a valid position."""
    def piece_values(self, board: Board) -> tuple[list[tuple[int, int]], list[tuple[int, int, int]]]:
        """For each piece on the board but kings, its square and its worth; for each type in a hand, its color,
        the type and the worth of one piece. Raises SfenError for a board that is not a valid position."""
    def values_along(self, board: Board, every: int = 1) -> list[int]:
        """The values of every ``every``-th position of the board's game, computed with the incremental updates
        of a search: from the first position to the last, and backwards while the moves are taken back. Raises
        ValueError for a game with passes, RangeError for ``every`` below 1."""

def built_in_weights() -> bytes:
    """The file of the weights of the handmade evaluation that are compiled into the library."""

def network_kernels() -> list[str]:
    """The kinds of arithmetic for networks that this processor supports, the fastest first. All give the same
    values."""

def evaluation_terms(board: Board) -> tuple[int, bytes, bytes, bytes, bytes]:
    """The terms of the evaluation in a position: the game progress (0 to 64), then pairs of int32, term and
    count: plain terms and views (Black's minus White's), danger terms of Black's king, of White's king."""

def evaluation_layout() -> dict[str, int]:
    """The first indices and the numbers of the terms, by their names in ``cpp/eval/terms.h`` in lower case."""

def evaluate(board: Board) -> int:
    """The static evaluation of a position by the built-in weights, in centipawns from the side to move's view.
    Raises SfenError for a board that is not a valid position."""

MAX_INPUTS: int
"""The most inputs of a network that a position turns on for one side: the pieces of a set."""

@final
class BatchLoader:
    """Reads batches of training positions from PSV records on ``threads`` threads.

    The feature set: ``has_kings``, ``mirrored``, ``buckets``, and the bucket of each square of the own king (81
    bytes). Positions in check are left out with ``skip_checks``, those whose move is a capture or a promotion
    with ``skip_captures``, and those whose score is further than ``max_score`` centipawns from 0. With
    ``both_sides`` each position without a check comes twice: then with the other side to move, and the opposite
    score and result. ``corrected``: the bytes of a file of weights of the handmade evaluation, or none. Raises
    RangeError, EvaluationFileError.
    """

    def __init__(
        self,
        *,
        has_kings: bool,
        mirrored: bool,
        buckets: int,
        bucket_of: bytes,
        skip_checks: bool,
        skip_captures: bool,
        max_score: int,
        both_sides: bool = False,
        threads: int,
        corrected: bytes = b"",
    ) -> None: ...
    def load(
        self, records: _Buffer, indices: _Buffer, *, inputs: _Buffer, scores: _Buffer, results: _Buffer, offsets: _Buffer
    ) -> int:
        """Fills the arrays with the records of these indices (uint64), in their order, without those that are
        left out, and returns the number of positions.

        ``inputs`` (uint32, [positions][2][MAX_INPUTS]): the inputs that are on for the side to move and for
        its opponent, then 0xffffffff; ``scores`` (float32): centipawns; ``results`` (float32): 1, 0.5 or 0;
        ``offsets`` (float32): centipawns of the handmade evaluation with the weights ``corrected``, or 0; all
        for the side to move. Each must have room for all indices, with ``both_sides`` twice. Raises
        number of the first bad record, RangeError for an index or an array that is too short.
        """

@final
class WeightTrainer:
    """Fits the weights of the handmade evaluation on ``threads`` threads. The result does not depend on their
    number.

    A weight is its guess plus the deviation, the parameter, times a size. The parts of the parameters: plain
    terms, distances (both for opening and endgame), views, danger, curve (its first slope, then its changes of
    slope). ``guess`` has the points of the curve at its end. Positions are left out as by
    :class:`BatchLoader`. All arrays are float32 unless noted. Raises RangeError.
    """

    def __init__(
        self,
        *,
        guess: _Buffer,
        sizes: _Buffer,
        skip_checks: bool,
        skip_captures: bool,
        max_score: int,
        threads: int,
    ) -> None: ...
    def loss(
        self,
        parameters: _Buffer,
        records: _Buffer,
        numbers: _Buffer,
        *,
        value_scale: float,
        score_scale: float,
        score_shift: float,
        result_weight: float,
    ) -> tuple[float, int]:
        """The sum of the loss in these PSV records and the number of those that are used.

        The loss is the cross-entropy of the logistic function of value / ``value_scale`` and the target,
        above its minimum; the target is
        (1 - ``result_weight``) * logistic((score - ``score_shift``) / ``score_scale``) + ``result_weight`` *
        result. ``numbers`` (uint64): those of the records in errors. Raises PackedPositionError for the first bad record,
        RangeError.
        """
    def step(
        self,
        parameters: _Buffer,
        mean: _Buffer,
        square: _Buffer,
        records: _Buffer,
        numbers: _Buffer,
        *,
        value_scale: float,
        score_scale: float,
        score_shift: float,
        result_weight: float,
        evidence: float,
        share: float,
        rate: float,
        beta1: float,
        beta2: float,
        epsilon: float,
        number: int,
    ) -> tuple[float, int]:
        """Changes the parameters by Adam to decrease ``evidence`` times the sum of the loss plus half of
        ``share`` times the sum of their squares; returns what :meth:`loss` would before the change.

        ``mean`` and ``square`` are Adam's means of the gradients and of their squares; ``number`` is that of
        the step, from 1. Raises as :meth:`loss` does, before any change.
        """

@final
class NetworkTrainer:
    """Trains a network of floats on ``threads`` threads. The result does not depend on their number.

    ``bucket_inputs``: the inputs of a bucket. ``factorised``: buckets have weights that all share, besides
    their own. ``limits``: the largest absolute values of weights of the accumulators, of the layers, and of
    the output. All arrays are float32 unless noted. Raises RangeError.
    """

    def __init__(
        self,
        *,
        bucket_inputs: int,
        buckets: int,
        width: int,
        factorised: bool,
        limits: tuple[float, float, float],
        threads: int,
    ) -> None: ...
    @property
    def parameters(self) -> int:
        """The length of the arrays of parameters."""
    def step(
        self,
        parameters: _Buffer,
        mean: _Buffer,
        square: _Buffer,
        *,
        inputs: _Buffer,
        scores: _Buffer,
        results: _Buffer,
        offsets: _Buffer,
        count: int,
        score_scale: float,
        value_scale: float,
        result_weight: float,
        exponent: float,
        rate: float,
        beta1: float,
        beta2: float,
        epsilon: float,
        number: int,
    ) -> float:
        """Changes the parameters and Adam's means in place by one step, whose ``number`` is at least 1, and
        returns the mean loss of the ``count`` positions before it.

        The loss is the distance of prediction and target to the power of ``exponent``, or the cross-entropy if
        that is 0. Raises RangeError for arrays that are too short, IndexError for inputs that the network does
        not have.
        """
    def outputs(self, parameters: _Buffer, *, inputs: _Buffer, count: int, outputs: _Buffer) -> None:
        """Writes the outputs for ``count`` positions; an output of 1 is 600 centipawns. Raises as ``step``."""

def network_parameter_offsets(
    *, bucket_inputs: int, buckets: int, width: int, factorised: bool
) -> dict[str, int]:
    """The offsets of the parts of a network in its array of parameters, and ``end``, its length."""

def vary_positions(
    records: _Buffer,
    *,
    first: int,
    seed: int,
    copies: int,
    max_moves: int,
    evaluation: str | os.PathLike[str],
) -> bytes:
    """PSV records of positions ``max_moves`` random moves or fewer after those of PSV records, with the
    evaluation's value as their score; see ``komadai.training.data_files.vary``.

    ``first`` is the number of the first record: with the ``seed`` it determines the random moves. Raises
    PackedPositionError with the number of a bad record, EvaluationFileError, RangeError.
    """

class _ImpasseRuleData(TypedDict):
    conditions: tuple[str, ...]
    """The keys of the conditions of a declaration or a try, in the order in which they are shown."""
    points_by_agreement: int
    """Points below which a side loses when the players agree on an impasse; 0: they cannot agree."""
    counts_whole_board: bool
    """Whether all pieces count, or only those in the promotion zone and in hand."""

class _ImpasseLimits(TypedDict):
    points_to_draw: int
    points_to_win_24: int
    points_to_win_27: tuple[int, int]
    points_to_win_27_plain: int
    pieces_in_zone: int
    try_squares: tuple[int, int]

IMPASSE_RULES: dict[str, _ImpasseRuleData]
"""The impasse rules by their keys."""
IMPASSE_LIMITS: _ImpasseLimits
"""The numbers in the impasse rules. A pair has Black's value and White's."""

def impasse_points(board: Board, color: Color, whole_board: bool) -> int:
    """The side's points: all its pieces, or those in its promotion zone and in hand."""

def impasse_conditions(
    board: Board, rule: str, color: Color, compensation: tuple[int, int], time_remaining: bool
) -> tuple[tuple[str, bool, int | None, int | None], ...]:
    """The conditions of a declaration or a try by this side: key, whether it is met, and for those that count
    something the value and the value needed. ``compensation`` is added to Black's and White's points. Raises
    RangeError for the key of no rule."""

def impasse_winner_by_declaration(
    board: Board, rule: str, color: Color, compensation: tuple[int, int]
) -> Color | None:
    """The winner of a declaration by this side whose conditions are all met; None for a draw."""

def impasse_winner_by_agreement(board: Board, rule: str, compensation: tuple[int, int]) -> Color | None:
    """The winner if both players agree on an impasse; None for a draw."""

@final
class Search:
    """A search with its memory (transposition table, histories). A call while another one is running raises
    RuntimeError, except for ``stop`` and ``set_time``, which other threads may call."""

    def __init__(self, hash_mb: int = 64) -> None: ...
    def resize(self, hash_mb: int) -> None: ...
    def set_threads(self, count: int) -> None:
        """Sets the number of search threads, 1 to 512. Raises RangeError."""
    def set_parameter(self, name: str, value: int) -> None:
        """Sets one of the search's tuning parameters. Raises RangeError for an unknown name or a value out of
        range."""
    def set_transitions(self, counts: Sequence[tuple[int, int]] | None) -> None:
        """Uses the search by realization probability, and clears the memory. ``counts`` has a pair for each of
        TRANSITION_CATEGORIES: in how many positions a move of it was legal, and in how many one was played. None:
        the principal variation search, the default. Raises RangeError."""
    def set_full_width(self, on: bool) -> None:
        """Searches all legal moves to the same depth, pruned by alpha-beta alone, with the static evaluation at
        the end of each line; and clears the memory. It precedes ``set_transitions``."""
    @staticmethod
    def parameters() -> dict[str, tuple[int, int, int]]:
        """The tuning parameters: default, lowest and highest value of each."""
    def load_evaluation(self, path: str, scale: int = 0) -> None:
        """Uses the evaluation of this file ("": the built-in one, "material": material only), and clears the
        memory. ``scale``: what the output of a network is divided by (0: the file's own, up to 32768). Raises
        EvaluationFileError, RangeError."""
    def clear(self) -> None:
        """Clears the memory, as before a new game."""
    def arm(self) -> None:
        """Starts the clock and clears the stop flag. To be called before ``go``."""
    def stop(self) -> None: ...
    def set_time(self, soft_ms: int, hard_ms: int) -> None:
        """Gives a running search without a time limit (pondering) these limits, counted from now."""
    def go(
        self,
        board: Board,
        *,
        depth: int = 0,
        nodes: int = 0,
        soft_ms: int = 0,
        hard_ms: int = 0,
        multipv: int = 1,
        moves: Sequence[Move] = (),
        impasse: str = "none",
        compensation: tuple[int, int] = (0, 0),
        max_moves: int = 0,
        overlook: int = 0,
        noise: int = 0,
        exchanges: int = -1,
        seed: int = 0,
        statistics: bool = False,
        tree_plies: int = 0,
        on_report: Callable[[dict[str, Any]], object] | None = None,
    ) -> tuple[Move | None, Move | None, bool, dict[str, Any]]:
        """Returns (best move, expected reply, whether to declare a win, the last report).

        0 means no limit. ``impasse`` is the key of an impasse rule: under "27-point" and "24-point" the search
        declares wins, under the try rules it plays for a try, and the other rules do not change it.
        ``compensation`` are the points that Black and White are credited with. A report has depth, seldepth,
        multipv, cp, mate (plies, negative when the side to move is mated; one of the two is None), won, bound,
        nodes, time_ms, hashfull, pv. ``overlook`` (the probability, per thousand, of not seeing a move),
        ``noise`` (the largest error of an evaluation, in centipawns) and ``exchanges`` (plies of captures beyond
        the depth, -1: all) weaken the play. With ``statistics`` reports have the counts so far, a dict with the
        fields of :class:`komadai.engine.thinking.SearchStatistics`. With ``tree_plies`` (up to 3) the last report
        has as ``tree`` the first plies of the last finished iteration: dicts of move, cp, mate, won, bound
        (None: skipped), depth, nodes, reason, cut_off and children. Raises SfenError for a board that is not a valid position,
        RangeError for a number out of range or the key of no rule.
        """

TRANSITION_CATEGORIES: tuple[str, ...]
"""The categories of moves by which the search by realization probability estimates their probability."""

def transition_categories(board: Board, move: Move) -> tuple[str, ...]:
    """The categories of a legal move: the basic one, then additional ones. Raises IllegalMoveError, and SfenError
    for a board that is not a valid position."""

@final
class TransitionCounter:
    """Counts in how many positions of games a move of each category was legal, and in how many one was played."""

    def __init__(self) -> None: ...
    def add(self, board: Board) -> None:
        """Counts the positions of the board's game, up to the first illegal move or position. Raises SfenError
        for a board that is not a valid position now."""
    @property
    def positions(self) -> int: ...
    def counts(self) -> list[tuple[int, int]]:
        """For each of TRANSITION_CATEGORIES: the number of positions in which a move of it was legal, and in which
        one was played."""

@final
class UsiPipe:
    """Standard input and output of the USI engine, run by native threads that do not need the interpreter's lock.

    Lines are read from the file descriptor ``input`` with the time of their arrival, and written to
    ``output``. Both stay open. The threads that read and keep the clock have a priority above those that
    compute if the system allows it.
    """

    def __init__(self, input: int, output: int) -> None: ...
    @property
    def wakeup_fd(self) -> int:
        """A file descriptor: readable when ``read_lines`` may have lines, at its end when no more come."""
    def read_lines(self) -> list[tuple[bytes | None, float]]:
        """The lines that arrived (None: longer than a megabyte) and the seconds since then, oldest first."""
    def write(self, line: str) -> None: ...
    def begin(self, best_answer: str) -> int:
        """Begins a search that must be answered; ``best_answer`` is the answer until a better one is set.

        Returns the search's number for the calls below, which ignore earlier numbers."""
    def set_best_answer(self, turn: int, best_answer: str) -> None:
        """Replaces the best answer."""
    def answer_in(self, seconds: float) -> None:
        """Writes the best answer after this time unless the search has been answered; replaces an earlier time."""
    def write_info(self, turn: int, line: str) -> bool:
        """Writes a line before the answer; False, and nothing is written, after it."""
    def answer(self, turn: int, line: str) -> bool:
        """Writes the answer; False if the search has been answered."""
    def set_search_thread(self) -> None:
        """The calling thread begins to search."""
    @property
    def answered(self) -> bool: ...
    def watch_for(self, seconds: float) -> None:
        """Measures how late the machine wakes a sleeping thread, for at least this time."""
    @property
    def lateness(self) -> float:
        """The longest recent delay in seconds; 0.02 until something is measured."""
    @property
    def long_lateness(self) -> float:
        """The same, but small delays, and delays of the thread that keeps the clock, count for a minute."""
    @property
    def has_priority(self) -> bool:
        """Whether the threads that keep the clock have a priority above those that compute."""

class UsiOptions:
    """The options of the USI engine and their values. Raises nothing: names are those of the table."""

    def __init__(self, variants: Sequence[str], levels: int, policies: bool = True) -> None:
        """With the names of the variants that can be played, the number of levels, and whether networks with a
        policy can be used."""
    def lines(self) -> list[str]:
        """The ``option`` line of each, in order."""
    def assign(self, name: str, value: str) -> str:
        """Sets a value; returns what is wrong with it, empty if nothing is."""
    def text(self, name: str) -> str: ...
    def number(self, name: str) -> int: ...
    def chosen(self, name: str) -> bool: ...

def parse_go(words: Sequence[str]) -> dict[str, Any]:
    """The words after ``go``: the numbers that were sent, and ``ponder``, ``infinite``, ``searchmoves`` (texts),
    ``unknown`` (texts)."""

@final
class Budget:
    """Milliseconds for one move: ``soft`` is the time it should take, ``hard`` the maximum.

    The search exceeds ``soft`` if the best move changes or its score falls, and stays below it if the move is
    certain.
    """

    def __init__(self, soft: int, hard: int) -> None: ...
    @property
    def soft(self) -> int: ...
    @property
    def hard(self) -> int: ...
    def less(self, spent_ms: int) -> Budget:
        """The rest of it after ``spent_ms``."""
    def after_ponder(self, pondered_ms: int) -> Budget:
        """The time for a move after pondering for ``pondered_ms``."""
    def __eq__(self, other: object, /) -> bool: ...

def budget(limits: Any, color: int, margin_ms: int, played: int) -> Budget | None:
    """The time for a move within these ``Limits``, or None if no clock runs.

    ``margin_ms`` is reserved for the transmission and a busy machine, ``played`` the number of moves of both
    sides so far.
    """

class ProcessorShare:
    """The share of a processor that the search thread gets."""

    def __init__(self) -> None: ...
    def add(self, wanted: float, received: float) -> None:
        """Adds a measurement: for so many seconds a whole processor could be used, and so many were received."""
    @property
    def is_enough(self) -> bool:
        """Whether the thread gets nearly all it can use; False before the first measurement."""

@final
class UsiProgram:
    """The USI engine on a pipe, which must live as long. Its searches run on threads of their own.

    ``data`` and the answers of ``variant`` are those of ``komadai.engine.usi.program_data``; ``own_book`` and
    ``transitions`` are the files that come with Komadai. ``open_book`` opens a book: a function from a position
    (an SFEN without the move number) to moves in USI, scores and counts. ``open_policy_search`` returns the
    search that the options choose instead of the usual one, or None. Errors that both raise become
    ``info string`` lines.
    """

    def __init__(
        self,
        pipe: UsiPipe,
        *,
        data: str,
        variant: Callable[[str], str],
        own_book: bytes,
        transitions: bytes,
        open_book: Callable[[str], Callable[[str], list[tuple[str, int | None, int | None]]]],
        open_policy_search: Callable[[UsiOptions], Any],
    ) -> None: ...
    def execute(self, line: str) -> bool:
        """Executes a line; False after ``quit``."""
    def execute_lines(self) -> bool:
        """Executes the lines that arrived in the pipe; False after ``quit``."""

class ShortMateResult:
    """The result of :func:`mate_within`."""

    @property
    def result(self) -> Literal["mate", "none", "open"]:
        """``"open"``: the node limit was reached, or (rules of tsume) only MateSolver can determine the length."""
    @property
    def plies(self) -> int:
        """The length of the mate; 0 if there is none."""
    @property
    def moves(self) -> tuple[Move, ...]:
        """The main line."""
    @property
    def nodes(self) -> int:
        """The moves made."""

def mate_within(board: Board, plies: int, nodes: int = 0, tsume: bool = False) -> ShortMateResult:
    """Whether the side to move mates within ``plies`` (1 to 15) by checks alone. The search uses no table; it is
    fast for 5 plies or fewer.

    ``nodes`` limits the moves made (0: no limit). ``tsume``: by the rules of tsume, futile interpositions are no
    defences.
    Raises RangeError for other plies, TsumeError as MateSolver.solve does.
    """

class HelpmateResult:
    """The result of :func:`helpmates`."""

    @property
    def complete(self) -> bool:
        """Whether the search ended before a limit was reached."""
    @property
    def plies(self) -> int:
        """The length of the shortest solutions; 0 if there is none."""
    @property
    def count(self) -> int:
        """The number of shortest solutions; 2**64 - 1 if there are more."""
    @property
    def solutions(self) -> tuple[tuple[Move, ...], ...]:
        """The first ``max_solutions`` of them."""
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def reason(self) -> Literal["", "time", "nodes", "stopped"]:
        """Which limit was reached."""

def helpmates(
    board: Board,
    plies: int,
    memory_mb: int,
    max_solutions: int,
    nodes: int,
    seconds: float,
    on_progress: Callable[[int, float], object] | None = None,
    interval: float = 0.1,
) -> HelpmateResult:
    """The shortest helpmates of at most ``plies`` plies. 0 nodes or seconds: no limit.
    ``on_progress(nodes, seconds)`` is called every ``interval`` seconds; the search stops if it returns a true
    value, and ends with the exception if it raises one. Ctrl-C ends it with KeyboardInterrupt.
    Raises TsumeError and RangeError as MateSolver.solve does, MemoryError."""

@final
class BrinkmateResult:
    """The result of one search of a BrinkmateSearch."""

    @property
    def result(self) -> Literal["brinkmate", "mate", "no-brinkmate", "unknown"]: ...
    @property
    def plies(self) -> int:
        """The length of the brinkmate; 0 if there is none."""
    @property
    def moves(self) -> tuple[Move, ...]:
        """The attacker's first moves that reach it in ``plies``."""
    @property
    def line(self) -> tuple[Move, ...]:
        """From the first of them to the move that completes the brinkmate."""
    @property
    def defences(self) -> list[tuple[Move, Move | None]]:
        """The defences against the first of them, each with the attacker's next move towards the brinkmate;
        None: the attacker mates."""
    @property
    def complete(self) -> bool:
        """Whether the search ended before a limit was reached."""
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def reason(self) -> Literal["", "time", "nodes", "stopped", "too-hard"]:
        """Which limit was reached."""

class BrinkmateSearch:
    """A search for brinkmates with its tables. A second call during a search raises RuntimeError; ``stop`` may be
    called from another thread."""

    def __init__(self, memory_mb: int = 256) -> None: ...
    def arm(self) -> None:
        """To be called before ``solve``: an earlier ``stop`` is forgotten."""
    def stop(self) -> None: ...
    def solve(
        self,
        board: Board,
        plies: int,
        nodes: int = 0,
        seconds: float = 0.0,
        on_progress: Callable[[int, int, int, int, float], object] | None = None,
        interval: float = 0.1,
    ) -> BrinkmateResult:
        """Searches brinkmates within ``plies`` (odd, 1 to 15). 0 nodes or seconds: no limit; a query whether
        there is a mate then ends after some hundred thousand nodes.
        ``on_progress(plies, done, total, nodes, seconds)`` is called every ``interval`` seconds; if it raises an
        exception, the search ends with it. Ctrl-C ends it with KeyboardInterrupt.
        Raises TsumeError and RangeError as MateSolver.solve does, MemoryError."""

@final
class MateResult:
    """The result of one search of a MateSolver."""

    @property
    def result(self) -> Literal["mate", "no-mate", "unknown"]: ...
    @property
    def plies(self) -> int:
        """The length of the mate; 0 if there is none, or if it is mate already."""
    @property
    def exact(self) -> bool:
        """Whether it is proved that no mate is shorter."""
    @property
    def moves(self) -> tuple[Move, ...]:
        """The main line; of a defence that holds, its first move."""
    @property
    def compared(self) -> bool:
        """Whether it is proved that no line of this length leaves the attacker less in hand."""
    @property
    def restoring(self) -> Literal["same", "differs", "undetermined"]:
        """Whether the other rule of restoring interpositions gives another length."""
    @property
    def other_plies(self) -> int:
        """The length by the other rule, 0 unless ``restoring`` is ``"differs"``."""
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def reason(self) -> Literal["", "time", "nodes", "memory", "stopped", "comparison"]:
        """Which limit was reached."""

@final
class MateSolver:
    """Solves mate problems with one memory. One thing at a time: a second call while one is under way
    raises RuntimeError. ``stop`` may come from another thread."""

    def __init__(self, memory_mb: int = 256) -> None: ...
    @property
    def memory_mb(self) -> int:
        """The memory limit in MiB."""
    def arm(self) -> None:
        """To be called before ``solve``: an earlier ``stop`` is forgotten."""
    def stop(self) -> None: ...
    def clear(self) -> None:
        """Forgets everything."""
    def forbid(self, board: Board) -> None:
        """From now on, until ``clear``, this position (the attacker to move) counts as no mate: what is
        found then is found without passing through it. To be called on a memory that is still empty."""
    def solve(
        self,
        board: Board,
        *,
        attack: bool = True,
        exact: bool = False,
        plies: int = 0,
        nodes: int = 0,
        seconds: float = 0.0,
        line: bool = True,
        shorten: bool = True,
        threads: int = 1,
        restoring_is_futile: bool = False,
        on_progress: Callable[[dict[str, Any]], object] | None = None,
        interval: float = 0.1,
    ) -> MateResult:
        """Whether the side to move mates, and how.

        ``attack`` says that the side to move mates; False: it is in check and is to be mated, 0 plies if
        it is mate already, and for ``"no-mate"`` the line is the defence that holds (or empty).
        ``restoring_is_futile``: see komadai.tsume.solve.
        ``shorten`` False: any mate will do, and any line of it.
        0 means no limit. Raises TsumeError for a position that can be no problem, RangeError for a
        number that makes no sense.
        """
    def solve_many(
        self,
        problems: list[Board | str],
        made: type[_Answer],
        exact: bool,
        plies: int,
        nodes: int,
        seconds: float,
        shorten: bool,
        restoring_is_futile: bool = False,
    ) -> list[_Answer]:
        """The first problems solved, at least one, more for about 10 ms: for each a ``made``, which has the
        fields of komadai.tsume.Solution.

        Raises SfenError, TsumeError or TypeError for the first problem; a wrong one further on ends the list.
        Raises RangeError for a number that makes no sense.
        """

class VariantRules:
    """The compiled rules of a variant (komadai.variants.compilation). Raises ValueError with the reason."""

    def __init__(self, spec: dict[str, object]) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def squares(self) -> int:
        """The number of squares of the board."""
    def square_name(self, arg: int, /) -> str:
        """The USI name of a square. Raises InvalidSquareError."""
    def parse_square(self, arg: str, /) -> int | None:
        """The square with this USI name; None if there is none."""
    def read_move(self, arg: str, /) -> VariantMove | None:
        """The move that a USI text names, legal or not; None if it names none."""
    @property
    def identity(self) -> int:
        """A number that no other compiled rules have as long as these exist."""

class VariantMove:
    """A move of a variant."""

    @property
    def from_square(self) -> int | None:
        """The origin square, or None for a drop."""
    @property
    def to_square(self) -> int: ...
    @property
    def via(self) -> tuple[int, ...]:
        """The squares on the way where it captures; of a pass, the empty neighbour."""
    @property
    def drop(self) -> str | None:
        """The id of the piece dropped, or None for a move on the board."""
    @property
    def promotion(self) -> bool: ...
    @property
    def rules_identity(self) -> int:
        """The ``identity`` of the move's rules."""
    def usi(self) -> str: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> VariantMove: ...
    def __deepcopy__(self, memo: object, /) -> VariantMove: ...

class VariantBoard:
    """The native part of komadai.variants.Board. Pieces are pairs of kind (its index) and colour."""

    def __init__(self, rules: VariantRules, sfen: str | None = None) -> None: ...
    def set_sfen(self, arg: str, /) -> None:
        """Replaces the position and forgets the moves. Raises SfenError."""
    def sfen(self) -> str: ...
    def root_sfen(self) -> str:
        """The SFEN of the position before the first pushed move."""
    @property
    def turn(self) -> Color: ...
    @property
    def ply(self) -> int:
        """Moves pushed since the root."""
    @property
    def move_number(self) -> int: ...
    @property
    def key(self) -> int:
        """A 64-bit hash of the position."""
    @property
    def legal_moves(self) -> list[VariantMove]: ...
    @property
    def pseudo_legal_moves(self) -> list[VariantMove]: ...
    @property
    def history(self) -> list[VariantMove]:
        """The moves since the root."""
    def is_legal(self, arg: VariantMove, /) -> bool: ...
    def infraction_key(self, arg: VariantMove, /) -> str:
        """The rule that the move breaks, a value of Infraction; empty for a legal move."""
    def push_unchecked(self, arg: VariantMove, /) -> None:
        """Plays a pseudo-legal move. Other moves are refused with IllegalMoveError."""
    def parse_move(self, arg: str, /) -> VariantMove | None:
        """The legal move that a USI text names, or None."""
    def read_move(self, arg: str, /) -> VariantMove | None:
        """The move as a USI text writes it, legal or not; None if the text is none."""
    def undo(self) -> VariantMove | None:
        """Takes the last move back and returns it; None at the root."""
    def peek(self) -> VariantMove | None:
        """The last move; None at the root."""
    def piece_code_at(self, arg: int, /) -> tuple[int, int] | None: ...
    def piece_codes(self) -> list[tuple[int, int, int]]:
        """The pieces on the board: square, kind, colour."""
    def hand_codes(self, arg: Color, /) -> list[tuple[int, int]]:
        """The pieces in hand: kind, count."""
    def is_check(self) -> bool:
        """Whether a royal of the side to move is attacked."""
    def is_attacked(self, arg0: int, arg1: Color, /) -> bool:
        """Whether a side could capture on a square."""
    def attacker_squares(self, arg0: int, arg1: Color, /) -> list[int]:
        """The squares of the pieces with which a side could capture on a square."""
    def royals(self, arg: Color, /) -> list[int]:
        """The squares of a side's royal pieces."""
    @property
    def counterstrike_square(self) -> int | None:
        """Where the last move captured a lion with another piece, in chu shogi."""
    def result(self) -> tuple[str, int | None] | None:
        """How the game has ended by the rules, and the winner; None if it has not."""
    def repetition_count(self) -> int:
        """How often the position has occurred since the root."""
    def perft(self, depth: int) -> int:
        """The number of sequences of this many legal moves, 0 to 32. Raises RangeError."""

class VariantSearch:
    """The search of komadai.variants.search. It holds the memory of one engine; nothing is global.

    ``stop``, ``set_time`` and ``arm`` may be called from another thread than ``go``. ``arm`` clears the stop
    flag and starts the clock; it comes before ``go``.
    """

    def __init__(self, rules: VariantRules, hash_mb: int = 16) -> None: ...
    def resize(self, hash_mb: int) -> None: ...
    def clear(self) -> None: ...
    def arm(self) -> None: ...
    def stop(self) -> None: ...
    def set_time(self, soft_ms: int, hard_ms: int) -> None: ...
    def values(self) -> dict[str, int]:
        """The values of the kinds on the board in centipawns, by their ids."""
    def add_weights(self, weights: list[int]) -> None:
        """Adds learned weights, in 16ths of a centipawn, to the evaluation. Raises RangeError."""
    @property
    def weight_count(self) -> int: ...
    def terms(self, sfens: list[str]) -> tuple[bytes, bytes, bytes, bytes]:
        """The terms of the evaluation of positions, from the side to move's view, for training.

        Four arrays: the number of terms of each position (int32), the indices of all terms (int32), their
        counts (int8), and the present evaluation of each position in centipawns (int32). Raises SfenError."""
    def evaluate(self, board: VariantBoard) -> int:
        """The static evaluation in centipawns from the side to move's view. Raises RangeError."""
    def go(
        self,
        board: VariantBoard,
        *,
        depth: int = 0,
        nodes: int = 0,
        soft_ms: int = 0,
        hard_ms: int = 0,
        multipv: int = 1,
        moves: Sequence[VariantMove] = (),
        overlook: int = 0,
        noise: int = 0,
        exchanges: int = -1,
        seed: int = 0,
        on_report: Callable[[dict[str, Any]], object] | None = None,
    ) -> tuple[VariantMove | None, VariantMove | None, dict[str, Any]]:
        """The best move, the expected answer, and the last report; see komadai.variants.levels for the limits
        of skill. Raises RangeError."""

class VariantMateSearch:
    """A mate search on a copy of a board."""

    def __init__(self, board: VariantBoard) -> None: ...
    def solve(self, nodes: int = 0) -> tuple[bool | None, list[VariantMove], int]:
        """Whether there is a mate (None: the limit came first), its moves, and the positions searched."""

def solver_material(rules: VariantRules) -> tuple[list[tuple[str, str]], float]:
    """Why the solver cannot solve a variant (codes of messages, each with the id of a piece or nothing), and the
    number of arrangements of its pieces up to colours and mirror images.
    """

_Standing: TypeAlias = Literal["open", "wins", "loses"]

class SmallGame:
    """A variant that can be solved: positions as numbers.

    A position is ``"open"``, or the player to move ``"wins"`` by taking the royal piece or ``"loses"`` because the
    game has ended. Raises ValueError for rules that :func:`solver_material` refuses, and for boards of more than
    32 squares.
    """

    def __init__(self, rules: VariantRules) -> None: ...
    @property
    def size(self) -> int:
        """The number of arrangements; numbers of positions are smaller."""
    @property
    def fingerprint(self) -> int:
        """A hash of the rules and the setup."""
    def open_share(self, samples: int) -> float:
        """The part of the arrangements that are open positions, reachable or not, estimated from a sample."""
    def place(self, sfen: str | None = None) -> tuple[_Standing, int] | None:
        """How a position (by default the setup) stands, and its number.

        None if it does not have the pieces of the setup. Raises SfenError.
        """
    def moves(self, sfen: str | None = None) -> list[tuple[str, _Standing, int]]:
        """The legal moves as USI text, each with the place of the position after it. Raises SfenError."""

class Retrograde:
    """An analysis of a small game from its setup, which must be an open position."""

    def __init__(self, game: SmallGame) -> None: ...
    def run(self, threads: int, seconds: float) -> bool:
        """Works for about this time. Returns whether all is done.

        Raises MemoryError, and OverflowError if a position is decided in more than 254 plies.
        """
    def stop(self) -> None:
        """Ends :meth:`run` in another thread soon."""
    def counters(self) -> dict[str, Any]:
        """The numbers of the state: ``stage`` (0 search, 1 first pass, 2 levels, 3 done), ``chunk`` of
        ``chunks``, ``sweep_found``, ``expanded``, ``open``, ``wins_at_once``, ``losses_at_once``, ``level``,
        ``decided`` (a list: open positions by distance).
        """
    def arrays(self) -> list[memoryview]:
        """The arrays of the state, valid until :meth:`run` is called."""
    def restore(self, counters: dict[str, Any], arrays: Sequence[_Buffer]) -> None:
        """Continues from the state of an analysis of the same game. Raises ValueError."""
    def open_set(self, first: int, count: int) -> bytes:
        """After the search: a bit for each number from ``first`` (a multiple of 512) on, set for a reachable open
        position, in whole words of 64 bits.
        """
    def distances(self, first: int, count: int) -> bytes:
        """After the search: a byte for each of these open positions: 0 not decided, else the plies + 1."""

@final
class VectorGames:
    """Many games that are stepped together into arrays of the caller; komadai.env.VectorEnv uses it.

    ``layout`` is 0 without planes, 1 for pgx's, 2 for dlshogi's. ``arrays`` are contiguous arrays by name
    (bool ones as uint8); the object keeps them alive. Raises SfenError for a start that is not valid,
    RangeError for one in which the game is over.
    """

    def __init__(
        self,
        games: int,
        starts: Sequence[Board],
        impasse: str,
        max_moves: int,
        layout: int,
        threads: int,
        arrays: dict[str, Any],
    ) -> None: ...
    def reset(self, seed: int | None) -> None:
        """Starts all games anew; with a seed, the random numbers too."""
    def step(self, actions: Any) -> int | None:
        """Plays an action (int64) in each game. If one is illegal, none is played: returns its game."""
    def sample(self, actions: Any) -> None:
        """Writes a random legal action of each game."""
    def board(self, index: int) -> Board: ...
    def move(self, index: int, action: int) -> Move | None:
        """The legal move of this action, or None."""
    def find_legal(self, move: Move) -> int | None:
        """The first game in which the move is legal, or None."""

@final
class VariantLayout:
    """The actions and planes of a variant in komadai.env."""

    def __init__(self, rules: VariantRules) -> None: ...
    @property
    def actions(self) -> int:
        """The number of actions; 0 if an action is an index into the list of legal moves."""
    @property
    def planes(self) -> int: ...
    def action(self, move: VariantMove, color: Color) -> int:
        """The action of this side's move. Raises RangeError for a move of another variant."""
    def write_planes(self, board: VariantBoard, color: Color, out: Any) -> None:
        """Writes (ranks, files, planes) uint8, as this side sees the position. Raises RangeError for a board of another variant."""

@final
class VariantGames:
    """Many games of a variant that are stepped together into arrays of the caller; as VectorGames."""

    def __init__(
        self,
        layout: VariantLayout,
        games: int,
        starts: Sequence[VariantBoard],
        max_moves: int,
        threads: int,
        arrays: dict[str, Any],
    ) -> None: ...
    def reset(self, seed: int | None) -> None:
        """Starts all games anew; with a seed, the random numbers too."""
    def step(self, actions: Any) -> int | None:
        """Plays an action (int64) in each game. If one is illegal, none is played: returns its game."""
    def sample(self, actions: Any) -> None:
        """Writes a random legal action of each game."""
    def board(self, index: int) -> VariantBoard: ...
    def move(self, index: int, action: int) -> VariantMove | None:
        """The legal move of this action, or None."""
    def legal_moves(self, index: int) -> list[VariantMove]: ...

def env_action(move: Move, color: Color) -> int:
    """The number of this side's move among the 2187 actions."""

def write_pgx_planes(board: Board, out: Any) -> None:
    """Writes (9, 9, 119) uint8."""

def write_dlshogi_planes(board: Board, board_planes: Any, constant_planes: Any) -> None:
    """Writes (62, 9, 9) and (57, 9, 9) float32."""

class PositionRecords:
    """The positions of games as records for komadai.study.database.position_index.

    Of each game the positions after at most ``max_ply`` moves. Raises RangeError for more than 65535.
    """

    def __init__(self, max_ply: int) -> None: ...
    def add(self, game: int, sfen: str | None, moves: bytes, result: int) -> bool:
        """Adds the records of a game; returns False, without adding any, if a move cannot be played.

        ``game`` is below 2**29, ``sfen`` the start (None: the even game), ``moves`` ``int(move)`` of each as two
        bytes, ``result`` 0 if Black won, 1 if White won, 2 for a draw, 3 for none. Raises RangeError, SfenError.
        """
    def __len__(self) -> int: ...
    def take_sorted(self) -> bytes:
        """The records, sorted; none are left."""

class RunMerger:
    """Merges sorted records from several bytes-like objects, which it keeps alive."""

    def __init__(self, runs: Sequence[_Buffer]) -> None: ...
    def read(self, count: int) -> bytes:
        """The next records, at most ``count``; none at the end."""

def count_moves(
    runs: Sequence[_Buffer], key: int, allowed: _Buffer | None
) -> tuple[int, list[tuple[Move, int, int, int, int]]]:
    """The games that reach a position, and for each move the games, Black's and White's wins, and draws.

    With ``allowed`` only games are counted whose bit is set: of byte ``game // 8`` the bit ``game % 8``.
    """

def find_games(runs: Sequence[_Buffer], key: int, limit: int) -> bytes:
    """For each game that reaches a position 64 bits, ascending: 65536 * game + moves before the position.

    Of more games than ``limit`` the first ones.
    """

def has_position(sfen: str | None, moves: bytes, ply: int, board: Board) -> bool:
    """Whether a game is in this position after ``ply`` moves."""

class PositionPatterns:
    """Parts of positions for komadai.study.database.pattern, one of which must match.

    ``find`` tests the positions after ``first_ply`` to ``last_ply`` moves.
    """

    def __init__(self, first_ply: int, last_ply: int) -> None: ...
    def add(
        self, cells: Sequence[tuple[int, int]], hands: Sequence[Sequence[int]], turn: Color | None
    ) -> None:
        """Adds a part: squares with the pieces allowed on them, the least pieces in hand, the side to move.

        Of the pieces allowed, bit 0 stands for an empty square and bit ``type + 16 * color`` for a piece. ``hands``
        has for Black and White the number of each type, by the number of the type.
        """
    def find(self, sfen: str | None, moves: bytes) -> int:
        """The number of moves before the first position that matches; -1 if none does."""
    def matches(self, board: Board) -> bool: ...
