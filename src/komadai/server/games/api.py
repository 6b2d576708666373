"""The HTTP calls of games; see docs/wire.md."""

from __future__ import annotations

from typing import Final, cast, get_args

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from komadai._core import Board
from komadai.errors import ClockError, SfenError, UnknownHandicapError, VariantError
from komadai.handicap import Handicap
from komadai.impasse import ImpasseRule
from komadai.kifu.formats.registry import current_key
from komadai.pieces import Color
from komadai.play.boards import SHOGI
from komadai.play.events import ClockSettings
from komadai.play.state import time_control
from komadai.play.texts import Text
from komadai.server.chat import wire as chat_wire
from komadai.server.errors import ApiError
from komadai.server.games import export as games_export
from komadai.server.games import fair_play
from komadai.server.games import views as games_views
from komadai.server.games import wire as games_wire
from komadai.server.games.asked_positions import asked_in
from komadai.server.games.bot_games import BotGames
from komadai.server.games.game_registry import GameRegistry
from komadai.server.games.store import Which, searchable
from komadai.server.http import objections
from komadai.server.http.answers import answer, compressed_answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, body_of, guest_of, number
from komadai.server.http.wire import EmptyRequest
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.positions.keys import key
from komadai.server.records.api import attachment
from komadai.server.records.export import KINDS
from komadai.server.settings import Settings
from komadai.variants import NAMES, Variant
from komadai.variants import Board as VariantBoard

LONGEST_CLOCK_MS: Final = 24 * 3_600_000
MAX_QUERY: Final = 100
MAX_WORDS: Final = 8
MAX_LISTED: Final = 100
NO_HANDICAP: Final = Text("handicap: expected 'even' in a variant", "変則将棋に駒落ちはありません")


@get("/api/options", answers=games_wire.Options)
async def options(request: AnyRequest, settings: NamedDependency[Settings]) -> Response[bytes]:
    """The choices of a new game."""
    return compressed_answer(request, games_views.options(settings))


@post("/api/games", body=games_wire.NewGame, answers=games_wire.NewGameId)
async def new_game(
    request: AnyRequest,
    registry: NamedDependency[GameRegistry],
    settings: NamedDependency[Settings],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Creates a game."""
    guest = guest_of(request)
    new = await body_of(request, games_wire.NewGame)
    if settings.engine(new.engine) is None:
        names = [engine.name for engine in settings.engines]
        raise ApiError("invalid", "engine", why=objections.one_of("engine", names))
    start_sfen, handicap = check_settings(new)
    if not new.both:
        await fair_play.check_engine_game(request, asked_in(new))
    quotas.new_game(guest, request.scope["state"]["address"], registry.now_ms())
    return answer(games_wire.NewGameId(await registry.create(guest, new, start_sfen, handicap)), 201)


@get("/api/games", answers=games_wire.GameList, query=("q", "which", "before", "limit"))
async def list_games(
    request: AnyRequest,
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The guest's own games, newest first; ``which`` selects a part of them."""
    guest = guest_of(request)
    quotas.call(guest, registry.now_ms())
    query = request.query_params
    words = searchable(query.get("q", "")[:MAX_QUERY]).split()[:MAX_WORDS]
    limit = number("limit", query.get("limit", "30"), 1, MAX_LISTED)
    before = cursor(query.get("before"))
    which = query.get("which", "all")
    if which not in get_args(Which):
        raise ApiError("invalid", "which", why=objections.one_of("which", get_args(Which)))
    rows = await registry.store.games_of(guest, words, before, limit + 1, cast("Which", which))
    more = len(rows) > limit
    rows = rows[:limit]
    following = f"{rows[-1].created_ms}-{rows[-1].id}" if more else None
    names = await registry.names.of(seat.guest_id for row in rows for seat in row.seats)
    now = registry.now_ms()
    games = [games_views.summary(row, guest, names, now) for row in rows]
    return answer(games_wire.GameList(games, following))


@get("/api/waiting", answers=games_wire.Waiting)
async def waiting(
    request: AnyRequest,
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """How many games wait for the guest."""
    guest = guest_of(request)
    quotas.call(guest, registry.now_ms())
    store = registry.store
    running = await store.count_of(guest, "correspondence") + await store.count_of(guest, "adjourned")
    return answer(games_wire.Waiting(await store.count_of(guest, "waiting") if running else 0, running))


@get("/api/vacation", answers=games_wire.Vacation)
async def vacation(
    request: AnyRequest,
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The guest's vacation from correspondence games."""
    guest = guest_of(request)
    now = registry.now_ms()
    quotas.call(guest, now)
    return answer(games_views.vacation(await registry.vacations.of(guest, now)))


@post("/api/vacation", status_code=200, body=games_wire.VacationRequest, answers=games_wire.Vacation)
async def set_vacation(
    request: AnyRequest,
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Begins a vacation, changes its length, or ends it."""
    guest = guest_of(request)
    quotas.call(guest, registry.now_ms())
    ask = await body_of(request, games_wire.VacationRequest)
    return answer(games_views.vacation(await registry.set_vacation(guest, ask.days)))


@get("/api/playing", answers=games_wire.Playing)
async def playing(
    request: AnyRequest,
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Whether the guest is playing against another person now, and so gets no help."""
    guest = guest_of(request)
    quotas.call(guest, registry.now_ms())
    return answer(games_wire.Playing(await registry.game_against_person(guest)))


@get("/api/chat/rights", answers=chat_wire.ChatRights)
async def chat_rights(
    request: AnyRequest,
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Whether the guest may write free text in the chat of games."""
    guest = guest_of(request)
    quotas.call(guest, registry.now_ms())
    return answer(await registry.conduct.rights(guest))


@get("/api/games/{game_id:str}", answers=games_wire.GameView)
async def one_game(
    request: AnyRequest,
    game_id: FromPath[str],
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The whole game. If its player asks, a paused game is resumed."""
    guest: str | None = request.scope["state"]["guest"]
    if guest is not None:
        quotas.call(guest, registry.now_ms())
    live = await registry.game(game_id)
    return answer(await live.view(guest))


@get("/api/games/{game_id:str}/premoves", answers=games_wire.Premoves)
async def premoves(
    request: AnyRequest,
    game_id: FromPath[str],
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The moves that a player can prepare while the opponent, another person, is to move."""
    guest = guest_of(request)
    quotas.call(guest, registry.now_ms())
    live = await registry.game(game_id)
    live.check(guest, "move")
    return answer(games_views.premoves(live.game, live.colors_of(guest)))


@post(
    "/api/games/{game_id:str}/conditional",
    status_code=200,
    body=games_wire.ConditionalRequest,
    answers=games_wire.ConditionalLines,
)
async def conditional(
    request: AnyRequest,
    game_id: FromPath[str],
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Stores the player's conditional moves in a correspondence game; no lines: none any more."""
    guest, now = guest_of(request), registry.now_ms()
    quotas.call(guest, now)
    ask = await body_of(request, games_wire.ConditionalRequest)
    live = await registry.game(game_id)
    return answer(games_wire.ConditionalLines(await live.plan(guest, ask.event, ask.lines, now)))


@post("/api/games/{game_id:str}/resume", status_code=200, body=EmptyRequest, answers=games_wire.NewGameId)
async def propose_resume(
    request: AnyRequest,
    game_id: FromPath[str],
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Proposes to continue an adjourned game; the offer stands until the opponent comes."""
    guest, now = guest_of(request), registry.now_ms()
    quotas.call(guest, now)
    live = await registry.game(game_id)
    await live.propose_resume(guest, now)
    return answer(games_wire.NewGameId(live.id))


@post("/api/games/{game_id:str}/rematch", answers=games_wire.RematchAnswer)
async def rematch(
    request: AnyRequest,
    game_id: FromPath[str],
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
    bot_games: NamedDependency[BotGames],
) -> Response[bytes]:
    """Creates the rematch with colours exchanged, or offers it; asked again, returns the same one."""
    guest = guest_of(request)
    live = await registry.game(game_id)
    live.check(guest, "rematch")
    if live.game.consent:
        await registry.conduct.check_play(guest)
    start = [key(live.settings.start_sfen)]
    await bot_games.check_new(live.guests, start, guest)
    if live.settings.engine is not None:
        await fair_play.check_engine_game(request, start)
    quotas.new_game(guest, request.scope["state"]["address"], registry.now_ms())
    new_id, is_new = await registry.rematch(guest, live)
    return answer(games_wire.RematchAnswer(new_id), 201 if is_new else 200)


@get("/api/games/{game_id:str}/record", answers=bytes, query=("format", "ply"))
async def record(
    request: AnyRequest,
    game_id: FromPath[str],
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
    workers: NamedDependency[CpuWorkerPool],
) -> Response[bytes]:
    """The game as a file, one position of it as a picture, or all of it as a Record."""
    state = request.scope["state"]
    guest: str | None = state["guest"]
    if guest is not None:
        quotas.call(guest, registry.now_ms())
    live = await registry.game(game_id)
    live.check(guest, "watch")
    query = request.query_params
    kind = current_key(query.get("format", ""))
    if kind not in (*KINDS, "json"):
        raise ApiError("invalid", "format", why=objections.one_of("format", (*KINDS, "json")))
    ply = None
    if "ply" in query:
        ply = number("ply", query["ply"], 0, len(live.game.moves))
    game, names = live.game, await live.names()
    if kind == "json":
        return answer(await workers.run(state["address"], games_export.view, game, names))
    return attachment(
        await workers.run(state["address"], games_export.write, game, kind, ply, names), f"komadai-{game_id}"
    )


def check_settings(new: games_wire.GameSettings) -> tuple[str, str]:
    """Validates the settings of a new game. Returns the start position and the key of the handicap.

    Raises ApiError.
    """
    if new.impasse not in {rule.value for rule in ImpasseRule}:
        rules = [rule.value for rule in ImpasseRule]
        raise ApiError("invalid", "impasse", why=objections.one_of("impasse", rules))
    if new.clock is not None:
        _check_clock(new.clock)
    if new.variant != SHOGI:
        return check_variant(new), "even"
    if new.options:
        raise ApiError("invalid", "options", why="options: expected none; standard shogi has no options")
    if new.touch_move:
        raise ApiError("invalid", "touch_move", why="touch_move: expected false in standard shogi")
    try:
        handicap = Handicap.named(new.handicap)
    except UnknownHandicapError as error:
        raise ApiError(
            "invalid",
            "handicap",
            why=Text("handicap: {why}", "駒落ち：{why}").filled(why=Text.of_error(error)),
        ) from error
    if new.sfen is None:
        return handicap.sfen, handicap.key
    if handicap.key != "even":
        raise ApiError("invalid", "sfen", why="sfen: expected either a handicap or a position, not both")
    try:
        board = Board(new.sfen.board().sfen())
    except SfenError as error:
        raise ApiError(
            "invalid", "sfen", why=Text("sfen: {why}", "{why}").filled(why=Text.of_error(error))
        ) from error
    if any(board.king(color) is None for color in Color):
        why = Text("sfen: expected a king on each side", "先手と後手の玉が必要です")
        raise ApiError("invalid", "sfen", why=why)
    if board.outcome() is not None:
        why = Text("sfen: the game is over in this position", "この局面で対局は終わっています")
        raise ApiError("invalid", "sfen", why=why)
    known = Handicap.from_sfen(board.sfen())
    return board.sfen(), known.key if known is not None else "even"


def check_variant(new: games_wire.GameSettings) -> str:
    """Validates a new game of a variant. Returns the start position; raises ApiError."""
    if new.variant not in NAMES:
        raise ApiError("invalid", "variant", why=objections.one_of("variant", NAMES))
    if new.handicap != "even":
        raise ApiError("invalid", "handicap", why=NO_HANDICAP)
    try:
        variant = Variant.named(new.variant, **new.options)
    except VariantError as error:
        raise ApiError("invalid", "options", why=Text.of_error(error)) from error
    try:
        board = VariantBoard(variant, None if new.sfen is None else new.sfen.text)
    except SfenError as error:
        raise ApiError(
            "invalid", "sfen", why=Text("sfen: {why}", "{why}").filled(why=Text.of_error(error))
        ) from error
    if board.is_game_over():
        why = Text("sfen: the game is over in this position", "この局面で対局は終わっています")
        raise ApiError("invalid", "sfen", why=why)
    return board.sfen()


def _check_clock(clock: ClockSettings) -> None:
    for name in ("main_ms", "byoyomi_ms", "increment_ms"):
        if not 0 <= getattr(clock, name) <= LONGEST_CLOCK_MS:
            field = f"clock.{name}"
            raise ApiError("invalid", field, why=objections.whole_number(field, 0, LONGEST_CLOCK_MS))
    try:
        time_control(clock)
    except ClockError as error:
        raise ApiError(
            "invalid", "clock", why=Text("clock: {why}", "持ち時間：{why}").filled(why=Text.of_error(error))
        ) from error


def cursor(text: str | None) -> tuple[int, str] | None:
    """Reads the cursor of a list: a time and an id. Raises ApiError ``invalid``."""
    if text is None:
        return None
    created, _, game_id = text.partition("-")
    if (
        created.isascii()
        and created.isdecimal()
        and len(created) <= 15
        and game_id.isalnum()
        and len(game_id) <= 16
    ):
        return int(created), game_id
    raise ApiError("invalid", "before", why="before: expected the cursor of an earlier answer")


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (
    options,
    new_game,
    list_games,
    playing,
    waiting,
    vacation,
    set_vacation,
    chat_rights,
    one_game,
    conditional,
    propose_resume,
    premoves,
    rematch,
    record,
)
