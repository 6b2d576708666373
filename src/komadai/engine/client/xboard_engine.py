"""An asynchronous client for engines that use the XBoard protocol (CECP, version 2), as GNU's XBoard does.

    async with await XBoardEngine.open("/usr/games/hachu") as engine:
        await engine.set_variant("chu")
        result = await engine.play(board, Limits(movetime=1000))

It offers what matches and supervised play need of :class:`~komadai.engine.UsiEngine`; the same errors are
raised. The protocol has no limit of nodes and no mate search. The engine does not search
on the opponent's time.

The order of commands, which also suits HaChu (it crashes at ``go`` if it has not got ``memory``, moves at
once if
it has not got ``time``, and forgets ``sd`` at ``new``)::

    xboard, protover 2, (features up to done=1), accepted …
    new, variant NAME, memory MB, easy, post, force, [setboard FEN]      a game or another position begins
    usermove …, ping                                                    the moves that the engine does not
    have
    st or level, sd, time, otim, go                                     a search; the answer is "move …"
    force, usermove, ping, st, time, otim, go                           the next one

HaChu does not read ``?`` while it searches: it moves when its time is over.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any, ClassVar, Final, Self, Unpack, cast

from komadai import Board, Color
from komadai.engine.client.engine_client import EngineClient, check_arguments, check_seconds
from komadai.engine.client.process import Command
from komadai.engine.client.search_handle import Search
from komadai.engine.client.xboard_connection import XBoardConnection
from komadai.engine.client.xboard_lines import (
    claim_of,
    complaint_of,
    info_of,
    result_text,
    setting_line,
    setup_of,
    time_commands,
)
from komadai.engine.dialects.choice import STANDARD, choose_variant, xboard_dialect_of
from komadai.engine.dialects.dialect import Dialect
from komadai.engine.dialects.moves import DialectMoves, check_board
from komadai.engine.dialects.xboard import board_size
from komadai.engine.protocol.info import Info, PlayResult
from komadai.engine.protocol.limits import Bounds, Limits, some_limits
from komadai.engine.protocol.options import EngineOption, OptionValue
from komadai.engine.protocol.position import Position, text_of
from komadai.errors import EngineError, EngineProtocolError, EngineUsageError, InvalidMoveError
from komadai.protocols import BoardLike

_DEFAULT_MEMORY: Final = 64
"""Megabytes, sent if the user has not set ``memory``: HaChu crashes without it."""
_MOVE_WORDS: Final = ("move ", "my move is: ", "my move is : ")


class XBoardEngine(EngineClient):
    """An engine that uses the XBoard protocol, in a separate process. Made by :meth:`open`."""

    protocol: ClassVar[str] = "xboard"
    _connection: XBoardConnection
    _search: Search | None

    def __init__(
        self, command: Command, cwd: str | os.PathLike[str] | None, env: Mapping[str, str] | None
    ) -> None:
        super().__init__(XBoardConnection(command, cwd, env, self._on_line, self._on_end))
        self._variant = STANDARD
        self._dialect: Dialect = xboard_dialect_of(STANDARD)
        self._position: tuple[str, list[str]] | None = None
        """The root and the moves of the engine's position; None: not known."""
        self._legs = ""
        """The first legs of a move that the engine sends in several lines."""
        self._complaint = ""
        """The last line by which the engine rejected a move or a command."""
        self._setup: tuple[int, int, str] | None = None
        """How the engine described the variant."""
        self._has_depth = False
        """Whether ``sd`` limits its searches."""
        self._has_played = False
        """Whether this process has played a game."""

    @classmethod
    def _create(
        cls, command: Command | None, cwd: str | os.PathLike[str] | None, env: Mapping[str, str] | None
    ) -> Self:
        if command is None:
            raise EngineUsageError("expected the path of an engine or its command line, got nothing")
        return cls(command, cwd, env)

    # -- options and games

    def _setting_line(self, option: EngineOption, value: OptionValue) -> str:
        return setting_line(option, value)

    @property
    def variants(self) -> tuple[str, ...]:
        """The engine's names of the variants that it plays."""
        return self._connection.variants

    async def set_variant(self, variant: str) -> None:
        """Chooses the variant of the searches that follow, by our name; ``shogi`` is standard shogi.

        Raises EngineUsageError, which lists what the engine offers, if it does not play the variant.
        """
        dialect = xboard_dialect_of(variant)
        choose_variant(self.variants, dialect, self.name)
        if variant != self._variant:
            await self._become_idle()
            self._position = None
        self._variant, self._dialect = variant, dialect

    async def new_game(self) -> None:
        """Tells the engine that a new game begins; an engine that plays one game only is started again."""
        await self._become_idle()
        if self._has_played and not self._connection.has("reuse", "1"):
            await self.restart()
        self._position = None
        await self.ready()

    async def game_over(self, result: str) -> None:
        """Tells the engine how the game ended for it: ``win``, ``lose`` or ``draw``."""
        if result not in ("win", "lose", "draw"):
            raise EngineUsageError(f"result: expected win, lose or draw, got {result!r}")
        await self._become_idle()
        winner = {"draw": None, "win": self._color, "lose": self._color.opponent}[result]
        await self.send(f"result {result_text(winner)} {{}}")
        self._position = None

    # -- searching

    async def start(
        self,
        position: Position,
        limits: Limits | None = None,
        *,
        ponder: bool = False,
        on_info: Callable[[Info], None] | None = None,
    ) -> Search:
        """Starts a search and returns a handle to it without waiting for its end.

        Raises EngineProtocolError if the engine rejects a move that led to the position or sets up the
        variant
        on another board; EngineUsageError for a board of another variant than the chosen one, for limits that
        the protocol does not have, and for a root other than the setup with an engine that cannot set up
        positions.
        """
        if ponder:
            raise EngineUsageError(
                f"engine {self.name!r}: no search on the opponent's time with this protocol"
            )
        limits = Limits(infinite=True) if limits is None else limits
        check_arguments(limits, on_info)
        board = _board_of(position)
        check_board(board, self._dialect)
        commands = time_commands(limits, board.turn)
        await self._become_idle()
        if self._has_depth and limits.depth is None:
            self._position = None  # only "new" ends a limit of depth
        await self._send_position(board)
        reader = DialectMoves(self._dialect, board, self.name)
        search = Search(self, limits, board.turn, None, on_info, reader=reader)
        without_clock = () if self._connection.has("time", "1") else ("time ", "otim ")
        for command in commands:
            if not command.startswith(without_clock):
                await self.send(command)
        self._has_depth = limits.depth is not None
        self._color = board.turn
        self._legs = self._complaint = ""
        self._search = search
        try:
            await self.send("go")
            self._has_played = True
            search.last_info_at = monotonic()
        except BaseException:
            if self._search is search:
                self._search = None
            raise
        return search

    async def play(
        self,
        position: Position,
        limits: Limits | None = None,
        *,
        on_info: Callable[[Info], None] | None = None,
        timeout: float | None = None,
        **bounds: Unpack[Bounds],
    ) -> PlayResult:
        """The engine's move in a position, within ``limits`` or ``seconds``, ``nodes`` or ``depth``.

        After ``timeout`` seconds (default: the clock and ``grace``) the process is ended. Raises as
        :meth:`start` does, and EngineTimeout, EngineCrashed, EngineProtocolError.
        """
        limits = some_limits(limits, bounds)
        if timeout is not None:
            check_seconds(timeout)

        async def ask() -> PlayResult:
            search = await self.start(position, limits, on_info=on_info)
            return await search.result(timeout)

        return await self._with_restarts(ask)

    async def send_stop(self) -> None:
        """Sends ``?``, which tells the engine to move now."""
        await self.send("?")

    # -- internal

    _color: Color = Color.BLACK
    """The side for which the engine searched last."""

    async def _begin(self, timeout: float) -> None:
        self._position = self._setup = None
        self._has_depth = self._has_played = False
        await super()._begin(timeout)

    async def _send_position(self, board: BoardLike[Any]) -> None:
        """Sends the position: only the moves that the engine does not have, or all of it."""
        root, moves = board.root_sfen(), [move.usi() for move in board.history]
        known = self._position
        texts = self._dialect.history(board)
        if known is not None and known[0] == root and known[1] == moves[: len(known[1])]:
            await self.send("force")
            texts = texts[len(known[1]) :]
        else:
            await self._send_setup(board, root)
        self._position = None
        for text in texts:
            await self.send(f"usermove {text}" if self._connection.has("usermove") else text)
        self._complaint = ""
        await self.ready()
        self._check_setup(board)
        if self._complaint:
            raise EngineProtocolError(
                f"engine {self.name!r} rejects a move of {' '.join(moves)} (from {root}): {self._complaint}"
            )
        self._position = root, moves

    async def _send_setup(self, board: BoardLike[Any], root: str) -> None:
        name = choose_variant(self.variants, self._dialect, self.name)
        commands = ["new", *([f"variant {name}"] if name != "normal" else [])]
        if "memory" in self.options and "memory" not in self.settings:
            commands.append(f"memory {_DEFAULT_MEMORY}")
        commands += ["easy", "post", "force"]
        if root != _setup_sfen(board):
            if not self._connection.has("setboard"):
                raise EngineUsageError(f"engine {self.name!r} plays only from the setup, not from {root}")
            commands.append(f"setboard {self._dialect.position(root)}")
        self._setup = None
        for command in commands:
            await self.send(command)

    def _check_setup(self, board: BoardLike[Any]) -> None:
        """Raises EngineProtocolError if the engine described the variant with another board than ours."""
        if self._setup is None:
            return
        files, ranks, fen = self._setup
        placement = fen.split("[")[0]
        ours = self._dialect.position(_setup_sfen(board)).split("[")[0].split(" ")[0].removeprefix("sfen ")
        if (files, ranks) != board_size(board.root_sfen()):
            size = "×".join(map(str, board_size(board.root_sfen())))
            raise EngineProtocolError(
                f"engine {self.name!r} plays {self._variant} on {files}×{ranks} squares; ours has {size}"
            )
        if placement != ours:
            raise EngineProtocolError(
                f"engine {self.name!r} begins {self._variant} with {placement}; ours begins with {ours}"
            )

    def _on_line(self, line: str) -> None:
        search = self._search
        if (setup := setup_of(line)) is not None:
            self._setup = setup
            return
        if (complaint := complaint_of(line)) is not None:
            self._complaint = complaint
            self._finish(EngineProtocolError(f"engine {self.name!r}: {complaint}"))
            return
        if search is None:
            return
        for words in _MOVE_WORDS:
            if line.lower().startswith(words):
                self._on_move(search, line[len(words) :].strip())
                return
        if line.lower() == "resign":
            self._finish(PlayResult(None, None, "resign", search.info))
        elif (claim := claim_of(line)) is not None:
            if claim.winner is search.color.opponent:
                self._finish(PlayResult(None, None, "resign", search.info))
            else:
                self._finish(EngineProtocolError(f"engine {self.name!r} claims {line!r} instead of a move"))
        elif (info := info_of(line, search.reader)) is not None:
            search.add_info(info)

    def _on_move(self, search: Search, text: str) -> None:
        self._legs += text
        if text.endswith(","):
            return  # another line has the next leg
        try:
            move = search.reader.move(self._legs)
        except InvalidMoveError as error:
            self._finish(EngineProtocolError(f"engine {self.name!r} played {self._legs!r}: {error}"))
        except EngineProtocolError as error:
            self._finish(error)
        else:
            if self._position is not None:
                self._position[1].append(move.usi())
            self._finish(PlayResult(move, None, "move", search.info))

    def _finish(self, result: PlayResult | EngineError) -> None:
        search, self._search = self._search, None
        self._legs = ""
        if isinstance(result, EngineError):
            self._position = None
        if search is not None:
            search.finish(result)


def _board_of(position: Position) -> BoardLike[Any]:
    """The board of a position: itself, or that of a text of standard shogi."""
    if isinstance(position, BoardLike):
        return position
    return Board(text_of(position))


def _setup_sfen(board: BoardLike[Any]) -> str:
    """The position from which games of the board's variant begin."""
    make, variant = cast(Any, type(board)), getattr(board, "variant", None)
    return str((make() if variant is None else make(variant)).root_sfen())
