"""The state of a ladder: its challenges, and what has changed its places."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from komadai.tournaments.core.acts import BaseAct, Entered, Resulted, Returned, Withdrawn
from komadai.tournaments.core.rounds import Game, Round
from komadai.tournaments.core.tournament import Tournament
from komadai.tournaments.kinds.ladder import acts
from komadai.tournaments.kinds.ladder.settings import LadderSettings

Step = Literal["enters", "leaves", "game", "walkover", "slides"]
"""A player enters, leaves or slides; the game with this number ends; a challenge is won without play."""


@dataclass(slots=True)
class Challenge:
    """A challenge of a ladder."""

    number: int
    player: int
    """The player who challenges."""
    opponent: int
    at: int
    """When, in ms since 1970."""
    answer: Literal["accepted", "refused", "expired", "taken-back"] | None = None
    """None: it waits."""
    round: int | None = None
    """The number of its game, if it was accepted."""


@dataclass
class LadderState(Tournament):
    """A ladder without its rules. Each game is a round of its own."""

    settings: LadderSettings
    challenges: list[Challenge] = field(default_factory=list)
    """In their order."""
    ladder: list[tuple[Step, int]] = field(default_factory=list)
    """The changes of the places, in their order; see `rules.order`."""
    last_places: tuple[int, list[int], set[int]] = field(default=(0, [], set()), compare=False, repr=False)
    """The places after so many of the steps, and the games that had ended; see `rules.order`."""
    active: dict[int, int] = field(default_factory=dict)
    """When each player was last active, in ms since 1970."""

    def change(self, act: BaseAct) -> None:
        """Notes changes of the places, and activity of players."""
        match act:
            case Entered() | Returned():
                super().change(act)
                self.ladder.append(("enters", act.player))
                self.active[act.player] = act.at
            case Withdrawn():
                self._leave(act.player)
                super().change(act)
                self.ladder.append(("leaves", act.player))
            case Resulted():
                super().change(act)
                self._note_game(act.round)
                for player in self.game(act.round, act.board).players:
                    self.active[player] = act.at
            case acts.Challenged():
                self.challenges.append(Challenge(act.challenge, act.player, act.opponent, act.at))
                self.active[act.player] = act.at
            case acts.Answered():
                self._answer(act)
            case acts.ChallengeTakenBack():
                self.challenges[act.challenge - 1].answer = "taken-back"
            case acts.Slid():
                self.ladder.append(("slides", act.player))
                self.active[act.player] = act.at
            case _:
                super().change(act)

    def is_open(self, challenge: Challenge) -> bool:
        """Whether a challenge waits, or its game has no result."""
        if challenge.round is not None:
            return self.rounds[challenge.round - 1].games[0].is_open
        return challenge.answer is None

    def _answer(self, act: acts.Answered) -> None:
        challenge = self.challenges[act.challenge - 1]
        challenge.answer = act.answer
        self.active[challenge.player] = act.at
        if act.answer == "accepted":
            self.active[challenge.opponent] = act.at
        else:
            self.ladder.append(("walkover", act.challenge))
        if act.pairing is not None:
            number = challenge.round = len(self.rounds) + 1
            game = Game(number, 1, act.pairing, act.pairing.result)
            self.rounds.append(Round(number, [game], started=True))

    def _leave(self, player: int) -> None:
        for each in self.challenges:
            if player not in (each.player, each.opponent) or not self.is_open(each):
                continue
            if each.round is None:
                each.answer = "taken-back"
            else:
                self._note_game(each.round)

    def _note_game(self, number: int) -> None:
        """Notes a result. That of a game that had ended before changes the places since then."""
        if number in self.last_places[2]:
            self.last_places = (0, [], set())
        self.ladder.append(("game", number))
