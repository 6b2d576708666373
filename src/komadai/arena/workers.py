"""Workers side by side: here in processes of their own, elsewhere by :mod:`komadai.arena.cluster`.

A worker plays one game at a time. When one dies (killed, out of memory), only its game is lost: a new one
takes its place and the game is played again.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Final, NoReturn, Protocol

from komadai.arena.worker import Worker
from komadai.errors import EngineError, KomadaiError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from multiprocessing.context import SpawnProcess

    from komadai.arena.task import Report, Task

_PATIENCE: Final = 3.0
_REFEREE_MS: Final = 4
"""What a move takes of a processor besides the engine: 3.5 ms were measured, with records and journal."""
_FULL: Final = 1.02
"""So far beyond all of its cores a machine is not overloaded yet."""


class Lost:
    """In the place of a report: the worker died in the midst of the game. ``text`` says how."""

    def __init__(self, text: str) -> None:
        self.text = text


class Workers(Protocol):
    """So many places at which games are played at the same time."""

    @property
    def places(self) -> int:
        """How many."""

    def give(self, place: int, task: Task) -> None:
        """Has the worker of a free place play this game."""

    def answers(self, seconds: float) -> Sequence[tuple[int, Report | Lost | KomadaiError]]:
        """What has come within so many seconds, at once if anything is there: place and report.

        The place is free again. Instead of a report, Lost for a worker that died, and the error for a
        game that cannot be played.
        """

    def close(self) -> None:
        """Ends all, the games under way included."""


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Need:
    """What a game needs of a machine: cores for those who think, and a little for the referee."""

    threads: int
    """How many think at a time."""
    move_ms: int | None = None
    """How long a move takes, None without a clock: then nobody minds to be kept waiting."""

    @property
    def cores(self) -> float:
        return self.threads + (_REFEREE_MS / self.move_ms if self.move_ms else 0.0)

    def places(self, cores: int) -> int:
        """How many games so many cores have room for; one in any case."""
        return max(1, int(cores * _FULL / self.cores))

    def is_met(self, cores: int, places: int) -> bool:
        """Whether so many games leave nobody waiting."""
        return not self.move_ms or places * self.cores <= cores * _FULL


class LocalWorkers:
    """Processes on this machine."""

    def __init__(self, places: int) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._processes: list[tuple[SpawnProcess, Connection] | None] = [None] * places

    @property
    def places(self) -> int:
        return len(self._processes)

    def give(self, place: int, task: Task) -> None:
        worker = self._processes[place] or self._start(place)
        with suppress(OSError):  # it has just died: answers() will tell
            worker[1].send(task)

    def answers(self, seconds: float) -> list[tuple[int, Report | Lost | KomadaiError]]:
        ends: dict[Connection, int] = {}
        for place, worker in enumerate(self._processes):
            if worker is not None:
                ends[worker[1]] = place
        found: list[tuple[int, Report | Lost | KomadaiError]] = []
        ready = set(wait(list(ends), seconds))
        for end, place in ends.items():
            if end not in ready:
                continue
            try:
                answer: Report | Lost | KomadaiError = end.recv()
            except (EOFError, OSError):
                answer = Lost(self._bury(place))
            found.append((place, answer))
        return found

    def close(self) -> None:
        for place in range(self.places):
            worker = self._processes[place]
            if worker is not None:
                worker[0].terminate()
        for place in range(self.places):
            if self._processes[place] is not None:
                self._bury(place)

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes."""
        return [worker[0].pid or 0 for worker in self._processes if worker is not None]

    def _start(self, place: int) -> tuple[SpawnProcess, Connection]:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs,), name=f"komadai arena {place + 1}")
        with _without_ctrl_c():
            process.start()
        theirs.close()
        worker = self._processes[place] = (process, ours)
        return worker

    def _bury(self, place: int) -> str:
        """Sees a worker to its end; how it came."""
        worker = self._processes[place]
        assert worker is not None
        self._processes[place] = None
        process, end = worker
        process.join(_PATIENCE)
        if process.exitcode is None:
            process.kill()
            process.join()
        end.close()
        return f"a worker process ended with status {process.exitcode}"


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Processes started within it never hear of Ctrl-C: they are ended by their parent."""
    if hasattr(signal, "pthread_sigmask"):
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    else:
        yield


def _work(tasks: Connection) -> None:
    """The work of a process: plays what it is given until its parent wants no more, or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()  # a clock may run when Python looks for garbage; among all modules that takes 25 ms
    worker = Worker()

    def leave(*_: object) -> NoReturn:
        worker.kill()
        os._exit(0)

    signal.signal(signal.SIGTERM, leave)
    parent = multiprocessing.parent_process()
    if parent is not None:
        ending = threading.Thread(target=lambda: (wait([parent.sentinel]), leave()), daemon=True)
        ending.start()
    try:
        while True:
            task = tasks.recv()
            try:
                answer: Report | KomadaiError = worker.play(task)
            except KomadaiError as error:
                answer = error if isinstance(error, EngineError) else EngineError(str(error))
            tasks.send(answer)
    except (EOFError, OSError):
        pass
    finally:
        worker.kill()
