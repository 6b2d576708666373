"""Study: castles, openings, attacks and proverbs of a game, reviews of games, and game databases.

Names are imported when they are first used.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from komadai.study.dangers.danger import Danger, danger
    from komadai.study.database.database import (
        Database,
        Explored,
        ExploredMove,
        FoundGame,
        MoveFigures,
        SimilarGame,
    )
    from komadai.study.database.importer import ImportCount
    from komadai.study.database.pattern import Pattern
    from komadai.study.database.profile import PlayerProfile, PlayerResults
    from komadai.study.database.similar import Likeness
    from komadai.study.database.statistics import CountedName, SideResults, Statistics, StoredNames
    from komadai.study.game_review.report import BestMove, Milestone, Review, ReviewedMove
    from komadai.study.game_review.reviewer import Reviewer, review
    from komadai.study.game_review.style import Style
    from komadai.study.naming.building import BuildingStep, building
    from komadai.study.naming.names import Name, Side, names
    from komadai.study.naming.phases import Phases, phases
    from komadai.study.proverbs.coach import Hint, hint
    from komadai.study.proverbs.said import SaidProverb, proverbs_in
    from komadai.study.proverbs.table import Proverb, all_proverbs

__all__ = [
    "BestMove",
    "BuildingStep",
    "CountedName",
    "Danger",
    "Database",
    "Explored",
    "ExploredMove",
    "FoundGame",
    "Hint",
    "ImportCount",
    "Likeness",
    "Milestone",
    "MoveFigures",
    "Name",
    "Pattern",
    "Phases",
    "PlayerProfile",
    "PlayerResults",
    "Proverb",
    "Review",
    "ReviewedMove",
    "Reviewer",
    "SaidProverb",
    "Side",
    "SideResults",
    "SimilarGame",
    "Statistics",
    "StoredNames",
    "Style",
    "all_proverbs",
    "building",
    "danger",
    "hint",
    "names",
    "phases",
    "proverbs_in",
    "review",
]

_HOMES = {
    "dangers.danger": ("Danger", "danger"),
    "database.database": ("Database", "Explored", "ExploredMove", "FoundGame", "MoveFigures", "SimilarGame"),
    "database.importer": ("ImportCount",),
    "database.pattern": ("Pattern",),
    "database.profile": ("PlayerProfile", "PlayerResults"),
    "database.similar": ("Likeness",),
    "database.statistics": ("CountedName", "SideResults", "Statistics", "StoredNames"),
    "game_review.report": ("BestMove", "Milestone", "Review", "ReviewedMove"),
    "game_review.reviewer": ("Reviewer", "review"),
    "game_review.style": ("Style",),
    "naming.building": ("BuildingStep", "building"),
    "naming.names": ("Name", "Side", "names"),
    "naming.phases": ("Phases", "phases"),
    "proverbs.coach": ("Hint", "hint"),
    "proverbs.said": ("SaidProverb", "proverbs_in"),
    "proverbs.table": ("Proverb", "all_proverbs"),
}
_MODULE_OF = {name: f"komadai.study.{home}" for home, names in _HOMES.items() for name in names}

if not TYPE_CHECKING:  # type checkers still report names that do not exist

    def __getattr__(name: str) -> object:
        if name not in _MODULE_OF:
            raise AttributeError(f"module 'komadai.study' has no attribute {name!r}")
        value: object = getattr(import_module(_MODULE_OF[name]), name)
        globals()[name] = value
        return value
