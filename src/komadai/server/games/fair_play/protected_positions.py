"""The positions of a person's games that are not over and not played in one sitting, about which the server
gives no help.

They are those of correspondence games, of adjourned games, and of live games that stand still and were left
alone for a day. Such a game lasts for weeks, so its players are not kept from all help, as those of a live
game are. What is refused is help about a position of the game: the present one, and those after each legal
move, in any form that can be read, also rotated with the colours exchanged or with left and right exchanged.
The first FREE_PLIES moves of a game from the usual position, or with a handicap, are free: opening theory may
be looked up in correspondence games, and all other games pass through the same positions.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final

from komadai._core import Board
from komadai.errors import SfenError
from komadai.handicap import HANDICAPS
from komadai.play.boards import SHOGI, board_of, variant_of
from komadai.server.games.fair_play.asked_positions import Asked
from komadai.server.games.live.game_registry import GameRegistry
from komadai.server.games.storage.store import GameStore
from komadai.server.games.storage.tables import GameRow
from komadai.server.positions.keys import images, key

FREE_PLIES: Final = 12
MAX_GAMES: Final = 200
"""Games of one person that are looked at."""
CACHED: Final = 2_000
_USUAL: Final = frozenset(handicap.sfen for handicap in HANDICAPS)


class ProtectedPositions:
    """The positions of games that are not over and not played in one sitting, by person."""

    def __init__(self, registry: GameRegistry, store: GameStore) -> None:
        self._registry = registry
        self._store = store
        self._known: OrderedDict[tuple[str, int, str], frozenset[str]] = OrderedDict()

    async def of(self, person: str, but: str = "") -> frozenset[str]:
        """The keys of the positions of this person's games, and of their images; without the game ``but``."""
        rows = [row for row in await self._registry.resting_games_of(person, MAX_GAMES) if row.id != but]
        young = [row.id for row in rows if row.plies < FREE_PLIES]
        created = await self._store.created(young) if young else {}
        found: set[str] = set()
        for row in rows:
            if row.plies >= FREE_PLIES or not _begins_as_usual(row, created[row.id].start_sfen):
                found |= self._around(row)
                await asyncio.sleep(0)
        return frozenset(found)

    def _around(self, row: GameRow) -> frozenset[str]:
        which = row.id, row.plies, row.sfen
        if which not in self._known:
            board: Any = board_of(row.variant, row.sfen)
            positions = set(images(key(board.sfen())))
            for move in list(board.legal_moves):
                board.push(move)
                positions |= images(key(board.sfen()))
                board.pop()
            self._known[which] = frozenset(positions)
            if len(self._known) > CACHED:
                self._known.popitem(last=False)
        return self._known[which]


def _begins_as_usual(row: GameRow, start: str) -> bool:
    return start in _USUAL if row.variant == SHOGI else start == variant_of(row.variant).sfen


def is_about(asked: Iterable[Asked], protected: frozenset[str]) -> bool:
    """Whether one of these positions is protected, or one of these patterns describes a protected one."""
    boards: list[Board] | None = None
    for each in asked:
        if isinstance(each, str):
            if each in protected:
                return True
            continue
        if boards is None:
            boards = _boards(protected)
        if any(map(each.describes, boards)):
            return True
    return False


def _boards(keys: Iterable[str]) -> list[Board]:
    """The positions that are of standard shogi."""
    boards = []
    for each in keys:
        with suppress(SfenError):
            boards.append(Board(f"{each} 1"))
    return boards
