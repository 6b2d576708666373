"""The positions from which games begin."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache, partial
from importlib import resources
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, cast

from komadai._core import STARTPOS, Board, Move
from komadai.errors import IllegalMoveError, KomadaiError, RecordError
from komadai.play.boards import board_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from komadai.kifu import Deviation, Game
    from komadai.variants import Board as VariantBoard

DEFAULT_PLIES: Final = 24
"""The default number of moves of a record that form an opening."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A start position and the first moves from it, of standard shogi or of a variant.

    The moves of a variant are typed as those of standard shogi; they are the moves of its board.
    """

    sfen: str = STARTPOS
    moves: tuple[Move, ...] = ()
    variant: str = "shogi"

    def board(self) -> Board:
        """The board after the moves, which are its history. Raises SfenError, IllegalMoveError.

        Of a variant it is a :class:`komadai.variants.Board`, typed as that of standard shogi.
        """
        board = cast("Board", board_of(self.variant, self.sfen))
        for move in self.moves:
            board.push(move)
        return board

    def usi(self) -> str:
        """As the argument of USI's ``position`` command."""
        start = "startpos" if self.sfen == STARTPOS and self.variant == "shogi" else f"sfen {self.sfen}"
        return " ".join([start, *(["moves", *(move.usi() for move in self.moves)] if self.moves else [])])

    def __reduce__(self) -> tuple[object, ...]:
        return Opening.parse, (self.usi(), self.variant)  # moves of variants cannot be pickled

    @classmethod
    def parse(cls, usi: str, variant: str = "shogi") -> Opening:
        """The inverse of :meth:`usi`. Raises SfenError, InvalidMoveError; IllegalMoveError in a variant."""
        start, _, moves = usi.partition(" moves ")
        sfen = STARTPOS if start.strip() == "startpos" else start.strip().removeprefix("sfen ")
        if variant == "shogi":
            return cls(sfen, tuple(map(Move.from_usi, moves.split())))
        board: Any = board_of(variant, sfen)
        return cls(sfen, tuple(board.push_usi(move) for move in moves.split()), variant)


def default_openings(variant: str, seed: int) -> tuple[Opening, ...]:
    """The openings of a match for which none are given. Raises VariantError for an unknown variant."""
    return shipped() if variant == "shogi" else random_openings(variant, seed)


@cache
def random_openings(variant: str, seed: int, count: int = 200, plies: int = 6) -> tuple[Opening, ...]:
    """Different random first moves of a variant, the same for the same seed.

    None ends the game, and in none can the side to move capture a royal piece. There are fewer than ``count``
    openings, of fewer moves, where a variant has no more.
    """
    from komadai import variants

    rng = Random(f"{variant} {seed}")
    found: dict[str, Opening] = {}
    for _ in range(20 * count):
        board = variants.Board(variant)
        for _ in range(plies):
            board.push(rng.choice(board.legal_moves))
            if board.is_game_over():
                break
        if not board.is_game_over() and not _is_royal_attacked(board):
            moves = cast("tuple[Move, ...]", tuple(board.history))
            found.setdefault(board.sfen(), Opening(board.root_sfen(), moves, variant))
        if len(found) == count:
            break
    return tuple(found.values())


def _is_royal_attacked(board: VariantBoard) -> bool:
    """Whether a move of the side to move takes a royal piece."""
    return any(
        (target := board.piece_at(move.to_square)) is not None
        and target.kind.royal
        and target.color is not board.turn
        for move in board.legal_moves
    )


@cache
def shipped() -> tuple[Opening, ...]:
    """The openings that come with Komadai: short, nearly equal, all different.

    They were found by ``tools/match_openings.py`` in games of Komadai against itself.
    """
    text = (resources.files("komadai.match") / "openings.txt").read_text("ascii")
    return tuple(Opening(STARTPOS, tuple(map(Move.from_usi, line.split()))) for line in text.splitlines())


def read_openings(
    paths: Iterable[str | Path],
    plies: int = DEFAULT_PLIES,
    *,
    on_warning: Callable[[str, Deviation], object] | None = None,
) -> tuple[Opening, ...]:
    """The openings of files, folders and archives: lists of SFENs or of USI positions, records of any format.

    An opening is the first ``plies`` moves. Games that end within them are left out, and duplicates.
    ``on_warning(name, warning)`` is called with what was passed over in the records of a file. Raises
    OSError; RecordError for a file that cannot be read, for a faulty line of a list, and if no opening is
    left.
    """
    found: dict[Opening, None] = {}
    names = [str(path) for path in paths]
    for path in names:
        for game in _games(path, on_warning):
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


def _games(path: str, on_warning: Callable[[str, Deviation], object] | None) -> Iterator[Game]:
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
            on_add = None if on_warning is None else partial(on_warning, name)
            yield from parse(text, GameBuilder(), report=Report(strict=is_list, keeps=False, on_add=on_add))
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
