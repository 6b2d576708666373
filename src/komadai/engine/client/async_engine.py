"""A client for any USI engine: asynchronous inside; :func:`komadai.engine.open` is its plain face.

    async with await UsiEngine.open("path/to/engine") as engine:
        await engine.configure({"USI_Hash": 256, "Threads": 2})
        result = await engine.play(board, seconds=1)

An engine is not trusted to live, to answer or to make sense: every wait has an end (where limits name nodes
or a depth, by ``timeout``), and each failure is an :class:`~komadai.errors.EngineError`:

- EngineCrashed: the process ended, or cannot be started. The text has its last words.
- EngineTimeout: it said nothing in time. The process has been ended.
- EngineProtocolError: it said something that is no answer, or played an illegal move. It lives on.
- EngineUsageError (a ValueError): it cannot be asked this. It has not heard of it, and lives on.

After EngineCrashed or EngineTimeout :meth:`UsiEngine.restart` begins anew with the same options; an
engine opened with ``restarts`` does so by itself, and asks again, so many times.
"""

from __future__ import annotations

import asyncio
import os
import shlex
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from math import inf
from time import monotonic
from types import TracebackType
from typing import Any, Self, TypeVar

from komadai import Board, Move
from komadai.engine.client.process import OWN_COMMAND, Command, EngineProcess, Said, Transcript, split
from komadai.engine.client.search_handle import MateSearch, Search, Thinking
from komadai.engine.protocol.info import Info, MateResult, PlayResult
from komadai.engine.protocol.limits import Limits
from komadai.engine.protocol.options import EngineOption, OptionValue, find, is_one_line
from komadai.engine.protocol.position import board_of, text_of, turn_of
from komadai.errors import (
    EngineCrashed,
    EngineError,
    EngineProtocolError,
    EngineTimeout,
    EngineUsageError,
)

__all__ = ["HANDSHAKE_SECONDS", "MateSearch", "Search", "UsiEngine"]

HANDSHAKE_SECONDS = 10.0
"""How long an engine may take for ``usiok``."""
READY_SECONDS = 60.0
"""How long it may take for ``readyok``: some read gigabytes first."""
GRACE_SECONDS = 5.0
"""How much later than the clock allows an answer may come before the engine is given up."""
STOP_SECONDS = 5.0
"""How long an engine may take to answer ``stop``."""
_MOST_OPTIONS = 1000

T = TypeVar("T")


class UsiEngine:
    """A USI engine in a process of its own. Make one with :meth:`open`.

    >>> import asyncio
    >>> from komadai import Board
    >>> from komadai.engine import Limits, UsiEngine
    >>> async def best_move() -> str:
    ...     async with await UsiEngine.open(options={"OwnBook": False}) as engine:
    ...         result = await engine.play(Board(), Limits(nodes=1000))
    ...         return str(result.kind)
    >>> asyncio.run(best_move())
    'move'
    """

    def __init__(
        self, command: Command | None, cwd: str | os.PathLike[str] | None, env: Mapping[str, str] | None
    ):
        self._command: Command = command if command is not None else OWN_COMMAND
        self._cwd = cwd
        self._env = env
        self._process: EngineProcess | None = None
        self._transcript = Transcript()
        self._options: dict[str, EngineOption] = {}
        self._settings: dict[str, OptionValue] = {}
        self._search: Search | MateSearch | None = None
        self._pondered: tuple[Search, str] | None = None
        """A search on the opponent's time, and the position it is about."""
        self._usiok: asyncio.Future[None] | None = None
        self._readyok: asyncio.Future[None] | None = None
        self._ready = False
        self._closed = True
        self._handshake_seconds = HANDSHAKE_SECONDS
        self.name = ""
        """What the engine calls itself."""
        self.author = ""
        self.grace = GRACE_SECONDS
        """Seconds behind the clock after which an engine that has not moved is given up."""
        self.restarts = 0
        """How many more times a process that crashed or hung is replaced, and asked again."""

    # -- life

    @classmethod
    async def open(
        cls,
        command: Command | None = None,
        *,
        options: Mapping[str, OptionValue] | None = None,
        timeout: float = HANDSHAKE_SECONDS,
        restarts: int = 0,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Self:
        """Starts an engine (ours when no command is given) and shakes hands.

        ``command`` is the path of a program or a list of words. ``timeout`` (seconds) is for the
        handshake. ``restarts`` is how many times :meth:`play` and :meth:`mate` may replace a process that
        crashed or hung. Raises EngineCrashed, EngineTimeout; EngineUsageError for an option it won't take
        and for numbers out of range.
        """
        _check_seconds(timeout)
        if not isinstance(restarts, int) or isinstance(restarts, bool):
            raise TypeError(f"restarts: expected a whole number, got {restarts!r}")
        if restarts < 0:
            raise EngineUsageError(f"restarts: expected a number not below 0, got {restarts}")
        self = cls(command, cwd, env)
        self._handshake_seconds = timeout
        await self._begin(timeout)
        try:
            await self.configure(options or {})
        except BaseException:
            await self.close()
            raise
        self.restarts = restarts
        return self

    async def restart(self, timeout: float | None = None) -> None:
        """Ends the process if it still lives and starts it anew with the options it had.

        ``timeout`` (seconds) is for the handshake; None: as when it was opened.
        """
        if timeout is not None:
            _check_seconds(timeout)
        restarts = self.restarts
        await self.close()
        self.restarts = restarts
        settings, self._settings = self._settings, {}
        try:
            await self._begin(self._handshake_seconds if timeout is None else timeout)
            await self.configure(settings)
        except BaseException:
            self._settings = settings
            raise

    async def quit(self, timeout: float = 2.0) -> None:
        """Asks the engine to leave; after so many seconds it is ended by force. Never raises."""
        if self._process is not None and not self._closed:
            with suppress(EngineError, TimeoutError):
                await asyncio.wait_for(self._process.send("quit"), 0.5)
        await self.close(timeout)

    async def close(self, timeout: float = 0.0) -> None:
        """Ends the process and all it started. A search under way ends with EngineCrashed."""
        self.restarts = 0
        await self._end(timeout)

    def kill(self) -> None:
        """Ends the process and all it started without waiting for anything; from any thread."""
        self.restarts = 0
        self._closed = True
        if self._process is not None:
            self._process.kill()

    @property
    def alive(self) -> bool:
        """Whether the engine can be asked anything."""
        return not self._closed and self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int | None:
        """The number of the process, None before the first."""
        return self._process.pid if self._process is not None else None

    @property
    def transcript(self) -> list[Said]:
        """The last 2000 lines said to and by the engine, oldest first, for finding out what went wrong.

        ``print(*engine.transcript, sep="\\n")`` shows them. A restart does not end it.
        """
        return self._transcript.lines()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.quit()

    # -- options and games

    @property
    def options(self) -> Mapping[str, EngineOption]:
        """What the engine reports it can be told, by name."""
        return self._options

    @property
    def settings(self) -> Mapping[str, OptionValue]:
        """What it was told."""
        return self._settings

    async def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Sets several options, all or, where one of them is refused, none.

        Raises EngineUsageError, naming what is expected, without asking the engine.
        """
        known = [(self._known(name), value) for name, value in options.items()]
        lines = [(option, value, option.setting(value)) for option, value in known]
        if lines:
            await self._become_idle()
        for option, value, line in lines:
            await self._send(line)
            if option.kind != "button":
                self._settings[option.name] = option.check(value)
            self._ready = False

    async def set_option(self, name: str, value: OptionValue = None) -> None:
        """Sets an option (a button needs no value). Raises as :meth:`configure` does."""
        await self.configure({name: value})

    async def ready(self, timeout: float | None = None) -> None:
        """Waits until the engine has done all it was told, so many seconds at most (None: 60).

        Raises EngineTimeout if it doesn't say so.
        """
        if timeout is not None:
            _check_seconds(timeout)
        await self._become_idle()
        if self._readyok is None or self._readyok.done():  # else it was asked already, and one answer comes
            self._readyok = asyncio.get_running_loop().create_future()
            await self._send("isready")
        await self._wait(self._readyok, READY_SECONDS if timeout is None else timeout, "readyok")
        self._ready = True

    async def new_game(self) -> None:
        """Tells the engine that what comes next is another game."""
        await self.ready()
        await self._send("usinewgame")

    async def game_over(self, result: str) -> None:
        """Tells the engine how the game ended for it: ``win``, ``lose`` or ``draw``. It stops pondering."""
        if result not in ("win", "lose", "draw"):
            raise EngineUsageError(f"result: expected win, lose or draw, got {result!r}")
        if self._search is not None and self._search._began is None:
            self._search._unattended = True
            await self._become_idle()
        await self._send(f"gameover {result}")

    # -- thinking

    async def start(
        self,
        position: Board | str,
        limits: Limits | None = None,
        *,
        ponder: bool = False,
        on_info: Callable[[Info], None] | None = None,
    ) -> Search:
        """Begins a search and returns at once with a handle on it.

        ``position`` is a Board with its history, or the text of USI's ``position`` command. The answer is
        handed on as it comes, even an illegal move, for whoever is the judge of it; :meth:`play` is.
        """
        return await self._start(position, limits, ponder=ponder, on_info=on_info)

    async def _start(
        self,
        position: Board | str,
        limits: Limits | None,
        *,
        judged: bool = False,
        ponder: bool = False,
        on_info: Callable[[Info], None] | None = None,
        timeout: float | None = None,
    ) -> Search:
        text = text_of(position)
        limits = limits if limits is not None else Limits(infinite=True)
        if limits.mate is not None:
            raise EngineUsageError("limits: a mate search answers with checkmate, not with a move")
        search = Search(self, limits, turn_of(text), self._board(text) if judged else None, on_info)
        if ponder:
            search._began = None
        await self._set_off(search, text, limits.go(ponder=ponder), timeout)
        return search

    async def play(
        self,
        position: Board | str,
        limits: Limits | None = None,
        *,
        seconds: float | None = None,
        ponder: bool = False,
        on_info: Callable[[Info], None] | None = None,
        timeout: float | None = None,
    ) -> PlayResult:
        """The engine's move in a position, within limits or in about so many seconds.

        With ``ponder`` it goes on thinking about the answer it expects; where the next position asked
        about is that, within the same limits and with the clock that was to be expected, it is told
        ``ponderhit`` and has all it thought meanwhile, else it is stopped and asked anew.
        ``timeout`` in seconds is when the engine is given up and ended (default: the clock
        and ``grace``). Raises EngineTimeout, EngineCrashed, EngineProtocolError, and
        EngineUsageError when neither limits nor seconds are given or both are; TypeError for a
        position that is neither a Board nor a text.
        """
        limits = _one_of(limits, seconds)
        if timeout is not None:
            _check_seconds(timeout)
        text = text_of(position)

        async def ask() -> PlayResult:
            search = await self._pondered_on(text, limits, on_info)
            if search is None:
                search = await self._start(text, limits, judged=True, on_info=on_info, timeout=timeout)
            return await search.result(timeout)

        began = monotonic()
        result = await self._insist(ask)
        if ponder and result.ponder is not None and self.alive:
            left = limits.after(turn_of(text), round((monotonic() - began) * 1000))
            await self._begin_to_ponder(text, result, left)
        return result

    async def ponder(self, position: Board | str, limits: Limits) -> Search:
        """Thinks on the opponent's time about the position after the expected move.

        Then either ``await search.ponderhit()`` and ``await search.result()``, or
        ``await search.stop()``. :meth:`play` does this by itself where it is told to.
        """
        return await self.start(position, limits, ponder=True)

    async def analyse(
        self, position: Board | str, limits: Limits | None = None, *, seconds: float | None = None
    ) -> AsyncIterator[Info]:
        """The engine's infos as they come. Without limits it goes on until the loop is left.

        After ``seconds`` it is told to stop: it has no clock that it could answer to from a book.
        Asking the engine for anything else ends an analysis that is still under way. For the lines of
        MultiPV side by side, or an answer at the end, use ``async with await engine.start(position) as
        search`` and ask ``search.lines``, ``search.result()``.
        """
        search = await self._analyse(position, limits, seconds)
        async with search:
            async for info in search:
                yield info

    async def _analyse(self, position: Board | str, limits: Limits | None, seconds: float | None) -> Search:
        """A search that whatever else is asked may end."""
        if limits is not None and seconds is not None:
            raise EngineUsageError("expected either limits or seconds")
        if seconds is not None:
            Limits.for_seconds(seconds)  # complains of what is no time
        search = await self._start(position, limits, judged=True)
        search._unattended = True
        if seconds is not None:
            search._stop_after(seconds)
        return search

    async def mate(
        self,
        position: Board | str,
        *,
        seconds: float | None = None,
        on_info: Callable[[Info], None] | None = None,
        timeout: float | None = None,
    ) -> MateResult:
        """Whether the side to move mates by checks alone (``go mate``), sought for so many seconds.

        None: without limit. ``timeout`` in seconds is when the engine is given up and ended (default:
        ``seconds`` and ``grace``). Raises as :meth:`play` does. Engines that look for no mates may say so, or
        nothing.
        """
        limits = Limits(mate=0 if seconds is None else Limits.for_seconds(seconds).byoyomi)
        if timeout is not None:
            _check_seconds(timeout)
        text = text_of(position)

        async def ask() -> MateResult:
            search = MateSearch(self, limits, turn_of(text), self._board(text), on_info)
            await self._set_off(search, text, limits.go(), timeout)
            return await search.result(timeout)

        return await self._insist(ask)

    async def stop(self) -> PlayResult | None:
        """Ends the search for a move under way and returns its answer; None if there is none."""
        search = self._search
        return await search.stop() if isinstance(search, Search) else None

    # -- inside

    async def _begin(self, timeout: float) -> None:
        self._options = {}
        self._ready = False
        self._search = self._pondered = None
        loop = asyncio.get_running_loop()
        self._usiok = loop.create_future()
        self._process = await EngineProcess.start(
            self._command, self._hear, self._fail, cwd=self._cwd, env=self._env, transcript=self._transcript
        )
        self._closed = False
        try:
            await self._send("usi")
            await self._wait(self._usiok, timeout, "usiok")
        except BaseException:
            await self._end()
            raise

    async def _end(self, timeout: float = 0.0) -> None:
        self._closed = True
        process = self._process
        if process is not None:
            await process.end(timeout)
        self._fail(EngineCrashed(f"engine {self._called} was closed"))

    async def _insist(self, ask: Callable[[], Awaitable[T]]) -> T:
        while True:
            try:
                return await ask()
            except (EngineCrashed, EngineTimeout):
                if self.restarts <= 0:
                    raise
                self.restarts -= 1
                await self.restart()

    async def _send(self, line: str) -> None:
        if not is_one_line(line):
            raise EngineUsageError(f"expected one line of text, got {line!r}")
        if self._process is None or self._closed:
            raise EngineCrashed(f"engine {self._called} is closed")
        await self._process.send(line)

    async def _set_off(
        self, search: Search | MateSearch, position: str, go: str, timeout: float | None
    ) -> None:
        await self._become_idle()
        if not self._ready:
            await self.ready(timeout)
            await self._send("usinewgame")
            await self._become_idle()  # somebody else may have asked meanwhile
        self._search = search
        try:
            await self._send(f"position {position}")
            await self._send(go)
        except BaseException:
            if self._search is search:
                self._search = None
            raise

    @property
    def _called(self) -> str:
        """The engine's name; its command as long as it has not said one."""
        return self.name or shlex.join(split(self._command))

    async def _wait(self, future: asyncio.Future[T], timeout: float | None, what: str) -> T:
        try:
            return await asyncio.wait_for(asyncio.shield(future), timeout)
        except TimeoutError:
            if future.done():
                return future.result()
            within = f" within {timeout:g} s" if timeout else ""
            problem = EngineTimeout(f"engine {self._called} gave no {what}{within}")
            await self._end()
            raise problem from None

    def _stop_seconds(self) -> float:
        return STOP_SECONDS

    async def _become_idle(self) -> None:
        self._pondered = None
        while (search := self._search) is not None:
            if not search._unattended:
                raise EngineUsageError(f"engine {self.name!r} is thinking; stop it first")
            try:
                await search.stop()
            except EngineProtocolError:
                pass  # nobody wants that answer
            except Exception as error:
                if error is not search._raised:
                    raise

    async def _begin_to_ponder(self, position: str, result: PlayResult, limits: Limits) -> None:
        assert result.move is not None
        assert result.ponder is not None
        link = " " if " moves " in position else " moves "
        expected = f"{position}{link}{result.move.usi()} {result.ponder.usi()}"
        with suppress(EngineError):  # the move it played counts, whatever becomes of it now
            search = await self._start(expected, limits, judged=True, ponder=True)
            search._unattended = True
            self._pondered = search, expected

    async def _pondered_on(
        self, position: str, limits: Limits, on_info: Callable[[Info], None] | None
    ) -> Search | None:
        """The search that has been thinking about this position already, its own now; else None."""
        pondered, self._pondered = self._pondered, None
        if pondered is None or pondered[1] != position or not self.alive:
            return None
        search = pondered[0]
        if not limits.fit(search._limits, search._color):
            return None
        search._unattended = False
        search._on_info = on_info
        await search.ponderhit()
        return search

    def _abandon(self, search: Thinking[Any]) -> None:
        """Nobody waits for this search any more: stop the engine and be ready for the next."""
        search._unattended = True
        if search.done or not self.alive:
            return

        async def settle() -> None:
            with suppress(Exception):  # whoever waits for it is told
                await search.stop()

        self._settling = asyncio.get_running_loop().create_task(settle())

    def _board(self, text: str) -> Board | None:
        """The position of this text; None for what another engine may know, of a variant for example.

        Raises EngineUsageError where ours could not read it either.
        """
        try:
            return board_of(text)
        except EngineUsageError as error:
            if self._command == OWN_COMMAND:
                raise EngineUsageError(f"position: {error}") from error
            return None

    def _known(self, name: str) -> EngineOption:
        if not isinstance(name, str):
            raise TypeError(f"name: expected the name of an option, got {name!r}")
        option = find(self._options, name) or _UNREPORTED.get(name)
        if option is None:
            raise EngineUsageError(
                f"engine {self.name!r} has no option {name!r}; it has {', '.join(self._options)}"
            )
        return option

    def _hear(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word:
            case "info":
                if self._search is not None:
                    self._search.add_info(Info.parse(line))
            case "bestmove" | "checkmate":
                self._hear_answer(word, line)
            case "readyok":
                _done(self._readyok)
            case "usiok":
                _done(self._usiok)
            case "option" if len(self._options) < _MOST_OPTIONS:
                with suppress(EngineProtocolError):
                    option = EngineOption.parse(line)
                    self._options[option.name] = option
            case "id":
                kind, _, text = rest.partition(" ")
                if kind == "name":
                    self.name = text[:200]
                elif kind == "author":
                    self.author = text[:200]

    def _hear_answer(self, word: str, line: str) -> None:
        search = self._search
        try:
            if isinstance(search, Search) and word == "bestmove":
                self._search = None
                search._finish(self._legal(PlayResult.parse(line, search.info), search._board))
            elif isinstance(search, MateSearch):
                self._search = None  # a bestmove here is no answer, but nothing else will follow
                mate = MateResult.parse(line, search.info)
                self._play_through(mate.moves, search._board)
                search._finish(mate)
        except EngineProtocolError as error:
            assert search is not None
            search._finish(error)

    def _legal(self, result: PlayResult, board: Board | None) -> PlayResult:
        """The answer without an answer to it that cannot be played. Raises EngineProtocolError."""
        if board is None or result.move is None:
            return result
        self._play_through((result.move,), board)
        if result.ponder is not None and not board.is_legal(result.ponder):
            return replace(result, ponder=None)
        return result

    def _play_through(self, moves: Iterable[Move], board: Board | None) -> None:
        for move in moves:
            if board is not None:
                if not board.is_legal(move):
                    raise EngineProtocolError(
                        f"engine {self.name!r} played {move.usi()}, which is illegal in {board.sfen()}"
                    )
                board.push(move)

    def _fail(self, error: EngineError) -> None:
        for future in (self._usiok, self._readyok):
            if future is not None and not future.done():
                future.set_exception(error)
                future.exception()
        search, self._search = self._search, None
        if search is not None:
            search._finish(error)


_UNREPORTED: dict[str, EngineOption] = {
    # USI lets a GUI set these two although engines need not report them.
    "USI_Hash": EngineOption("USI_Hash", "spin", None, 1, None),
    "USI_Ponder": EngineOption("USI_Ponder", "check", False),
}


def _done(future: asyncio.Future[None] | None) -> None:
    if future is not None and not future.done():
        future.set_result(None)


def _one_of(limits: Limits | None, seconds: float | None) -> Limits:
    if limits is not None and not isinstance(limits, Limits):
        raise TypeError(f"limits: expected Limits, got {limits!r}")
    if seconds is not None and limits is None:
        return Limits.for_seconds(seconds)
    if limits is not None and seconds is None:
        return limits
    raise EngineUsageError("expected either limits or seconds")


def _check_seconds(timeout: float) -> None:
    if not isinstance(timeout, (int, float)) or isinstance(timeout, bool):
        raise TypeError(f"timeout: expected seconds, got {timeout!r}")
    if not 0 < timeout < inf:
        raise EngineUsageError(f"timeout: expected seconds above 0, got {timeout}")
