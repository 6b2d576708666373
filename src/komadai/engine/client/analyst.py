"""An engine that searches positions for books: the scores of the best moves, or of given moves."""

from __future__ import annotations

from queue import SimpleQueue
from typing import TYPE_CHECKING, Final

from komadai.book.search.expansion import Line
from komadai.engine.client.sync_engine import Engine
from komadai.engine.protocol.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import TracebackType
    from typing import Self

    from komadai._core import Board, Move
    from komadai.engine.client.process import Command
    from komadai.engine.protocol.info import Info
    from komadai.engine.protocol.options import OptionValue

_BOOKS: Final[Mapping[str, OptionValue]] = {
    "OwnBook": False,
    "USI_OwnBook": False,
    "OpeningVariety": False,
    "BookFile": "no_book",
}
"""Options that turn an engine's opening book off."""


def turn_book_off(engine: Engine) -> None:
    """Turns the opening book of an engine off, so that it searches every position. Raises EngineError."""
    for name, value in _BOOKS.items():
        option = engine.options.get(name)
        if option is not None and (option.kind == "check" or value in option.choices):
            engine.set_option(name, value)


class Analyst:
    """A USI engine (ours, if no command is given) that fits :data:`komadai.book.search.expansion.Analyse`.

    Each search is limited to ``nodes`` nodes, ``seconds`` seconds and ``depth`` plies, as far as they are
    given. ``options`` are the engine's. Raises EngineError if the engine does not start.
    """

    def __init__(
        self,
        command: Command | None = None,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        depth: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
    ) -> None:
        milliseconds = None if seconds is None else max(1, round(seconds * 1000))
        self._limits = Limits(nodes=nodes, movetime=milliseconds, depth=depth)
        self._engine = Engine(command)
        try:
            turn_book_off(self._engine)
            for name, wanted in (options or {}).items():
                self._engine.set_option(name, wanted)
        except BaseException:
            self._engine.close()
            raise
        self._lines = 1

    @property
    def name(self) -> str:
        """The engine's name."""
        return self._engine.name

    def __call__(self, board: Board, moves: Sequence[Move] | None, lines: int) -> list[Line]:
        """The best lines, at most ``lines``, of all moves or of these. Raises EngineError."""
        count = len(moves) if moves is not None else min(lines, len(board.legal_moves))
        if not count:
            return []
        if count != self._lines and "MultiPV" in self._engine.options:
            self._engine.set_option("MultiPV", count)
            self._lines = count
        found: dict[Move, Line] = {}
        depths: dict[int, dict[int, Line]] = {}

        def add_line(info: Info) -> None:
            line = _line(info)
            if line is not None and info.score is not None and info.score.bound == "exact":
                depths.setdefault(info.depth or 0, {})[info.multipv] = line

        limits = self._limits
        if moves is not None:
            limits = Limits(
                nodes=limits.nodes, movetime=limits.movetime, depth=limits.depth, searchmoves=tuple(moves)
            )
        result = self._engine.play(board, limits, on_info=add_line)
        # The last depth may be incomplete: missing lines are taken from the depths before it.
        for depth in sorted(depths, reverse=True):
            for _, line in sorted(depths[depth].items()):
                if len(found) < count:
                    found.setdefault(line.move, line)
        last = _line(result.info)
        if not found and last is not None:
            found[last.move] = last
        wanted = [each for each in found.values() if moves is None or each.move in moves]
        return sorted(wanted, key=lambda each: -each.score)

    def close(self) -> None:
        """Ends the engine."""
        self._engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Analysts:
    """Several engines that search in parallel; each request goes to a free one."""

    def __init__(self, make: Callable[[], Analyst], count: int) -> None:
        """Raises what ``make`` raises."""
        self._all: list[Analyst] = []
        self._free: SimpleQueue[Analyst] = SimpleQueue()
        try:
            for _ in range(count):
                self._all.append(make())
                self._free.put(self._all[-1])
        except BaseException:
            self.close()
            raise

    @property
    def name(self) -> str:
        """The engines' name."""
        return self._all[0].name

    def __call__(self, board: Board, moves: Sequence[Move] | None, lines: int) -> list[Line]:
        """As :class:`Analyst`. Raises EngineError."""
        analyst = self._free.get()
        try:
            return analyst(board, moves, lines)
        finally:
            self._free.put(analyst)

    def close(self) -> None:
        """Ends the engines."""
        for each in self._all:
            each.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _line(info: Info) -> Line | None:
    if info.score is None or not info.pv:
        return None
    reply = info.pv[1] if len(info.pv) > 1 else None
    return Line(info.pv[0], info.score.number(), info.depth, reply)
