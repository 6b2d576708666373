"""The addresses for monitoring programs: ``/healthz`` and ``/metrics``."""

from __future__ import annotations

import asyncio
import hmac
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal, Self

import msgspec
from litestar import Response, get
from litestar.types import EmptyType

from komadai.server import metrics
from komadai.server.core import Core
from komadai.server.db.database import DATABASE_ERRORS, Database
from komadai.server.errors import ApiError
from komadai.server.http.answers import answer
from komadai.server.http.calls import Calls
from komadai.server.http.requests import AnyRequest
from komadai.server.room import Room
from komadai.server.settings import Settings
from komadai.server.worker_states import WorkerStates

TIMEOUT_S: Final = 5.0
VALID_S: Final = 1.0
"""How long a result of the check is used again, so that frequent requests cost no queries."""

WRITES_VALID_S: Final = 5.0
"""The same for a write."""

Status = Literal["ok", "failing"]


class HealthAnswer(msgspec.Struct, frozen=True):
    """Whether the server can work, and why not."""

    status: Status
    database: Status
    writes: Status
    """Whether it stores what it is given. If the disk is full, the server can still show what it has."""
    workers: tuple[int, ...]
    """The numbers of the processes that accept connections."""


class Health:
    """Checks whether the database answers, and knows which processes accept connections."""

    def __init__(self, database: Database, states: WorkerStates, now_ms: Callable[[], int]) -> None:
        self._database = database
        self._now_ms = now_ms
        self._writing = asyncio.Lock()
        self._written_at = -math.inf
        self._states = states
        self._states_at = time.monotonic()
        self._lock = asyncio.Lock()
        self._checked_at = -math.inf
        self._ok = False

    def hear(self, states: WorkerStates) -> None:
        """The supervisor tells which workers accept connections now."""
        self._states, self._states_at = states, time.monotonic()

    async def answer(self) -> HealthAnswer:
        """The state of the server."""
        database, writes = await asyncio.gather(self._database_answers(), self._stores())
        healthy = database and self._states.are_healthy(time.monotonic() - self._states_at)
        return HealthAnswer(
            _status(healthy), _status(database), _status(database and writes), self._states.accepting
        )

    async def _stores(self) -> bool:
        """Whether the last write has succeeded; without one within WRITES_VALID_S one is made now."""
        async with self._writing:
            writes = self._database.writes
            if not writes.failing and time.monotonic() - self._written_at > WRITES_VALID_S:
                stored = await writes.attempt(
                    lambda: self._database.save_heartbeat(self._now_ms()), "save the heartbeat"
                )
                if not stored:
                    return False
                self._written_at = time.monotonic()
            return not writes.failing

    async def _database_answers(self) -> bool:
        """Whether the database has answered a query within the last second, or answers one now."""
        async with self._lock:
            if time.monotonic() - self._checked_at > VALID_S:
                try:
                    async with asyncio.timeout(TIMEOUT_S):
                        await self._database.ping()
                except (*DATABASE_ERRORS, TimeoutError):
                    self._ok = False
                else:
                    self._ok = True
                self._checked_at = time.monotonic()
            return self._ok


def _status(ok: bool) -> Status:
    return "ok" if ok else "failing"


class MonitoringCalls(Calls):
    """The calls of monitoring programs."""

    opt: dict[str, Any] = Calls.opt | {"cost": None}
    include_in_schema: bool | EmptyType = False
    settings: Settings
    health: Health

    @get("/healthz")
    async def healthz(self) -> Response[bytes]:
        """200 if the server can work or at least show what it has, else 503.

        It is answered under any Host and needs no session.
        """
        found = await self.health.answer()
        return answer(found, status=200 if found.status == "ok" else 503)

    @get("/metrics")
    async def read_metrics(self, request: AnyRequest) -> Response[bytes]:
        """The metrics, with the header ``Authorization: Bearer TOKEN``; not found if none is configured."""
        token = self.settings.metrics_token
        if token is None:
            raise ApiError("not_found")
        expected = f"Bearer {token}".encode()
        given = request.headers.get("authorization", "")
        if not hmac.compare_digest(given.encode("utf-8", "replace"), expected):
            if given:
                request.scope["state"]["log_refusal"]("metrics_token")
            metrics.refusals.labels("metrics_token").inc()
            raise ApiError("metrics_token")
        headers = {"Content-Type": metrics.CONTENT_TYPE, "Cache-Control": "no-store"}
        return Response(metrics.text(), headers=headers)


@dataclass(frozen=True, kw_only=True)
class MonitoringRoom(Room):
    """The calls of monitoring programs."""

    calls: ClassVar[Sequence[type[Calls]]] = (MonitoringCalls,)
    health: Health

    @classmethod
    def open(cls, core: Core) -> Self:
        return cls(health=Health(core.database, core.settings.worker.states, core.clock.now_ms))
