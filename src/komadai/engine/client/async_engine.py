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

import os
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Self, Unpack

from komadai import Board, Color
from komadai.engine.client.answer_check import check_answer, check_moves
from komadai.engine.client.connection import UsiConnection
from komadai.engine.client.engine_client import (
    HANDSHAKE_SECONDS,
    EngineClient,
    check_arguments,
    check_seconds,
)
from komadai.engine.client.process import Command
from komadai.engine.client.search_handle import MateSearch, Search
from komadai.engine.dialects.choice import choose_usi_variant, dialect_of, own_dialect, variant_option
from komadai.engine.dialects.moves import DialectMoves, check_board
from komadai.engine.program import OWN_COMMAND
from komadai.engine.protocol.info import Info, MateResult, PlayResult
from komadai.engine.protocol.limits import Bounds, Limits, limits_of, some_limits
from komadai.engine.protocol.move_reader import USI_MOVES, MoveReader
from komadai.engine.protocol.position import Position, board_of, text_of, turn_of
from komadai.errors import EngineError, EngineProtocolError, EngineUsageError
from komadai.protocols import BoardLike
from komadai.score import DEFAULT_WIN_RATE, WinRateModel

if TYPE_CHECKING:
    from komadai.engine.dialects.dialect import Dialect

__all__ = ["HANDSHAKE_SECONDS", "MateSearch", "Search", "UsiEngine"]


@dataclass(frozen=True, slots=True)
class _SearchPosition:
    """A position as it is sent, and how the answer is read."""

    text: str
    """The argument of the position command."""
    turn: Color
    board: Board | None
    """The board with which the answer is checked; None: it is not checked, or by ``reader``."""
    reader: MoveReader


class UsiEngine(EngineClient):
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

    protocol: ClassVar[str] = "usi"
    _connection: UsiConnection

    def __init__(
        self, command: Command | None, cwd: str | os.PathLike[str] | None, env: Mapping[str, str] | None
    ):
        words = OWN_COMMAND if command is None else command
        super().__init__(UsiConnection(words, cwd, env, self._on_line, self._on_end))
        self._is_komadai = words == OWN_COMMAND
        self._pondered: tuple[Search, str] | None = None
        """A search on the opponent's time, and its position."""
        self._game_announced = False
        """Whether usinewgame was sent to this process."""
        self._dialect: Dialect = own_dialect("shogi")
        """How positions and moves of the chosen variant are written."""

    @classmethod
    def _create(
        cls, command: Command | None, cwd: str | os.PathLike[str] | None, env: Mapping[str, str] | None
    ) -> Self:
        return cls(command, cwd, env)

    # -- options and games

    @property
    def win_rate_model(self) -> WinRateModel:
        """The model that turns this engine's scores into win rates.

        For Komadai it is the one stored with its evaluation (option ``EvalFile``), for other engines
        :data:`~komadai.score.DEFAULT_WIN_RATE`. Raises EvaluationFileError if the stored one is damaged.
        """
        if not self.name.startswith("Komadai "):
            return DEFAULT_WIN_RATE
        return WinRateModel.of_evaluation(str(self.settings.get("EvalFile") or "") or None)

    async def set_variant(self, variant: str) -> None:
        """Chooses the variant of the searches that follow, by our name; ``shogi`` is standard shogi.

        The engine's option ``USI_Variant`` or ``UCI_Variant`` is set to the engine's name of the variant.
        Engines that do not know a value of it play another game without notice, so it must be in the option's
        list. Raises EngineUsageError, which has that list, if it is not.
        """
        option = variant_option(self.options)
        if option is not None and self.settings and not self._dialect_of(variant).name_in(option.choices):
            # The list may be longer since an option was set: Fairy-Stockfish reads a file of variants.
            await self._become_idle()
            await self._connection.read_options(self._handshake_seconds)
            option = variant_option(self.options)
        name = choose_usi_variant(option, self._dialect_of(variant), self.name)
        if option is not None and self.settings.get(option.name, option.default) != name:
            await self.configure({option.name: name})
        self._dialect = self._dialect_of(variant)

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
        position: Position,
        limits: Limits | None = None,
        *,
        ponder: bool = False,
        on_info: Callable[[Info], None] | None = None,
    ) -> Search:
        """Starts a search and returns a handle to it without waiting.

        ``position`` is a Board with its history, or the text of USI's ``position`` command. The answer is not
        checked, so that the caller may handle an illegal move; :meth:`play` checks it. After
        :meth:`set_variant` it may be a board of that variant; then the answer is checked.
        """
        return await self._start(position, limits, ponder=ponder, on_info=on_info)

    async def _start(
        self,
        position: Position | _SearchPosition,
        limits: Limits | None,
        *,
        checked: bool = False,
        ponder: bool = False,
        on_info: Callable[[Info], None] | None = None,
        timeout: float | None = None,
        multipv: int | None = None,
    ) -> Search:
        if not isinstance(position, _SearchPosition):
            position = self._search_position(position, checked=checked)
        limits = Limits(infinite=True) if limits is None else limits
        check_arguments(limits, on_info)
        if limits.mate is not None:
            raise EngineUsageError("limits: a mate search answers with checkmate, not with a move")
        search = Search(
            self, limits, position.turn, position.board, on_info, pondering=ponder, reader=position.reader
        )
        await self._launch(search, position.text, limits.go(ponder=ponder), timeout, multipv)
        return search

    async def play(
        self,
        position: Position,
        limits: Limits | None = None,
        *,
        ponder: bool = False,
        on_info: Callable[[Info], None] | None = None,
        timeout: float | None = None,
        **bounds: Unpack[Bounds],
    ) -> PlayResult:
        """The engine's move in a position, within ``limits`` or ``seconds``, ``nodes`` or ``depth``.

        With ``ponder`` the engine continues to search after its move, in the position after the expected
        reply. If the next call is about that position, with the same limits and the expected clock, the
        engine is sent ``ponderhit``; otherwise the search is stopped and another one starts. (It does not
        continue on boards of variants.)
        After ``timeout`` seconds (default: the clock and ``grace``) the process is ended. Raises
        EngineTimeout, EngineCrashed, EngineProtocolError; EngineUsageError unless ``limits``, or
        keywords instead, are given; ArgumentTypeError for an unknown keyword, and for a position that is
        neither a Board nor a text.
        """
        limits = some_limits(limits, bounds)
        check_arguments(limits, on_info)
        if timeout is not None:
            check_seconds(timeout)
        sent = self._search_position(position, checked=True)

        async def ask() -> PlayResult:
            search = await self._take_pondered(sent.text, limits, on_info)
            if search is None:
                search = await self._start(sent, limits, on_info=on_info, timeout=timeout)
            return await search.result(timeout)

        began = monotonic()
        result = await self._with_restarts(ask)
        if ponder and sent.reader is USI_MOVES and result.ponder is not None and self.alive:
            left = limits.after(sent.turn, round((monotonic() - began) * 1000))
            await self._start_pondering(sent.text, result, left)
        return result

    async def ponder(self, position: Board | str, limits: Limits) -> Search:
        """Starts a search on the opponent's time, of the position after the expected move.

        Continue with ``await search.ponderhit()`` and ``await search.result()``, or with
        ``await search.stop()``. :meth:`play` does all this with ``ponder=True``.
        """
        return await self.start(position, limits, ponder=True)

    async def analyse(
        self,
        position: Position,
        limits: Limits | None = None,
        *,
        multipv: int | None = None,
        **bounds: Unpack[Bounds],
    ) -> AsyncIterator[Info]:
        """The engine's infos as they arrive. Without limits the search runs until the loop is left.

        ``multipv`` is the number of lines (None: the option ``MultiPV``). After ``seconds`` the engine is
        sent ``stop``: without a clock it does not answer from a book. Any other request to the engine ends a
        running analysis. For the lines side by side, use :meth:`analyse_lines`, or ``async with await
        engine.start(position) as search`` with ``search.lines`` and ``search.result()``.
        """
        search = await self.start_analysis(position, limits, multipv=multipv, **bounds)
        async with search:
            async for info in search:
                yield info

    async def analyse_lines(
        self,
        position: Position,
        limits: Limits | None = None,
        *,
        multipv: int = 1,
        timeout: float | None = None,
        **bounds: Unpack[Bounds],
    ) -> list[Info]:
        """Searches a position and returns the last info of each of the best ``multipv`` lines, best first.

        There are fewer if there are fewer moves, and none if the engine answers without a search. Raises as
        :meth:`play` does, and EngineUsageError for limits that never end and for more lines than the engine's
        option ``MultiPV`` allows.
        """
        if (limits_of(limits, bounds) or Limits()).is_endless:
            raise EngineUsageError("expected limits that end the search: seconds, nodes, depth or Limits(…)")
        if timeout is not None:
            check_seconds(timeout)

        async def ask() -> list[Info]:
            search = await self.start_analysis(position, limits, multipv=multipv, **bounds)
            search.is_detached = False
            await search.result(timeout)
            return list(search.lines)

        return await self._with_restarts(ask)

    async def start_analysis(
        self,
        position: Position,
        limits: Limits | None = None,
        *,
        multipv: int | None = None,
        **bounds: Unpack[Bounds],
    ) -> Search:
        """Starts a search that any later request to the engine ends, and returns a handle to it."""
        limits_of(limits, bounds)  # raises for invalid arguments
        seconds = bounds.pop("seconds", None)
        limits = limits_of(limits, bounds)
        search = await self._start(position, limits, checked=True, multipv=multipv)
        search.is_detached = True
        if seconds is not None:
            search.stop_after(seconds)
        return search

    async def mate(
        self,
        position: Position,
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
        check_arguments(limits, on_info)
        if timeout is not None:
            check_seconds(timeout)
        sent = self._search_position(position, checked=True)

        async def ask() -> MateResult:
            search = MateSearch(self, limits, sent.turn, sent.board, on_info, reader=sent.reader)
            await self._launch(search, sent.text, limits.go(), timeout)
            return await search.result(timeout)

        return await self._with_restarts(ask)

    # -- internal

    async def _begin(self, timeout: float) -> None:
        self._game_announced = False
        self._pondered = None
        await super()._begin(timeout)

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

    async def send_stop(self) -> None:
        """Sends ``stop``."""
        await self.send("stop")

    async def _become_idle(self) -> None:
        self._pondered = None
        await super()._become_idle()

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

    def _dialect_of(self, variant: str) -> Dialect:
        """How this engine writes a variant."""
        return dialect_of(variant, self.name)

    def _search_position(self, position: Position, *, checked: bool) -> _SearchPosition:
        """The position as it is sent. ``checked``: whether the answer is to be legal.

        Raises EngineUsageError for a board of another variant than the chosen one.
        """
        if isinstance(position, Board | str) or not isinstance(position, BoardLike):
            text = text_of(position)
            return _SearchPosition(text, turn_of(text), self._board(text) if checked else None, USI_MOVES)
        check_board(position, self._dialect)
        text = self._dialect.position(position.root_sfen())
        moves = self._dialect.history(position)
        if moves:
            text += " moves " + " ".join(moves)
        return _SearchPosition(text, position.turn, None, DialectMoves(self._dialect, position, self.name))

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
            self._search.add_info(Info.parse(line, self._search.reader))

    def _on_answer(self, word: str, line: str) -> None:
        search = self._search
        try:
            if isinstance(search, Search) and word == "bestmove":
                self._search = None
                result = PlayResult.parse(line, search.info, search.reader)
                search.finish(check_answer(result, search.board, self.name))
            elif isinstance(search, MateSearch):
                self._search = None  # after a bestmove, too: nothing else will follow
                mate = MateResult.parse(line, search.info, search.reader)
                check_moves(mate.moves, search.board, self.name)
                search.finish(mate)
        except EngineProtocolError as error:
            assert search is not None
            search.finish(error)
