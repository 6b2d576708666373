"""The games that people name when they report somebody to the moderators."""

from __future__ import annotations

from komadai.server.chat.store import ChatStore
from komadai.server.errors import ApiError
from komadai.server.games.live.game_registry import GameRegistry
from komadai.server.people.social.social import Report


class ReportedGames:
    """Checks that a report has to do with its game, and gives the end of its chat."""

    def __init__(self, registry: GameRegistry, chat: ChatStore) -> None:
        self._registry = registry
        self._chat = chat

    async def evidence(self, report: Report, count: int) -> list[str]:
        """The last lines of the chat of the report's game, ``count`` at most.

        Raises ApiError ``not_found`` if there is no such game that the reporter may watch, ``not_in_game`` if
        the reported person neither sat at the board nor wrote in the chat.
        """
        assert report.game_id is not None
        try:
            live = await self._registry.game(report.game_id)
            live.check(report.reporter_id, "watch")
        except ApiError as error:
            raise ApiError(error.code, "game") from None
        person = report.account_id
        if not (
            live.is_player(person) or live.recorder == person or await self._chat.has_written(live.id, person)
        ):
            raise ApiError("not_in_game", "game")
        return await self._chat.last_lines(live.id, count)
