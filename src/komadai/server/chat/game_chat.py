"""The chat of one game in memory."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Final

from komadai.messages.text import Text
from komadai.play.events import ColorName
from komadai.server.chat import wire as chat_wire
from komadai.server.chat.phrases import PHRASES
from komadai.server.chat.store import ChatStore, LineRow
from komadai.server.errors import ApiError
from komadai.server.http import objections
from komadai.server.people.visible_text import visible_line
from komadai.server.people.wire import PersonName

PAUSE_MS: Final = 1_000
"""The shortest time between two lines of one person, in whatever games."""
MAX_LINES: Final = 30
"""The number of set phrases of one person in a game."""
MAX_TEXTS: Final = 300
"""The number of lines of one person in a game, with those in free text."""
MAX_LENGTH: Final = 200
"""The number of characters of a line in free text."""
SHOWN: Final = 200
"""How many lines are sent to a page that opens the game."""
TEXT_LENGTH: Final = Text(
    f"text: expected 1 to {MAX_LENGTH} visible characters",
    f"1〜{MAX_LENGTH}文字で入力してください（見えない文字は使えません）",
)


class GameChat:
    """The lines of one game. The caller holds the game's lock."""

    def __init__(self, game_id: str, store: ChatStore) -> None:
        self._game_id = game_id
        self._store = store
        self._lines: list[LineRow] | None = None
        self._sent: int | None = None
        """The number of lines that the open pages have; None: none were read."""
        self._names: dict[str, PersonName | None] = {}
        """The accounts of the authors; None for a guest."""

    async def say(
        self, guest: str, color: ColorName | None, at_ms: int, *, phrase: str | None, text: str | None
    ) -> None:
        """Stores a line: a set phrase, or free text. The caller has checked whether the guest may speak.

        Raises ApiError for an unknown phrase, for a text that is empty or too long, and for too many lines.
        """
        if (phrase is None) == (text is None):
            raise ApiError(
                "invalid",
                "text",
                why=Text(
                    "text: expected either a phrase or a text",
                    "「phrase」か「text」のどちらか一つだけにしてください",
                ),
            )
        if phrase is not None and phrase not in PHRASES:
            raise ApiError("invalid", "phrase", why=objections.one_of("phrase", PHRASES))
        said = "" if text is None else visible_line(text)
        if text is not None and not 1 <= len(said) <= MAX_LENGTH:
            raise ApiError("invalid", "text", why=TEXT_LENGTH)
        lines = await self._load()
        own = [line for line in lines if line.guest_id == guest]
        phrases = sum(line.phrase != "" for line in own)
        if len(own) >= MAX_TEXTS or (phrase is not None and phrases >= MAX_LINES):
            raise ApiError("slow_down")
        line = LineRow(
            game_id=self._game_id,
            number=len(lines) + 1,
            at_ms=at_ms,
            room="watchers" if color is None else "players",
            guest_id=guest,
            color=color,
            phrase=phrase or "",
            text=said,
        )
        try:
            await self._store.add(line, PAUSE_MS)
        except ApiError:
            raise  # nothing was stored
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
        """The newest lines that this guest may read."""
        lines = [
            line for line in await self._load() if may_read(line, to_player=to_player, finished=finished)
        ]
        return await self.views(lines[-SHOWN:], guest)

    async def views(self, lines: list[LineRow], guest: str | None) -> list[chat_wire.ChatLine]:
        """These lines of the game, as this guest sees them: without those of people they have blocked."""
        return (await self.views_of_all(lines, [guest]))[guest]

    async def views_of_all(
        self, lines: list[LineRow], guests: Collection[str | None]
    ) -> dict[str | None, list[chat_wire.ChatLine]]:
        """These lines, as each of these guests sees them. The guests do not add statements."""
        if not lines:
            return {guest: [] for guest in guests}
        first: dict[str, int] = {}
        for line in await self._load():
            first.setdefault(line.guest_id, line.number)
        unknown = first.keys() - self._names.keys()
        if unknown:
            self._names.update(dict.fromkeys(unknown) | await self._store.authors(unknown))
        authors = {line.guest_id for line in lines if self._names[line.guest_id] is not None}
        viewers = {guest for guest in guests if guest is not None}
        blocks = await self._store.blocks(viewers, authors) if viewers and authors else set()
        return {
            guest: [
                view(line, guest, first[line.guest_id], self._names[line.guest_id])
                for line in lines
                if (guest, line.guest_id) not in blocks
            ]
            for guest in guests
        }

    def forget(self) -> None:
        """Reads the lines again when they are needed next: their authors have changed."""
        self._lines = None
        self._names.clear()

    async def _load(self) -> list[LineRow]:
        if self._lines is None:
            self._lines = await self._store.lines(self._game_id)
            if self._sent is None:
                self._sent = len(self._lines)
        return self._lines


def may_read(line: LineRow, *, to_player: bool, finished: bool) -> bool:
    """Whether a player, or a spectator, may read this line now."""
    return line.room == "players" or not to_player or finished


def view(line: LineRow, guest: str | None, author: int, who: PersonName | None) -> chat_wire.ChatLine:
    """The line, as this guest sees it."""
    at = datetime.fromtimestamp(line.at_ms / 1000, UTC).isoformat(timespec="milliseconds")
    return chat_wire.ChatLine(
        number=line.number,
        at=at.replace("+00:00", "Z"),
        room=line.room,
        color=line.color,
        mine=line.guest_id == guest,
        author=author,
        who=who,
        phrase=line.phrase or None,
        text=PHRASES[line.phrase] if line.phrase else Text(line.text, line.text),
    )
