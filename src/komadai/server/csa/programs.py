"""The programs that are logged in, those that wait for an opponent, and their games."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import random
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy.exc import IntegrityError

from komadai._core import Board
from komadai.csa.game_name import GameName
from komadai.csa.game_summary import GivenMove, read_moves
from komadai.pieces import Color
from komadai.server.csa.csa_game import CsaGame
from komadai.server.csa.login_answers import LoginAnswer
from komadai.server.csa.pairing import Entrant, pair
from komadai.server.csa.store import CsaGameRow, CsaStore
from komadai.server.db.database import DATABASE_ERRORS, reason_of
from komadai.server.errors import ApiError
from komadai.server.people.accounts.passwords import PasswordHashes
from komadai.server.people.names.role_words import has_role_word
from komadai.server.people.store import Account, PeopleStore, new_id
from komadai.server.periodic import Periodic

if TYPE_CHECKING:
    from komadai.server.core import Core
    from komadai.server.csa.session import Session
    from komadai.server.games.live.game_registry import GameRegistry
    from komadai.server.settings import CsaSettings

log: Final = logging.getLogger(__name__)

PERSON: Final = "guest"
"""The name of a person in CSA's protocol. An account's could not be deleted from the programs' logs."""


class CsaPrograms:
    """All programs of the CSA port."""

    def __init__(self, core: Core, registry: GameRegistry, settings: CsaSettings, secret: bytes) -> None:
        """``secret``: the key from which the tokens of games are made."""
        self.core = core
        self.registry = registry
        self.store: CsaStore = CsaStore(core.database)
        self.hashes: Final = PasswordHashes()
        self._people = PeopleStore(core.database)
        self.settings = settings
        self.closing: bool = False
        self.sessions: dict[str, Session] = {}
        self.games: dict[str, CsaGame] = {}
        """The games that are proposed or played, by their id."""
        self._secret = secret
        self._rng = random.SystemRandom()
        self._last_second = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._rounds: Periodic | None = None

    async def open(self) -> None:
        """Takes up the games that an earlier run of the server left, and begins the rounds of the league."""
        for row in await self.store.running():
            try:
                await self._take_up(row)
            except Exception as error:  # a damaged game must not stop the server from starting
                log.error("CSA game %s: %s: %s", row.csa_id, type(error).__name__, reason_of(error))
        self._rounds = Periodic(
            self.hold_round, self._until_round, "hold a round of the league", at_once=False
        )

    async def close(self) -> None:
        """Ends all connections. Running games are left to the registry, which pauses them."""
        self.closing = True
        if self._rounds is not None:
            await self._rounds.close()
        for game in self.games.values():
            game.close()
        for session in list(self.sessions.values()):
            if session.x1:
                session.send("##[NOTICE] the server is stopping")
            session.connection.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Runs the coroutine in a task of its own; a failure is logged."""
        task = asyncio.get_running_loop().create_task(self._guarded(coroutine))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @staticmethod
    async def _guarded(coroutine: Coroutine[Any, Any, None]) -> None:
        try:
            await coroutine
        except Exception as error:
            log.error("CSA: %s", error, exc_info=not isinstance(error, (*DATABASE_ERRORS, ApiError)))

    # -- programs

    async def check_password(self, name: str, password: str) -> LoginAnswer:
        """Whether a program may log in. A new name is taken with this password if registration is open.

        Raises ApiError if too many passwords are being checked.
        """
        account = await self._people.account_named(name, "program")
        if account is None:
            if not self.settings.open_registration:
                return LoginAnswer.WRONG
            if not await self._may_begin(name):
                return LoginAnswer.NAME_TAKEN
            if not password:
                return LoginAnswer.RIGHT  # it plays without a name of its own, unrated
            await self._register(name, password)
            account = await self._people.account_named(name, "program")
        if account is None:
            return LoginAnswer.WRONG
        stored = await self._people.password(account.id)
        if not await self.hashes.matches(stored, password):
            return LoginAnswer.WRONG
        if account.name != name:
            return LoginAnswer.OTHER_CAPITALS
        if account.is_banned(self.core.clock.now_ms()):
            return LoginAnswer.CLOSED
        await self.store.add_program(name)
        return LoginAnswer.RIGHT

    async def _may_begin(self, name: str) -> bool:
        """Whether a new program may have this name: it looks like no role and like no other program."""
        return not has_role_word(name) and not await self._people.is_taken(name, "program")

    async def _register(self, name: str, password: str) -> None:
        """Creates the account of a program. Unlike people's, its password may be any text."""
        hashed = await self.hashes.make(password)
        now = self.core.clock.now_ms()
        account = Account(id=new_id(), kind="program", name=name, display_name=name, created_ms=now)
        with suppress(IntegrityError):  # another login was faster
            async with self._people.engine.begin() as connection:
                await self._people.add_account(connection, account, hashed)

    def enter(self, session: Session) -> bool:
        """Logs a program in whose password was checked. It replaces one of its name, unless that plays."""
        before = self.sessions.get(session.name)
        if before is not None:
            if before.game is not None:
                return False
            self.leave(before)
            before.connection.close()
        self.sessions[session.name] = session
        return True

    def leave(self, session: Session) -> None:
        """A program has logged out, or its connection has ended."""
        session.closed = True
        if self.sessions.get(session.name) is session:
            del self.sessions[session.name]
        for watched in self.games.values():
            watched.monitors.pop(session, None)
        game, session.game = session.game, None
        if game is not None:
            game.leave(session)

    def game_to_return_to(self, name: str, reconnect: str) -> tuple[CsaGame, Color] | None:
        """The game and side of ``<game id>+<token>``, if this program may take it up again."""
        csa_id, _, token = reconnect.rpartition("+")
        game = self.games.get(csa_id)
        if game is None or game.live is None:
            return None
        for color in Color:
            right = hmac.compare_digest(token.encode(), self.token(csa_id, color).encode())
            if right and game.names[color] == name:
                return game, color
        return None

    def token(self, csa_id: str, color: Color) -> str:
        """The token with which this side can come back to the game. It survives a restart of the server."""
        message = f"csa-reconnect {csa_id} {color.key}".encode()
        return hmac.new(self._secret, message, hashlib.sha256).hexdigest()[:32]

    # -- waiting

    async def wait(self, session: Session, name: GameName, *, challenge: bool = False) -> None:
        """A program wants to play under this name. The game is proposed if another one waits for it.

        ``challenge``: it does not wait if there is none.
        """
        if name.is_league and name.color is not None:
            session.error(f"you cannot choose a side in the game {name.text}")
            return
        session.idle()
        rival = None if name.is_league else self._rival(session, name)
        if rival is not None and await self._begin(session, rival, name):
            return
        if challenge:
            session.error(f"can't find rival for {name.text}")
            return
        if session.closed or session.game is not None:
            return
        session.status, session.waiting_for, session.color = "game_waiting", name, name.color

    def _rival(self, session: Session, name: GameName) -> Session | None:
        for other in self.sessions.values():
            if (
                other is not session
                and other.status == "game_waiting"
                and other.waiting_for is not None
                and other.waiting_for.text == name.text
                and (other.color is None or other.color is not name.color)
            ):
                return other
        return None

    def open_to_persons(self) -> list[Session]:
        """The programs that wait for an opponent who may also be a person: those outside the league, with a
        limit of time, in games from the first move."""
        return [
            session
            for session in self.sessions.values()
            if session.status == "game_waiting"
            and (name := session.waiting_for) is not None
            and not name.is_league
            and not name.is_buoy
            and name.times.control() is not None
        ]

    async def play_person(self, program: str, guest: str, color: Color | None) -> str:
        """Begins a game of a waiting program with a guest, who plays this colour, or any. Returns its id.

        Raises ApiError ``program_gone`` if the program does not wait any more, wants another colour for
        itself, or does not agree in time.
        """
        session = next((each for each in self.open_to_persons() if each.name == program), None)
        if session is None:
            raise ApiError("program_gone")
        wanted = session.color
        if wanted is None:
            wanted = Color(self._rng.randrange(2)) if color is None else color.opponent
        elif color is wanted:
            raise ApiError("program_gone")
        name = session.waiting_for
        assert name is not None
        if wanted is Color.BLACK:
            game = self.propose((session, None), name, persons=(None, guest))
        else:
            game = self.propose((None, session), name, persons=(guest, None))
        game_id = await game.begun()
        if game_id is None:
            raise ApiError("program_gone")
        return game_id

    async def buoy_is_set(self, name: GameName) -> None:
        """Moves were set for games of this name: those who wait for it play."""
        for session in list(self.sessions.values()):
            wanted = session.waiting_for
            if wanted is None or wanted.text != name.text:
                continue
            rival = self._rival(session, wanted)
            if rival is not None and await self._begin(session, rival, wanted):
                return

    async def _begin(self, session: Session, rival: Session, name: GameName) -> bool:
        """Proposes the game; False if it begins with moves that nobody has set, or a program left."""
        given: tuple[GivenMove, ...] = ()
        if name.is_buoy:
            buoy = await self.store.use_buoy(name.text)
            if buoy is None:
                return False
            given = read_moves(Board(name.handicap.sfen), buoy.moves)
            if session.closed or rival.closed or rival.game is not None or rival.waiting_for is None:
                await self.store.add_buoy(buoy)
                return False
        rivals_color = rival.color
        if rivals_color is None and name.color is None:
            rivals_color = Color(self._rng.randrange(2))
        elif rivals_color is None:
            assert name.color is not None
            rivals_color = name.color.opponent
        players = (rival, session) if rivals_color is Color.BLACK else (session, rival)
        self.propose(players, name, given)
        return True

    def propose(
        self,
        players: tuple[Session | None, Session | None],
        name: GameName,
        given: tuple[GivenMove, ...] = (),
        persons: tuple[str | None, str | None] = (None, None),
    ) -> CsaGame:
        """Proposes a game to both players, Black first. ``persons``: the guest in the seat of a person."""
        black, white = (PERSON if player is None else player.name for player in players)
        names = black, white
        csa_id = f"{self.settings.event}+{name.text}+{names[0]}+{names[1]}+{self._second()}"
        for player in players:
            if player is not None:
                player.waiting_for = player.color = None
        game = CsaGame(self, name, csa_id, players, names, given, persons)
        self.games[csa_id] = game
        game.propose()
        return game

    def _second(self) -> str:
        """The present second, in the server's time zone, or a later one: no two games have the same."""
        self._last_second = max(int(time.time()), self._last_second + 1)
        return time.strftime("%Y%m%d%H%M%S", time.localtime(self._last_second))

    def game_over(self, game: CsaGame) -> None:
        """A game is over, or will not begin."""
        self.games.pop(game.csa_id, None)
        for player in game.players:
            # A plain connection is being closed; the program may log in again at once.
            if player is not None and player.closed and self.sessions.get(player.name) is player:
                del self.sessions[player.name]

    # -- the league

    def _until_round(self) -> float:
        """The time until the next round begins, in seconds."""
        return self.settings.round_s - time.time() % self.settings.round_s

    async def hold_round(self) -> None:
        """Pairs all programs that wait for a round, for each name of a game separately."""
        pools: dict[str, list[Session]] = {}
        for session in self.sessions.values():
            name = session.waiting_for
            if session.status == "game_waiting" and name is not None and name.is_league:
                pools.setdefault(name.text, []).append(session)
        for text, pool in pools.items():
            name = GameName.parse(text, self.settings.least_s)
            assert name is not None
            entrants = await self._entrants(pool)
            by_name = {session.name: session for session in pool}
            for one, other in pair(entrants, self._rng):
                players = [by_name[one.name], by_name[other.name]]
                if any(player.closed or player.waiting_for is None for player in players):
                    continue  # a program left while the ratings were read
                self._rng.shuffle(players)
                self.propose((players[0], players[1]), name)

    async def _entrants(self, pool: list[Session]) -> list[Entrant]:
        names = [session.name for session in pool]
        last: dict[str, str] = {}
        for black, white in await self.store.opponents(names):
            last.setdefault(black, white)
            last.setdefault(white, black)
        entrants = []
        for name in names:
            row = await self.store.program(name)
            entrants.append(Entrant(name, 1500.0 if row is None else row.rating, last.get(name, "")))
        return entrants

    # -- after a restart

    async def _take_up(self, row: CsaGameRow) -> None:
        live = await self.registry.game(row.game_id)
        rules = live.game.program_rules
        name = GameName.parse(row.game_name, rules.least_ms // 1000 if rules is not None else 0)
        if name is None:
            raise ValueError(f"no name of a game: {row.game_name!r}")
        colors = live.game.colors
        assert colors is not None, "the colours of these games are fixed"
        seated = dict(zip(colors, live.guests, strict=True))
        persons = seated[Color.BLACK], seated[Color.WHITE]
        game = CsaGame(self, name, row.csa_id, (None, None), (row.black, row.white), persons=persons)
        game.attach(live, row)
        if live.game.outcome is not None:  # the server stopped between the end and its storing
            game.finish_stored()
        elif row.may_return != "+-":
            now = self.core.clock.now_ms()
            self.games[row.csa_id] = game
            await live.act(lambda state: state.cancel("server_stopped", now))
        else:
            # Another process may have kept the game, but its programs were not there.
            await live.pause(self.core.clock.now_ms())
            self.games[row.csa_id] = game
            game.wait_for_return()
