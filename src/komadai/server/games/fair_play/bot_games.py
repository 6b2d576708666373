"""A bot's moves would help a player of a running game, as those of an engine would.

So who plays live against a person begins no game with a bot and makes no move in one, and no game with a bot
begins from a protected position (see `protected_positions`), also if the bot asks for the game. A game
against another bot does not count here: a bot plays several people at once, and a person several bots.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from komadai.messages.text import Text
from komadai.server.games.fair_play.asked_positions import Asked, asked_by_move
from komadai.server.games.fair_play.fair_play import NO_HELP, PlayingError, refuse_any
from komadai.server.games.fair_play.protected_positions import ProtectedPositions
from komadai.server.games.live.game_registry import GameRegistry
from komadai.server.games.live.live_game import LiveGame
from komadai.server.games.player_names import PlayerNames

OTHER_PLAYS: Final = Text(
    "This person is playing another game: a bot can play them when it is over.",
    "相手は別の対局中です。ボットとの対局は終局後に始められます。",
)


class BotGames:
    """Asks who may play with a bot."""

    def __init__(self, registry: GameRegistry, names: PlayerNames, protected: ProtectedPositions) -> None:
        self._registry = registry
        self._names = names
        self._protected = protected

    async def check_new(self, people: Sequence[str | None], asked: Iterable[Asked], caller: str) -> None:
        """Raises PlayingError if one of these people is a bot and another may not be helped.

        ``asked``: the position in which the game begins, if it was set up. ``caller``: who asks for the game.
        """
        names = await self._names.of(people)
        positions = list(asked)
        bots = {person for person, name in names.items() if name.bot}
        if not bots:
            return
        for person in people:
            if person is None or person in bots:
                continue
            if await self._plays_no_bot(person):
                raise PlayingError(NO_HELP if person == caller else OTHER_PLAYS)
            if positions:
                refuse_any(await self._protected.of(person), positions)

    async def check_move(self, live: LiveGame, guest: str, text: str) -> None:
        """Raises PlayingError for a move in a game with a bot by a person who may not be helped."""
        colors = live.colors_of(guest)
        names = (await live.names()).items()
        if len(colors) != 1 or not any(name.bot for color, name in names if color not in colors):
            return
        if any(name.bot for color, name in names if color in colors):
            return
        if await self._plays_no_bot(guest):
            raise PlayingError
        if protected := await self._protected.of(guest, but=live.id):
            refuse_any(protected, asked_by_move(live.game.board, text))

    async def _plays_no_bot(self, person: str) -> bool:
        """Whether somebody plays live against a person in whose account no program plays."""
        opponents = (await self._registry.contests_of(person)).values()
        names = await self._names.of(opponents) if opponents else {}
        return any(each is None or each not in names or not names[each].bot for each in opponents)
