"""One of the processes of ``komadai serve --workers N``; see `supervisor`."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import signal
import socket
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec

from komadai.server import logs
from komadai.server.cluster.cluster import Cluster
from komadai.server.db.database import DATABASE_ERRORS, reason_of
from komadai.server.errors import StartError
from komadai.server.periodic import Periodic
from komadai.server.serve import run_worker
from komadai.server.supervisor import BEAT_S, END_S, READY
from komadai.server.worker_states import WorkerStates

if TYPE_CHECKING:
    import uvicorn
    from litestar import Litestar

    from komadai.server.monitoring import Health
    from komadai.server.settings import Settings

    Given = tuple[Settings, logs.LogFormat, tuple[int, int | None, int | None]]

log: Final = logging.getLogger(__name__)

FORCED_S: Final = END_S
"""A worker whose supervisor is gone ends after this time in any case."""


def main() -> int:
    """Serves until SIGTERM, or until the supervisor ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all; the supervisor decides
    settings, log_format, (listener, desk, csa) = _given()
    logs.configure(log_format)
    sockets = [socket.socket(fileno=each) for each in (listener, desk) if each is not None]
    csa_listener = None if csa is None else socket.socket(fileno=csa)
    for each in (*sockets, *([csa_listener] if csa_listener is not None else [])):
        each.setblocking(False)
    try:
        run_worker(settings, sockets, csa_listener, _obey)
    except StartError as error:
        log.error("worker %d cannot start: %s", settings.worker.slot, error)
        return 1
    return 0


def _given() -> Given:
    """The settings and descriptors from the supervisor."""
    given: Given = pickle.loads(_read(int.from_bytes(_read(8), "big")))
    return given


def _read(size: int) -> bytes:
    data = b""
    while len(data) < size:
        part = os.read(0, size - len(data))
        if not part:
            sys.exit(1)  # the supervisor has ended
        data += part
    return data


async def _obey(server: uvicorn.Server, app: Litestar) -> None:
    """Says that the worker accepts connections, and does what the supervisor says."""
    os.write(1, READY)
    os.set_blocking(1, False)
    beating = Periodic(_beat, BEAT_S / 2, "tell the supervisor that the event loop runs", at_once=False)
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        await _told(app.state.core.cluster, app.state.health, line.decode().strip())
    beating.cancel()
    forced = threading.Timer(FORCED_S, os._exit, (1,))
    forced.daemon = True
    forced.start()
    server.should_exit = True


async def _told(cluster: Cluster, health: Health, line: str) -> None:
    """Does what the supervisor says. If it fails the worker goes on, and so notices the supervisor's end."""
    word, _, value = line.partition(" ")
    try:
        if word == "dead":
            await cluster.ended(value)
        elif word == "workers":
            health.hear(msgspec.json.decode(value, type=WorkerStates))
    except Exception as error:
        expected = isinstance(error, DATABASE_ERRORS)
        log.error("could not do what the supervisor says: %s", reason_of(error), exc_info=not expected)


async def _beat() -> None:
    with suppress(BlockingIOError, BrokenPipeError):
        os.write(1, b"runs\n")


if __name__ == "__main__":
    sys.exit(main())
