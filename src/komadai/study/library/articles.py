"""The reading room's entries, read from the files in this folder, the names and the proverbs."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

from komadai.extras import extra
from komadai.messages.text import Text
from komadai.study.library.castles import castle_text, standing
from komadai.study.library.model import (
    TOPICS,
    Book,
    Claims,
    Comparison,
    Example,
    FamousGame,
    History,
    LinkGroup,
    NameText,
    Section,
    Term,
    TermTopic,
)
from komadai.study.naming.rules import Kind, all_rules
from komadai.study.proverbs.table import all_proverbs

with extra("events"):
    import msgspec

T = TypeVar("T")

TOPIC_OF: dict[Kind, TermTopic] = {
    "opening": "openings",
    "castle": "castles",
    "attack": "formations",
    "formation": "formations",
    "tesuji": "tesuji",
}


@cache
def terms() -> tuple[Term, ...]:
    """All entries of the glossary: by topic, then in the order of the files."""
    written = msgspec.convert(_table("glossary.toml")["term"], tuple[Term, ...])
    found = [*written, *_named(), *_proverbs()]
    return tuple(sorted(found, key=lambda term: TOPICS.index(term.topic)))


@cache
def terms_by_id() -> dict[str, Term]:
    """The entries by their id, which names and proverbs share with `komadai.study.names`."""
    return {term.id: term for term in terms()}


@cache
def _castle_ids() -> frozenset[str]:
    return frozenset(rule.id for rule in all_rules().rules if rule.kind == "castle")


def term_of(kind: Kind, id: str) -> str:
    """The term of a name; an opening that is called as a castle has its own."""
    return f"{id}_opening" if kind == "opening" and id in _castle_ids() else id


@cache
def lesson_terms() -> dict[str, tuple[str, ...]]:
    """By lesson: the ids of the terms that it teaches."""
    return {lesson: tuple(ids) for lesson, ids in _table("lessons.toml")["terms"].items()}


@cache
def history() -> History:
    """The timeline, the houses and the titles, with the documents they are from."""
    return msgspec.convert(_table("history.toml"), History)


@cache
def famous_games() -> tuple[FamousGame, ...]:
    """The games and positions of the documents."""
    return msgspec.convert(_table("games.toml")["game"], tuple[FamousGame, ...])


def famous_game(id: str) -> FamousGame | None:
    """The game with this id."""
    return next((game for game in famous_games() if game.id == id), None)


@cache
def comparison() -> Comparison:
    """Shogi beside chess."""
    return msgspec.convert(_table("chess.toml"), Comparison)


@cache
def books() -> tuple[Book, ...]:
    """The books that the documents name."""
    return msgspec.convert(_table("books.toml")["book"], tuple[Book, ...])


@cache
def world() -> tuple[Section, ...]:
    """The sections on players, programs, other countries and customs, and on the disagreements of the
    documents."""
    return msgspec.convert(_table("world.toml")["section"], tuple[Section, ...])


@cache
def links() -> tuple[LinkGroup, ...]:
    """The organisations, servers, magazines, shops and programs that the documents name."""
    return msgspec.convert(_table("links.toml")["group"], tuple[LinkGroup, ...])


def _table(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath(name).read_text(encoding="utf-8"))


def _named() -> list[Term]:
    """The openings, castles, attacks, formations and tesuji that games are searched for."""
    texts = {each.id: each for each in msgspec.convert(_table("names.toml")["name"], tuple[NameText, ...])}
    found: dict[str, Term] = {}
    for rule in all_rules().rules:
        id = term_of(rule.kind, rule.id)
        text = texts.get(id)
        if id in found or (text is None and rule.kind != "castle"):
            continue
        example = None if text is None else text.example
        if rule.kind == "castle" and example is None:
            example = Example(sfen=standing(rule), claims=Claims(stands=(rule.id,)))
        found[id] = Term(
            id=id,
            topic=TOPIC_OF[rule.kind],
            en=rule.en,
            ja=rule.ja,
            romaji=rule.id.replace("_", " ") if text is None else text.romaji,
            about=castle_text(rule, None if text is None else text.about),
            also=rule.aliases,
            example=example,
        )
    return list(found.values())


def _proverbs() -> list[Term]:
    return [
        Term(
            id=each.id,
            topic="proverbs",
            en=each.en,
            ja=each.ja,
            romaji=each.id.replace("_", " "),
            about=Text(*each.about),
        )
        for each in all_proverbs().values()
    ]
