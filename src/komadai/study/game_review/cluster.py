"""Evaluators on the machines of a Ray cluster, which share a list of positions as those of a pool do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from komadai.errors import EngineError
from komadai.match.cluster import Cluster
from komadai.study.game_review.evaluation import EngineFacts, Evaluation, Evaluator
from komadai.training.dispatch import Dispatcher
from komadai.training.generation.settings import engine_signature

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from komadai.engine.client.process import Command
    from komadai.engine.protocol.options import OptionValue
    from komadai.match.cluster import RayWorkers
    from komadai.match.workers import GamePlayer
    from komadai.study.game_review.pool import Work


class ClusterEvaluators:
    """The evaluators of one review or of several: connected at the first work, ended by :meth:`close`."""

    def __init__(
        self,
        address: str,
        nodes: int,
        engine: Command | None = None,
        options: Mapping[str, OptionValue] | None = None,
        count: int | None = None,
    ) -> None:
        """``address`` is that of a :class:`~komadai.match.cluster.Cluster`; ``nodes``, ``engine`` and
        ``options`` are those of a review. ``count``: the number of evaluators, by default and at most one for
        each core."""
        self._evaluator = _EvaluatorOnCluster(engine, nodes, dict(options or {}))
        self._connect = partial(_workers, address, count)
        self._workers: RayWorkers | None = None
        self._facts: EngineFacts | None = None
        self._identity = ""
        self._stopped = False

    def __enter__(self) -> ClusterEvaluators:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def engine(self) -> EngineFacts:
        """The facts of the engine in reviews. Raises EngineError, ClusterError, MissingPackageError."""
        if self._facts is None:
            ((_, self._facts),) = self._answers([("the engine", attrgetter("facts"))])
        return self._facts

    def run(self, work: Sequence[Work]) -> Iterator[tuple[str, Evaluation]]:
        """Does all the work, and gives each result with its key as soon as it is there.

        Work of a machine that is lost is done on another one. Raises the first error of an evaluator, and
        EngineError if machines have different engines. After :meth:`stop` it ends early.
        """
        return self._answers(work)

    def stop(self) -> None:
        """Ends :meth:`run` soon. May be called from another thread."""
        self._stopped = True

    def pids(self) -> list[int]:
        """The process ids of the workers, each on its own machine; waits for running work."""
        return [] if self._workers is None else self._workers.pids()

    def close(self) -> None:
        """Ends all engines and leaves the cluster."""
        if self._workers is not None:
            self._workers.close()
            self._workers = None

    def _answers(self, work: Sequence[tuple[str, Callable[[Evaluator], Any]]]) -> Iterator[tuple[str, Any]]:
        if self._workers is None:
            self._workers = self._connect(self._evaluator)
        for answers in Dispatcher(self._workers, what="").rounds(partial(next, iter(work), None)):
            for key, (identity, answer) in answers:
                self._identity = self._identity or identity
                if identity != self._identity:
                    raise EngineError(
                        f"machines of the cluster have different engines: {self._identity} and {identity}"
                    )
                yield key, answer
            if self._stopped:
                return


def _workers(address: str, count: int | None, player: Callable[[], GamePlayer]) -> RayWorkers:
    cluster = Cluster(address)
    return cluster.workers(min(count or cluster.cores, cluster.cores), 1, player)


@dataclass(frozen=True)
class _EvaluatorOnCluster:
    """Makes the evaluator in a worker of the cluster."""

    engine: Command | None
    nodes: int
    options: dict[str, OptionValue]

    def __call__(self) -> RemoteEvaluator:
        return RemoteEvaluator(self.engine, self.nodes, self.options)


class RemoteEvaluator:
    """Does the work of a review in a worker of the cluster; its engine starts with the first work."""

    def __init__(self, engine: Command | None, nodes: int, options: dict[str, OptionValue]) -> None:
        self._make = partial(Evaluator, engine, nodes, options)
        self._own = engine is None
        self._evaluator: Evaluator | None = None
        self._identity = ""

    def play(self, task: Callable[[Evaluator], Any]) -> tuple[str, Any]:
        """The identity of the engine, and the result of the work. Raises EngineError."""
        if self._evaluator is None:
            self._evaluator = self._make()
            # Two versions of Komadai may have the same name.
            signature = f" ({engine_signature('')})" if self._own else ""
            self._identity = self._evaluator.facts.name + signature
        return self._identity, task(self._evaluator)

    def close(self) -> None:
        """Ends the engine."""
        if self._evaluator is not None:
            self._evaluator.close()

    kill = close
