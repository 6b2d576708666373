"""Challenges and seeks of this server: creation, acceptance, withdrawal, and the pages that watch them."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Sequence
from typing import Final, Literal

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.clock import DAY_MS
from komadai.play import events as ev
from komadai.server.chat.store import ChatStore
from komadai.server.cluster import messages as ms
from komadai.server.connections import Connection, encode
from komadai.server.core import Core
from komadai.server.db.database import DATABASE_ERRORS, reason_of, save_error
from komadai.server.errors import ApiError
from komadai.server.games.fair_play.asked_positions import asked_in
from komadai.server.games.live.game_registry import created_event, is_id, new_id, options_of
from komadai.server.games.player_names import Names, speed_of_clock
from komadai.server.games.room import GamesRoom
from komadai.server.http.addresses import Base
from komadai.server.lobby import store as lobby_store
from komadai.server.lobby import views
from komadai.server.lobby import wire as lobby_wire
from komadai.server.lobby.lobby import Lobby
from komadai.server.lobby.store import ChallengeRow, ChallengeStore
from komadai.server.people.store import Account, PeopleStore

log: Final = logging.getLogger(__name__)

CORRESPONDENCE_FIRST_MOVE_MS: Final = 3 * DAY_MS
"""The time for the first move of each side in a correspondence game."""
MAX_OPEN: Final = 5
"""The number of open challenges of one guest."""
SEEK_GRACE_S: Final = 5.0
"""A seek ends when its page has been closed for this time."""


class Challenges:
    """The open challenges."""

    def __init__(self, core: Core, games: GamesRoom, lobby: Lobby) -> None:
        self._settings, self._clock = core.settings, core.clock
        self._cluster, self._tasks = core.cluster, core.tasks
        self._registry, self._names = games.registry, games.player_names
        self._conduct, self._bot_games = games.conduct, games.bot_games
        self._lobby = lobby
        self._store = ChallengeStore(core.database)
        self._chat = ChatStore(core.database)
        self._people = PeopleStore(core.database)
        self._waiting: dict[str, set[Connection]] = {}
        """The pages that watch each challenge."""
        self.listeners: list[Callable[[ChallengeRow], None]] = []
        """Called with each challenge that this process knows to have changed. They must not raise."""
        core.cluster.subscribe(ms.ChallengeChanged, self._on_challenge)
        core.cluster.subscribe(ms.Closed, self._on_closed)

    async def end_seeks_without_page(self) -> None:
        """Ends the seeks of an earlier server soon, unless their pages come back."""
        for row in await self._lobby.listed():
            self._end_seek_later(row.id)

    async def create(self, guest: str, new: lobby_wire.NewChallenge) -> str:
        """Creates a challenge and returns its id. ``new`` must have been validated.

        Raises ApiError ``too_many_challenges`` or ``barred``; ``no_account`` for a range of ratings around
        a guest's; ``playing`` for a challenge to a bot by somebody who gets no help now.
        """
        await self._conduct.check_play(guest)
        if new.rating_within is not None and await self._account_name(guest) is None:
            raise ApiError("no_account", "rating_within")
        now = self._clock.now_ms()
        if len(await self._store.open_of(guest, now)) >= MAX_OPEN:
            raise ApiError("too_many_challenges")
        if new.to is not None:
            account = await self._invited(guest, new.to)
            await self._bot_games.check_new([guest, account.id], asked_in(new), guest)
            new = msgspec.structs.replace(new, to=account.name, listed=False)
        row = ChallengeRow(id=new_id(), guest_id=guest, created_ms=now, settings=new)
        try:
            await self._tasks.complete(self._store.add(row))
        except DATABASE_ERRORS as error:
            log.error("could not save a challenge: %s", reason_of(error))
            raise save_error(error) from None
        if row.waits:
            self._end_seek_later(row.id)
            await self._lobby.send()
            await self._cluster.publish(ms.ChallengeChanged(row.id))
        self._call_listeners(row)
        return row.id

    async def open_for(self, person: str, account: str) -> list[ChallengeRow]:
        """The open challenges that this person made, or that invite this account, oldest first."""
        return await self._store.open_for(person, account, self._clock.now_ms())

    def _call_listeners(self, row: ChallengeRow) -> None:
        for listener in self.listeners:
            listener(row)

    async def _invited(self, guest: str, name: str) -> Account:
        """The account that is challenged.

        Raises ApiError ``no_such_account``, ``yourself`` or ``not_here``.
        """
        account = await self._people.account_named(name)
        if account is None:
            raise ApiError("no_such_account", "to", name=name)
        if account.id == guest:
            raise ApiError("yourself", "to")
        blocked = await self._chat.blocked(account.id, [guest])
        if blocked or account.id not in await self._lobby.present():
            raise ApiError("not_here", "to")
        return account

    async def challenge(self, challenge_id: str) -> ChallengeRow:
        """The challenge with this id. Raises ApiError ``not_found``."""
        row = await self._store.challenge(challenge_id) if is_id(challenge_id) else None
        if row is None:
            raise ApiError("not_found")
        return row

    async def view(self, row: ChallengeRow, guest: str | None, base: Base) -> lobby_wire.ChallengeView:
        """The challenge, as this guest sees it. Only its two players see the game."""
        game_id = row.game_id
        if game_id is not None and not (await self._registry.game(game_id)).is_player(guest):
            game_id = None
        to = row.settings.to
        account = None if to is None else await self._people.account_named(to)
        invited = None if account is None else account.id
        names = await self.rated_names(row, [row.guest_id, guest, invited])
        state, first_move_ms = row.state_at(self._clock.now_ms()), self._first_move_ms(row.settings)
        return views.challenge(row, guest, state, base, game_id, names, first_move_ms, invited)

    async def rated_names(self, row: ChallengeRow, people: Sequence[str | None]) -> Names:
        """These people, with their ratings at the variant and speed of a challenge."""
        speed = speed_of_clock(row.settings.clock, row.settings.days or 0)
        return await self._names.of(people, row.settings.variant, speed)

    def _first_move_ms(self, new: lobby_wire.NewChallenge) -> int:
        return self._settings.first_move_ms if new.days is None else CORRESPONDENCE_FIRST_MOVE_MS

    async def accept(self, guest: str, challenge_id: str, start_sfen: str, handicap: str) -> str:
        """Accepts a challenge: creates the game and returns its id.

        Raises ApiError ``challenge_gone`` if it is not open any more, or not to this guest (whom its maker
        may have blocked, which is not told), ``rating_range`` for a rating outside its range,
        ``own_challenge`` for one's own.
        Asked again by the person who has accepted it, returns the same game.
        """
        row = await self.challenge(challenge_id)
        if row.guest_id == guest:
            raise ApiError("own_challenge")
        if row.game_id is not None:
            live = await self._registry.game(row.game_id)
            if live.is_player(guest):
                return row.game_id
        if row.state_at(self._clock.now_ms()) != "open" or not await self._may_accept(guest, row):
            raise ApiError("challenge_gone")
        new = row.settings
        names = await self.rated_names(row, [row.guest_id, guest]) if new.rating_within is not None else {}
        if not views.fits(new, names.get(row.guest_id), names.get(guest)):
            raise ApiError("rating_range")
        return await self.begin(row, guest, start_sfen, handicap)

    async def begin(
        self, row: ChallengeRow, guest: str, start_sfen: str, handicap: str, other: ChallengeRow | None = None
    ) -> str:
        """Creates the game of a challenge between its maker and this guest, and returns its id.

        ``other``: a challenge of the guest's, which is accepted at the same time: both get the same game.
        Raises ApiError ``barred`` if the guest may begin no games; ``challenge_gone`` if the maker may not,
        or if one of the challenges is not open any more; ``playing`` if one of the two is a bot, and the
        other gets no help now.
        """
        await self._conduct.check_play(guest)
        if not await self._conduct.may_play(row.guest_id):
            raise ApiError("challenge_gone")
        new = row.settings
        await self._bot_games.check_new([row.guest_id, guest], asked_in(new), guest)
        players: tuple[ev.Participant, ev.Participant] = (ev.Person(), ev.Person())
        guests = (guest, row.guest_id) if new.side == "white" else (row.guest_id, guest)
        if new.side == "furigoma":
            guests = await self._tossing(row, guest)
        colors: Literal["fixed", "furigoma"] = "furigoma" if new.side == "furigoma" else "fixed"
        now = self._clock.now_ms()
        created = created_event(new, players, colors, start_sfen, handicap, now)
        options = options_of(new, now)
        if new.days is not None:
            options.append(ev.Correspondence(at=now, days=new.days))
        options.append(ev.TwoPersons(at=now, first_move_ms=self._first_move_ms(new), rated=new.rated))
        if new.replay_draws or new.formal_resignation:
            options.append(
                ev.ProfessionalRules(
                    at=now, replay_draws=new.replay_draws, formal_resignation=new.formal_resignation
                )
            )

        # Always in the same order, so that two processes cannot wait for each other.
        both = sorted({row.id} if other is None else {row.id, other.id})

        async def mark(connection: AsyncConnection, game_id: str) -> None:
            for each in both:
                await lobby_store.accept(connection, each, game_id)

        game_id = await self._registry.begin(created, guests, options, visibility=new.visibility, also=mark)
        for each in both:
            await self._changed(each)
        return game_id

    async def _may_accept(self, guest: str, row: ChallengeRow) -> bool:
        """Whether the challenge is to everybody, or to this guest, whom its maker has not blocked."""
        if row.settings.to is not None and row.settings.to != await self._account_name(guest):
            return False
        return not await self._chat.blocked(row.guest_id, [guest])

    async def _account_name(self, guest: str | None) -> str | None:
        """The name of the guest's account."""
        if guest is None:
            return None
        name = (await self._names.of([guest])).get(guest)
        return None if name is None else name.account

    async def _tossing(self, row: ChallengeRow, guest: str) -> tuple[str, str]:
        """The two players, the one who tosses the pawns first."""
        maker, new = row.guest_id, row.settings
        tosser = maker
        match new.tosser:
            case "other":
                tosser = guest
            case "janken":
                tosser = secrets.choice((maker, guest))
            case "higher":
                names = await self._names.of(
                    [maker, guest], new.variant, speed_of_clock(new.clock) or "rapid"
                )
                grades = [names[each].grade if each in names else None for each in (maker, guest)]
                if grades[0] is not None and grades[1] is not None and grades[1] > grades[0]:
                    tosser = guest
        return (tosser, guest if tosser == maker else maker)

    async def decline(self, guest: str, challenge_id: str) -> None:
        """Declines an invitation. Raises ApiError ``not_invited`` if it is not to this guest."""
        row = await self.challenge(challenge_id)
        if row.settings.to is None or not await self._may_accept(guest, row):
            raise ApiError("not_invited")
        if not await self._store.decline(row.id) and (await self.challenge(row.id)).state == "accepted":
            raise ApiError("challenge_gone")
        await self._changed(row.id)

    async def withdraw(self, guest: str, challenge_id: str) -> None:
        """Withdraws the guest's own challenge; no effect if it was withdrawn already.

        Raises ApiError ``not_your_challenge``; ``challenge_gone`` if it has been accepted.
        """
        row = await self.challenge(challenge_id)
        if row.guest_id != guest:
            raise ApiError("not_your_challenge")
        if not await self._store.withdraw(row.id) and (await self.challenge(row.id)).state == "accepted":
            raise ApiError("challenge_gone")
        await self._changed(row.id)

    async def withdraw_all(self, person: str) -> None:
        """Withdraws all open challenges and seeks of a person who may begin no games any more."""
        for challenge_id in await self._store.withdraw_all(person):
            await self._changed(challenge_id)

    # -- the pages

    async def watch(self, connection: Connection, challenge_id: str) -> None:
        """Sends a challenge to a page, now and at every change."""
        row = await self.challenge(challenge_id)
        self._waiting.setdefault(row.id, set()).add(connection)
        if row.guest_id == connection.guest and row.waits:
            await self._cluster.set_presence(row.id, row.guest_id, True, self._clock.now_ms())
        await self._send_challenge(row, connection)

    def leave(self, connection: Connection, challenge_id: str) -> None:
        """Stops sending the challenge. A seek ends soon after its maker's last page has gone."""
        pages = self._waiting.get(challenge_id, set())
        pages.discard(connection)
        if not pages:
            self._waiting.pop(challenge_id, None)
        self._end_seek_later(challenge_id)

    def _is_watched(self, row: ChallengeRow) -> bool:
        """Whether a page of its maker is open here."""
        return any(each.guest == row.guest_id for each in self._waiting.get(row.id, set()))

    def _end_seek_later(self, challenge_id: str) -> None:
        self._tasks.later(SEEK_GRACE_S, lambda: self._end_seek(challenge_id))

    async def _end_seek(self, challenge_id: str) -> None:
        """Withdraws a seek if no page of its maker watches it."""
        try:
            row = await self.challenge(challenge_id)
            if not row.waits or row.state != "open" or self._is_watched(row):
                return
            if row.settings.days is not None:
                return  # whoever wants to play by correspondence need not wait at the page
            await self._cluster.set_presence(row.id, row.guest_id, False, self._clock.now_ms())
            elsewhere = (await self._cluster.presence_elsewhere([row.id])).get(row.id, ())
            waits = any(person == row.guest_id and here for person, here, _ in elsewhere)
            if not waits and not self._is_watched(row) and await self._store.withdraw(challenge_id):
                await self._changed(challenge_id)
        except (ApiError, *DATABASE_ERRORS) as error:
            log.warning("the seek %s could not be ended: %s", challenge_id, reason_of(error))

    # -- changes

    async def _changed(self, challenge_id: str) -> None:
        await self._show(challenge_id)
        await self._cluster.publish(ms.ChallengeChanged(challenge_id))

    async def _on_challenge(self, message: ms.ChallengeChanged) -> None:
        """Another process has changed a challenge."""
        if self._lobby.is_watched or message.id in self._waiting:
            await self._show(message.id)

    async def _on_closed(self, message: ms.Closed) -> None:
        """The process has ended on which this challenge, or a game, was open."""
        row = await self._store.challenge(message.topic)
        if row is not None:
            self._end_seek_later(row.id)

    async def _show(self, challenge_id: str) -> None:
        row = await self.challenge(challenge_id)
        self._call_listeners(row)
        for connection in list(self._waiting.get(challenge_id, ())):
            await self._send_challenge(row, connection)
        if row.waits:
            await self._lobby.send()

    async def _send_challenge(self, row: ChallengeRow, connection: Connection) -> None:
        # The link is not known here; the page has it from its request.
        view = await self.view(row, connection.guest, Base("", False))
        connection.send(encode(lobby_wire.ChallengeMessage(view)))
