"""The games of one player in numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from komadai._core import Move

if TYPE_CHECKING:
    import sqlite3

_FIRST_MOVES: Final = 10
_OPPONENTS: Final = 10


@dataclass(frozen=True, slots=True)
class PlayerResults:
    """Games of a player, from the player's side."""

    games: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0


@dataclass(frozen=True, slots=True)
class PlayerProfile:
    """The games of one player. Games without a result count only in ``games``."""

    name: str
    """As it was searched for."""
    names: tuple[str, ...]
    """How the records write it."""
    results: PlayerResults
    black: PlayerResults
    """As Black."""
    white: PlayerResults
    years: tuple[tuple[str, PlayerResults], ...]
    """By year, in their order; without games that have no date."""
    first_moves: tuple[tuple[str, PlayerResults], ...]
    """The player's own first moves in even games, in USI, the ten most frequent ones first."""
    opponents: tuple[tuple[str, PlayerResults], ...]
    """By the opponent's name, the ten most frequent ones first."""


def profile(connection: sqlite3.Connection, name: str, players: list[tuple[int, str]]) -> PlayerProfile:
    """The profile of a player whose names have these ids."""
    ids = ",".join(str(number) for number, _ in players) or "NULL"
    # A row for each side that the player has in a game. ``won`` is the result in which that side wins.
    games = (
        f"(SELECT 0 AS won, white AS opponent, * FROM game WHERE black IN ({ids})"
        f" UNION ALL SELECT 1, black, * FROM game WHERE white IN ({ids}))"
    )

    def grouped(
        group: str, where: str = "1", order: str = "2 DESC, 1", limit: int = -1
    ) -> dict[str, PlayerResults]:
        rows = connection.execute(
            f"SELECT {group}, count(*), sum(result = won), sum(result = 1 - won), sum(result = 2)"
            f" FROM {games} AS own LEFT JOIN player ON player.id = opponent"
            f" WHERE {where} GROUP BY 1 ORDER BY {order} LIMIT {limit}"
        )
        return {str(row[0]): PlayerResults(*row[1:]) for row in rows}

    sides = grouped("won")
    black, white = sides.get("0", PlayerResults()), sides.get("1", PlayerResults())
    first = grouped(
        # Black's first move is the first one, White's the second one.
        "hex(substr(moves, 1 + 2 * won, 2))",
        "sfen IS NULL AND plies > won",
        limit=_FIRST_MOVES,
    )
    return PlayerProfile(
        name=name,
        names=tuple(sorted(each for _, each in players)),
        results=PlayerResults(
            black.games + white.games,
            black.wins + white.wins,
            black.losses + white.losses,
            black.draws + white.draws,
        ),
        black=black,
        white=white,
        years=tuple(grouped("substr(date, 1, 4)", "date IS NOT NULL", "1").items()),
        first_moves=tuple((_usi(packed), results) for packed, results in first.items()),
        opponents=tuple(grouped("player.name", "player.name IS NOT NULL", limit=_OPPONENTS).items()),
    )


def _usi(packed: str) -> str:
    return Move.from_int(int.from_bytes(bytes.fromhex(packed), "little")).usi()
