"""The table of a solved variant: a file with the value of every position that can occur.

The positions are numbered (cpp/variants/solve/index.h). Blocks of 65,536 numbers are compressed with zlib: a
position is looked up by decompressing one block. A block has a bit for each number, set for an open position
that can be reached, and then a byte for each such position: 0 for a draw, else the distance in plies + 1. A
distance is even for a loss and odd for a win. Positions that are decided at once are not stored, because the
rules show their value: those in which the mover can take the royal piece (if that ends the game), and those
in which the opponent's royal piece has reached its last rank (try rule).

The file has a mark, the blocks, the offsets of the blocks and of their end (8 bytes each, little-endian), a
JSON text, the offset of this text (8 bytes), and the mark again.
"""

from __future__ import annotations

import json
import mmap
import zlib
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Self

from komadai._core import SmallGame
from komadai.atomic_file import appearing
from komadai.errors import VariantError
from komadai.messages import Message
from komadai.variants.solve.requirements import rules_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from komadai._core import Retrograde
    from komadai.variants.board import Board
    from komadai.variants.variant import Variant

Result = Literal["win", "draw", "loss"]

_MARK: Final = b"komadai solved variant 1\n"
_BLOCK: Final = 1 << 16
_CACHED_BLOCKS: Final = 256


class Value(NamedTuple):
    """The value of a position, or of a move, with best play of both sides."""

    result: Result
    """For the player to move, or, of a move, for the player who makes it."""
    plies: int | None
    """How many plies the game still has, with the move itself, if the winner wins as fast and the loser loses
    as late as possible. The game ends with the capture of the royal piece, a checkmate, or a try. None for a
    draw."""


@dataclass(frozen=True)
class Figures:
    """The result of the analysis of a variant. Positions are counted up to colours and mirror images."""

    open_won: int
    """Positions not decided at once that the player to move wins."""
    open_drawn: int
    open_lost: int
    wins_at_once: int
    """Positions in which the player to move can take the royal piece, which ends the game."""
    losses_at_once: int
    """Positions in which the opponent's royal piece has reached its last rank (try rule)."""
    by_distance: tuple[int, ...]
    """The open positions decided in 0, 1, 2 … plies."""
    seconds: float
    """The time of the analysis, without writing the table."""
    processor_seconds: float

    @property
    def positions(self) -> int:
        """All positions that can be reached."""
        return self.open_positions + self.wins_at_once + self.losses_at_once

    @property
    def open_positions(self) -> int:
        """Positions not decided at once."""
        return self.open_won + self.open_drawn + self.open_lost

    @property
    def won(self) -> int:
        """Positions that the player to move wins."""
        return self.open_won + self.wins_at_once

    @property
    def drawn(self) -> int:
        """Positions in which neither player can win."""
        return self.open_drawn

    @property
    def lost(self) -> int:
        """Positions that the player to move loses."""
        return self.open_lost + self.losses_at_once

    @property
    def longest_win(self) -> int | None:
        """In plies."""
        won = [plies for plies in range(1, len(self.by_distance), 2) if self.by_distance[plies]]
        return won[-1] if won else 1 if self.wins_at_once else None


class Table:
    """A solved variant. May be used by several threads."""

    def __init__(self, path: Path, game: SmallGame, variant: str | Variant) -> None:
        """For :meth:`open`."""
        self.path = path
        """The file."""
        self.variant = variant
        self._game = game
        with open(path, "rb") as file:
            self._memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        try:
            header = self._header()
            figures: dict[str, Any] = header["figures"]
            self.figures: Final = Figures(**{**figures, "by_distance": tuple(figures["by_distance"])})
            """The counts of the analysis."""
        except (ValueError, KeyError, TypeError):
            raise VariantError(Message("solve-table-damaged"), path=str(path)) from None
        if header["fingerprint"] != game.fingerprint:
            raise VariantError(Message("solve-table-of-other-rules"), path=str(path))
        self._blocks: OrderedDict[int, bytes] = OrderedDict()

    @classmethod
    def open(cls, path: Path | str, variant: str | Variant) -> Self:
        """Opens the table of a variant.

        Raises OSError if the file cannot be read, VariantError if it is no table of this variant.
        """
        path = Path(path)
        if path.stat().st_size == 0:
            raise VariantError(Message("solve-table-damaged"), path=str(path))
        return cls(path, SmallGame(rules_of(variant)), variant)

    def value(self, position: Board | str | None = None) -> Value | None:
        """The value of a position, by default the setup. None if it cannot be reached from the setup.

        ``position`` is a board of this variant or an SFEN. Raises SfenError.
        """
        place = self._game.place(_sfen(position))
        if place is None:
            return None
        return self._value(*place)

    def moves(self, position: Board | str | None = None) -> dict[str, Value]:
        """The value of each legal move of a position (by default the setup), best first, by its USI text.

        Empty if the position has ended or cannot be reached. Raises SfenError.
        """
        if self.value(position) is None:
            return {}
        values = {}
        for usi, standing, number in self._game.moves(_sfen(position)):
            after = self._value(standing, number)
            if after is not None:
                values[usi] = _for_the_mover(after)
        return dict(sorted(values.items(), key=lambda item: _badness(item[1])))

    def _value(self, standing: str, number: int) -> Value | None:
        if standing == "wins":
            return Value("win", 1)
        if standing == "loses":
            return Value("loss", 0)
        code = self._code(number)
        if code is None:
            return None
        if code == 0:
            return Value("draw", None)
        plies = code - 1
        return Value("win" if plies % 2 else "loss", plies)

    def _code(self, number: int) -> int | None:
        """The byte of an open position; None if it cannot be reached."""
        block = self._block(number // _BLOCK)
        place = number % _BLOCK
        if not block[place // 8] >> place % 8 & 1:
            return None
        before = int.from_bytes(block[: place // 8]).bit_count()
        before += (block[place // 8] & ((1 << place % 8) - 1)).bit_count()
        return block[_set_size(number // _BLOCK, self._game.size) + before]

    def _block(self, number: int) -> bytes:
        block = self._blocks.get(number)
        if block is None:
            begin, end = self._offset(number), self._offset(number + 1)
            try:
                block = zlib.decompress(self._memory[begin:end])
            except zlib.error:
                raise VariantError(Message("solve-table-damaged"), path=str(self.path)) from None
            self._blocks[number] = block
            while len(self._blocks) > _CACHED_BLOCKS:
                self._blocks.popitem(last=False)
        return block

    def _offset(self, block: int) -> int:
        at = self._offsets + 8 * block
        return int.from_bytes(self._memory[at : at + 8], "little")

    def _header(self) -> dict[str, Any]:
        end = len(self._memory) - len(_MARK)
        if end < len(_MARK) + 8 or self._memory[: len(_MARK)] != _MARK or self._memory[end:] != _MARK:
            raise ValueError
        begin = int.from_bytes(self._memory[end - 8 : end], "little")
        header: dict[str, Any] = json.loads(self._memory[begin : end - 8])
        self._offsets = begin - 8 * (_block_count(self._game.size) + 1)
        return header


def write_table(
    path: Path,
    game: SmallGame,
    analysis: Retrograde,
    figures: Figures,
    threads: int,
    on_progress: Callable[[float], object],
) -> None:
    """Writes the table of a complete analysis. ``on_progress`` gets the part that is written (0-1). Raises
    OSError."""
    count = _block_count(game.size)

    def compressed(block: int) -> bytes:
        first = block * _BLOCK
        return zlib.compress(analysis.open_set(first, _BLOCK) + analysis.distances(first, _BLOCK), 9)

    def all_compressed() -> Iterator[bytes]:
        group = 64 * threads
        with ThreadPoolExecutor(threads) as pool:
            for first in range(0, count, group):
                yield from pool.map(compressed, range(first, min(first + group, count)))
                on_progress(min(first + group, count) / count)

    with appearing(path, durable=True) as hidden, open(hidden, "wb") as file:
        file.write(_MARK)
        offsets = [len(_MARK)]
        for block in all_compressed():
            file.write(block)
            offsets.append(offsets[-1] + len(block))
        file.write(b"".join(each.to_bytes(8, "little") for each in offsets))
        begin = file.tell()
        file.write(json.dumps({"fingerprint": game.fingerprint, "figures": asdict(figures)}).encode())
        file.write(begin.to_bytes(8, "little") + _MARK)


def _block_count(size: int) -> int:
    return -(-size // _BLOCK)


def _set_size(block: int, size: int) -> int:
    """The bytes of the bits of a block: whole words of 64 bits."""
    return -(-min(_BLOCK, size - block * _BLOCK) // 64) * 8


def _sfen(position: Board | str | None) -> str | None:
    return position if position is None or isinstance(position, str) else position.sfen()


def _for_the_mover(after: Value) -> Value:
    if after.plies is None:
        return after
    return Value("loss" if after.result == "win" else "win", after.plies + 1)


def _badness(value: Value) -> tuple[int, int]:
    """For sorting: short wins first, then draws, then losses, the longest first."""
    if value.plies is None:
        return 1, 0
    return (0, value.plies) if value.result == "win" else (2, -value.plies)
