"""Converts statistics of games to wire types."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from komadai.messages.text import Text
from komadai.outcome import Termination
from komadai.server.explorer import wire as ew
from komadai.study.database.statistics import LENGTH_STEP
from komadai.study.naming.pairings import RULES as PAIRINGS
from komadai.study.naming.rules import all_rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from komadai.study import CountedName, PlayerProfile, PlayerResults, SideResults, Statistics, StoredNames

NO_RESULT = Text("no result", "結果なし")


def view(
    found: Statistics,
    profile: PlayerProfile | None,
    *,
    database: Text,
    player: Text | None,
    account: str | None,
) -> ew.StatisticsAnswer:
    """The statistics of a database or a player for the page."""
    return ew.StatisticsAnswer(
        database=database,
        player=player,
        account=account,
        results=_counts(found.results),
        years=[ew.YearCounts(year, _counts(results)) for year, results in found.years],
        lengths=[ew.LengthCount(*each) for each in found.lengths],
        length_step=LENGTH_STEP,
        mean_plies=found.mean_plies,
        endings=[ew.EndingCount(_ending(key), games) for key, games in found.endings],
        openings=_names("opening", found.openings),
        castles=_names("castle", found.castles),
        named=found.named,
        performance=found.performance,
        opponents=[
            ew.OpponentCounts(name, _player_counts(results))
            for name, results in (profile.opponents if profile else ())
        ],
    )


def _counts(results: SideResults) -> ew.ResultCounts:
    return ew.ResultCounts(results.games, results.black, results.white, results.draws)


def _player_counts(results: PlayerResults) -> ew.ResultCounts:
    return ew.ResultCounts(results.games, results.wins, results.losses, results.draws)


def _ending(key: str) -> Text:
    if not key:
        return NO_RESULT
    ending = Termination(key)
    return Text(ending.text("en"), ending.text("ja"))


def _names(kind: str, names: Iterable[CountedName]) -> list[ew.NameCounts]:
    return [
        ew.NameCounts(each.id, _text(kind, each.id), _counts(each.results), each.shared) for each in names
    ]


def name_choices(stored: StoredNames, *, complete: bool) -> ew.NamesAnswer:
    """The openings and castles of a database for the page."""

    def choices(kind: str, names: Iterable[tuple[str, int]]) -> list[ew.NameChoice]:
        return [ew.NameChoice(id, _text(kind, id), games) for id, games in names]

    return ew.NamesAnswer(choices("opening", stored.openings), choices("castle", stored.castles), complete)


def _text(kind: str, id: str) -> Text:
    """The name in both languages; the id if this version does not know it."""
    return _texts().get((kind, id), Text(id, id))


@cache
def _texts() -> dict[tuple[str, str], Text]:
    """The names of openings and castles by kind and id."""
    return {(rule.kind, rule.id): Text(rule.en, rule.ja) for rule in (*all_rules().rules, *PAIRINGS.values())}
