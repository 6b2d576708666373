"""The chat of a game on its open pages."""

from __future__ import annotations

from functools import partial

from sqlalchemy.exc import IntegrityError

from komadai.play.state import color_name
from komadai.server.chat import game_chat
from komadai.server.chat.wire import ChatLine, ChatMessage
from komadai.server.cluster import messages as ms
from komadai.server.connections import Connection, encode
from komadai.server.db.database import DATABASE_ERRORS, save_error
from komadai.server.games import wire as games_wire
from komadai.server.games.live.attendance import Attendance
from komadai.server.games.live.services import GameServices
from komadai.server.games.live.stored_game import StoredGame


class PageChat:
    """Stores the lines of a game, and sends them to those who may read them."""

    def __init__(self, services: GameServices, stored: StoredGame, attendance: Attendance) -> None:
        self._conduct, self._cluster = services.conduct, services.core.cluster
        self._stored, self._attendance = stored, attendance
        self._lines = game_chat.GameChat(stored.id, services.chat)

    async def say(self, guest: str, command: games_wire.SayCommand, at: int) -> None:
        """Stores a line and sends it to all who may read it."""
        await self._conduct.check_speech(guest, free=command.text is not None)
        async with self._stored.lock:
            colors = self._stored.colors_of(guest)
            color = color_name(colors[0]) if colors else None
            say = partial(self._lines.say, guest, color, at, phrase=command.phrase, text=command.text)
            try:
                try:
                    await say()
                except IntegrityError:  # somebody else's line was stored first, which is read now
                    await say()
            except DATABASE_ERRORS as error:
                raise save_error(error) from None
            await self.send_news()
        await self._cluster.publish(ms.ChatChanged(self._stored.id))

    async def refresh(self) -> None:
        """Sends the lines that were said at other processes."""
        async with self._stored.lock:
            self.forget()
            if self._attendance.watchers:
                await self.send_news()

    def forget(self) -> None:
        """Reads the lines again when they are needed next."""
        self._lines.forget()

    async def send_to(self, page: Connection) -> None:
        """Sends the newest lines to a page that opens the game. The lock must be held."""
        lines = await self._lines.visible(
            page.guest, to_player=self._stored.is_player(page.guest), finished=self._finished
        )
        self._send(page, lines)

    async def send_news(self) -> None:
        """Sends the lines that are new to all who may read them. The lock must be held."""
        for line in await self._lines.news():
            readers = [
                page
                for page in self._attendance.watchers
                if game_chat.may_read(
                    line, to_player=self._stored.is_player(page.guest), finished=self._finished
                )
            ]
            shown = await self._lines.views_of_all([line], {page.guest for page in readers})
            for page in readers:
                self._send(page, shown[page.guest])

    async def send_hidden(self) -> None:
        """After the end of the game, sends the spectators' lines to the players."""
        for page in list(self._attendance.watchers):
            if self._stored.is_player(page.guest):
                lines = await self._lines.visible(page.guest, to_player=True, finished=True)
                self._send(page, [line for line in lines if line.room == "watchers"])

    @property
    def _finished(self) -> bool:
        return self._stored.game.outcome is not None

    def _send(self, page: Connection, lines: list[ChatLine]) -> None:
        if lines:
            page.send(encode(ChatMessage(game=self._stored.id, lines=lines)))
