"""The conditions of a query as a condition of SQL."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from komadai.study.database.dates import after, read_limit
from komadai.study.database.players import folded

if TYPE_CHECKING:
    from collections.abc import Sequence

OPENING, CASTLE = "opening", "castle"


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter of games. A field that is None allows all."""

    player: str | None = None
    """Black's or White's name. Width and case do not matter; ``*`` stands for any characters."""
    opening: str | None = None
    """An id of :func:`komadai.study.names`."""
    castle: str | None = None
    date_from: str | None = None
    """The first day, month or year: ``2024-05-31``, ``2024-05``, ``2024``."""
    date_to: str | None = None
    """The last day, month or year."""

    @property
    def is_empty(self) -> bool:
        """Whether all games are wanted."""
        return self == Filter()

    @property
    def names(self) -> list[tuple[str, str]]:
        """Kind and id of the wanted names."""
        wanted = (OPENING, self.opening), (CASTLE, self.castle)
        return [(kind, name) for kind, name in wanted if name is not None]

    def sql(self) -> tuple[str, list[object]]:
        """A condition on the table ``game`` and its parameters. Raises DatabaseError for a wrong date."""
        terms: list[str] = []
        params: list[object] = []

        def add(term: str, *values: object) -> None:
            terms.append(term)
            params.extend(values)

        if self.player is not None:
            condition, value = player_condition(self.player)
            players = f"SELECT id FROM player WHERE {condition}"
            add(f"(game.black IN ({players}) OR game.white IN ({players}))", value, value)
        if self.date_from is not None:
            add("game.date >= ?", read_limit(self.date_from))
        if self.date_to is not None:
            add("game.date < ?", after(read_limit(self.date_to)))
        for kind, name in self.names:
            add("game.id IN (SELECT game FROM name WHERE name = ? AND kind = ?)", name, kind)
        return " AND ".join(terms) or "1", params

    def ply_sql(self) -> tuple[str, list[object]]:
        """The ply at which the first of the wanted names stands, and the parameters; NULL without names."""
        if not self.names:
            return "NULL", []
        terms = " OR ".join("(name = ? AND kind = ?)" for _ in self.names)
        params: list[object] = [value for kind, name in self.names for value in (name, kind)]
        return f"(SELECT min(ply) FROM name WHERE game = game.id AND ({terms}))", params


def player_condition(name: str) -> tuple[str, str]:
    """A condition on the table ``player``, and its parameter; ``*`` stands for any characters."""
    wanted = folded(name)
    if "*" not in wanted:
        return "folded = ?", wanted
    return "folded GLOB ?", wanted.replace("[", "[[]").replace("?", "[?]")


def id_list(ids: Sequence[int]) -> str:
    """Ids for SQL's ``IN``."""
    return ",".join(map(str, ids))
