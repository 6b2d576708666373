"""The views of events for the page; see docs/wire.md. Its commands are in :mod:`requests`.

On the wire an event is a tournament, to tell it from the events of games."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from komadai.messages.text import Text
from komadai.tournaments.core.results import Bye, Result
from komadai.tournaments.core.settings import TieBreak
from komadai.tournaments.kinds import System

TournamentId = Annotated[str, msgspec.Meta(max_length=40)]
TournamentStatus = Literal["open", "running", "finished"]


class NewTournamentId(msgspec.Struct, frozen=True):
    """The answer to POST /api/events."""

    id: str


class TournamentSummary(msgspec.Struct, frozen=True, kw_only=True):
    """An event in the list."""

    id: str
    name: str
    system: System
    status: TournamentStatus
    created: str
    date: str
    place: str
    variant: str
    variant_name: Text
    players: int
    round: int
    """The last round that was paired; 0 before the first."""
    rounds: int
    starts: str | None
    """When the arena begins by itself, ISO 8601, UTC; null: it has no set time, or has begun."""


class TournamentList(msgspec.Struct, frozen=True):
    """The newest events."""

    events: list[TournamentSummary]


class TeamMember(msgspec.Struct, frozen=True, kw_only=True):
    """A member of a team."""

    name: str
    account: str | None
    rank: Text
    rating: int


class TournamentPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player of an event."""

    number: int
    name: str
    account: str | None
    rating: int
    """0: unknown."""
    rank: Text
    """As entered, else by the rating; empty if neither is known."""
    club: str
    first_round: int
    withdrawn: bool
    points: float
    sits_out: Bye | None
    """The bye of the next round."""
    members: list[TeamMember]
    """The members of a team, in board order."""
    languages: list[str]
    """The languages of a member of a league: ISO 639 codes; empty if none were given."""
    wanted: int
    """The opponents that a member of a league wants at once."""
    lineup: list[int] | None
    """The members who play in the team's next match, as far as the viewer may know it before the round
    begins."""


class OwnResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a game on this server has ended, where the arbiter has entered another winner."""

    result: Result
    resigned: bool
    """Whether the loser has resigned."""


class TeamBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A board of a team match."""

    black: str
    """The member's name; empty for nobody."""
    white: str
    black_team: int
    """The number of the team that has Black."""
    result: Result | None
    game: str | None
    """The newest game on this server."""
    playing: bool
    recorder: str
    """The account that keeps the record at the board; empty: there is none."""
    recording: bool
    """Whether the viewer is that account."""
    mine: bool
    """Whether the viewer plays on this board."""
    contradicts: OwnResult | None
    """For its players and the arbiters: how the game here has ended, if the arbiter has entered another
    winner."""


class TournamentGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a round, or a player's round without one."""

    board: int
    """0 without an opponent."""
    black: int
    white: int | None
    handicap: str
    handicap_name: Text
    bye: Bye | None
    result: Result | None
    game: str | None
    """The game on this server, if the viewer may watch it."""
    playing: bool
    """Whether that game is still being played."""
    recorder: str
    """The account that keeps the record at the board; empty: there is none."""
    recording: bool
    """Whether the viewer is that account."""
    boards: list[TeamBoard]
    """The boards of a team match that has begun."""
    board_points: list[str]
    """The points on them: those of the team in ``black``, then of the other."""
    replays: int
    """How often it was replayed under its number."""
    contradicts: OwnResult | None
    """For its players and the arbiters: how the game here has ended, if the arbiter has entered another
    winner."""


class ArenaView(msgspec.Struct, frozen=True, kw_only=True):
    """The state of an arena. Its one round has the games that are played, the viewer's, and the
    latest ones."""

    minutes: int
    streaks: bool
    starts: str | None
    """When it begins by itself; null: when it is started, or it has begun."""
    ends: str | None
    """When its time is over; null before it has begun."""
    ms_left: int | None
    """The time until its start, or of a running one until its end; null: unknown."""
    games: int
    """All games so far."""
    playing: int
    """The games that are being played."""
    waiting: list[int]
    """The players who have the page open and do not play, and so may be paired."""
    on_fire: list[int]
    """The players whose next game counts double."""


class SimulApplicant(msgspec.Struct, frozen=True, kw_only=True):
    """A player who wants to play in a simultaneous display."""

    player: int
    handicap: str | None
    """With which the host has accepted the player; null: not yet."""
    handicap_name: Text | None
    proposed: str
    """The handicap by the ranks, if the event plays with handicaps; else ``even``."""


class SimulView(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a simultaneous display. The one round has the games, all with the host as White."""

    host: int
    """The number of the host."""
    host_clock_text: Text
    """The host's time on each board."""
    boards: int
    """How many players can be accepted."""
    applicants: list[SimulApplicant]
    """Those who have not withdrawn: the accepted ones first, in the order of their boards."""
    won: int
    """The host's games, as the next three."""
    drawn: int
    lost: int
    playing: int


class TournamentRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round."""

    number: int
    started: bool
    games: list[TournamentGame]


class TournamentClaim(msgspec.Struct, frozen=True, kw_only=True):
    """A claim; its players, the third person who makes it, and the arbiters see it."""

    number: int
    round: int
    board: int
    seat: int
    """The board in a team match; 0: the game or the whole match."""
    player: int
    """The player who claims it, or whom the claim of a third person favours."""
    by: Text | None
    """The third person; null: the player."""
    against: int | None
    """The player who has broken a rule, as the third person says."""
    infraction: bool
    late: bool
    """It was made after the result was entered: if the player had resigned, the result stands."""
    text: str
    accepted: bool | None
    answer: str


class TournamentCell(msgspec.Struct, frozen=True, kw_only=True):
    """A cell of the crosstable."""

    text: Text
    points: float | None
    opponent: int | None


class TournamentLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the crosstable."""

    place: int
    player: int
    points: str
    tie_breaks: list[str]
    cells: list[TournamentCell | None]


class ForcedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is set by hand; a bye without ``white``."""

    black: int
    white: int | None


class TitleSeason(msgspec.Struct, frozen=True, kw_only=True):
    """A match for a title."""

    id: str
    name: str
    status: TournamentStatus
    players: list[str]
    """The holder, if there was one, and the challenger; as far as they are known."""
    vacant: bool
    score: str
    """Such as ``4-2``: in the order of the players."""
    winner: str
    """The holder of the title after it; empty while it is open."""
    qualifier: str
    """The challenger event's id, or empty."""
    qualifier_name: str


class TournamentTitle(msgspec.Struct, frozen=True, kw_only=True):
    """The title that a match is about."""

    name: str
    games_to_win: int
    vacant: bool
    seasons: list[TitleSeason]
    """The oldest first; this match is one of them."""
    takes_challenger: bool
    """Whether a player is missing whom the qualifier decides."""
    holder_next: str
    """The player who is challenged in the season that can be created after this match; empty while it is
    open."""
    can_go_on: bool
    """Whether the next season can be created: the match is over, and no later one follows it."""


class LadderPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A place of a ladder, from the top."""

    player: int
    may_challenge: list[int]
    """The players whom this player may challenge now."""


class WaitingChallenge(msgspec.Struct, frozen=True, kw_only=True):
    """A challenge that waits for its answer."""

    number: int
    player: int
    opponent: int
    until: str
    """Then it is won without play."""


class TournamentLadder(msgspec.Struct, frozen=True, kw_only=True):
    """The places of a ladder and the challenges that wait."""

    reach: int
    answer_days: int
    idle_days: int
    places: list[LadderPlace]
    challenges: list[WaitingChallenge]


class LeagueReportLine(msgspec.Struct, frozen=True, kw_only=True):
    """A member in a report of a league."""

    place: int
    player: int
    name: str
    strength: int
    change: int | None
    """Since the report before; null for who has entered since."""
    won: int
    """Since the report before, as the next two."""
    drawn: int
    lost: int
    languages: list[str]


class LeagueReport(msgspec.Struct, frozen=True):
    """A report of a league: the strengths at the end of a day, in UTC."""

    day: str
    since: str
    """The day of the report before."""
    lines: list[LeagueReportLine]


class TournamentLeague(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a league."""

    reports: list[str]
    """The days of the reports so far, the newest first."""
    today: str


class TournamentView(msgspec.Struct, frozen=True, kw_only=True):
    """An event, as one viewer sees it."""

    id: str
    version: int
    """Grows with every change."""
    link: str
    """The address of the event's page, to be sent to others."""
    reachable: bool
    """Whether other machines can open it."""
    name: str
    system: System
    status: TournamentStatus
    place: str
    date: str
    handicaps: Literal["none", "by-rank"]
    scale: Literal["amateur", "fesa"]
    online: bool
    open: bool
    private: bool
    """Whether only its players and arbiters see it."""
    sheets_key: str | None
    """The key to the sheets of a private event, for its owner alone: with ``?key=`` they open without a
    session. Null: there is no such link."""
    rated: bool
    clock_text: Text
    days: int
    """The days for each move in correspondence games; else 0."""
    clocked: bool
    """Whether games on this server have a clock."""
    variant: str
    variant_name: Text
    owner: Text
    arbiters: list[str]
    """The accounts that the owner has named."""
    total_rounds: int
    boards: int
    """The boards of each match in a team event; else 0."""
    owned: bool
    """Whether the viewer is the owner."""
    arbiter: bool
    """Whether the viewer may act as arbiter."""
    me: int | None
    """The viewer's number."""
    can_join: bool
    players: list[TournamentPlayer]
    rounds: list[TournamentRound]
    """The rounds; each game of a ladder is one. Ladders and leagues have only the last hundred here, and
    those with open games."""
    forced: list[ForcedGame]
    """The games set for the next round."""
    claims: list[TournamentClaim]
    points_out: bool
    """Whether the viewer, as a third person, may claim an infraction in the games of others."""
    tie_breaks: list[TieBreak]
    decided: bool
    """Whether no more rounds are needed."""
    title: TournamentTitle | None
    """The title of a title match."""
    arena: ArenaView | None
    simul: SimulView | None
    """The state of a simultaneous display."""
    ladder: TournamentLadder | None
    """The state of a ladder."""
    league: TournamentLeague | None
    """The state of a league."""
    table: list[TournamentLine]


class EventOfGame(msgspec.Struct, frozen=True):
    """The event in which a game is played."""

    event: TournamentSummary | None


class TournamentLogEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An act of the log."""

    at: str
    by: Text
    text: Text


class TournamentLog(msgspec.Struct, frozen=True):
    """All that was done in an event, newest first."""

    entries: list[TournamentLogEntry]


class TournamentMessage(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="event"):
    """An event has changed; the page asks for it again unless its version is newer. The version stays if only
    a game on this server or an arbiter is new."""

    event: TournamentId
    version: int
    game: str | None = None
    """The viewer's game that has just begun."""


class EventTopic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="event"):
    """The version of an event."""

    id: TournamentId
