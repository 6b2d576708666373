"""An event as a pure state machine: a command returns an act, and the acts make the state.

A command changes nothing. Whoever runs the event stores the act and then applies it, so the state is
always that
of the stored log: `replay` of the log gives the same event. This holds for a club at one table
(`event_file`) as
for a server, where two persons may act at the same moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from komadai.events import acts, knockout, round_robin, swiss
from komadai.events.acts import Act, Bye, Pairing, Result, Settings, TieBreak
from komadai.events.caissify import DutchSystem
from komadai.events.errors import EventError
from komadai.events.players import Player, seed_order, terms
from komadai.pieces import Color

BYE_POINTS: Final[dict[Bye, float]] = {"full": 1.0, "half": 0.5, "zero": 0.0}
POINTS: Final[dict[Result, tuple[float, float]]] = {
    "black": (1.0, 0.0),
    "white": (0.0, 1.0),
    "draw": (0.5, 0.5),
    "black-walkover": (1.0, 0.0),
    "white-walkover": (0.0, 1.0),
    "neither": (0.0, 0.0),
}
"""The points of Black and White."""
PLAYED: Final[frozenset[Result | None]] = frozenset({"black", "white", "draw"})
"""The results of games that were played."""
TIE_BREAKS: Final[dict[acts.System, tuple[TieBreak, ...]]] = {
    "swiss": ("sos", "sosos", "sodos", "direct"),
    "round-robin": ("direct", "sodos", "wins"),
    "knockout": (),
}


@dataclass(slots=True)
class Game:
    """A game of a round, or a player's round without one."""

    round: int
    board: int
    """From 1; 0 for a round without a game."""
    pairing: Pairing
    result: Result | None

    @property
    def players(self) -> tuple[int, ...]:
        """One or two players, Black first."""
        white = self.pairing.white
        return (self.pairing.black,) if white is None else (self.pairing.black, white)

    @property
    def is_open(self) -> bool:
        """Whether the result is missing."""
        return self.pairing.white is not None and self.result is None

    @property
    def was_played(self) -> bool:
        """Whether there was a game on the board."""
        return self.result in PLAYED

    def points_of(self, player: int) -> float:
        """The points of one of its players so far."""
        if self.pairing.white is None:
            return BYE_POINTS[self.pairing.bye or "full"]
        if self.result is None:
            return 0.0
        return POINTS[self.result][self.players.index(player)]

    def color_of(self, player: int) -> Color:
        """The colour of one of its players."""
        return Color.BLACK if player == self.pairing.black else Color.WHITE

    def opponent_of(self, player: int) -> int | None:
        """The other player; None if there is none."""
        return next((other for other in self.players if other != player), None)


@dataclass(slots=True)
class Round:
    """A round with its games."""

    number: int
    games: list[Game]
    started: bool = False

    @property
    def boards(self) -> list[Game]:
        """The games with two players, in the order of the boards."""
        return [game for game in self.games if game.board]

    @property
    def open_boards(self) -> list[int]:
        """The boards without a result."""
        return [game.board for game in self.games if game.is_open]

    def game_of(self, player: int) -> Game | None:
        """The player's game or bye; None for a player who was not there."""
        return next((game for game in self.games if player in game.players), None)


@dataclass(slots=True)
class Claim:
    """What a player claims, and the arbiter's answer."""

    number: int
    round: int
    board: int
    player: int
    text: str
    accepted: bool | None = None
    """None: not heard yet."""
    answer: str = ""


@dataclass(slots=True)
class Event:
    """The state of an event. Make one with `replay`."""

    settings: Settings
    players: dict[int, Player] = field(default_factory=dict)
    """By their numbers."""
    rounds: list[Round] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    draw: tuple[int, ...] = ()
    """The players of a round robin or knockout in the order of their lots or seeds."""
    forced: list[tuple[int, int | None]] = field(default_factory=list)
    """The games, and byes, that are set for the next round."""
    sitting_out: dict[int, Bye] = field(default_factory=dict)
    """Who does not play in the next round."""
    finished: bool = False
    count: int = 0
    """How many acts there were."""

    # -- what can be asked

    @property
    def tie_breaks(self) -> tuple[TieBreak, ...]:
        """The tie-breaks in their order."""
        return self.settings.tie_breaks or TIE_BREAKS[self.settings.system]

    @property
    def total_rounds(self) -> int:
        """How many rounds there will be, with the players of now."""
        entries = len(self.draw) or len(self.present)
        match self.settings.system:
            case "swiss":
                return self.settings.rounds
            case "round-robin":
                return round_robin.rounds_for(max(entries, 2), self.settings.cycles)
            case "knockout":
                return knockout.rounds_for(max(entries, 2))

    @property
    def present(self) -> list[Player]:
        """The players who have not withdrawn."""
        return [player for player in self.players.values() if not player.withdrawn]

    @property
    def last_round(self) -> Round | None:
        """The round that was paired last."""
        return self.rounds[-1] if self.rounds else None

    def player(self, number: int) -> Player:
        """The player with this number. Raises EventError."""
        if number not in self.players:
            raise EventError.with_code("event-no-player", player=number)
        return self.players[number]

    def round(self, number: int) -> Round:
        """The round with this number. Raises EventError."""
        if not 1 <= number <= len(self.rounds):
            raise EventError.with_code("event-no-round", round=number)
        return self.rounds[number - 1]

    def game(self, round_number: int, board: int) -> Game:
        """The game on a board. Raises EventError."""
        boards = self.round(round_number).boards
        if not 1 <= board <= len(boards):
            raise EventError.with_code("event-no-board", round=round_number, board=board)
        return boards[board - 1]

    def games_of(self, player: int) -> list[Game | None]:
        """What the player had in each round so far; None: nothing."""
        return [each.game_of(player) for each in self.rounds]

    def meeting(self, first: int, second: int) -> Game | None:
        """The last game between two players."""
        games = [game for each in self.rounds for game in each.boards if {first, second} == set(game.players)]
        return games[-1] if games else None

    @property
    def can_enter(self) -> bool:
        """Whether new players can enter."""
        rounds = self.settings.rounds if self.settings.system == "swiss" else 1
        return not self.finished and len(self.rounds) < rounds

    # -- commands: entries

    def enter(
        self, name: str, *, at: int, rating: int = 0, rank: int | None = None, club: str = "", by: str = ""
    ) -> acts.Entered:
        """A new player, who plays from the next round on."""
        self._check_running()
        name = " ".join(name.split())
        if not self.can_enter:
            late = "event-no-more-rounds" if self.settings.system == "swiss" else "event-begun"
            raise EventError.with_code(late)
        if not name:
            raise EventError.with_code("event-no-name")
        if any(player.name.casefold() == name.casefold() for player in self.players.values()):
            raise EventError.with_code("event-name-taken", name=name)
        if len(self.players) >= acts.PLAYERS:
            raise EventError.with_code("event-full", most=acts.PLAYERS)
        number = len(self.players) + 1
        return acts.Entered(at=at, by=by, player=number, name=name, rating=rating, rank=rank, club=club)

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
        self._check_swiss()
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
        self._check_swiss()
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
            raise EventError.with_code("event-odd-forced", count=len(self._pool()))
        return acts.Forced(at=at, by=by, black=black, white=white, reason=reason)

    def unforce(self, *, at: int, by: str = "") -> acts.Unforced:
        """The games set for the next round are taken back."""
        self._check_swiss()
        return acts.Unforced(at=at, by=by)

    def pair(self, *, at: int, by: str = "", system: swiss.SwissSystem | None = None) -> acts.Paired:
        """The pairings of the next round; ``system`` is how a Swiss round is paired (the Dutch system)."""
        self._check_running()
        number = len(self.rounds) + 1
        if not self.rounds and len(self.present) < 2:
            raise EventError.with_code("event-too-few")
        if number > self.total_rounds:
            raise EventError.with_code("event-no-more-rounds")
        if self.settings.system != "round-robin" and self.rounds and self.rounds[-1].open_boards:
            boards = ", ".join(str(board) for board in self.rounds[-1].open_boards)
            raise EventError.with_code("event-open-games", round=number - 1, boards=boards)
        draw = self.draw
        if not draw and self.settings.system != "swiss":
            draw = tuple(player.number for player in seed_order(self.present, self.settings))
        match self.settings.system:
            case "swiss":
                pairings = self._swiss_pairings(number, system or DutchSystem())
            case "round-robin":
                pairings = self._round_robin_pairings(number, draw)
            case "knockout":
                pairings = self._knockout_pairings(number, draw)
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
        """The games of the last round begin."""
        self._check_running()
        last = self.last_round
        if last is None:
            raise EventError.with_code("event-no-round", round=1)
        if last.started:
            raise EventError.with_code("event-started", round=last.number)
        return acts.Started(at=at, by=by, round=last.number)

    # -- commands: results

    def enter_result(
        self, round_number: int, board: int, result: Result | None, *, at: int, reason: str = "", by: str = ""
    ) -> acts.Resulted:
        """The result of a game, entered, corrected, or with None taken back.

        Of a knockout it cannot change once the next round was paired with it.
        """
        self._check_running()
        game = self.game(round_number, board)
        if result == game.result:
            raise EventError.with_code("event-same-result")
        if self.settings.system == "knockout":
            if result == "draw":
                raise EventError.with_code("event-no-draws")
            if round_number < len(self.rounds):
                raise EventError.with_code("event-goes-on", round=len(self.rounds))
        return acts.Resulted(
            at=at, by=by, round=round_number, board=board, result=result, before=game.result, reason=reason
        )

    def claim(
        self, round_number: int, board: int, player: int, text: str, *, at: int, by: str = ""
    ) -> acts.Claimed:
        """A player of a game asks the arbiter to decide something about it."""
        self._check_running()
        game = self.game(round_number, board)
        if player not in game.players:
            raise EventError.with_code("event-not-in-game", name=self.player(player).name)
        if not text.strip():
            raise EventError.with_code("event-no-text")
        return acts.Claimed(
            at=at,
            by=by,
            claim=len(self.claims) + 1,
            round=round_number,
            board=board,
            player=player,
            text=text.strip(),
        )

    def rule(self, claim: int, accepted: bool, text: str, *, at: int, by: str = "") -> acts.Ruled:
        """The arbiter answers a claim."""
        self._check_running()
        if not 1 <= claim <= len(self.claims) or self.claims[claim - 1].accepted is not None:
            raise EventError.with_code("event-no-claim", claim=claim)
        return acts.Ruled(at=at, by=by, claim=claim, accepted=accepted, text=text.strip())

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

    # -- acts

    def apply(self, act: Act) -> None:
        """Changes the state by an act that a command has returned."""
        self.count += 1
        match act:
            case acts.Created():
                self.settings = act.settings
            case acts.Entered():
                self.players[act.player] = Player(
                    act.player, act.name, act.rating, act.rank, act.club, len(self.rounds) + 1
                )
            case acts.Withdrawn():
                self._apply_withdrawal(act.player)
            case acts.Returned():
                self.players[act.player] = replace(self.players[act.player], withdrawn=False)
            case acts.SitsOut():
                self.sitting_out.pop(act.player, None)
                if act.bye is not None:
                    self.sitting_out[act.player] = act.bye
                    self.forced = [pair for pair in self.forced if act.player not in pair]
            case acts.Forced():
                self.forced.append((act.black, act.white))
            case acts.Unforced():
                self.forced.clear()
            case acts.Paired():
                self._apply_pairings(act)
            case acts.Unpaired():
                self.rounds.pop()
                if not self.rounds:
                    self.draw = ()
            case acts.Started():
                self.rounds[-1].started = True
            case acts.Resulted():
                game = self.game(act.round, act.board)
                game.result = act.result
                if game.was_played:
                    self.rounds[act.round - 1].started = True
            case acts.Claimed():
                self.claims.append(Claim(act.claim, act.round, act.board, act.player, act.text))
            case acts.Ruled():
                claim = self.claims[act.claim - 1]
                claim.accepted, claim.answer = act.accepted, act.text
            case acts.Finished():
                self.finished = True
            case acts.Reopened():
                self.finished = False

    def _apply_withdrawal(self, number: int) -> None:
        self.players[number] = replace(self.players[number], withdrawn=True)
        self.sitting_out.pop(number, None)
        self.forced = [pair for pair in self.forced if number not in pair]
        for each in self.rounds:
            for game in each.boards:
                if game.is_open and number in game.players:
                    game.result = self._walkover(game.pairing.black, game.pairing.white)

    def _apply_pairings(self, act: acts.Paired) -> None:
        games: list[Game] = []
        for pairing in act.pairings:
            board = 0 if pairing.white is None else 1 + sum(bool(game.board) for game in games)
            games.append(Game(act.round, board, pairing, pairing.result))
        self.rounds.append(Round(act.round, games))
        self.draw = self.draw or act.draw
        self.forced.clear()
        self.sitting_out.clear()

    # -- pairings

    def _swiss_pairings(self, number: int, system: swiss.SwissSystem) -> list[Pairing]:
        pool = self._pool()
        has_forced_bye = any(white is None for _, white in self.forced)
        if has_forced_bye and len(pool) % 2:
            raise EventError.with_code("event-odd-forced", count=len(pool))
        pairs = [*self.forced]
        if pool:
            players = self.swiss_players([player.number for player in pool])
            pairs += system.pair(players, number, self.total_rounds)
        pairs.sort(key=lambda pair: pair[1] is None)
        byes = [
            Pairing(black=player, bye=bye)
            for player, bye in self.sitting_out.items()
            if not self.players[player].withdrawn
        ]
        return [self._pairing(black, white) for black, white in pairs] + byes

    def _pool(self) -> list[Player]:
        """The players whom the next Swiss round pairs, but for those who have a game or bye in it already."""
        taken = {number for pair in self.forced for number in pair} | set(self.sitting_out)
        return [player for player in self.present if player.number not in taken]

    def swiss_players(self, numbers: Iterable[int]) -> list[swiss.SwissPlayer]:
        """These players as a pairing system sees them before the next round."""
        seeds = {
            player.number: seed
            for seed, player in enumerate(seed_order(list(self.players.values()), self.settings), 1)
        }
        return [self._swiss_player(number, seeds[number]) for number in numbers]

    def _swiss_player(self, number: int, seed: int) -> swiss.SwissPlayer:
        games = [(each.number, each.game_of(number)) for each in self.rounds]
        known = [(round_number, game) for round_number, game in games if game is not None]
        floats = [
            "none" if game is None else self._float(number, game, round_number)
            for round_number, game in games
        ]
        colors_count = self.settings.handicaps == "none"
        return swiss.SwissPlayer(
            number=number,
            seed=seed,
            score=self.score(number),
            colors=tuple(game.color_of(number) for _, game in known if colors_count and game.was_played),
            floats=tuple(floats),  # type: ignore[arg-type]
            byes=sum(game.pairing.white is None and game.pairing.bye == "full" for _, game in known),
            walkovers=sum(
                game.pairing.white is not None and not game.was_played and game.points_of(number) > 0
                for _, game in known
            ),
            opponents=frozenset(
                opponent for _, game in known if (opponent := game.opponent_of(number)) is not None
            ),
        )

    def _float(self, player: int, game: Game, round_number: int) -> str:
        opponent = game.opponent_of(player)
        if opponent is None or not game.was_played:
            return "down" if game.points_of(player) else "none"
        own, other = (self.score(each, round_number - 1) for each in (player, opponent))
        return "down" if own > other else "up" if own < other else "none"

    def _round_robin_pairings(self, number: int, draw: Sequence[int]) -> list[Pairing]:
        most = acts.ROUNDS
        if round_robin.rounds_for(len(draw), self.settings.cycles) > most:
            raise EventError.with_code("event-too-many-rounds", players=len(draw), most=most)
        found = []
        for black, white in round_robin.pairs(len(draw), number, self.settings.cycles):
            if black is None or white is None:
                place = black or white
                assert place is not None
                # Everyone sits out once a cycle, so it brings no points.
                found.append(Pairing(black=draw[place - 1], bye="zero"))
            else:
                found.append(self._pairing(draw[black - 1], draw[white - 1]))
        return sorted(found, key=lambda pairing: pairing.white is None)

    def _knockout_pairings(self, number: int, draw: Sequence[int]) -> list[Pairing]:
        found = []
        for first, second in knockout.slots(draw, number, self._winner):
            if first is not None and second is not None:
                found.append(self._pairing(*self._balanced(first, second)))
            elif first is not None or second is not None:
                found.append(Pairing(black=first or second or 0, bye="full"))
        return found

    def _winner(self, round_number: int, first: int, second: int) -> int | None:
        game = self.rounds[round_number - 1].game_of(first)
        assert game is not None
        assert second in game.players
        return next((player for player in game.players if game.points_of(player) == 1), None)

    def _balanced(self, first: int, second: int) -> tuple[int, int]:
        """The player who was Black less often is Black, else the one who was White last, else the first."""

        def history(player: int) -> tuple[int, int]:
            games = [game for game in self.games_of(player) if game is not None and game.was_played]
            blacks = sum(game.color_of(player) is Color.BLACK for game in games)
            last = bool(games) and games[-1].color_of(player) is Color.BLACK
            return 2 * blacks - len(games), int(last)

        return (second, first) if history(second) < history(first) else (first, second)

    def _pairing(self, black: int, white: int | None) -> Pairing:
        if white is None:
            return Pairing(black=black, bye="full")
        first, second, handicap = terms(self.players[black], self.players[white], self.settings)
        return Pairing(
            black=first.number,
            white=second.number,
            handicap=handicap,
            result=self._walkover(first.number, second.number),
        )

    def _walkover(self, black: int, white: int | None) -> Result | None:
        """The result of a game that is not played because of a withdrawal."""
        assert white is not None
        gone = self.players[black].withdrawn, self.players[white].withdrawn
        results: dict[tuple[bool, bool], Result] = {
            (True, True): "neither",
            (True, False): "white-walkover",
            (False, True): "black-walkover",
        }
        return results.get(gone)

    def score(self, player: int, rounds: int | None = None) -> float:
        """The points of a player in the first ``rounds`` rounds (all, if None)."""
        games = (each.game_of(player) for each in self.rounds[:rounds])
        return sum(game.points_of(player) for game in games if game is not None)

    # -- checks

    def _check_running(self) -> None:
        if self.finished:
            raise EventError.with_code("event-finished")

    def _check_swiss(self) -> None:
        self._check_running()
        if self.settings.system != "swiss":
            raise EventError.with_code("event-only-swiss")

    def _check_plays(self, number: int) -> None:
        if self.player(number).withdrawn:
            raise EventError.with_code("event-withdrawn", name=self.players[number].name)


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
