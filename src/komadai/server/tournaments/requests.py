"""The messages of the page about events; see docs/wire.md. The answers are in :mod:`wire`.

On the wire an event is a tournament, to tell it from the events of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, get_type_hints

import msgspec

from komadai.play.events import ClockSettings
from komadai.tournaments.core.results import Bye, Result
from komadai.tournaments.core.settings import Name
from komadai.tournaments.kinds import System
from komadai.tournaments.kinds.league.acts import LanguageCode
from komadai.tournaments.settings import SETTINGS

TournamentResult = Result
PlayerNumber = Annotated[int, msgspec.Meta(ge=1, le=500)]
BoardNumber = Annotated[int, msgspec.Meta(ge=1, le=9999)]
"""All games of an arena are in one round."""
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=20)]
"""The board in a team match; 0: the whole match, or no team match."""
RoundNumber = Annotated[int, msgspec.Meta(ge=1, le=10_000)]
"""The number of a round; in a ladder, of a game."""
ChallengeNumber = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
Words = Annotated[str, msgspec.Meta(max_length=200)]


class TournamentTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a tournament is played on this server."""

    online: bool = True
    """Whether two players with accounts play on this server; else all play over the board."""
    clock: ClockSettings | None = None
    days: Annotated[int, msgspec.Meta(ge=0, le=14)] = 0
    """Days for each move: the games on the server are correspondence games, without ``clock``. 0: live."""
    rated: bool = False
    open: bool = True
    """Whether everybody with an account can enter; else the arbiter enters the players. Title matches never
    are open."""
    starts_ms: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0
    """When an arena begins by itself, in milliseconds since 1970; 0: when the arbiter starts it."""
    host_minutes: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0
    """The minutes that the host of a simultaneous display has more than the others, on each board. The host
    is the account that creates it."""
    private: bool = False
    """Whether only its players and arbiters see it; then it never is open."""


NOT_ASKED: Final = frozenset({"starts_at", "tie_breaks"})
"""The settings of kinds that no request has; ``starts_ms`` sets the first."""

if TYPE_CHECKING:

    class NewTournament(TournamentTerms, frozen=True, kw_only=True):
        """The body of POST /api/events."""

        def __init__(self, **values: Any) -> None:
            """With the settings of all kinds."""

        def __getattr__(self, name: str) -> Any:
            """A field of the settings of a kind."""

else:
    NewTournament = msgspec.defstruct(
        "NewTournament",
        [
            ("name", Name),
            ("system", System, "swiss"),
            *{
                field.name: (field.name, types[field.name], field.default)
                for each in SETTINGS.values()
                for types in (get_type_hints(each, include_extras=True),)
                for field in msgspec.structs.fields(each)
                if field.name != "name" and field.name not in NOT_ASKED
            }.values(),
        ],
        bases=(TournamentTerms,),
        module=__name__,
        namespace={
            "__doc__": """The body of POST /api/events: the settings of a kind, and how it is played on this
            server. Fields of other kinds are passed over. With ``previous``, which is over, its title, terms
            and holder are taken over; the viewer must be its arbiter."""
        },
        frozen=True,
        forbid_unknown_fields=True,
        kw_only=True,
    )


class NewMember(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A member of a team: a name, or an account, which plays on this server."""

    name: Annotated[str, msgspec.Meta(max_length=60)] = ""
    account: Annotated[str, msgspec.Meta(max_length=40)] = ""
    rating: Annotated[int, msgspec.Meta(ge=0, le=4000)] = 0
    rank: Annotated[str, msgspec.Meta(max_length=20)] = ""


Languages = Annotated[list[LanguageCode], msgspec.Meta(max_length=20)]


class Join(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="join"
):
    """The viewer enters; of a league with what `LeagueWants` says."""

    opponents: Annotated[int, msgspec.Meta(ge=0, le=10)] = 2
    languages: Languages = []


class AddPlayer(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="add"
):
    """The arbiter enters a player: somebody at the board by name, or an account."""

    name: Annotated[str, msgspec.Meta(max_length=60)] = ""
    account: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """The name of an account; empty for a player without one. Of a team its captain."""
    rating: Annotated[int, msgspec.Meta(ge=0, le=4000)] = 0
    rank: Annotated[str, msgspec.Meta(max_length=20)] = ""
    """Such as ``3 kyu`` or 初段."""
    club: Annotated[str, msgspec.Meta(max_length=60)] = ""
    members: Annotated[list[NewMember], msgspec.Meta(max_length=40)] = []
    """The members of a team: in board order, then the substitutes."""
    opponents: Annotated[int, msgspec.Meta(ge=0, le=10)] = 2
    """The opponents that a member of a league wants at once; see `LeagueWants`, also for the next one."""
    languages: Languages = []


class AddPlayers(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="add_list"
):
    """The arbiter enters players who sit at the board from a list, one a line: ``Wada, 3 kyu``.

    If a line is wrong, nobody is entered. The answer then has the number and the error of each wrong line."""

    players: Annotated[str, msgspec.Meta(max_length=40_000)]
    only_right: bool = False
    """Enters those whose lines are right, if there are any."""


class CorrectPlayer(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="correct"
):
    """The arbiter corrects a player's name or rank."""

    player: PlayerNumber
    name: Annotated[str, msgspec.Meta(max_length=60)]
    rank: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    """Such as ``3 kyu`` or 初段; empty: unknown; null: as it is."""


class LeagueWants(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="wants"
):
    """How many opponents a member of a league wants at once, and the languages they write (ISO 639)."""

    player: PlayerNumber
    opponents: Annotated[int, msgspec.Meta(ge=0, le=10)]
    languages: Languages = []


class AddMember(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="member"
):
    """A team gets another member, as its last: by the arbiter or its captain."""

    player: PlayerNumber
    """The team."""
    member: NewMember


class LineUp(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="lineup"
):
    """Sets the members who play for a team in the next match, by the arbiter or the captain; published with
    the start."""

    player: PlayerNumber
    """The team."""
    members: Annotated[list[PlayerNumber], msgspec.Meta(max_length=20)]
    """The members' numbers from 1."""


class AcceptPlayer(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="accept"
):
    """The host of a simultaneous display, or an arbiter, accepts a player with this handicap; with null no
    longer."""

    player: PlayerNumber
    handicap: Annotated[str, msgspec.Meta(max_length=40)] | None = "even"


class WithdrawPlayer(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="withdraw"
):
    """A player leaves: by the player, or by the arbiter."""

    player: PlayerNumber
    reason: Words = ""


class ReturnPlayer(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="return"
):
    """A player who has left plays again."""

    player: PlayerNumber


class SitOut(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="sit_out"
):
    """A player does not play in the next Swiss round; ``bye`` null: plays after all."""

    player: PlayerNumber
    bye: Bye | None = "half"


class ForcePair(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="force"
):
    """A game of the next Swiss round is set by hand; without ``white`` a bye."""

    black: PlayerNumber
    white: PlayerNumber | None = None
    again: bool = False
    """Also if the two have met."""
    reason: Words = ""


class Unforce(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="unforce"):
    """The games set by hand are taken back."""


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="pair"):
    """The next round is paired."""


class Unpair(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="unpair"
):
    """The pairings of the last round, which has not begun, are taken back."""

    reason: Words = ""


class StartRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="start"):
    """The last round begins: the games between two accounts are created."""


class EnterResult(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="result"
):
    """The arbiter enters a result, corrects it, or with null takes it back.

    If another result than ``corrects`` stands, the answer is ``other_result`` with it."""

    round: RoundNumber
    board: BoardNumber
    seat: SeatNumber = 0
    """The board in a team match; 0: the whole match, which is won without play."""
    result: Result | None
    corrects: Result | None = None
    """The result that the arbiter saw; null: none."""
    reason: Words = ""


class Replay(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="replay"
):
    """A new game on a board without a result: the last one was a draw that counts not, or had no result."""

    round: RoundNumber
    board: BoardNumber
    seat: SeatNumber = 0
    """The board in a team match."""
    exchange: bool = False
    """With exchanged colours."""


class Sennichite(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="sennichite"
):
    """A game of a title match ended by repetition: it is replayed with colours reversed."""

    round: RoundNumber
    board: BoardNumber


class SetColors(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="colors"
):
    """The arbiter gives a player Black in a game of a title match that has not begun."""

    round: RoundNumber
    board: BoardNumber
    black: PlayerNumber


class KeepRecord(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="record"
):
    """The arbiter names who enters the moves of a game at the board and keeps its time: an account that does
    not play in it. The round begins, if it has not; the game when the recorder opens it. Named again, another
    account goes on."""

    round: RoundNumber
    board: BoardNumber
    seat: SeatNumber = 0
    """The board in a team match, from 1."""
    account: Annotated[str, msgspec.Meta(max_length=40)]
    exchange: bool = False
    """With colours exchanged, after a draw that is replayed."""


class LadderChallenge(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="challenge"
):
    """A player of a ladder challenges one above: by the player, or by the arbiter with ``player``."""

    opponent: PlayerNumber
    player: PlayerNumber | None = None


class AnswerLadder(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="answer"
):
    """Accepts a challenge, which begins the game, or refuses it, by the challenged player or the arbiter."""

    challenge: ChallengeNumber
    accept: bool


class TakeBackLadder(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="take_back"
):
    """The challenger, or the arbiter, takes a challenge back that was not answered."""

    challenge: ChallengeNumber


class TakeChallenger(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="challenger"
):
    """The best player of the qualifier enters a title match; of a vacant title the two best."""


class MakeClaim(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="claim"
):
    """A player claims something about a game of theirs, or a third person an infraction in a game of others,
    for the arbiter to decide."""

    round: RoundNumber
    board: BoardNumber
    seat: SeatNumber = 0
    """The board in a team match."""
    infraction: bool = False
    """The opponent has broken a rule: the game is lost by them if the arbiter accepts the claim. Refused if
    the player has resigned."""
    text: Words
    player: PlayerNumber | None = None
    """The player who claims, if the arbiter writes it down."""
    against: PlayerNumber | None = None
    """The player, or team, who has broken a rule, in the claim of a third person. Refused where the event has
    not ``third_persons``, and as long as such a claim waits for its answer."""


class Rule(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="rule"
):
    """The arbiter answers a claim. An accepted one of an infraction also enters the result, and ends the game
    if it is still played here."""

    claim: PlayerNumber
    accepted: bool
    text: Words = ""


class Finish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="finish"):
    """The event is over."""


class Reopen(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="reopen"):
    """The event goes on."""


class NameArbiter(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="arbiter"
):
    """The owner names another arbiter, or with ``on`` false takes the name back."""

    account: Annotated[str, msgspec.Meta(max_length=40)]
    on: bool = True


class LinkSheets(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="sheets"
):
    """The owner of a private event makes a link that opens its sheets without a session, in place of the one
    before, or with ``on`` false ends it."""

    on: bool = True


TournamentCommand = (
    Join
    | AddPlayer
    | AddPlayers
    | CorrectPlayer
    | LinkSheets
    | AddMember
    | LineUp
    | AcceptPlayer
    | WithdrawPlayer
    | ReturnPlayer
    | SitOut
    | ForcePair
    | Unforce
    | Pair
    | Unpair
    | StartRound
    | EnterResult
    | Replay
    | Sennichite
    | SetColors
    | KeepRecord
    | LeagueWants
    | LadderChallenge
    | AnswerLadder
    | TakeBackLadder
    | TakeChallenger
    | MakeClaim
    | Rule
    | Finish
    | Reopen
    | NameArbiter
)
"""The commands of an event."""


class TournamentRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The body of POST /api/events/{id}/commands."""

    command: TournamentCommand
