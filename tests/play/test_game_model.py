"""Thousands of random games against an independent model of the clock.

The model counts the time of each side from the rules in words, and uses
nothing of `komadai.clock`. After every step the game, the game replayed from its log and
the model must agree.
"""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from komadai import BLACK, Board, Color
from komadai.play import events as ev
from komadai.play.errors import CommandError
from komadai.play.events import ClockSettings, Event, decode_event, encode_event
from komadai.play.game import TOSS_MS, GameMachine, replay
from tests.play.table import created, state_of

CONTROLS = st.builds(
    ClockSettings,
    main_ms=st.sampled_from([0, 1, 999, 5_000, 60_000]),
    byoyomi_ms=st.sampled_from([1, 1_000, 10_000]),
    periods=st.integers(1, 3),
    increment_ms=st.sampled_from([0, 0, 1, 2_000]),
) | st.builds(
    ClockSettings,
    main_ms=st.sampled_from([1, 5_000, 60_000]),
    increment_ms=st.sampled_from([0, 1, 2_000]),
)


class ModelSide:
    """One side's time as a referee with a stopwatch would keep it."""

    def __init__(self, control: ClockSettings) -> None:
        self.control = control
        self.main = control.main_ms
        self.periods = control.periods if control.byoyomi_ms else 0

    def left(self) -> int:
        return self.main + self.periods * self.control.byoyomi_ms

    def charge(self, ms: int) -> None:
        """Takes time of one turn off; the flag must not have fallen."""
        from_main = min(ms, self.main)
        self.main -= from_main
        rest = ms - from_main
        while self.control.byoyomi_ms and rest >= self.control.byoyomi_ms:
            rest -= self.control.byoyomi_ms
            self.periods -= 1


class RandomGames(RuleBasedStateMachine):
    log: list[Event]
    game: GameMachine

    @initialize(
        side=st.sampled_from(["black", "white", "furigoma"]),
        clock=CONTROLS,
        illegal=st.sampled_from(["refuse", "lose"]),
        pawns=st.lists(st.tuples(*[st.sampled_from([True, False, None])] * 5), max_size=3),
    )
    def begin(
        self, side: str, clock: ClockSettings, illegal: str, pawns: list[tuple[bool | None, ...]]
    ) -> None:
        self.now = 1_000
        self.log = [created(at=self.now, side=side, clock=clock, illegal=illegal)]
        self.game = replay(self.log)
        self.sides = [ModelSide(clock), ModelSide(clock)]
        self.turn: Color = BLACK
        self.used = 0
        self.toss = TOSS_MS if side == "furigoma" else 0
        """How long no time will run, once the game has begun."""
        self.runs = False
        self.over = False
        if side == "furigoma":
            for throw in (*pawns, (True,) * 5):
                if self.game.colors is None:
                    self.happen(self.game.throw_pawns(throw, self.now))

    def happen(self, events: list[Event]) -> list[Event]:
        for event in events:
            self.game.apply(event)
        self.log += events
        if any(isinstance(event, ev.Ended) for event in events):
            self.over = True
            self.runs = False
        return events

    def flagged(self, events: list[Event]) -> bool:
        return any(isinstance(event, ev.Flagged) for event in events)

    @property
    def must_flag(self) -> bool:
        return self.runs and self.used >= self.sides[self.turn].left()

    # -- time passes

    @rule(ms=st.sampled_from([0, 0, 1, 1, 17, 17, 300, 300, 998, 999, 1_000, 5_000, 10_000]))
    def wait(self, ms: int) -> None:
        self.now += ms
        if self.runs:
            still = min(ms, self.toss)
            self.toss -= still
            self.used += ms - still

    @precondition(lambda self: self.runs)
    @rule(off=st.sampled_from([-1, 0, 1]))
    def wait_for_the_deadline(self, off: int) -> None:
        ms = self.sides[self.turn].left() - self.used + self.toss + off
        if ms > 0:
            self.wait(ms)

    @precondition(lambda self: not self.over)
    @rule()
    def tick(self) -> None:
        assert self.flagged(self.happen(self.game.tick(self.now))) is (self.must_flag or self.over)

    @precondition(lambda self: not self.over)
    @rule()
    def resume(self) -> None:
        was_paused = self.game.paused
        assert bool(self.happen(self.game.resume(self.now))) is was_paused
        self.runs = True

    @precondition(lambda self: self.runs)
    @rule()
    def server_goes_away(self) -> None:
        late = self.must_flag
        assert self.flagged(self.happen(self.game.pause(self.now))) is late
        self.runs = False
        self.toss = 0

    # -- what players do

    @precondition(lambda self: self.runs)
    @rule(pick=st.integers(0, 10_000))
    def move(self, pick: int) -> None:
        moves = self.game.board.legal_moves
        late, mover = self.must_flag, self.turn
        events = self.happen(self.game.move(mover, moves[pick % len(moves)], self.now))
        assert self.flagged(events) is late
        if late:
            return
        assert isinstance(events[0], ev.Moved)
        assert events[0].ms == self.used
        self.sides[mover].charge(self.used)
        self.sides[mover].main += self.sides[mover].control.increment_ms
        self.turn, self.used, self.toss = mover.opponent, 0, 0

    @precondition(lambda self: self.runs)
    @rule()
    def illegal_move(self) -> None:
        board = Board("4k4/9/9/9/9/9/9/9/4K4 b 18p 1")
        move = board.legal_moves[0]
        if self.game.shogi_board.is_legal(move):
            return
        late = self.must_flag
        if self.game.settings.illegal == "refuse" and not late:
            with pytest.raises(CommandError, match="illegal"):
                self.game.move(self.turn, move, self.now)
            return
        events = self.happen(self.game.move(self.turn, move, self.now))
        assert self.flagged(events) is late
        assert isinstance(events[0], ev.Flagged if late else ev.Illegal)

    @precondition(lambda self: self.runs)
    @rule(color=st.sampled_from(Color))
    def take_back(self, color: Color) -> None:
        late = self.must_flag
        plies = 2 if self.turn == color else 1
        if len(self.game.moves) < plies and not late:
            with pytest.raises(CommandError, match="nothing_to_take_back"):
                self.game.take_back(color, self.now)
            return
        events = self.happen(self.game.take_back(color, self.now))
        assert self.flagged(events) is late
        if late:
            return
        self.sides[self.turn].charge(self.used)
        undone = {color: 1, color.opponent: plies - 1}
        for each, count in undone.items():
            side = self.sides[each]
            increment = side.control.increment_ms
            if count:
                side.main = max(side.main - increment, min(side.main, increment))
        self.turn, self.used, self.toss = color, 0, 0

    @precondition(lambda self: self.runs and len(self.game.moves) > 6)
    @rule(color=st.sampled_from(Color))
    def resign(self, color: Color) -> None:
        late = self.must_flag
        assert self.flagged(self.happen(self.game.resign(color, self.now))) is late

    @precondition(lambda self: self.over)
    @rule(color=st.sampled_from(Color))
    def nothing_after_the_end(self, color: Color) -> None:
        with pytest.raises(CommandError, match="finished"):
            self.game.resign(color, self.now)

    # -- what must always hold

    @invariant()
    def the_log_tells_the_same_game(self) -> None:
        again = replay(decode_event(encode_event(event)) for event in self.log)
        assert state_of(again) == state_of(self.game)

    @invariant()
    def the_clock_says_what_the_model_says(self) -> None:
        clock = self.game.clock
        assert clock is not None
        assert (self.game.outcome is not None) is self.over
        assert clock.running is self.runs
        if self.over:
            return
        for color in Color:
            used = self.used if color == self.turn else 0
            assert clock.remaining_ms(color, self.now) == max(0, self.sides[color].left() - used)
        if self.runs:
            assert self.game.deadline == self.now - self.used + self.toss + self.sides[self.turn].left()

    @invariant()
    def the_board_is_what_the_moves_make(self) -> None:
        board = Board()
        for played in self.game.moves:
            assert played.color is board.turn
            board.push(played.move)
        assert board == self.game.board
        assert board.turn == self.turn or self.over

    @invariant()
    def numbers_and_times_only_grow(self) -> None:
        assert self.game.count == len(self.log)
        times = [event.at for event in self.log]
        assert times == sorted(times)


TestGames = RandomGames.TestCase
TestGames.settings = settings(max_examples=400, stateful_step_count=40)
