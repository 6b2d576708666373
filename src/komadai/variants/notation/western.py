"""The moves of variants in Western notation, as George Hodges and The Shogi Association wrote them.

A move is the abbreviation of the piece, its origin if another such piece could make the same move, ``-`` or
``x`` (captures) or ``*`` (drop), the square, and ``+`` (promotes) or ``=`` (could promote, but does not):
``P-6h``, ``Lnx6d``, ``FK7jx4g``, ``S-5d+``, ``S*3c``. Ranks after z are aa, bb, cc …, as in taikyoku's 36jj.

- A move with captures on its way names every step: ``Lnx3hx2i``, ``Lnx3h-3g``.
- A capture without moving (igui): ``Lnx!3h``.
- A pass (jitto): ``--``; with the piece, ``Ln--``, if another one could pass.
- The pieces that a fire demon burns follow with ``!``: ``FiD-7h!6g!8h``; a piece that burns itself by moving
  next to a fire demon has ``*`` after its move: ``P-7h*``.

In chu moves are read as lishogi writes them, too: files and ranks are one sign each, 1 to 9, then a, b and c
(``P-b5``, ``Lnx89-78``), and an empty square on the way is named (``Ln-89-78``).

Sources: the notations in the English encyclopedia's articles on the variants; lishogi for the pass and for
dobutsu.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from komadai.enums import Infraction
from komadai.errors import AmbiguousMoveError, IllegalMoveError, NotationError
from komadai.messages import Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from komadai.variants.board import Board, Move
    from komadai.variants.definition import PieceKind
    from komadai.variants.variant import Variant

_PASS: Final = re.compile(r"(?:--|pass|jitto)([+=]?)", re.I)
_LONGEST: Final = 80
"""The maximum length of a move in characters. The longest has eight burnt squares."""
_DIGITS: Final = 9
"""On boards with more files or ranks than this, ranks are letters only."""
_LONG_SQUARE: Final = rf"[1-9][0-9]?(?:{'|'.join(letter * 2 for letter in 'abcdefghij')}|a[b-j]|[a-z])"
_SHORT_SQUARE: Final = "[1-9][1-9a-i]"
_ONE_SIGN: Final = "[1-9a-c][1-9a-c]"
"""A square of chu as lishogi writes it."""
ONLY_ONE_SIGN: Final = re.compile(r"[-x!](?:[1-9][1-9]|[a-c][1-9a-c])(?![0-9a-z])", re.I)
"""A square that only lishogi's way of writing has."""
ONLY_RANK_LETTERS: Final = re.compile(r"[-x!](?:1[0-2]|[1-9])[d-l]|[-x!]1[0-2][a-c]", re.I)
"""A square that only our way of writing has."""
_OTHER_NAMES: Final = {"Ky": "Kr", "+Ky": "+Kr"}
"""The abbreviations of lishogi that differ from ours and are no ids."""
_ENDS: Final = {"+": True, "=": False}
_SIGNS: Final = str.maketrans({**dict.fromkeys("−–—‐‑", "-"), "×": "x", "’": "'", " ": None})


@lru_cache(maxsize=64)
def abbreviations(variant: Variant) -> dict[str, str]:
    """The name of each kind in Western notation, by its id: ``Ln`` for the lion of chu.

    A promoted piece is called by the piece it was, with ``+``, unless its definition has an abbreviation.
    """

    def of(kind: PieceKind) -> str:
        if kind.abbreviation or not kind.promoted:
            return kind.abbreviation or kind.id
        front = variant.pieces.get(kind.id[1:])
        return f"+{of(front)}" if front is not None else kind.id

    return {kind.id: of(kind) for kind in variant.kinds}


def square_text(variant: Variant, square: int) -> str:
    """A square in Western notation: ``7g``, ``12l``, ``36jj``."""
    file, rank = divmod(square, variant.ranks)
    return f"{file + 1}{chr(ord('a') + rank % 26) * (rank // 26 + 1)}"


def write(board: Board, move: Move) -> str:
    """A move that can be played on this board; an illegal one is written with its origin.

    Raises NotationError if the square it leaves is empty.
    """
    variant = board.variant
    names = abbreviations(variant)
    to = square_text(variant, move.to_square)
    if move.drop is not None:
        return f"{names[move.drop]}*{to}{_effects(board, move)}"
    assert move.from_square is not None
    piece = board.piece_at(move.from_square)
    if piece is None:
        raise NotationError(Message("move-from-empty-square"), move.usi())
    name = names[piece.kind.id]
    if _has_rival(board, move, piece.kind):
        name += square_text(variant, move.from_square)
    end = "+" if move.promotion else "=" if board.parse_move(f"{move.usi()}+") is not None else ""
    if _is_pass(board, move):
        return f"{name if _has_other_pass(board, move) else ''}--{end}"
    steps = "".join(f"x{square_text(variant, square)}" for square in move.via)
    if move.via and move.to_square == move.from_square:
        steps = steps.replace("x", "x!")
    else:
        steps += f"{'-' if board.piece_at(move.to_square) is None else 'x'}{to}"
    return f"{name}{steps}{end}{_effects(board, move)}"


def _has_rival(board: Board, move: Move, kind: PieceKind) -> bool:
    """Whether the origin must be written: another such piece can make the move, or the move is illegal."""
    if not board.is_legal(move):
        return True
    passes = _is_pass(board, move)
    return any(
        (_is_pass(board, other) if passes else _way(other) == _way(move))
        for other in board.legal_moves
        if other.from_square not in (None, move.from_square)
        and (piece := board.piece_at(other.from_square or 0)) is not None
        and piece.kind is kind
    )


def _way(move: Move) -> tuple[tuple[int, ...], int | None]:
    """The squares that the text names; None for the end of a move that returns."""
    returns = bool(move.via) and move.to_square == move.from_square
    return move.via, None if returns else move.to_square


def _is_pass(board: Board, move: Move) -> bool:
    return (
        len(move.via) == 1 and move.to_square == move.from_square and board.piece_code_at(move.via[0]) is None
    )


def _has_other_pass(board: Board, move: Move) -> bool:
    return not board.is_legal(move) or any(
        other.from_square != move.from_square and _is_pass(board, other) for other in board.legal_moves
    )


def _effects(board: Board, move: Move) -> str:
    """The burnt squares, or ``*`` for a piece that burns itself."""
    variant = board.variant
    if not any(kind.burns for kind in variant.kinds) or not board.is_legal(move):
        return ""
    before = {square for square, _, color in board.piece_codes() if color != board.turn}
    board.push_unchecked(move)
    after = {square for square, _, _ in board.piece_codes()}
    board.pop()
    if move.to_square not in after:
        return "*"
    burnt = sorted(before - after - {*move.via, move.to_square})
    return "".join(f"!{square_text(variant, square)}" for square in burnt)


class _Written(NamedTuple):
    """The parts of a move as it is written."""

    kinds: tuple[str, ...]
    """The ids of the kinds that have this abbreviation."""
    start: int | None
    steps: tuple[tuple[bool, int], ...]
    """The squares, each with whether something is captured there."""
    promotion: bool | None
    returns: bool = False
    is_drop: bool = False
    is_pass: bool = False


def read(board: Board, text: str, *, one_sign: bool | None = None) -> Move:
    """The legal move that a text in Western notation, or in USI, means on this board.

    Case, full-width characters and spaces do not matter. The ids of pieces are read in place of
    abbreviations, too.

    ``one_sign`` is for chu, where 7a is 7j in lishogi's way of writing: with True squares are read so, with
    False never, with None if the text is no legal move in ours.

    Raises AmbiguousMoveError if the text could mean several moves, IllegalMoveError if it names one move
    completely and that is illegal, NotationError if it is no move or none fits.
    """
    if len(text) > _LONGEST:
        raise NotationError(Message("move-too-long", {"limit": _LONGEST}), text[:_LONGEST] + "…")
    plain = unicodedata.normalize("NFKC", text).translate(_SIGNS).strip()
    usi = board.parse_move(plain)
    if usi is not None:
        return usi
    ways = (False,) if board.variant.name != "chu" else (False, True) if one_sign is None else (one_sign,)
    parsed = [written for way in ways if (written := _parse(board.variant, plain, one_sign=way)) is not None]
    if not parsed:
        if (usi := board.read_move(plain)) is not None:
            raise IllegalMoveError(usi, board.infraction(usi) or Infraction.OTHER)
        raise NotationError(Message("move-unreadable"), text)
    moves = board.legal_moves
    for written in parsed:
        if found := [move for move in moves if _fits(board, move, written)]:
            break
    else:
        written = parsed[0]
    if not found and (illegal := _illegal(board, written)) is not None:
        raise IllegalMoveError(illegal, board.infraction(illegal) or Infraction.OTHER)
    # Without a sign the piece does not promote, if it may choose.
    unpromoted = [move for move in found if not move.promotion]
    if unpromoted and written.promotion is None:
        found = unpromoted
    if len(found) > 1:
        raise AmbiguousMoveError(text, found)
    if not found:
        raise NotationError(Message("move-no-legal"), text)
    return found[0]


def _square_pattern(variant: Variant, *, one_sign: bool) -> str:
    if one_sign:
        return _ONE_SIGN
    return _LONG_SQUARE if max(variant.files, variant.ranks) > _DIGITS else _SHORT_SQUARE


@lru_cache(maxsize=64)
def _pattern(variant: Variant, *, one_sign: bool) -> tuple[re.Pattern[str], dict[str, tuple[str, ...]]]:
    """The pattern of moves, and the kinds by their abbreviations and ids in lower case."""
    kinds: dict[str, tuple[str, ...]] = {}
    for id, name in abbreviations(variant).items():
        for each in {name, _OTHER_NAMES.get(name, name)}:
            kinds[each.lower()] = (*kinds.get(each.lower(), ()), id)
    for kind in variant.kinds:
        kinds.setdefault(kind.id.lower(), (kind.id,))
    names = "|".join(map(re.escape, sorted(kinds, key=len, reverse=True)))
    square = _square_pattern(variant, one_sign=one_sign)
    pattern = re.compile(
        rf"(?P<name>{names})(?:[*'@](?P<drop>{square})|(?P<start>{square})?"
        rf"(?:(?P<pass>--)|(?P<igui>x{square}!|(?:x!{square})+)|(?P<steps>[-x]?{square}(?:[-x]{square})*)))"
        rf"(?P<end>[+=]?)(?:!{square})*\*?",
        re.I | re.A,
    )
    return pattern, kinds


def _parse(variant: Variant, text: str, *, one_sign: bool) -> _Written | None:
    """The parts of a text; None if it is no move of the variant."""
    if match := _PASS.fullmatch(text):
        promotion = _ENDS.get(match[1])
        return _Written(tuple(variant.pieces), None, (), is_pass=True, promotion=promotion)
    pattern, kinds = _pattern(variant, one_sign=one_sign)
    match = pattern.fullmatch(text)
    if match is None:
        return None
    start = _square(variant, match["start"], one_sign=one_sign) if match["start"] else None
    named = match["igui"] or match["steps"] or match["drop"] or ""
    steps = tuple(_steps(variant, named, one_sign=one_sign))
    if (match["start"] and start is None) or any(square is None for _, square in steps):
        return None
    return _Written(
        kinds[match["name"].lower()],
        start,
        tuple((captures, square) for captures, square in steps if square is not None),
        returns=match["igui"] is not None,
        is_drop=match["drop"] is not None,
        is_pass=match["pass"] is not None,
        promotion=_ENDS.get(match["end"]),
    )


def _steps(variant: Variant, text: str, *, one_sign: bool) -> Iterator[tuple[bool, int | None]]:
    square = _square_pattern(variant, one_sign=one_sign)
    for sign, name in re.findall(rf"([-x]?)!?({square})!?", text, re.I | re.A):
        yield sign.lower() == "x", _square(variant, name, one_sign=one_sign)


def _square(variant: Variant, text: str, *, one_sign: bool) -> int | None:
    """The square of a text; None if the board has none of this name."""
    if one_sign:
        file, rank = (int(sign, 16) for sign in text)
        return (file - 1) * variant.ranks + rank - 1
    digits = text.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    letters = text[len(digits) :].lower()
    if letters:
        file = int(digits)
        rank = ord(letters[-1]) - ord("a") + 1 + (26 if len(letters) > 1 else 0)
    else:
        file, rank = int(digits[:-1]), int(digits[-1])
    if file > variant.files or rank > variant.ranks:
        return None
    return (file - 1) * variant.ranks + rank - 1


def _fits(board: Board, move: Move, written: _Written) -> bool:
    """Whether a legal move is one that the text can mean."""
    if written.promotion not in (None, move.promotion):
        return False
    if written.is_drop or move.from_square is None:
        return written.is_drop and move.drop in written.kinds and move.to_square == written.steps[-1][1]
    if written.start not in (None, move.from_square):
        return False
    if written.is_pass:
        same = _is_pass(board, move)
    elif written.returns:
        squares = tuple(square for _, square in written.steps)
        same = (move.via, move.to_square) == (squares, move.from_square) and not _is_pass(board, move)
    else:
        *between, (captures, to) = written.steps
        via = tuple(square for captured, square in between if captured)
        same = (move.via, move.to_square) == (via, to) and (
            len(via) == len(between) or _passes(board, move, written)
        )
        # A capture may be written with -, as some records do, but not the other way round.
        same = same and not (captures and board.piece_code_at(to) is None)
    if not same:
        return False
    piece = board.piece_at(move.from_square)
    return piece is not None and piece.kind.id in written.kinds


def _passes(board: Board, move: Move, written: _Written) -> bool:
    """Whether the move can go by way of all squares that the text names, empty ones, too."""
    squares = [move.from_square, *(square for _, square in written.steps)]
    names = "".join(board.square_name(square) for square in squares if square is not None)
    read = board.parse_move(f"{names}{'+' if move.promotion else ''}")
    return read is not None and read == move


def _illegal(board: Board, written: _Written) -> Move | None:
    """The move against the rules that a text names completely; None if the text leaves its origin out."""
    if written.is_pass or (written.start is None and not written.is_drop):
        return None
    names = [board.square_name(square) for _, square in written.steps]
    if written.is_drop:
        return board.read_move(f"{written.kinds[0]}*{names[0]}")
    start = board.square_name(written.start or 0)
    *between, (_, last) = written.steps
    via = [board.square_name(square) for captures, square in between if captures]
    squares = [start, *names, start] if written.returns else [start, *via, board.square_name(last)]
    return board.read_move("".join(squares) + ("+" if written.promotion else ""))
