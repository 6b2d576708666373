"""Enters players: by themselves, by the arbiter, from a list, from another tournament."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from komadai.messages.text import Text
from komadai.server.errors import ApiError
from komadai.server.games.player_names import speed_of_clock
from komadai.server.people.store import Account
from komadai.server.people.visible_text import visible_line
from komadai.server.tournaments import list_entry, requests
from komadai.server.tournaments.session import ALREADY_IN, Context, TournamentSession
from komadai.tournaments import (
    Act,
    Arena,
    EventError,
    League,
    Member,
    Player,
    Swiss,
    Tournament,
    read_rank,
    titles,
)
from komadai.tournaments.kinds.title_match.settings import TitleMatchSettings

MAX_SWISS: Final = 200
"""The players of a Swiss event: pairing a round of more would take a processor for too long."""
ARENA_ACCOUNT: Final = Text(
    "an arena on this server is for players with accounts",
    "このサーバーでのアリーナにはアカウントが必要です",
)


async def enter(
    session: TournamentSession, account: Account, command: requests.Join | requests.AddPlayer
) -> None:
    """A player or team enters. The lock must be held. Raises ApiError."""
    who: Account | None = account
    name, rating, rank, club = "", 0, None, ""
    members: tuple[Member, ...] = ()
    if isinstance(command, requests.AddPlayer):
        who = None
        if command.account:
            who = await session.context.people.account_named(command.account)
            if who is None:
                raise ApiError("no_such_account", field="account", name=command.account)
        try:
            rank = read_rank(command.rank)
            members = tuple([await _member(session, each) for each in command.members])
        except EventError as error:
            raise ApiError("event_refused", field="rank", why=Text.of_error(error)) from error
        if who is None and isinstance(session.event, Arena) and session.row.settings.online:
            raise ApiError("event_refused", field="account", why=ARENA_ACCOUNT)
        name, rating, club = command.name, command.rating, command.club
    elif not session.row.settings.open:
        raise ApiError("no_entries")
    if isinstance(session.event, Swiss) and len(session.event.players) >= MAX_SWISS:
        full = EventError.with_code("event-full", most=MAX_SWISS)
        raise ApiError("event_refused", why=Text.of_error(full))
    if who is not None:
        if session.number_of(who.id) is not None:
            raise ApiError("event_refused", why=ALREADY_IN)
        if session.row.settings.online:
            await session.context.conduct.check_play(who.id)
        name = name or who.display_name
        rating = rating if members else rating or await rating_of(session.context, who, session.row.settings)
    person = None if who is None else who.id
    await session.act(
        account.id,
        lambda event: event.enter(
            name, at=session.now_ms(), rating=rating, rank=rank, club=club, members=members
        ),
        entered=person,
    )
    if isinstance(session.event, League):
        number = len(session.event.players)
        await session.act(
            account.id,
            lambda event: League.of(event).want(
                number, command.opponents, command.languages, at=session.now_ms()
            ),
        )


async def enter_list(session: TournamentSession, account: Account, command: requests.AddPlayers) -> None:
    """The players of a list enter. The lock must be held. Raises ApiError."""
    if isinstance(session.event, Arena) and session.row.settings.online:
        raise ApiError("event_refused", field="players", why=ARENA_ACCOUNT)
    at = session.now_ms()

    async def decide(event: Tournament) -> Sequence[Act]:
        return list_entry.entries(event, command, max_players=MAX_SWISS, at=at)

    await session.acts(account.id, decide)


async def add_member(session: TournamentSession, account: Account, command: requests.AddMember) -> None:
    """A team gets another member. The lock must be held. Raises ApiError."""
    try:
        member = await _member(session, command.member)
    except EventError as error:
        raise ApiError("event_refused", why=Text.of_error(error)) from error
    await session.act(
        account.id,
        lambda event: event.add_member(command.player, member, at=session.now_ms()),
    )


async def _member(session: TournamentSession, new: requests.NewMember) -> Member:
    """A member of a team, with their account. Raises EventError for a wrong rank, ApiError."""
    name, rating, who = visible_line(new.name), new.rating, None
    if new.account:
        who = await session.context.people.account_named(new.account)
        if who is None:
            raise ApiError("no_such_account", name=new.account)
        if session.row.settings.online:
            await session.context.conduct.check_play(who.id)
        name = name or who.display_name
        rating = rating or await rating_of(session.context, who, session.row.settings)
    if not name:
        raise EventError.with_code("event-no-name")
    person = "" if who is None else who.id
    return Member(name=name, rating=rating, rank=read_rank(new.rank), account=person)


async def rating_of(context: Context, account: Account, settings: requests.NewTournament) -> int:
    """The settled rating of an account for the games of an event; 0 if there is none."""
    speed = speed_of_clock(settings.clock, settings.days)
    if speed is None:
        return 0
    names = await context.names.of([account.id], settings.variant, speed)
    name = names.get(account.id)
    if name is None or name.rank is None or name.rank.en == "?":
        return 0
    return name.rating or 0


async def enter_players(
    session: TournamentSession, by: Account, other: TournamentSession, players: Sequence[Player]
) -> None:
    """Enters players of another event, with their accounts. The lock must be held."""
    for player in players:

        def decide(event: Tournament, player: Player = player) -> Act:
            return event.enter(
                player.name,
                at=session.now_ms(),
                rating=player.rating,
                rank=player.rank,
                club=player.club,
            )

        await session.act(by.id, decide, entered=other.persons.get(player.number))


def qualifier_of(session: TournamentSession) -> str:
    """The id of the event whose best player challenges in a title match; empty: there is none."""
    settings = session.event.settings
    return settings.qualifier if isinstance(settings, TitleMatchSettings) else ""


async def take_challenger(
    session: TournamentSession, account: Account, qualifier: TournamentSession | None
) -> None:
    """The best of the qualifier enter a title match. The lock must be held."""
    try:
        if qualifier is None:
            raise EventError.with_code("event-no-qualifier")
        through = titles.challengers(session.event, qualifier.event)
    except EventError as error:
        raise ApiError("event_refused", why=Text.of_error(error)) from error
    await enter_players(session, account, qualifier, through)
