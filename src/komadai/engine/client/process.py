"""The process of an engine: sending and receiving lines, and ending it reliably.

The engine runs in its own process group, so that its child processes are ended with it. An engine cannot fill
the memory by its output: long lines are cut, and the transcript drops its oldest lines.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import signal
from collections import deque
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from komadai.engine.program import OWN_COMMAND
from komadai.errors import ArgumentTypeError, EngineCrashed, EngineUsageError
from komadai.messages import os_error_message

T = TypeVar("T")
Command = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]

MAX_LINE_BYTES = 1 << 16
"""The maximum length of a line in bytes; the rest is discarded."""

_TRANSCRIPT_LINES = 2000
_TRANSCRIPT_CHARACTERS = 4000
_CHUNK = 1 << 16
_CANCELLED_START_SECONDS = 5.0
_LAST_OUTPUT_SECONDS = 0.2
"""For what a process has written before its end; one of its children may keep the pipe open."""


class TranscriptLine(NamedTuple):
    """One line of a transcript: seconds since the start, ``>`` to the engine, ``<`` from it,
    ``!`` from its standard error, ``=`` the command of a process that starts."""

    seconds: float
    direction: str
    text: str

    def __str__(self) -> str:
        return f"{self.seconds:9.3f} {self.direction} {self.text}"


Said = TranscriptLine
"""The former name of :class:`TranscriptLine`."""


class Transcript:
    """The last lines sent to and by an engine, over restarts."""

    def __init__(self) -> None:
        self._lines: deque[TranscriptLine] = deque(maxlen=_TRANSCRIPT_LINES)
        self._start = monotonic()
        self._last_error_line = ""

    def begin(self, command: str) -> None:
        """A process starts."""
        self._last_error_line = ""
        self.add("=", command)

    def add(self, direction: str, text: str) -> None:
        """Adds a line."""
        text = text[:_TRANSCRIPT_CHARACTERS]
        self._lines.append(TranscriptLine(monotonic() - self._start, direction, text))
        if direction == "!":
            self._last_error_line = text

    def last_error_line(self) -> str:
        """The last line that this process wrote to its standard error."""
        return self._last_error_line

    def lines(self) -> list[TranscriptLine]:
        """The lines, oldest first."""
        return list(self._lines)


class EngineProcess:
    """A running engine. ``on_line`` gets every line it sends; ``on_end`` is called once, when it has
    ended."""

    def __init__(self, process: asyncio.subprocess.Process, name: str, transcript: Transcript) -> None:
        self._process = process
        self._transcript = transcript
        self._readers: list[asyncio.Task[None]] = []
        self._watcher: asyncio.Task[None] | None = None
        self._encoding = "utf-8"
        self.name = name

    @classmethod
    async def start(
        cls,
        command: Command,
        on_line: Callable[[str], None],
        on_end: Callable[[EngineCrashed], None],
        *,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        transcript: Transcript | None = None,
    ) -> EngineProcess:
        """Starts the engine. Raises EngineCrashed if there is no such program.

        Lines are added to ``transcript``. Without ``cwd`` an engine given by its path runs in its own folder,
        which usually has its data files.
        """
        words = split(command)
        program = shutil.which(words[0]) or words[0]
        if cwd is None and words[0] != OWN_COMMAND[0] and os.sep in words[0]:
            cwd = Path(program).resolve().parent
            program = str(Path(program).resolve())
        starting, cancelled = await _complete(
            asyncio.create_subprocess_exec(
                program,
                *words[1:],
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                cwd=cwd,
                env=dict(env) if env is not None else None,
                start_new_session=True,
            )
        )
        if cancelled:
            if starting.done() and starting.exception() is None:
                await _complete(cls(starting.result(), words[0], Transcript())._end_unread())
            raise asyncio.CancelledError
        try:
            process = starting.result()
        except (OSError, ValueError) as error:
            reason = os_error_message(error) if isinstance(error, OSError) else str(error)
            raise EngineCrashed.with_code("engine-not-started", engine=words[0], reason=reason) from error
        transcript = transcript if transcript is not None else Transcript()
        transcript.begin(shlex.join(words))
        self = cls(process, words[0], transcript)
        assert process.stdout is not None
        assert process.stderr is not None
        self._readers = [
            asyncio.create_task(self._read(process.stdout, "<", on_line)),
            asyncio.create_task(self._read(process.stderr, "!", None)),
        ]
        self._watcher = asyncio.create_task(self._watch(on_end))
        return self

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """The exit status; None while it runs."""
        return self._process.returncode

    async def send(self, line: str) -> None:
        """Sends a line. Raises EngineCrashed if the process has ended."""
        stdin = self._process.stdin
        assert stdin is not None
        if self.returncode is not None or stdin.is_closing():
            raise await self.crash_error()
        self._transcript.add(">", line)
        try:
            stdin.write(self._encode(line) + b"\n")
            await stdin.drain()
        except (ConnectionError, RuntimeError) as error:
            raise await self.crash_error() from error

    async def crash_error(self) -> EngineCrashed:
        """The error for the end of the process; waits up to a second for its exit status."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), 1.0)
        return EngineCrashed(self.end_description())

    async def end(self, timeout: float = 0.0) -> None:
        """Ends the process and its children. It has ``timeout`` seconds to end by itself."""
        stdin = self._process.stdin
        if stdin is not None:
            stdin.close()  # engines quit at the end of their input
        try:
            if timeout > 0:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._process.wait(), timeout)
        finally:
            self.kill()
        await self._process.wait()
        assert self._watcher is not None
        self._watcher.cancel()
        # The pipes are closed when the readers have found their ends.
        await asyncio.wait(self._readers, timeout=_LAST_OUTPUT_SECONDS)
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(self._watcher, *self._readers, return_exceptions=True)

    async def _end_unread(self) -> None:
        """Kills a process whose output no task reads, and reads its pipes to the end, which closes them."""
        self.kill()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.communicate(), _LAST_OUTPUT_SECONDS)

    def kill(self) -> None:
        """Ends the process group at once; may be called at any time, from any thread."""
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            elif self.returncode is None:
                self._process.kill()

    def end_description(self) -> str:
        """A description of how the engine ended, with the last line of its standard error."""
        status = self.returncode
        how = "closed its output" if status is None else f"ended with status {status}"
        if status is not None and status < 0:
            with suppress(ValueError):
                how = f"was ended by {signal.Signals(-status).name}"
        line = self._transcript.last_error_line()
        return f"engine {self.name!r} {how}" + (f": {line}" if line else "")

    def _decode(self, line: bytearray) -> str:
        """UTF-8 or, where a line is not, Shift_JIS, which older Japanese engines use."""
        if line.isascii():
            return line.decode("ascii")
        if len(line) < MAX_LINE_BYTES:  # a longer one was cut, perhaps within a character
            for encoding in ("utf-8", "cp932"):
                with suppress(UnicodeDecodeError):
                    text = line.decode(encoding)
                    self._encoding = encoding
                    return text
        return line.decode(errors="replace")

    def _encode(self, line: str) -> bytes:
        """In the encoding in which the engine last wrote; UTF-8 where that lacks a character."""
        with suppress(UnicodeEncodeError):
            return line.encode(self._encoding, errors="surrogateescape")
        return line.encode(errors="surrogateescape")

    async def _watch(self, on_end: Callable[[EngineCrashed], None]) -> None:
        await self._readers[0]  # read all output before reporting the end
        error = await self.crash_error()
        self.kill()  # a process that closed its output will never answer
        await self._process.wait()
        on_end(error)

    async def _read(
        self, stream: asyncio.StreamReader, direction: str, on_line: Callable[[str], None] | None
    ) -> None:
        line = bytearray()
        while chunk := await stream.read(_CHUNK):
            *ended, rest = chunk.split(b"\n")
            for part in ended:
                line += part[: MAX_LINE_BYTES - len(line)]
                self._receive(line, direction, on_line)
                line.clear()
            line += rest[: MAX_LINE_BYTES - len(line)]
        if line:
            self._receive(line, direction, on_line)

    def _receive(self, line: bytearray, direction: str, on_line: Callable[[str], None] | None) -> None:
        text = self._decode(line).strip("\r\0 \t")
        if text:
            self._transcript.add(direction, text)
            if on_line is not None:
                on_line(text)


async def _complete(coroutine: Coroutine[Any, Any, T]) -> tuple[asyncio.Task[T], bool]:
    """Runs a coroutine to its end even if this task is cancelled meanwhile; returns whether it was.

    The start of a process must not be cancelled: asyncio may leave the process running, or wait for it
    forever. So the task is hidden from asyncio.run, which cancels all tasks at the end of the loop. It also
    cancels a task that asyncio itself uses for the start, which then never ends: so after a cancellation the
    wait is limited.
    """
    task = asyncio.get_running_loop().create_task(coroutine)
    asyncio.tasks._unregister_task(task)
    cancelled = False
    deadline = float("inf")
    while not task.done() and (left := deadline - monotonic()) > 0:
        try:
            with suppress(Exception):  # the caller takes the task's result or its error
                await asyncio.wait_for(asyncio.shield(task), left if cancelled else None)
        except asyncio.CancelledError:
            if not cancelled:
                deadline = monotonic() + _CANCELLED_START_SECONDS
            cancelled = True
    return task, cancelled


def split(command: Command) -> list[str]:
    """The command as a list of words. A string is the path of a program and may contain spaces.

    Raises EngineUsageError (a ValueError) for an empty command, ArgumentTypeError for another type.
    """
    if not isinstance(command, str | os.PathLike | Sequence) or isinstance(command, bytes):
        raise ArgumentTypeError(
            f"command: expected the path of an engine or a list of words, got {command!r}"
        )
    words = (
        [os.fspath(command)] if isinstance(command, str | os.PathLike) else [os.fspath(w) for w in command]
    )
    if not words or not words[0]:
        raise EngineUsageError("expected the path of an engine or its command line, got nothing")
    return words
