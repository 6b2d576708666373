"""A game in which programs play over CSA's protocol: lines of the programs to commands, events to lines.

The game itself is a `LiveGame`, as all games of the server: it judges moves and times, and stores them. It is
created when both programs have agreed; before that only the proposal exists. One of the players may be a
person, who plays on the page: moves of the page reach the program as events of the game.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import deque
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from komadai._core import Board
from komadai.clock import ClockFace
from komadai.csa.endings import ending_lines, reason_lines
from komadai.csa.game_summary import GameSummary, GivenMove
from komadai.csa.lines import printable
from komadai.errors import IllegalMoveError, NotationError
from komadai.impasse import ImpasseRule
from komadai.kifu.formats.csa import position as csa_position
from komadai.notation import csa
from komadai.outcome import Outcome, Termination
from komadai.pieces import Color
from komadai.play import events as ev
from komadai.server.csa import log_files
from komadai.server.csa.store import CsaGameRow, CsaStore
from komadai.server.db.database import NOT_STORED
from komadai.server.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    from komadai._core import Move
    from komadai.csa.game_name import GameName
    from komadai.play.events import Event
    from komadai.play.game import GameMachine
    from komadai.server.core import Core
    from komadai.server.csa.session import Session
    from komadai.server.games.live.game_registry import GameRegistry
    from komadai.server.games.live.live_game import LiveGame
    from komadai.server.settings import CsaSettings

log: Final = logging.getLogger(__name__)

MAX_COMMENT: Final = 1000
"""Characters of a remark that are kept."""
MAX_DEFERRED: Final = 2
"""Lines that a program may send before it is its turn."""
_MOVE: Final = re.compile(r"[+-]\d{4}[A-Z]{2}", re.A)


class Host(Protocol):
    """The part of all programs that a game uses."""

    core: Core
    registry: GameRegistry
    store: CsaStore
    settings: CsaSettings
    closing: bool

    def token(self, csa_id: str, color: Color) -> str:
        """The token with which this side can come back to the game."""

    def spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Runs the coroutine in a task of its own."""

    def game_over(self, game: CsaGame) -> None:
        """The game is over, or will not begin."""


class CsaGame:
    """A game of two programs, or of a program and a person, from the proposal to the result."""

    def __init__(
        self,
        host: Host,
        name: GameName,
        csa_id: str,
        players: tuple[Session | None, Session | None],
        names: tuple[str, str],
        given: tuple[GivenMove, ...] = (),
        persons: tuple[str | None, str | None] = (None, None),
    ) -> None:
        """``players``: Black and White; None for a program that has not come back after a restart, and for a
        person. ``persons``: the guests of the seats in which persons play."""
        self._host = host
        self.name = name
        self.csa_id = csa_id
        self.players: Final = list(players)
        self.names = names
        self.persons = persons
        self.summary: GameSummary = GameSummary(
            game_id=csa_id,
            names=names,
            times=(name.times, name.times),
            sfen=name.handicap.sfen,
            given=given,
            max_moves=host.settings.max_moves or None,
        )
        self.live: LiveGame | None = None
        self.row: CsaGameRow | None = None
        self.monitors: dict[Session, str] = {}
        """The watchers of the extended mode: ``MONITOR`` or ``MONITOR2``."""
        self._agreed: set[Color] = {color for color in Color if persons[color] is not None}
        self._starting = False
        self._announced = False
        """Whether START was sent."""
        self._deferred: tuple[deque[tuple[str, int]], deque[tuple[str, int]]] = (deque(), deque())
        self._wants_chudan: set[Color] = set()
        self._over = False
        self._timers: dict[Color | None, asyncio.TimerHandle] = {}
        """Until a program must be back; None: until both must have agreed."""
        self._begun: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

    async def begun(self) -> str | None:
        """Waits for the agreement. The id of the live game; None if the game does not begin."""
        return await asyncio.shield(self._begun)

    # -- the proposal

    def propose(self) -> None:
        """Sends the summaries. The programs must agree within the time of the settings."""
        for color in self._programs:
            player = self.players[color]
            assert player is not None
            player.game, player.status = self, "agree_waiting"
            player.send(*self._summary_for(color, player).lines())
        settings = self._host.settings
        seconds = settings.agree_s if self.persons == (None, None) else settings.agree_person_s
        self._set_timer(None, seconds, lambda: self.reject("the Server (timed out)"))

    @property
    def _programs(self) -> tuple[Color, ...]:
        """The sides that programs play."""
        return tuple(color for color in Color if self.persons[color] is None)

    def reject(self, by: str) -> None:
        """The game will not begin."""
        if self._over or self._starting:
            return
        self._send_all(f"REJECT:{self.csa_id} by {by}")
        self._finish()

    async def agree(self, player: Session) -> None:
        """A player agrees; the game begins when both have."""
        self._agreed.add(self.color_of(player))
        player.status = "start_waiting"
        if len(self._agreed) < 2 or self._starting or self._over:
            return
        self._starting = True
        self._cancel_timers()
        try:
            await self._start()
        except ApiError as error:
            log.error("CSA game %s could not be created: %s", self.csa_id, error)
            self._starting = False
            self.reject("the Server (cannot save)")

    async def _start(self) -> None:
        host, registry = self._host, self._host.registry
        control = self.name.times.control()
        clock = self._host.core.clock
        now = clock.now_ms()
        created = ev.Created(
            at=now,
            players=(self._participant(Color.BLACK), self._participant(Color.WHITE)),
            handicap=self.name.handicap.key,
            start_sfen=self.summary.sfen,
            clock=None
            if control is None
            else ev.ClockSettings(
                main_ms=control.main_ms, byoyomi_ms=control.byoyomi_ms, increment_ms=control.increment_ms
            ),
            impasse=ImpasseRule.POINTS_27.value,
            illegal="lose",
            take_back=False,
            max_moves=host.settings.max_moves or None,
        )
        rules = ev.ProgramRules(at=now, least_ms=self.name.times.least * 1000)
        rated = not self.summary.given and self.name.handicap.key == "even" and len(self._programs) == 2
        row = CsaGameRow(
            game_id="",
            csa_id=self.csa_id,
            game_name=self.name.text,
            black=self.names[0],
            white=self.names[1],
            day=log_files.day_of(now),
            started_ms=now,
            may_return="".join(csa.SIGNS[color] for color in Color if self._may_return(color)),
            rated=rated and all(player is not None and player.has_password for player in self.players),
            ended=False,
        )
        stored: list[CsaGameRow] = []

        async def also(connection: Any, game_id: str) -> None:
            stored.append(msgspec.structs.replace(row, game_id=game_id))
            await CsaStore.insert_game(connection, stored[-1])

        game_id = await registry.begin(created, self.persons, [rules], visibility="public", also=also)
        self.row = stored[-1]
        self.attach(await registry.game(game_id))
        for player in self.players:
            if player is not None:
                player.status = "game"
        given = [(each.move, each.spent * 1000) for each in self.summary.given]
        assert self.live is not None
        await self.live.act(lambda game: game.begin_after(given, clock.now_ms()))
        if not self._begun.done():
            self._begun.set_result(game_id)
        # A program that left while the game was being created.
        for color in self._programs:
            if self.players[color] is None:
                self._left(color, may_return=False)

    def _participant(self, color: Color) -> ev.Participant:
        return ev.ProgramPlayer(self.names[color]) if self.persons[color] is None else ev.Person()

    def _may_return(self, color: Color) -> bool:
        """Whether the game can go on after a restart, as far as this side is concerned."""
        player = self.players[color]
        return self.persons[color] is not None or (player is not None and player.x1)

    def attach(self, live: LiveGame, row: CsaGameRow | None = None) -> None:
        """Follows the events of this game. ``row``: of a game that is read back after a restart."""
        self.live = live
        if row is not None:
            self.row, self._starting, self._announced = row, True, True
        live.subscribe(self._on_events)

    # -- the players

    def color_of(self, player: Session) -> Color:
        """The side of a player."""
        return Color(self.players.index(player))

    async def receive(self, player: Session, line: str, at: int) -> None:
        """A move or a command that begins with %, which arrived at this time."""
        live = self.live
        if live is None or self._over or not self._announced:
            return
        color = self.color_of(player)
        if line == "%CHUDAN":
            await self._chudan(color, at)
            return
        if live.game.paused or live.game.turn is not color:
            # As in shogi-server, a line that comes too early is read when it is the program's turn.
            last = live.game.moves[-1].move if live.game.moves else None
            if last is None or not line.startswith(self._text_of_last_move(live.game)):
                waiting = self._deferred[color]
                if len(waiting) < MAX_DEFERRED:
                    waiting.append((line, at))
            return
        await self._act(line, color, at)
        await self._read_deferred()

    async def _read_deferred(self) -> None:
        while self.live is not None and not self._over and (waiting := self._deferred[self.live.game.turn]):
            color = self.live.game.turn
            line, _ = waiting.popleft()
            await self._act(line, color, self._host.core.clock.now_ms())

    async def _act(self, line: str, color: Color, at: int) -> None:
        live = self.live
        assert live is not None
        text, _, remark = line.partition(",")
        decide: Callable[[GameMachine], list[Event]]
        if text == "%TORYO":
            decide = lambda game: game.resign(color, at)  # noqa: E731
        elif text == "%KACHI":
            decide = lambda game: game.declare(color, at)  # noqa: E731
        else:
            move = _read_move(live.game.shogi_board, text)
            comment = printable(remark[1:]).strip()[:MAX_COMMENT] if remark.startswith("'") else ""
            if move is None:
                decide = lambda game: game.break_rules(color, text[:40], at)  # noqa: E731
            else:
                chosen = move
                decide = lambda game: game.move(color, chosen, at, comment)  # noqa: E731
        try:
            await live.act(decide)
        except ApiError as error:
            # The flag fell first, or the database failed: then the program's time runs on.
            player = self.players[color]
            if player is not None:
                player.error(f"{text}: {error.text.en}")

    async def _chudan(self, color: Color, at: int) -> None:
        """A game is stopped without a result before both have moved, or if both programs want it."""
        live = self.live
        assert live is not None
        self._wants_chudan.add(color)
        if len(self._wants_chudan) == 2 or len(live.game.moves) - len(self.summary.given) < 2:
            await live.act(lambda game: game.cancel("agreed", at))
        else:
            player = self.players[color]
            if player is not None:
                player.error("%CHUDAN: the game is stopped when the other program sends it, too")

    def leave(self, player: Session) -> None:
        """A player's connection ended."""
        color = self.color_of(player)
        self.players[color] = None
        if not self._starting:
            self.reject(player.name)
        elif self.live is not None:
            self._left(color, may_return=player.x1)

    def _left(self, color: Color, *, may_return: bool) -> None:
        if self._over or self._host.closing:
            return
        if may_return:
            self._set_timer(color, self._host.settings.reconnect_s, lambda: self._forfeit(color))
        else:
            self._forfeit(color)

    def _forfeit(self, color: Color) -> None:
        if self.players[color] is None and self.live is not None and not self._over:
            self._host.spawn(self._claim(color.opponent))

    async def _claim(self, winner: Color) -> None:
        live = self.live
        assert live is not None
        now = self._host.core.clock.now_ms()
        try:
            if live.game.paused:
                await live.act(lambda game: game.cancel("server_stopped", now))
            else:
                await live.act(lambda game: game.claim(winner, now))
        except ApiError as error:
            if error.code in NOT_STORED and not self._host.closing:
                self._set_timer(winner.opponent, 1.0, lambda: self._forfeit(winner.opponent))

    # -- coming back

    async def come_back(self, player: Session, color: Color) -> None:
        """A program takes its seat again. The game goes on if it was paused and both are here."""
        live = self.live
        assert live is not None
        self.players[color] = player
        player.game, player.status = self, "game"
        timer = self._timers.pop(color, None)
        if timer is not None:
            timer.cancel()
        # With a person the game goes on when the person's page is back.
        if live.game.paused and len(self._programs) == 2 and all(each is not None for each in self.players):
            now = self._host.core.clock.now_ms()
            await live.act(lambda game: game.resume(now))
        game = live.game
        given = tuple(GivenMove(each.move, each.ms // 1000) for each in game.moves)
        summary = self._summary_for(color, player)
        player.send(*replace(summary, given=given).lines(), *self._state_lines(game))

    def wait_for_return(self) -> None:
        """After a restart: the programs may come back to the game for some time."""
        for color in self._programs:
            self._set_timer(color, self._host.settings.return_s, partial(self._forfeit, color))

    def _state_lines(self, game: GameMachine) -> list[str]:
        now = self._host.core.clock.now_ms()
        lines = ["BEGIN Reconnect_State", f"Current_Turn:{csa.SIGNS[game.turn]}"]
        clock = game.clock
        if clock is not None:
            for color in Color:
                face = clock.face(color, now)
                name = "Black" if color is Color.BLACK else "White"
                lines.append(f"{name}_Time_Remaining_Ms:{_main_ms(face)}")
        if game.moves:
            lines.append(f"Last_Move:{self._text_of_last_move(game)}")
        return [*lines, "END Reconnect_State"]

    # -- the events of the game

    def _on_events(self, game: GameMachine, events: list[Event]) -> None:
        if not self._announced and any(isinstance(event, ev.Resumed) for event in events):
            self._announced = True
            self._send_all(f"START:{self.csa_id}")
            return
        for event in events:
            match event:
                case ev.Moved():
                    text = f"{self._text_of_last_move(game)},T{event.ms // 1000}"
                    self._send_all(text)
                    self._monitor_move(game, event)
                case ev.Ended():
                    assert game.outcome is not None
                    self._end(game, game.outcome)
                case _:
                    pass
        if not self._over and self._deferred[game.turn]:
            self._host.spawn(self._read_deferred())

    def finish_stored(self) -> None:
        """The game ended before a restart, but its end may not have been stored here."""
        live = self.live
        assert live is not None
        assert live.game.outcome is not None
        self._end(live.game, live.game.outcome)

    def _end(self, game: GameMachine, outcome: Outcome) -> None:
        for color in Color:
            player = self.players[color]
            if player is not None:
                player.send(*ending_lines(outcome, color))
        for monitor, header in self.monitors.items():
            prefix = f"##[{header}][{self.csa_id}]"
            monitor.send(*(f"{prefix} {line}" for line in reason_lines(outcome)), f"{prefix} +OK")
        live, row = self.live, self.row
        assert live is not None
        assert row is not None
        self._finish()
        points = None
        if outcome.termination not in (Termination.INTERRUPTED, Termination.MOVE_LIMIT):
            points = 0.5 if outcome.winner is None else float(outcome.winner is Color.BLACK)
        folder = self._host.core.settings.data_dir / "csa"

        async def store() -> None:
            await asyncio.to_thread(log_files.write, folder, game, row)
            await self._host.store.end_game(row.game_id, points, game.at)

        self._host.spawn(store())

    def _finish(self) -> None:
        self._over = True
        if self.live is not None:
            self.live.unsubscribe(self._on_events)
        if not self._begun.done():
            self._begun.set_result(None)
        self._cancel_timers()
        for player in self.players:
            if player is not None:
                player.after_game()
        self._host.game_over(self)

    # -- lines

    def _summary_for(self, color: Color, player: Session) -> GameSummary:
        token = self._host.token(self.csa_id, color) if player.x1 else ""
        return replace(self.summary, your_turn=color, reconnect_token=token)

    def show(self) -> list[str]:
        """The state of the game for watchers: ``%%SHOW``."""
        game = None if self.live is None else self.live.game
        board = self.summary.board() if game is None else game.shogi_board
        remaining = self.summary.remaining().left
        if game is not None and game.clock is not None:
            # The main time of the next turn includes its increment; the protocol counts it apart.
            increment_ms = self.name.times.increment_ms
            left = [max(side.main_ms - increment_ms, 0) // 1000 for side in game.clock.sides]
            remaining = left[0], left[1]
        last = ""
        if game is not None and game.moves:
            last = f"{self._text_of_last_move(game)},T{game.moves[-1].ms // 1000}"
        extra = (
            ("Remaining_Time+", str(remaining[0])),
            ("Remaining_Time-", str(remaining[1])),
            ("Last_Move", last),
            ("Current_Turn", str(len(game.moves) if game is not None else len(self.summary.given))),
        )
        lines = replace(self.summary, given=(), extra=extra).lines()
        begin, end = lines.index("BEGIN Position"), lines.index("END Position")
        return [*lines[: begin + 1], *csa_position.write(board), *lines[end:]]

    def log_lines(self) -> list[str]:
        """The record so far: the answer to ``%%MONITOR2ON``."""
        if self.live is None or self.row is None:
            return []
        return log_files.log_text(self.live.game, self.row).splitlines()

    def _monitor_move(self, game: GameMachine, moved: ev.Moved) -> None:
        for monitor, header in self.monitors.items():
            prefix = f"##[{header}][{self.csa_id}]"
            lines = self.show()
            if header == "MONITOR2":
                lines = [self._text_of_last_move(game), f"T{moved.ms // 1000}"]
                if moved.comment:
                    lines.append(f"'*{moved.comment}")
            monitor.send(*(f"{prefix} {line}" for line in lines), f"{prefix} +OK")

    @staticmethod
    def _text_of_last_move(game: GameMachine) -> str:
        board = game.shogi_board.copy()
        board.pop()
        return csa.write(board, game.moves[-1].move)

    def _send_all(self, *lines: str) -> None:
        for player in self.players:
            if player is not None:
                player.send(*lines)

    # -- the timer of agreement and return

    def _set_timer(self, key: Color | None, seconds: float, call: Callable[[], None]) -> None:
        before = self._timers.pop(key, None)
        if before is not None:
            before.cancel()
        self._timers[key] = asyncio.get_running_loop().call_later(seconds, call)

    def _cancel_timers(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def close(self) -> None:
        """The server stops: the game stays as it is."""
        self._cancel_timers()
        if self.live is not None:
            self.live.unsubscribe(self._on_events)


def _read_move(board: Board, text: str) -> Move | None:
    """The move that a text means, legal or not; None if it names no move at all."""
    if not _MOVE.fullmatch(text):
        return None
    try:
        return csa.read(board, text)
    except IllegalMoveError as error:
        move: Move = error.move
        return move
    except NotationError:
        return None


def _main_ms(face: ClockFace) -> int:
    return face.remaining_ms if face.phase == "main" else 0
