"""A game as a pure state machine: what is asked goes in, events come out.

Nothing here waits, writes, throws dice or asks what time it is. A command (`Game.move`,
`Game.resign` …) changes nothing: it returns the events that would follow, or raises
`Refused`. Once they are safely written down, `Game.apply` makes them so. A game read back
from its log is therefore the same game: `replay(events)`.

How time is treated at the edges (see also `komadai.clock`):

- A command that arrives exactly at the deadline is too late: the flag falls instead.
- The clock begins when the guest first sits down (`Resumed`), not when the game is made.
- While the server is away (`Paused` to `Resumed`) no time is charged to anyone. What was used
  of the turn before that stays used. A guest who leaves gets no pause: their time runs.
- A take-back gives no time back. What was thought, by both, stays thought and lost periods
  stay lost; increments that the undone moves earned are returned; the turn begins anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Final, Literal, NamedTuple

from komadai._core import Board, Move
from komadai.clock import Clock, TimeControl
from komadai.furigoma import color_of_thrower
from komadai.handicap import Handicap
from komadai.impasse import ImpasseRule, after_move, agree, declare
from komadai.outcome import Infraction, Outcome, Termination
from komadai.pieces import Color
from komadai.play import events as ev
from komadai.play.events import Event
from komadai.play.refusals import Refused
from komadai.play.texts import Words
from komadai.squares import PROMOTION_ZONES


class Played(NamedTuple):
    """A move that was played and stands."""

    move: Move
    color: Color
    ms: int


class Game:
    """The state of one game. Make one with `replay`."""

    def __init__(self, created: ev.Created) -> None:
        self.settings: Final = created
        self.rule: Final = ImpasseRule(created.impasse)
        self.handicap: Final = Handicap.named(created.handicap)
        self.board = Board(created.start_sfen)
        self.count = 0
        """Events so far; the number of the last one."""
        self.at = created.at
        """When the last event happened."""
        self.person: Color | None = None
        """The person's colour; None until furigoma is thrown."""
        self.throw: tuple[bool, bool, bool, bool, bool] | None = None
        self.moves: list[Played] = []
        self.clock = _new_clock(created.clock)
        self.paused = True
        self._turn_began = created.at
        self.outcome: Outcome | None = None
        self.interruption: str | None = None
        self.plies_after: list[int] = [0]
        """How many moves stood after event 0, 1, 2 …"""

    def copy(self) -> Game:
        """A game in the same state that goes its own way."""
        other = copy(self)
        other.board = self.board.copy()
        other.moves = self.moves.copy()
        other.plies_after = self.plies_after.copy()
        return other

    # -- reading

    @property
    def turn(self) -> Color:
        """Whose move it is."""
        return self.board.turn

    @property
    def persons_turn(self) -> bool:
        """Whether the game waits for the person."""
        return self.outcome is None and self.turn == self.person

    @property
    def computers_turn(self) -> bool:
        """Whether the engine should be thinking."""
        return self.outcome is None and not self.paused and self.turn != self.person

    @property
    def clock_runs(self) -> bool:
        """Whether somebody's time is running."""
        return self.clock is not None and self.clock.running

    @property
    def deadline(self) -> int | None:
        """When the running side's time is up; None when nothing runs."""
        return self.clock.deadline if self.clock is not None else None

    def king_entered(self, color: Color) -> bool:
        """Whether the side's king stands in its promotion zone."""
        king = self.board.king(color)
        return king is not None and king in PROMOTION_ZONES[color]

    def kept_since(self, event: int) -> int | None:
        """How many of the moves that stood after this event have stood ever since.

        None for an event that has not happened.
        """
        if not 0 <= event <= self.count:
            return None
        return min(self.plies_after[event:])

    # -- what is asked: events out, nothing changed

    def throw_pawns(self, pawns: tuple[bool, bool, bool, bool, bool], at: int) -> list[Event]:
        """The furigoma throw. Refused ``finished`` if sides are drawn already."""
        if self.person is not None:
            raise Refused("finished")
        return [ev.Thrown(at=self._moment(at), pawns=pawns)]

    def sit_down(self, at: int) -> list[Event]:
        """The guest is here: time runs. Nothing if it does already, or if the game is over."""
        if self.outcome is not None or not self.paused or self.person is None:
            return []
        return [ev.Resumed(at=self._moment(at))]

    def pause(self, at: int) -> list[Event]:
        """The server goes (or went) away. Nothing if the game is paused or over."""
        if self.outcome is not None or self.paused:
            return []
        return self.tick(at) or [ev.Paused(at=self._moment(at))]

    def tick(self, at: int) -> list[Event]:
        """Time has passed: the flag's fall, if it is due."""
        at = self._moment(at)
        flagged = self.clock.flagged(at) if self.clock is not None else None
        if flagged is None:
            return []
        lost = Outcome(flagged.opponent, Termination.TIME_FORFEIT)
        return [ev.Flagged(at=at, color=side(flagged)), _ended(lost, at)]

    def move(self, color: Color, move: Move, at: int) -> list[Event]:
        """A move. Refused ``illegal`` with the infraction's words, where that does not lose."""
        if late := self._playing(at):
            return late
        at = self._moment(at)
        self._on_turn(color)
        infraction = self.board.infraction(move)
        if infraction is not None:
            return self._illegal(color, move, infraction, at)
        spent = self.clock.spent_ms(at) if self.clock is not None else max(0, at - self._turn_began)
        moved = ev.Moved(at=at, usi=move.usi(), ms=spent)
        outcome = self._outcome_after(move)
        return [moved] if outcome is None else [moved, _ended(outcome, at)]

    def resign(self, color: Color, at: int) -> list[Event]:
        """A side gives up, on its own turn or not."""
        if late := self._playing(at):
            return late
        at = self._moment(at)
        resigned = Outcome(color.opponent, Termination.RESIGNATION)
        return [ev.Resigned(at=at, color=side(color)), _ended(resigned, at)]

    def declare(self, color: Color, at: int) -> list[Event]:
        """The impasse is declared: it wins, draws, or (a condition is not met) loses.

        Where impasses are agreed on, this proposes it, and the computer agrees as soon as
        both kings have entered; before that it is refused ``no_impasse``.
        """
        if late := self._playing(at):
            return late
        at = self._moment(at)
        self._on_turn(color)
        if self.rule.has_declaration:
            outcome = declare(self.board, self.rule, color)
        elif self.rule.has_agreement:
            if not all(self.king_entered(each) for each in Color):
                raise Refused("no_impasse")
            outcome = agree(self.board, self.rule)
        else:
            raise Refused("cannot_declare")
        return [ev.Declared(at=at, color=side(color)), _ended(outcome, at)]

    def take_back(self, color: Color, at: int) -> list[Event]:
        """The side's last move, and the answer to it if there is one, did not happen."""
        if late := self._playing(at):
            return late
        at = self._moment(at)
        if not self.settings.take_back:
            raise Refused("no_take_backs")
        plies = 2 if self.turn == color else 1
        if len(self.moves) < plies:
            raise Refused("nothing_to_take_back")
        return [ev.TakenBack(at=at, color=side(color), plies=plies)]

    def interrupt(self, reason: Literal["engine_failed"], at: int) -> list[Event]:
        """The game cannot go on and ends without a result."""
        if late := self._playing(at):
            return late
        at = self._moment(at)
        return [ev.Interrupted(at=at, reason=reason), _ended(Outcome(None, Termination.INTERRUPTED), at)]

    # -- what happened: the one place where the state changes

    def apply(self, event: Event) -> None:
        """Makes an event of the log so. The log is trusted: it was written by this class."""
        at = event.at
        match event:
            case ev.Created():
                if event.side != "furigoma":
                    self.person = _color(event.side)
            case ev.Thrown():
                self.throw = event.pawns
                self.person = color_of_thrower(event.pawns)
            case ev.Resumed():
                self.paused = False
                self._turn_began = at
                if self.clock is not None:
                    self.clock = (
                        self.clock.resume(at) if self.clock.paused else self.clock.start(self.turn, at)
                    )
            case ev.Paused():
                self.paused = True
                if self.clock is not None:
                    self.clock = self.clock.pause(at)
            case ev.Moved():
                move = Move.from_usi(event.usi)
                self.moves.append(Played(move, self.turn, event.ms))
                self.board.push(move)
                self._turn_began = at
                if self.clock is not None:
                    self.clock = self.clock.press(at)
            case ev.TakenBack():
                self._undo(event, at)
            case ev.Interrupted():
                self.interruption = event.reason
            case ev.Ended():
                self.outcome = _outcome(event)
                self.paused = False
                if self.clock is not None:
                    self.clock = self.clock.stop(at)
            case ev.Resigned() | ev.Declared() | ev.Flagged() | ev.Illegal():
                pass  # the Ended that follows says what came of it
        self.at = at
        self.count += 1
        self.plies_after.append(len(self.moves))

    def _undo(self, event: ev.TakenBack, at: int) -> None:
        undone = [0, 0]
        for _ in range(event.plies):
            undone[self.moves.pop().color] += 1
            self.board.pop()
        self._turn_began = at
        if self.clock is not None:
            self.clock = self.clock.take_back(self.turn, at, (undone[0], undone[1]))

    # -- inside

    def _moment(self, at: int) -> int:
        """Time never goes back within a game."""
        return max(at, self.at)

    def _playing(self, at: int) -> list[Event]:
        """Raises Refused unless the game is being played; the flag's fall if time was up by now."""
        if self.outcome is not None:
            raise Refused("finished")
        if self.paused:
            raise Refused("not_started")
        return self.tick(at)

    def _on_turn(self, color: Color) -> None:
        if self.turn != color:
            raise Refused("not_your_turn")

    def _illegal(self, color: Color, move: Move, infraction: Infraction, at: int) -> list[Event]:
        if self.settings.illegal == "refuse":
            raise Refused("illegal", why=Words(infraction.text("en"), infraction.text("ja")))
        lost = Outcome(color.opponent, Termination.ILLEGAL_MOVE, infraction)
        return [
            ev.Illegal(at=at, color=side(color), usi=move.usi(), infraction=infraction.value),
            _ended(lost, at),
        ]

    def _outcome_after(self, move: Move) -> Outcome | None:
        self.board.push(move)
        try:
            return self.board.outcome() or after_move(self.board, self.rule)
        finally:
            self.board.pop()


def replay(log: Iterable[Event]) -> Game:
    """The game that a log tells of. Raises ValueError if it does not begin with `Created`."""
    events = iter(log)
    first = next(events, None)
    if not isinstance(first, ev.Created):
        raise ValueError("expected a log that begins with Created")
    game = Game(first)
    game.apply(first)
    for event in events:
        game.apply(event)
    return game


def side(color: Color) -> ev.Side:
    """``black`` or ``white``."""
    return "white" if color else "black"


def time_control(clock: ev.ClockSettings) -> TimeControl:
    """The log's clock as the clock module's. Raises ClockError for numbers that make no sense."""
    return TimeControl(clock.main_ms, clock.byoyomi_ms, clock.periods, clock.increment_ms)


def _new_clock(settings: ev.ClockSettings | None) -> Clock | None:
    return None if settings is None else Clock.new(time_control(settings))


def _color(name: ev.Side) -> Color:
    return Color.WHITE if name == "white" else Color.BLACK


def _ended(outcome: Outcome, at: int) -> ev.Ended:
    return ev.Ended(
        at=at,
        winner=None if outcome.winner is None else side(outcome.winner),
        termination=outcome.termination.value,
        infraction=None if outcome.infraction is None else outcome.infraction.value,
        failed=outcome.failed,
    )


def _outcome(event: ev.Ended) -> Outcome:
    return Outcome(
        None if event.winner is None else _color(event.winner),
        Termination(event.termination),
        None if event.infraction is None else Infraction(event.infraction),
        event.failed,
    )
