"""The state of a game: events of its log change it, and nothing else does."""

from __future__ import annotations

from copy import copy
from typing import Any, Final, NamedTuple, Self

from komadai._core import Board
from komadai.clock import LONGEST_MS, Clock, TimeControl
from komadai.extras import extra
from komadai.furigoma import color_of_thrower
from komadai.handicap import Handicap
from komadai.impasse import ImpasseRule
from komadai.outcome import Infraction, Outcome, Termination
from komadai.pieces import Color
from komadai.play import conditional
from komadai.play import events as ev
from komadai.play.boards import GameBoard, board_of, read_move, rules_of
from komadai.play.events import Event
from komadai.play.lag import LagQuota
from komadai.squares import PROMOTION_ZONES

with extra("events"):
    import msgspec

MATES: Final = frozenset({Termination.CHECKMATE, Termination.NO_LEGAL_MOVES})
"""Ends of a position at which a program, or by formal rules a person, must still resign."""
_REPLAYED: Final = frozenset(
    {Termination.SENNICHITE, Termination.IMPASSE_AGREED, Termination.IMPASSE_DECLARATION}
)
"""Draws that are replayed by the rules of professionals."""


class PlayedMove(NamedTuple):
    """A move that was played and not taken back."""

    move: Any
    """A Move, or in a variant a move of its board."""
    color: Color
    ms: int


class GameState:
    """The state of a game after its log so far."""

    def __init__(self, created: ev.Created) -> None:
        self.settings: Final = created
        self.handicap: Final = Handicap.named(created.handicap)
        self.board: GameBoard = board_of(created.variant, created.start_sfen)
        self.rules: Final = rules_of(self.board)
        self.rule: Final = self.rules.impasse(ImpasseRule(created.impasse))
        """The rule for an impasse; none in a variant."""
        self.count: int = 0
        """The number of events, which is the number of the last one."""
        self.at: int = created.at
        """The time of the last event."""
        self.colors: tuple[Color, Color] | None = None
        """The colours of the two players; None until furigoma has decided."""
        self.touch_move: bool = False
        """Whether a piece that is touched must move."""
        self.recorded: bool = False
        """Whether a third person enters the moves of both sides; see `ev.Recorded`."""
        self.consent: bool = False
        """Whether two different persons play, who agree on take-backs; see `ev.TwoPersons`."""
        self.first_move_ms: int | None = None
        """The time for the first move of each side; None: no limit."""
        self.forfeits: tuple[ev.Interruption, ...] = ()
        """The ends without a result that lose the game in its event; see `ev.TwoPersons`."""
        self.rated: bool = False
        """Whether the players want the game to be rated."""
        self.replay_draws: bool = False
        """Whether a draw is replayed with colours exchanged in the remaining time."""
        self.formal_resignation: bool = False
        """Whether a side that is mated must resign."""
        self.replays_a_draw: bool = False
        """Whether the game began with the time that was left of a draw."""
        self.program_rules: ev.ProgramRules | None = None
        """How time is charged in a game of programs; None in games of persons."""
        self.comments: dict[int, str] = {}
        """The remarks that programs sent with their moves, by the number of the move from 0."""
        self.throws: list[ev.Throw] = []
        """The furigoma throws: ties, and the last one, which decided."""
        self.moves: list[PlayedMove] = []
        self.clock = _new_clock(created.clock)
        self.days: int = 0
        """The days for each move of a correspondence game; 0: it is played live."""
        self.rests: dict[Color, int] = {}
        """Until when the time of a side stands still, in correspondence."""
        self.plans: dict[Color, conditional.Lines] = {}
        """The conditional moves of each side; to be shown to nobody else."""
        self.paused: bool = True
        self._turn_began = created.at
        self.outcome: Outcome | None = None
        self.interruption: ev.Interruption | None = None
        self.left_by: Color | None = None
        """The side that aborted the game, or did not make a first move. None if neither player came."""
        self.resigned_with: ev.ResignWord | None = None
        """The remark of the side that resigned."""
        self.offers: dict[ev.OfferName, Color] = {}
        """The offers that stand, and who made each."""
        self.adjourning: bool = False
        """Whether the players have agreed to adjourn: the side to move seals its move, or has done so."""
        self.sealed: ev.Sealed | None = None
        """The sealed move of an adjourned game; to be shown to nobody."""
        self._times: list[tuple[ev.SideTime, ev.SideTime]] = []
        """The times of Black and White at the beginning of each move; empty without a clock."""
        self.lag_ms: int = 0
        """The delay of the network that is credited for the present turn; see `expect_lag`. Not in the log,
        which has what was credited for each move."""
        self._lag_quotas: tuple[LagQuota, LagQuota] | None = None
        """The lag that Black and White can still be credited; None where nothing is."""
        self._begun = False
        self.plies_after: list[int] = [0]
        """The number of moves after event 0, 1, 2 …"""

    def copy(self) -> Self:
        """An independent game in the same state."""
        other = copy(self)
        other.board = self.board.copy()
        other.throws = self.throws.copy()
        other.moves = self.moves.copy()
        other.offers = self.offers.copy()
        other.rests = self.rests.copy()
        other.plans = self.plans.copy()
        other.comments = self.comments.copy()
        other._times = self._times.copy()
        other.plies_after = self.plies_after.copy()
        return other

    # -- reading

    @property
    def turn(self) -> Color:
        """The side to move."""
        return self.board.turn

    @property
    def shogi_board(self) -> Board:
        """The board of a game of standard shogi, the only game that can end by an impasse."""
        assert isinstance(self.board, Board)
        return self.board

    def player(self, color: Color) -> ev.Participant | None:
        """The player of this colour; None until furigoma has decided."""
        return None if self.colors is None else self.settings.players[self.colors.index(color)]

    @property
    def human(self) -> Color | None:
        """The colour of the first player who is a person; None without one or before furigoma."""
        if self.colors is None:
            return None
        persons = (
            color
            for player, color in zip(self.settings.players, self.colors, strict=True)
            if isinstance(player, ev.Person)
        )
        return next(persons, None)

    @property
    def both_human(self) -> bool:
        """Whether both players are persons."""
        return all(isinstance(player, ev.Person) for player in self.settings.players)

    @property
    def humans_turn(self) -> bool:
        """Whether a person has to move."""
        return self.outcome is None and isinstance(self.player(self.turn), ev.Person)

    @property
    def engines_turn(self) -> bool:
        """Whether an engine has to move, and the game is not paused."""
        return (
            self.outcome is None and not self.paused and isinstance(self.player(self.turn), ev.EnginePlayer)
        )

    @property
    def correspondence(self) -> bool:
        """Whether each move has a number of days."""
        return self.days > 0

    def clock_time(self, at: int) -> int:
        """The time at which the clock is to be read: later than ``at`` while it stands still for a rest."""
        return max(at, self.rests.get(self.turn, at))

    @property
    def clock_runs(self) -> bool:
        """Whether the time of a side is running."""
        return self.clock is not None and self.clock.running

    @property
    def stands_still(self) -> bool:
        """Whether the game has begun, and waits for its players or is adjourned."""
        return self.paused and self._begun and self.outcome is None

    @property
    def deadline(self) -> int | None:
        """When the game changes without a command: time is up, or a first move is due. None: never."""
        flag = self.clock.deadline if self.clock is not None else None
        flag = None if flag is None else flag + self.lag_ms
        first_move = self._first_move_deadline
        return min((each for each in (flag, first_move) if each is not None), default=None)

    @property
    def _first_move_deadline(self) -> int | None:
        """When the game is aborted for want of a first move. It does not run in a pause of the server."""
        limit = self.first_move_ms
        if limit is None or self.outcome is not None or len(self.moves) >= 2 or (self.paused and self._begun):
            return None
        return self._turn_began + limit

    @property
    def options(self) -> list[Event]:
        """The events after `Created` that set options of the game, for another game with the same."""
        events: list[Event] = []
        if self.touch_move:
            events.append(ev.TouchMove(at=self.settings.at))
        if self.recorded:
            events.append(ev.Recorded(at=self.settings.at))
        if self.days:
            events.append(ev.Correspondence(at=self.settings.at, days=self.days))
        if self.consent:
            events.append(
                ev.TwoPersons(
                    at=self.settings.at,
                    first_move_ms=self.first_move_ms,
                    rated=self.rated,
                    forfeits=self.forfeits,
                )
            )
        if self.replay_draws or self.formal_resignation:
            events.append(
                ev.ProfessionalRules(
                    at=self.settings.at,
                    replay_draws=self.replay_draws,
                    formal_resignation=self.formal_resignation,
                )
            )
        if self.program_rules is not None:
            events.append(self.program_rules)
        return events

    @property
    def is_replayed(self) -> bool:
        """Whether the game was drawn and must be replayed, so that it has no result of its own."""
        return (
            self.replay_draws
            and self.outcome is not None
            and self.outcome.winner is None
            and self.outcome.termination in _REPLAYED
        )

    def replay_settings(self, at: int) -> tuple[ev.Created, list[Event]]:
        """The first events of the game that replays this draw.

        The colours are exchanged, except in a handicap game, which keeps them. Each player has the time
        that was left to them. ``players`` are in the order of Black and White.
        """
        assert self.colors is not None
        exchanged = self.settings.handicap == "even"
        black, white = (self.player(each.opponent if exchanged else each) for each in Color)
        assert black is not None
        assert white is not None
        created = msgspec.structs.replace(self.settings, at=at, players=(black, white), colors="fixed")
        events = [msgspec.structs.replace(event, at=at) for event in self.options]
        if self.clock is not None:
            first, second = (ev.SideTime(side.main_ms, side.periods) for side in self.clock.sides)
            times = (second, first) if exchanged else (first, second)
            events.append(ev.TimesKept(at=at, clock=times))
        return created, events

    @property
    def mated(self) -> Color | None:
        """The side that is mated and must resign; None if there is none."""
        must_resign = self.formal_resignation or self.program_rules is not None
        if not must_resign or self.outcome is not None:
            return None
        outcome = self.board.outcome()
        return self.turn if outcome is not None and outcome.termination in MATES else None

    @property
    def can_abort(self) -> bool:
        """Whether the game can be left without a result: before both sides have moved."""
        return self.consent and self.outcome is None and len(self.moves) < 2

    def king_entered(self, color: Color) -> bool:
        """Whether the side's king stands in its promotion zone."""
        king = self.shogi_board.king(color)
        return king is not None and king in PROMOTION_ZONES[color]

    def unchanged_plies_since(self, event: int) -> int | None:
        """The number of moves from the start that have not changed since this event.

        None if there is no event of this number.
        """
        if not 0 <= event <= self.count:
            return None
        return min(self.plies_after[event:])

    def is_current(self, event: int) -> bool:
        """Whether the moves are still those after this event. False if there is no such event."""
        plies = len(self.moves)
        return self.unchanged_plies_since(event) == plies == self.plies_after[event]

    # -- events: the only place where the state changes

    def apply(self, event: Event) -> None:
        """Applies an event of the log. It is not checked, because commands of `Game` made it."""
        at = event.at
        match event:
            case ev.Moved():
                self._apply_move(event)
            case ev.Created():
                if event.colors == "fixed":
                    self.colors = Color.BLACK, Color.WHITE
            case ev.TouchMove():
                self.touch_move = True
            case ev.Recorded():
                self.recorded = True
            case ev.Correspondence():
                self.days = event.days
                self.clock = Clock.new(TimeControl(0, days=event.days))
            case ev.TwoPersons():
                self._apply_two_persons(event)
            case ev.ProfessionalRules():
                self.replay_draws = event.replay_draws
                self.formal_resignation = event.formal_resignation
            case ev.TimesKept():
                self.replays_a_draw = event.of_draw
                if self.clock is not None:
                    self.clock = self.clock.with_times(_times(event.clock))
            case ev.ProgramRules():
                self.program_rules = event
            case ev.Thrown() | ev.ThrownOnSide():
                self.throws.append(event.pawns)
                first = color_of_thrower(event.pawns)
                if first is not None:
                    self.colors = first, first.opponent
            case ev.Resumed():
                self._apply_resumption(event)
            case ev.Paused():
                self.paused = True
                if self.clock is not None:
                    self.clock = self.clock.pause(at)
            case ev.Planned():
                self.plans[color_of(event.color)] = event.lines
                if not event.lines:
                    del self.plans[color_of(event.color)]
            case ev.Rested():
                self._rest(event)
            case ev.TimeGiven():
                self._add_time(color_of(event.color).opponent, event.ms)
            case ev.Adjourned():
                self.adjourning = True
                self.offers.clear()
            case ev.Sealed():
                self._seal(event)
            case ev.Opened():
                self._play_sealed(event)
            case ev.TakenBack():
                self._undo(event, at)
            case ev.Offered():
                self.offers[event.offer] = color_of(event.color)
            case ev.Declined():
                self.offers.pop(event.offer, None)
            case ev.Interrupted():
                self.interruption = event.reason
                self.left_by = None if event.color is None else color_of(event.color)
            case ev.Ended():
                self._apply_end(event)
            case ev.Resigned():
                self.resigned_with = event.word  # the result is in the Ended that follows
            case ev.Declared() | ev.Claimed() | ev.Flagged() | ev.Illegal():
                pass  # the result is in the Ended that follows
        self.at = at
        self.count += 1
        self.plies_after.append(len(self.moves))

    def _apply_two_persons(self, event: ev.TwoPersons) -> None:
        self.consent = True
        self.first_move_ms = event.first_move_ms
        if self.clock is not None and not self.correspondence:
            self._lag_quotas = (
                LagQuota.of(self.clock.control(Color.BLACK)),
                LagQuota.of(self.clock.control(Color.WHITE)),
            )
        self.rated = event.rated
        self.forfeits = event.forfeits

    def _apply_resumption(self, event: ev.Resumed) -> None:
        self.paused = False
        self._begun = True
        self._turn_began = begins = event.at + event.wait_ms
        if self.clock is not None and not self.correspondence:
            resumes = self.clock.paused
            self.clock = self.clock.resume(begins) if resumes else self.clock.start(self.turn, begins)

    def _apply_move(self, event: ev.Moved) -> None:
        move = read_move(self.board, event.usi)
        self._use_quota(self.turn, event.lag_ms)
        self.moves.append(PlayedMove(move, self.turn, event.ms))
        self.board.push(move)
        self._turn_began = event.at
        self.offers.clear()
        left = {color: conditional.after(lines, event.usi) for color, lines in self.plans.items()}
        self.plans = {color: lines for color, lines in left.items() if lines}
        if event.comment:
            self.comments[len(self.moves) - 1] = event.comment
        if self.clock is not None:
            black, white = (ev.SideTime(side.main_ms, side.periods) for side in self.clock.sides)
            self._times.append((black, white))
            if self.correspondence:
                self._begin_days(event.at)
            else:
                self.clock = self.clock.press(event.at, event.lag_ms)

    def _apply_end(self, event: ev.Ended) -> None:
        self.outcome = _outcome(event)
        self.paused = False
        self.adjourning, self.sealed = False, None
        self.offers.clear()
        self.plans.clear()
        if self.clock is not None:
            self.clock = self.clock.stop(self.clock_time(event.at))

    def _use_quota(self, mover: Color, credited_ms: int) -> None:
        self.lag_ms = 0
        if self._lag_quotas is None:
            return
        black, white = self._lag_quotas
        if mover is Color.BLACK:
            self._lag_quotas = black.after(credited_ms), white
        else:
            self._lag_quotas = black, white.after(credited_ms)

    def _add_time(self, color: Color, ms: int) -> None:
        """More time for a side, which a take-back does not take away again."""
        if self.clock is None:
            return
        self.clock = self.clock.add(color, ms)
        for turn, times in enumerate(self._times):
            side = times[color]
            more = ev.SideTime(min(side.main_ms + ms, LONGEST_MS), side.periods)
            self._times[turn] = (more, times[1]) if color is Color.BLACK else (times[0], more)

    def _begin_days(self, at: int) -> None:
        """The side to move begins its turn in a correspondence game, or after its rest."""
        assert self.clock is not None
        self._turn_began = self.clock_time(at)
        self.clock = Clock.new(self.clock.control(Color.BLACK))
        if len(self.moves) >= 2:
            self.clock = self.clock.start(self.turn, self._turn_began)

    def _rest(self, event: ev.Rested) -> None:
        color = color_of(event.color)
        longer_ms = event.until - max(event.at, self.rests.get(color, 0))
        self.rests[color] = event.until
        if self.turn is not color or self.outcome is not None:
            return
        self._turn_began += longer_ms
        if self.clock is not None and self.clock.running:
            self.clock = self.clock.postpone(longer_ms)

    def _seal(self, event: ev.Sealed) -> None:
        self.sealed = event
        self.paused = True
        self.offers.clear()
        self._use_quota(self.turn, event.lag_ms)
        if self.clock is not None:
            black, white = (ev.SideTime(side.main_ms, side.periods) for side in self.clock.sides)
            self._times.append((black, white))
            self.clock = self.clock.press(event.at, event.lag_ms).pause(event.at)

    def _play_sealed(self, event: ev.Opened) -> None:
        assert self.sealed is not None
        move = read_move(self.board, event.usi)
        self.moves.append(PlayedMove(move, self.turn, self.sealed.ms))
        self.board.push(move)
        self._turn_began = event.at
        self.adjourning, self.sealed = False, None
        self.offers.clear()

    def _undo(self, event: ev.TakenBack, at: int) -> None:
        self.offers.clear()
        self.plans.clear()
        undone = [0, 0]
        for _ in range(event.plies):
            undone[self.moves.pop().color] += 1
            self.comments.pop(len(self.moves), None)
            self.board.pop()
        self._turn_began = at
        self.lag_ms = 0
        if self.clock is None:
            return
        del self._times[-event.plies :]
        if self.correspondence:
            self._begin_days(at)
        elif event.clock is None:
            self.clock = self.clock.take_back(self.turn, at, (undone[0], undone[1]))
        else:
            self.clock = self.clock.restore(self.turn, at, _times(event.clock))


def color_name(color: Color) -> ev.ColorName:
    """``"black"`` or ``"white"``."""
    return "white" if color else "black"


def time_control(clock: ev.ClockSettings) -> TimeControl:
    """The time control of these settings. Raises ClockError if they are invalid."""
    return TimeControl(clock.main_ms, clock.byoyomi_ms, clock.periods, clock.increment_ms)


def _new_clock(settings: ev.ClockSettings | None) -> Clock | None:
    return None if settings is None else Clock.new(time_control(settings))


def color_of(name: ev.ColorName) -> Color:
    """The colour of this name."""
    return Color.WHITE if name == "white" else Color.BLACK


def _times(sides: tuple[ev.SideTime, ev.SideTime]) -> tuple[tuple[int, int], tuple[int, int]]:
    black, white = sides
    return (black.main_ms, black.periods), (white.main_ms, white.periods)


def _outcome(event: ev.Ended) -> Outcome:
    return Outcome(
        None if event.winner is None else color_of(event.winner),
        Termination(event.termination),
        None if event.infraction is None else Infraction(event.infraction),
        event.failed,
    )
