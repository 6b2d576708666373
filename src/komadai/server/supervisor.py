"""``komadai serve --workers N``: starts the processes, replaces those that end, and ends them.

uvicorn has a supervisor of its own. It ends a process before its successor is ready, does not tell the others
which one has died, and leaves them behind when it is killed itself.

Each worker has a pipe from the supervisor: its settings, then lines ``dead ID``. The end of the pipe is the
end of the supervisor, and then the worker ends, too. The other way it says that it is ready, and then again
and again that it runs.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from komadai.server.errors import StartError
from komadai.server.logs import LogFormat
from komadai.server.settings import Settings, WorkerSettings

log: Final = logging.getLogger(__name__)

READY_S: Final = 120.0
"""How long a worker may take to start."""
END_S: Final = 15.0
"""How long a worker may take to end before it is killed."""
BACK_OFF_S: Final = (0.0, 0.5, 1.0, 2.0, 5.0, 10.0)
"""How long to wait before a worker is started that has ended this number of times in a row."""
STEADY_S: Final = 30.0
"""A worker that has run for this time counts as steady."""
READY: Final = b"ready\n"
BEAT_S: Final = 5.0
"""A worker says so often that it runs."""
MOST_MISSED: Final = 6
"""A worker that has said nothing for so many times in a row stands still, and is killed."""


def node_name(data_dir: Path) -> str:
    """The name of this machine and data folder."""
    return f"{socket.gethostname()}:{data_dir.resolve()}"


@dataclass(frozen=True)
class WorkerStart:
    """What a worker gets: settings, and descriptors that it inherits."""

    settings: Settings
    log: LogFormat
    listener: socket.socket
    desk: socket.socket
    """Of the first worker, for the others."""
    csa_listener: socket.socket | None
    lock: int
    """Of the data folder: it stays locked until the last worker has ended."""


@dataclass
class _Worker:
    id: str
    process: asyncio.subprocess.Process


class Supervisor:
    """The workers of one machine."""

    def __init__(self, start: WorkerStart, count: int, ready: Callable[[], None]) -> None:
        self._start = start
        self._count = count
        self._ready = ready
        self._workers: dict[int, _Worker] = {}
        """The worker of each slot."""
        self._living: set[str] = set()
        self._ending = asyncio.Event()
        self._replacing: asyncio.Task[None] | None = None
        self._expected: set[str] = set()
        """The workers that have been asked to end."""

    async def run(self) -> None:
        """Runs until SIGTERM or SIGINT. Raises StartError if a worker does not start at first."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._ending.set)
        loop.add_signal_handler(signal.SIGHUP, self._replace_all)
        keeping: list[asyncio.Task[None]] = []
        try:
            # One after the other: the first one pauses the games that an earlier server has left.
            for slot in range(1, self._count + 1):
                worker = None if self._ending.is_set() else await self._started(slot)
                if self._ending.is_set():
                    return
                if worker is None:
                    raise StartError.with_code("worker-not-started", number=str(slot))
                keeping.append(asyncio.create_task(self._keep(slot)))
            self._ready()
            await self._ending.wait()
        finally:
            tasks = [*keeping, *([self._replacing] if self._replacing is not None else [])]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.gather(*(self._end(worker) for worker in self._workers.values()))

    # -- one worker

    async def _started(self, slot: int) -> _Worker | None:
        """A new worker of this slot that accepts connections; None if it does not start."""
        start = self._start
        desk = start.desk.fileno() if slot == 1 else None
        csa = start.csa_listener.fileno() if start.csa_listener is not None and slot == 1 else None
        first = start.settings.worker
        worker = WorkerSettings(
            node=first.node,
            slot=slot,
            siblings=tuple(sorted(self._living)),
            clock_zero_ns=first.clock_zero_ns,
            desk=first.desk,
        )
        settings = replace(start.settings, worker=worker, csa=start.settings.csa if csa is not None else None)
        descriptors = start.listener.fileno(), desk, csa
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "komadai.server.worker_process"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            pass_fds=[each for each in (*descriptors, start.lock) if each is not None],
        )
        made = _Worker(worker.id, process)
        self._living.add(made.id)
        assert process.stdin is not None
        assert process.stdout is not None
        given = pickle.dumps((settings, start.log, descriptors))
        process.stdin.write(len(given).to_bytes(8, "big") + given)
        waiting = asyncio.create_task(self._ending.wait())
        answering = asyncio.create_task(process.stdout.readline())
        try:
            done, _ = await asyncio.wait(
                {waiting, answering}, timeout=READY_S, return_when=asyncio.FIRST_COMPLETED
            )
            is_ready = answering in done and answering.result() == READY
        except asyncio.CancelledError:
            await self._end(made)
            raise
        finally:
            waiting.cancel()
            answering.cancel()
        if not is_ready:
            await self._end(made)
            return None
        self._workers[slot] = made
        return made

    async def _keep(self, slot: int) -> None:
        """Starts the worker of this slot again each time that it ends by itself."""
        loop = asyncio.get_running_loop()
        failures = 0
        while True:
            worker, began = self._workers[slot], loop.time()
            code = await _end_of(worker.process)
            if worker.id in self._expected:
                while self._workers[slot] is worker:  # its successor is being started
                    await asyncio.sleep(0.05)
                continue
            self._gone(worker)
            log.error("worker %d has ended (%d), and is started again", slot, code)
            failures = 1 if loop.time() - began > STEADY_S else failures + 1
            while self._workers[slot] is worker:
                await asyncio.sleep(BACK_OFF_S[min(failures - 1, len(BACK_OFF_S) - 1)])
                if await self._started(slot) is None:
                    failures += 1

    def _gone(self, worker: _Worker) -> None:
        """Tells the other workers that this one has ended, so that they take its games over at once."""
        self._living.discard(worker.id)
        for other in self._workers.values():
            stdin = other.process.stdin
            if other.process.returncode is None and stdin is not None and not stdin.is_closing():
                stdin.write(f"dead {worker.id}\n".encode())

    async def _end(self, worker: _Worker) -> None:
        """Ends a worker, by force if necessary."""
        self._expected.add(worker.id)
        process = worker.process
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.terminate()
            try:
                async with asyncio.timeout(END_S):
                    await process.wait()
            except TimeoutError:
                log.error("a worker does not end, and is killed")
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        self._gone(worker)

    # -- a rolling restart

    def _replace_all(self) -> None:
        if self._replacing is None or self._replacing.done():
            self._replacing = asyncio.get_running_loop().create_task(self._replace())

    async def _replace(self) -> None:
        for slot in range(1, self._count + 1):
            before = self._workers.get(slot)
            if before is None or before.process.returncode is not None:
                continue  # it is being started anyway
            if slot > 1:
                if await self._started(slot) is None:
                    log.error("worker %d could not be replaced", slot)
                    return
                await self._end(before)
                continue
            # The CSA port and the queue of jobs have one owner: the first worker ends before its successor
            # starts. The others serve the pages meanwhile.
            await self._end(before)
            while await self._started(slot) is None:
                log.error("worker %d could not be replaced", slot)
                await asyncio.sleep(BACK_OFF_S[-1])
        log.warning("all workers were replaced")


async def _end_of(process: asyncio.subprocess.Process) -> int:
    """Waits until a worker has ended, and kills it if it stands still: calls to it would wait for ever."""
    listening = asyncio.get_running_loop().create_task(_kill_if_still(process))
    try:
        return await process.wait()
    finally:
        listening.cancel()


async def _kill_if_still(process: asyncio.subprocess.Process) -> None:
    assert process.stdout is not None
    missed = 0  # counted, so that a pause of the whole machine is one
    while missed < MOST_MISSED:
        try:
            async with asyncio.timeout(BEAT_S):
                if not await process.stdout.readline():
                    return  # it is ending
            missed = 0
        except TimeoutError:
            missed += 1
    log.error("a worker stands still, and is killed")
    with suppress(ProcessLookupError):
        process.kill()
