"""Several evaluators, each in a thread with its own engine process, that share a list of positions."""

from __future__ import annotations

import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final, Protocol

from komadai.study.game_review.evaluation import Evaluation, Evaluator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from komadai.study.game_review.evaluation import EngineFacts

    Work = tuple[str, Callable[[Evaluator], Evaluation]]
    """A key and what is to be done."""


class Evaluators(Protocol):
    """The evaluator of a review's positions: a pool on this machine, or the machines of a cluster."""

    @property
    def engine(self) -> EngineFacts:
        """The facts of the engine in the review."""

    def run(self, work: Sequence[Work]) -> Iterator[tuple[str, Evaluation]]:
        """Does all the work, and gives each result with its key as soon as it is there."""

    def stop(self) -> None:
        """Ends :meth:`run` soon. May be called from another thread."""


class EvaluatorPool:
    """Evaluators that are started when there is work for them. The first one starts at once."""

    def __init__(self, make: Callable[[], Evaluator], count: int) -> None:
        """Raises what ``make`` raises."""
        self._make = make
        self._count = count
        self._lock = threading.Lock()
        self._closed = False
        first = make()
        self.engine: Final = first.facts
        self._evaluators = [first]

    def __enter__(self) -> EvaluatorPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def run(self, work: Sequence[Work]) -> Iterator[tuple[str, Evaluation]]:
        """Does all the work, and gives each result with its key as soon as it is there.

        Raises the first error of an evaluator. After :meth:`close` it ends early.
        """
        waiting = iter(work)
        results: SimpleQueue[tuple[str, Evaluation] | BaseException] = SimpleQueue()
        threads = [
            threading.Thread(target=self._work, args=(number, waiting, results), daemon=True)
            for number in range(min(self._count, len(work)))
        ]
        for thread in threads:
            thread.start()
        for _ in work:
            result = results.get()
            if isinstance(result, BaseException):
                if self._closed:
                    return
                self.close()
                raise result
            yield result
        for thread in threads:
            thread.join()

    def close(self) -> None:
        """Ends all engines. May be called from any thread; running searches are cut off."""
        with self._lock:
            self._closed = True
            evaluators, self._evaluators = self._evaluators, []
        for each in evaluators:
            each.close()

    stop = close

    def _work(
        self,
        number: int,
        waiting: Iterator[Work],
        results: SimpleQueue[tuple[str, Evaluation] | BaseException],
    ) -> None:
        try:
            evaluator = self._evaluator(number)
            while True:
                with self._lock:
                    item = None if self._closed else next(waiting, None)
                if item is None:
                    break
                results.put((item[0], item[1](evaluator)))
        except BaseException as error:
            results.put(error)
        else:
            if self._closed:
                results.put(InterruptedError("the pool is closed"))

    def _evaluator(self, number: int) -> Evaluator:
        with self._lock:
            if number < len(self._evaluators):
                return self._evaluators[number]
        evaluator = self._make()
        with self._lock:
            if not self._closed:
                self._evaluators.append(evaluator)
                return evaluator
        evaluator.close()
        raise InterruptedError("the pool is closed")
