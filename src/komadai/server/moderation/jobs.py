"""The task of the job queue that reviews a game for a moderator, then other games of its players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from komadai.errors import EngineError
from komadai.kifu import Game
from komadai.messages.text import Text
from komadai.pieces import Color
from komadai.play.state import color_name
from komadai.server.games.wire import Player
from komadai.server.jobs.job_queue import Job
from komadai.server.moderation import figures
from komadai.server.moderation import wire as wt
from komadai.server.reviews.jobs import NO_ENGINE, command
from komadai.study import Review, Reviewer

NODES: Final = 50_000
"""For each position; as reviews have unless another number is asked for."""


@dataclass(frozen=True, slots=True)
class TimedGame:
    """A game with the time for each move, in milliseconds."""

    game: Game
    times: Sequence[int]


@dataclass(slots=True)
class Subject:
    """A player of the game, with other games of theirs, each with the side that they had in it."""

    player: Player
    rating: int | None
    others: Sequence[tuple[TimedGame, Color]]
    moves: list[figures.CountedMove] = field(default_factory=list)
    """Those of the game that count."""
    other_moves: list[figures.CountedMove] = field(default_factory=list)
    others_done: int = 0


class FiguresTask:
    """Reviews the games one after the other, with one engine process of low priority at a time.

    What it finds changes nothing: neither the account nor its games, and it is not stored.
    """

    group = "figures"

    def __init__(self, game_id: str, game: TimedGame, players: tuple[Subject, Subject]) -> None:
        """``players``: Black and White. Raises ReviewError for a game that cannot be reviewed."""
        self.game_id: Final = game_id
        self.players: Final = players
        self.done = 0
        self._game = game
        self._review: Review | None = None
        self._reviewer = Reviewer(game.game, nodes=NODES, engine=command())
        self._stopped = False
        self.total: Final = _positions(game) + sum(
            _positions(each) for player in players for each, _ in player.others
        )

    def run(self) -> Text | None:
        """Reviews the games. Returns the error for the user if the engine fails."""
        try:
            review = self._reviewed(self._reviewer)
            for side, player in zip(Color, self.players, strict=True):
                player.moves = figures.counted(review, self._reviewer.line, self._game.times, side)
            self._review = review
            for player in self.players:
                for other, side in player.others:
                    if self._stopped:
                        return None
                    self._add(player, other, side)
        except EngineError as error:
            return NO_ENGINE.filled(why=Text.of_error(error))
        return None

    def stop(self) -> None:
        """Makes ``run`` return soon, with the figures so far."""
        self._stopped = True
        self._reviewer.stop()

    def message(self, job: Job) -> wt.FiguresMessage:
        """The job's state for the page."""
        return wt.FiguresMessage(self.view(job))

    def view(self, job: Job) -> wt.FiguresJobView:
        """The job's state."""
        review = self._review
        return wt.FiguresJobView(
            id=job.id,
            game=self.game_id,
            state=job.state,
            stopped=job.stopped,
            ms=job.ms,
            error=job.error,
            done=self.done,
            total=max(self.done, self.total),
            engine="" if review is None else review.engine,
            nodes=NODES,
            complete=review is not None and review.complete,
            players=[]
            if review is None
            else [_player(side, player) for side, player in zip(Color, self.players, strict=True)],
        )

    def _add(self, player: Subject, other: TimedGame, side: Color) -> None:
        """Adds another game of a player, if it was reviewed to its end."""
        reviewer = self._reviewer = Reviewer(other.game, nodes=NODES, engine=command())
        if self._stopped:  # between the check and the new reviewer
            return
        review = self._reviewed(reviewer)
        if review.complete:
            player.other_moves += figures.counted(review, reviewer.line, other.times, side)
            player.others_done += 1

    def _reviewed(self, reviewer: Reviewer) -> Review:
        before = self.done

        def progress(done: int, _: int) -> None:
            self.done = before + done

        return reviewer.run(progress)


def _positions(game: TimedGame) -> int:
    return len(game.times) + 1


def _player(side: Color, player: Subject) -> wt.PlayerFigures:
    return wt.PlayerFigures(
        color=color_name(side),
        player=player.player,
        rating=player.rating,
        game=_view(1, figures.figures(player.moves)),
        others=_view(player.others_done, figures.figures(player.other_moves)),
        others_planned=len(player.others),
    )


def _view(games: int, found: figures.Figures) -> wt.FiguresView:
    return wt.FiguresView(
        games=games,
        moves=found.moves,
        agreement=_rounded(found.agreement),
        loss=_rounded(found.loss),
        mean_ms=None if found.mean_ms is None else round(found.mean_ms),
        deviation_ms=None if found.deviation_ms is None else round(found.deviation_ms),
        variation=_rounded(found.variation),
    )


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 4)
