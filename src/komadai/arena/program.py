"""An engine that takes part: what starts it, what it is told, what it says of itself."""

from __future__ import annotations

import asyncio
import hashlib
import re
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from komadai.engine import UsiEngine
from komadai.engine.protocol.options import find
from komadai.errors import EngineUsageError

OWN_NAME: Final = "komadai"
START_SECONDS: Final = 60.0
"""How long an engine may take to say what it is."""
_THREADS: Final = ("Threads", "Thread", "USI_Threads")
"""What the option is called that says how many cores an engine uses."""
_BRACES: Final = re.compile(r"(.*?)\s*\{(.*)\}\s*", re.DOTALL)
_CALLED: Final = re.compile(r"([^\s=/\\{}'\"]+)=(.+)", re.DOTALL)
"""A name before an engine. A word without a path: ``env A=1 engine`` is a command."""

Setting = str | int | bool | None


@dataclass(frozen=True, slots=True)
class Program:
    """An engine: the name it goes by here, its command, its USI options."""

    name: str
    command: tuple[str, ...]
    """Empty: our own engine, that of the Komadai that plays the game."""
    options: tuple[tuple[str, Setting], ...] = ()

    def told(self, name: str) -> Setting:
        """The value an option is given here, None if it is given none; upper and lower case don't matter."""
        return next((value for key, value in self.options if key.lower() == name.lower()), None)

    def with_options(self, options: tuple[tuple[str, Setting], ...]) -> Program:
        """The same engine told more; the later value of an option counts."""
        merged = {key.lower(): (key, value) for key, value in (*self.options, *options)}
        return Program(self.name, self.command, tuple(merged.values()))

    def named(self, name: str) -> Program:
        """The same engine under another name."""
        return Program(name, self.command, self.options)

    def fingerprint(self) -> str:
        """Changes when the program does: a digest of the file that is run (of our own, of the core).

        Files among its arguments count, too: what is run may be an interpreter, and its script the engine.
        """
        if not self.command:
            from komadai import _core

            files = [Path(str(_core.__file__))]
        else:
            program, *arguments = self.command
            files = [Path(shutil.which(program) or program)]
            files += [Path(each) for each in arguments if Path(each).is_file()]
        digest = hashlib.sha256()
        try:
            for file in files:
                digest.update(file.read_bytes())
            return digest.hexdigest()[:16]
        except OSError:
            return ""


OURS: Final = Program(OWN_NAME, ())


def read_program(text: str, known: dict[str, Program] | None = None, *, elsewhere: bool = False) -> Program:
    """An engine as it is written on a command line.

    ``komadai`` is ours; then come the names in ``known``; anything else is a command with its arguments,
    quoted as for a shell. Options may follow in braces: ``komadai {Level=3, USI_Hash=16}``; a name may
    stand before it: ``old=/opt/old/komadai usi``.
    Raises EngineUsageError if there is no such name or program; with ``elsewhere`` nobody looks whether the
    program is on this machine.
    """
    called = _CALLED.fullmatch(text.strip()) if text.strip() not in (known or {}) else None
    if called is not None:
        return read_program(called[2], known, elsewhere=elsewhere).named(called[1])
    match = _BRACES.fullmatch(text)
    word, settings = (match[1], match[2]) if match else (text.strip(), "")
    options = tuple(read_setting(part) for part in settings.split(",") if part.strip())
    named = {OWN_NAME: OURS, **(known or {})}.get(word)
    if named is None:
        try:
            words = shlex.split(word)
        except ValueError as error:
            raise EngineUsageError(f"engine {word!r}: {error}") from None
        program = _which(words[0]) if words else None
        if elsewhere and words:
            program = program or words[0]
        if program is None:
            names = ", ".join([OWN_NAME, *(known or {})])
            raise EngineUsageError(f"engine {word!r}: no such program, and no engine of that name ({names})")
        named = Program(Path(words[0]).stem, (program, *words[1:]))
    if options:
        told = ", ".join(f"{key}={value}" for key, value in options)
        named = named.with_options(options).named(f"{named.name} {told}")
    return named


def _which(word: str) -> str | None:
    """The whole path of a program; Debian keeps engines where not everybody's shell looks."""
    found = shutil.which(word) or shutil.which(word, path="/usr/games:/usr/local/games")
    return None if found is None else str(Path(found).absolute())


def read_setting(text: str) -> tuple[str, Setting]:
    """``NAME=VALUE``, or ``NAME`` alone for a button. Raises EngineUsageError."""
    name, equals, value = text.partition("=")
    if not name.strip():
        raise EngineUsageError(f"option {text!r}: expected NAME=VALUE")
    return name.strip(), value.strip() if equals else None


@dataclass(frozen=True, slots=True)
class About:
    """What an engine says of itself."""

    name: str
    author: str
    threads: int
    """How many cores it uses while it thinks, as far as its options tell."""


def inspect(program: Program) -> About:
    """Starts the engine once and asks it, with the options it is given.

    Raises EngineCrashed, EngineTimeout; EngineUsageError for an option it won't take.
    """

    async def ask() -> About:
        engine = await UsiEngine.open(program.command or None, timeout=START_SECONDS)
        try:
            for name, value in program.options:
                await engine.set_option(name, value)
            threads = next(
                (find(engine.options, name) for name in _THREADS if find(engine.options, name)), None
            )
            told = program.told(threads.name) if threads is not None else None
            number = told if told is not None else threads.default if threads is not None else 1
            return About(engine.name, engine.author, max(1, int(number or 1)))
        finally:
            await engine.quit()

    return asyncio.run(ask())
