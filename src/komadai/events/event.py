"""An event as a pure state machine: a command returns an act, and the acts make the state.

A command changes nothing. Whoever runs the event stores the act and then applies it, so the state is
always that of the stored log: `replay` of the log gives the same event. This holds for a club at one table
(`event_file`) as for a server, where two persons may act at the same moment.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from komadai.errors import UnknownHandicapError
from komadai.events import acts, ladder, swiss, teams
from komadai.events.acts import MEMBERS, Act, Bye, Member, Result, TieBreak
from komadai.events.applied_acts import AppliedActs
from komadai.events.errors import EventError
from komadai.events.games import PLAYED, Challenge, Claim, Game
from komadai.events.kinds import KINDS, arena, simul
from komadai.events.players import Player, seed_order, team_rating
from komadai.handicap import Handicap
from komadai.ratings import handicaps


class Event(AppliedActs):
    """An event: its state, and the commands that change it. Make one with `replay`."""

    __slots__ = ()

    @property
    def tie_breaks(self) -> tuple[TieBreak, ...]:
        """The tie-breaks in their order."""
        usual = self.kind.tie_breaks
        if usual and self.settings.boards:
            usual = ("board-points", *usual)
        return (self.settings.tie_breaks or usual) if usual else ()

    @property
    def total_rounds(self) -> int:
        """How many rounds there will be, with the players of now."""
        return self.kind.total_rounds(self)

    @property
    def is_decided(self) -> bool:
        """Whether no more rounds are needed."""
        return self.kind.is_decided(self)

    @property
    def can_enter(self) -> bool:
        """Whether new players can enter."""
        return (
            not self.finished
            and len(self.rounds) < self.kind.rounds_with_entries(self)
            and len(self.players) < self.kind.most_players
        )

    def score(self, player: int, rounds: int | None = None) -> float:
        """The points of a player in the first ``rounds`` rounds (all, if None)."""
        return self.kind.score(self, player, rounds)

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
        self._check_running()
        name = " ".join(name.split())
        if len(self.players) >= self.kind.most_players:
            raise EventError.with_code("event-full", most=self.kind.most_players)
        if not self.can_enter:
            late = "event-no-more-rounds" if self.kind.paired_by_hand else "event-begun"
            raise EventError.with_code(late)
        if not name:
            raise EventError.with_code("event-no-name")
        if any(player.name.casefold() == name.casefold() for player in self.players.values()):
            raise EventError.with_code("event-name-taken", name=name)
        if bool(members) is not bool(self.settings.boards):
            raise EventError.with_code("event-no-members" if self.settings.boards else "event-no-teams")
        if members:
            self._check_members(members)
            self._check_accounts(members)
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

    def add_member(self, team: int, member: Member, *, at: int, by: str = "") -> acts.MemberAdded:
        """A team gets another member, as its last."""
        self._check_running()
        self._check_members([*self.team(team).members, member])
        self._check_accounts([member])
        return acts.MemberAdded(at=at, by=by, player=team, member=member)

    def line_up(self, team: int, members: Iterable[int], *, at: int, by: str = "") -> acts.LinedUp:
        """Who plays for a team in the match that has not begun; board order is that of the team's list."""
        self._check_running()
        known, chosen = self.team(team), tuple(sorted(set(members)))
        last = self.last_round
        game = None if last is None else last.game_of(team)
        if game is not None and game.is_open and game.lineups is not None:
            raise EventError.with_code("event-lineup-late", round=game.round)
        if not 1 <= len(chosen) <= self.settings.boards:
            raise EventError.with_code("event-lineup-size", most=self.settings.boards)
        if not all(1 <= each <= len(known.members) for each in chosen):
            raise EventError.with_code("event-no-member", name=known.name, count=len(known.members))
        return acts.LinedUp(at=at, by=by, player=team, members=chosen)

    def accept(self, player: int, handicap: str | None, *, at: int, by: str = "") -> acts.Accepted:
        """The host of a simultaneous display accepts a player with this handicap, or with None no longer.

        The handicap of an accepted player can be changed until the games are paired.
        """
        self._check_running()
        if not self.kind.is_accepted:
            raise EventError.with_code("event-only-simul")
        if self.rounds:
            raise EventError.with_code("event-display-begun")
        self._check_plays(player)
        if player == simul.HOST:
            raise EventError.with_code("event-same-player")
        if handicap is None:
            return acts.Accepted(at=at, by=by, player=player, handicap=None)
        if player not in self.accepted and len(self.accepted) >= simul.BOARDS:
            raise EventError.with_code("event-boards-full", most=simul.BOARDS)
        try:
            key = Handicap.named(handicap).key
        except UnknownHandicapError as error:
            raise EventError(error.message) from error
        if key != handicaps.EVEN and self.settings.variant != "shogi":
            raise EventError.with_code("event-variant-handicaps", variant=self.settings.variant)
        return acts.Accepted(at=at, by=by, player=player, handicap=key)

    def withdraw(self, player: int, *, at: int, reason: str = "", by: str = "") -> acts.Withdrawn:
        """The player leaves. Their open game is lost without play."""
        self._check_running()
        if self.player(player).withdrawn:
            raise EventError.with_code("event-withdrawn", name=self.players[player].name)
        return acts.Withdrawn(at=at, by=by, player=player, reason=reason)

    def come_back(self, player: int, *, at: int, by: str = "") -> acts.Returned:
        """The player plays again from the next round on."""
        self._check_running()
        if not self.player(player).withdrawn:
            raise EventError.with_code("event-not-withdrawn", name=self.players[player].name)
        return acts.Returned(at=at, by=by, player=player)

    def sit_out(self, player: int, bye: Bye | None, *, at: int, by: str = "") -> acts.SitsOut:
        """The player is not paired in the next round, or with ``bye`` None is paired after all."""
        self._check_paired_by_hand()
        self._check_plays(player)
        return acts.SitsOut(at=at, by=by, player=player, bye=bye)

    # -- commands: rounds

    def force(
        self,
        black: int,
        white: int | None,
        *,
        at: int,
        again: bool = False,
        reason: str = "",
        by: str = "",
    ) -> acts.Forced:
        """A game of the next Swiss round is set by hand, or a bye for ``black``.

        Two players who have met meet again only with ``again``.
        """
        self._check_paired_by_hand()
        if black == white:
            raise EventError.with_code("event-same-player")
        taken = {number for pair in self.forced for number in pair}
        for number in (black, white):
            if number is None:
                continue
            self._check_plays(number)
            if number in taken or number in self.sitting_out:
                raise EventError.with_code("event-forced-twice", name=self.players[number].name)
        met = None if white is None or again else self.meeting(black, white)
        if met is not None:
            names = [self.players[number].name for number in met.players]
            raise EventError.with_code("event-met-before", first=names[0], second=names[1], round=met.round)
        if white is None and any(other is None for _, other in self.forced):
            raise EventError.with_code("event-odd-forced", count=len(self.unpaired()))
        return acts.Forced(at=at, by=by, black=black, white=white, reason=reason)

    def unforce(self, *, at: int, by: str = "") -> acts.Unforced:
        """The games set for the next round are taken back."""
        self._check_paired_by_hand()
        return acts.Unforced(at=at, by=by)

    def pair(self, *, at: int, by: str = "", system: swiss.SwissSystem | None = None) -> acts.Paired:
        """The pairings of the next round; ``system`` is how a Swiss round is paired (the Dutch system)."""
        self._check_running()
        if self.kind.is_continuous:
            raise EventError.with_code("event-arena-rounds")
        number = len(self.rounds) + 1
        if not self.rounds and len(self.present) < 2:
            raise EventError.with_code("event-too-few")
        if self.is_decided:
            raise EventError.with_code("event-no-more-rounds")
        if not self.kind.paired_while_played and self.rounds and self.rounds[-1].open_boards:
            boards = ", ".join(str(board) for board in self.rounds[-1].open_boards)
            raise EventError.with_code("event-open-games", round=number - 1, boards=boards)
        draw = self.draw
        if not draw and self.kind.is_drawn:
            draw = tuple(player.number for player in seed_order(self.present, self.settings))
        pairings = self.kind.pairings(self, number, draw, system) if self.present else []
        if not pairings:
            raise EventError.with_code("event-too-few-left", round=number)
        return acts.Paired(
            at=at, by=by, round=number, pairings=tuple(pairings), draw=() if self.rounds else draw
        )

    def unpair(self, *, at: int, reason: str = "", by: str = "") -> acts.Unpaired:
        """The pairings of the last round are taken back, as long as the round has not begun."""
        self._check_running()
        last = self.last_round
        if last is None:
            raise EventError.with_code("event-no-round", round=1)
        if last.started:
            raise EventError.with_code("event-started", round=last.number)
        return acts.Unpaired(at=at, by=by, round=last.number, reason=reason)

    def start(self, *, at: int, by: str = "") -> acts.Started:
        """The games of the last round begin; an event without rounds begins."""
        self._check_running()
        last = self.last_round
        if last is None and self.kind.is_continuous:
            if len(self.present) < 2:
                raise EventError.with_code("event-too-few")
            return acts.Started(at=at, by=by, round=1)
        if last is None:
            raise EventError.with_code("event-no-round", round=1)
        if last.started:
            raise EventError.with_code("event-started", round=last.number)
        return acts.Started(at=at, by=by, round=last.number)

    def meet(
        self,
        free: Collection[int] | None = None,
        *,
        at: int,
        by: str = "",
        match: Callable[[arena.Waiting], Sequence[tuple[int, int]]] = arena.pairs,
    ) -> acts.Matched | None:
        """The next games of an arena between those of ``free`` (all, if None) who do not play; None: none.

        ``match``: how they are paired. Raises EventError if the arena has not begun, or its time is over.
        """
        self._check_running()
        if not self.kind.is_continuous:
            raise EventError.with_code("event-only-arena")
        if not self.rounds:
            raise EventError.with_code("event-not-begun")
        if at >= arena.ends_at(self):
            raise EventError.with_code("event-time-over")
        waiting = arena.waiting(self, set(self.players if free is None else free), at)
        pairs = match(waiting) if len(waiting.numbers) > 1 else []
        pairings = tuple(self.pairing(*self.balanced(*pair)) for pair in pairs)
        return acts.Matched(at=at, by=by, pairings=pairings) if pairings else None

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

        Of a knockout it cannot change once the next round was paired with it, and so of a title match. In a
        team match ``seat`` is the board, from 1; with 0 a whole match is won without play. ``resigned``: the
        loser has resigned, so that an infraction that is claimed later changes nothing.
        """
        self._check_running()
        game = self.game(round_number, board)
        before = game.result
        if seat:
            self._check_seat(game, seat)
            before = game.boards[seat - 1]
        elif self.settings.boards and result in PLAYED:
            raise EventError.with_code("event-whole-match")
        if result == before:
            raise EventError.with_code("event-same-result")
        if result == "draw" and not self.kind.has_draws:
            raise EventError.with_code("event-no-draws")
        if self.kind.results_decide_pairings and round_number < len(self.rounds):
            raise EventError.with_code("event-goes-on", round=len(self.rounds))
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

    # -- commands: a ladder

    def challenge(self, player: int, opponent: int, *, at: int, by: str = "") -> acts.Challenged:
        """A player of a ladder challenges one who stands above."""
        self._check_ladder()
        ladder.check_challenge(self, player, opponent)
        return acts.Challenged(
            at=at, by=by, challenge=len(self.challenges) + 1, player=player, opponent=opponent
        )

    def answer(self, challenge: int, accept: bool, *, at: int, by: str = "") -> acts.Answered:
        """The opponent accepts a challenge, which begins its game, or refuses it."""
        waiting = self._waiting(challenge)
        if not accept:
            return acts.Answered(at=at, by=by, challenge=challenge, answer="refused")
        pairing = self.pairing(*self.balanced(waiting.player, waiting.opponent))
        return acts.Answered(at=at, by=by, challenge=challenge, answer="accepted", pairing=pairing)

    def take_back_challenge(self, challenge: int, *, at: int, by: str = "") -> acts.ChallengeTakenBack:
        """The challenger takes a challenge back that waits."""
        self._waiting(challenge)
        return acts.ChallengeTakenBack(at=at, by=by, challenge=challenge)

    def want(
        self, player: int, opponents: int, languages: Sequence[str], *, at: int, by: str = ""
    ) -> acts.Wants:
        """A member of a league wants so many opponents at once, and can write in these languages."""
        self._check_running()
        if self.settings.system != "league":
            raise EventError.with_code("event-only-league")
        self._check_plays(player)
        chosen = tuple(dict.fromkeys(languages))
        return acts.Wants(at=at, by=by, player=player, opponents=opponents, languages=chosen)

    def _waiting(self, number: int) -> Challenge:
        self._check_ladder()
        if not 1 <= number <= len(self.challenges) or self.challenges[number - 1].answer is not None:
            raise EventError.with_code("event-no-challenge", challenge=number)
        return self.challenges[number - 1]

    def play_again(self, round_number: int, board: int, *, at: int, by: str = "") -> acts.Replayed:
        """A game ended by repetition: it is replayed under its number with colours reversed."""
        self._check_running()
        game = self.game(round_number, board)
        if not self.kind.replays_repetition:
            raise EventError.with_code("event-not-replayed")
        if not game.is_open:
            raise EventError.with_code("event-has-result", round=round_number)
        return acts.Replayed(at=at, by=by, round=round_number, board=board)

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
        self._check_running()
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

    def rule(self, claim: int, accepted: bool, text: str, *, at: int, by: str = "") -> acts.Ruled:
        """The arbiter answers a claim. What an accepted one changes is entered before; see `penalty`."""
        self._check_running()
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
        self._check_running()
        for each in self.rounds:
            if each.open_boards:
                boards = ", ".join(str(board) for board in each.open_boards)
                raise EventError.with_code("event-open-games", round=each.number, boards=boards)
        return acts.Finished(at=at, by=by)

    def reopen(self, *, at: int, by: str = "") -> acts.Reopened:
        """The event goes on, so that something can be corrected."""
        if not self.finished:
            raise EventError.with_code("event-not-finished")
        return acts.Reopened(at=at, by=by)

    # -- checks

    def team(self, number: int) -> Player:
        """The team with this number. Raises EventError, also in an event of single players."""
        if not self.settings.boards:
            raise EventError.with_code("event-no-teams")
        return self.player(number)

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

    def _check_running(self) -> None:
        if self.finished:
            raise EventError.with_code("event-finished")

    def check_board(self, game: Game, seat: int) -> None:
        """Raises EventError if there is no such board in a match of teams that has begun; ``seat`` is 0 for a
        game of two players."""
        if self.settings.boards and not seat:
            raise EventError.with_code("event-which-seat")
        if seat:
            self._check_seat(game, seat)

    def _check_seat(self, game: Game, seat: int) -> None:
        if not 1 <= seat <= self.settings.boards:
            raise EventError.with_code("event-no-seat", board=seat, boards=self.settings.boards)
        if not game.boards:
            raise EventError.with_code("event-round-not-begun", round=game.round)

    def _check_ladder(self) -> None:
        self._check_running()
        if self.settings.system != "ladder":
            raise EventError.with_code("event-only-ladder")

    def _check_paired_by_hand(self) -> None:
        self._check_running()
        if not self.kind.paired_by_hand:
            raise EventError.with_code("event-only-swiss")

    def _check_plays(self, number: int) -> None:
        if self.player(number).withdrawn:
            raise EventError.with_code("event-withdrawn", name=self.players[number].name)


def check_settings(settings: acts.Settings) -> None:
    """Raises EventError if the settings do not fit the kind of event, or the variant."""
    if settings.variant != "shogi" and settings.handicaps != "none":
        raise EventError.with_code("event-variant-handicaps", variant=settings.variant)
    teams.check(settings)
    KINDS[settings.system].check(settings)


def replay(log: Iterable[Act]) -> Event:
    """The event of a log. The first act must be `Created`."""
    event: Event | None = None
    for act in log:
        if event is None:
            assert isinstance(act, acts.Created)
            event = Event(act.settings)
        event.apply(act)
    assert event is not None
    return event
