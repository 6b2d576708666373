"""Carries out what the two persons of a game, or the recorder, ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from komadai.messages.text import Text
from komadai.pieces import Color
from komadai.play import events as ev
from komadai.play.events import Event
from komadai.play.game import GameMachine
from komadai.server.core import Core
from komadai.server.errors import ApiError
from komadai.server.games import wire as games_wire
from komadai.server.games.live import commands
from komadai.server.games.live.attendance import Attendance
from komadai.server.games.live.stored_game import StoredGame

TIME_GIVEN: Final = {
    Color.BLACK: Text("Black was given 15 seconds.", "先手に15秒が追加されました。"),
    Color.WHITE: Text("White was given 15 seconds.", "後手に15秒が追加されました。"),
}


class PlayerCommands:
    """Acts for the colours that a guest has in the game. Each method raises ApiError."""

    def __init__(
        self, core: Core, stored: StoredGame, attendance: Attendance, notify: Callable[[Text], None]
    ) -> None:
        """``notify`` shows a text on all pages of the game."""
        self._clock, self._tasks = core.clock, core.tasks
        self._stored, self._attendance, self._notify = stored, attendance, notify

    async def carry_out(self, guest: str | None, command: games_wire.PlayCommand, at: int) -> None:
        """Commits a command that arrived at this time. The caller checks the guest's role."""
        async with self._stored.lock:
            await self._stored.reload_if_uncertain()
            game = self._stored.game
            colors = self._stored.colors_of(guest)
            assert colors, "the colours are known when a game has been created"
            color = game.turn if len(colors) == 2 else colors[0]
            # Who plays both sides takes back the last move, not the last of the side to move.
            taker = color.opponent if len(colors) == 2 else color
            check = partial(commands.check_current, command)
            check(game)
            if commands.opens_sealed_move(command, game, color):
                self._attendance.check_both_here()
            if isinstance(command, games_wire.ClaimCommand):
                self._attendance.check_left(color.opponent, at)
            events = await self._stored.commit(commands.decision(command, color, taker, at), check)
            if any(isinstance(event, ev.TimeGiven) for event in events):
                self._notify(TIME_GIVEN[color.opponent])
            if any(commands.is_end_by_time(event) for event in events):
                raise ApiError("finished")  # the command was too late: the time was up

    async def plan(self, guest: str, event: int, lines: Sequence[Sequence[str]], at: int) -> list[list[str]]:
        """Stores the conditional moves of a player, who knows the game up to this event; returns them.

        Refusals: ``stale``, ``your_turn``, ``bad_lines`` …
        """
        self._stored.check(guest, "conditional")
        color = self._stored.colors_of(guest)[0]

        def decide(game: GameMachine) -> list[Event]:
            if not game.is_current(event):
                raise ApiError("stale")
            return game.plan(color, lines, at)

        await self._stored.act(decide)
        return [list(line) for line in self._stored.game.plans.get(color, ())]

    async def rest(self, guest: str, until_ms: int, at: int) -> None:
        """Lets the time of a player stand still until then, in a running correspondence game."""
        colors, game = self._stored.colors_of(guest), self._stored.game
        if colors and game.correspondence and game.outcome is None:
            await self._stored.act(lambda game: game.rest(colors[0], until_ms, at))

    async def propose_resume(self, guest: str, at: int) -> None:
        """Offers to continue an adjourned game, or accepts that; the offer stands without a page."""
        self._stored.check(guest, "resume")
        color = self._stored.colors_of(guest)[0]
        if self._stored.game.offers.get("resume") is color.opponent:
            self._attendance.check_both_here()
        await self._stored.act(lambda game: game.offer_resume(color, at))

    async def offer_rematch(self, guest: str) -> bool:
        """Offers a rematch. Returns whether the other player has offered it already, or need not agree."""
        return await self._tasks.complete(self._offer_rematch(guest))

    async def _offer_rematch(self, guest: str) -> bool:
        async with self._stored.lock:
            await self._stored.reload_if_uncertain()
            game = self._stored.game
            if game.outcome is None:
                raise ApiError("playing")
            if self._attendance.presence is None:
                return True
            color = self._stored.colors_of(guest)[0]
            if game.offers.get("rematch") is color.opponent:
                return True
            await self._stored.commit(lambda game: game.offer_rematch(color, self._clock.now_ms()))
            return False
