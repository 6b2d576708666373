"""Distributes numbered tasks to parallel workers."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, TypeVar

from komadai.errors import EngineCrashed, KomadaiError
from komadai.match.workers import Lost

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from komadai.match.workers import Workers

Key = TypeVar("Key")
_WAIT_SECONDS: Final = 0.5
_MAX_LOSSES: Final = 3
"""If the worker of a task dies this often, the work ends: the task itself must be the cause."""


class Dispatcher:
    """Gives tasks to workers. A task whose worker died is given again."""

    def __init__(self, workers: Workers, what: str = "game ") -> None:
        """``what`` is what a number stands for in the text of an error."""
        self._workers: Any = workers
        self._what = what
        self.lost_workers: int = 0
        """The number of workers that died."""

    def run(
        self,
        next_task: Callable[[], tuple[int, Any] | None],
        on_answer: Callable[[int, Any], object],
        is_complete: Callable[[], bool],
        tick: Callable[[], object],
    ) -> None:
        """Works until ``is_complete``, or until no task is left; the workers are ended in any case.

        ``tick`` is called at least twice a second. ``next_task`` and errors are those of :meth:`rounds`.
        """
        try:
            if is_complete():
                return
            for answers in self.rounds(next_task):
                for number, answer in answers:
                    on_answer(number, answer)
                tick()
                if is_complete():
                    return
        finally:
            self._workers.close()

    def rounds(self, next_task: Callable[[], tuple[Key, Any] | None]) -> Iterator[list[tuple[Key, Any]]]:
        """The answers with the numbers of their tasks: at least twice a second a list, which may be empty.

        ``next_task`` returns a number (or another key) and a task, or None if there is none before another
        answer. Raises the error of a task that cannot be done, EngineCrashed for one whose worker dies again
        and again.
        """
        running: dict[int, tuple[Key, Any]] = {}  # slot: number and task
        again: list[tuple[Key, Any]] = []
        losses: Counter[Key] = Counter()
        while True:
            for slot in range(self._workers.slots):
                if slot in running:
                    continue
                task = again.pop() if again else next_task()
                if task is None:
                    break
                running[slot] = task
                self._workers.give(slot, task[1])
            if not running:
                return
            done = []
            for slot, answer in self._workers.answers(_WAIT_SECONDS):
                if slot not in running:
                    continue  # an idle worker died; the next task starts another
                number, given = running.pop(slot)
                if isinstance(answer, Lost):
                    self.lost_workers += 1
                    losses[number] += 1
                    if losses[number] >= _MAX_LOSSES:
                        raise EngineCrashed(f"{self._what}{number}: {answer.text}, {_MAX_LOSSES} times")
                    again.append((number, given))
                elif isinstance(answer, KomadaiError):
                    raise answer
                else:
                    done.append((number, answer))
            yield done
