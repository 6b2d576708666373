"""An asynchronous client for any USI engine; :func:`komadai.engine.open` opens the blocking one.

    async with await UsiEngine.open("path/to/engine") as engine:
        await engine.configure({"USI_Hash": 256, "Threads": 2})
        result = await engine.play(board, seconds=1)

Engines may crash, hang or send nonsense. Every wait has a time limit (a search limited by nodes or depth only
has one if ``timeout`` is given), and each failure is an :class:`~komadai.errors.EngineError`:

- EngineCrashed: the process ended, or cannot be started. The message has its last line of standard error.
- EngineTimeout: no answer in time. The process has been ended.
- EngineProtocolError: the answer is not USI, or the move is illegal. The process runs on.
- EngineUsageError (a ValueError): the request is invalid. Nothing was sent; the process runs on.

After EngineCrashed or EngineTimeout :meth:`UsiEngine.restart` starts a new process with the same options. An
engine opened with ``restarts=n`` does this by itself up to n times, and repeats the request.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from math import inf
from time import monotonic
from types import TracebackType
from typing import Any, Self, TypeVar

from komadai import Board
from komadai.engine.client.answer_check import check_answer, check_moves
from komadai.engine.client.connection import EngineConnection
from komadai.engine.client.process import Command, TranscriptLine
from komadai.engine.client.search_handle import MateSearch, Search, SearchHandle
from komadai.engine.program import OWN_COMMAND
from komadai.engine.protocol.info import Info, MateResult, PlayResult
from komadai.engine.protocol.limits import Limits
from komadai.engine.protocol.options import EngineOption, OptionValue
from komadai.engine.protocol.position import board_of, text_of, turn_of
from komadai.errors import (
    ArgumentTypeError,
    EngineCrashed,
    EngineError,
    EngineProtocolError,
    EngineTimeout,
    EngineUsageError,
    check_type,
)
from komadai.score import DEFAULT_WIN_RATE, WinRateModel

__all__ = ["HANDSHAKE_SECONDS", "MateSearch", "Search", "UsiEngine"]

HANDSHAKE_SECONDS = 10.0
"""The time for ``usiok``."""
READY_SECONDS = 60.0
"""The time for ``readyok``: some engines read gigabytes before it."""
GRACE_SECONDS = 5.0
"""How much later than the clock allows an answer may come before the process is ended."""
STOP_SECONDS = 5.0
"""The time for the answer to ``stop``."""

T = TypeVar("T")


class UsiEngine:
    """A USI engine in a separate process. Made by :meth:`open`.

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
        self._is_komadai = command is None or command == OWN_COMMAND
        self._connection = EngineConnection(
            OWN_COMMAND if command is None else command, cwd, env, self._on_line, self._on_end
        )
        self._search: Search | MateSearch | None = None
        self._pondered: tuple[Search, str] | None = None
        """A search on the opponent's time, and its position."""
        self._ready = False
        """Whether the engine has sent readyok since the last option was set."""
        self._game_announced = False
        """Whether usinewgame was sent to this process."""
        self._handshake_seconds = HANDSHAKE_SECONDS
        self.grace = GRACE_SECONDS
        """Seconds after the end of its time at which an engine that has not moved is ended."""
        self.stop_seconds = STOP_SECONDS
        """Seconds in which an engine must answer ``stop``."""
        self.restarts = 0
        """How many more times a process that crashed or hung is replaced and the request repeated."""

    # -- the process

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
        """Starts an engine (Komadai's if no command is given) and does USI's handshake.

        ``command`` is the path of a program or a list of words. ``timeout`` (seconds) is for the
        handshake. ``restarts`` is how many times :meth:`play` and :meth:`mate` may replace a process that
        crashed or hung. Raises EngineCrashed, EngineTimeout; EngineUsageError for an option it does not
        accept and for numbers out of range.
        """
        _check_seconds(timeout)
        if not isinstance(restarts, int) or isinstance(restarts, bool):
            raise ArgumentTypeError(f"restarts: expected a whole number, got {restarts!r}")
        if restarts < 0:
            raise EngineUsageError(f"restarts: expected a number not below 0, got {restarts}")
        check_type("options", options, (Mapping, type(None)), "a mapping such as a dict, or None")
        check_type("cwd", cwd, (str, os.PathLike, type(None)), "a path or None")
        check_type("env", env, (Mapping, type(None)), "a mapping such as a dict, or None")
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
        """Ends the process if it still runs and starts a new one with the same options.

        ``timeout`` (seconds) is for the handshake; None: as when it was opened.
        """
        if timeout is not None:
            _check_seconds(timeout)
        restarts = self.restarts
        await self.close()
        self.restarts = restarts
        known = self._connection.options
        settings, known.settings = known.settings, {}
        try:
            await self._begin(self._handshake_seconds if timeout is None else timeout)
            await self.configure(settings)
        except BaseException:
            known.settings = settings
            raise

    async def quit(self, timeout: float = 2.0) -> None:
        """Sends ``quit`` and ends the process by force after ``timeout`` seconds. Never raises."""
        with suppress(EngineError, TimeoutError):
            await self._connection.quit(0.5)
        await self.close(timeout)

    async def close(self, timeout: float = 0.0) -> None:
        """Ends the process and its children. A running search ends with EngineCrashed."""
        self.restarts = 0
        await self._connection.end(timeout)

    def kill(self) -> None:
        """Ends the process and its children without waiting; may be called from any thread."""
        self.restarts = 0
        self._connection.kill()

    @property
    def name(self) -> str:
        """The engine's name, from ``id name``."""
        return self._connection.name

    @property
    def author(self) -> str:
        """The engine's author, from ``id author``."""
        return self._connection.author

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._connection.alive

    @property
    def pid(self) -> int | None:
        """The process id, None before the first start."""
        return self._connection.pid

    @property
    def transcript(self) -> list[TranscriptLine]:
        """The last 2000 lines sent to and by the engine, oldest first, for finding faults.

        ``print(*engine.transcript, sep="\\n")`` shows them. It continues over restarts.
        """
        return self._connection.transcript.lines()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.quit()

    # -- options and games

    @property
    def options(self) -> Mapping[str, EngineOption]:
        """The options that the engine reported, by name."""
        return self._connection.options.reported

    @property
    def settings(self) -> Mapping[str, OptionValue]:
        """The options that were set, by name."""
        return self._connection.options.settings

    @property
    def win_rate_model(self) -> WinRateModel:
        """The model that turns this engine's scores into win rates.

        For Komadai it is the one stored with its evaluation (option ``EvalFile``), for other engines
        :data:`~komadai.score.DEFAULT_WIN_RATE`. Raises EvaluationFileError if the stored one is damaged.
        """
        if not self.name.startswith("Komadai "):
            return DEFAULT_WIN_RATE
        return WinRateModel.of_evaluation(str(self.settings.get("EvalFile") or "") or None)

    async def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Sets several options, or none if one of them is invalid.

        Raises EngineUsageError, which names the expected values; then nothing was sent.
        """
        check_type("options", options, Mapping, "a mapping such as a dict")
        known = [(self._connection.options.option(name, self.name), value) for name, value in options.items()]
        lines = [(option, value, option.setting(value)) for option, value in known]
        if lines:
            await self._become_idle()
        for option, value, line in lines:
            await self.send(line)
            self._connection.options.store(option, value)
            self._ready = False

    async def set_option(self, name: str, value: OptionValue = None) -> None:
        """Sets an option (a button needs no value). Raises as :meth:`configure` does."""
        check_type("name", name, str, "the name of an option")
        await self.configure({name: value})

    async def ready(self, timeout: float | None = None) -> None:
        """Sends ``isready`` and waits for ``readyok``, ``timeout`` seconds at most (None: 60).

        Raises EngineTimeout.
        """
        if timeout is not None:
            _check_seconds(timeout)
        await self._become_idle()
        await self._connection.ready(READY_SECONDS if timeout is None else timeout)
        self._ready = True

    async def new_game(self) -> None:
        """Tells the engine that a new game begins."""
        await self.ready()
        await self.send("usinewgame")
        self._game_announced = True

    async def game_over(self, result: str) -> None:
        """Tells the engine how the game ended for it: ``win``, ``lose`` or ``draw``. It stops pondering."""
        if result not in ("win", "lose", "draw"):
            raise EngineUsageError(f"result: expected win, lose or draw, got {result!r}")
        if self._search is not None and self._search.is_pondering:
            self._search.is_detached = True
            await self._become_idle()
        await self.send(f"gameover {result}")

    # -- searching

    async def start(
        self,
        position: Board | str,
        limits: Limits | None = None,
        *,
        ponder: bool = False,
        on_info: Callable[[Info], None] | None = None,
    ) -> Search:
        """Starts a search and returns a handle to it without waiting.

        ``position`` is a Board with its history, or the text of USI's ``position`` command. The answer is not
        checked, so that the caller may handle an illegal move; :meth:`play` checks it.
        """
        return await self._start(position, limits, ponder=ponder, on_info=on_info)

    async def _start(
        self,
        position: Board | str,
        limits: Limits | None,
        *,
        checked: bool = False,
        ponder: bool = False,
        on_info: Callable[[Info], None] | None = None,
        timeout: float | None = None,
        multipv: int | None = None,
    ) -> Search:
        text = text_of(position)
        limits = Limits(infinite=True) if limits is None else limits
        _check_arguments(limits, on_info)
        if limits.mate is not None:
            raise EngineUsageError("limits: a mate search answers with checkmate, not with a move")
        board = self._board(text) if checked else None
        search = Search(self, limits, turn_of(text), board, on_info, pondering=ponder)
        await self._launch(search, text, limits.go(ponder=ponder), timeout, multipv)
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
        """The engine's move in a position, within ``limits`` or in about ``seconds`` seconds.

        With ``ponder`` the engine continues to search after its move, in the position after the expected
        reply. If the next call is about that position, with the same limits and the expected clock, the
        engine is sent ``ponderhit``; otherwise the search is stopped and another one starts.
        After ``timeout`` seconds (default: the clock and ``grace``) the process is ended. Raises
        EngineTimeout, EngineCrashed, EngineProtocolError; EngineUsageError unless either limits or seconds
        are given; ArgumentTypeError for a position that is neither a Board nor a text.
        """
        limits = _one_of(limits, seconds)
        _check_arguments(limits, on_info)
        if timeout is not None:
            _check_seconds(timeout)
        text = text_of(position)

        async def ask() -> PlayResult:
            search = await self._take_pondered(text, limits, on_info)
            if search is None:
                search = await self._start(text, limits, checked=True, on_info=on_info, timeout=timeout)
            return await search.result(timeout)

        began = monotonic()
        result = await self._with_restarts(ask)
        if ponder and result.ponder is not None and self.alive:
            left = limits.after(turn_of(text), round((monotonic() - began) * 1000))
            await self._start_pondering(text, result, left)
        return result

    async def ponder(self, position: Board | str, limits: Limits) -> Search:
        """Starts a search on the opponent's time, of the position after the expected move.

        Continue with ``await search.ponderhit()`` and ``await search.result()``, or with
        ``await search.stop()``. :meth:`play` does all this with ``ponder=True``.
        """
        return await self.start(position, limits, ponder=True)

    async def analyse(
        self,
        position: Board | str,
        limits: Limits | None = None,
        *,
        seconds: float | None = None,
        multipv: int | None = None,
    ) -> AsyncIterator[Info]:
        """The engine's infos as they arrive. Without limits the search runs until the loop is left.

        ``multipv`` is the number of lines (None: the option ``MultiPV``). After ``seconds`` the engine is
        sent ``stop``: without a clock it does not answer from a book. Any other request to the engine ends a
        running analysis. For the lines side by side, use :meth:`analyse_lines`, or ``async with await
        engine.start(position) as search`` with ``search.lines`` and ``search.result()``.
        """
        search = await self.start_analysis(position, limits, seconds=seconds, multipv=multipv)
        async with search:
            async for info in search:
                yield info

    async def analyse_lines(
        self,
        position: Board | str,
        limits: Limits | None = None,
        *,
        seconds: float | None = None,
        multipv: int = 1,
        timeout: float | None = None,
    ) -> list[Info]:
        """Searches a position and returns the last info of each of the best ``multipv`` lines, best first.

        There are fewer if there are fewer moves, and none if the engine answers without a search. Raises as
        :meth:`play` does, and EngineUsageError for limits that never end and for more lines than the engine's
        option ``MultiPV`` allows.
        """
        if limits is not None:
            _check_arguments(limits)
        if seconds is None and (limits is None or limits.is_endless):
            raise EngineUsageError("expected limits that end the search, or seconds")
        if timeout is not None:
            _check_seconds(timeout)

        async def ask() -> list[Info]:
            search = await self.start_analysis(position, limits, seconds=seconds, multipv=multipv)
            search.is_detached = False
            await search.result(timeout)
            return list(search.lines)

        return await self._with_restarts(ask)

    async def start_analysis(
        self,
        position: Board | str,
        limits: Limits | None = None,
        *,
        seconds: float | None = None,
        multipv: int | None = None,
    ) -> Search:
        """Starts a search that any later request to the engine ends, and returns a handle to it."""
        if limits is not None and seconds is not None:
            raise EngineUsageError("expected either limits or seconds")
        if seconds is not None:
            Limits.for_seconds(seconds)  # raises for an invalid number
        search = await self._start(position, limits, checked=True, multipv=multipv)
        search.is_detached = True
        if seconds is not None:
            search.stop_after(seconds)
        return search

    async def mate(
        self,
        position: Board | str,
        *,
        seconds: float | None = None,
        on_info: Callable[[Info], None] | None = None,
        timeout: float | None = None,
    ) -> MateResult:
        """Searches for a mate by checks alone (``go mate``) for ``seconds`` seconds (None: without limit).

        After ``timeout`` seconds (default: ``seconds`` and ``grace``) the process is ended. Raises as
        :meth:`play` does. Engines without a mate search answer ``notimplemented``, or not at all.
        """
        limits = Limits(mate=0 if seconds is None else Limits.for_seconds(seconds).byoyomi)
        _check_arguments(limits, on_info)
        if timeout is not None:
            _check_seconds(timeout)
        text = text_of(position)

        async def ask() -> MateResult:
            search = MateSearch(self, limits, turn_of(text), self._board(text), on_info)
            await self._launch(search, text, limits.go(), timeout)
            return await search.result(timeout)

        return await self._with_restarts(ask)

    async def stop(self) -> PlayResult | None:
        """Stops the running search for a move and returns its answer; None if no such search runs."""
        search = self._search
        return await search.stop() if isinstance(search, Search) else None

    # -- internal

    async def _begin(self, timeout: float) -> None:
        self._ready = self._game_announced = False
        self._search = self._pondered = None
        await self._connection.begin(timeout)

    async def _with_restarts(self, ask: Callable[[], Awaitable[T]]) -> T:
        while True:
            try:
                return await ask()
            except (EngineCrashed, EngineTimeout):
                if self.restarts <= 0:
                    raise
                self.restarts -= 1
                await self.restart()

    async def send(self, line: str) -> None:
        """Sends one line of USI as it is, for commands this class has no method for.

        Raises EngineCrashed if the process is gone, EngineUsageError for more than one line.
        """
        await self._connection.send(line)

    async def _launch(
        self,
        search: Search | MateSearch,
        position: str,
        go: str,
        timeout: float | None,
        multipv: int | None = None,
    ) -> None:
        await self._become_idle()
        if not self._ready:
            await self.ready(timeout)
            if not self._game_announced:
                await self.send("usinewgame")
                self._game_announced = True
            await self._become_idle()  # another task may have started a search meanwhile
        multipv_line = self._connection.options.multipv_line(multipv, self.name)
        if multipv_line is not None:
            await self.send(multipv_line)
        self._search = search
        try:
            await self.send(f"position {position}")
            await self.send(go)
            search.last_info_at = monotonic()
        except BaseException:
            if self._search is search:
                self._search = None
            raise

    async def wait(self, future: asyncio.Future[T], timeout: float | None, what: str) -> T:
        """Waits for ``what``; after ``timeout`` seconds ends the process and raises EngineTimeout."""
        return await self._connection.wait(future, timeout, what)

    async def _become_idle(self) -> None:
        self._pondered = None
        while (search := self._search) is not None:
            if not search.is_detached:
                raise EngineUsageError(f"engine {self.name!r} is searching; stop it first")
            try:
                await search.stop()
            except EngineProtocolError:
                pass  # its answer is not wanted
            except Exception as error:
                if error is not search.callback_error:
                    raise

    async def _start_pondering(self, position: str, result: PlayResult, limits: Limits) -> None:
        assert result.move is not None
        assert result.ponder is not None
        link = " " if " moves " in position else " moves "
        expected = f"{position}{link}{result.move.usi()} {result.ponder.usi()}"
        with suppress(EngineError):  # the move is valid even if pondering fails
            search = await self._start(expected, limits, checked=True, ponder=True)
            search.is_detached = True
            self._pondered = search, expected

    async def _take_pondered(
        self, position: str, limits: Limits, on_info: Callable[[Info], None] | None
    ) -> Search | None:
        """The search that has been pondering on this position, now on the engine's own time; else None."""
        pondered, self._pondered = self._pondered, None
        if pondered is None or pondered[1] != position or not self.alive:
            return None
        search = pondered[0]
        if not limits.fit(search.limits, search.color):
            return None
        search.attach(on_info)
        await search.ponderhit()
        return search

    def abandon(self, search: SearchHandle[Any]) -> None:
        """Stops a search whose result is no longer wanted, in the background."""
        search.is_detached = True
        if search.done or not self.alive:
            return

        async def stop() -> None:
            with suppress(Exception):  # result() raises it
                await search.stop()

        self._stopping = asyncio.get_running_loop().create_task(stop())  # keep a reference to the task

    def _board(self, text: str) -> Board | None:
        """The position of this text; None if it is not ours to read, a variant's for example.

        Raises EngineUsageError if the engine is Komadai, which could not read it either.
        """
        try:
            return board_of(text)
        except EngineUsageError as error:
            if self._is_komadai:
                raise EngineUsageError(f"position: {error}") from error
            return None

    def _on_line(self, word: str, line: str) -> None:
        if word != "info":
            self._on_answer(word, line)
        elif self._search is not None:
            self._search.add_info(Info.parse(line))

    def _on_answer(self, word: str, line: str) -> None:
        search = self._search
        try:
            if isinstance(search, Search) and word == "bestmove":
                self._search = None
                search.finish(check_answer(PlayResult.parse(line, search.info), search.board, self.name))
            elif isinstance(search, MateSearch):
                self._search = None  # after a bestmove, too: nothing else will follow
                mate = MateResult.parse(line, search.info)
                check_moves(mate.moves, search.board, self.name)
                search.finish(mate)
        except EngineProtocolError as error:
            assert search is not None
            search.finish(error)

    def _on_end(self, error: EngineError) -> None:
        search, self._search = self._search, None
        if search is not None:
            search.finish(error)


def _one_of(limits: Limits | None, seconds: float | None) -> Limits:
    if seconds is not None and limits is None:
        return Limits.for_seconds(seconds)
    if limits is not None and seconds is None:
        return limits
    raise EngineUsageError("expected either limits or seconds")


def _check_arguments(limits: Limits, on_info: object = None) -> None:
    check_type("limits", limits, Limits, "Limits")
    if on_info is not None and not callable(on_info):
        raise ArgumentTypeError(f"on_info: expected a callable or None, got {on_info!r}")


def _check_seconds(timeout: float) -> None:
    if not isinstance(timeout, (int, float)) or isinstance(timeout, bool):
        raise ArgumentTypeError(f"timeout: expected seconds, got {timeout!r}")
    if not 0 < timeout < inf:
        raise EngineUsageError(f"timeout: expected seconds above 0, got {timeout}")
