"""The HTTP calls of the explorer; see docs/wire.md."""

from __future__ import annotations

from typing import Final

from litestar import get, post
from litestar.params import JSONBody

from komadai.kifu import Game
from komadai.messages.text import Text
from komadai.server.errors import ApiError
from komadai.server.explorer import statistics_view
from komadai.server.explorer import wire as ew
from komadai.server.explorer.imports import IMPORTED, PROGRAM, ImportTask
from komadai.server.explorer.service import OWN, Explorer
from komadai.server.http import objections
from komadai.server.http.calls import Calls
from komadai.server.http.requests import AnyRequest, number
from komadai.server.jobs.calls import job_calls
from komadai.server.jobs.job_queue import Job, JobQueue
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.people.accounts.service import PeopleService
from komadai.server.people.caller import Caller
from komadai.server.people.profiles import display_name
from komadai.server.positions import move_input
from komadai.server.records import to_wire
from komadai.server.records.positions import board_after, board_of
from komadai.server.records.wire import ReadAnswer
from komadai.server.settings import Settings

_MAX_GAME: Final = 2**29 - 1
MAX_NAME: Final = 100
MAX_FILE_NAME: Final = 200
THERE_ALREADY: Final = Text(
    "the games of the program are a database of this server already",
    "プログラム同士の対局はすでに登録されています",
)


class ExplorerCalls(Calls):
    """The game databases, and the files that can be added to them."""

    path = "/api/explorer"
    explorer: Explorer
    settings: Settings
    workers: CpuWorkerPool
    jobs: JobQueue
    people: PeopleService

    @get("/databases", cost=None)
    async def list_databases(self, caller: Caller) -> ew.ExplorerDatabases:
        """The game databases that the page can show, the games played here first, and what can be added.

        ``here`` are the games played here, ``program`` those that come with Komadai and ``imported`` imported
        ones, if they were added; then come the databases of the config file that can be read.
        """
        await self.explorer.sync()
        address = caller.address
        return ew.ExplorerDatabases(
            databases=await self.workers.run(address, self.explorer.databases),
            may_add=_may_add(caller, self.settings),
            starter=await self.workers.run(address, self.explorer.offer),
            max_bytes=self.settings.limits.collection_body,
        )

    @post("/starter", cost="record")
    async def add_starter(self, caller: Caller) -> ew.ImportJobView:
        """Queues a job that makes a database of the games that come with Komadai.

        400 ``invalid`` if it is there.
        """
        _check_may_add(caller, self.settings)
        if self.explorer.offer().added:
            raise ApiError("invalid", "database", why=THERE_ALREADY)
        return _queued(self.jobs, caller, self.explorer.import_task(PROGRAM))

    @post("/", status_code=200, helps=True)
    async def explore(self, caller: Caller, data: JSONBody[ew.ExplorerRequest]) -> ew.ExplorerAnswer:
        """The moves that games played in a position, with results, and some of the games.

        Fifteen games at most.
        """
        board = board_of(data.sfen)
        previous = None if data.previous is None else move_input.from_usi(data.previous)
        if data.database == OWN:
            await self.explorer.sync()
        found = await self.workers.run(caller.address, self.explorer.explore, data, board)
        return await self.explorer.view(found, board, previous)

    @get("/names", query=("database",))
    async def stored_names(self, caller: Caller) -> ew.NamesAnswer:
        """The openings and castles of a database, by which its games can be chosen.

        The most frequent come first. Not ``complete``: not all games are recognized yet, and ``opening`` and
        ``castle`` are refused with 409 ``names_missing``.
        """
        key = caller.query.get("database", "")
        if key == OWN:
            await self.explorer.sync()
        return await self.workers.run(caller.address, self.explorer.names, key)

    @get("/record", query=("database", "id"), cost="record")
    async def one_game(self, caller: Caller) -> ReadAnswer:
        """A game of a database, as a Record."""
        query = caller.query
        if "database" not in query:
            raise ApiError(
                "invalid",
                "database",
                why=Text(
                    "database: expected the key of a database",
                    "「database」はデータベースのキーにしてください",
                ),
            )
        game_id = number("id", query.get("id", ""), 1, _MAX_GAME)
        record = await self.workers.run(caller.address, self.explorer.game, query["database"], game_id)
        return ReadAnswer(format="komadai", games=[to_wire.record(record)], more=False)

    @post("/like", status_code=200, helps=True, cost="record")
    async def games_like_this(self, caller: Caller, data: JSONBody[ew.LikeRequest]) -> ew.LikeAnswer:
        """The games of a database that are most like a game.

        The fifteen games most like it; all shares are 0 to 1.
        """
        game = Game(board_after(data).root_sfen())
        game.extend(map(move_input.from_usi, data.moves))
        if data.database == OWN:
            await self.explorer.sync()
        found = await self.workers.run(caller.address, self.explorer.like, data.database, game)
        views = await self.explorer.games_view([(each.game, source) for each, source in found])
        return ew.LikeAnswer(
            [
                ew.LikeGame(
                    view, each.score, each.likeness.line, each.likeness.names, each.likeness.structure
                )
                for view, (each, _) in zip(views, found, strict=True)
            ]
        )

    @post("/pattern", status_code=200, helps=True, cost="record")
    async def games_with_pattern(self, caller: Caller, data: JSONBody[ew.PatternRequest]) -> ew.PatternAnswer:
        """The games of a database with a position that has this part.

        The first fifteen games; not ``complete`` if five seconds ended before all games were searched.
        """
        if data.database == OWN:
            await self.explorer.sync()
        games, complete = await self.workers.run(caller.address, self.explorer.pattern, data)
        return ew.PatternAnswer(await self.explorer.games_view(games), complete)

    @get("/statistics", query=("database", "player"), cost="record")
    async def database_statistics(self, caller: Caller) -> ew.StatisticsAnswer:
        """The games of a database, or of one of its players, in numbers.

        Those of a player are from the player's side; ``player`` is a name of the records, or of ``here`` an
        account.
        """
        key, player = (caller.query.get(name, "") for name in ("database", "player"))
        if len(player) > MAX_NAME:
            raise ApiError("invalid", "player", why=objections.at_most_characters("player", MAX_NAME))
        name = self.explorer.name_of(key)
        games, account, shown = None, None, Text(player, player) if player else None
        if key == OWN:
            await self.explorer.sync()
            if player:
                found_account = await self.people.store.account_named(player)
                if found_account is None or found_account.deleted_ms is not None:
                    raise ApiError("not_found", "player")
                account, shown = found_account.name, display_name(found_account)
                games = await self.explorer.own.sides_of(found_account.id)
        found, profile = await self.workers.run(caller.address, self.explorer.statistics, key, player, games)
        if player and not found.results.games and games is None:
            raise ApiError("not_found", "player")
        return statistics_view.view(found, profile, database=name, player=shown, account=account)

    @post("/import", body_limit="collection_body", query=("name",), body=bytes, cost="record")
    async def add_file(self, request: AnyRequest, caller: Caller) -> ew.ImportJobView:
        """Queues a job that adds the games of the body, a file or an archive, to the imported games.

        At most ``max_bytes``; games that are there are left out.
        """
        _check_may_add(caller, self.settings)
        name = request.query_params.get("name", "")
        if len(name) > MAX_FILE_NAME:
            raise ApiError("invalid", "name", why=objections.at_most_characters("name", MAX_FILE_NAME))
        return _queued(self.jobs, caller, self.explorer.import_task(IMPORTED, name, await request.body()))


def _queued(jobs: JobQueue, caller: Caller, task: ImportTask) -> ew.ImportJobView:
    job = Job(caller.person, task, helps=False)
    jobs.submit(job, caller.address)
    return task.view(job)


def _may_add(caller: Caller, settings: Settings) -> bool:
    """Whether who asks may add games to the databases of all: at the server's own machine, and moderators."""
    account = caller.session.account
    return settings.is_local or (account is not None and account.role != "user")


def _check_may_add(caller: Caller, settings: Settings) -> None:
    """Raises ApiError ``no_account`` or ``not_moderator`` for those who may not."""
    if not settings.is_local and caller.account.role == "user":
        raise ApiError("not_moderator")


CALLS: Final = (
    ExplorerCalls,
    job_calls(
        "/api/explorer/imports",
        ImportTask,
        lambda job, task: task.view(job),
        ew.ImportJobView,
        helps=False,
    ),
)
