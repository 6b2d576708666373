"""An engine of a match: its name, command and options, and what it reports about itself."""

from __future__ import annotations

import asyncio
import hashlib
import re
import shlex
import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from komadai.engine.client.protocols import CLIENTS
from komadai.engine.program import OUR_ENGINE, EngineProtocol
from komadai.engine.protocol.options import find
from komadai.errors import EngineUsageError

START_SECONDS: Final = 60.0
"""The time for an engine's handshake."""
_THREADS: Final = ("Threads", "Thread", "USI_Threads", "cores")
"""The names of the option for the number of threads; the last one is the XBoard protocol's."""
_XBOARD: Final = "xboard:"
"""Before the command of an engine that uses the XBoard protocol."""
_BRACES: Final = re.compile(r"(.*?)\s*\{(.*)\}\s*", re.DOTALL)
_CALLED: Final = re.compile(r"([^\s=/\\{}'\"]+)=(.+)", re.DOTALL)
"""A name before an engine. The name is one word without a path: ``env A=1 engine`` is a command."""

Setting = str | int | bool | None


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """An engine: its name in the match, its command, its options, its protocol."""

    name: str
    command: tuple[str, ...]
    """Empty: Komadai, as installed where the game is played."""
    options: tuple[tuple[str, Setting], ...] = ()
    protocol: EngineProtocol = "usi"

    def option_value(self, name: str) -> Setting:
        """The value of this option, None if it is not set. Upper and lower case do not matter."""
        return next((value for key, value in self.options if key.lower() == name.lower()), None)

    def with_options(self, options: tuple[tuple[str, Setting], ...]) -> EngineSpec:
        """The same engine with more options; the later value of an option counts."""
        merged = {key.lower(): (key, value) for key, value in (*self.options, *options)}
        return replace(self, options=tuple(merged.values()))

    def named(self, name: str) -> EngineSpec:
        """The same engine under another name."""
        return replace(self, name=name)

    def fingerprint(self) -> str:
        """A digest of the program's file (for Komadai: of the native library), which changes with the
        program.

        Files among its arguments count, too: the command may be an interpreter with a script.
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


def read_program(
    text: str, known: dict[str, EngineSpec] | None = None, *, elsewhere: bool = False
) -> EngineSpec:
    """An engine as it is written on a command line.

    ``komadai`` is Komadai's own engine. Other names are those in ``known``; anything else is a command with
    its arguments, quoted as for a shell. Options may follow in braces: ``komadai {Level=3, USI_Hash=16}``. A
    name may be given before it: ``old=/opt/old/komadai usi``. ``xboard:`` before a command is for an engine
    that
    uses the XBoard protocol: ``xboard:hachu``. Raises EngineUsageError if there is no such
    name or program. With ``elsewhere`` the program need not be on this machine.
    """
    called = _CALLED.fullmatch(text.strip()) if text.strip() not in (known or {}) else None
    if called is not None:
        return read_program(called[2], known, elsewhere=elsewhere).named(called[1])
    match = _BRACES.fullmatch(text)
    word, settings = (match[1], match[2]) if match else (text.strip(), "")
    options = tuple(read_setting(part) for part in settings.split(",") if part.strip())
    protocol: EngineProtocol = "xboard" if word.startswith(_XBOARD) else "usi"
    word = word.removeprefix(_XBOARD).strip()
    named = {OUR_ENGINE: EngineSpec(OUR_ENGINE, ()), **(known or {})}.get(word) if protocol == "usi" else None
    if named is None:
        try:
            words = shlex.split(word)
        except ValueError as error:
            raise EngineUsageError(f"engine {word!r}: {error}") from None
        program = _which(words[0]) if words else None
        if elsewhere and words:
            program = program or words[0]
        if program is None:
            names = ", ".join([OUR_ENGINE, *(known or {})])
            raise EngineUsageError.with_code("engine-unknown", engine=word, names=names)
        named = EngineSpec(Path(words[0]).stem, (program, *words[1:]), protocol=protocol)
    if options:
        text = ", ".join(f"{key}={value}" for key, value in options)
        named = named.with_options(options).named(f"{named.name} {text}")
    return named


def _which(word: str) -> str | None:
    """The absolute path of a program; Debian's folders for games are searched, too."""
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
    """The facts that an engine reports about itself."""

    name: str
    author: str
    threads: int
    """The number of cores of a search, from its options; 1 if it has none for that."""


def inspect(program: EngineSpec, variant: str = "shogi") -> About:
    """Starts the engine with its options, chooses the variant and reads what the engine reports.

    Raises EngineCrashed, EngineTimeout; EngineUsageError for an option it does not accept, and for a variant
    that it does not play.
    """

    async def ask() -> About:
        client = CLIENTS[program.protocol]
        engine = await client.open(program.command or None, timeout=START_SECONDS)
        try:
            for name, value in program.options:
                await engine.set_option(name, value)
            await engine.set_variant(variant)
            threads = next(
                (find(engine.options, name) for name in _THREADS if find(engine.options, name)), None
            )
            value = program.option_value(threads.name) if threads is not None else None
            number = value if value is not None else threads.default if threads is not None else 1
            return About(engine.name, engine.author, max(1, int(number or 1)))
        finally:
            await engine.quit()

    return asyncio.run(ask())


Program = EngineSpec
"""The former name of :class:`EngineSpec`."""
