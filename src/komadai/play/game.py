"""A game as a pure state machine: commands return events, applied events change the state.

Nothing here waits, does input or output, or uses chance or the present time. A command
(`Game.move`, `Game.resign` …) changes nothing: it returns the events that would follow, or raises
`CommandError`. After they have been stored, `Game.apply` changes the state. So a game that is read
back from its log is the same game: `replay(events)`.

Rules of time (see also `komadai.clock`):

- A command that arrives exactly at the deadline is too late: the flag falls instead.
- The clock starts when the game is first resumed (`Resumed`), not when it is created.
- While the server is stopped (`Paused` to `Resumed`) no time is charged. The time used of the turn
  before the pause stays charged. A player who only disconnects gets no pause.
- A take-back against an engine returns no time: time used stays used and lost periods stay lost, for
  both sides. Increments that the undone moves earned are removed, and the turn starts anew.
- Between two persons the delay of the network, which the host measures, is credited within a quota
  (`komadai.play.lag`): the flag falls so much later, and so much of the turn is not charged.
- An adjourned game (`Sealed`) charges nothing until its sealed move is opened; then the opponent's turn
  begins.
- A take-back to which the opponent consents restores both clocks to the beginning of the first undone
  move.
- In correspondence (days for each move) the clock does not stop with the server. It starts when both sides
  have moved; before that only the time for the first move counts. After a take-back the side to move has all
  its days again. While a player rests (`Rested`), their time stands still.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any, Final, NamedTuple

import msgspec

from komadai._core import Board
from komadai.clock import LONGEST_MS, Clock, TimeControl
from komadai.errors import InvalidMoveError
from komadai.furigoma import color_of_thrower
from komadai.handicap import Handicap
from komadai.impasse import ImpasseRule, after_move, agree, declare
from komadai.outcome import Infraction, Outcome, Termination
from komadai.pieces import Color
from komadai.play import conditional
from komadai.play import events as ev
from komadai.play.boards import board_of, read_move
from komadai.play.errors import CommandError
from komadai.play.events import Event
from komadai.play.lag import LagQuota
from komadai.play.texts import Text
from komadai.squares import PROMOTION_ZONES

GIVEN_MS: Final = 15_000
"""What a player gives the opponent at once."""


class PlayedMove(NamedTuple):
    """A move that was played and not taken back."""

    move: Any
    """A Move, or in a variant a move of its board."""
    color: Color
    ms: int


class Game:
    """The state of one game. Make one with `replay`."""

    def __init__(self, created: ev.Created) -> None:
        self.settings: Final = created
        self.rule: Final = ImpasseRule(created.impasse)
        self.handicap: Final = Handicap.named(created.handicap)
        self.board = board_of(created.variant, created.start_sfen)
        self.count = 0
        """The number of events, which is the number of the last one."""
        self.at = created.at
        """The time of the last event."""
        self.colors: tuple[Color, Color] | None = None
        """The colours of the two players; None until furigoma has decided."""
        self.touch_move = False
        """Whether a piece that is touched must move."""
        self.recorded = False
        """Whether a third person enters the moves of both sides; see `ev.Recorded`."""
        self.consent = False
        """Whether two different persons play, who agree on take-backs; see `ev.TwoPersons`."""
        self.first_move_ms: int | None = None
        """The time for the first move of each side; None: no limit."""
        self.rated = False
        """Whether the players want the game to be rated."""
        self.replay_draws = False
        """Whether a draw is replayed with colours exchanged in the remaining time."""
        self.formal_resignation = False
        """Whether a side that is mated must resign."""
        self.replays_a_draw = False
        """Whether the game began with the time that was left of a draw."""
        self.program_rules: ev.ProgramRules | None = None
        """How time is charged in a game of programs; None in games of persons."""
        self.comments: dict[int, str] = {}
        """The remarks that programs sent with their moves, by the number of the move from 0."""
        self.throws: list[ev.Throw] = []
        """The furigoma throws: ties, and the last one, which decided."""
        self.moves: list[PlayedMove] = []
        self.clock = _new_clock(created.clock)
        self.days = 0
        """The days for each move of a correspondence game; 0: it is played live."""
        self.rests: dict[Color, int] = {}
        """Until when the time of a side stands still, in correspondence."""
        self.plans: dict[Color, conditional.Lines] = {}
        """The conditional moves of each side; to be shown to nobody else."""
        self.paused = True
        self._turn_began = created.at
        self.outcome: Outcome | None = None
        self.interruption: ev.Interruption | None = None
        self.left_by: Color | None = None
        """Who aborted the game, or did not make a first move."""
        self.resigned_with: ev.ResignWord | None = None
        """What the side that resigned has said."""
        self.offers: dict[ev.OfferName, Color] = {}
        """The offers that stand, and who made each."""
        self.adjourning = False
        """Whether the players have agreed to adjourn: the side to move seals its move, or has done so."""
        self.sealed: ev.Sealed | None = None
        """The sealed move of an adjourned game; to be shown to nobody."""
        self._times: list[tuple[ev.SideTime, ev.SideTime]] = []
        """The times of Black and White at the beginning of each move; empty without a clock."""
        self.lag_ms = 0
        """The delay of the network that is credited for the present turn; see `expect_lag`. Not in the log,
        which has what was credited for each move."""
        self._lag_quotas: tuple[LagQuota, LagQuota] | None = None
        """What Black and White can still be credited; None where nothing is."""
        self._begun = False
        self.plies_after: list[int] = [0]
        """The number of moves after event 0, 1, 2 …"""

    def copy(self) -> Game:
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
        """Whose move it is."""
        return self.board.turn

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
                ev.TwoPersons(at=self.settings.at, first_move_ms=self.first_move_ms, rated=self.rated)
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
        if not self.formal_resignation or self.outcome is not None:
            return None
        outcome = self.board.outcome()
        return self.turn if outcome is not None and outcome.termination in _MATES else None

    @property
    def can_abort(self) -> bool:
        """Whether the game can be left without a result: before both sides have moved."""
        return self.consent and self.outcome is None and len(self.moves) < 2

    def king_entered(self, color: Color) -> bool:
        """Whether the side's king stands in its promotion zone."""
        king = self.board.king(color) if isinstance(self.board, Board) else None
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

    # -- commands: they return events and change nothing

    def throw_pawns(self, pawns: Iterable[bool | None], at: int) -> list[Event]:
        """A furigoma throw of five pawns, as `komadai.furigoma.toss` returns it; a tie is thrown again.

        Raises CommandError ``finished`` if the colours are known already.
        """
        if self.colors is not None:
            raise CommandError("finished")
        first, second, third, fourth, fifth = pawns
        throw = first, second, third, fourth, fifth
        return [ev.Thrown(at=self._not_before_last_event(at), pawns=throw)]

    def resume(self, at: int) -> list[Event]:
        """Starts or continues the game. No events if it runs already, or is over, or before furigoma."""
        if self.outcome is not None or not self.paused or self.colors is None or self.sealed is not None:
            return []
        return [ev.Resumed(at=self._not_before_last_event(at))]

    def begin_after(self, given: Iterable[tuple[Any, int]], at: int) -> list[Event]:
        """Starts a game that begins with given moves, each with the milliseconds that are charged for it."""
        if not (resumed := self.resume(at)):
            return []
        at = self._not_before_last_event(at)
        return [*resumed, *(ev.Moved(at=at, usi=move.usi(), ms=ms, lag_ms=-ms) for move, ms in given)]

    def expect_lag(self, measured_ms: int) -> None:
        """Sets the delay of the network that is credited for the present turn, within the quota."""
        quota = None if self._lag_quotas is None else self._lag_quotas[self.turn]
        self.lag_ms = 0 if quota is None else min(measured_ms, quota.available_ms)

    def pause(self, at: int) -> list[Event]:
        """Pauses the game, because the server stops (or stopped then). No events if it is paused or over."""
        if self.outcome is not None or self.paused:
            return []
        if self.correspondence:
            return self._tick(at, 0)
        return self._tick(at, 0) or [ev.Paused(at=self._not_before_last_event(at))]

    def tick(self, at: int) -> list[Event]:
        """Checks the time: the events of a flag fall or of a missing first move, else none."""
        return self._tick(at, self.lag_ms)

    def _tick(self, at: int, lag_ms: int) -> list[Event]:
        at = self._not_before_last_event(at)
        first_move = self._first_move_deadline
        if first_move is not None and at >= first_move:
            # Before both players were there, it is not known here who is missing.
            return _interrupted("no_first_move", at, self.turn if self._begun else None)
        flagged = self.clock.flagged(at - lag_ms) if self.clock is not None else None
        if flagged is None:
            return []
        return _flag_fall(flagged, at)

    def move(self, color: Color, move: Any, at: int, comment: str = "") -> list[Event]:
        """A move of the game's board; it is sealed if the game is being adjourned.

        Conditional moves that it fulfils follow at once. Raises CommandError ``illegal`` where an illegal
        move does not lose. ``comment`` is stored with the move.
        """
        events = self._move(color, move, at, comment)
        if not self.plans or not isinstance(events[-1], ev.Moved):
            return events
        after = self.copy()
        fresh: list[Event] = events
        while True:
            for event in fresh:
                after.apply(event)
            # Those of the side to move begin with its answer now.
            if after.outcome is not None or not (lines := after.plans.get(after.turn)):
                return events
            fresh = after._move(after.turn, read_move(after.board, lines[0][0]), after.at)
            events = [*events, *fresh]

    def _move(self, color: Color, move: Any, at: int, comment: str = "") -> list[Event]:
        if flag_fall := self._check_running(at, adjourning=True):
            return flag_fall
        at = self._not_before_last_event(at)
        self._check_turn(color)
        infraction = None if self.adjourning else self.board.infraction(move)
        if infraction is not None:
            return self._illegal(color, move, infraction, at)
        spent = self._spent(at)
        charged = self._charge(spent)
        if self.clock is not None and self.clock.running and charged >= self.clock.sides[color].budget_ms:
            return _flag_fall(color, at)
        if self.adjourning:
            return [
                ev.Sealed(at=at, color=color_name(color), usi=move.usi(), ms=charged, lag_ms=spent - charged)
            ]
        moved = ev.Moved(at=at, usi=move.usi(), ms=charged, lag_ms=spent - charged, comment=comment)
        outcome = self._outcome_after(move)
        return [moved] if outcome is None else [moved, _ended(outcome, at)]

    def break_rules(self, color: Color, text: str, at: int) -> list[Event]:
        """A side sends a text that is no move of its board at all, which loses."""
        if flag_fall := self._check_running(at):
            return flag_fall
        at = self._not_before_last_event(at)
        self._check_turn(color)
        return self._illegal(color, text, Infraction.OTHER, at)

    def resign(self, color: Color, at: int, word: ev.ResignWord | None = None) -> list[Event]:
        """A side resigns, on its own turn or not, also while the game is adjourned."""
        if self.sealed is None and (flag_fall := self._check_running(at, adjourning=True)):
            return flag_fall
        if self.outcome is not None:
            raise CommandError("finished")
        at = self._not_before_last_event(at)
        resigned = Outcome(color.opponent, Termination.RESIGNATION)
        return [ev.Resigned(at=at, color=color_name(color), word=word), _ended(resigned, at)]

    def declare(self, color: Color, at: int) -> list[Event]:
        """Declares the impasse: a win, a draw, or a loss if a condition is not met.

        Under rules without a declaration this proposes the impasse, and the engine agrees once both
        kings have entered; before that it raises CommandError ``no_impasse``.
        """
        if flag_fall := self._check_running(at):
            return flag_fall
        at = self._not_before_last_event(at)
        self._check_turn(color)
        if not isinstance(self.board, Board):
            raise CommandError("cannot_declare")
        if self.rule.has_declaration:
            outcome = declare(self.board, self.rule, color)
        elif self.rule.has_agreement:
            if not all(self.king_entered(each) for each in Color):
                raise CommandError("no_impasse")
            if self.consent:
                return self._offer(color, "impasse", at)
            outcome = agree(self.board, self.rule)
        else:
            raise CommandError("cannot_declare")
        return [ev.Declared(at=at, color=color_name(color)), _ended(outcome, at)]

    def take_back(self, color: Color, at: int) -> list[Event]:
        """Undoes the side's last move, and the reply to it if there is one, or offers to do so."""
        if flag_fall := self._check_running(at):
            return flag_fall
        at = self._not_before_last_event(at)
        if not self.settings.take_back:
            raise CommandError("no_take_backs")
        plies = self._plies_to_undo(color)
        if self.consent:
            return self._offer(color, "take_back", at)
        return [ev.TakenBack(at=at, color=color_name(color), plies=plies)]

    def give_time(self, color: Color, at: int) -> list[Event]:
        """Gives the opponent more time. Raises CommandError ``no_clock`` where none can be given."""
        if flag_fall := self._check_running(at):
            return flag_fall
        if not self.consent or self.clock is None or self.correspondence:
            raise CommandError("no_clock")
        return [ev.TimeGiven(at=self._not_before_last_event(at), color=color_name(color), ms=GIVEN_MS)]

    def offer_rematch(self, color: Color, at: int) -> list[Event]:
        """Offers another game with colours exchanged. Raises CommandError ``playing`` before the end."""
        if self.outcome is None:
            raise CommandError("playing")
        return self._offer(color, "rematch", self._not_before_last_event(at))

    def answer(self, color: Color, offer: ev.OfferName, accept: bool, at: int) -> list[Event]:
        """Accepts or declines the other side's offer, or withdraws the own one (``accept`` is False).

        The acceptance of a rematch creates a game and is no event of this one. Raises CommandError
        ``no_such_offer``.
        """
        if self.outcome is None and self.sealed is None and (flag_fall := self._check_running(at)):
            return flag_fall
        at = self._not_before_last_event(at)
        offered_by = self.offers.get(offer)
        if offered_by is None or (accept and (offered_by is color or offer == "rematch")):
            raise CommandError("no_such_offer")
        if not accept:
            return [ev.Declined(at=at, color=color_name(color), offer=offer)]
        if offer == "impasse":
            assert isinstance(self.board, Board)
            agreed = _ended(agree(self.board, self.rule), at)
            return [ev.Declared(at=at, color=color_name(offered_by)), agreed]
        if offer == "adjourn":
            return [ev.Adjourned(at=at)]
        if offer == "resume":
            return self._open(at)
        plies = self._plies_to_undo(offered_by)
        times = self._times[-plies] if self._times else None
        return [ev.TakenBack(at=at, color=color_name(offered_by), plies=plies, clock=times)]

    def adjourn(self, color: Color, at: int) -> list[Event]:
        """Offers to adjourn the game. Raises CommandError ``cannot_adjourn`` before both sides have moved."""
        if flag_fall := self._check_running(at):
            return flag_fall
        if self.correspondence:
            raise CommandError("correspondence")
        if not self.consent or len(self.moves) < 2:
            raise CommandError("cannot_adjourn")
        return self._offer(color, "adjourn", self._not_before_last_event(at))

    def plan(self, color: Color, lines: Iterable[Sequence[str]], at: int) -> list[Event]:
        """Sets the side's conditional moves, in place of those before; no lines: none.

        Raises CommandError: ``only_correspondence``, ``your_turn``, ``bad_lines``.
        """
        if flag_fall := self._check_running(at):
            return flag_fall
        if not self.correspondence:
            raise CommandError("only_correspondence")
        if self.turn == color:
            raise CommandError("your_turn")
        checked = conditional.checked(self.board, lines)
        if checked == self.plans.get(color, ()):
            return []
        return [ev.Planned(at=self._not_before_last_event(at), color=color_name(color), lines=checked)]

    def rest(self, color: Color, until: int, at: int) -> list[Event]:
        """Lets the side's time stand still until this moment; until the present, it goes on.

        No events if that is so already. Raises CommandError ``finished``, or ``only_correspondence``.
        """
        if flag_fall := self._check_running(at):
            return flag_fall
        if not self.correspondence:
            raise CommandError("only_correspondence")
        at = self._not_before_last_event(at)
        if max(until, at) == max(self.rests.get(color, at), at):
            return []
        return [ev.Rested(at=at, color=color_name(color), until=max(until, at))]

    def offer_resume(self, color: Color, at: int) -> list[Event]:
        """Offers to continue an adjourned game. Raises CommandError ``not_adjourned``."""
        if self.outcome is not None:
            raise CommandError("finished")
        if self.sealed is None:
            raise CommandError("not_adjourned")
        return self._offer(color, "resume", self._not_before_last_event(at))

    def _open(self, at: int) -> list[Event]:
        """Opens the sealed move: the game goes on with it, or ends. An illegal one loses under all rules."""
        sealed = self.sealed
        assert sealed is not None
        try:
            move = read_move(self.board, sealed.usi)
            infraction = self.board.infraction(move)
        except InvalidMoveError:
            infraction = Infraction.OTHER
        if infraction is not None:
            return self._lost_by(_color(sealed.color), sealed.usi, infraction, at)
        opened = ev.Opened(at=at, usi=sealed.usi)
        outcome = self._outcome_after(move)
        return [opened, ev.Resumed(at=at) if outcome is None else _ended(outcome, at)]

    def _offer(self, color: Color, offer: ev.OfferName, at: int) -> list[Event]:
        """The event of a new offer; accepts the same offer of the other side. None if it stands already."""
        offered_by = self.offers.get(offer)
        if offered_by is color:
            return []
        if offered_by is not None and offer != "rematch":
            return self.answer(color, offer, True, at)
        return [ev.Offered(at=at, color=color_name(color), offer=offer)]

    def _plies_to_undo(self, color: Color) -> int:
        plies = 2 if self.turn == color else 1
        if len(self.moves) < plies:
            raise CommandError("nothing_to_take_back")
        return plies

    def abort(self, color: Color, at: int) -> list[Event]:
        """Leaves the game without a result. Raises CommandError ``cannot_abort`` once both have moved."""
        if self.outcome is not None:
            raise CommandError("finished")
        if flag_fall := self.tick(at):
            return flag_fall
        if not self.can_abort:
            raise CommandError("cannot_abort")
        return _interrupted("aborted", self._not_before_last_event(at), color)

    def claim(self, color: Color, at: int) -> list[Event]:
        """Wins the game, because the other player has left; the caller checks that."""
        if self.outcome is not None:
            raise CommandError("finished")
        if self.sealed is not None:
            raise CommandError("adjourned")
        if self.correspondence:
            raise CommandError("correspondence")
        if flag_fall := self.tick(at):
            return flag_fall
        at = self._not_before_last_event(at)
        won = Outcome(color, Termination.CONNECTION_LOST)
        return [ev.Claimed(at=at, color=color_name(color)), _ended(won, at)]

    def interrupt(self, reason: ev.Interruption, at: int) -> list[Event]:
        """Ends the game without a result, because it cannot continue."""
        if flag_fall := self._check_running(at):
            return flag_fall
        return _interrupted(reason, self._not_before_last_event(at))

    def cancel(self, reason: ev.Interruption, at: int) -> list[Event]:
        """Ends the game without a result, also if it is paused. No events if it is over."""
        if self.outcome is not None:
            return []
        return _interrupted(reason, self._not_before_last_event(at))

    # -- events: the only place where the state changes

    def apply(self, event: Event) -> None:
        """Applies an event of the log. It is not checked, because commands of this class made it."""
        at = event.at
        match event:
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
                self.consent = True
                self.first_move_ms = event.first_move_ms
                if self.clock is not None and not self.correspondence:
                    self._lag_quotas = (
                        LagQuota.of(self.clock.control(Color.BLACK)),
                        LagQuota.of(self.clock.control(Color.WHITE)),
                    )
                self.rated = event.rated
            case ev.ProfessionalRules():
                self.replay_draws = event.replay_draws
                self.formal_resignation = event.formal_resignation
            case ev.TimesKept():
                self.replays_a_draw = event.of_draw
                if self.clock is not None:
                    black, white = event.clock
                    self.clock = self.clock.with_times(
                        ((black.main_ms, black.periods), (white.main_ms, white.periods))
                    )
            case ev.ProgramRules():
                self.program_rules = event
            case ev.Thrown():
                self.throws.append(event.pawns)
                first = color_of_thrower(event.pawns)
                if first is not None:
                    self.colors = first, first.opponent
            case ev.Resumed():
                self.paused = False
                self._begun = True
                self._turn_began = at
                if self.clock is not None and not self.correspondence:
                    self.clock = (
                        self.clock.resume(at) if self.clock.paused else self.clock.start(self.turn, at)
                    )
            case ev.Paused():
                self.paused = True
                if self.clock is not None:
                    self.clock = self.clock.pause(at)
            case ev.Moved():
                move = read_move(self.board, event.usi)
                self._use_quota(self.turn, event.lag_ms)
                self.moves.append(PlayedMove(move, self.turn, event.ms))
                self.board.push(move)
                self._turn_began = at
                self.offers.clear()
                left = {color: conditional.after(lines, event.usi) for color, lines in self.plans.items()}
                self.plans = {color: lines for color, lines in left.items() if lines}
                if event.comment:
                    self.comments[len(self.moves) - 1] = event.comment
                if self.clock is not None:
                    black, white = (ev.SideTime(side.main_ms, side.periods) for side in self.clock.sides)
                    self._times.append((black, white))
                    if self.correspondence:
                        self._begin_days(at)
                    else:
                        self.clock = self.clock.press(at, event.lag_ms)
            case ev.Planned():
                self.plans[_color(event.color)] = event.lines
                if not event.lines:
                    del self.plans[_color(event.color)]
            case ev.Rested():
                self._rest(event)
            case ev.TimeGiven():
                self._add_time(_color(event.color).opponent, event.ms)
            case ev.Adjourned():
                self.adjourning = True
                self.offers.clear()
            case ev.Sealed():
                self._seal(event)
            case ev.Opened():
                self._play_sealed(event)
            case ev.TakenBack():
                self._undo(event, at)
                self.offers.clear()
                self.plans.clear()
            case ev.Offered():
                self.offers[event.offer] = _color(event.color)
            case ev.Declined():
                self.offers.pop(event.offer, None)
            case ev.Interrupted():
                self.interruption = event.reason
                self.left_by = None if event.color is None else _color(event.color)
            case ev.Ended():
                self.outcome = _outcome(event)
                self.paused = False
                self.adjourning, self.sealed = False, None
                self.offers.clear()
                self.plans.clear()
                if self.clock is not None:
                    self.clock = self.clock.stop(self.clock_time(at))
            case ev.Resigned():
                self.resigned_with = event.word  # the result is in the Ended that follows
            case ev.Declared() | ev.Claimed() | ev.Flagged() | ev.Illegal():
                pass  # the result is in the Ended that follows
        self.at = at
        self.count += 1
        self.plies_after.append(len(self.moves))

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
        color = _color(event.color)
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
            black, white = event.clock
            restored = (black.main_ms, black.periods), (white.main_ms, white.periods)
            self.clock = self.clock.restore(self.turn, at, restored)

    # -- inside

    def _not_before_last_event(self, at: int) -> int:
        """The time, or the last event's if that is later."""
        return max(at, self.at)

    def _check_running(self, at: int, *, adjourning: bool = False) -> list[Event]:
        """Raises CommandError if the game is over, paused or adjourned. The events of a flag fall, if any.

        ``adjourning``: the command is allowed while the side to move chooses the move to be sealed.
        """
        if self.outcome is not None:
            raise CommandError("finished")
        if self.sealed is not None or (self.adjourning and not adjourning):
            raise CommandError("adjourned")
        if self.paused:
            raise CommandError("not_started")
        return self.tick(at)

    def _check_turn(self, color: Color) -> None:
        if self.turn != color:
            raise CommandError("not_your_turn")

    def _spent(self, at: int) -> int:
        """The time that the present turn has used."""
        if self.clock is None or self.correspondence:
            return max(0, self.clock_time(at) - self._turn_began)
        return self.clock.spent_ms(at)

    def _charge(self, spent: int) -> int:
        """What is charged for a turn that took this time."""
        rules = self.program_rules
        if rules is None:
            return spent - min(spent, self.lag_ms)
        return max(spent // rules.unit_ms * rules.unit_ms, rules.least_ms)

    def _illegal(self, color: Color, move: Any, infraction: Infraction, at: int) -> list[Event]:
        if self.settings.illegal == "refuse":
            raise CommandError("illegal", why=Text.of(infraction))
        return self._lost_by(color, move if isinstance(move, str) else move.usi(), infraction, at)

    def _lost_by(self, color: Color, usi: str, infraction: Infraction, at: int) -> list[Event]:
        """The events of an illegal move that loses."""
        lost = Outcome(color.opponent, Termination.ILLEGAL_MOVE, infraction)
        return [
            ev.Illegal(
                at=at,
                color=color_name(color),
                usi=usi,
                infraction=infraction.value,
            ),
            _ended(lost, at),
        ]

    def _outcome_after(self, move: Any) -> Outcome | None:
        self.board.push(move)
        try:
            limit = self.settings.max_moves
            outcome = self.board.outcome()
            must_resign = self.formal_resignation or self.program_rules is not None
            if must_resign and outcome is not None and outcome.termination in _MATES:
                outcome = None
            return (
                outcome
                or (after_move(self.board, self.rule) if isinstance(self.board, Board) else None)
                or (Outcome(None, Termination.MOVE_LIMIT) if len(self.moves) + 1 == limit else None)
            )
        finally:
            self.board.pop()


def replay(log: Iterable[Event]) -> Game:
    """Builds the game from its log. Raises ValueError if the log does not begin with `Created`."""
    events = iter(log)
    first = next(events, None)
    if not isinstance(first, ev.Created):
        raise ValueError("expected a log that begins with Created")
    game = Game(first)
    game.apply(first)
    for event in events:
        game.apply(event)
    return game


def color_name(color: Color) -> ev.ColorName:
    """``"black"`` or ``"white"``."""
    return "white" if color else "black"


def time_control(clock: ev.ClockSettings) -> TimeControl:
    """The time control of these settings. Raises ClockError if they are invalid."""
    return TimeControl(clock.main_ms, clock.byoyomi_ms, clock.periods, clock.increment_ms)


def _new_clock(settings: ev.ClockSettings | None) -> Clock | None:
    return None if settings is None else Clock.new(time_control(settings))


def _color(name: ev.ColorName) -> Color:
    return Color.WHITE if name == "white" else Color.BLACK


def _ended(outcome: Outcome, at: int) -> ev.Ended:
    return ev.Ended(
        at=at,
        winner=None if outcome.winner is None else color_name(outcome.winner),
        termination=outcome.termination.value,
        infraction=None if outcome.infraction is None else outcome.infraction.value,
        failed=outcome.failed,
    )


def _flag_fall(color: Color, at: int) -> list[Event]:
    lost = Outcome(color.opponent, Termination.TIME_FORFEIT)
    return [ev.Flagged(at=at, color=color_name(color)), _ended(lost, at)]


_MATES: Final = frozenset({Termination.CHECKMATE, Termination.NO_LEGAL_MOVES})
"""Ends of a position at which a program, or by formal rules a person, must still resign."""
_REPLAYED: Final = frozenset(
    {Termination.SENNICHITE, Termination.IMPASSE_AGREED, Termination.IMPASSE_DECLARATION}
)
"""Draws that are replayed by the rules of professionals."""


def _interrupted(reason: ev.Interruption, at: int, color: Color | None = None) -> list[Event]:
    by = None if color is None else color_name(color)
    return [
        ev.Interrupted(at=at, reason=reason, color=by),
        _ended(Outcome(None, Termination.INTERRUPTED), at),
    ]


def _outcome(event: ev.Ended) -> Outcome:
    return Outcome(
        None if event.winner is None else _color(event.winner),
        Termination(event.termination),
        None if event.infraction is None else Infraction(event.infraction),
        event.failed,
    )
