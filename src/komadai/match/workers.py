"""Parallel workers: processes on this machine; :mod:`komadai.match.cluster` has those of a cluster.

A worker plays one game at a time. If one dies (killed, out of memory), only its game is lost: a new worker
replaces it and the game is played again.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, Final, NoReturn, Protocol

from komadai.errors import EngineError, KomadaiError
from komadai.match.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from multiprocessing.context import SpawnProcess

    from komadai.match.task import Report, Task

_JOIN_SECONDS: Final = 3.0
_REFEREE_MS: Final = 4
"""Processor time of a move besides the engine: 3.5 ms were measured, with records and journal."""
_FULL: Final = 1.02
"""The load, in cores of the machine, up to which it does not count as overloaded."""


class Lost:
    """In place of a report: the worker died during the game. ``text`` describes how."""

    def __init__(self, text: str) -> None:
        self.text = text


class Workers(Protocol):
    """Slots in which games are played at the same time."""

    @property
    def slots(self) -> int:
        """The number of slots."""

    def give(self, slot: int, task: Task) -> None:
        """Starts this game in a free slot."""

    def answers(self, seconds: float) -> Sequence[tuple[int, Report | Lost | KomadaiError]]:
        """The slots and reports of games that ended, waiting at most ``seconds`` for the first.

        The slots are free again. Instead of a report, Lost for a worker that died, and the error for a game
        that cannot be played.
        """

    def close(self) -> None:
        """Ends all workers, running games included."""


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Need:
    """The cores that a game needs: for the engines that search, and a little for the referee."""

    threads: int
    """The number of threads that search at the same time."""
    move_ms: int | None = None
    """The milliseconds of a move; None without a clock, when delays do not matter."""

    @property
    def cores(self) -> float:
        return self.threads + (_REFEREE_MS / self.move_ms if self.move_ms else 0.0)

    def slots(self, cores: int) -> int:
        """The number of games that can run on ``cores`` cores at the same time; at least one."""
        return max(1, int(cores * _FULL / self.cores))

    places = slots
    """The former name of :meth:`slots`."""

    def is_met(self, cores: int, slots: int) -> bool:
        """Whether ``slots`` games at the same time do not delay each other."""
        return not self.move_ms or slots * self.cores <= cores * _FULL


class GamePlayer(Protocol):
    """Plays games in a worker process. :class:`~komadai.match.worker.Worker` plays those of a match."""

    def play(self, task: Any) -> Any:
        """Plays one game and returns its report. Raises KomadaiError for a game that cannot be played."""

    def close(self) -> None:
        """Ends the engines."""

    def kill(self) -> None:
        """Ends the engines at once; called from any thread, before the process ends."""


class LocalWorkers:
    """Processes on this machine. In each, ``player`` makes the object that plays the games; it is pickled."""

    def __init__(self, slots: int, player: Callable[[], GamePlayer] = Worker) -> None:
        self._player = player
        self._context = multiprocessing.get_context("spawn")
        self._processes: list[tuple[SpawnProcess, Connection] | None] = [None] * slots

    @property
    def slots(self) -> int:
        return len(self._processes)

    places = slots
    """The former name of :attr:`slots`."""

    def give(self, slot: int, task: Any) -> None:
        worker = self._processes[slot] or self._start(slot)
        with suppress(OSError):  # it has just died: answers() reports it
            worker[1].send(task)

    def answers(self, seconds: float) -> list[tuple[int, Any]]:
        ends: dict[Connection, int] = {}
        for slot, worker in enumerate(self._processes):
            if worker is not None:
                ends[worker[1]] = slot
        found: list[tuple[int, Any]] = []
        ready = set(wait(list(ends), seconds))
        for end, slot in ends.items():
            if end not in ready:
                continue
            try:
                answer = end.recv()
            except (EOFError, OSError):
                answer = Lost(self._remove(slot))
            found.append((slot, answer))
        return found

    def close(self) -> None:
        for slot in range(self.slots):
            worker = self._processes[slot]
            if worker is not None:
                worker[0].terminate()
        for slot in range(self.slots):
            if self._processes[slot] is not None:
                self._remove(slot)

    @property
    def pids(self) -> list[int]:
        """The process ids."""
        return [worker[0].pid or 0 for worker in self._processes if worker is not None]

    def _start(self, slot: int) -> tuple[SpawnProcess, Connection]:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(
            target=_work, args=(theirs, self._player), name=f"komadai match {slot + 1}"
        )
        with _without_ctrl_c():
            process.start()
        theirs.close()
        worker = self._processes[slot] = (process, ours)
        return worker

    def _remove(self, slot: int) -> str:
        """Waits for the end of a worker, or ends it; returns a description of its end."""
        worker = self._processes[slot]
        assert worker is not None
        self._processes[slot] = None
        process, end = worker
        process.join(_JOIN_SECONDS)
        if process.exitcode is None:
            process.kill()
            process.join()
        end.close()
        return f"a worker process ended with status {process.exitcode}"


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Processes started in this block ignore Ctrl-C: their parent ends them."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # when it starts, it unblocks the signal
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    else:
        yield


def _work(tasks: Connection, player: Callable[[], GamePlayer]) -> None:
    """The main function of a worker process: plays games until the parent closes the pipe or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()  # garbage collection over all modules takes 25 ms, in which a clock may run
    worker = player()

    def exit_now(*_: object) -> NoReturn:
        worker.kill()
        os._exit(0)

    signal.signal(signal.SIGTERM, exit_now)
    parent = multiprocessing.parent_process()
    if parent is not None:
        ending = threading.Thread(target=lambda: (wait([parent.sentinel]), exit_now()), daemon=True)
        ending.start()
    try:
        while True:
            task = tasks.recv()
            try:
                answer: object = worker.play(task)
            except KomadaiError as error:
                answer = error if isinstance(error, EngineError) else EngineError(str(error))
            tasks.send(answer)
    except (EOFError, OSError):
        pass
    finally:
        worker.kill()
