"""The connection to an engine: its process, the handshake of its protocol, and waits with a time limit."""

from __future__ import annotations

import asyncio
import os
import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from komadai.engine.client.engine_options import EngineOptions
from komadai.engine.client.process import Command, EngineProcess, Transcript, split
from komadai.engine.protocol.options import is_one_line
from komadai.errors import EngineCrashed, EngineError, EngineTimeout, EngineUsageError, check_type

MAX_NAME = 200
"""The maximum length of an engine's name; the rest is left out."""

T = TypeVar("T")


class EngineConnection(ABC):
    """A process of an engine at a time: :meth:`begin` starts one, :meth:`end` ends it.

    ``on_end`` is called when the process has ended, with the error for a search that still runs.
    """

    def __init__(
        self,
        command: Command,
        cwd: str | os.PathLike[str] | None,
        env: Mapping[str, str] | None,
        on_end: Callable[[EngineError], None],
    ) -> None:
        self._command = command
        self._cwd = cwd
        self._env = env
        self._on_end = on_end
        self._process: EngineProcess | None = None
        self._answers: dict[str, asyncio.Future[None]] = {}
        """The answers of the engine that are awaited, or were last, by their first word."""
        self._closed = True
        self.transcript: Final = Transcript()
        self.options: Final = EngineOptions()
        self.name: str = ""
        """The engine's name, as it reports it."""
        self.author: str = ""

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return not self._closed and self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int | None:
        """The process id, None before the first start."""
        return self._process.pid if self._process is not None else None

    @property
    def display_name(self) -> str:
        """The engine's name; its command until it has sent one."""
        return self.name or shlex.join(split(self._command))

    async def begin(self, timeout: float) -> None:
        """Starts a process and does the handshake. Raises EngineCrashed, EngineTimeout."""
        self.options.begin_process()
        self._answers = {}
        self._process = await EngineProcess.start(
            self._command,
            self._on_line,
            self._fail,
            cwd=self._cwd,
            env=self._env,
            transcript=self.transcript,
        )
        self._closed = False
        try:
            await self._handshake(timeout)
        except BaseException:
            await self.end()
            raise

    async def end(self, timeout: float = 0.0) -> None:
        """Ends the process and its children. It has ``timeout`` seconds to end by itself."""
        self._closed = True
        process = self._process
        if process is not None:
            await process.end(timeout)
        self._fail(EngineCrashed(f"engine {self.display_name} was closed"))

    async def quit(self, timeout: float) -> None:
        """Sends ``quit``. Raises EngineError, TimeoutError."""
        if self._process is not None and not self._closed:
            await asyncio.wait_for(self._process.send("quit"), timeout)

    def kill(self) -> None:
        """Ends the process and its children without waiting; may be called from any thread."""
        self._closed = True
        if self._process is not None:
            self._process.kill()

    async def send(self, line: str) -> None:
        """Sends a line. Raises EngineCrashed if the process is gone, EngineUsageError for several lines."""
        check_type("line", line, str, "a str")
        if not is_one_line(line):
            raise EngineUsageError(f"expected one line of text, got {line!r}")
        if self._process is None or self._closed:
            raise EngineCrashed(f"engine {self.display_name} is closed")
        await self._process.send(line)

    async def wait(self, future: asyncio.Future[T], timeout: float | None, what: str) -> T:
        """Waits for ``what``; after ``timeout`` seconds ends the process and raises EngineTimeout."""
        try:
            return await asyncio.wait_for(asyncio.shield(future), timeout)
        except TimeoutError:
            if future.done():
                return future.result()
            within = f" within {timeout:g} s" if timeout else ""
            error = EngineTimeout(f"engine {self.display_name} gave no {what}{within}")
            await self.end()
            raise error from None

    @abstractmethod
    async def ready(self, timeout: float) -> None:
        """Waits until the engine has read all that was sent. Raises EngineCrashed, EngineTimeout."""

    # -- for the protocols

    @abstractmethod
    async def _handshake(self, timeout: float) -> None:
        """Does the handshake with a process that has just started."""

    @abstractmethod
    def _on_line(self, line: str) -> None:
        """Reads a line of the engine."""

    def _expect(self, answer: str) -> asyncio.Future[None]:
        """The future of this answer: the one that is awaited already, or a new one."""
        future = self._answers.get(answer)
        if future is None or future.done():
            future = self._answers[answer] = asyncio.get_running_loop().create_future()
        return future

    def _is_expected(self, answer: str) -> bool:
        future = self._answers.get(answer)
        return future is not None and not future.done()

    def _arrived(self, answer: str) -> None:
        """The answer has come."""
        future = self._answers.get(answer)
        if future is not None and not future.done():
            future.set_result(None)

    def _fail(self, error: EngineError) -> None:
        for future in self._answers.values():
            if not future.done():
                future.set_exception(error)
                future.exception()
        self._on_end(error)


class UsiConnection(EngineConnection):
    """The connection to a USI engine.

    ``on_line`` gets each line of a search (``info``, ``bestmove``, ``checkmate``), with its first word.
    """

    def __init__(
        self,
        command: Command,
        cwd: str | os.PathLike[str] | None,
        env: Mapping[str, str] | None,
        on_line: Callable[[str, str], None],
        on_end: Callable[[EngineError], None],
    ) -> None:
        super().__init__(command, cwd, env, on_end)
        self._on_search_line = on_line

    async def _handshake(self, timeout: float) -> None:
        await self.read_options(timeout)

    async def read_options(self, timeout: float) -> None:
        """Sends ``usi``, upon which the engine reports its options, and waits for ``usiok``."""
        answer = self._expect("usiok")
        await self.send("usi")
        await self.wait(answer, timeout, "usiok")

    async def ready(self, timeout: float) -> None:
        """Sends ``isready`` unless its answer is still awaited, and waits for ``readyok``."""
        is_sent = self._is_expected("readyok")
        answer = self._expect("readyok")
        if not is_sent:
            await self.send("isready")
        await self.wait(answer, timeout, "readyok")

    def _on_line(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word:
            case "info" | "bestmove" | "checkmate":
                self._on_search_line(word, line)
            case "readyok" | "usiok":
                self._arrived(word)
            case "option":
                self.options.add_line(line)
            case "id":
                kind, _, text = rest.partition(" ")
                if kind == "name":
                    self.name: str = text[:MAX_NAME]
                elif kind == "author":
                    self.author: str = text[:MAX_NAME]
