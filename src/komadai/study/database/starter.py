"""The games that come with Komadai: of the program against itself, and those of the reading room.

``starter.xz`` is made by ``tools/starter_games.py``. Unpacked it is

- a line of JSON: how the games were played (:class:`Facts`), and as ``told`` the games of the reading room;
- for each game of the program its number, from which its random numbers come, and its plies (uint16), the
  place of its ending in :data:`ENDINGS`, and its result as in the table ``game`` (uint8);
- the moves of these games one after the other, as in the table ``game``.

Numbers are little-endian.
"""

from __future__ import annotations

import json
import lzma
import struct
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from komadai._core import STARTPOS, Move
from komadai.outcome import Outcome, Termination
from komadai.pieces import BLACK, WHITE
from komadai.study.database.imported_game import BLACK_WINS, WHITE_WINS, ImportedGame

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FILE: Final = Path(__file__).with_name("starter.xz")
PLAYER: Final = "Komadai"
ENDINGS: Final = (
    Termination.RESIGNATION,
    Termination.CHECKMATE,
    Termination.NO_LEGAL_MOVES,
    Termination.SENNICHITE,
    Termination.PERPETUAL_CHECK,
    Termination.IMPASSE_DECLARATION,
    Termination.MOVE_LIMIT,
)
_HEAD: Final = struct.Struct("<HHBB")
_WINNERS: Final = {BLACK_WINS: BLACK, WHITE_WINS: WHITE}
_FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lp": 1, "pb": 1}]
"""For numbers of two bytes."""


@dataclass(frozen=True, slots=True)
class Facts:
    """How the games of the program were played."""

    games: int
    """Games of the program."""
    told: int
    """Games of the reading room."""
    version: str
    """The version of Komadai."""
    engine: str
    """The signature of its search: ``komadai.training.generation.settings.engine_signature``."""
    seed: int
    nodes: int
    """For each move after the opening."""


class PackedGame(NamedTuple):
    """A game of the program as it is in the file."""

    number: int
    ending: Termination
    result: int
    moves: bytes


@cache
def facts() -> Facts:
    """How the games were played. Raises OSError."""
    with lzma.open(FILE) as file:
        head = json.loads(file.readline())
    return Facts(**head | {"told": len(head["told"])})


def games() -> Iterator[ImportedGame]:
    """All games, those of the reading room first. Raises OSError."""
    with lzma.open(FILE) as file:
        head = json.loads(file.readline())
        for told in head["told"]:
            yield _told(**told)
        heads = [_HEAD.unpack(file.read(_HEAD.size)) for _ in range(head["games"])]
        for number, plies, ending, result in heads:
            event = f"{PLAYER} {head['version']}, {number}"
            outcome = Outcome(_WINNERS.get(result), ENDINGS[ending])
            headers = {"black": PLAYER, "white": PLAYER, "event": event}
            yield ImportedGame(headers, None, file.read(2 * plies), outcome)


def packed(how: dict[str, Any], told: Sequence[dict[str, Any]], played: Sequence[PackedGame]) -> bytes:
    """The bytes of the file.

    ``how`` has the fields of :class:`Facts` but the counts; a game that is told has ``headers``, ``sfen``,
    ``moves`` (USI) and ``winner`` ("black", "white").
    """
    head = json.dumps({**how, "games": len(played), "told": told}, ensure_ascii=False).encode()
    heads = [
        _HEAD.pack(each.number, len(each.moves) // 2, ENDINGS.index(each.ending), each.result)
        for each in played
    ]
    data = b"".join([head, b"\n", *heads, *(each.moves for each in played)])
    return lzma.compress(data, filters=_FILTERS)


def _told(headers: dict[str, str], sfen: str, moves: str, winner: str) -> ImportedGame:
    packed_moves = b"".join([int(Move.from_usi(each)).to_bytes(2, "little") for each in moves.split()])
    outcome = Outcome(BLACK if winner == "black" else WHITE, Termination.RESIGNATION)
    return ImportedGame(headers, None if sfen == STARTPOS else sfen, packed_moves, outcome)
