"""The games of an event on this server: on two pages, or at a board where a third person keeps the record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.messages.text import Text
from komadai.play import events as ev
from komadai.play.events import Event as GameEvent
from komadai.server.cluster.cluster import publish_on_commit
from komadai.server.cluster.messages import EventChanged, NextGame
from komadai.server.errors import ApiError
from komadai.server.games.live.game_registry import Record, created_event
from komadai.server.games.live.live_game import LiveGame
from komadai.server.games.new_game import check_settings
from komadai.server.games.wire import GameSettings
from komadai.server.people.store import Account
from komadai.server.tournaments import creation, requests
from komadai.server.tournaments.ends import listen
from komadai.server.tournaments.session import Place, TournamentSession, replay_with
from komadai.server.tournaments.store import BoardGame, add_game
from komadai.tournaments import Arena, EventError, Game, Simul, TitleMatch

FIRST_MOVE_MS: Final = 600_000
"""The time for the first move of each side: players come from other tables."""
FIRST_MOVE_DAYS_MS: Final = 3 * 86_400_000
"""The same in correspondence."""
NOT_A_PLAYER: Final = Text(
    "a third person keeps the record, not one of the players", "対局者は記録係になれません"
)
HAS_RESULT: Final = Text("this game has a result already", "この対局の結果は入力済みです")


def missing(session: TournamentSession) -> list[Place]:
    """Finds the boards whose games have begun in the log and have not been created on this server."""
    if not session.row.settings.online:
        return []
    return [
        place
        for each in session.event.rounds
        for game in (each.boards if each.started else ())
        for place in session.places(game)
        if place.is_open and session.game_at(place) is None and None not in session.persons_at(place)
    ]


async def create_games(session: TournamentSession) -> None:
    """Creates the games that are missing, and opens them on the pages of their players. The lock must be
    held.

    The act that begins games also stores when the server looks for those that are missing, so that they
    are created though it is killed meanwhile (`due_events`).
    """
    due = await session.context.store.due_ms(session.id)
    await session.refresh()
    for place in missing(session):
        try:
            await create_game(session, place, exchange=False)
        except ApiError as error:
            if error.code != "stale":  # another process has created it
                raise
    session.context.changed(session)
    if due is not None and not isinstance(session.event, Arena):
        await session.context.store.nothing_due(session.id, due)


async def create_game(session: TournamentSession, place: Place, *, exchange: bool) -> str | None:
    """The new game's id; None if it is not played on this server."""
    game, played = place.game, session.game_at(place)
    if game.replays and played is not None and played.recorder is not None:
        drawn = await session.context.registry.game(played.game_id)
        created, options = drawn.game.replay_settings(session.now_ms())
        game_id = await _record(session, place, played.recorder, created, options)
        await _link(session, drawn, game_id)
        return game_id
    black, white = session.persons_at(place)
    if black is None or white is None or not session.row.settings.online:
        return None
    if exchange:
        black, white = white, black
    if game.replays:
        return await _replay_drawn(session, place, (black, white))
    created, options = _terms(session, game, online=True, exchange=exchange)
    return await _begin(session, place, created, (black, white), options, exchange=exchange)


async def keep_record(session: TournamentSession, account: Account, command: requests.KeepRecord) -> None:
    """Names who keeps the record of a game at the board, and creates the game. The lock must be held.

    The round begins with it, if it has not.
    """
    recorder = await session.context.people.account_named(command.account)
    if recorder is None:
        raise ApiError("no_such_account", name=command.account)
    begins, place = _place(session, command)
    if recorder.id in session.persons_at(place):
        raise ApiError("event_refused", why=NOT_A_PLAYER)
    played = session.game_at(place)
    if played is not None and played.status != "finished":
        if played.recorder is None:
            raise ApiError("playing")
        await session.context.registry.set_recorder(played.game_id, recorder.id)
    elif not place.is_open:
        raise ApiError("event_refused", why=HAS_RESULT)
    else:
        if begins:
            await session.act(account.id, lambda event: event.start(at=session.now_ms()))
            _, place = _place(session, command)
        created, options = _terms(session, place.game, online=False)
        await _record(session, place, recorder.id, created, options, exchange=command.exchange)
        if begins:
            await create_games(session)
    session.context.changed(session)


def _place(session: TournamentSession, command: requests.KeepRecord) -> tuple[bool, Place]:
    """Whether the round begins with the record, and the board once it has begun. Raises ApiError."""
    event = session.event
    try:
        begins = event.game(command.round, command.board).is_open
        begins = begins and not event.rounds[command.round - 1].started
        if begins:
            event = replay_with(event, event.start(at=session.now_ms()))
        game = event.game(command.round, command.board)
        event.check_board(game, command.seat)
    except EventError as error:
        raise ApiError("event_refused", why=Text.of_error(error)) from error
    return begins, Place(game, command.seat)


async def _record(
    session: TournamentSession,
    place: Place,
    recorder: str,
    created: ev.Created,
    options: list[GameEvent],
    *,
    exchange: bool = False,
) -> str:
    """Creates a game at a board, whose record an account keeps."""
    names, persons = session.names_at(place), session.persons_at(place)
    if exchange:
        names, persons = names[::-1], persons[::-1]
    record = Record(recorder, names)
    return await _begin(session, place, created, persons, options, exchange=exchange, record=record)


def _terms(
    session: TournamentSession, game: Game, *, online: bool, exchange: bool = False
) -> tuple[ev.Created, list[GameEvent]]:
    """The first events of a game of the event: on two pages, or at one board, where a recorder corrects
    by taking back."""
    terms = session.row.settings
    new = GameSettings(
        side="black",
        handicap=game.pairing.handicap,
        clock=terms.clock,
        variant=terms.variant,
        impasse=creation.impasse_of(terms),
        take_back=not online,
    )
    start_sfen, handicap = check_settings(new)
    now = session.now_ms()
    created = created_event(new, (ev.Person(), ev.Person()), "fixed", start_sfen, handicap, now)
    if not online:
        return created, [ev.Recorded(at=now)]
    options: list[GameEvent] = []
    if terms.days:
        options.append(ev.Correspondence(at=now, days=terms.days))
    first_move_ms = FIRST_MOVE_DAYS_MS if terms.days else FIRST_MOVE_MS
    if isinstance(session.event, Arena):
        first_move_ms = session.context.core.settings.first_move_ms
    options.append(
        ev.TwoPersons(
            at=now,
            first_move_ms=first_move_ms,
            rated=terms.rated,
            forfeits=session.event.forfeits or (),
        )
    )
    if isinstance(session.event, Simul) and terms.clock is not None and terms.host_minutes:
        black, white = creation.times_of(terms.clock), creation.host_times_of(terms)
        times = (white, black) if exchange else (black, white)
        options.append(ev.TimesKept(at=now, clock=times, of_draw=False))
    return created, options


async def _begin(
    session: TournamentSession,
    place: Place,
    created: ev.Created,
    persons: tuple[str | None, str | None],
    options: Sequence[GameEvent],
    *,
    exchange: bool = False,
    record: Record | None = None,
) -> str:
    """Creates the next game on a board. Raises ApiError ``stale`` if another process has created it."""
    last = session.game_at(place)
    after = None if last is None else last.game_id

    async def mark(connection: AsyncConnection, game_id: str) -> None:
        where = place.round, place.board
        await add_game(connection, session.id, *where, game_id, after=after, exchanged=exchange)
        await publish_on_commit(connection, session.context.core.cluster.name, EventChanged(session.id))

    game_id = await session.context.registry.begin(
        created,
        persons,
        options,
        visibility="private" if session.row.settings.private else "public",
        also=mark,
        record=record,
    )
    new = BoardGame(
        game_id=game_id,
        round=place.round,
        board=place.board,
        exchanged=exchange,
        recorder=None if record is None else record.recorder,
    )
    session.add_game(new)
    await listen(session, game_id)
    return game_id


async def _replay_drawn(session: TournamentSession, place: Place, persons: tuple[str, str]) -> str | None:
    """Creates the game that replays a repetition, in the time that was left."""
    last = session.game_at(place)
    if last is None:
        return None  # it was played over the board
    drawn = await session.context.registry.game(last.game_id)
    created, options = drawn.game.replay_settings(session.now_ms())
    game_id = await _begin(session, place, created, persons, options)
    await _link(session, drawn, game_id)
    return game_id


async def _link(session: TournamentSession, drawn: LiveGame, game_id: str) -> None:
    """Leads the pages of a drawn game to the one that replays it."""
    await drawn.set_next(game_id)
    await session.context.core.cluster.publish(NextGame(drawn.id, game_id))


async def replay_repetition(session: TournamentSession, board: Game) -> None:
    """A game has ended by repetition: it is replayed under its number.

    The act comes first. If the server ends before the new game was stored, only the game is missing when
    this is called again.
    """
    games = [game for game in session.games if (game.round, game.board) == (board.round, board.board)]
    if len(games) > board.replays:
        at = session.now_ms()
        await session.act("", lambda event: TitleMatch.of(event).play_again(board.round, board.board, at=at))
    try:
        again = Place(session.event.game(board.round, board.board))
        await create_game(session, again, exchange=False)
    except ApiError as error:
        if error.code != "stale":  # another process has created it
            raise
    session.set_games(await session.context.store.games(session.id))
    session.context.changed(session)
