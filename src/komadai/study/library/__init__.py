"""The reading room: a glossary, the history of shogi, famous games, shogi beside chess, the world of
shogi, books and links, as data.

The files are TOML in this folder; :mod:`komadai.study.library.model` says what they contain. They need the
``app`` extra.
"""

from komadai.study.library.articles import (
    books,
    comparison,
    famous_game,
    famous_games,
    history,
    lesson_terms,
    links,
    term_of,
    terms,
    terms_by_id,
    world,
)
from komadai.study.library.checker import check_example, check_room
from komadai.study.library.model import TOPICS, Claims, Example, FamousGame, Term

__all__ = [
    "TOPICS",
    "Claims",
    "Example",
    "FamousGame",
    "Term",
    "books",
    "check_example",
    "check_room",
    "comparison",
    "famous_game",
    "famous_games",
    "history",
    "lesson_terms",
    "links",
    "term_of",
    "terms",
    "terms_by_id",
    "world",
]
