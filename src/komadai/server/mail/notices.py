"""Notices of correspondence games: whose turn it is, and which games are over.

They are found in the database, where it is also stored who was told, so a restart loses none. A player gets
at most one mail about a game in an hour, and none while the page of the game is open.
"""

from __future__ import annotations

from typing import Final

from komadai.pieces import Color
from komadai.play.game import GameMachine
from komadai.server.games.live.game_registry import GameRegistry
from komadai.server.games.views import game_result
from komadai.server.mail import texts
from komadai.server.mail.service import HOUR_MS, MailService, language_of
from komadai.server.mail.store import DueNotice, Mail
from komadai.server.people.profiles import display_name
from komadai.server.people.store import PeopleStore
from komadai.server.server_clock import ServerClock

LOOK_S: Final = 20.0
MAX_NOTICES: Final = 200
EXPIRES_MS: Final = 24 * HOUR_MS


class Notices:
    """Looks for players to be told."""

    def __init__(
        self, mail: MailService, clock: ServerClock, registry: GameRegistry, people: PeopleStore
    ) -> None:
        self._mail = mail
        self._clock = clock
        self._registry = registry
        self._people = people

    async def look(self) -> None:
        """Queues a mail for each player who is to be told now."""
        now = self._clock.now_ms()
        for due in await self._mail.store.due_notices(now, MAX_NOTICES):
            if not due.over and await self._registry.is_here(due.game_id, due.account_id):
                continue
            mail = await self._written(due, now)
            if mail is not None and await self._mail.store.notice(due, mail, now):
                self._mail.look()

    async def _written(self, due: DueNotice, now_ms: int) -> Mail | None:
        account = await self._people.account(due.account_id)
        settings = self._mail.settings
        if account is None or account.deleted_ms is not None or settings is None:
            return None
        live = await self._registry.game(due.game_id)
        opponent = next((guest for guest in live.guests if guest != due.account_id), None)
        names = await self._people.accounts([] if opponent is None else [opponent])
        shown = display_name(names.get(opponent or ""))
        language = language_of(account)
        unsubscribe = f"{settings.public_url}/mail/unsubscribe/{due.unsubscribe}"
        values = {
            "name": account.display_name,
            "opponent": shown.ja if language == "ja" else shown.en,
            "link": f"{settings.public_url}/game/{due.game_id}",
            "unsubscribe": unsubscribe,
        }
        if due.over:
            result = game_result(live.game)
            text = "" if result is None else result.text.ja if language == "ja" else result.text.en
            subject, body = texts.GAME_OVER.written(language, result=text, **values)
        else:
            left = _left(live.game, now_ms, language)
            subject, body = texts.YOUR_TURN.written(language, move=str(due.plies + 1), left=left, **values)
        return Mail(
            account_id=due.account_id,
            address=due.address,
            subject=subject,
            body=body,
            unsubscribe=unsubscribe,
            due_ms=now_ms,
            expires_ms=now_ms + EXPIRES_MS,
        )


def _left(game: GameMachine, now_ms: int, language: str) -> str:
    """The time that is left to the side to move."""
    if game.clock is None:
        return ""
    left_ms = game.clock.remaining_ms(Color(game.turn), game.clock_time(now_ms))
    if game.deadline is not None:
        left_ms = game.deadline - game.clock_time(now_ms)
    hours = max(left_ms, 0) // HOUR_MS
    text = texts.LEFT.filled(days=str(hours // 24), hours=str(hours % 24))
    return text.ja if language == "ja" else text.en
