"""The task of the job queue that reviews a game."""

from __future__ import annotations

import shutil
from typing import Final

from komadai.engine.program import OWN_COMMAND
from komadai.errors import EngineError
from komadai.kifu import Game
from komadai.messages.text import Text
from komadai.server.jobs.job_queue import Job
from komadai.server.reviews import views
from komadai.server.reviews import wire as wt
from komadai.study import Review, Reviewer

_NICENESS: Final = 5
NO_ENGINE: Final = Text(
    "The engine could not review the game: {why}", "エンジンで検討できませんでした：{why}"
)


class ReviewTask:
    """Reviews a game with one engine process of low priority, so that live games come first."""

    group = "review"

    def __init__(self, game: Game, nodes: int) -> None:
        """Raises ReviewError for a game that cannot be reviewed."""
        self.game: Final = game
        self.reviewer: Final = Reviewer(game, nodes=nodes, engine=command())
        self.review: Review | None = None
        self.done: int = 0
        self.total: int = len(self.reviewer.line.boards)

    def run(self) -> Text | None:
        """Reviews the game. Returns the error for the user if the engine fails."""
        try:
            self.review = self.reviewer.run(self._on_progress)
        except EngineError as error:
            return NO_ENGINE.filled(why=Text.of_error(error))
        return None

    def stop(self) -> None:
        """Makes ``run`` return soon, with the review of the first moves."""
        self.reviewer.stop()

    def message(self, job: Job) -> wt.ReviewMessage:
        """The job's state for the page."""
        return wt.ReviewMessage(self.view(job))

    def view(self, job: Job) -> wt.ReviewJobView:
        """The job's state."""
        return wt.ReviewJobView(
            id=job.id,
            state=job.state,
            stopped=job.stopped,
            ms=job.ms,
            error=job.error,
            done=self.done,
            total=self.total,
            wins=views.rounded(self.reviewer.wins()),
            review=None if self.review is None else views.review(self.review, self.reviewer),
        )

    def _on_progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total


def command() -> list[str]:
    """The command of our engine, with a lower priority where the system has ``nice``."""
    nice = shutil.which("nice")
    return [*((nice, "-n", str(_NICENESS)) if nice else ()), *OWN_COMMAND]
