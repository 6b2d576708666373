"""An engine's process: lines in, lines out, and a sure end.

The engine runs in a process group of its own, so that ending it also ends whatever it
started. Nothing an engine writes can fill the memory: long lines are cut, the transcript
forgets its oldest lines.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import signal
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from komadai.errors import EngineCrashed, EngineUsageError

Command = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]

OWN_COMMAND: tuple[str, ...] = (sys.executable, "-m", "komadai", "usi")
"""What starts our own engine."""

MAX_LINE_BYTES = 1 << 16
"""Bytes of one line that are kept; the rest is discarded."""

_TRANSCRIPT_LINES = 2000
_TRANSCRIPT_LETTERS = 4000
_CHUNK = 1 << 16


class Said(NamedTuple):
    """One line of a transcript: seconds since the start, ``>`` to the engine, ``<`` from it,
    ``!`` from its standard error, ``=`` for a process that begins, with its command."""

    seconds: float
    direction: str
    text: str

    def __str__(self) -> str:
        return f"{self.seconds:9.3f} {self.direction} {self.text}"


class Transcript:
    """The last lines said to and by an engine, and by those that took its place after a crash."""

    def __init__(self) -> None:
        self._lines: deque[Said] = deque(maxlen=_TRANSCRIPT_LINES)
        self._start = monotonic()
        self._words = ""

    def begin(self, command: str) -> None:
        """A process begins."""
        self._words = ""
        self.note("=", command)

    def note(self, direction: str, text: str) -> None:
        """A line was said."""
        text = text[:_TRANSCRIPT_LETTERS]
        self._lines.append(Said(monotonic() - self._start, direction, text))
        if direction == "!":
            self._words = text

    def last_words(self) -> str:
        """What this process said last on its standard error."""
        return self._words

    def lines(self) -> list[Said]:
        """Oldest first."""
        return list(self._lines)


class EngineProcess:
    """A running engine. ``on_line`` gets every line it says, ``on_end`` is told once how it ended."""

    def __init__(self, process: asyncio.subprocess.Process, name: str, transcript: Transcript) -> None:
        self._process = process
        self._transcript = transcript
        self._tasks: list[asyncio.Task[None]] = []
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

        What is said goes on in ``transcript``. Without ``cwd`` an engine named by its path runs in its own
        folder, where its data usually lie.
        """
        words = split(command)
        program = shutil.which(words[0]) or words[0]
        if cwd is None and words[0] != OWN_COMMAND[0] and os.sep in words[0]:
            cwd = Path(program).resolve().parent
            program = str(Path(program).resolve())
        try:
            process = await asyncio.create_subprocess_exec(
                program,
                *words[1:],
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                cwd=cwd,
                env=dict(env) if env is not None else None,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise EngineCrashed(f"engine {words[0]!r} cannot be started: {error}") from error
        transcript = transcript if transcript is not None else Transcript()
        transcript.begin(shlex.join(words))
        self = cls(process, words[0], transcript)
        assert process.stdout is not None
        assert process.stderr is not None
        self._tasks = [
            asyncio.create_task(self._read(process.stdout, "<", on_line)),
            asyncio.create_task(self._read(process.stderr, "!", None)),
        ]
        self._tasks.append(asyncio.create_task(self._watch(on_end)))
        return self

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """The exit status, None while it runs."""
        return self._process.returncode

    async def send(self, line: str) -> None:
        """Writes a line. Raises EngineCrashed if the engine is gone."""
        stdin = self._process.stdin
        assert stdin is not None
        if self.returncode is not None or stdin.is_closing():
            raise await self.crash()
        self._transcript.note(">", line)
        try:
            stdin.write(self._encode(line) + b"\n")
            await stdin.drain()
        except (ConnectionError, RuntimeError) as error:
            raise await self.crash() from error

    async def crash(self) -> EngineCrashed:
        """The error that tells how the engine ended, once that is known."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), 1.0)
        return EngineCrashed(self.obituary())

    async def end(self, patience: float = 0.0) -> None:
        """Ends the engine and everything it started; it may leave by itself for so many seconds."""
        stdin = self._process.stdin
        if stdin is not None:
            stdin.close()  # every engine takes the end of its input for a quit
        try:
            if patience > 0:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._process.wait(), patience)
        finally:
            self.kill()
        await self._process.wait()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def kill(self) -> None:
        """Ends the process group at once. Safe to call at any time, from any thread."""
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            elif self.returncode is None:
                self._process.kill()

    def obituary(self) -> str:
        """How the engine ended, with its last words."""
        status = self.returncode
        how = "closed its output" if status is None else f"ended with status {status}"
        if status is not None and status < 0:
            with suppress(ValueError):
                how = f"was ended by {signal.Signals(-status).name}"
        words = self._transcript.last_words()
        return f"engine {self.name!r} {how}" + (f": {words}" if words else "")

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
        await self._tasks[0]  # what was said before the end is heard before the end
        error = await self.crash()
        self.kill()  # whoever has closed its output and lives on will never answer
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
            self._transcript.note(direction, text)
            if on_line is not None:
                on_line(text)


def split(command: Command) -> list[str]:
    """The command as words. A string is the path of one program, spaces and all.

    Raises EngineUsageError (a ValueError) for an empty one, TypeError for what is no command.
    """
    if not isinstance(command, str | os.PathLike | Sequence) or isinstance(command, bytes):
        raise TypeError(f"command: expected the path of an engine or a list of words, got {command!r}")
    words = (
        [os.fspath(command)] if isinstance(command, str | os.PathLike) else [os.fspath(w) for w in command]
    )
    if not words or not words[0]:
        raise EngineUsageError("expected the path of an engine or its command line, got nothing")
    return words
