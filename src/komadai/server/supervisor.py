"""``komadai serve --workers N``: starts the processes, replaces those that end, and ends them.

uvicorn has a supervisor of its own. It ends a process before its successor is ready, does not tell the others
which one has died, and leaves them behind when it is killed itself.

Each worker has a pipe from the supervisor: its settings, then lines ``dead ID`` and ``workers STATES``. The
end of the pipe is the end of the supervisor, and then the worker ends, too. The other way it says that it is
ready, and then again and again that it runs.
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

import msgspec

from komadai.server.errors import StartError
from komadai.server.logs import LogFormat
from komadai.server.settings import Settings, WorkerSettings
from komadai.server.worker_states import WorkerStates

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
COMMAND: Final = (sys.executable, "-m", "komadai.server.worker_process")
BEAT_S: Final = 5.0
"""A worker says so often that it runs."""
LATE: Final = 2
"""After this number of unanswered checks in a row a worker counts as accepting no connections."""
MAX_MISSED: Final = 6
"""After this number of unanswered checks in a row a worker is killed."""


def node_name(data_dir: Path) -> str:
    """The name of this machine and data folder."""
    return f"{socket.gethostname()}:{data_dir.resolve()}"


@dataclass(frozen=True)
class WorkerStart:
    """The input of a worker: settings, and descriptors that it inherits."""

    settings: Settings
    log: LogFormat
    listener: socket.socket
    desk: socket.socket
    """The socket of the first worker, for the others."""
    csa_listener: socket.socket | None
    lock: int
    """The lock of the data folder: it stays locked until the last worker has ended."""


@dataclass
class _Worker:
    id: str
    process: asyncio.subprocess.Process
    began: float


class _NotStarted(Exception):
    """A worker has not started. ``by_itself``: it ended without being killed, so another one will, too."""

    def __init__(self, why: str, *, by_itself: bool = False) -> None:
        super().__init__(why)
        self.by_itself = by_itself


class Supervisor:
    """The workers of one machine."""

    def __init__(self, start: WorkerStart, count: int, ready: Callable[[], None]) -> None:
        self._start = start
        self._count = count
        self._ready = ready
        self._workers: dict[int, _Worker] = {}
        """The worker of each slot."""
        self._failures: dict[int, int] = {}
        """How often in a row the worker of a slot has ended soon or has not started."""
        self._missing: dict[int, float] = {}
        """The slots whose worker accepts no connections, and since when."""
        self._accepted: set[int] = set()
        """The slots whose worker has accepted connections once."""
        self._living: set[str] = set()
        self._ending = asyncio.Event()
        self._replacing: asyncio.Task[None] | None = None
        self._expected: set[str] = set()
        """The workers that have been asked to end."""

    async def run(self) -> None:
        """Runs until SIGTERM or SIGINT. Raises StartError if a worker ends by itself at its first start."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._ending.set)
        loop.add_signal_handler(signal.SIGHUP, self._replace_all)
        self._missing = dict.fromkeys(range(1, self._count + 1), loop.time())
        keeping: list[asyncio.Task[None]] = []
        try:
            # One after the other: the first one pauses the games that an earlier server has left.
            for slot in range(1, self._count + 1):
                await self._begin(slot)
                if self._ending.is_set():
                    return
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

    async def _begin(self, slot: int) -> None:
        """Starts the first worker of this slot, again and again if it is killed. Raises StartError."""
        while slot not in self._workers and not self._ending.is_set():
            try:
                await self._started(slot)
            except _NotStarted as error:
                if error.by_itself:
                    raise StartError.with_code("worker-not-started", number=str(slot)) from error
                await self._back_off(slot)

    async def _started(self, slot: int) -> None:
        """Starts a worker of this slot. It accepts connections then, unless the server is ending.

        Raises _NotStarted, which has been logged and counted.
        """
        made: _Worker | None = None
        try:
            made = await self._spawned(slot)
            await self._wait_until_ready(made)
        except BaseException as error:
            if made is not None:
                await self._end(made)
            if not isinstance(error, Exception):
                raise
            self._failures[slot] = self._failures.get(slot, 0) + 1
            expected = isinstance(error, _NotStarted | OSError)
            log.error("worker %d has not started: %s", slot, error, exc_info=not expected)
            raise error if isinstance(error, _NotStarted) else _NotStarted(str(error)) from error
        if self._ending.is_set():
            await self._end(made)
            return
        self._workers[slot] = made
        self._accepts(slot)

    async def _spawned(self, slot: int) -> _Worker:
        """The process of a new worker, which has its settings. Raises OSError."""
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
            states=self._states(),
        )
        settings = replace(start.settings, worker=worker, csa=start.settings.csa if csa is not None else None)
        descriptors = start.listener.fileno(), desk, csa
        process = await asyncio.create_subprocess_exec(
            *COMMAND,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            pass_fds=[each for each in (*descriptors, start.lock) if each is not None],
        )
        made = _Worker(worker.id, process, asyncio.get_running_loop().time())
        self._living.add(made.id)
        assert process.stdin is not None
        given = pickle.dumps((settings, start.log, descriptors))
        process.stdin.write(len(given).to_bytes(8, "big") + given)
        return made

    async def _wait_until_ready(self, worker: _Worker) -> None:
        """Waits until a worker accepts connections, or the server ends. Raises _NotStarted."""
        waiting = asyncio.create_task(self._ending.wait())
        answering = asyncio.create_task(_says_ready(worker.process))
        try:
            done, _ = await asyncio.wait(
                {waiting, answering}, timeout=READY_S, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            waiting.cancel()
            answering.cancel()
        if self._ending.is_set():
            return
        if answering not in done:
            raise _NotStarted(f"it took longer than {READY_S:.0f} s")
        if not answering.result():
            with suppress(TimeoutError):
                code = await asyncio.wait_for(worker.process.wait(), END_S)
                raise _NotStarted(f"it has ended ({code})", by_itself=code >= 0)
            raise _NotStarted("it has closed its output")

    async def _keep(self, slot: int) -> None:
        """Starts the worker of this slot again each time that it ends by itself."""
        while True:
            try:
                await self._look_after(slot)
            except Exception:
                log.exception("worker %d could not be looked after", slot)
                await asyncio.sleep(BACK_OFF_S[-1])

    async def _look_after(self, slot: int) -> None:
        """Waits until the worker of this slot has ended and another one has been started."""
        worker = self._workers[slot]
        code = await _end_of(worker.process, lambda runs: self._heard(slot, worker, runs))
        if worker.id in self._expected:
            while self._workers[slot] is worker:  # its successor is being started
                await asyncio.sleep(0.05)
            return
        self._misses(slot)
        self._gone(worker)
        log.error("worker %d has ended (%d), and is started again", slot, code)
        steady = asyncio.get_running_loop().time() - worker.began > STEADY_S
        self._failures[slot] = 1 if steady else self._failures.get(slot, 0) + 1
        while self._workers[slot] is worker:
            await self._back_off(slot)
            with suppress(_NotStarted):
                await self._started(slot)

    async def _back_off(self, slot: int) -> None:
        """Waits the longer, the more often the worker of this slot has failed in a row."""
        seconds = BACK_OFF_S[min(self._failures[slot] - 1, len(BACK_OFF_S) - 1)]
        with suppress(TimeoutError):
            await asyncio.wait_for(self._ending.wait(), seconds)

    def _gone(self, worker: _Worker) -> None:
        """Tells the other workers that this one has ended, so that they take its games over at once."""
        self._living.discard(worker.id)
        self._tell(f"dead {worker.id}")

    def _tell(self, line: str) -> None:
        """Sends a line to all workers."""
        for worker in self._workers.values():
            stdin = worker.process.stdin
            if worker.process.returncode is None and stdin is not None and not stdin.is_closing():
                stdin.write(f"{line}\n".encode())

    # -- who accepts connections

    def _states(self) -> WorkerStates:
        now = asyncio.get_running_loop().time()
        missing = {slot: now - since for slot, since in self._missing.items()}
        return WorkerStates(self._count, len(self._accepted) == self._count, missing)

    def _accepts(self, slot: int) -> None:
        """The worker of this slot accepts connections now."""
        self._missing.pop(slot, None)
        self._accepted.add(slot)
        self._tell_states()

    def _misses(self, slot: int) -> None:
        """No worker of this slot accepts connections now."""
        self._missing.setdefault(slot, asyncio.get_running_loop().time())
        self._tell_states()

    def _tell_states(self) -> None:
        self._tell(f"workers {msgspec.json.encode(self._states()).decode()}")

    def _heard(self, slot: int, worker: _Worker, runs: bool) -> None:
        """The worker has said that it runs, or has said nothing for some time."""
        if self._workers[slot] is worker and worker.id not in self._expected:
            if runs and slot in self._missing:
                self._accepts(slot)
            elif not runs:
                self._misses(slot)

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
                try:
                    await self._started(slot)
                except _NotStarted:
                    log.error("worker %d could not be replaced", slot)
                    return
                await self._end(before)
                continue
            # The CSA port and the queue of jobs have one owner: the first worker ends before its successor
            # starts. The others serve the pages meanwhile.
            self._misses(slot)
            await self._end(before)
            while self._workers[slot] is before:
                try:
                    await self._started(slot)
                except _NotStarted:
                    await asyncio.sleep(BACK_OFF_S[-1])
        log.warning("all workers were replaced")


async def _says_ready(process: asyncio.subprocess.Process) -> bool:
    """Whether a worker accepts connections; False if it closes its output before."""
    assert process.stdout is not None
    while line := await process.stdout.readline():
        if line == READY:
            return True
    return False


async def _end_of(process: asyncio.subprocess.Process, heard: Callable[[bool], None]) -> int:
    """Waits until a worker has ended, and kills it if it stands still: calls to it would wait for ever.

    ``heard`` is called with True when it says that it runs, and with False when it has not LATE times.
    """
    listening = asyncio.get_running_loop().create_task(_kill_if_still(process, heard))
    try:
        return await process.wait()
    finally:
        listening.cancel()


async def _kill_if_still(process: asyncio.subprocess.Process, heard: Callable[[bool], None]) -> None:
    assert process.stdout is not None
    missed = 0  # counted, so that a pause of the whole machine is one
    while missed < MAX_MISSED:
        try:
            async with asyncio.timeout(BEAT_S):
                if not await process.stdout.readline():
                    return  # it is ending
            missed = 0
            heard(True)
        except TimeoutError:
            missed += 1
            if missed == LATE:
                heard(False)
        except ValueError:
            missed = 0  # a line that is too long is a sign of life, too
    log.error("a worker stands still, and is killed")
    with suppress(ProcessLookupError):
        process.kill()
