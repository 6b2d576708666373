"""The CSA port: connections of programs, their logins, and their lines."""

from __future__ import annotations

import asyncio
import logging
import socket
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

from komadai.csa.errors import CsaProtocolError
from komadai.csa.game_name import DEFAULT_GAME, PROGRAM_NAME, GameName
from komadai.server.csa import commands
from komadai.server.csa.login_answers import LoginAnswer
from komadai.server.csa.programs import CsaPrograms
from komadai.server.csa.session import CsaConnection, Session
from komadai.server.db.database import DATABASE_ERRORS, reason_of
from komadai.server.errors import ApiError
from komadai.server.rate_limits import ConcurrencyLimit, TokenBuckets, address_key

if TYPE_CHECKING:
    from komadai.server.core import Core
    from komadai.server.games.live.game_registry import GameRegistry
    from komadai.server.settings import CsaSettings

log: Final = logging.getLogger(__name__)

MAX_ATTEMPTS: Final = 5
"""Wrong logins on one connection before it is closed."""
MAX_PASSWORD: Final = 200


class CsaServer:
    """Listens on the CSA port."""

    def __init__(self, programs: CsaPrograms, settings: CsaSettings) -> None:
        self.programs = programs
        self.settings = settings
        self._server: asyncio.Server | None = None
        self._addresses = ConcurrencyLimit(settings.connections_per_address)
        self._logins = TokenBuckets(settings.logins)
        self._wrong_logins = TokenBuckets(settings.wrong_logins)
        self._checks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Held while a password from this address is checked: so no two can use one token."""
        self._connections: set[CsaConnection] = set()
        self._handlers: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(
        cls,
        core: Core,
        registry: GameRegistry,
        settings: CsaSettings,
        secret: bytes,
        listener: socket.socket,
    ) -> CsaServer:
        """Takes up running games and listens on this socket."""
        programs = CsaPrograms(core, registry, settings, secret)
        await programs.open()
        self = cls(programs, settings)
        self._server = await asyncio.start_server(self._serve, sock=listener)
        return self

    async def close(self) -> None:
        """Stops listening and ends all connections."""
        if self._server is not None:
            self._server.close()
        await self.programs.close()
        for connection in list(self._connections):
            connection.close()
        await asyncio.gather(*self._handlers, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        peer = writer.get_extra_info("peername")
        address = address_key(peer[0] if peer else None)
        if len(self._connections) >= self.settings.connections or not self._addresses.acquire(address):
            writer.close()
            return
        handler = asyncio.current_task()
        assert handler is not None
        self._handlers.add(handler)
        handler.add_done_callback(self._handlers.discard)
        connection = CsaConnection(reader, writer, self.programs.core.clock.now_ms)
        self._connections.add(connection)
        try:
            session = await self._login(connection, address)
            if session is not None:
                try:
                    await self._session(session)
                finally:
                    self.programs.leave(session)
        except (TimeoutError, CsaProtocolError):
            pass
        except DATABASE_ERRORS as error:
            log.error("CSA: %s", reason_of(error))
        except Exception:
            log.exception("CSA: the connection of %s failed", address)
        finally:
            self._connections.discard(connection)
            self._addresses.release(address)
            await connection.closed()

    # -- login

    async def _login(self, connection: CsaConnection, address: str) -> Session | None:
        """The program that logs in; None if the connection ends before."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self.settings.login_s
        attempts = 0
        while attempts < MAX_ATTEMPTS and (left := deadline - loop.time()) > 0:
            received = await connection.line(left)
            if received is None:
                return None
            line = received[0]
            if not line.strip():
                continue
            attempts += 1
            session = await self._attempt(connection, line, address)
            if session is not None:
                return session
            if self.programs.closing or connection.closing:
                return None
        return None

    async def _attempt(self, connection: CsaConnection, line: str, address: str) -> Session | None:
        words = line.split()
        x1 = len(words) == 4 and words[3] == "x1"
        reconnect = words[3].removeprefix("reconnect:") if len(words) == 4 and not x1 else ""
        valid = (
            words[0] == "LOGIN"
            and len(words) in (3, 4)
            and PROGRAM_NAME.fullmatch(words[1])
            and len(words[2]) <= MAX_PASSWORD
            and (len(words) == 3 or x1 or (words[3].startswith("reconnect:") and reconnect))
        )
        if not valid:
            connection.send(LoginAnswer.WRONG.value)
            if len(words) >= 4:
                connection.send("type 'LOGIN name password' or 'LOGIN name password x1'")
            return None
        name = words[1]
        game, password = (None, words[2]) if x1 or reconnect else _game_and_password(words[2])
        wanted = None if game is None else GameName.parse(game, self.settings.least_s)
        if game is not None and (wanted is None or (wanted.is_league and wanted.color is not None)):
            _send_away(connection, LoginAnswer.GAME)
            return None
        answer = await self._check(name, password, address)
        if answer is LoginAnswer.WRONG:
            connection.send(answer.value)
            return None
        if answer is not LoginAnswer.RIGHT:
            _send_away(connection, answer)
            return None
        session = Session(name, connection, x1=x1 or bool(reconnect), has_password=bool(password))
        return_to = self.programs.game_to_return_to(name, reconnect) if reconnect else None
        if return_to is not None and (before := return_to[0].players[return_to[1]]) is not None:
            # The network was lost, and the server has not noticed it yet.
            self.programs.leave(before)
            before.connection.abort()
        if reconnect and return_to is None:
            _send_away(connection, LoginAnswer.NO_GAME)
            return None
        if not self.programs.enter(session):
            _send_away(connection, LoginAnswer.PLAYS)
            return None
        session.send(f"LOGIN:{name} OK")
        if x1:
            session.send("##[LOGIN] +OK x1")
        if return_to is not None:
            await return_to[0].come_back(session, return_to[1])
        if wanted is not None:
            await self.programs.wait(session, wanted)
        return session

    async def _check(self, name: str, password: str, address: str) -> LoginAnswer:
        """Checks a login within the limits of its address; one with the right password is not a wrong one."""
        lock = self._checks.setdefault(address, asyncio.Lock())
        async with lock:
            now = self.programs.core.clock.now_ms()
            if not self._wrong_logins.has(address, now):
                return LoginAnswer.TOO_MANY_WRONG
            if not self._logins.take(address, now):
                return LoginAnswer.TOO_MANY
            try:
                answer = await self.programs.check_password(name, password)
            except ApiError:  # too many passwords are being checked
                return LoginAnswer.BUSY
            if answer in (LoginAnswer.WRONG, LoginAnswer.NAME_TAKEN):
                self._wrong_logins.take(address, now)
            return answer

    # -- lines

    async def _session(self, session: Session) -> None:
        lines = TokenBuckets(self.settings.lines, 1)
        while not session.closed:
            idle = None if session.game is not None else self.settings.idle_s
            try:
                received = await session.connection.line(idle)
            except TimeoutError:
                if session.game is not None:
                    continue  # a game began meanwhile
                return
            if received is None or session.closed:
                return
            line, at = received
            if not lines.take("", at):
                session.error("too many lines")
                session.connection.abort()
                return
            if line.startswith("LOGOUT"):
                session.send("LOGOUT:completed")
                return
            try:
                await self._line(session, line, at)
            except ApiError as error:
                session.error(error.text.en)

    async def _line(self, session: Session, line: str, at: int) -> None:
        game = session.game
        if not line:
            session.send("")  # keep-alive
        elif line.startswith("%%%") or not line.strip():
            pass  # commands of other servers, and spaces
        elif line.startswith("%%"):
            if session.x1:
                await commands.run(self.programs, session, line)
        elif line[0] in "+-%":
            if game is not None and session.status == "game":
                await game.receive(session, line, at)
        elif line.startswith("AGREE"):
            if game is None or session.status != "agree_waiting":
                self._wrong_status(session, "AGREE")
            elif line.removeprefix("AGREE").strip() in ("", game.csa_id):
                await game.agree(session)
        elif line.startswith("REJECT"):
            if game is None or session.status not in ("agree_waiting", "start_waiting"):
                self._wrong_status(session, "REJECT")
            elif line.removeprefix("REJECT").strip() in ("", game.csa_id):
                game.reject(session.name)
        elif line.startswith("CHALLENGE"):
            session.send("CHALLENGE ACCEPTED")
        else:
            session.error(f"unknown command: {line.partition(' ')[0][:40]}")

    @staticmethod
    def _wrong_status(session: Session, word: str) -> None:
        session.error(f"you are in {session.status} status. {word} is valid in agree_waiting status")


def _send_away(connection: CsaConnection, answer: LoginAnswer) -> None:
    """Says why a login is refused, and disconnects the program."""
    connection.send(answer.value)
    connection.close()


def _game_and_password(text: str) -> tuple[str, str]:
    """The name of the game and the password in the password of a plain login.

    >>> _game_and_password("club-60-5,se,cret"), _game_and_password("club-60-5"), _game_and_password("secret")
    (('club-60-5', 'se,cret'), ('club-60-5', ''), ('default-1500-0', 'secret'))
    """
    game, comma, password = text.partition(",")
    if comma:
        return game, password
    return (text, "") if GameName.parse(text) is not None else (DEFAULT_GAME, text)
