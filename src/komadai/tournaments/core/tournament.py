"""A tournament as a pure state machine: a command returns an act, and the acts make the state.

A command changes nothing. Whoever runs the tournament stores the act and then applies it, so the state is
always that of the stored log: `komadai.tournaments.replay` of the log gives the same tournament. This holds
for a club at one table (`event_file`) as for a server, where two persons may act at the same moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, Self

from komadai.extras import extra
from komadai.tournaments.core import acts, teams
from komadai.tournaments.core.claims import Claim
from komadai.tournaments.core.players import MEMBERS, Member, Player, team_rating
from komadai.tournaments.core.results import PLAYED, Result
from komadai.tournaments.core.rounds import Game, Pairing, Round
from komadai.tournaments.core.settings import PLAYERS, TeamSettings, TieBreak
from komadai.tournaments.core.state import State
from komadai.tournaments.errors import EventError

with extra("events"):
    import msgspec

Forfeit = Literal["no_first_move", "aborted"]
"""An end without a result that may lose a game on a server."""
Columns = Literal["rounds", "games", "points", "none"]
"""The form of the games in the table: a column for each round; one column with all games; one column with the
points of each; nothing."""


@dataclass
class Tournament(State):
    """A tournament: its state, and the commands that change it. Make one with `komadai.tournaments.replay`.

    Each kind is a subclass. The class variables and the methods before the commands are what kinds say of
    themselves.
    """

    usual_tie_breaks: ClassVar[tuple[TieBreak, ...]] = ()
    """In their order; without any the table has only points."""
    max_players: ClassVar[int] = PLAYERS
    late: ClassVar[str] = "event-begun"
    """The code of the error for who enters too late."""
    only: ClassVar[str] = ""
    """The code of the error for what only this kind can do."""
    forfeits: ClassVar[tuple[Forfeit, ...] | None] = None
    """The ends without a result that lose a game on a server: for who makes no first move in time, for who
    aborts it. The other ends count for nobody. None: the arbiter decides."""
    columns: ClassVar[Columns] = "rounds"
    score_name: ClassVar[tuple[str, str]] = ("Points", "勝点")
    """The name of the points in the table, in English and Japanese."""
    round_names: ClassVar[tuple[str, str]] = ("Round {}", "{}回戦")
    """The name of a round."""

    _commands_of_kinds: ClassVar[dict[str, type[Tournament]]] = {}
    """The kind that alone has a command of this name."""

    def __init_subclass__(cls) -> None:
        if cls.only:
            for name, value in vars(cls).items():
                if callable(value) and not name.startswith("_") and not hasattr(Tournament, name):
                    Tournament._commands_of_kinds[name] = cls

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        """The tournament as one of this kind. Raises EventError if it is of another."""
        if not isinstance(tournament, cls):
            raise EventError.with_code(cls.only, name=tournament.settings.name)
        return tournament

    if not TYPE_CHECKING:  # type checkers would take every name for one that exists

        def __getattr__(self, name):
            """Raises EventError for a command of another kind, AttributeError for any other name."""
            if name in Tournament._commands_of_kinds:
                Tournament._commands_of_kinds[name].of(self)
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    # -- what kinds say of themselves

    @property
    def total_rounds(self) -> int:
        """How many rounds there will be, with the players of now."""
        raise NotImplementedError

    @property
    def rounds_with_entries(self) -> int:
        """Players can enter until so many rounds are paired."""
        return 1

    @property
    def is_decided(self) -> bool:
        """Whether no more rounds are needed."""
        return len(self.rounds) >= self.total_rounds

    @property
    def is_over(self) -> bool:
        """Whether it ends by itself now, because nothing is left to play."""
        return False

    @property
    def title(self) -> str:
        """The title that it is about; empty: none."""
        return ""

    def pairings(self, number: int, draw: Sequence[int]) -> list[Pairing]:
        """The pairings of the next round. Raises EventError."""
        raise NotImplementedError

    def drawn(self) -> tuple[int, ...]:
        """The players in the order of their lots or seeds, where the first round fixes their places."""
        return ()

    def check_can_pair(self) -> None:
        """Raises EventError if the next round has to wait for results."""
        self._check_no_open_games(self.rounds[-1:])

    def check_result(self, game: Game, result: Result | None) -> None:
        """Raises EventError if a game cannot have this result, or no longer."""

    def score(self, player: int, rounds: int | None = None) -> float:
        """The points of a player in the first ``rounds`` rounds (all, if None)."""
        return self.board_points(player, rounds)

    def places(self) -> list[int] | None:
        """The players in the order of the table; None: by points and tie-breaks."""
        return None

    def annulled(self) -> frozenset[int]:
        """The players whose games do not count for anyone."""
        return frozenset()

    def expects_no_game(self, game: Game | None) -> bool:
        """Whether nobody expects a game here, so that it is no part of tie-breaks."""
        return False

    def counted_games(self, player: int, rounds: int) -> list[Game | None]:
        """The player's games that count in tie-breaks, for each round; None: nothing."""
        gone = self.annulled()
        games = self.games_of(player)[:rounds]
        return [None if game is None or not gone.isdisjoint(game.players) else game for game in games]

    def sheet(self, player: int) -> Iterator[tuple[Game | None, float | None]]:
        """The player's games in the table: a game, or None for a round without one, and its points
        where they are not those of its result."""
        for game in self.games_of(player):
            yield game, None

    def opens_game(self, player: int) -> bool:
        """Whether a game of this player on a server opens on their page by itself."""
        return False

    # -- of all kinds

    @property
    def tie_breaks(self) -> tuple[TieBreak, ...]:
        """The tie-breaks in their order."""
        usual = self.usual_tie_breaks
        if usual and self.boards:
            usual = ("board-points", *usual)
        return (self.settings.tie_breaks or usual) if usual else ()

    @property
    def can_enter(self) -> bool:
        """Whether new players can enter."""
        return (
            not self.finished
            and len(self.rounds) < self.rounds_with_entries
            and len(self.players) < self.max_players
        )

    # -- commands: entries

    def enter(
        self,
        name: str,
        *,
        at: int,
        rating: int = 0,
        rank: int | None = None,
        club: str = "",
        members: Sequence[Member] = (),
        by: str = "",
    ) -> acts.Entered:
        """A new player, or a team with its members, who plays from the next round on."""
        self.check_running()
        name = " ".join(name.split())
        if len(self.players) >= self.max_players:
            raise EventError.with_code("event-full", most=self.max_players)
        if not self.can_enter:
            raise EventError.with_code(self.late)
        self._check_name(name)
        if bool(members) is not bool(self.boards):
            raise EventError.with_code("event-no-members" if self.boards else "event-no-teams")
        if members:
            self._check_members(members)
            self._check_accounts(members)
            assert isinstance(self.settings, TeamSettings)
            rating = rating or team_rating(members, self.settings)
        number = len(self.players) + 1
        return acts.Entered(
            at=at,
            by=by,
            player=number,
            name=name,
            rating=rating,
            rank=rank,
            club=club,
            members=tuple(members),
        )

    def correct(self, player: int, name: str, rank: int | None, *, at: int, by: str = "") -> acts.Corrected:
        """A player's name and rank as they should be. Pairings and handicaps of before stay."""
        self.check_running()
        before, name = self.player(player).name, " ".join(name.split())
        self._check_name(name, player)
        return acts.Corrected(at=at, by=by, player=player, name=name, rank=rank, before=before)

    def add_member(self, team: int, member: Member, *, at: int, by: str = "") -> acts.MemberAdded:
        """A team gets another member, as its last."""
        self.check_running()
        self._check_members([*self.team(team).members, member])
        self._check_accounts([member])
        return acts.MemberAdded(at=at, by=by, player=team, member=member)

    def line_up(self, team: int, members: Iterable[int], *, at: int, by: str = "") -> acts.LinedUp:
        """Sets the members who play for a team in a match that has not begun, in the order of the team's
        list."""
        self.check_running()
        known, chosen = self.team(team), tuple(sorted(set(members)))
        last = self.last_round
        game = None if last is None else last.game_of(team)
        if game is not None and game.is_open and game.lineups is not None:
            raise EventError.with_code("event-lineup-late", round=game.round)
        if not 1 <= len(chosen) <= self.boards:
            raise EventError.with_code("event-lineup-size", most=self.boards)
        if not all(1 <= each <= len(known.members) for each in chosen):
            raise EventError.with_code("event-no-member", name=known.name, count=len(known.members))
        return acts.LinedUp(at=at, by=by, player=team, members=chosen)

    def withdraw(self, player: int, *, at: int, reason: str = "", by: str = "") -> acts.Withdrawn:
        """The player leaves. Their open game is lost without play."""
        self.check_running()
        if self.player(player).withdrawn:
            raise EventError.with_code("event-withdrawn", name=self.players[player].name)
        return acts.Withdrawn(at=at, by=by, player=player, reason=reason)

    def come_back(self, player: int, *, at: int, by: str = "") -> acts.Returned:
        """The player plays again from the next round on."""
        self.check_running()
        if not self.player(player).withdrawn:
            raise EventError.with_code("event-not-withdrawn", name=self.players[player].name)
        return acts.Returned(at=at, by=by, player=player)

    # -- commands: rounds

    def pair(self, *, at: int, by: str = "") -> acts.Paired:
        """The pairings of the next round."""
        return self.paired(self.pairings, at, by)

    def paired(
        self, pairings: Callable[[int, Sequence[int]], list[Pairing]], at: int, by: str
    ) -> acts.Paired:
        """The next round, as this function pairs it."""
        self.check_running()
        number = len(self.rounds) + 1
        if not self.rounds and len(self.present) < 2:
            raise EventError.with_code("event-too-few")
        if self.is_decided:
            raise EventError.with_code("event-no-more-rounds")
        self.check_can_pair()
        draw = self.draw or self.drawn()
        found = pairings(number, draw) if self.present else []
        if not found:
            raise EventError.with_code("event-too-few-left", round=number)
        return acts.Paired(
            at=at, by=by, round=number, pairings=tuple(found), draw=() if self.rounds else draw
        )

    def unpair(self, *, at: int, reason: str = "", by: str = "") -> acts.Unpaired:
        """The pairings of the last round are taken back, as long as the round has not begun."""
        self.check_running()
        last = self.last_round
        if last is None:
            raise EventError.with_code("event-no-round", round=1)
        if last.started:
            raise EventError.with_code("event-started", round=last.number)
        return acts.Unpaired(at=at, by=by, round=last.number, reason=reason)

    def start(self, *, at: int, by: str = "") -> acts.Started:
        """The games of the last round begin; an event without rounds begins."""
        self.check_running()
        last = self.last_round
        if last is None:
            raise EventError.with_code("event-no-round", round=1)
        if last.started:
            raise EventError.with_code("event-started", round=last.number)
        return acts.Started(at=at, by=by, round=last.number)

    # -- commands: results

    def enter_result(
        self,
        round_number: int,
        board: int,
        result: Result | None,
        *,
        at: int,
        seat: int = 0,
        reason: str = "",
        resigned: bool = False,
        by: str = "",
    ) -> acts.Resulted:
        """The result of a game, entered, corrected, or with None taken back.

        It cannot change once the next round was paired with it, where that decides who plays. In a team match
        ``seat`` is the board, from 1; with 0 a whole match is won without play. ``resigned``: the loser has
        resigned, so that an infraction that is claimed later changes nothing.
        """
        self.check_running()
        game = self.game(round_number, board)
        before = game.result
        if seat:
            self._check_seat(game, seat)
            before = game.boards[seat - 1]
        elif self.boards and result in PLAYED:
            raise EventError.with_code("event-whole-match")
        if result == before:
            raise EventError.with_code("event-same-result")
        self.check_result(game, result)
        return acts.Resulted(
            at=at,
            by=by,
            round=round_number,
            board=board,
            seat=seat,
            result=result,
            before=before,
            reason=reason,
            resigned=resigned,
        )

    def claim(
        self,
        round_number: int,
        board: int,
        player: int,
        text: str,
        *,
        at: int,
        seat: int = 0,
        infraction: bool = False,
        by: str = "",
    ) -> acts.Claimed:
        """A player of a game asks the arbiter to decide something about it.

        An infraction that is found later loses the game, unless the opponent has resigned meanwhile: a player
        who has resigned can no longer claim one.
        """
        self.check_running()
        game = self.game(round_number, board)
        if player not in game.players:
            raise EventError.with_code("event-not-in-game", name=self.player(player).name)
        if seat or infraction:
            self.check_board(game, seat)
        if infraction and seat in game.resigned and game.result_at(seat) != teams.win_of(game, player, seat):
            raise EventError.with_code("event-resigned")
        if not text.strip():
            raise EventError.with_code("event-no-text")
        return acts.Claimed(
            at=at,
            by=by,
            claim=len(self.claims) + 1,
            round=round_number,
            board=board,
            seat=seat,
            player=player,
            infraction=infraction,
            text=text.strip(),
        )

    def point_out(
        self, round_number: int, board: int, against: int, text: str, *, at: int, seat: int = 0, by: str = ""
    ) -> acts.Claimed:
        """A third person claims that a player, or a team at this board, broke a rule, if the event allows it.

        Like a claim of the opponent, it changes nothing if the opponent has resigned.
        """
        self.check_running()
        if not self.settings.third_persons:
            raise EventError.with_code("event-players-claim")
        game = self.game(round_number, board)
        name = self.player(against).name
        opponent = game.opponent_of(against)
        if against not in game.players or opponent is None:
            raise EventError.with_code("event-not-in-game", name=name)
        place = round_number, board, seat, opponent
        if any(
            (each.round, each.board, each.seat, each.player) == place
            for each in self.claims
            if each.infraction and each.accepted is None
        ):
            raise EventError.with_code("event-claimed-already", name=name)
        made = self.claim(round_number, board, opponent, text, at=at, seat=seat, infraction=True, by=by)
        return msgspec.structs.replace(made, third_person=True)

    def rule(self, claim: int, accepted: bool, text: str, *, at: int, by: str = "") -> acts.Ruled:
        """The arbiter answers a claim. What an accepted one changes is entered before; see `penalty`."""
        self.check_running()
        self.open_claim(claim)
        return acts.Ruled(at=at, by=by, claim=claim, accepted=accepted, text=text.strip())

    def penalty(self, claim: int, *, at: int, by: str = "") -> acts.Resulted | None:
        """The result by which a claimed infraction loses the game; None if the claim does not change the
        result."""
        made = self.open_claim(claim)
        game = self.game(made.round, made.board)
        won = teams.win_of(game, made.player, made.seat)
        if not made.infraction or game.result_at(made.seat) == won:
            return None
        return self.enter_result(made.round, made.board, won, at=at, seat=made.seat, reason=made.text, by=by)

    def open_claim(self, number: int) -> Claim:
        """The claim with this number. Raises EventError if there is none, or it was answered."""
        if not 1 <= number <= len(self.claims) or self.claims[number - 1].accepted is not None:
            raise EventError.with_code("event-no-claim", claim=number)
        return self.claims[number - 1]

    def finish(self, *, at: int, by: str = "") -> acts.Finished:
        """The event is over. Every game must have a result."""
        self.check_running()
        self._check_no_open_games(self.rounds)
        return acts.Finished(at=at, by=by)

    def reopen(self, *, at: int, by: str = "") -> acts.Reopened:
        """The event goes on, so that something can be corrected."""
        if not self.finished:
            raise EventError.with_code("event-not-finished")
        return acts.Reopened(at=at, by=by)

    # -- checks

    def team(self, number: int) -> Player:
        """The team with this number. Raises EventError, also in an event of single players."""
        if not self.boards:
            raise EventError.with_code("event-no-teams")
        return self.player(number)

    def _check_name(self, name: str, player: int | None = None) -> None:
        """Raises EventError if ``player``, or with None a new one, cannot have this name."""
        if not name:
            raise EventError.with_code("event-no-name")
        others = (each.name.casefold() for number, each in self.players.items() if number != player)
        if name.casefold() in others:
            raise EventError.with_code("event-name-taken", name=name)

    def _check_members(self, members: Sequence[Member]) -> None:
        names = [member.name.casefold() for member in members]
        if len(members) > MEMBERS:
            raise EventError.with_code("event-team-full", most=MEMBERS)
        if not all(member.name and " ".join(member.name.split()) == member.name for member in members):
            raise EventError.with_code("event-no-name")
        for member in members:
            if names.count(member.name.casefold()) > 1:
                raise EventError.with_code("event-name-taken", name=member.name)

    def _check_accounts(self, members: Sequence[Member]) -> None:
        """Raises EventError if an account of new members is in a team already."""
        known = [each.account for player in self.players.values() for each in player.members]
        for member in members:
            if member.account and member.account in known:
                raise EventError.with_code("event-member-twice", name=member.name)
            known.append(member.account)

    def check_running(self) -> None:
        """Raises EventError if the event is over."""
        if self.finished:
            raise EventError.with_code("event-finished")

    def _check_no_open_games(self, rounds: Sequence[Round]) -> None:
        for each in rounds:
            if each.open_boards:
                boards = ", ".join(str(board) for board in each.open_boards)
                raise EventError.with_code("event-open-games", round=each.number, boards=boards)

    def check_board(self, game: Game, seat: int) -> None:
        """Raises EventError if there is no such board in a match of teams that has begun; ``seat`` is 0 for a
        game of two players."""
        if self.boards and not seat:
            raise EventError.with_code("event-which-seat")
        if seat:
            self._check_seat(game, seat)

    def _check_seat(self, game: Game, seat: int) -> None:
        if not 1 <= seat <= self.boards:
            raise EventError.with_code("event-no-seat", board=seat, boards=self.boards)
        if not game.boards:
            raise EventError.with_code("event-round-not-begun", round=game.round)

    def check_not_paired_with(self, game: Game) -> None:
        """Raises EventError if the round after the game's was paired with its result."""
        if game.round < len(self.rounds):
            raise EventError.with_code("event-goes-on", round=len(self.rounds))

    def check_plays(self, number: int) -> None:
        """Raises EventError if there is no such player, or they have withdrawn."""
        if self.player(number).withdrawn:
            raise EventError.with_code("event-withdrawn", name=self.players[number].name)
