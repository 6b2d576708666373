"""Games on many machines: workers of a Ray cluster in the place of processes here.

Every machine needs Komadai (with the extra ``cluster``) and the engines under the same paths. Our own engine
is the one of the Komadai that is installed there.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from komadai.arena.program import inspect
from komadai.arena.worker import Worker
from komadai.arena.workers import Lost
from komadai.errors import EngineError, KomadaiError, MissingPackageError

if TYPE_CHECKING:
    from komadai.arena.program import About, Program
    from komadai.arena.task import Report, Task

_LAST_WORDS: Final = 5.0
"""Seconds that workers have to end their engines."""


class ClusterError(KomadaiError):
    """A cluster that cannot be reached, or has no room for a game."""


class Cluster:
    """A connection to a Ray cluster."""

    def __init__(self, address: str) -> None:
        """``"auto"``: the cluster this machine is part of; ``"local"``: one of its own; else ``HOST:PORT``
        or ``ray://HOST:PORT``. Raises MissingPackageError without Ray, ClusterError.
        """
        try:
            self.ray: Any = import_module("ray")
        except ImportError:
            raise MissingPackageError("games on a cluster need Ray: pip install 'komadai[cluster]'") from None
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

    def inspect(self, program: Program) -> About:
        """What an engine says of itself on some machine of the cluster. Raises as ``program.inspect``."""
        answer = self.ray.get(self.ray.remote(num_cpus=1)(_inspected).remote(program))
        if isinstance(answer, KomadaiError):
            raise answer
        about: About = answer
        return about

    def workers(self, places: int, threads: int) -> RayWorkers:
        """So many workers, each with so many cores to itself. Raises ClusterError if none has room."""
        if self.cores < threads:
            raise ClusterError(f"the cluster has {self.cores} cores, a game needs {threads}")
        return RayWorkers(self.ray, places, threads)


class RayWorkers:
    """Workers as Ray's actors. Ray decides on which machine each lives."""

    def __init__(self, ray: Any, places: int, threads: int) -> None:
        self._ray = ray
        self._kind = ray.remote(num_cpus=threads, max_restarts=0)(Actor)
        self._actors: list[Any] = [None] * places
        self._games: dict[Any, int] = {}
        """What Ray promised, and whose place it is."""

    @property
    def places(self) -> int:
        return len(self._actors)

    def give(self, place: int, task: Task) -> None:
        if self._actors[place] is None:
            self._actors[place] = self._kind.remote()
        self._games[self._actors[place].play.remote(task)] = place

    def answers(self, seconds: float) -> list[tuple[int, Report | Lost | KomadaiError]]:
        if not self._games:
            return []
        ready, _ = self._ray.wait(list(self._games), num_returns=1, timeout=seconds)
        if ready:
            ready, _ = self._ray.wait(list(self._games), num_returns=len(self._games), timeout=0)
        return [self._answer(promise) for promise in ready]

    def pids(self) -> list[int]:
        """The numbers of the processes, each on its own machine; waits for games under way."""
        return [int(self._ray.get(actor.pid.remote())) for actor in self._actors if actor is not None]

    def close(self) -> None:
        busy = set(self._games.values())
        idle = [actor for place, actor in enumerate(self._actors) if actor is not None and place not in busy]
        if idle:
            self._ray.wait(
                [actor.close.remote() for actor in idle], num_returns=len(idle), timeout=_LAST_WORDS
            )
        for place, actor in enumerate(self._actors):
            if actor is not None:
                # An engine whose worker is gone finds its input closed, and leaves.
                self._ray.kill(actor)
                self._actors[place] = None
        self._games.clear()
        self._ray.shutdown()

    def _answer(self, promise: Any) -> tuple[int, Report | Lost | KomadaiError]:
        place = self._games.pop(promise)
        try:
            answer: Report | KomadaiError = self._ray.get(promise)
        except self._ray.exceptions.RayError as error:
            # The actor or its machine died. Whatever it was, the next game gets another.
            self._actors[place] = None
            return place, Lost(f"a worker of the cluster was lost: {str(error).splitlines()[0]}")
        return place, answer


class Actor:
    """A worker in a process of Ray's."""

    def __init__(self) -> None:
        self._worker = Worker()

    def play(self, task: Task) -> Report | KomadaiError:
        """A game; an error comes back as a value, for Ray would wrap one that is raised."""
        try:
            return self._worker.play(task)
        except KomadaiError as error:
            return error if isinstance(error, EngineError) else EngineError(str(error))

    def pid(self) -> int:
        """The number of the process."""
        return os.getpid()

    def close(self) -> None:
        """Ends the engines."""
        self._worker.close()


def _inspected(program: Program) -> About | KomadaiError:
    try:
        return inspect(program)
    except KomadaiError as error:
        return error
