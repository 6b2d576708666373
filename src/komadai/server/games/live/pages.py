"""The messages of a game to its open pages: the whole game, changes, notices, and pings."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from komadai.messages.text import Text
from komadai.pieces import Color
from komadai.play import events as ev
from komadai.play.state import color_name
from komadai.server.connections import Connection, encode
from komadai.server.games import views as games_views
from komadai.server.games import wire as games_wire
from komadai.server.games.engines.engine_turns import EngineTurns
from komadai.server.games.live.attendance import Attendance
from komadai.server.games.live.lag_meter import LagMeter
from komadai.server.games.live.participants import Participants
from komadai.server.games.live.stored_game import StoredGame
from komadai.server.server_clock import ServerClock


class Pages:
    """Sends the game to all that watch it: players of one colour and spectators see different moves."""

    def __init__(
        self,
        clock: ServerClock,
        stored: StoredGame,
        attendance: Attendance,
        participants: Participants,
        engine: EngineTurns,
    ) -> None:
        self._clock, self._stored, self._attendance = clock, stored, attendance
        self._participants, self._engine = participants, engine
        self._lag: Final = LagMeter()

    async def view(self, guest: str | None) -> games_wire.GameView:
        """The whole game, as this guest sees it."""
        game, row = self._stored.game, self._stored.row
        return games_views.game_view(
            game,
            row,
            self._stored.moves,
            colors=self._stored.colors_of(guest),
            names=await self._participants.names(game, row),
            unrated_reason=await self._participants.unrated_reason(game, row),
            thinking=self._engine.thinking,
            attendance=self._attendance.view(),
            head_to_head=await self._participants.head_to_head(game, row),
            rematch=self._stored.next_id,
            now_ms=self._clock.now_ms(),
        )

    def send_first(self, page: Connection, whole: games_wire.GameView, after: int | None) -> None:
        """Sends an update if ``after`` is the number of an event of the game, else the whole game."""
        keep = None if after is None else self._stored.game.unchanged_plies_since(after)
        if keep is None:
            page.send(encode(games_wire.GameMessage(whole)))
        else:
            page.send(encode(self._update(keep, self._stored.colors_of(page.guest), None)))

    async def send_whole(self, view: Callable[[str | None], Awaitable[games_wire.GameView]]) -> None:
        """Sends the whole game to all pages, as ``view`` gives it."""
        messages: dict[tuple[Color, ...], str] = {}
        for page in list(self._attendance.watchers):
            colors = self._stored.colors_of(page.guest)
            if colors not in messages:
                messages[colors] = encode(games_wire.GameMessage(await view(page.guest)))
            page.send(messages[colors])

    def send_update(
        self,
        keep: int | None = None,
        *,
        notice: Text | None = None,
        but: Connection | None = None,
        only: ev.ColorName | None = None,
    ) -> None:
        """Sends what has changed to all pages that have the first ``keep`` moves; None: all moves.

        ``but``: not to this page; ``only``: to the player of this colour alone.
        """
        keep = len(self._stored.game.moves) if keep is None else keep
        messages: dict[tuple[Color, ...], str] = {}
        for page in self._attendance.watchers:
            if page is but:
                continue
            colors = self._stored.colors_of(page.guest)
            if only is not None and only not in map(color_name, colors):
                continue
            if colors not in messages:
                messages[colors] = encode(self._update(keep, colors, notice))
            page.send(messages[colors])

    def _update(self, keep: int, colors: tuple[Color, ...], notice: Text | None) -> games_wire.UpdateMessage:
        return games_views.update(
            self._stored.game,
            self._stored.moves,
            keep,
            id=self._stored.id,
            colors=colors,
            thinking=self._engine.thinking,
            attendance=self._attendance.view(),
            rematch=self._stored.next_id,
            notice=notice,
            now_ms=self._clock.now_ms(),
        )

    # -- the delay of the network

    def ping(self, player: str | None) -> None:
        """Sends a ping to the pages of one of two persons, before the message that begins their turn."""
        game = self._stored.game
        if player is None or self._attendance.presence is None or game.clock is None or game.correspondence:
            return
        pages = [page for page in self._attendance.watchers if page.guest == player]
        if pages:
            number = self._lag.ping(player, self._clock.now_ms())
            ping = encode(games_wire.PingMessage(self._stored.id, number))
            for page in pages:
                page.send(ping)

    def pong(self, guest: str, number: int, at: int) -> None:
        """A page has answered a ping: the delay of its player's network is known now."""
        self._lag.pong(guest, number, at)
        self.expect_lag()

    def expect_lag(self) -> None:
        """Lets the game credit the delay that was measured for the player to move."""
        game = self._stored.game
        player = self._stored.person(game.turn)
        game.expect_lag(0 if player is None else self._lag.delay_ms(player))
