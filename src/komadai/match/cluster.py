"""Games on many machines: the workers of a Ray cluster.

Every machine needs Komadai (with the extra ``cluster``) and the engines under the same paths. For the engine
Komadai, the version installed on that machine plays.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final

from komadai.errors import EngineError, KomadaiError
from komadai.extras import package
from komadai.match.engine_spec import inspect
from komadai.match.worker import Worker
from komadai.match.workers import Lost

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai.match.engine_spec import About, EngineSpec
    from komadai.match.workers import GamePlayer

_CLOSE_SECONDS: Final = 5.0
"""The time for workers to end their engines."""


class ClusterError(KomadaiError):
    """A cluster that cannot be reached, or that has too few cores for a game."""

    exit_status = 1


class Cluster:
    """A connection to a Ray cluster."""

    def __init__(self, address: str) -> None:
        """``"auto"``: the cluster this machine is part of; ``"local"``: a new cluster on this machine; else
        ``HOST:PORT`` or ``ray://HOST:PORT``. Raises MissingPackageError without Ray, ClusterError.
        """
        self.ray: Any = package("ray", "cluster")
        try:
            self.ray.init(
                address=address,
                include_dashboard=False if address == "local" else None,
                log_to_driver=False,
                logging_level="error",
            )
        except Exception as error:  # of any kind: Ray says "timed out" with a bare Exception
            raise ClusterError(f"no cluster at {address!r}: {error}") from error

    @property
    def cores(self) -> int:
        """All cores of the cluster."""
        return int(self.ray.cluster_resources().get("CPU", 0))

    def inspect(self, program: EngineSpec, variant: str = "shogi") -> About:
        """Returns the facts that an engine reports about itself on a machine of the cluster. Raises as
        ``engine_spec.inspect``."""
        answer = self.ray.get(self.ray.remote(num_cpus=1)(_inspected).remote(program, variant))
        if isinstance(answer, KomadaiError):
            raise answer
        about: About = answer
        return about

    def workers(self, slots: int, threads: int, player: Callable[[], GamePlayer] = Worker) -> RayWorkers:
        """``slots`` workers with ``threads`` cores each. In each, ``player`` makes the object that plays the
        games. Raises ClusterError if the cluster is too small."""
        if self.cores < threads:
            raise ClusterError(f"the cluster has {self.cores} cores, a game needs {threads}")
        return RayWorkers(self.ray, slots, threads, player)


class RayWorkers:
    """Workers as Ray actors. Ray chooses their machines."""

    def __init__(self, ray: Any, slots: int, threads: int, player: Callable[[], GamePlayer] = Worker) -> None:
        self._ray = ray
        self._player = player
        self._kind = ray.remote(num_cpus=threads, max_restarts=0)(Actor)
        self._actors: list[Any] = [None] * slots
        self._games: dict[Any, int] = {}
        """Ray's references to running games, and their slots."""

    @property
    def slots(self) -> int:
        return len(self._actors)

    def give(self, slot: int, task: Any) -> None:
        if self._actors[slot] is None:
            self._actors[slot] = self._kind.remote(self._player)
        self._games[self._actors[slot].play.remote(task)] = slot

    def answers(self, seconds: float) -> list[tuple[int, Any]]:
        if not self._games:
            return []
        ready, _ = self._ray.wait(list(self._games), num_returns=1, timeout=seconds)
        if ready:
            ready, _ = self._ray.wait(list(self._games), num_returns=len(self._games), timeout=0)
        return [self._answer(reference) for reference in ready]

    def pids(self) -> list[int]:
        """The process ids, each on its own machine; waits for running games."""
        return [int(self._ray.get(actor.pid.remote())) for actor in self._actors if actor is not None]

    def close(self) -> None:
        busy = set(self._games.values())
        idle = [actor for slot, actor in enumerate(self._actors) if actor is not None and slot not in busy]
        if idle:
            self._ray.wait(
                [actor.close.remote() for actor in idle], num_returns=len(idle), timeout=_CLOSE_SECONDS
            )
        for slot, actor in enumerate(self._actors):
            if actor is not None:
                # An engine whose worker has ended gets the end of its input, and ends, too.
                self._ray.kill(actor)
                self._actors[slot] = None
        self._games.clear()
        self._ray.shutdown()

    def _answer(self, reference: Any) -> tuple[int, Any]:
        slot = self._games.pop(reference)
        try:
            answer = self._ray.get(reference)
        except self._ray.exceptions.RayError as error:
            # The actor or its machine died: the next game gets another actor.
            self._actors[slot] = None
            return slot, Lost(f"a worker of the cluster was lost: {str(error).splitlines()[0]}")
        return slot, answer


class Actor:
    """A worker in a Ray process."""

    def __init__(self, player: Callable[[], GamePlayer] = Worker) -> None:
        self._worker = player()

    def play(self, task: Any) -> Any:
        """Plays a game. Errors are returned, because Ray wraps those that are raised."""
        try:
            return self._worker.play(task)
        except KomadaiError as error:
            return error if isinstance(error, EngineError) else EngineError(str(error))

    def pid(self) -> int:
        """The process id."""
        return os.getpid()

    def close(self) -> None:
        """Ends the engines."""
        self._worker.close()


def _inspected(program: EngineSpec, variant: str) -> About | KomadaiError:
    try:
        return inspect(program, variant)
    except KomadaiError as error:
        return error
