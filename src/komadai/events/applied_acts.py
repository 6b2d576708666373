"""The state of an event as its acts make it, one after the other."""

from __future__ import annotations

from dataclasses import replace

from komadai.events import acts, ladder, teams
from komadai.events.acts import Act, Settings
from komadai.events.games import Challenge, Claim, Game, Round
from komadai.events.kinds import KINDS, Kind
from komadai.events.players import Player
from komadai.events.state import State
from komadai.extras import extra

with extra("events"):
    import msgspec


class AppliedActs(State):
    """The state of an event after the acts that were applied."""

    __slots__ = ()

    # Declared again: some type checkers take the type of an attribute from its assignments in a subclass.
    settings: Settings
    draw: tuple[int, ...]
    forced: list[tuple[int, int | None]]
    places: tuple[int, list[int], set[int]]
    created_at: int
    began_at: int
    finished: bool
    count: int

    @property
    def kind(self) -> Kind:
        """How this kind of event is paired and counted."""
        return KINDS[self.settings.system]

    def apply(self, act: Act) -> None:
        """Changes the state by an act that a command has returned."""
        self.count += 1
        self.known.clear()
        if self.settings.system == "ladder":
            self._note_ladder(act)
        match act:
            case acts.Created():
                self.settings, self.created_at = act.settings, act.at
            case acts.Entered():
                self.players[act.player] = Player(
                    act.player,
                    act.name,
                    act.rating,
                    act.rank,
                    act.club,
                    len(self.rounds) + 1,
                    members=act.members,
                )
                self.entered[act.player] = act.at
            case acts.MemberAdded():
                team = self.players[act.player]
                self.players[act.player] = replace(team, members=(*team.members, act.member))
            case acts.LinedUp():
                self.lineups[act.player] = act.members
            case acts.Accepted():
                if act.handicap is None:
                    self.accepted.pop(act.player, None)
                else:
                    self.accepted[act.player] = act.handicap
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
                if not self.rounds:
                    self.rounds.append(Round(1, []))
                    self.began_at = act.at
                self.rounds[-1].started = True
                self._publish_lineups()
            case acts.Matched():
                games = self.rounds[-1].games
                for pairing in act.pairings:
                    games.append(Game(1, len(games) + 1, pairing, pairing.result))
            case acts.Resulted():
                game = self.game(act.round, act.board)
                if game.result is None:
                    self.ended.setdefault((act.round, act.board), act.at)
                game.ended_at = act.at
                game.resigned.discard(act.seat)
                if act.resigned:
                    game.resigned.add(act.seat)
                if act.seat:
                    game.boards[act.seat - 1] = act.result
                    teams.settle(game)
                else:
                    game.result = act.result
                    if act.result is None and game.boards:
                        teams.settle(game)
                if game.was_played:
                    self.rounds[act.round - 1].started = True
            case acts.Challenged():
                self.challenges.append(Challenge(act.challenge, act.player, act.opponent, act.at))
            case acts.Answered():
                challenge = self.challenges[act.challenge - 1]
                challenge.answer = act.answer
                if act.pairing is not None:
                    number = challenge.round = len(self.rounds) + 1
                    game = Game(number, 1, act.pairing, act.pairing.result)
                    self.rounds.append(Round(number, [game], started=True))
            case acts.ChallengeTakenBack():
                self.challenges[act.challenge - 1].answer = "taken-back"
            case acts.Slid():
                pass  # see _note_ladder
            case acts.Wants():
                self.wants[act.player] = act
            case acts.Replayed():
                game = self.game(act.round, act.board)
                black, white = game.players
                game.pairing = msgspec.structs.replace(game.pairing, black=white, white=black)
                game.replays += 1
                self.rounds[act.round - 1].started = True
            case acts.Claimed():
                self.claims.append(
                    Claim(
                        act.claim,
                        act.round,
                        act.board,
                        act.player,
                        act.text,
                        seat=act.seat,
                        infraction=act.infraction,
                        late=self.game(act.round, act.board).result_at(act.seat) is not None,
                    )
                )
            case acts.Ruled():
                claim = self.claims[act.claim - 1]
                claim.accepted, claim.answer = act.accepted, act.text
            case acts.Finished():
                self.finished = True
            case acts.Reopened():
                self.finished = False

    def _note_ladder(self, act: Act) -> None:
        """Notes what changes the places of a ladder, and who is active."""
        match act:
            case acts.Entered() | acts.Returned():
                self.ladder.append(("enters", act.player))
                self.active[act.player] = act.at
            case acts.Withdrawn():
                for each in self.challenges:
                    if act.player not in (each.player, each.opponent) or not ladder.is_open(self, each):
                        continue
                    if each.round is None:
                        each.answer = "taken-back"
                    else:
                        self._note_game(each.round)
                self.ladder.append(("leaves", act.player))
            case acts.Challenged():
                self.active[act.player] = act.at
            case acts.Answered():
                challenge = self.challenges[act.challenge - 1]
                self.active[challenge.player] = act.at
                if act.answer == "accepted":
                    self.active[challenge.opponent] = act.at
                else:
                    self.ladder.append(("walkover", act.challenge))
            case acts.Resulted():
                self._note_game(act.round)
                for player in self.game(act.round, act.board).players:
                    self.active[player] = act.at
            case acts.Slid():
                self.ladder.append(("slides", act.player))
                self.active[act.player] = act.at

    def _note_game(self, number: int) -> None:
        """Notes a result. That of a game that had ended before changes the places since then."""
        if number in self.places[2]:
            self.places = (0, [], set())
        self.ladder.append(("game", number))

    def _publish_lineups(self) -> None:
        for game in self.rounds[-1].boards if self.settings.boards else ():
            if game.is_open:
                first, second = (
                    self.lineups.get(team) or teams.usual_lineup(self.players[team], self.settings.boards)
                    for team in game.players
                )
                teams.begin(game, (first, second), self.settings.boards)
        self.lineups.clear()

    def _apply_withdrawal(self, number: int) -> None:
        self.players[number] = replace(self.players[number], withdrawn=True)
        self.sitting_out.pop(number, None)
        self.accepted.pop(number, None)
        self.forced = [pair for pair in self.forced if number not in pair]
        if self.kind.is_continuous:
            return  # a game that runs is played to its end
        for each in self.rounds:
            for game in each.boards:
                if game.is_open and number in game.players:
                    game.result = self.walkover(game.pairing.black, game.pairing.white)

    def _apply_pairings(self, act: acts.Paired) -> None:
        games: list[Game] = []
        for pairing in act.pairings:
            board = 0 if pairing.white is None else 1 + sum(bool(game.board) for game in games)
            games.append(Game(act.round, board, pairing, pairing.result))
        self.rounds.append(Round(act.round, games))
        self.draw = self.draw or act.draw
        self.forced.clear()
        self.sitting_out.clear()
