"""No sentence of the server writes a move in a notation: the page writes the one that was chosen."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from komadai import Board
from komadai.server.positions.views import Moves
from tests.server.conftest import Guest
from tests.server.reviews.reviews import MOVES, begun, finished

A_MOVE = re.compile(
    r"""
    \+?[PLNSGBRK](\d[a-i])?[-*x]\d[a-i]          # Western
    | \+?[PLNSGBRK](\d\d)?[-*'x]\d\d             # Hosking
    | \b([1-9][a-i]|[PLNSGBR]\*)[1-9][a-i]\b     # USI
    | [▲△☗☖]([1-9１-９][一二三四五六七八九]|同)  # Japanese
    """,
    re.VERBOSE,
)
KNIGHT = {"start_sfen": "4k4/9/9/9/5n3/9/9/9/4K4 b S 1", "moves": ["S*4f"]}
TWO_MATES = "4k4/9/4P4/9/9/9/9/9/9 b 2G 1"


def texts(value: Any) -> Iterator[dict[str, Any]]:
    """The texts in an answer: what has an English and a Japanese side."""
    if isinstance(value, dict):
        if {"en", "ja"} <= value.keys():
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from texts(each)


def report(guest: Guest) -> Any:
    ask = {"kind": "judge", "sfen": TWO_MATES, "seconds": 20}
    job = guest.post("/api/tsume/jobs", ask).json()
    while job["state"] != "done":
        time.sleep(0.05)
        job = guest.get(f"/api/tsume/jobs/{job['id']}").json()
    assert job["report"]["findings"], job
    return job


ANSWERS: dict[str, Callable[[Guest], Any]] = {
    "a review": lambda guest: finished(guest, begun(guest, *MOVES)),
    "a review of an illegal move": lambda guest: finished(
        guest, begun(guest, "7g7f", "3c3d", "8h2b+", "8b8h")
    ),
    "a mate problem that is judged": report,
    "the coach": lambda guest: guest.post("/api/coach", {"moves": MOVES}).json(),
    "proverbs": lambda guest: guest.post("/api/names", KNIGHT).json(),
    "an illegal move": lambda guest: guest.post(
        "/api/positions", {"sfen": Board().sfen(), "play": "8h7g"}
    ).json(),
}


@pytest.mark.parametrize("about", ANSWERS)
def test_no_sentence_has_a_move_in_a_notation(client: TestClient[Any], about: str) -> None:
    found = list(texts(ANSWERS[about](Guest(client))))
    assert found
    for text in found:
        assert A_MOVE.search(text["en"]) is None, text
        assert A_MOVE.search(text["ja"]) is None, text
        for language in ("en", "ja"):
            numbers = {int(each) for each in re.findall(r"\{(\d+)\}", text[language])}
            assert numbers <= set(range(len(text.get("moves", ())))), text


@pytest.mark.parametrize("about", ["a review", "a mate problem that is judged"])
def test_moves_are_sent_in_every_notation(client: TestClient[Any], about: str) -> None:
    named = [text for text in texts(ANSWERS[about](Guest(client))) if text.get("moves")]
    assert named
    for move in named[0]["moves"]:
        assert list(move) == ["japanese", "western", "hosking", "usi"]
        assert {text[0] for text in move.values()} <= {"▲", "△"}


def test_one_move_has_one_placeholder() -> None:
    board, moves = Board(), Moves()
    first, second = board.legal_moves[:2]
    assert [moves.placeholder(board, each) for each in (first, second, first)] == ["{0}", "{1}", "{0}"]
    assert len(moves.sentence("{0} {1}", "{0}{1}").moves) == 2


@pytest.mark.parametrize("text", ["P-7f", "Bx3c+", "G5bx4b", "P-76", "7g7f", "G*5b", "▲7六歩", "△同金"])
def test_a_move_in_a_sentence_is_found(text: str) -> None:
    assert A_MOVE.search(f"Better was {text}.")
