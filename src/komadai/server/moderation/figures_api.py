"""The HTTP calls of the figures that moderators see of a game; see docs/wire.md."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from litestar import post
from litestar.params import JSONBody

from komadai.errors import ReviewError
from komadai.kifu import Game
from komadai.messages import Message
from komadai.messages.text import Text
from komadai.pieces import Color
from komadai.play.game import GameMachine
from komadai.server.errors import ApiError
from komadai.server.games import export as games_export
from komadai.server.games import views as games_views
from komadai.server.games.live.game_registry import GameRegistry
from komadai.server.games.live.live_game import LiveGame
from komadai.server.games.player_names import speed_of_clock
from komadai.server.games.wire import Player
from komadai.server.http.calls import Calls, Id
from komadai.server.http.wire import EmptyRequest
from komadai.server.jobs.calls import job_calls
from komadai.server.jobs.job_queue import Job, JobQueue
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.moderation import wire as wt
from komadai.server.moderation.api import moderators_only
from komadai.server.moderation.jobs import FiguresTask, Subject, TimedGame
from komadai.server.people.caller import Caller, Guard
from komadai.server.ratings.service import RatingService
from komadai.server.reviews.wire import MAX_PLIES

OtherGames = list[tuple[GameMachine, Color]]
"""Other games of a player, with the colour that they had."""

PATH: Final = "/api/moderation/figures"
OTHER_GAMES: Final = 3
"""How many other rated games of each player are looked at."""
LOOKED_THROUGH: Final = 30
"""Among how many of the newest rated games they are looked for."""
NOT_OVER: Final = Text("the game is not over", "対局がまだ終わっていません")
NOT_OF_TWO: Final = Text("expected a game of two persons", "人と人との対局だけが対象です")
TOO_LONG: Final = Text(
    f"a game of at most {MAX_PLIES:,} moves can be looked at", f"調べられるのは{MAX_PLIES}手までの対局です"
)
NO_MOVES: Final = Text("the game has no moves", "指し手がありません")


class FiguresCalls(Calls):
    """How the players of a game played; for moderators."""

    path = "/api/moderation"
    guards: Sequence[Guard] | None = [moderators_only]
    registry: GameRegistry
    ratings: RatingService
    jobs: JobQueue
    workers: CpuWorkerPool

    @post("/games/{game_id:str}/figures", cost="record")
    async def begin_figures(
        self, caller: Caller, game_id: Id, data: JSONBody[EmptyRequest]
    ) -> wt.FiguresJobView:
        """Queues a job that compares how the two players of a finished game played; for moderators.

        The game is one of shogi between two persons, also a private one: 400 ``invalid`` for others. It
        changes nothing and is not stored.
        """
        live = await self.registry.game(game_id)
        _check(live)
        rated = {each.account_id: each for each in await self.ratings.store.game(live.id)}
        black, white = games_views.game_players(live.game, (), await live.names())
        assert live.game.colors is not None
        seated = dict(zip(live.game.colors, live.guests, strict=True))
        found = []
        for color, player in zip(Color, (black, white), strict=True):
            person = seated[color]
            own = rated.get(person or "")
            others = await _others(self.registry, self.ratings, person, live)
            rating = None if own is None else round(own.before)
            found.append((player, rating, others))
        task = await self.workers.run(caller.address, _task, live.id, live.game, found)
        job = Job(caller.person, task, helps=False)
        self.jobs.submit(job, caller.address)
        return task.view(job)


def _check(live: LiveGame) -> None:
    """Raises ApiError ``invalid`` for a game that is not looked at."""
    first, second = live.guests
    if live.game.outcome is None:
        raise ApiError("invalid", "game", why=NOT_OVER)
    if first is None or second is None or first == second:
        raise ApiError("invalid", "game", why=NOT_OF_TWO)
    if not live.game.moves:
        raise ApiError("invalid", "game", why=NO_MOVES)
    if len(live.game.moves) > MAX_PLIES:
        raise ApiError("invalid", "game", why=TOO_LONG)


async def _others(
    registry: GameRegistry, ratings: RatingService, person: str | None, live: LiveGame
) -> OtherGames:
    """The newest other rated games of a player at the variant and speed of this one, with their colours."""
    settings = live.settings
    speed = speed_of_clock(settings.clock, live.game.days)
    if person is None or speed is None:
        return []
    found: OtherGames = []
    for each in reversed(await ratings.store.history(person, settings.variant, speed, LOOKED_THROUGH)):
        if each.game_id == live.id:
            continue
        game = (await registry.game(each.game_id)).game
        if 0 < len(game.moves) <= MAX_PLIES:
            found.append((game, Color(each.color == "white")))
        if len(found) == OTHER_GAMES:
            break
    return found


def _task(
    game_id: str, game: GameMachine, players: Iterable[tuple[Player, int | None, OtherGames]]
) -> FiguresTask:
    """Runs in a worker thread. Raises ApiError ``invalid`` for a game that cannot be reviewed."""
    try:
        black, white = (
            Subject(player, rating, [(_played(other), color) for other, color in others])
            for player, rating, others in players
        )
        return FiguresTask(game_id, _played(game), (black, white))
    except ReviewError as error:
        raise ApiError("invalid", "game", why=Text.of_error(error)) from error


def _played(game: GameMachine) -> TimedGame:
    tree = games_export.tree(game)
    if not isinstance(tree, Game):
        raise ReviewError(Message("review-variant"))
    return TimedGame(tree, [each.ms for each in game.moves])


CALLS: Final = (
    FiguresCalls,
    job_calls(PATH, FiguresTask, lambda job, task: task.view(job), wt.FiguresJobView, helps=False),
)
