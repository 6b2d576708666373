"""The two players of a live game: names and ranks, whether the game counts, their games before."""

from __future__ import annotations

from collections.abc import Mapping

from komadai.pieces import Color
from komadai.play.boards import SHOGI
from komadai.play.game import GameMachine
from komadai.play.state import color_name
from komadai.server.games import views, wire
from komadai.server.games.player_names import PlayerName, PlayerNames, speed_of_clock
from komadai.server.games.storage.store import GameStore
from komadai.server.games.storage.tables import GameRow
from komadai.server.ratings.service import GameResult, UnratedReason, unrated_reason


class Participants:
    """The shown facts of the players. They are read once, and again after `forget`."""

    def __init__(self, store: GameStore, names: PlayerNames) -> None:
        self._store = store
        self._known_names = names
        self._names: dict[Color, PlayerName] | None = None
        self._games_between: tuple[bool, tuple[int, int, int]] | None = None
        """Whether the game was over when the games between its players were counted, and their numbers."""

    def forget(self) -> None:
        """Names or ratings may have changed."""
        self._names = None

    async def names(self, game: GameMachine, row: GameRow) -> Mapping[Color, PlayerName]:
        """The players that have accounts, with their ranks; at a board all players with their names."""
        if self._names is None:
            settings = game.settings
            variant = settings.variant.partition(":")[0]
            guests = [seat.guest_id for seat in row.seats]
            speed = speed_of_clock(settings.clock, game.days)
            found = await self._known_names.of(guests, variant, speed, row.id if game.rated else "")
            colors = game.colors or ()
            at_board = row.recorder_id is not None
            self._names = {}
            for seat, color in zip(row.seats, colors, strict=bool(colors)):
                name = views.seat_name(seat, found) if at_board else found.get(seat.guest_id or "")
                if name is not None:
                    self._names[color] = name
        return self._names

    async def is_rated(self, game: GameMachine, row: GameRow) -> bool:
        """Whether the game counts, or will count at its end."""
        return game.rated and await self.unrated_reason(game, row) is None

    async def unrated_reason(self, game: GameMachine, row: GameRow) -> UnratedReason | None:
        """Why the game does not count although its players want it to; None if it does, or if they do not."""
        if not game.rated:
            return None
        if game.is_replayed:
            return "replayed"
        if game.interruption is not None:
            return "no_result"
        if any(name.bot for name in (await self.names(game, row)).values()):
            return "bot"
        return unrated_reason(await self.result(game, row))

    async def result(self, game: GameMachine, row: GameRow) -> GameResult:
        """The game as far as ratings are concerned; guests without an account are None."""
        settings = game.settings
        names = await self.names(game, row)
        seated = dict(zip(game.colors, row.seats, strict=True)) if game.colors else {}
        black, white = (seated[color].guest_id if color in names else None for color in Color)
        winner = None if game.outcome is None else game.outcome.winner
        return GameResult(
            game_id=row.id,
            black=black,
            white=white,
            winner=None if winner is None else color_name(winner),
            at_ms=game.at,
            clock=settings.clock,
            days_per_move=game.days or None,
            variant=settings.variant.partition(":")[0],
            handicap=settings.handicap,
            start_sfen=settings.start_sfen if settings.variant == SHOGI else None,
        )

    async def head_to_head(self, game: GameMachine, row: GameRow) -> wire.HeadToHead | None:
        """The games between two players that have accounts; counted once, and again at the end."""
        if game.colors is None or len(await self.names(game, row)) != 2:
            return None
        over = game.outcome is not None
        if self._games_between is None or self._games_between[0] is not over:
            black, white = (row.seats[game.colors.index(color)].guest_id for color in Color)
            if black is None or white is None:
                return None  # at a board, known by name only
            self._games_between = over, await self._store.head_to_head(black, white)
        return wire.HeadToHead(*self._games_between[1])
