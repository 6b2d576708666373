"""Two pages at a game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from litestar.testing import TestClient

from tests.server.conftest import Guest, Socket, begin_two


@contextmanager
def table(client: TestClient[Any], **choices: Any) -> Iterator[tuple[Socket, Socket]]:
    """The pages of Black and White."""
    black, white = Guest(client), Guest(client)
    game_id = begin_two(black, white, **choices)
    with black.open(game_id) as first, white.open(game_id) as second:
        first.until(lambda game: game["attendance"]["white"] == "here")
        yield first, second


def both(pages: tuple[Socket, Socket], condition: Any) -> None:
    for page in pages:
        page.until(condition)


def plies(count: int) -> Any:
    return lambda game: len(game["moves"]) == count
