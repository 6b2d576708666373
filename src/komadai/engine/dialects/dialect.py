"""How an engine writes a variant: its name, the letters of pieces, positions and moves.

A :class:`Dialect` translates between our SFEN and USI texts and those of one engine family. It needs no
rules:
positions are translated as text, and only a few moves need to know what stands on a square.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from komadai.protocols import BoardLike, MoveLike

_PIECE: Final = re.compile(r"(\+?)(?:\(([A-Za-z]+)\)|([A-Za-z]))")
_IN_HAND: Final = re.compile(r"(\d*)(\([A-Za-z]+\)|[A-Za-z])")
_SQUARE: Final = re.compile(r"(\d{1,2})([a-z]{1,2})")


@dataclass(frozen=True, slots=True)
class Dialect(ABC):
    """One variant as one family of engines writes it."""

    variant: str
    """Our name of the variant."""
    names: tuple[str, ...]
    """The engines' names of it, the usual one first."""
    letters: Mapping[str, str] = field(default_factory=dict)
    """Their letters of pieces by our ids, in capitals, with ``+`` for what they take for a promoted piece.
    Those left
    out are the same; ``+`` stays before a letter unless the promoted piece has an entry of its own."""
    drops: bool = True
    """Whether the variant has hands."""
    promotion: str = "+"
    """The suffix of a move with promotion."""
    demotion: str = "+"
    """The suffix of a promoted piece's move that turns back to its first side."""

    def name_in(self, offered: tuple[str, ...]) -> str | None:
        """The engine's name of the variant among those that it offers; None if it has none."""
        return next((name for name in self.names if name in offered), None)

    @abstractmethod
    def position(self, sfen: str) -> str:
        """A position, given as our SFEN, as the engine reads it."""

    @abstractmethod
    def write(self, move: MoveLike, board: BoardLike[Any]) -> str:
        """A move of this position as the engine reads it."""

    @abstractmethod
    def read(self, text: str, board: BoardLike[Any]) -> str:
        """The USI text of a move that the engine sends in this position. Raises InvalidMoveError."""

    def history(self, board: BoardLike[Any]) -> list[str]:
        """The moves since the root as the engine reads them."""
        moves = board.history
        if not any(self._depends_on_position(move) for move in moves):
            return [self.write(move, board) for move in moves]
        before = board.copy()
        for _ in moves:
            before.pop()
        texts = []
        for move in moves:
            texts.append(self.write(move, before))
            before.push_unchecked(move)
        return texts

    def _depends_on_position(self, move: MoveLike) -> bool:
        """Whether :meth:`write` needs the position before the move: for a piece that turns over, and for a
        move that ends where it began, which is a pass or a capture beside it."""
        return (move.promotion and self.demotion != self.promotion) or move.from_square == move.to_square

    # -- pieces

    def letters_of(self, piece: str) -> str:
        """Their letters of a piece given as SFEN writes it: ``P``, ``+r``, ``+(hm)``."""
        match = _PIECE.fullmatch(piece)
        assert match is not None
        plus, own = match[1], match[2] or match[3]
        theirs = self._their_id(plus + own.upper())
        letters = theirs.removeprefix("+")
        if len(letters) > 1 and letters.isalpha():
            theirs = f"{'+' * (len(theirs) - len(letters))}({letters})"
        return theirs.lower() if own.islower() else theirs

    def placement(self, board: str) -> str:
        """The first field of an SFEN with their letters."""
        return _PIECE.sub(lambda piece: self.letters_of(piece[0]), board)

    def hands(self, text: str) -> list[tuple[str, int]]:
        """Their letters and the numbers of the pieces in hand, from the third field of an SFEN."""
        if not self.drops:
            return []  # the field may hold the square of a counter-strike
        return [
            (self.letters_of(letter).removeprefix("+"), int(count or 1))
            for count, letter in _IN_HAND.findall(text)
        ]

    def _their_id(self, ours: str) -> str:
        if ours in self.letters or not ours.startswith("+"):
            return self.letters.get(ours, ours)
        return "+" + self.letters.get(ours[1:], ours[1:])

    def our_id(self, theirs: str) -> str:
        """Our id of a piece by their letters, in capitals, with or without ``+``."""
        ids = [ours for ours, each in self.letters.items() if each == theirs]
        if ids or not theirs.startswith("+"):
            return ids[0] if ids else theirs
        return "+" + self.our_id(theirs[1:])

    # -- promotion

    def suffix(self, move: MoveLike, board: BoardLike[Any]) -> str:
        """The suffix of a move on the board."""
        if not move.promotion:
            return ""
        if self.demotion == self.promotion:
            return self.promotion
        assert move.from_square is not None
        piece = board.piece_at(move.from_square)
        promoted = self.letters_of(str(getattr(piece, "sfen", "P"))).startswith("+")
        return self.demotion if promoted else self.promotion


@dataclass(frozen=True, slots=True)
class UsiDialect(Dialect):
    """Positions in SFEN and moves in USI; only letters and promotion marks may differ."""

    def position(self, sfen: str) -> str:
        """As :meth:`Dialect.position`, with ``sfen`` before it."""
        placement, turn, hands, number = sfen.split()[:4]
        held = "".join((str(count) if count > 1 else "") + letter for letter, count in self.hands(hands))
        return f"sfen {self.placement(placement)} {turn} {held or '-'} {number}"

    def write(self, move: MoveLike, board: BoardLike[Any]) -> str:
        """As :meth:`Dialect.write`."""
        usi = move.usi()
        if "*" in usi:
            piece, square = usi.split("*")
            return f"{self._their_id(piece)}*{square}"
        return usi.removesuffix("+") + self.suffix(move, board)

    def read(self, text: str, board: BoardLike[Any]) -> str:
        """As :meth:`Dialect.read`."""
        if "*" in text:
            piece, _, square = text.partition("*")
            return f"{self.our_id(piece)}*{square}"
        for mark in (self.promotion, self.demotion):
            if text.endswith(mark) and text[: -len(mark)][-1:].islower() and _count_squares(text, mark) >= 2:
                return text.removesuffix(mark) + "+"
        return text


def _count_squares(text: str, mark: str) -> int:
    """The number of squares that a text consists of without the mark at its end; 0 if it is not all
    squares."""
    squares = text.removesuffix(mark)
    return len(_SQUARE.findall(squares)) if not _SQUARE.sub("", squares) else 0


def squares_of(usi: str) -> list[tuple[int, int]]:
    """File and rank, both from 1, of each square of a USI text."""
    return [(int(file), _rank_number(rank)) for file, rank in _SQUARE.findall(usi)]


def square_text(file: int, rank: int) -> str:
    """The USI name of a square: file and rank from 1."""
    letters = ""
    while rank > 0:
        rank, last = divmod(rank - 1, 26)
        letters = chr(ord("a") + last) + letters
    return f"{file}{letters}"


def _rank_number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number
