"""The positions from which games begin."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from komadai._core import STARTPOS, Board, Move
from komadai.errors import IllegalMoveError, KomadaiError, RecordError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from komadai.kifu import Game

DEFAULT_PLIES: Final = 24
"""The default number of moves of a record that form an opening."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A start position and the first moves from it."""

    sfen: str = STARTPOS
    moves: tuple[Move, ...] = ()

    def board(self) -> Board:
        """The board after the moves, which are its history. Raises SfenError, IllegalMoveError."""
        board = Board(self.sfen)
        for move in self.moves:
            board.push(move)
        return board

    def usi(self) -> str:
        """As the argument of USI's ``position`` command."""
        start = "startpos" if self.sfen == STARTPOS else f"sfen {self.sfen}"
        return " ".join([start, *(["moves", *map(str, self.moves)] if self.moves else [])])

    @classmethod
    def parse(cls, usi: str) -> Opening:
        """The inverse of :meth:`usi`. Raises SfenError, InvalidMoveError."""
        start, _, moves = usi.partition(" moves ")
        sfen = STARTPOS if start.strip() == "startpos" else start.strip().removeprefix("sfen ")
        return cls(sfen, tuple(map(Move.from_usi, moves.split())))


@cache
def shipped() -> tuple[Opening, ...]:
    """The openings that come with Komadai: short, nearly equal, all different.

    They were found by ``tools/arena_openings.py`` in games of Komadai against itself.
    """
    text = (resources.files("komadai.arena") / "openings.txt").read_text("ascii")
    return tuple(Opening(STARTPOS, tuple(map(Move.from_usi, line.split()))) for line in text.splitlines())


def read_openings(paths: Iterable[str | Path], plies: int = DEFAULT_PLIES) -> tuple[Opening, ...]:
    """The openings of files, folders and archives: lists of SFENs or of USI positions, records of any format.

    An opening is the first ``plies`` moves. Games that end within them are left out, and duplicates. Raises
    OSError; RecordError for a file that cannot be read, for a faulty line of a list, and if no opening is
    left.
    """
    found: dict[Opening, None] = {}
    names = [str(path) for path in paths]
    for path in names:
        for game in _games(path):
            opening = Opening(game.sfen, tuple(game.moves()[:plies]))
            try:
                over = opening.board().outcome() is not None
            except IllegalMoveError:
                over = True  # a record may have illegal moves
            if not over:
                found[opening] = None
    if not found:
        raise RecordError(f"{', '.join(names)}: no position to begin a game from")
    return tuple(found)


_REMARK: Final = re.compile("^[#;].*", re.MULTILINE)


def _games(path: str) -> Iterator[Game]:
    from komadai.kifu import GameBuilder, Report, detect, parse
    from komadai.kifu.reading.encoding import text_of
    from komadai.kifu.scan import files, records

    for name, data in (each for file in files(Path(path)) for each in records(file)):
        try:
            if isinstance(data, Exception):
                raise data
            text = text_of(data, Report())
            # Every line of a list must be valid; records of other programs may have faults.
            is_list = detect(text) == "usi"
            if is_list:
                text = _REMARK.sub("", text)  # a comment at the end would belong to no game
            yield from parse(text, GameBuilder(), report=Report(strict=is_list, keeps=False))
        except KomadaiError as error:
            raise RecordError(f"{name}: {error}") from error


def in_order(openings: Sequence[Opening], seed: int) -> Iterator[Opening]:
    """An endless sequence: all openings in one random order, then all in another one, and so on."""
    number = 0
    while True:
        order = list(openings)
        Random(f"{seed} {number}").shuffle(order)
        yield from order
        number += 1


def digest(openings: Iterable[Opening]) -> str:
    """A digest of the openings in their order."""
    return hashlib.sha256("\n".join(opening.usi() for opening in openings).encode()).hexdigest()[:16]
