"""The counts of a game database once more: slow, in plain Python, with positions as text instead of keys."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from komadai import STARTPOS, Board


@dataclass(frozen=True)
class Played:
    """A game as a test writes it."""

    moves: Sequence[str]
    result: str | None = None
    """``"black"``, ``"white"``, ``"draw"`` or None."""
    sfen: str = STARTPOS


@dataclass
class Counts:
    """The games in a position, and those of each move with their results."""

    games: set[int] = field(default_factory=set)
    moves: dict[str, dict[int, str | None]] = field(default_factory=lambda: defaultdict(dict))
    first_plies: dict[int, int] = field(default_factory=dict)


def count(games: Sequence[Played], plies: int = 80) -> dict[str, Counts]:
    """The counts of all positions of these games, up to a ply, by the SFEN without a number."""
    found: dict[str, Counts] = defaultdict(Counts)
    for number, game in enumerate(games):
        for ply, sfen in enumerate(positions(game, plies)):
            counts = found[sfen]
            counts.games.add(number)
            counts.first_plies.setdefault(number, ply)
            if ply < len(game.moves):
                counts.moves[game.moves[ply]][number] = game.result
    return found


def positions(game: Played, plies: int) -> Iterator[str]:
    """Every position of the game up to a ply, as SFEN without the number."""
    board = Board(game.sfen)
    yield board.sfen().rsplit(" ", 1)[0]
    for move in game.moves[:plies]:
        board.push_usi(move)
        yield board.sfen().rsplit(" ", 1)[0]
