"""The options of a running engine: those that it reported, and the values that were set."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from komadai.engine.protocol.options import EngineOption, OptionValue, find
from komadai.errors import ArgumentTypeError, EngineProtocolError, EngineUsageError

_MAX_OPTIONS: Final = 1000
_UNREPORTED: Final[dict[str, EngineOption]] = {
    # USI: a GUI may set these two even if the engine does not report them.
    "USI_Hash": EngineOption("USI_Hash", "spin", None, 1, None),
    "USI_Ponder": EngineOption("USI_Ponder", "check", False),
}


class EngineOptions:
    """The options of one engine, over restarts of its process."""

    def __init__(self) -> None:
        self.reported: dict[str, EngineOption] = {}
        """The options that this process reported, by name."""
        self.settings: dict[str, OptionValue] = {}
        """The values that were set, by the option's name."""
        self._multipv: OptionValue = None
        """The MultiPV that was set for one search; None: the value in ``settings``."""

    def begin_process(self) -> None:
        """A new process starts: it has not reported any option. The settings stay."""
        self.reported = {}
        self._multipv = None

    def add_line(self, line: str) -> None:
        """Adds the option of USI's ``option`` line; an invalid line is ignored."""
        with suppress(EngineProtocolError):
            self.add(EngineOption.parse(line))

    def add(self, option: EngineOption) -> None:
        """Adds an option that the engine reported."""
        if len(self.reported) < _MAX_OPTIONS:
            self.reported[option.name] = option

    def option(self, name: str, engine: str) -> EngineOption:
        """The option with this name. Raises EngineUsageError, with the name ``engine``, if there is none."""
        if not isinstance(name, str):
            raise ArgumentTypeError(f"name: expected the name of an option, got {name!r}")
        option = find(self.reported, name) or _UNREPORTED.get(name)
        if option is None:
            raise EngineUsageError(
                f"engine {engine!r} has no option {name!r}; it has {', '.join(self.reported)}"
            )
        return option

    def store(self, option: EngineOption, value: OptionValue) -> None:
        """Stores a value that was sent to the engine."""
        if option.kind != "button":
            self.settings[option.name] = option.check(value)
        if option == find(self.reported, "MultiPV"):
            self._multipv = None

    def multipv_line(self, count: int | None, engine: str) -> str | None:
        """The line that sets the number of lines of the next search; None if that number is set already.

        ``count`` None is the number in ``settings``, which this does not change. Raises EngineUsageError for
        a number that the engine does not accept.
        """
        option = find(self.reported, "MultiPV")
        if option is None:
            if count is not None and count != 1:
                raise EngineUsageError(f"engine {engine!r} has no option MultiPV: it reports one line")
            return None
        configured = self.settings.get(option.name, option.default)
        wanted = configured if count is None else option.check(count)
        current = configured if self._multipv is None else self._multipv
        line = option.setting(wanted) if wanted != current else None
        self._multipv = None if count is None else wanted
        return line
