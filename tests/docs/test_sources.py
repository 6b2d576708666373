"""What the sources say, and where it is here: every line names documents and places that exist."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from typer.main import get_command

from komadai.cli.main import app
from komadai.study import lessons, library
from komadai.variants import NAMES

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "study" / "sources.md"
ROUTES = ROOT / "web/src/state/route.ts"
READING: dict[str, Callable[[], Any]] = {
    "history": library.history,
    "chess": library.comparison,
    "world": library.world,
    "books": library.books,
    "links": library.links,
}
"""What the pages of the reading room are made of."""
DOCUMENTS = {"A": 290, "O": 155, "P": 95, "B": 105, "N": 110}
"""By letter: how many lines a document has at least, so that none gets lost."""
_ROW = re.compile(r"\| (?P<what>[^|]+) \| (?P<documents>[AOPBN ]+) \| (?P<where>[^|]+) \|")


class Item(NamedTuple):
    what: str
    documents: list[str]
    where: list[str]


@cache
def items() -> list[Item]:
    rows = [line for line in PAGE.read_text("utf-8").split("\n") if line.startswith("| ")]
    rows = [row for row in rows if row not in ("| what | documents | where |", "| --- | --- | --- |")]
    found = []
    for row in rows:
        match = _ROW.fullmatch(row)
        assert match is not None, row
        found.append(Item(match["what"], match["documents"].split(), re.findall("`([^`]+)`", match["where"])))
    return found


@cache
def routes() -> set[str]:
    """The addresses of pages, as the page's own table has them."""
    table = re.findall(r'at\("\w+", "([^"]+)"', ROUTES.read_text("utf-8"))
    return {re.sub(r"/:\w+\?", "", each) for each in table}


def problem(place: str) -> str | None:
    """Why there is no such place; None if there is. Words that follow ``::`` stand at it."""
    where, _, words = place.partition("::")
    if where.startswith("/"):
        shown = page_data(where)
        if shown is None:
            return "no such address"
        text = msgspec.json.encode(shown).decode()
    elif where.startswith("komadai "):
        return None if is_command(where.split()[1:]) else "no such command"
    else:
        file = ROOT / where
        if not file.exists():
            return "no such file"
        text = file.read_text("utf-8") if words else ""
    return None if words in text else f"{where} has no {words}"


def page_data(address: str) -> object:
    """What the page at an address, or its part at the anchor, is made of; None if there is none."""
    address, _, anchor = address.partition("#")
    _, page, *rest = address.split("/")
    match page, rest:
        case "lessons", [id]:
            return lessons.find_lesson(id)
        case "variants", [name]:
            return name if name in (*NAMES, "shogi") else None
        case "reading", ["glossary", id]:
            return library.terms_by_id().get(id)
        case "reading", ["games", id]:
            return library.famous_game(id)
        case "reading", [part] if part in READING and f'"{part}"' in ROUTES.read_text("utf-8"):
            data = READING[part]()
            return next((each for each in data if each.id == anchor), None) if anchor else data
    return address if address in routes() else None


def is_command(words: list[str]) -> bool:
    command: object = get_command(app)
    for word in words:
        command = getattr(command, "commands", {}).get(word)
    return command is not None


def test_every_item_is_somewhere_and_every_place_exists() -> None:
    assert [item.what for item in items() if not item.where] == []
    missing = [
        f"{item.what}: {place}: {why}" for item in items() for place in item.where if (why := problem(place))
    ]
    assert missing == []


def test_no_item_stands_twice() -> None:
    whats = [item.what for item in items()]
    assert sorted({what for what in whats if whats.count(what) > 1}) == []


@pytest.mark.parametrize("letter", DOCUMENTS)
def test_a_document_keeps_its_items(letter: str) -> None:
    assert sum(letter in item.documents for item in items()) >= DOCUMENTS[letter]


@pytest.mark.parametrize(
    "place",
    [
        "/reading/glossary/no-such-word",
        "/reading/world#no-such-part",
        "/reading/world#programs::no such program",
        "/reading/cellar",
        "/lessons/no-such-lesson",
        "/variants/no-such-game",
        "/no-such-page",
        "komadai no-such-command",
        "docs/no-such-page.md",
        "tests/docs/test_commands.py::no_such_test",
    ],
)
def test_a_place_that_does_not_exist_is_found(place: str) -> None:
    assert problem(place) is not None
