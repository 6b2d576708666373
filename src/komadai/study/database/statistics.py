"""The games of a database, or of one player, in numbers: for tables and plots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import sqlite3

LENGTH_STEP: Final = 20
"""Games are counted by length in steps of this number of moves."""
_NAMES: Final = 20


@dataclass(frozen=True, slots=True)
class SideResults:
    """Games by result. Games without a result count only in ``games``."""

    games: int = 0
    black: int = 0
    """Games that Black won; of a player: games that the player won."""
    white: int = 0
    """Games that White won; of a player: games that the player lost."""
    draws: int = 0


@dataclass(frozen=True, slots=True)
class CountedName:
    """An opening or a castle: the games in which a side had it, each counted once."""

    id: str
    results: SideResults
    """From the side that had it: ``black`` are its wins, ``white`` its losses; games in which both sides had
    it count only in ``games``. If it is shared, Black's wins and White's wins."""
    shared: bool = False
    """Both sides had it in most of the games. Never of a player."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """The games in numbers. Each list has its most frequent entries first, unless said otherwise."""

    results: SideResults
    years: tuple[tuple[str, SideResults], ...]
    """By year, in their order; without games that have no date."""
    lengths: tuple[tuple[int, int], ...]
    """How many games have from this number of moves on, up to :data:`LENGTH_STEP` more; in their order."""
    mean_plies: float
    endings: tuple[tuple[str, int], ...]
    """How many games ended in this way, by the key of :class:`komadai.Termination`; "" without a result."""
    openings: tuple[CountedName, ...]
    castles: tuple[CountedName, ...]
    named: int
    """The games whose openings and castles are stored; the lists count only these."""
    performance: float | None
    """The performance of a player: the mean rating of the opponents plus 400 times (wins - losses) / games,
    over the decided or drawn games against opponents with a rating; None without any."""


@dataclass(frozen=True, slots=True)
class StoredNames:
    """In how many games each opening and each castle occurs, the most frequent first, by their ids."""

    openings: tuple[tuple[str, int], ...]
    castles: tuple[tuple[str, int], ...]


def stored_names(connection: sqlite3.Connection) -> StoredNames:
    """The openings and castles of all games, as far as they are stored."""

    def names(kind: str) -> tuple[tuple[str, int], ...]:
        rows = connection.execute(
            "SELECT name, count(DISTINCT game) FROM name WHERE kind = ? GROUP BY 1 ORDER BY 2 DESC, 1",
            (kind,),
        )
        return tuple((str(name), int(games)) for name, games in rows)

    return StoredNames(names("opening"), names("castle"))


def statistics(connection: sqlite3.Connection, source: str, named: int, *, of_player: bool) -> Statistics:
    """The numbers of the rows of ``source``, a table with ``id``, ``won`` (the result in which the side wins)
    and ``opponent_rating`` for each game; or for each side of a player."""

    def grouped(group: str, where: str = "1", order: str = "2 DESC, 1") -> list[tuple[str, SideResults]]:
        rows = connection.execute(
            f"SELECT {group}, count(*), sum(result = won), sum(result = 1 - won), sum(result = 2)"
            f" FROM {source} AS own JOIN game USING (id) WHERE {where} GROUP BY 1 ORDER BY {order}"
        )
        return [(str(row[0]), SideResults(*row[1:])) for row in rows]

    def names(kind: str) -> tuple[CountedName, ...]:
        # A side can have the name at several plies. Of a player, only the own side counts.
        own = f"AND (game, side) IN (SELECT id, won FROM {source}) GROUP BY name, game, side"
        had = (
            "SELECT name, game, side, min(side) < max(side) AS both FROM name WHERE kind = ? "
            f"{own if of_player else 'GROUP BY name, game'}"
        )
        rows = connection.execute(
            "SELECT had.name, count(*), 2 * sum(both) > count(*), sum(result = 0), sum(result = 1),"
            " sum(result = 2), sum(result = side AND NOT both), sum(result = 1 - side AND NOT both),"
            f" sum(result = 2 AND NOT both) FROM ({had}) AS had JOIN game ON game.id = had.game"
            f" GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {_NAMES}",
            (kind,),
        )
        return tuple(
            CountedName(name, SideResults(games, *(results[:3] if shared else results[3:])), bool(shared))
            for name, games, shared, *results in rows
        )

    total = dict(grouped("'all'")).get("all", SideResults())
    lengths = connection.execute(
        f"SELECT plies / {LENGTH_STEP} * {LENGTH_STEP}, count(*) FROM {source} AS own JOIN game USING (id)"
        " GROUP BY 1 ORDER BY 1"
    )
    (mean,) = connection.execute(f"SELECT avg(plies) FROM {source} AS own JOIN game USING (id)").fetchone()
    endings = connection.execute(
        f"SELECT coalesce(termination, ''), count(*) FROM {source} AS own JOIN game USING (id)"
        " GROUP BY 1 ORDER BY 2 DESC, 1"
    )
    (performance,) = connection.execute(
        "SELECT avg(opponent_rating) + 400.0 * (sum(result = won) - sum(result = 1 - won)) / count(*)"
        f" FROM {source} AS own JOIN game USING (id) WHERE opponent_rating IS NOT NULL AND result < 3"
    ).fetchone()
    return Statistics(
        results=total,
        years=tuple(grouped("substr(date, 1, 4)", "date IS NOT NULL", "1")),
        lengths=tuple((int(first), int(games)) for first, games in lengths),
        mean_plies=round(mean or 0.0, 1),
        endings=tuple((str(key), int(games)) for key, games in endings),
        openings=names("opening"),
        castles=names("castle"),
        named=named,
        performance=None if performance is None or not of_player else round(performance, 1),
    )


ALL_GAMES: Final = "(SELECT id AS id, 0 AS won, NULL AS opponent_rating FROM game)"
"""The source of all games: ``black`` counts Black's wins."""


def games_of(ids: str) -> str:
    """The source of the games of the players with these ids (a list for SQL's ``IN``)."""
    return (
        f"(SELECT id AS id, 0 AS won, white_rating AS opponent_rating FROM game WHERE black IN ({ids})"
        f" UNION ALL SELECT id, 1, black_rating FROM game WHERE white IN ({ids}))"
    )


def given_games(games: list[tuple[int, int]]) -> str:
    """The source of these games, each with the side (0 Black, 1 White) of the player."""
    if not games:
        return "(SELECT 0 AS id, 0 AS won, NULL AS opponent_rating WHERE 0)"
    rows = ",".join(f"({game},{side})" for game, side in games)
    rating = "iif(column2 = 0, white_rating, black_rating)"
    return (
        f"(SELECT column1 AS id, column2 AS won, {rating} AS opponent_rating"
        f" FROM (VALUES {rows}) JOIN game ON game.id = column1)"
    )
