"""Engines against each other: matches, sequential tests, tournaments and their rating lists.

::

    from komadai.match import GameSide, LocalWorkers, Match, Settings, TimeLimits, read_program

    limits = TimeLimits.parse("nodes=5000")
    settings = Settings(
        first=GameSide(read_program("komadai"), limits),
        second=GameSide(read_program("komadai {Level=10}"), limits),
        games=100,
    )
    match = Match(settings, LocalWorkers(2))
    for result in match.play():
        print(result.number, result.winner, match.tally.estimate)

Workers are separate processes, as those of :mod:`multiprocessing`: guard the main part of your program with
``if __name__ == "__main__"``.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from komadai.match.engine_spec import EngineSpec, Program, read_program, read_setting
    from komadai.match.journal import Journal, JournalError
    from komadai.match.match import Match, Settings
    from komadai.match.openings import Opening, read_openings, shipped
    from komadai.match.rules import Rules
    from komadai.match.statistics import Estimate, Pentanomial, Sprt, SprtState, estimate
    from komadai.match.statistics.ratings import GameScore, Rating, RatingList, rate
    from komadai.match.tally import Tally
    from komadai.match.task import GameSide, Result, Seat, Task
    from komadai.match.time_limits import Pace, TimeLimits
    from komadai.match.tournament import Tournament, TournamentSettings
    from komadai.match.workers import LocalWorkers, Need, Workers, cores

__all__ = [
    "EngineSpec",
    "Estimate",
    "GameScore",
    "GameSide",
    "Journal",
    "JournalError",
    "LocalWorkers",
    "Match",
    "Need",
    "Opening",
    "Pace",
    "Pentanomial",
    "Program",
    "Rating",
    "RatingList",
    "Result",
    "Rules",
    "Seat",
    "Settings",
    "Sprt",
    "SprtState",
    "Tally",
    "Task",
    "TimeLimits",
    "Tournament",
    "TournamentSettings",
    "Workers",
    "cores",
    "estimate",
    "rate",
    "read_openings",
    "read_program",
    "read_setting",
    "shipped",
]

_HOMES = {
    "match.journal": (
        "Journal",
        "JournalError",
    ),
    "match.match": (
        "Match",
        "Settings",
    ),
    "match.openings": (
        "Opening",
        "read_openings",
        "shipped",
    ),
    "match.time_limits": ("Pace", "TimeLimits"),
    "match.engine_spec": (
        "EngineSpec",
        "Program",
        "read_program",
        "read_setting",
    ),
    "match.rules": ("Rules",),
    "match.statistics": (
        "Estimate",
        "Pentanomial",
        "Sprt",
        "SprtState",
        "estimate",
    ),
    "match.statistics.ratings": (
        "GameScore",
        "Rating",
        "RatingList",
        "rate",
    ),
    "match.tally": ("Tally",),
    "match.task": (
        "GameSide",
        "Result",
        "Seat",
        "Task",
    ),
    "match.tournament": (
        "Tournament",
        "TournamentSettings",
    ),
    "match.workers": (
        "LocalWorkers",
        "Need",
        "Workers",
        "cores",
    ),
}
_MODULE_OF = {name: f"komadai.{home}" for home, names in _HOMES.items() for name in names}

if not TYPE_CHECKING:  # type checkers still report names that do not exist

    def __getattr__(name: str) -> object:
        if name not in _MODULE_OF:
            raise AttributeError(f"module 'komadai.match' has no attribute {name!r}")
        value: object = getattr(import_module(_MODULE_OF[name]), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *_MODULE_OF})
