"""The supervisor of the workers: who is killed is started again, who stands still is killed."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from komadai.server import supervisor
from komadai.server.errors import StartError
from komadai.server.settings import Settings
from komadai.server.supervisor import Supervisor, WorkerStart
from komadai.server.worker_states import WorkerStates
from tests.processes import PATIENCE_S

RUNS = "import time\nwhile True: print('runs', flush=True); time.sleep(0.05)"
STANDS = "import time\nprint('runs', flush=True); time.sleep(1000)"
ENDS = "raise SystemExit(3)"


async def end_of(program: str, heard: list[bool]) -> int:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE
    )
    try:
        async with asyncio.timeout(60 if program != RUNS else 5):
            return await supervisor._end_of(process, heard.append)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def test_a_worker_that_stands_still_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "BEAT_S", 0.1)
    heard: list[bool] = []
    assert asyncio.run(end_of(STANDS, heard)) == -signal.SIGKILL
    assert heard[-1] is False, "it accepts no connections from then on"


def test_a_worker_that_ends_is_not_waited_for() -> None:
    assert asyncio.run(end_of(ENDS, [])) == 3


def test_a_worker_that_says_that_it_runs_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "BEAT_S", 0.5)
    with pytest.raises(TimeoutError):
        asyncio.run(end_of(RUNS, []))


WORKER = """
import os, pickle, signal, sys, threading, time
from pathlib import Path
size = int.from_bytes(os.read(0, 8), "big")
data = b""
while len(data) < size:
    data += os.read(0, size - len(data))
settings, _, _ = pickle.loads(data)
folder, slot = settings.data_dir, settings.worker.slot
starts = len(list(folder.glob(f"start-{slot}-*")))
(folder / f"start-{slot}-{os.getpid()}").touch()
plan = (folder / f"plan-{slot}").read_text().split()
step = plan[min(starts, len(plan) - 1)]
if step == "killed":
    os.kill(os.getpid(), signal.SIGKILL)
if step == "ends":
    sys.exit(1)
if step == "talks":
    print("a line of a library", flush=True)
print("ready", flush=True)

def beat():
    while True:
        time.sleep(0.5)
        print("runs", flush=True)

threading.Thread(target=beat, daemon=True).start()
for line in sys.stdin:
    with (folder / f"heard-{slot}").open("a") as file:
        file.write(line)
"""
"""A worker that starts as its plan says, and stores what it hears of the supervisor."""


class Workers:
    """Two such workers under a supervisor."""

    def __init__(self, folder: Path, first: str, second: str) -> None:
        self.folder = folder
        (folder / "worker.py").write_text(WORKER)
        for slot, plan in ((1, first), (2, second)):
            (folder / f"plan-{slot}").write_text(plan)

    def starts(self, slot: int) -> int:
        return len(list(self.folder.glob(f"start-{slot}-*")))

    def states(self) -> WorkerStates | None:
        """What the first worker has heard last of who accepts connections."""
        path = self.folder / "heard-1"
        lines = path.read_text().splitlines() if path.exists() else []
        told = [line.removeprefix("workers ") for line in lines if line.startswith("workers ")]
        return msgspec.json.decode(told[-1], type=WorkerStates) if told else None

    async def until(self, condition: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not condition():
                await asyncio.sleep(0.02)

    def run(self, test: Callable[[Supervisor], Awaitable[None]], patch: pytest.MonkeyPatch) -> None:
        """Runs the supervisor until the test has ended; raises what it raises."""

        async def main() -> None:
            ready = asyncio.Event()
            with (
                socket.create_server(("127.0.0.1", 0)) as listener,
                socket.create_server(("127.0.0.1", 0)) as desk,
                (self.folder / "lock").open("w") as lock,
            ):
                start = WorkerStart(
                    Settings(self.folder), "text", listener, desk, csa_listener=None, lock=lock.fileno()
                )
                running = Supervisor(start, 2, ready.set)
                serving = asyncio.create_task(running.run())
                waiting = asyncio.create_task(ready.wait())
                await asyncio.wait({serving, waiting}, return_when=asyncio.FIRST_COMPLETED)
                if serving.done():
                    waiting.cancel()
                    await serving
                try:
                    await test(running)
                finally:
                    running._ending.set()
                    await serving

        patch.setattr(supervisor, "COMMAND", (sys.executable, str(self.folder / "worker.py")))
        patch.setattr(supervisor, "BACK_OFF_S", (0.0, 0.01))
        asyncio.run(main())


@pytest.mark.parametrize("slot", [1, 2])
def test_a_worker_that_is_killed_while_it_starts_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, slot: int
) -> None:
    plans = ["runs", "runs"]
    plans[slot - 1] = "killed killed runs"
    workers = Workers(tmp_path, *plans)

    async def test(_: Supervisor) -> None:
        await workers.until(lambda: (states := workers.states()) is not None and states.complete)
        states = workers.states()
        assert states is not None
        assert states.accepting == (1, 2)

    workers.run(test, monkeypatch)
    assert (workers.starts(slot), workers.starts(3 - slot)) == (3, 1)
    assert caplog.text.count(f"worker {slot} has not started: it has ended (-9)") == 2


def test_a_worker_that_cannot_start_ends_the_server_with_a_line_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(_: Supervisor) -> None:
        raise AssertionError

    with pytest.raises(StartError, match="worker 2 does not start"):
        Workers(tmp_path, "runs", "ends").run(test, monkeypatch)
    assert "worker 2 has not started: it has ended (1)" in caplog.text


def test_what_a_library_prints_before_a_worker_is_ready_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(_: Supervisor) -> None:
        assert (workers.starts(1), workers.starts(2)) == (1, 1)

    workers = Workers(tmp_path, "runs", "talks")
    workers.run(test, monkeypatch)


def test_the_others_hear_which_worker_is_missing_until_it_has_been_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(running: Supervisor) -> None:
        second = running._workers[2].process
        second.kill()
        await workers.until(lambda: workers.starts(2) == 4)
        await workers.until(lambda: (states := workers.states()) is not None and not states.missing_s)

    workers = Workers(tmp_path, "runs", "runs ends killed runs")
    workers.run(test, monkeypatch)
    told = (tmp_path / "heard-1").read_text()
    assert '"complete":true,"missing_s":{"2":' in told
    assert "worker 2 has ended (-9), and is started again" in caplog.text
    assert "worker 2 has not started: it has ended (1)" in caplog.text


def test_a_worker_that_no_process_can_be_made_for_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    spawn, calls = Supervisor._spawned, 0

    async def fails(self: Supervisor, slot: int) -> Any:
        nonlocal calls
        calls += 1
        if calls in (2, 4, 5):
            raise OSError("no memory") if calls != 5 else RuntimeError("unexpected")
        return await spawn(self, slot)

    async def test(running: Supervisor) -> None:
        running._workers[2].process.kill()
        await workers.until(lambda: workers.starts(2) == 2)

    monkeypatch.setattr(Supervisor, "_spawned", fails)
    workers = Workers(tmp_path, "runs", "runs")
    workers.run(test, monkeypatch)
    assert caplog.text.count("worker 2 has not started: no memory") == 2
    assert caplog.text.count("worker 2 has not started: unexpected") == 1


def test_an_unexpected_error_does_not_end_the_care_for_a_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    end_of_worker, calls = supervisor._end_of, 0

    async def fails(process: Any, heard: Callable[[bool], None]) -> int:
        nonlocal calls
        calls += 1
        if calls <= 2:  # once for each worker
            raise RuntimeError("unexpected")
        return await end_of_worker(process, heard)

    async def test(running: Supervisor) -> None:
        await workers.until(lambda: calls == 4)
        running._workers[2].process.kill()
        await workers.until(lambda: workers.starts(2) == 2)

    monkeypatch.setattr(supervisor, "_end_of", fails)
    workers = Workers(tmp_path, "runs", "runs")
    workers.run(test, monkeypatch)
    assert caplog.text.count("could not be looked after") == 2
