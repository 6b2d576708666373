"""The wire types of challenges and the lobby; see docs/wire.md."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from komadai.messages.text import Text
from komadai.play.events import ClockSettings
from komadai.ratings.speeds import Speed
from komadai.server.games.wire import DaysPerMove, GameSettings, Player, Visibility
from komadai.server.ratings.service import UnratedReason

ChallengeId = Annotated[str, msgspec.Meta(max_length=40)]
ChallengeState = Literal["open", "accepted", "withdrawn", "declined", "expired"]
Tosser = Literal["higher", "other", "maker", "janken"]
"""The player who tosses the pawns of the furigoma: the one of the higher rank (without ranks the maker), the
one who accepts, the maker, or the winner of rock–paper–scissors."""


class NewChallenge(GameSettings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The body of POST /api/challenges."""

    listed: bool = False
    """Whether the lobby shows the challenge, which is then a seek; else only those with the link see it."""
    visibility: Visibility = "unlisted"
    """The people who may watch the game."""
    rated: bool = False
    """Whether the game is rated, if both players have accounts and clock and handicap allow it."""
    replay_draws: bool = False
    """Whether a draw is replayed with colours exchanged in the remaining time."""
    formal_resignation: bool = False
    """Whether mate does not end the game: the mated side must resign."""
    days: DaysPerMove | None = None
    """The days for each move of a correspondence game, which has no other clock; null: it is played live."""
    tosser: Tosser = "higher"
    rating_within: Annotated[int, msgspec.Meta(ge=50, le=2000)] | None = None
    """Only people with accounts can accept, whose rating at the variant and speed of the game differs by at
    most so many points from the maker's; null: anybody."""
    to: Annotated[str, msgspec.Meta(min_length=1, max_length=40)] | None = None
    """The account that is invited, which must have the lobby open; nobody else can accept then."""


class QuickPairing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The body of POST /api/lobby/quick: the clock of an even game, rated if both players have accounts."""

    clock: ClockSettings


class QuickPaired(msgspec.Struct, frozen=True, kw_only=True):
    """The answer: the seek of the caller, and its game if somebody was waiting."""

    challenge: str
    game: str | None


class NewChallengeId(msgspec.Struct, frozen=True):
    """The answer to POST /api/challenges."""

    id: str


class ChallengeView(msgspec.Struct, frozen=True, kw_only=True):
    """A challenge, as one viewer sees it."""

    id: str
    created: str
    state: ChallengeState
    mine: bool
    """Whether the viewer has made it."""
    listed: bool
    maker: Player
    """The maker of the challenge."""
    rated: bool
    """Whether the game would change the ratings of both, as far as the players are known."""
    unrated_reason: UnratedReason | None
    """Why it would not although its maker asks for a rated game; null if it would, or if they do not."""
    side: Literal["black", "white", "furigoma"]
    """The viewer's colour in the game."""
    handicap: str
    handicap_name: Text
    start_sfen: str
    set_up: bool
    """Whether the maker has set up the position."""
    clock: ClockSettings | None
    days: DaysPerMove | None
    clock_text: Text
    impasse: str
    illegal: Literal["refuse", "lose"]
    take_back: bool
    variant: str
    variant_name: Text
    options: dict[str, str]
    touch_move: bool
    replay_draws: bool
    formal_resignation: bool
    tosser: Tosser
    rating_within: int | None
    fits: bool
    """Whether the viewer's rating is within this range."""
    to: str | None
    """The account that is invited; null: anybody."""
    visibility: Visibility
    first_move_ms: int
    """The time for the first move of each side."""
    link: str
    """The address of the challenge, for the other person."""
    reachable: bool
    """Whether other machines can reach the address."""
    game: str | None
    """The game, once the challenge is accepted; null for all but its two players."""


class Proposal(msgspec.Struct, frozen=True):
    """The handicap that fits the ranks of the viewer and of the person who waits."""

    handicap: str
    """``even`` for a difference of one rank: the weaker player is Black."""
    name: Text
    you_give: bool
    """Whether the viewer is the stronger player, who gives the handicap and plays White."""


class Seek(msgspec.Struct, frozen=True, kw_only=True):
    """A challenge in the lobby."""

    id: str
    created: str
    mine: bool
    maker: Player
    rated: bool
    """As in `ChallengeView`, for a game with the viewer."""
    unrated_reason: UnratedReason | None
    side: Literal["black", "white", "furigoma"]
    """The colour of the viewer, if they accept."""
    handicap: str
    handicap_name: Text
    set_up: bool
    """Whether the maker has set up the position, which ``handicap_name`` then says."""
    clock: ClockSettings | None
    days: DaysPerMove | None
    clock_text: Text
    variant: str
    variant_name: Text
    rating_within: int | None
    fits: bool
    """Whether the viewer's rating is within this range, so that they can accept; true for one's own seek."""
    proposal: Proposal | None
    """Null if the ranks are equal or not known, and for one's own seek."""


class RunningGame(msgspec.Struct, frozen=True, kw_only=True):
    """A public game that is being played."""

    id: str
    variant: str
    variant_name: Text
    black: Player
    white: Player
    handicap: str
    plies: int
    sfen: str


class LobbyView(msgspec.Struct, frozen=True):
    """The lobby. People whom the viewer follows come first in each list.

    Nobody is in it who has blocked the viewer, or whom the viewer has blocked, but for running games.
    """

    seeks: list[Seek]
    games: list[RunningGame]
    invitations: list[Seek]
    """Challenges to the viewer alone."""
    people: list[Player]
    """The other people with accounts who have the lobby open, with their ranks in rapid games; at most 50."""
    followed: list[str]
    """The accounts that the viewer follows, of those in these lists."""


class FollowedPerson(msgspec.Struct, frozen=True, kw_only=True):
    """A person whom the viewer follows, and who has the lobby open or plays a public game."""

    account: str
    here: bool
    """Whether they have the lobby open."""
    game: str | None
    """Their public game that is being played."""


class Followed(msgspec.Struct, frozen=True):
    """Those of the people whom the viewer follows who are here now, or play a public game."""

    people: list[FollowedPerson]


class TvChannel(msgspec.Struct, frozen=True, kw_only=True):
    """A channel of shogi TV."""

    key: str
    """Variant and speed, such as ``shogi-rapid``."""
    speed: Speed
    game: RunningGame
    """The strongest game of the channel now: that of the highest ratings."""


class TvView(msgspec.Struct, frozen=True, kw_only=True):
    """The games that can be watched now."""

    top: str | None
    """The strongest game of all channels; null: no public game with a clock is being played."""
    channels: list[TvChannel]


class LobbyMessage(msgspec.Struct, frozen=True, tag_field="type", tag="lobby"):
    """The lobby, sent again at every change."""

    lobby: LobbyView


class ChallengeMessage(msgspec.Struct, frozen=True, tag_field="type", tag="challenge"):
    """A challenge, sent again at every change."""

    challenge: ChallengeView


class ChallengeTopic(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="challenge"
):
    """The state of a challenge."""

    id: ChallengeId


class LobbyTopic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="lobby"):
    """The seeks and the running games."""

    id: Literal["lobby"] = "lobby"
