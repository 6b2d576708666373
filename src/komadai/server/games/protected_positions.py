"""The positions of a person's games that are not over and not played in one sitting, about which the server
gives no help.

They are those of correspondence games, of adjourned games, and of live games that stand still and were left
alone for a day. Such a game lasts for weeks, so its players are not kept from all help, as those of a live
game are. What is refused is help about a position of the game: the present one, and those after each legal
move. The first FREE_PLIES moves of a game from the usual position, or with a handicap, are free: opening
theory may be looked up in correspondence games, and all other games pass through the same positions.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from komadai._core import STARTPOS
from komadai.errors import KomadaiError
from komadai.handicap import HANDICAPS
from komadai.play.boards import SHOGI, board_of, read_move, variant_of
from komadai.server.errors import ApiError
from komadai.server.games.game_registry import GameRegistry
from komadai.server.games.tables import GameRow
from komadai.server.positions import move_input
from komadai.server.records.from_wire import MAX_MOVES

FREE_PLIES: Final = 12
MOST_GAMES: Final = 200
"""Games of one person that are looked at."""
CACHED: Final = 2_000
_USUAL: Final = frozenset(handicap.sfen for handicap in HANDICAPS)


class ProtectedPositions:
    """The positions of games that are not over and not played in one sitting, by person."""

    def __init__(self, registry: GameRegistry) -> None:
        self._registry = registry
        self._known: OrderedDict[tuple[str, int, str], frozenset[str]] = OrderedDict()

    async def of(self, person: str, but: str = "") -> frozenset[str]:
        """The positions of this person's games, as `key` writes them; not those of the game ``but``."""
        rows = [row for row in await self._registry.resting_games_of(person, MOST_GAMES) if row.id != but]
        young = [row.id for row in rows if row.plies < FREE_PLIES]
        created = await self._registry.store.created(young) if young else {}
        found: set[str] = set()
        for row in rows:
            if row.plies >= FREE_PLIES or not _begins_as_usual(row, created[row.id].start_sfen):
                found |= self._around(row)
        return frozenset(found)

    def _around(self, row: GameRow) -> frozenset[str]:
        which = row.id, row.plies, row.sfen
        if which not in self._known:
            board = board_of(row.variant, row.sfen)
            positions = {key(row.sfen)}
            for move in list(board.legal_moves):
                board.push(move)
                positions.add(key(board.sfen()))
                board.pop()
            self._known[which] = frozenset(positions)
            if len(self._known) > CACHED:
                self._known.popitem(last=False)
        return self._known[which]


def _begins_as_usual(row: GameRow, start: str) -> bool:
    return start in _USUAL if row.variant == SHOGI else start == variant_of(row.variant).sfen


def key(sfen: str) -> str:
    """Board, side to move and hands of an SFEN, without the number of the move."""
    return " ".join(sfen.split()[:3])


def positions_in(body: bytes) -> Iterator[str]:
    """The positions that a request is about: each SFEN in it, and those to which its lines of moves lead.

    A request that cannot be read has none: the call itself refuses it.
    """
    try:
        yield from _positions(msgspec.json.decode(body) if body else None)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return


def positions_of_move(board: Any, text: str) -> list[str]:
    """A position, and that after this move in any notation, if it is one."""
    after = board.copy()
    try:
        after.push(move_input.typed_on(after, text))
    except (ApiError, KomadaiError):
        return [key(board.sfen())]
    return [key(board.sfen()), key(after.sfen())]


def _positions(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if value.count("/") >= 2 and len(value.split()) >= 3:
            yield from _of_line(value, ())
    elif isinstance(value, list):
        for each in value:
            yield from _positions(each)
    elif isinstance(value, dict):
        start, moves, nodes = (value.get(name) for name in ("start_sfen", "moves", "nodes"))
        start = STARTPOS if start is None else start
        if isinstance(start, str) and isinstance(moves, list):
            yield from _of_line(start, tuple(move for move in moves if isinstance(move, str)))
        if isinstance(start, str) and isinstance(nodes, list):
            yield from _of_tree(start, nodes)
        for name, each in value.items():
            if name != "nodes":
                yield from _positions(each)


def _of_line(start: str, moves: tuple[str, ...]) -> Iterator[str]:
    yield key(start)
    try:
        board = board_of(SHOGI, start)
        yield key(board.sfen())  # hands in the usual order
        for usi in moves[:MAX_MOVES]:
            move = read_move(board, usi)
            if board.infraction(move) is not None:
                return
            board.push(move)
            yield key(board.sfen())
    except KomadaiError:
        return


def _of_tree(start: str, nodes: list[Any]) -> Iterator[str]:
    """The positions of a record, whose nodes name their parents by number; of no more than a record may have.

    Boards would keep all moves that lead to them, so only the positions are kept.
    """
    known: list[str] = []
    try:
        for node in nodes[: MAX_MOVES + 1]:
            parent, usi = node.get("parent"), node.get("usi")
            board = board_of(SHOGI, start if usi is None else known[parent])
            if usi is not None:
                move = read_move(board, usi)
                if board.infraction(move) is None:
                    board.push(move)
            known.append(board.sfen())
            yield key(known[-1])
    except (KomadaiError, AttributeError, IndexError, TypeError):
        return
