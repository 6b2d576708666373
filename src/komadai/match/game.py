"""One game between two engines, under a referee."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from komadai.clock import Clock
from komadai.impasse import after_move, can_declare, declare
from komadai.match.player import Fault, Thought
from komadai.match.rules import Adjudicator
from komadai.match.time_limits import NO_CLOCK
from komadai.outcome import Outcome, Termination
from komadai.pieces import Color

if TYPE_CHECKING:
    from komadai._core import Move
    from komadai.engine.protocol.info import Info
    from komadai.match.openings import Opening
    from komadai.match.player import FaultKind, Player
    from komadai.match.rules import Adjudication, Rules
    from komadai.match.time_limits import TimeLimits
    from komadai.outcome import Infraction


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move of an engine, its time in milliseconds, and the last info of its search."""

    move: Move
    ms: int
    info: Info
    excused: bool = False
    """Whether it came later than the clock allows, only because the machine delayed the engine."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that has ended."""

    opening: Opening
    moves: tuple[PlayedMove, ...]
    """The moves of the engines, after those of the opening."""
    outcome: Outcome
    adjudication: Adjudication | None = None
    """The rule by which the referee ended the game early."""
    fault: Fault | None = None
    """The failure of the loser."""
    last_ms: int | None = None
    """Milliseconds before the game ended without a move: by resignation or declaration."""

    @property
    def plies(self) -> int:
        """All moves, the opening's included."""
        return len(self.opening.moves) + len(self.moves)


async def play(
    players: tuple[Player, Player], paces: tuple[TimeLimits, TimeLimits], opening: Opening, rules: Rules
) -> PlayedGame:
    """Plays one game. The first of ``players`` and ``paces`` is Black's.

    Raises EngineUsageError if an engine does not accept its options; no other game would change that.
    """
    referee = _Referee(players, paces, opening, rules)
    game = await referee.play()
    for color in Color:
        winner = game.outcome.winner
        await players[color].end("draw" if winner is None else "win" if winner == color else "lose")
    return game


class _Referee:
    """The state of one game: board, clock, scores."""

    def __init__(
        self,
        players: tuple[Player, Player],
        paces: tuple[TimeLimits, TimeLimits],
        opening: Opening,
        rules: Rules,
    ) -> None:
        self._players = players
        self._paces = paces
        self._opening = opening
        self._rules = rules
        self._board = opening.board()
        self._adjudicator = Adjudicator(rules)
        self._moves: list[PlayedMove] = []
        self._at = 0
        """The game's time: the sum of the times of both sides. The referee's own work does not count."""
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
        """The game if it has ended before the next move, or None."""
        board, rules = self._board, self._rules
        outcome = board.outcome() or after_move(board, rules.impasse)
        if outcome is None and rules.declare and can_declare(board, rules.impasse, board.turn):
            return self._ended(declare(board, rules.impasse), adjudication="impasse")
        if outcome is None and rules.max_moves and board.ply >= rules.max_moves:
            outcome = Outcome(None, Termination.MOVE_LIMIT)
        if outcome is not None:
            return self._ended(outcome)
        verdict = self._adjudicator.verdict(board.turn)
        return None if verdict is None else self._ended(verdict[0], adjudication=verdict[1])

    async def _turn(self) -> PlayedGame | None:
        """One move of the side to move; the ended game if it does not move."""
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
        self._adjudicator.add_score(turn, thought.info.score, board.ply)
        if self._rules.ponder and thought.ponder is not None and board.is_legal(thought.ponder):
            await self._start_pondering(player, turn, thought.ponder)
        return None

    async def _start_pondering(self, player: Player, color: Color, expected: Move) -> None:
        ahead = self._board.copy()
        ahead.push(expected)
        if ahead.outcome() is None:
            await player.ponder(ahead, expected, self._paces[color].limits(self._clock, color, self._at))

    def _time(self, turn: Color) -> int | None:
        """The milliseconds of this side for its move; None without a clock."""
        pace = self._paces[turn]
        return pace.movetime_ms if pace.control is None else self._clock.remaining_ms(turn, self._at)

    def _budget(self, turn: Color) -> int | None:
        """The milliseconds after which this side has lost, the margin included; None without a clock."""
        time, rules = self._time(turn), self._rules
        if time is None:
            return None
        on_clock = self._paces[turn].control is not None
        return time + (rules.margin_ms if on_clock else max(rules.margin_ms, rules.movetime_margin_ms))

    def _press(self, turn: Color, ms: int) -> int:
        """Stops the clock after a move of ``ms``; the part within the margin does not count."""
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
