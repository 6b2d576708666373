"""Reads the text of a move in a KIF or KI2 record: ``７六歩(77)``, ``同　銀右上``, ``5五角打``."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final, NamedTuple

from komadai._core import Move
from komadai.errors import KomadaiError
from komadai.messages import Message
from komadai.notation import japanese, relation
from komadai.notation.pattern import resolve
from komadai.pieces import PieceType
from komadai.squares import square_at

if TYPE_CHECKING:
    from komadai._core import Board, VariantMove
    from komadai.notation.pattern import Pattern

NAMES: Final = "|".join(sorted(japanese.PIECE_NAMES, key=len, reverse=True))
"""The names of pieces, for a regular expression."""
_MOVE: Final = re.compile(
    rf"[▲△▼▽☗☖]?\s*+(?:([1-9１-９])([一二三四五六七八九1-9１-９])|(同))\s*+({NAMES})\s*+"
    r"(不成|成らず|ならず|生|成り|成|打つ|打|)\s*+(?:[(（]([0-9０-９])([0-9０-９])[)）])?"
)
_PIECE: Final = re.compile("[歩香桂銀金角飛玉王と杏圭全今仝个馬竜龍]")
_RESULTING_PIECE: Final = Message("move-resulting-piece", action="read-as-promotion")
_RANKS: Final = {kanji: rank for rank, kanji in enumerate("一二三四五六七八九", 1)}


class Meaning(NamedTuple):
    """The meaning of a text in a position."""

    move: Move | VariantMove | None = None
    """None if the text is no move or, if there is a problem, no move of this position."""
    problem: Message | None = None
    """The problem with the text, or None."""


class NumberedMove(NamedTuple):
    """The parts of a move as KIF writes it."""

    kind: PieceType
    to: int | None
    """The target; None for 同, the target of the move before."""
    origin: int | None
    """The origin; None if there is none, or an impossible one."""
    promotes: bool
    is_drop: bool

    @staticmethod
    def parse(what: str) -> NumberedMove | None:
        """None if the text is no such move."""
        match = _MOVE.fullmatch(what)
        if match is None:
            return None
        file, rank, same, name, end, from_file, from_rank = match.groups()
        kind = japanese.PIECE_NAMES[name]
        to = None if same else square_at(int(file), _RANKS.get(rank) or int(rank))
        has_origin = from_file and int(from_file) and int(from_rank)
        origin = square_at(int(from_file), int(from_rank)) if has_origin else None
        from_hand = bool(from_file) and int(from_file) == int(from_rank) == 0
        is_drop = (end.startswith("打") or from_hand) and kind <= PieceType.GOLD
        return NumberedMove(kind, to, origin, end in ("成", "成り"), is_drop)


def numbered(what: str, board: Board, previous: Move | None) -> Meaning:
    """A move of KIF; people sometimes write it without its origin."""
    written = NumberedMove.parse(what)
    if written is None:
        return _by_name(what, board, previous) if _PIECE.search(what) else Meaning()
    to = written.to
    if to is None:
        if previous is None:
            return Meaning(problem=Message("move-without-previous-square", action="left-out"))
        to = previous.to_square
    if written.is_drop:
        return Meaning(Move.dropping(written.kind, to))
    if written.origin is None or written.origin == to:
        return _by_name(what, board, previous)
    move = Move.normal(written.origin, to, written.promotes)
    piece = board.piece_at(written.origin)
    if piece is not None and piece.type is not written.kind:
        if written.kind is piece.type.promoted and relation.may_promote(board, move):
            return Meaning(Move.normal(written.origin, to, True), _RESULTING_PIECE)
        return Meaning(move, Message("move-other-piece", {"piece": piece.type.english}, "piece-moved"))
    return Meaning(move)


def by_words(what: str, board: Board, previous: Move | None) -> Meaning:
    """A move of KI2, without its origin: 同　銀右上."""
    pattern = pattern_of(what)
    if pattern is None:
        return Meaning()
    # The caller compares the mark of the side, because it is often wrong.
    pattern = pattern._replace(color=None)
    try:
        found = resolve(board, [pattern], what[:40], previous)
        promoted = pattern.moved is not None and pattern.moved.is_promoted
        return Meaning(found, _RESULTING_PIECE if promoted and found.promotion else None)
    except KomadaiError as error:
        move = _against_the_rules(pattern, board, previous)
        if move is not None:
            return Meaning(move)
        return Meaning(problem=Message("move-no-such-because", {"problem": error.message}, "left-out"))


def pattern_of(what: str) -> Pattern | None:
    """The meaning of the text as a pattern, without a position; None if it is no move."""
    return japanese.parse("".join(unicodedata.normalize("NFKC", what[:40]).split()))


def _by_name(what: str, board: Board, previous: Move | None) -> Meaning:
    """A move of KIF without its origin, as people write it."""
    meant = by_words(what, board, previous)
    if meant.move is not None and what[-1] not in ")）":
        return Meaning(meant.move, Message("move-without-origin"))
    return meant


def _against_the_rules(pattern: Pattern, board: Board, previous: Move | None) -> Move | None:
    """The illegal move that fits the pattern; None if there is not exactly one."""
    to = pattern.to if pattern.to is not None else previous.to_square if previous else None
    if to is None or pattern.moved is None:
        return None
    pieces = board.pieces(board.turn, pattern.moved)
    starts = [pattern.start] if pattern.start is not None else list(pieces & board.attackers(board.turn, to))
    if pattern.drop or (not starts and pattern.drop is None):
        return Move.dropping(pattern.moved, to) if pattern.moved <= PieceType.GOLD else None
    if len(starts) != 1 or starts[0] == to:
        return None
    return Move.normal(starts[0], to, bool(pattern.promotion))
