"""The chat of one game in memory."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from komadai.play.events import ColorName
from komadai.server.chat import wire as chat_wire
from komadai.server.chat.phrases import PHRASES
from komadai.server.chat.store import ChatStore, LineRow
from komadai.server.errors import ApiError

PAUSE_MS: Final = 1_000
"""The shortest time between two lines of one person."""
MAX_LINES: Final = 30
"""The number of lines of one person in a game."""


class GameChat:
    """The lines of one game. The caller holds the game's lock."""

    def __init__(self, game_id: str, store: ChatStore) -> None:
        self._game_id = game_id
        self._store = store
        self._lines: list[LineRow] | None = None
        self._sent: int | None = None
        """The number of lines that the open pages have; None: none were read."""

    async def say(self, guest: str, color: ColorName | None, phrase: str, at_ms: int) -> None:
        """Stores a line. Raises ApiError for an unknown phrase, and for too many lines."""
        if phrase not in PHRASES:
            raise ApiError("invalid", "phrase", why=f"phrase: expected one of {', '.join(PHRASES)}")
        lines = await self._load()
        own = [line for line in lines if line.guest_id == guest]
        if len(own) >= MAX_LINES or (own and at_ms - own[-1].at_ms < PAUSE_MS):
            raise ApiError("slow_down")
        line = LineRow(
            game_id=self._game_id,
            number=len(lines) + 1,
            at_ms=at_ms,
            room="watchers" if color is None else "players",
            guest_id=guest,
            color=color,
            phrase=phrase,
        )
        try:
            await self._store.add(line)
        except BaseException:
            self._lines = None  # it may have been stored
            raise
        lines.append(line)

    async def news(self) -> list[LineRow]:
        """The lines that have not been returned by this method, nor existed when a page joined."""
        lines = await self._load()
        sent = len(lines) if self._sent is None else self._sent
        self._sent = len(lines)
        return lines[sent:]

    async def visible(
        self, guest: str | None, *, to_player: bool, finished: bool
    ) -> list[chat_wire.ChatLine]:
        """The lines that this guest may read."""
        lines = await self._load()
        return [view(line, guest) for line in lines if may_read(line, to_player=to_player, finished=finished)]

    def forget(self) -> None:
        """Reads the lines again when they are needed next: their authors have changed."""
        self._lines = None

    async def _load(self) -> list[LineRow]:
        if self._lines is None:
            self._lines = await self._store.lines(self._game_id)
            if self._sent is None:
                self._sent = len(self._lines)
        return self._lines


def may_read(line: LineRow, *, to_player: bool, finished: bool) -> bool:
    """Whether a player, or a spectator, may read this line now."""
    return line.room == "players" or not to_player or finished


def view(line: LineRow, guest: str | None) -> chat_wire.ChatLine:
    """The line, as this guest sees it."""
    at = datetime.fromtimestamp(line.at_ms / 1000, UTC).isoformat(timespec="milliseconds")
    return chat_wire.ChatLine(
        number=line.number,
        at=at.replace("+00:00", "Z"),
        room=line.room,
        color=line.color,
        mine=line.guest_id == guest,
        phrase=line.phrase,
        text=PHRASES[line.phrase],
    )
