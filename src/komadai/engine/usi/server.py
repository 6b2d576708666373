"""Our engine as a USI program: what ``komadai usi`` runs.

The engine is native (cpp/engine/program.h). This module gives it what only Python has: data of the sources,
books of all formats, and the search with a network's policy.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

from komadai._core import UsiPipe, UsiProgram
from komadai.engine.transitions import SHIPPED
from komadai.engine.usi import policy_value_search
from komadai.engine.usi.program_data import as_json, data, variant_data

if TYPE_CHECKING:
    from collections.abc import Callable

BookMoves = list[tuple[str, int | None, int | None]]
"""Moves in USI with their scores and counts."""


class UsiServer(UsiProgram):
    """The USI engine on a pipe."""

    def __init__(self, pipe: UsiPipe) -> None:
        from komadai.book.shipped import PATH

        super().__init__(
            pipe,
            data=as_json(data()),
            variant=lambda name: as_json(variant_data(name)),
            own_book=PATH.read_bytes(),
            transitions=SHIPPED.read_bytes(),
            open_book=_open_book,
            open_policy_search=policy_value_search.load,
        )
        self._wakeup_fd: Final = pipe.wakeup_fd

    def serve(self) -> None:
        """Executes the commands of the pipe until ``quit`` or its end."""
        is_open = True
        while is_open:
            is_open = bool(os.read(self._wakeup_fd, 4096))
            if not self.execute_lines():
                return


def _open_book(path: str) -> Callable[[str], BookMoves]:
    """The moves of a book that may be played, by position. Raises BookError, OSError."""
    # Imported late: the engine must answer a GUI before it needs a file of the user's.
    import komadai.book
    from komadai.book.move_choice import not_bad

    book = komadai.book.open(path)

    def moves(place: str) -> BookMoves:
        return [(each.move.usi(), each.score, each.count) for each in not_bad(book.get(f"{place} 1"))]

    return moves


def main() -> int:
    """Runs the engine on standard input and output until ``quit``."""
    UsiServer(UsiPipe(sys.stdin.fileno(), sys.stdout.fileno())).serve()
    return 0
