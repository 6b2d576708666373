"""A game as a pure state machine: commands return events, applied events change the state.

Nothing here waits, does input or output, or uses chance or the present time. A command
(`GameMachine.move`, `GameMachine.resign` …) changes nothing: it returns the events that would follow, or
raises `CommandError`. After they have been stored, `GameMachine.apply` changes the state. So a game that is
read back from its log is the same game: `replay(events)`.

Rules of time (see also `komadai.clock`):

- A command that arrives exactly at the deadline is too late: the flag falls instead.
- The clock starts when the game is first resumed (`Resumed`), not when it is created; after a toss of pawns
  once it has been shown (``TOSS_MS`` later). A move that is made before takes no time.
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
from typing import Any, Final

from komadai.errors import InvalidMoveError
from komadai.impasse import after_move, agree, declare
from komadai.messages.text import Text
from komadai.outcome import Infraction, Outcome, Termination
from komadai.pieces import Color
from komadai.play import conditional
from komadai.play import events as ev
from komadai.play.boards import read_move
from komadai.play.errors import CommandError
from komadai.play.events import Event
from komadai.play.state import MATES, GameState, color_name, color_of

GIVEN_MS: Final = 15_000
"""The time that a player gives the opponent at once."""


TOSS_MS: Final = 5_000
"""How long the toss of pawns is shown before the first player's time begins."""


class GameMachine(GameState):
    """One game: its state and the commands. Make one with `replay`."""

    # -- commands: they return events and change nothing

    def throw_pawns(self, pawns: Iterable[bool | None], at: int) -> list[Event]:
        """A furigoma throw of five pawns, as `komadai.furigoma.toss` returns it; a tie is thrown again.

        Raises CommandError ``finished`` if the colours are known already.
        """
        if self.colors is not None:
            raise CommandError("finished")
        first, second, third, fourth, fifth = pawns
        throw = first, second, third, fourth, fifth
        kind = ev.ThrownOnSide if None in throw else ev.Thrown
        return [kind(at=self._not_before_last_event(at), pawns=throw)]

    def resume(self, at: int) -> list[Event]:
        """Starts or continues the game. No events if it runs already, or is over, or before furigoma."""
        if self.outcome is not None or not self.paused or self.colors is None or self.sealed is not None:
            return []
        shows_toss = bool(self.throws) and not self._begun and not self.correspondence
        return [ev.Resumed(at=self._not_before_last_event(at), wait_ms=TOSS_MS if shows_toss else 0)]

    def begin_after(self, given: Iterable[tuple[Any, int]], at: int) -> list[Event]:
        """Starts a game that begins with given moves, each with the milliseconds that are charged for it."""
        if not (resumed := self.resume(at)):
            return []
        at = self._not_before_last_event(at)
        return [*resumed, *(ev.Moved(at=at, usi=move.usi(), ms=ms, lag_ms=-ms) for move, ms in given)]

    def expect_lag(self, measured_ms: int) -> None:
        """Sets the delay of the network that is credited for the present turn, within the quota."""
        quota = None if self._lag_quotas is None else self._lag_quotas[self.turn]
        self.lag_ms: int = 0 if quota is None else min(measured_ms, quota.available_ms)

    def pause(self, at: int) -> list[Event]:
        """Pauses the game, because the server stops (or stopped then). No events if it is paused or over."""
        if self.outcome is not None or self.paused:
            return []
        if self.correspondence:
            return self._tick(at, 0)
        return self._tick(at, 0) or [ev.Paused(at=self._not_before_last_event(at))]

    def tick(self, at: int, absent: Sequence[Color] = ()) -> list[Event]:
        """Checks the time: the events of a flag fall or of a missing first move, else none.

        ``absent``: who is not here; needed to say who is missing in a game that has not begun.
        """
        return self._tick(at, self.lag_ms, absent)

    def _tick(self, at: int, lag_ms: int, absent: Sequence[Color] = ()) -> list[Event]:
        at = self._not_before_last_event(at)
        first_move = self._first_move_deadline
        if first_move is not None and at >= first_move:
            missing = [self.turn] if self._begun else absent
            return _interrupted("no_first_move", at, missing[0] if len(missing) == 1 else None)
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

    def disqualify(self, color: Color, at: int) -> list[Event]:
        """An arbiter has ruled that a side broke a rule, which loses."""
        if flag_fall := self._check_running(at):
            return flag_fall
        return self._lost_by(color, "", Infraction.OTHER, self._not_before_last_event(at))

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
        if self.rule.has_declaration:
            outcome = declare(self.shogi_board, self.rule, color)
        elif self.rule.has_agreement:
            if not all(self.king_entered(each) for each in Color):
                raise CommandError("no_impasse")
            if self.consent:
                return self._offer(color, "impasse", at)
            outcome = agree(self.shogi_board, self.rule)
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
            agreed = _ended(agree(self.shogi_board, self.rule), at)
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
            return self._lost_by(color_of(sealed.color), sealed.usi, infraction, at)
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
        """Computes the charge for a turn that took this time."""
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
            if must_resign and outcome is not None and outcome.termination in MATES:
                outcome = None
            return (
                outcome
                or (after_move(self.shogi_board, self.rule) if self.rule.has_try else None)
                or (Outcome(None, Termination.MOVE_LIMIT) if len(self.moves) + 1 == limit else None)
            )
        finally:
            self.board.pop()


Game = GameMachine
"""Former name of GameMachine."""


def replay(log: Iterable[Event]) -> GameMachine:
    """Builds the game from its log. Raises ValueError if the log does not begin with `Created`."""
    events = iter(log)
    first = next(events, None)
    if not isinstance(first, ev.Created):
        raise ValueError("expected a log that begins with Created")
    game = GameMachine(first)
    game.apply(first)
    for event in events:
        game.apply(event)
    return game


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


def _interrupted(reason: ev.Interruption, at: int, color: Color | None = None) -> list[Event]:
    by = None if color is None else color_name(color)
    return [
        ev.Interrupted(at=at, reason=reason, color=by),
        _ended(Outcome(None, Termination.INTERRUPTED), at),
    ]
