"""The HTTP calls of docs/wire.md."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from komadai import __version__
from komadai._core import Board
from komadai.errors import ClockError, SfenError, UnknownHandicapError
from komadai.handicap import Handicap
from komadai.impasse import ImpasseRule
from komadai.pieces import Color
from komadai.play.events import ClockSettings
from komadai.play.game import time_control
from komadai.play.refusals import Refused
from komadai.play.texts import Words
from komadai.server.db.database import searchable
from komadai.server.games import export as games_export
from komadai.server.games import views as games_views
from komadai.server.games import wire as games_wire
from komadai.server.games.live_game import Hall
from komadai.server.http.allowances import Allowances
from komadai.server.http.helpers import AnyRequest, answer, body_of, guest_of, number
from komadai.server.http.session import Keyring, set_cookie
from komadai.server.jobs.worker_pool import Desk
from komadai.server.records.api import attachment
from komadai.server.records.export import KINDS
from komadai.server.settings import Settings

LONGEST_CLOCK_MS: Final = 24 * 3_600_000
LONGEST_QUERY: Final = 100
MOST_WORDS: Final = 8
MOST_LISTED: Final = 100


@get("/api/session")
async def session(
    request: AnyRequest,
    keyring: NamedDependency[Keyring],
    hall: NamedDependency[Hall],
    allowances: NamedDependency[Allowances],
) -> Response[bytes]:
    """Who the page is; a new guest if it has no cookie of ours."""
    state = request.scope["state"]
    guest: str = state["guest"] or keyring.new_guest()
    allowances.call(guest, hall.now_ms())
    cookie = set_cookie(keyring.cookie_value(guest), state["tls"])
    return answer(games_wire.Session(guest, keyring.csrf(guest), __version__), headers={"Set-Cookie": cookie})


@get("/api/options")
async def options(settings: NamedDependency[Settings]) -> Response[bytes]:
    """What a new game can choose."""
    return answer(games_views.options(settings))


@post("/api/games")
async def new_game(
    request: AnyRequest,
    hall: NamedDependency[Hall],
    settings: NamedDependency[Settings],
    allowances: NamedDependency[Allowances],
) -> Response[bytes]:
    """Begins a game."""
    guest = guest_of(request)
    new = await body_of(request, games_wire.NewGame)
    start_sfen, handicap = check_new_game(new, settings)
    allowances.new_game(guest, request.scope["state"]["address"], hall.now_ms())
    return answer(games_wire.Made(await hall.begin(guest, new, start_sfen, handicap)), 201)


@get("/api/games")
async def list_games(
    request: AnyRequest,
    hall: NamedDependency[Hall],
    allowances: NamedDependency[Allowances],
) -> Response[bytes]:
    """The guest's own games, newest first."""
    guest = guest_of(request)
    allowances.call(guest, hall.now_ms())
    query = request.query_params
    words = searchable(query.get("q", "")[:LONGEST_QUERY]).split()[:MOST_WORDS]
    limit = number("limit", query.get("limit", "30"), 1, MOST_LISTED)
    before = _cursor(query.get("before"))
    rows = await hall.database.games_of(guest, words, before, limit + 1)
    more = len(rows) > limit
    rows = rows[:limit]
    following = f"{rows[-1].created_ms}-{rows[-1].id}" if more else None
    return answer(games_wire.GameList([games_views.summary(row) for row in rows], following))


@get("/api/games/{game_id:str}")
async def one_game(
    request: AnyRequest,
    game_id: FromPath[str],
    hall: NamedDependency[Hall],
    allowances: NamedDependency[Allowances],
) -> Response[bytes]:
    """The whole game; its guest's asking resumes it."""
    guest: str | None = request.scope["state"]["guest"]
    if guest is not None:
        allowances.call(guest, hall.now_ms())
    live = await hall.game(game_id)
    return answer(await live.view(guest))


@post("/api/games/{game_id:str}/rematch")
async def rematch(
    request: AnyRequest,
    game_id: FromPath[str],
    hall: NamedDependency[Hall],
    allowances: NamedDependency[Allowances],
) -> Response[bytes]:
    """The same game with colours changed. Asked again, the same rematch."""
    guest = guest_of(request)
    live = await hall.game(game_id)
    if live.guest != guest:
        raise Refused("not_yours")
    allowances.new_game(guest, request.scope["state"]["address"], hall.now_ms())
    made, new = await hall.rematch(guest, live)
    return answer(games_wire.Made(made), 201 if new else 200)


@get("/api/games/{game_id:str}/record")
async def record(
    request: AnyRequest,
    game_id: FromPath[str],
    hall: NamedDependency[Hall],
    allowances: NamedDependency[Allowances],
    desk: NamedDependency[Desk],
) -> Response[bytes]:
    """The game as a file, one position of it as a picture, or all of it as a Record."""
    state = request.scope["state"]
    guest: str | None = state["guest"]
    if guest is not None:
        allowances.call(guest, hall.now_ms())
    live = await hall.game(game_id)
    query = request.query_params
    kind = query.get("format", "")
    if kind not in (*KINDS, "json"):
        raise Refused("invalid", "format", why=f"format: expected one of {', '.join(KINDS)}, json")
    ply = None
    if "ply" in query:
        ply = number("ply", query["ply"], 0, len(live.game.moves))
    game = live.game
    if kind == "json":
        return answer(await desk.do(state["address"], games_export.view, game))
    return attachment(
        await desk.do(state["address"], games_export.write, game, kind, ply), f"komadai-{game_id}"
    )


def check_new_game(new: games_wire.NewGame, settings: Settings) -> tuple[str, str]:
    """The start position and the handicap's key. Raises Refused naming the field."""
    if settings.engine(new.engine) is None:
        names = ", ".join(engine.name for engine in settings.engines)
        raise Refused("invalid", "engine", why=f"engine: expected one of {names}")
    if new.impasse not in {rule.value for rule in ImpasseRule}:
        rules = ", ".join(rule.value for rule in ImpasseRule)
        raise Refused("invalid", "impasse", why=f"impasse: expected one of {rules}")
    if new.clock is not None:
        _check_clock(new.clock)
    try:
        handicap = Handicap.named(new.handicap)
    except UnknownHandicapError as error:
        raise Refused("invalid", "handicap", why=f"handicap: {error}") from error
    if new.sfen is None:
        return handicap.sfen, handicap.key
    if handicap.key != "even":
        raise Refused("invalid", "sfen", why="sfen: expected either a handicap or a position, not both")
    try:
        board = Board(new.sfen)
    except SfenError as error:
        raise Refused("invalid", "sfen", why=Words(f"sfen: {error}", error.text("ja"))) from error
    if any(board.king(color) is None for color in Color):
        why = Words("sfen: expected a king on each side", "先手と後手の玉が必要です")
        raise Refused("invalid", "sfen", why=why)
    if board.outcome() is not None:
        why = Words("sfen: the game is over in this position", "この局面で対局は終わっています")
        raise Refused("invalid", "sfen", why=why)
    known = Handicap.from_sfen(board.sfen())
    return board.sfen(), known.key if known is not None else "even"


def _check_clock(clock: ClockSettings) -> None:
    for name in ("main_ms", "byoyomi_ms", "increment_ms"):
        if not 0 <= getattr(clock, name) <= LONGEST_CLOCK_MS:
            raise Refused("invalid", f"clock.{name}", why=f"clock.{name}: expected 0 to {LONGEST_CLOCK_MS}")
    try:
        time_control(clock)
    except ClockError as error:
        raise Refused("invalid", "clock", why=f"clock: {error}") from error


def _cursor(text: str | None) -> tuple[int, str] | None:
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
    raise Refused("invalid", "before", why="before: expected the cursor of an earlier answer")


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (
    session,
    options,
    new_game,
    list_games,
    one_game,
    rematch,
    record,
)
