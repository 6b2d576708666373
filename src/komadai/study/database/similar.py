"""Games like a given one: the measure, and which games are compared.

The likeness of another game is a number from 0 to 1, the weighted mean of three parts:

- *line* (0.4): the number of moves up to the last position that both games reach, by whatever order of moves,
  of the first 40 moves of this game.
- *names* (0.4): the share of this game's openings, castles, attacks and formations, each with its side, that
  the other game has. A name counts ``log((N + 1) / n)`` if ``n`` of ``N`` games have it: rare ones say more.
- *structure* (0.2): the squares whose content differs from the start. After 24 and after 48 moves, the number
  of squares that differ in the same way in both games is divided by the number that differ in either one; the
  mean of the two.

All games that share a position or a name cannot be compared in a large database. The games compared are those
with the latest common positions, and those whose names in common count most; :data:`CANDIDATES` of each.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Final

from komadai._core import STARTPOS, Board, Move
from komadai.study.database.filters import id_list

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence
    from typing import TypeAlias

    from komadai.pieces import Piece
    from komadai.study.database.position_index import PositionIndex

    Structure: TypeAlias = "frozenset[tuple[int, Piece | None]]"

LINE_WEIGHT: Final = 0.4
NAMES_WEIGHT: Final = 0.4
STRUCTURE_WEIGHT: Final = 0.2
LINE_PLIES: Final = 40
STRUCTURE_PLIES: Final = (24, 48)
LAST_PLY: Final = STRUCTURE_PLIES[-1]
"""Positions after this ply are not compared."""
CANDIDATES: Final = 300
KINDS: Final = ("opening", "castle", "attack", "formation")
_FREQUENT: Final = 20_000
"""A name of more games than this adds no candidates: it says little."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """How like a game is to another one: all parts are 0 to 1."""

    line: float
    names: float
    structure: float
    ply: int
    """The number of moves of the other game up to the last common position; 0 if only the start is common."""

    @property
    def score(self) -> float:
        return LINE_WEIGHT * self.line + NAMES_WEIGHT * self.names + STRUCTURE_WEIGHT * self.structure


@dataclass(frozen=True, slots=True)
class NameKey:
    """A name of one side, as the table ``name`` has it."""

    kind: str
    name: str
    side: int


def like(
    connection: sqlite3.Connection,
    index: PositionIndex,
    sfen: str,
    moves: Sequence[Move],
    names: Iterable[NameKey],
    limit: int,
) -> list[tuple[int, Likeness]]:
    """The ids of the games most like this one, the likest first; without games of the same moves."""
    own = _played(sfen, moves, {})
    places = {key: ply for ply, key in reversed([*enumerate(own.keys)])}
    lines = _latest_common(index, own.keys)
    shared = _shared_names(connection, names)
    chosen = set(sorted(lines, key=lambda game: (-lines[game], game))[:CANDIDATES])
    chosen.update(sorted(shared, key=lambda game: (-shared[game], game))[:CANDIDATES])
    packed = b"".join(int(move).to_bytes(2, "little") for move in moves)
    reach = max(1, min(LINE_PLIES, len(moves)))
    found = []
    query = f"SELECT id, sfen, moves FROM game WHERE id IN ({id_list([*chosen])})"
    for number, start, played in connection.execute(query):
        if (start or STARTPOS) == sfen and played == packed:
            continue
        other = _played(
            start or STARTPOS, [Move.from_int(each) for each in memoryview(played).cast("H")], places
        )
        likeness = Likeness(
            min(1.0, other.common / reach),
            min(1.0, shared.get(number, 0.0)),
            _likeness(own.structures, other.structures),
            other.ply,
        )
        found.append((number, likeness))
    found.sort(key=lambda each: (-each[1].score, each[0]))
    return found[:limit]


@dataclass(frozen=True, slots=True)
class _Played:
    """The compared features of a game, which is played up to :data:`LAST_PLY`."""

    keys: list[int]
    """The keys of its positions, from the start on."""
    structures: list[Structure]
    """The squares that differ from the start, after each of :data:`STRUCTURE_PLIES` or at the end."""
    common: int
    """The moves of the game that it is compared with up to the latest common position."""
    ply: int
    """Its own moves up to there."""


def _played(sfen: str, moves: Sequence[Move], places: Mapping[int, int]) -> _Played:
    """Plays a game; ``places`` are the plies of the other game's positions by their keys."""
    board = Board(sfen)
    start = [board.piece_at(square) for square in range(81)]
    keys, structures, common, ply = [board.key], [], 0, 0

    def structure() -> Structure:
        now = (board.piece_at(square) for square in range(81))
        return frozenset((square, piece) for square, piece in enumerate(now) if piece != start[square])

    for number, move in enumerate(moves[:LAST_PLY], 1):
        board.push_unchecked(move)
        keys.append(board.key)
        if places.get(board.key, 0) > common:
            common, ply = places[board.key], number
        if number in STRUCTURE_PLIES:
            structures.append(structure())
    while len(structures) < len(STRUCTURE_PLIES):
        structures.append(structure())
    return _Played(keys, structures, common, ply)


def _latest_common(index: PositionIndex, keys: Sequence[int]) -> dict[int, int]:
    """The games with the latest positions in common, with the moves of this game up to them."""
    found: dict[int, int] = {}
    for ply in range(len(keys) - 1, 0, -1):
        for each in index.find_games(keys[ply], 2 * CANDIDATES):
            found.setdefault(each >> 16, ply)
        if len(found) > CANDIDATES:
            break
    return found


def _shared_names(connection: sqlite3.Connection, names: Iterable[NameKey]) -> dict[int, float]:
    """For each game with one of the names: the share of their weights that it has."""
    (games,) = connection.execute("SELECT count(*) FROM game").fetchone()
    weights: dict[NameKey, float] = {}
    having: dict[NameKey, list[int]] = {}
    for key in dict.fromkeys(names):
        rows = connection.execute(
            "SELECT DISTINCT game FROM name WHERE name = ? AND kind = ? AND side = ?",
            (key.name, key.kind, key.side),
        )
        having[key] = [game for (game,) in rows]
        weights[key] = log((games + 1) / max(1, len(having[key])))
    total = sum(weights.values())
    shared: dict[int, float] = defaultdict(float)
    rare = [key for key in having if len(having[key]) <= _FREQUENT]
    for key in rare:
        for game in having[key]:
            shared[game] += weights[key]
    for key in having.keys() - set(rare):
        for game in having[key]:
            if game in shared:
                shared[game] += weights[key]
    return {game: weight / total for game, weight in shared.items()} if total > 0 else {}


def _likeness(own: Sequence[Structure], other: Sequence[Structure]) -> float:
    shares = [len(a & b) / len(a | b) if a | b else 1.0 for a, b in zip(own, other, strict=True)]
    return sum(shares) / len(shares)
