"""The HTTP calls of games; see docs/wire.md."""

from __future__ import annotations

from typing import Final, Literal, cast, get_args

from litestar import Response, get, post
from litestar.params import JSONBody

from komadai.kifu.formats.registry import current_key
from komadai.server.chat import wire as chat_wire
from komadai.server.errors import ApiError
from komadai.server.games import export as games_export
from komadai.server.games import views as games_views
from komadai.server.games import wire as games_wire
from komadai.server.games.conduct import Conduct
from komadai.server.games.fair_play.asked_positions import asked_in
from komadai.server.games.fair_play.bot_games import BotGames
from komadai.server.games.fair_play.fair_play import FairPlay
from komadai.server.games.live.game_registry import GameRegistry
from komadai.server.games.new_game import check_settings
from komadai.server.games.player_names import PlayerNames
from komadai.server.games.storage.store import GameStore, Which, searchable
from komadai.server.games.storage.vacations import Vacations
from komadai.server.http import objections
from komadai.server.http.answers import answer, compressed_answer
from komadai.server.http.calls import Calls, Id
from komadai.server.http.cursor import cursor
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, number
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.people.caller import Caller
from komadai.server.positions.keys import key
from komadai.server.records.api import attachment
from komadai.server.records.export import KINDS
from komadai.server.settings import Settings

MAX_QUERY: Final = 100
MAX_WORDS: Final = 8
MAX_LISTED: Final = 100


class GameCalls(Calls):
    """Games."""

    path = "/api/games"
    registry: GameRegistry
    fair_play: FairPlay
    settings: Settings
    game_store: GameStore
    player_names: PlayerNames
    conduct: Conduct
    bot_games: BotGames
    quotas: RequestQuotas
    workers: CpuWorkerPool

    @post("/", cost="game")
    async def new_game(
        self, request: AnyRequest, caller: Caller, data: JSONBody[games_wire.NewGame]
    ) -> games_wire.NewGameId:
        """Creates a game."""
        if self.settings.engine(data.engine) is None:
            names = [engine.name for engine in self.settings.engines]
            raise ApiError("invalid", "engine", why=objections.one_of("engine", names))
        start_sfen, handicap = check_settings(data)
        if not data.both:
            await self.fair_play.check_engine_game(request, asked_in(data))
        return games_wire.NewGameId(await self.registry.create(caller.person, data, start_sfen, handicap))

    @get("/", query=("q", "which", "before", "limit"))
    async def list_games(self, caller: Caller) -> games_wire.GameList:
        """The guest's own games, newest first; ``which`` selects a part of them.

        ``which`` is ``all``, ``running`` (live), ``correspondence``, ``waiting`` (for the guest),
        ``adjourned`` or ``finished``.
        """
        query = caller.query
        words = searchable(query.get("q", "")[:MAX_QUERY]).split()[:MAX_WORDS]
        limit = number("limit", query.get("limit", "30"), 1, MAX_LISTED)
        before = cursor(query.get("before"))
        which = query.get("which", "all")
        if which not in get_args(Which):
            raise ApiError("invalid", "which", why=objections.one_of("which", get_args(Which)))
        rows = await self.game_store.games_of(caller.person, words, before, limit + 1, cast("Which", which))
        more = len(rows) > limit
        rows = rows[:limit]
        following = f"{rows[-1].created_ms}-{rows[-1].id}" if more else None
        names = await self.player_names.of(seat.guest_id for row in rows for seat in row.seats)
        games = [games_views.summary(row, caller.person, names, caller.now_ms) for row in rows]
        return games_wire.GameList(games, following)

    @get("/{game_id:str}", cost="view")
    async def one_game(self, caller: Caller, game_id: Id) -> games_wire.GameView:
        """The whole game. If its player asks, a paused game is resumed."""
        live = await self.registry.game(game_id)
        return await live.view(caller.guest)

    @get("/{game_id:str}/premoves")
    async def premoves(self, caller: Caller, game_id: Id) -> games_wire.Premoves:
        """The moves that a player can prepare while the opponent, another person, is to move.

        Only in standard shogi.
        """
        live = await self.registry.game(game_id)
        live.check(caller.person, "move")
        return games_views.premoves(live.game, live.colors_of(caller.person))

    @post("/{game_id:str}/conditional", status_code=200)
    async def conditional(
        self, caller: Caller, game_id: Id, data: JSONBody[games_wire.ConditionalRequest]
    ) -> games_wire.ConditionalLines:
        """Stores the player's conditional moves in a correspondence game; no lines: none any more."""
        live = await self.registry.game(game_id)
        return games_wire.ConditionalLines(
            await live.commands.plan(caller.person, data.event, data.lines, caller.now_ms)
        )

    @post("/{game_id:str}/resume", status_code=200)
    async def propose_resume(self, caller: Caller, game_id: Id) -> games_wire.NewGameId:
        """Proposes to continue an adjourned game; the offer stands until the opponent comes."""
        live = await self.registry.game(game_id)
        await live.commands.propose_resume(caller.person, caller.now_ms)
        return games_wire.NewGameId(live.id)

    @post("/{game_id:str}/rematch", answers=games_wire.RematchAnswer, cost=None)
    async def rematch(self, request: AnyRequest, caller: Caller, game_id: Id) -> Response[bytes]:
        """Creates the rematch with colours exchanged, or offers it; asked again, returns the same one.

        Asked again: 200 and the same id; 200 with ``id`` null while the other person has not agreed. 409
        ``playing`` before the end.
        """
        guest = caller.person
        live = await self.registry.game(game_id)
        live.check(guest, "rematch")
        if live.game.consent:
            await self.conduct.check_play(guest)
        start = [key(live.settings.start_sfen)]
        await self.bot_games.check_new(live.guests, start, guest)
        if live.settings.engine is not None:
            await self.fair_play.check_engine_game(request, start)
        self.quotas.new_game(guest, caller.address, caller.now_ms)
        new_id, is_new = await self.registry.rematch(guest, live)
        return answer(games_wire.RematchAnswer(new_id), 201 if is_new else 200)

    @get("/{game_id:str}/record", query=("format", "ply", "language"), answers=bytes, cost="view")
    async def record(self, caller: Caller, game_id: Id) -> Response[bytes]:
        """The game as a file, a position of it as a picture, or all as a Record with names in en or ja.

        ``format`` is a format of records, ``svg`` (of the position at ``ply``), or ``json`` (a Record).
        """
        live = await self.registry.game(game_id)
        live.check(caller.guest, "watch")
        query = caller.query
        kind = current_key(query.get("format", ""))
        if kind not in (*KINDS, "json"):
            raise ApiError("invalid", "format", why=objections.one_of("format", (*KINDS, "json")))
        ply = None
        if "ply" in query:
            ply = number("ply", query["ply"], 0, len(live.game.moves))
        game, names = live.game, await live.names()
        if kind == "json":
            language: Literal["en", "ja"] = "en" if query.get("language") == "en" else "ja"
            return answer(await self.workers.run(caller.address, games_export.view, game, names, language))
        return attachment(
            await self.workers.run(caller.address, games_export.write, game, kind, ply, names),
            f"komadai-{game_id}",
        )


class PlayerCalls(Calls):
    """The choices of a player, and the state of their games."""

    path = "/api"
    settings: Settings
    game_store: GameStore
    vacations: Vacations
    registry: GameRegistry
    conduct: Conduct

    @get("/options", answers=games_wire.Options, cost=None)
    async def options(self, request: AnyRequest) -> Response[bytes]:
        """The choices of a new game."""
        return compressed_answer(request, games_views.options(self.settings))

    @get("/waiting")
    async def waiting(self, caller: Caller) -> games_wire.Waiting:
        """How many games wait for the guest.

        Correspondence games at their turn, and adjourned ones that the opponent proposes to resume.
        """
        guest = caller.person
        count = self.game_store.count_of
        running = await count(guest, "correspondence") + await count(guest, "adjourned")
        return games_wire.Waiting(await count(guest, "waiting") if running else 0, running)

    @get("/vacation")
    async def vacation(self, caller: Caller) -> games_wire.Vacation:
        """The guest's vacation from correspondence games."""
        return games_views.vacation(await self.vacations.of(caller.person, caller.now_ms))

    @post("/vacation", status_code=200)
    async def set_vacation(
        self, caller: Caller, data: JSONBody[games_wire.VacationRequest]
    ) -> games_wire.Vacation:
        """Begins a vacation, changes its length, or ends it.

        0 days end it.
        """
        return games_views.vacation(await self.registry.set_vacation(caller.person, data.days))

    @get("/playing")
    async def playing(self, caller: Caller) -> games_wire.Playing:
        """Whether the guest is playing against another person now, and so gets no help."""
        return games_wire.Playing(await self.registry.game_against_person(caller.person))

    @get("/chat/rights")
    async def chat_rights(self, caller: Caller) -> chat_wire.ChatRights:
        """Whether the guest may write free text in the chat of games."""
        return await self.conduct.rights(caller.person)


CALLS: Final = (
    PlayerCalls,
    GameCalls,
)
