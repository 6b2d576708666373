"""A move in a book, as an edge of the graph of positions."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

N = TypeVar("N", bound=Hashable)


@dataclass(slots=True)
class Edge(Generic[N]):
    """A move to the position ``to``. ``score`` is for the side that makes the move; it counts only if ``to``
    is None or unknown to the book."""

    to: N | None
    score: int | None
