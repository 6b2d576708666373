"""The connection to an engine that uses the XBoard protocol (CECP), version 2: features and ping."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from komadai.engine.client.connection import MAX_NAME, EngineConnection
from komadai.engine.client.process import Command
from komadai.engine.client.xboard_lines import COMMAND_OPTIONS, features, option_of
from komadai.errors import EngineError, EngineProtocolError, EngineTimeout

_SLOW_START_SECONDS: Final = 60.0
"""The time for ``done=1`` after ``done=0``, by which an engine asks for more time."""
_FEATURES: Final = frozenset(
    [
        "ping",
        "setboard",
        "usermove",
        "time",
        "draw",
        "sigint",
        "sigterm",
        "reuse",
        "analyze",
        "myname",
        "variants",
        "colors",
        "ics",
        "name",
        "pause",
        "nps",
        "debug",
        "memory",
        "smp",
        "egt",
        "option",
        "exclude",
        "done",
        "highlight",
        "playother",
        "san",
    ]
)
_REJECTED: Final = {"san": "1", "colors": "1"}
"""Features with a value that changes the protocol in a way this client does not follow: moves in algebraic
notation, ``white`` and ``black`` before moves."""


class XBoardConnection(EngineConnection):
    """The connection to an XBoard engine. ``on_line`` gets each line that is no answer of the handshake."""

    def __init__(
        self,
        command: Command,
        cwd: str | os.PathLike[str] | None,
        env: Mapping[str, str] | None,
        on_line: Callable[[str], None],
        on_end: Callable[[EngineError], None],
    ) -> None:
        super().__init__(command, cwd, env, on_end)
        self._on_other_line = on_line
        self.features: dict[str, str] = {}
        """The features that the engine reported, by name."""
        self._unanswered: list[str] = []
        self._pings = 0

    @property
    def variants(self) -> tuple[str, ...]:
        """The engine's names of the variants that it plays."""
        return tuple(
            name.strip() for name in self.features.get("variants", "normal").split(",") if name.strip()
        )

    def has(self, feature: str, default: str = "0") -> bool:
        """Whether a feature is on."""
        return self.features.get(feature, default) not in ("", "0")

    async def _handshake(self, timeout: float) -> None:
        self.features = {}
        done = self._expect("done")
        await self.send("xboard")
        await self.send("protover 2")
        try:
            await asyncio.wait_for(asyncio.shield(done), timeout)
        except TimeoutError:
            if self.features.get("done") == "0":
                await self.wait(done, _SLOW_START_SECONDS, "feature done=1")
            elif not self.features:
                await self.end()
                raise EngineTimeout(
                    f"engine {self.display_name} gave no feature within {timeout:g} s: "
                    "expected an engine of the XBoard protocol, version 2"
                ) from None
        for answer in self._unanswered:
            await self.send(answer)
        self._unanswered = []

    async def ready(self, timeout: float) -> None:
        """Sends ``ping`` and waits for its ``pong``. Does nothing for an engine without the feature
        ``ping``."""
        if not self.has("ping"):
            return
        self._pings += 1
        answer = self._expect(f"pong {self._pings}")
        await self.send(f"ping {self._pings}")
        await self.wait(answer, timeout, "pong")
        del self._answers[f"pong {self._pings}"]

    def _on_line(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "feature":
            self._add_features(rest)
        elif word == "pong":
            self._arrived(line)
        elif word != "#" and not line.startswith("#"):
            self._on_other_line(line)

    def _add_features(self, text: str) -> None:
        for name, value in features(text):
            if name not in _FEATURES or _REJECTED.get(name) == value:
                self._unanswered.append(f"rejected {name}")
                continue
            self._unanswered.append(f"accepted {name}")
            if name == "option":
                with suppress(EngineProtocolError):
                    self.options.add(option_of(value))
                continue
            self.features[name] = value
            if name in COMMAND_OPTIONS and value != "0":
                self.options.add(COMMAND_OPTIONS[name])
            if name == "myname":
                self.name: str = value[:MAX_NAME]
            if name == "done" and value == "1":
                self._arrived("done")
