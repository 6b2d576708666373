"""Lets the engine think."""

from __future__ import annotations

from typing import Any

from komadai import Board, Move
from komadai._core import Search


def think(board: Board, search: Search | None = None, **limits: Any) -> tuple[Move | None, dict[str, Any]]:
    search = search if search is not None else Search(4)
    search.arm()
    best, _, _, report = search.go(board, **limits)
    return best, report
