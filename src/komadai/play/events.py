"""The events of a game: immutable values that are stored in its log.

Times (``at``) are integer milliseconds of the server's `ServerClock`; within one game they never
decrease. Colours are ``"black"`` and ``"white"``, moves are USI. New kinds of events may be added,
and new fields with a default. Existing kinds and fields keep their meaning for ever, because every
stored game is read back through these classes; stored events are never rewritten.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from komadai.extras import extra

with extra("events"):
    import msgspec

ColorName = Literal["black", "white"]
OfferName = Literal["take_back", "impasse", "adjourn", "resume", "rematch"]
"""The offers of one player to the other. ``resume`` continues an adjourned game; a rematch is offered after
the end of the game."""
Interruption = Literal["engine_failed", "aborted", "no_first_move", "agreed", "server_stopped"]
"""Why a game has no result: its engine failed, a player left it before both sides had moved, a side did not
make its first move in time, two programs agreed, or the server stopped and a program did not come back."""
Throw = tuple[bool | None, bool | None, bool | None, bool | None, bool | None]
"""Five tossed pawns: true shows its face, false its tokin side, null lies on its side and does not count."""


class ClockSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A time control as the wire and the log write it; see `komadai.clock.TimeControl`."""

    main_ms: int
    byoyomi_ms: int = 0
    periods: int = 1
    increment_ms: int = 0


class Person(msgspec.Struct, frozen=True, tag_field="type", tag="person"):
    """A person. Who it is, is stored beside the log, because the log is never rewritten."""


class EnginePlayer(msgspec.Struct, frozen=True, tag_field="type", tag="engine"):
    """An engine that the server runs."""

    name: str
    level: int | None = None
    """1 to 15; None for an engine without Komadai's levels."""


class ProgramPlayer(msgspec.Struct, frozen=True, tag_field="type", tag="program"):
    """A program that plays over a connection of its own."""

    name: str


Participant = Person | EnginePlayer | ProgramPlayer


class SideTime(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The time with which one side begins its next turn."""

    main_ms: int
    periods: int


class _Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    at: int


class Created(_Event, tag="created/2", frozen=True, kw_only=True):
    """A game is created with all its settings. It is paused until `Resumed`."""

    players: tuple[Participant, Participant]
    colors: Literal["fixed", "furigoma"] = "fixed"
    """``fixed``: the first player is Black. ``furigoma``: see `Thrown`."""
    handicap: str
    start_sfen: str
    clock: ClockSettings | None
    impasse: str
    illegal: Literal["refuse", "lose"]
    take_back: bool
    max_moves: int | None = None
    """The game is drawn after this number of moves; None: no limit."""
    variant: str = "shogi"
    """The key of a variant: a name of `komadai.variants.NAMES`, with options `chu:rules=jcsa`; see
    `komadai.play.boards`."""

    @property
    def engine(self) -> EnginePlayer | None:
        """The first of the players that is an engine."""
        return next((player for player in self.players if isinstance(player, EnginePlayer)), None)


class _Created1(_Event, tag="created", frozen=True, kw_only=True):
    """`Created` as version 0.1.0 stored it: a person against an engine."""

    side: Literal["black", "white", "furigoma"]
    engine: str
    level: int | None
    handicap: str
    start_sfen: str
    clock: ClockSettings | None
    impasse: str
    illegal: Literal["refuse", "lose"]
    take_back: bool

    def upgraded(self) -> Created:
        """The same event as it is stored now."""
        players, colors = person_against_engine(self.side, self.engine, self.level)
        return Created(
            at=self.at,
            players=players,
            colors=colors,
            handicap=self.handicap,
            start_sfen=self.start_sfen,
            clock=self.clock,
            impasse=self.impasse,
            illegal=self.illegal,
            take_back=self.take_back,
        )


def person_against_engine(
    side: Literal["black", "white", "furigoma"], engine: str, level: int | None
) -> tuple[tuple[Participant, Participant], Literal["fixed", "furigoma"]]:
    """``players`` and ``colors`` of a game in which the person takes this side."""
    person, opponent = Person(), EnginePlayer(engine, level)
    if side == "white":
        return (opponent, person), "fixed"
    return (person, opponent), "furigoma" if side == "furigoma" else "fixed"


class TouchMove(_Event, tag="touch_move", frozen=True, kw_only=True):
    """The game is played with touch-move: a piece that is touched and can move must move.

    It follows `Created`. The page of a player applies the rule; the log has only moves.
    """


class Recorded(_Event, tag="recorded", frozen=True, kw_only=True):
    """Two persons play at one board, and a third enters their moves and keeps their time.

    It follows `Created`. Who they are is stored beside the log.
    """


class Correspondence(_Event, tag="correspondence", frozen=True, kw_only=True):
    """Each move has this number of days, and the game has no other clock. It follows `Created`."""

    days: int


class TwoPersons(_Event, tag="two_persons", frozen=True, kw_only=True, omit_defaults=True):
    """Two different persons play. It follows `Created`.

    A take-back, an impasse by agreement and a rematch then need the consent of the opponent, and the game
    can be left without a result before both sides have moved.
    """

    first_move_ms: int | None = None
    """The game is aborted if a side does not make its first move within this time; None: no limit."""
    rated: bool = False
    """Whether the players want the game to be rated."""
    forfeits: tuple[Interruption, ...] = ()
    """The ends without a result that lose the game in the event that it belongs to: for who makes no first
    move in time, for who aborts it."""


class ProfessionalRules(_Event, tag="professional_rules", frozen=True, kw_only=True, omit_defaults=True):
    """Rules of games between professionals. It follows `TwoPersons`."""

    replay_draws: bool = False
    """A draw, by sennichite or impasse, is replayed with colours exchanged in the remaining time."""
    formal_resignation: bool = False
    """Mate does not end the game: the mated side must resign, or its flag falls."""


class TimesKept(_Event, tag="times_kept", frozen=True, kw_only=True, omit_defaults=True):
    """The sides begin with times of their own: with those that were left of a draw, which the game replays,
    or in a simultaneous display with more time for the host. It follows the options."""

    clock: tuple[SideTime, SideTime]
    """The times of Black and White of this game."""
    of_draw: bool = True
    """Whether the game replays a draw."""


class ProgramRules(_Event, tag="program_rules", frozen=True, kw_only=True):
    """The game is played by the rules of games between programs. It follows `Created`.

    Time is charged in whole units, rounded down, at least ``least_ms`` for a move. Mate does not end the
    game: the mated side must resign, or its flag falls.
    """

    unit_ms: int = 1000
    least_ms: int = 0


class Thrown(_Event, tag="thrown", frozen=True, kw_only=True):
    """A furigoma throw. The first player is Black if more pawns show their face than their tokin side,
    else White.

    Logs of earlier versions also have throws of the kind `ThrownOnSide` under this tag.
    """

    pawns: Throw


class ThrownOnSide(_Event, tag="thrown_on_side", frozen=True, kw_only=True):
    """A furigoma throw with at least one pawn on its side, which does not count.

    The others decide as in `Thrown`. If they tie, the colours stay open, and another throw follows.
    """

    pawns: Throw


class Resumed(_Event, tag="resumed", frozen=True, kw_only=True, omit_defaults=True):
    """The game starts, or continues after a pause: time runs."""

    wait_ms: int = 0
    """The time of the side to move begins this much later: the toss of pawns is shown meanwhile."""


class Paused(_Event, tag="paused", frozen=True, kw_only=True):
    """The server stopped: no time is charged until the game is resumed."""


class Moved(_Event, tag="moved", frozen=True, kw_only=True, omit_defaults=True):
    """A legal move; ``ms`` is the time spent on it, which is charged."""

    usi: str
    ms: int
    lag_ms: int = 0
    """The turn took ``ms + lag_ms`` until ``at``. The difference is the delay of the network that was
    credited, or what `ProgramRules` rounds off; it is negative if more was charged than was used."""
    comment: str = ""
    """The remark that a program sent with the move: ``* 123 +7776FU``, see
    `komadai.kifu.comments.floodgate_comments`."""


class TakenBack(_Event, tag="taken_back", frozen=True, kw_only=True, omit_defaults=True):
    """The last ``plies`` moves are undone."""

    color: ColorName
    plies: int
    clock: tuple[SideTime, SideTime] | None = None
    """The restored times of Black and White; None: time used stays used, see `Clock.take_back`."""


class TimeGiven(_Event, tag="time_given", frozen=True, kw_only=True):
    """This side gives the other more main time."""

    color: ColorName
    ms: int


class Adjourned(_Event, tag="adjourned", frozen=True, kw_only=True):
    """Both players want to continue later: the side to move seals its next move while its time runs."""


class Sealed(_Event, tag="sealed", frozen=True, kw_only=True, omit_defaults=True):
    """The side to move has sealed a move, legal or not. No time runs until it is opened.

    Nobody is shown the move before `Opened` or the `Illegal` that follows; see `without_sealed_moves`.
    """

    color: ColorName
    usi: str
    ms: int
    """The time charged for it, as in `Moved`."""
    lag_ms: int = 0


class Opened(_Event, tag="opened", frozen=True, kw_only=True):
    """Both players are back: the sealed move, which is legal, is played. `Resumed` or `Ended` follows."""

    usi: str


class Planned(_Event, tag="planned", frozen=True, kw_only=True):
    """This side has set its conditional moves, which replace those before; see `komadai.play.conditional`.

    They are hidden from the other side; see `without_plans`.
    """

    color: ColorName
    lines: tuple[tuple[str, ...], ...]


class Rested(_Event, tag="rested", frozen=True, kw_only=True):
    """This side's time stands still until this moment, in correspondence. It replaces an earlier one."""

    color: ColorName
    until: int


ResignWord = Literal["makemashita", "arimasen"]
"""負けました (I have lost) or ありません (there is nothing left to play)."""


class Resigned(_Event, tag="resigned", frozen=True, kw_only=True, omit_defaults=True):
    """This side resigned."""

    color: ColorName
    word: ResignWord | None = None
    """The word of the side; None: nothing is known of it."""


class Declared(_Event, tag="declared", frozen=True, kw_only=True):
    """This side declared the impasse."""

    color: ColorName


class Offered(_Event, tag="offered", frozen=True, kw_only=True):
    """This side makes an offer, which stands until it is answered or withdrawn, or a move is made."""

    color: ColorName
    offer: OfferName


class Declined(_Event, tag="declined", frozen=True, kw_only=True):
    """This side declines the other side's offer, or withdraws its own."""

    color: ColorName
    offer: OfferName


class Claimed(_Event, tag="claimed", frozen=True, kw_only=True):
    """This side claimed the game because the other player had left."""

    color: ColorName


class Flagged(_Event, tag="flagged", frozen=True, kw_only=True):
    """This side's time was up."""

    color: ColorName


class Illegal(_Event, tag="illegal", frozen=True, kw_only=True):
    """This side made an illegal move in a game where that loses."""

    color: ColorName
    usi: str
    infraction: str


class Interrupted(_Event, tag="interrupted", frozen=True, kw_only=True, omit_defaults=True):
    """The game cannot continue, and ends without a result."""

    reason: Interruption
    color: ColorName | None = None
    """The side that aborted it, or did not make a first move."""


class Ended(_Event, tag="ended", frozen=True, kw_only=True):
    """How the game ended; the fields are those of `komadai.outcome.Outcome`."""

    winner: ColorName | None
    termination: str
    infraction: str | None = None
    failed: tuple[str, ...] = ()


Event = (
    Created
    | TouchMove
    | Recorded
    | Correspondence
    | TwoPersons
    | ProfessionalRules
    | TimesKept
    | ProgramRules
    | Thrown
    | ThrownOnSide
    | Resumed
    | Paused
    | Moved
    | TakenBack
    | TimeGiven
    | Adjourned
    | Sealed
    | Opened
    | Planned
    | Rested
    | Resigned
    | Declared
    | Offered
    | Declined
    | Claimed
    | Flagged
    | Illegal
    | Interrupted
    | Ended
)


def without_sealed_moves(log: Sequence[Event]) -> list[Event]:
    """The log as it may be shown: a sealed move that has not been opened is left out."""
    last = len(log) - 1
    closed = next((at for at in range(last, -1, -1) if isinstance(log[at], Sealed)), None)
    shown = list(log)
    if closed is not None and not any(isinstance(each, Opened | Illegal) for each in log[closed:]):
        shown[closed] = msgspec.structs.replace(log[closed], usi="")
    return shown


def without_plans(log: Sequence[Event], but: str | None) -> list[Event]:
    """The log with the conditional moves of ``but`` alone: those of others are left out."""
    return [
        msgspec.structs.replace(event, lines=())
        if isinstance(event, Planned) and event.color != but
        else event
        for event in log
    ]


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Event | _Created1] = msgspec.json.Decoder(Event | _Created1)


def encode_event(event: Event) -> str:
    """The event as one line of JSON."""
    return _encoder.encode(event).decode()


def decode_event(text: str) -> Event:
    """The inverse of `encode_event`, for events of all versions. Raises msgspec.ValidationError."""
    event = _decoder.decode(text)
    return event.upgraded() if isinstance(event, _Created1) else event
