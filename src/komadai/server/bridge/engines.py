"""The home engines that are connected now, and their searches.

A search runs in a worker thread as that of a local engine does; the messages come from the event loop. What
a bridge sends is not trusted: it has passed the bounds of `komadai.bridge.messages`, illegal moves end their
line here, and nothing waits for a bridge that does not answer.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final, Self

from komadai._core import Board, Move
from komadai.bridge import messages as ms
from komadai.engine.program import EngineProgram
from komadai.engine.protocol.info import Info
from komadai.engine.protocol.limits import Limits
from komadai.errors import EngineError, InvalidMoveError, RangeError
from komadai.messages.text import Text
from komadai.score import Score, WinRateModel
from komadai.server.people.visible_text import visible_line

NOT_CONNECTED: Final = Text(
    "Your engine “{name}” is not connected.", "エンジン「{name}」は接続されていません。"
)
LOST: Final = Text(
    "The connection to your engine “{name}” was lost.", "エンジン「{name}」との接続が切れました。"
)
FAILED: Final = Text("Your engine “{name}” failed: {why}", "エンジン「{name}」が動きません：{why}")
LATE_S: Final = 5.0
"""How much longer than its time a search with a limit of time may take."""
MAX_INFOS: Final = 1_000
"""The infos of a search that wait to be read."""


class HomeEngineError(EngineError):
    """A home engine is not connected any more, or failed there; ``shown`` is the sentence for its owner."""

    def __init__(self, shown: Text) -> None:
        super().__init__(shown.en)
        self.shown = shown


class HomeEngine:
    """An engine that a bridge offers to one person."""

    def __init__(
        self,
        person: str,
        token: str,
        hello: ms.Hello,
        name: str,
        now_ms: int,
        send: Callable[[ms.ToBridge], None],
        end: Callable[[int, str], None],
    ) -> None:
        """``token`` is the id of the token. ``send`` and ``end``, which closes the connection with a code and
        a reason, may be called from any thread."""
        self.person: Final = person
        self.token: Final = token
        self.name: Final = name
        self.engine: Final = visible_line(hello.engine) or name
        self.threads: Final = hello.threads
        self.since_ms: Final = now_ms
        self.win_rate_model: Final = WinRateModel(hello.scale, hello.draw_margin)
        self.end: Final = end
        self.alive: bool = True
        self._send = send
        self._searches = 0
        self._current: HomeSearch | None = None

    @property
    def searching(self) -> bool:
        """Whether it searches now."""
        return self._current is not None

    # -- as a local engine, from worker threads

    def analysis(
        self, position: Board, limits: Limits | None = None, *, multipv: int | None = None
    ) -> HomeSearch:
        """A running search of a position; it ends the one before. Raises HomeEngineError."""
        return self._begin(position, None if limits is None else limits.depth, None, multipv or 1)

    def analyse(self, position: Board, *, seconds: float, multipv: int) -> list[Info]:
        """The last info of each of the best lines after this time. Raises HomeEngineError."""
        found: dict[int, Info] = {}
        with self._begin(position, None, seconds, multipv) as search:
            for info in search:
                found[info.multipv] = info
        return [found[number] for number in sorted(found)]

    def close(self) -> None:
        """Ends its search; the bridge stays connected."""
        search = self._current
        if search is not None:
            search.stop()

    def _begin(self, board: Board, depth: int | None, seconds: float | None, lines: int) -> HomeSearch:
        if not self.alive:
            raise HomeEngineError(LOST.filled(name=self.name))
        self.close()
        self._searches += 1
        search = self._current = HomeSearch(self, self._searches, board, seconds)
        self._send(
            ms.Search(
                id=search.id,
                start_sfen=board.root_sfen(),
                moves=[move.usi() for move in board.history],
                lines=min(lines, ms.MAX_LINES),
                depth=depth,
                seconds=seconds,
            )
        )
        if not self.alive:  # it has gone meanwhile
            search.finish(LOST.filled(name=self.name))
        return search

    def ended(self, search: HomeSearch) -> None:
        """A search is over for this server."""
        if self._current is search:
            self._current = None
            if self.alive and not search.done:
                self._send(ms.Stop(id=search.id))

    # -- from the event loop

    def received(self, message: ms.Found | ms.Done) -> None:
        """Takes a message; one about an earlier search is ignored."""
        search = self._current
        if search is None or search.id != message.id:
            return
        match message:
            case ms.Found():
                search.found(message)
            case ms.Done(error=None):
                search.done = True
                search.finish(None)
            case ms.Done(error=why):
                search.done = True
                search.finish(FAILED.filled(name=self.name, why=visible_line(why or "")))

    def gone(self) -> None:
        """The connection has ended."""
        self.alive = False
        search = self._current
        if search is not None:
            search.finish(LOST.filled(name=self.name))


class HomeSearch:
    """A search by a home engine. Iterated by one worker thread."""

    def __init__(self, engine: HomeEngine, number: int, board: Board, seconds: float | None) -> None:
        self.id: Final = number
        self.done = False
        """Whether the bridge says that it has ended."""
        self._engine = engine
        self._board = board.copy()
        self._limit = None if seconds is None else seconds + LATE_S
        self._infos: queue.Queue[ms.Found | Text | None] = queue.Queue(MAX_INFOS)

    def found(self, message: ms.Found) -> None:
        """The bridge has found something; dropped if too much waits."""
        if self._infos.qsize() < MAX_INFOS - 10:
            self._infos.put_nowait(message)

    def finish(self, trouble: Text | None) -> None:
        """Ends the iteration, with an error if there is trouble."""
        with suppress(queue.Full):  # the end is in it already
            self._infos.put_nowait(trouble)

    def stop(self) -> None:
        """Ends the search; nothing waits for the bridge."""
        self._engine.ended(self)
        self.finish(None)

    def __iter__(self) -> Iterator[Info]:
        try:
            while True:
                message = self._infos.get(timeout=self._limit)
                if message is None:
                    return
                if isinstance(message, Text):
                    raise HomeEngineError(message)
                yield from self._read(message)
        except queue.Empty:
            return  # it is late; what it found so far counts

    def _read(self, message: ms.Found) -> Iterator[Info]:
        nodes, nps = message.nodes, message.nps
        if not message.lines:
            yield Info(nodes=nodes, nps=nps)
        for line in message.lines:
            moves = legal_moves(self._board, line.moves)
            try:
                score = Score(
                    cp=line.cp, mate=line.mate, mate_for=line.mates, bound=line.bound, turn=self._board.turn
                )
            except RangeError:
                continue
            if moves:
                yield Info(depth=line.depth, score=score, multipv=line.number, nodes=nodes, nps=nps, pv=moves)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._engine.ended(self)


def legal_moves(board: Board, line: list[str]) -> tuple[Move, ...]:
    """The moves in USI up to the first that is none or is illegal."""
    board, moves = board.copy(), []
    for usi in line:
        try:
            move = Move.from_usi(usi)
        except InvalidMoveError:
            break
        if not board.is_legal(move):
            break
        board.push(move)
        moves.append(move)
    return tuple(moves)


class HomeEngines:
    """The home engines that are connected to this process. Changed by the event loop."""

    def __init__(self) -> None:
        self._engines: dict[str, dict[str, HomeEngine]] = {}
        """By the id of the person, then by name."""

    def of(self, person: str | None) -> list[HomeEngine]:
        """The engines of this person, by name."""
        found = self._engines.get(person or "", {})
        return [found[name] for name in sorted(found)]

    def add(self, engine: HomeEngine) -> None:
        """Offers an engine. An earlier connection of the same name ends: it may be one that was lost."""
        before = self._engines.get(engine.person, {}).get(engine.name)
        if before is not None:
            self.remove(before)
            before.end(ms.REPLACED, "replaced")
        self._engines.setdefault(engine.person, {})[engine.name] = engine

    def remove(self, engine: HomeEngine) -> None:
        """The connection has ended."""
        engine.gone()
        found = self._engines.get(engine.person, {})
        if found.get(engine.name) is engine:
            del found[engine.name]
            if not found:
                del self._engines[engine.person]


class EnginesOf:
    """One person's home engines as a source of engines for searches, like `WarmEngines`."""

    def __init__(self, engines: HomeEngines, person: str) -> None:
        self._engines = engines
        self._person = person

    def take(self, program: EngineProgram, threads: int) -> HomeEngine:
        """The engine of this name. Raises HomeEngineError if it is not connected."""
        found = next((each for each in self._engines.of(self._person) if each.name == program.name), None)
        if found is None:
            raise HomeEngineError(NOT_CONNECTED.filled(name=program.name))
        return found

    def give_back(self, program: EngineProgram, engine: HomeEngine) -> None:
        """Nothing: it stays connected."""
