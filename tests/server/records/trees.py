"""Records as trees."""

from __future__ import annotations

from typing import Any


def chain(moves: int) -> list[dict[str, Any]]:
    """Two golds that move back and forth."""
    usi = ["4i4h", "4a4b", "4h4i", "4b4a"]
    return [{}, *({"parent": number, "usi": usi[number % 4]} for number in range(moves))]
