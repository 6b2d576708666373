"""One game between two engines, with the arena as referee."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from komadai.arena.pace import NO_CLOCK
from komadai.arena.player import Fault, Thought
from komadai.arena.rules import Judge
from komadai.clock import Clock
from komadai.impasse import after_move, can_declare, declare
from komadai.outcome import Outcome, Termination
from komadai.pieces import Color

if TYPE_CHECKING:
    from komadai._core import Move
    from komadai.arena.openings import Opening
    from komadai.arena.pace import Pace
    from komadai.arena.player import FaultKind, Player
    from komadai.arena.rules import Adjudication, Rules
    from komadai.engine.protocol.info import Info
    from komadai.outcome import Infraction


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move an engine played: how long it took, and what the engine thought."""

    move: Move
    ms: int
    info: Info
    excused: bool = False
    """It came later than the clock allows, but the machine had kept the engine waiting."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that has ended."""

    opening: Opening
    moves: tuple[PlayedMove, ...]
    """What the engines played, after the opening's moves."""
    outcome: Outcome
    adjudication: Adjudication | None = None
    """By what the arena ended the game early."""
    fault: Fault | None = None
    """What the loser did wrong."""
    last_ms: int | None = None
    """How long the side to move thought before the game ended without a move: resigned, declared."""

    @property
    def plies(self) -> int:
        """All moves, the opening's included."""
        return len(self.opening.moves) + len(self.moves)


async def play(
    players: tuple[Player, Player], paces: tuple[Pace, Pace], opening: Opening, rules: Rules
) -> PlayedGame:
    """Plays one game: Black's player and pace come first.

    Raises EngineUsageError if an engine does not take its options: nothing would be different next time.
    """
    referee = _Referee(players, paces, opening, rules)
    game = await referee.play()
    for color in Color:
        winner = game.outcome.winner
        await players[color].end("draw" if winner is None else "win" if winner == color else "lose")
    return game


class _Referee:
    """The board, the clock and what is known so far of one game."""

    def __init__(
        self, players: tuple[Player, Player], paces: tuple[Pace, Pace], opening: Opening, rules: Rules
    ) -> None:
        self._players = players
        self._paces = paces
        self._opening = opening
        self._rules = rules
        self._board = opening.board()
        self._judge = Judge(rules)
        self._moves: list[PlayedMove] = []
        self._at = 0
        """The time of the game: the sum of what both have used. Nothing the referee does takes any."""
        black, white = (pace.control or NO_CLOCK for pace in paces)
        self._clock = Clock.new(black, white).start(self._board.turn, 0)

    async def play(self) -> PlayedGame:
        for color in Color:
            try:
                await self._players[color].begin()
            except Fault as fault:
                return self._lost(color, fault)
        while (ended := self._over()) is None:
            ended = await self._turn()
            if ended is not None:
                break
        return ended

    def _over(self) -> PlayedGame | None:
        """How the game stands ended before the next move, or None."""
        board, rules = self._board, self._rules
        outcome = board.outcome() or after_move(board, rules.impasse)
        if outcome is None and rules.declare and can_declare(board, rules.impasse, board.turn):
            return self._ended(declare(board, rules.impasse), adjudication="impasse")
        if outcome is None and rules.max_moves and board.ply >= rules.max_moves:
            outcome = Outcome(None, Termination.MOVE_LIMIT)
        if outcome is not None:
            return self._ended(outcome)
        verdict = self._judge.verdict(board.turn)
        return None if verdict is None else self._ended(verdict[0], adjudication=verdict[1])

    async def _turn(self) -> PlayedGame | None:
        """The side to move thinks and moves; how the game ends if it doesn't."""
        board = self._board
        turn = board.turn
        pace, player = self._paces[turn], self._players[turn]
        budget = self._budget(turn)
        limits = pace.limits(self._clock, turn, self._at)
        infraction: Infraction | None = None
        try:
            stop = self._time(turn) if pace.stop else None
            thought = await player.think(board, limits, budget, board.peek(), stop)
            used = self._press(turn, thought.ms)
            if thought.move is None:
                return self._without_a_move(thought)
            infraction = board.infraction(thought.move)
            if infraction is not None:
                raise await player.illegal(f"{thought.move} is illegal: {infraction.text()}")
        except Fault as fault:
            return self._lost(turn, fault, infraction)
        board.push(thought.move)
        self._moves.append(PlayedMove(thought.move, used, thought.info, thought.excused))
        self._judge.hear(turn, thought.info.score, board.ply)
        if self._rules.ponder and thought.ponder is not None and board.is_legal(thought.ponder):
            await self._let_ponder(player, turn, thought.ponder)
        return None

    async def _let_ponder(self, player: Player, color: Color, expected: Move) -> None:
        ahead = self._board.copy()
        ahead.push(expected)
        if ahead.outcome() is None:
            await player.ponder(ahead, expected, self._paces[color].limits(self._clock, color, self._at))

    def _time(self, turn: Color) -> int | None:
        """Milliseconds this side has for its move; None without a clock."""
        pace = self._paces[turn]
        return pace.movetime_ms if pace.control is None else self._clock.remaining_ms(turn, self._at)

    def _budget(self, turn: Color) -> int | None:
        """Milliseconds until this side has lost, the tolerance included; None without a clock."""
        time, rules = self._time(turn), self._rules
        if time is None:
            return None
        on_clock = self._paces[turn].control is not None
        return time + (rules.margin_ms if on_clock else max(rules.margin_ms, rules.movetime_margin_ms))

    def _press(self, turn: Color, ms: int) -> int:
        """The clock after a move that took so long; what was tolerated is not counted."""
        counted = min(ms, self._clock.remaining_ms(turn, self._at) - 1)
        self._at += counted
        self._clock = self._clock.press(self._at)
        return ms

    def _without_a_move(self, thought: Thought) -> PlayedGame:
        turn = self._board.turn
        if thought.kind == "resign":
            return self._ended(Outcome(turn.opponent, Termination.RESIGNATION), last_ms=thought.ms)
        rule = self._rules.impasse
        if not rule.has_declaration:
            return self._ended(Outcome(turn.opponent, Termination.FAILED_DECLARATION), last_ms=thought.ms)
        return self._ended(declare(self._board, rule), last_ms=thought.ms)

    def _lost(self, loser: Color, fault: Fault, infraction: Infraction | None = None) -> PlayedGame:
        return self._ended(Outcome(loser.opponent, _TERMINATIONS[fault.kind], infraction), fault=fault)

    def _ended(
        self,
        outcome: Outcome,
        *,
        adjudication: Adjudication | None = None,
        fault: Fault | None = None,
        last_ms: int | None = None,
    ) -> PlayedGame:
        return PlayedGame(self._opening, tuple(self._moves), outcome, adjudication, fault, last_ms)


_TERMINATIONS: dict[FaultKind, Termination] = {
    "crash": Termination.CONNECTION_LOST,
    "time": Termination.TIME_FORFEIT,
    "stall": Termination.TIME_FORFEIT,
    "illegal": Termination.ILLEGAL_MOVE,
}
