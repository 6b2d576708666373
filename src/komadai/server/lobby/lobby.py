"""Challenges and seeks of this server: creation, acceptance, withdrawal, and who is waiting."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final, Literal

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.clock import DAY_MS
from komadai.play import events as ev
from komadai.play.boards import SHOGI
from komadai.server.connections import Connection, encode
from komadai.server.db.database import DATABASE_ERRORS, reason_of, save_error
from komadai.server.errors import ApiError
from komadai.server.games.asked_positions import asked_in
from komadai.server.games.bot_games import BotGames
from komadai.server.games.game_registry import GameRegistry, created_event, is_id, new_id, options_of
from komadai.server.games.player_names import Names, PlayerName, RatedAs, speed_of_clock
from komadai.server.http.addresses import Base
from komadai.server.lobby import store as lobby_store
from komadai.server.lobby import views
from komadai.server.lobby import wire as lobby_wire
from komadai.server.lobby.store import ChallengeRow, ChallengeStore
from komadai.server.people.social import SocialStore
from komadai.server.people.store import Account
from komadai.server.periodic import Periodic

log: Final = logging.getLogger(__name__)

EXPIRES_AFTER_MS: Final = 24 * 3_600_000
"""A challenge that nobody accepted ends after this time."""
CORRESPONDENCE_EXPIRES_AFTER_MS: Final = 14 * DAY_MS
"""The same for a correspondence game, whose maker need not wait at the page."""
CORRESPONDENCE_FIRST_MOVE_MS: Final = 3 * DAY_MS
"""The time for the first move of each side in a correspondence game."""
MAX_OPEN: Final = 5
"""The number of open challenges of one guest."""
REFRESH_S: Final = 3.0
"""How often the list of running games is read while a page shows the lobby."""
READ_GAMES: Final = 100
"""How many running games are read. Of these each viewer is shown `views.MAX_GAMES`."""
MAX_FOLLOWED_GAMES: Final = 500
"""How many running games of those are read whom an account follows."""
GRADE_VALID_MS: Final = 60_000
MAX_GRADES: Final = 10_000
PRESENT: Final = "lobby"
"""The topic of those who have the lobby open."""
SEEK_GRACE_S: Final = 5.0
"""A seek ends when its page has been closed for this time."""


class Lobby:
    """The open challenges, and the pages that watch them or the lobby."""

    def __init__(
        self, registry: GameRegistry, challenges: ChallengeStore, bot_games: BotGames, social: SocialStore
    ) -> None:
        self._registry = registry
        self._bot_games = bot_games
        self._store = challenges
        self._social = social
        self._waiting: dict[str, set[Connection]] = {}
        """The pages that watch each challenge."""
        self._watchers: set[Connection] = set()
        """The pages that watch the lobby."""
        self.listeners: list[Callable[[ChallengeRow], None]] = []
        """Called with each challenge that this process knows to have changed. They must not raise."""
        self._programs: Counter[str] = Counter()
        """The accounts for which programs listen here, and how many."""
        self._sent: views.Contents | None = None
        """What was sent to them last."""
        registry.peers.on("challenge", self._on_challenge)
        registry.peers.on("closed", self._on_closed)
        self._viewers: dict[RatedAs, tuple[int, PlayerName | None]] = {}
        """The viewers with their ranks and ratings, and when they were read."""
        self._known: dict[str, tuple[int, PlayerName | None]] = {}
        """The people in the lobby, None for guests, and when they were read."""
        self._refreshing = Periodic(self._refresh, REFRESH_S, "send the lobby", at_once=False)

    @classmethod
    async def open(
        cls, registry: GameRegistry, challenges: ChallengeStore, bot_games: BotGames, social: SocialStore
    ) -> Lobby:
        """Opens the lobby. The seeks of an earlier server have no page any more unless it comes back."""
        lobby = cls(registry, challenges, bot_games, social)
        for row in await lobby.listed():
            lobby._end_seek_later(row.id)
        return lobby

    async def close(self) -> None:
        """Ends the regular refresh."""
        await self._refreshing.close()

    async def create(self, guest: str, new: lobby_wire.NewChallenge) -> str:
        """Creates a challenge and returns its id. ``new`` must have been validated.

        Raises ApiError ``too_many_challenges`` or ``barred``; ``no_account`` for a range of ratings around
        a guest's; ``playing`` for a challenge to a bot by somebody who gets no help now.
        """
        await self._registry.conduct.check_play(guest)
        if new.rating_within is not None and await self._account_name(guest) is None:
            raise ApiError("no_account", "rating_within")
        now = self._registry.now_ms()
        mine = await self._store.open_of(guest, now - CORRESPONDENCE_EXPIRES_AFTER_MS)
        if sum(self.state(row) == "open" for row in mine) >= MAX_OPEN:
            raise ApiError("too_many_challenges")
        if new.to is not None:
            account = await self._invited(guest, new.to)
            await self._bot_games.check_new([guest, account.id], asked_in(new), guest)
            new = msgspec.structs.replace(new, to=account.name, listed=False)
        row = ChallengeRow(id=new_id(), guest_id=guest, created_ms=now, settings=new)
        try:
            await self._registry.complete(self._store.add(row))
        except DATABASE_ERRORS as error:
            log.error("could not save a challenge: %s", reason_of(error))
            raise save_error(error) from None
        if row.waits:
            self._end_seek_later(row.id)
            await self._send_lobby()
            await self._registry.peers.tell("challenge", row.id)
        self._call_listeners(row)
        return row.id

    async def open_for(self, person: str, account: str) -> list[ChallengeRow]:
        """The open challenges that this person made, or that invite this account, oldest first."""
        since = self._registry.now_ms() - CORRESPONDENCE_EXPIRES_AFTER_MS
        return [
            row for row in await self._store.open_for(person, account, since) if self.state(row) == "open"
        ]

    def _call_listeners(self, row: ChallengeRow) -> None:
        for listener in self.listeners:
            listener(row)

    async def _invited(self, guest: str, name: str) -> Account:
        """The account that is challenged.

        Raises ApiError ``no_such_account``, ``yourself`` or ``not_here``.
        """
        account = await self._registry.people.account_named(name)
        if account is None:
            raise ApiError("no_such_account", "to", name=name)
        if account.id == guest:
            raise ApiError("yourself", "to")
        blocked = await self._registry.chat.blocked(account.id, [guest])
        if blocked or account.id not in await self.present():
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
        account = None if to is None else await self._registry.people.account_named(to)
        invited = None if account is None else account.id
        names = await self.rated_names(row, [row.guest_id, guest, invited])
        first_move_ms = self._first_move_ms(row.settings)
        return views.challenge(row, guest, self.state(row), base, game_id, names, first_move_ms, invited)

    async def rated_names(self, row: ChallengeRow, people: Sequence[str | None]) -> Names:
        """These people, with their ratings at the variant and speed of a challenge."""
        speed = speed_of_clock(row.settings.clock, row.settings.days or 0)
        return await self._registry.names.of(people, row.settings.variant, speed)

    def _first_move_ms(self, new: lobby_wire.NewChallenge) -> int:
        return self._registry.settings.first_move_ms if new.days is None else CORRESPONDENCE_FIRST_MOVE_MS

    def state(self, row: ChallengeRow) -> lobby_wire.ChallengeState:
        """The state of a challenge now."""
        live = row.settings.days is None
        expires_after_ms = EXPIRES_AFTER_MS if live else CORRESPONDENCE_EXPIRES_AFTER_MS
        if row.state == "open" and self._registry.now_ms() - row.created_ms >= expires_after_ms:
            return "expired"
        states: dict[str, lobby_wire.ChallengeState] = {
            "open": "open",
            "accepted": "accepted",
            "withdrawn": "withdrawn",
            "declined": "declined",
        }
        return states[row.state]

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
        if self.state(row) != "open" or not await self._may_accept(guest, row):
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
        await self._registry.conduct.check_play(guest)
        if not await self._registry.conduct.may_play(row.guest_id):
            raise ApiError("challenge_gone")
        new = row.settings
        await self._bot_games.check_new([row.guest_id, guest], asked_in(new), guest)
        players: tuple[ev.Participant, ev.Participant] = (ev.Person(), ev.Person())
        guests = (guest, row.guest_id) if new.side == "white" else (row.guest_id, guest)
        if new.side == "furigoma":
            guests = await self._tossing(row, guest)
        colors: Literal["fixed", "furigoma"] = "furigoma" if new.side == "furigoma" else "fixed"
        now = self._registry.now_ms()
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
        return not await self._registry.chat.blocked(row.guest_id, [guest])

    async def _account_name(self, guest: str | None) -> str | None:
        """The name of the guest's account."""
        if guest is None:
            return None
        name = (await self._registry.names.of([guest])).get(guest)
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
                names = await self._registry.names.of(
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
            await self._registry.peers.attend(row.id, row.guest_id, True, self._registry.now_ms())
        await self._send_challenge(row, connection)

    def leave(self, connection: Connection, challenge_id: str) -> None:
        """Stops sending the challenge. A seek ends soon after its maker's last page has gone."""
        pages = self._waiting.get(challenge_id, set())
        pages.discard(connection)
        if not pages:
            self._waiting.pop(challenge_id, None)
        self._end_seek_later(challenge_id)

    async def watch_lobby(self, connection: Connection) -> None:
        """Sends the lobby to a page, now and at every change."""
        first = connection.guest is not None and not self._has_lobby(connection.guest)
        self._watchers.add(connection)
        if first:
            assert connection.guest is not None
            await self._registry.peers.attend(PRESENT, connection.guest, True, self._registry.now_ms())
        connection.send(encode(lobby_wire.LobbyMessage(await self.lobby(connection.guest))))

    def leave_lobby(self, connection: Connection) -> None:
        """Stops sending the lobby."""
        self._watchers.discard(connection)
        guest = connection.guest
        if guest is not None and not self._has_lobby(guest):
            self._registry.spawn(self._attend(guest, False))

    async def _attend(self, guest: str, here: bool) -> None:
        try:
            await self._registry.peers.attend(PRESENT, guest, here, self._registry.now_ms())
        except DATABASE_ERRORS as error:
            log.warning("could not store who has the lobby open: %s", reason_of(error))

    async def listen(self, person: str) -> None:
        """A program listens for challenges to this account, which counts as a page on the lobby."""
        self._programs[person] += 1
        await self._attend(person, True)
        await self._send_lobby()

    async def stop_listening(self, person: str) -> None:
        """The program of a `listen` has gone."""
        self._programs[person] -= 1
        if not self._programs[person]:
            del self._programs[person]
        if not self._has_lobby(person):
            await self._attend(person, False)
        await self._send_lobby()

    def _has_lobby(self, guest: str) -> bool:
        """Whether this guest has the lobby open, or a program that listens, at this process."""
        return guest in self._programs or any(watcher.guest == guest for watcher in self._watchers)

    async def present(self) -> set[str]:
        """Who has the lobby open, or a program that listens, here or at another process."""
        here = {watcher.guest for watcher in self._watchers if watcher.guest is not None} | set(
            self._programs
        )
        elsewhere = (await self._registry.peers.elsewhere([PRESENT])).get(PRESENT, ())
        return here | {person for person, is_here, _ in elsewhere if is_here}

    async def _people(self) -> dict[str, PlayerName]:
        """Those of them who have accounts, with their ranks, which are read once a minute."""
        now = self._registry.now_ms()
        present = sorted(await self.present())
        old = [
            each for each in present if each not in self._known or now - self._known[each][0] > GRADE_VALID_MS
        ]
        if len(self._known) > MAX_GRADES:
            self._known.clear()
            old = present
        found = await self._registry.names.of(old, SHOGI, "rapid") if old else {}
        self._known.update({each: (now, found.get(each)) for each in old})
        names = ((each, self._known[each][1]) for each in present)
        return {each: name for each, name in names if name is not None and name.account is not None}

    async def lobby(self, guest: str | None) -> lobby_wire.LobbyView:
        """The lobby, as this guest sees it."""
        viewers = () if guest is None else (guest,)
        contents = await self._contents(viewers)
        return _lobby(contents, guest, await self._read_viewers(contents, viewers))

    async def followed(self, account: str) -> lobby_wire.Followed:
        """Those of the people whom this account follows who are here now, or play a public game."""
        follows = await self._social.others("follow", account)
        hidden = await self.hidden([account], follows)
        shown = [each for each in follows if each not in hidden.get(account, ())]
        games: dict[str, str] = {}
        for row in await self._registry.store.public_running(MAX_FOLLOWED_GAMES, shown):
            for seat in row.seats:
                games.setdefault(seat.guest_id or "", row.id)
        present = await self.present()
        names = await self._registry.names.of(shown)
        return lobby_wire.Followed(
            [
                lobby_wire.FollowedPerson(account=name.account, here=each in present, game=games.get(each))
                for each in shown
                if (each in present or each in games)
                and (name := names.get(each)) is not None
                and name.account is not None
            ]
        )

    # -- inside

    async def _read_viewers(
        self, contents: views.Contents, guests: Iterable[str]
    ) -> dict[RatedAs, PlayerName | None]:
        """The names and ranks of these guests that their lobbies need, read once a minute."""
        now = self._registry.now_ms()
        needed: set[RatedAs] = set()
        for guest in guests if contents.rows else ():
            needed |= {RatedAs(guest, SHOGI, "rapid"), *_as_viewer(contents, guest).values()}
        known = {
            each: self._viewers[each][1]
            for each in needed
            if each in self._viewers and now - self._viewers[each][0] <= GRADE_VALID_MS
        }
        old = needed - known.keys()
        found = await self._registry.names.at(old) if old else {}
        if len(self._viewers) + len(old) > MAX_GRADES:
            self._viewers.clear()
        self._viewers.update({each: (now, found.get(each)) for each in old})
        return {**known, **{each: found.get(each) for each in old}}

    async def _contents(self, viewers: Collection[str]) -> views.Contents:
        """What the lobby shows to these people, and to guests."""
        rows = await self.listed()
        games = await self._registry.store.public_running(READ_GAMES)
        found = await self._registry.names.at(_rated_as(row, row.guest_id) for row in rows)
        makers = {
            row.id: {row.guest_id: found[asked]} if (asked := _rated_as(row, row.guest_id)) in found else {}
            for row in rows
        }
        players = {seat.guest_id for game in games for seat in game.seats} - {None}
        names, people = await self._registry.names.of(players), await self._people()
        follows = await self._social.pairs(
            "follow", viewers, {*names, *people, *(row.guest_id for row in rows)}
        )
        hidden = await self.hidden(viewers, {*people, *(row.guest_id for row in rows)})
        return views.Contents(rows, makers, games, names, people, _by_first(follows), hidden)

    async def hidden(self, viewers: Collection[str], others: Collection[str]) -> dict[str, frozenset[str]]:
        """Those of the others whom each viewer has blocked, or who have blocked the viewer."""
        blocks = await self._social.pairs("block", viewers, others)
        blocked_by = await self._social.pairs("block", others, viewers)
        return _by_first(blocks | {(viewer, other) for other, viewer in blocked_by})

    def _viewers_here(self) -> set[str]:
        return {watcher.guest for watcher in self._watchers if watcher.guest is not None}

    async def listed(self) -> list[ChallengeRow]:
        """The open seeks."""
        rows = await self._store.listed(self._registry.now_ms() - CORRESPONDENCE_EXPIRES_AFTER_MS)
        return [row for row in rows if self.state(row) == "open"]

    async def _changed(self, challenge_id: str) -> None:
        await self._show(challenge_id)
        await self._registry.peers.tell("challenge", challenge_id)

    async def _on_challenge(self, words: Sequence[str]) -> None:
        """Another process has changed a challenge."""
        if self._watchers or words[0] in self._waiting:
            await self._show(words[0])

    async def _on_closed(self, words: Sequence[str]) -> None:
        """The process has ended on which this challenge, or a game, was open."""
        row = await self._store.challenge(words[0])
        if row is not None:
            self._end_seek_later(row.id)

    async def _show(self, challenge_id: str) -> None:
        row = await self.challenge(challenge_id)
        self._call_listeners(row)
        for connection in list(self._waiting.get(challenge_id, ())):
            await self._send_challenge(row, connection)
        if row.waits:
            await self._send_lobby()

    async def _send_challenge(self, row: ChallengeRow, connection: Connection) -> None:
        # The link is not known here; the page has it from its request.
        view = await self.view(row, connection.guest, Base("", False))
        connection.send(encode(lobby_wire.ChallengeMessage(view)))

    async def _send_lobby(self) -> None:
        if not self._watchers:
            return
        viewers = self._viewers_here()
        contents = self._sent = await self._contents(viewers)
        known = await self._read_viewers(contents, viewers)
        for connection in list(self._watchers):
            # Who has come meanwhile gets a lobby of their own, without those whom they have blocked.
            if connection.guest is None or connection.guest in viewers:
                connection.send(encode(lobby_wire.LobbyMessage(_lobby(contents, connection.guest, known))))

    async def _refresh(self) -> None:
        """Sends the lobby when the running games have changed, which other rooms do not announce."""
        if self._watchers and await self._contents(self._viewers_here()) != self._sent:
            await self._send_lobby()

    def _is_watched(self, row: ChallengeRow) -> bool:
        """Whether a page of its maker is open here."""
        return any(each.guest == row.guest_id for each in self._waiting.get(row.id, set()))

    def _end_seek_later(self, challenge_id: str) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(SEEK_GRACE_S, lambda: self._registry.spawn(self._end_seek(challenge_id)))

    async def _end_seek(self, challenge_id: str) -> None:
        """Withdraws a seek if no page of its maker watches it."""
        if self._registry.closing:
            return
        try:
            row = await self.challenge(challenge_id)
            if not row.waits or row.state != "open" or self._is_watched(row):
                return
            if row.settings.days is not None:
                return  # whoever wants to play by correspondence need not wait at the page
            peers, now = self._registry.peers, self._registry.now_ms()
            await peers.attend(row.id, row.guest_id, False, now)
            elsewhere = (await peers.elsewhere([row.id])).get(row.id, ())
            waits = any(person == row.guest_id and here for person, here, _ in elsewhere)
            if not waits and not self._is_watched(row) and await self._store.withdraw(challenge_id):
                await self._changed(challenge_id)
        except (ApiError, *DATABASE_ERRORS) as error:
            log.warning("the seek %s could not be ended: %s", challenge_id, reason_of(error))


def _lobby(
    contents: views.Contents, guest: str | None, known: Mapping[RatedAs, PlayerName | None]
) -> lobby_wire.LobbyView:
    """The lobby, as this guest sees it. ``known``: the guest's ranks."""
    at = {row_id: known[asked] for row_id, asked in _as_viewer(contents, guest).items()}
    name = known[RatedAs(guest, SHOGI, "rapid")] if guest is not None and contents.rows else None
    return views.lobby(contents, views.Viewer(guest, name, at))


def _rated_as(row: ChallengeRow, person: str) -> RatedAs:
    """A person at the variant and speed of a challenge."""
    return RatedAs(person, row.settings.variant, speed_of_clock(row.settings.clock, row.settings.days or 0))


def _as_viewer(contents: views.Contents, guest: str | None) -> dict[str, RatedAs]:
    """The guest at the variant and speed of each seek, by its id, where rank or rating are needed."""
    needed: dict[str, RatedAs] = {}
    for row in contents.rows:
        maker, asked = contents.makers[row.id].get(row.guest_id), _rated_as(row, guest or "")
        if (
            guest not in (None, row.guest_id)
            and maker is not None
            and (maker.grade is not None or row.settings.rating_within is not None)
            and asked.speed is not None
        ):
            needed[row.id] = asked
    return needed


def _by_first(pairs: set[tuple[str, str]]) -> dict[str, frozenset[str]]:
    """The second ones of the pairs, by the first."""
    found: dict[str, set[str]] = {}
    for first, second in pairs:
        found.setdefault(first, set()).add(second)
    return {first: frozenset(seconds) for first, seconds in found.items()}
