"""Plays a schedule of games in all slots, and writes the journal, records and transcripts."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final

from komadai.errors import EngineCrashed, KomadaiError
from komadai.kifu.formats.registry import writable
from komadai.match.workers import Lost

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from komadai.match.journal import Journal
    from komadai.match.task import Report, Result, Task
    from komadai.match.workers import Workers

_TICK: Final = 0.25
"""Seconds between two calls of ``tick``."""
_MAX_LOSSES: Final = 3
"""If the worker of a game dies this often, the match ends: the game itself must be the cause."""
_MAX_FAILED_STARTS: Final = 6
"""The match ends if an engine did not start in this many games in a row."""


class Runner:
    """Plays games. Iterate :meth:`results`; the end of the loop, by an exception too, ends the workers."""

    def __init__(self, workers: Workers, journal: Journal | None = None, folder: Path | None = None) -> None:
        """``folder`` is for records and transcripts."""
        self._workers = workers
        self._journal = journal
        self._folder = folder
        self._losses: dict[int, int] = {}
        self._dead_starts: dict[str, int] = {}
        self.running: int = 0
        """The number of running games."""
        self.played: int = 0
        """The number of games that have ended."""
        self._start = monotonic()
        self.lost_workers: int = 0
        """The number of workers that died; their games were played again."""

    def results(self, tasks: Iterable[Task], tick: Callable[[], object] = lambda: None) -> Iterator[Result]:
        """Plays all tasks and yields each game when it ends, in the order of their ends.

        ``tick`` is called a few times a second. Raises EngineError if an engine cannot play at all.
        """
        self._start = monotonic()
        waiting = iter(tasks)
        again: deque[Task] = deque()
        busy: dict[int, Task] = {}
        free = deque(range(self._workers.slots))
        more = True
        try:
            while True:
                while free and (again or more):
                    task = again.popleft() if again else next(waiting, None)
                    if task is None:
                        more = False
                        break
                    slot = free.popleft()
                    busy[slot] = task
                    self._workers.give(slot, task)
                self.running = len(busy)
                if not busy:
                    return
                for slot, answer in self._workers.answers(_TICK):
                    task = busy.pop(slot, None)
                    if task is None:
                        continue  # an idle worker died; the next game starts another
                    free.append(slot)
                    if isinstance(answer, Lost):
                        again.append(self._lost(task, answer))
                    elif isinstance(answer, KomadaiError):
                        raise answer
                    else:
                        self._store(answer)
                        self.played += 1
                        yield answer.result
                tick()
        finally:
            self.running = 0
            self._workers.close()

    @property
    def seconds(self) -> float:
        """The seconds since the start."""
        return max(monotonic() - self._start, 1e-3)

    def close(self) -> None:
        """Ends the workers; needed only if :meth:`results` is not called."""
        self._workers.close()

    def _lost(self, task: Task, lost: Lost) -> Task:
        self.lost_workers += 1
        self._losses[task.number] = self._losses.get(task.number, 0) + 1
        if self._losses[task.number] >= _MAX_LOSSES:
            raise EngineCrashed(f"game {task.number}: {lost.text}, {_MAX_LOSSES} times")
        return task

    def _store(self, report: Report) -> None:
        result = report.result
        if self._folder is not None:
            for format, text in report.records:
                suffix = writable(format).suffixes[0]
                _write(self._folder / "games" / f"{result.number:05}{suffix}", text)
            if report.transcript:
                name = f"{result.number:05}-{result.fault}.txt"
                _write(self._folder / "transcripts" / name, report.transcript + "\n")
        # The journal comes last: a game in it has all its files.
        if self._journal is not None:
            self._journal.add(result)
        for name in (result.black, result.white):
            dead = result.culprit == name and result.fault == "crash" and len(result.times_ms) < 2
            self._dead_starts[name] = self._dead_starts.get(name, 0) + 1 if dead else 0
            if self._dead_starts[name] >= _MAX_FAILED_STARTS:
                raise EngineCrashed(f"{name} does not start: {result.fault_text}")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
