"""What monitoring programs read: ``/healthz`` and ``/metrics``."""

from __future__ import annotations

import asyncio
import hmac
import math
import time
from typing import Any, Final

import msgspec
from litestar import Request, Response, get
from litestar.di import NamedDependency

from komadai.server import metrics
from komadai.server.db.database import DATABASE_ERRORS, Database
from komadai.server.errors import ApiError
from komadai.server.http.answers import answer
from komadai.server.settings import Settings

TIMEOUT_S: Final = 5.0
VALID_S: Final = 1.0
"""How long a result of the check is used again, so that frequent requests cost no queries."""


class HealthAnswer(msgspec.Struct, frozen=True):
    """Whether the server can work: ``status`` is ``ok`` or ``failing``, ``database`` too."""

    status: str
    database: str


class Health:
    """Checks whether the database answers."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = asyncio.Lock()
        self._checked_at = -math.inf
        self._ok = False

    async def ok(self) -> bool:
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


@get("/healthz", include_in_schema=False)
async def healthz(health: NamedDependency[Health]) -> Response[bytes]:
    """200 if the server can work, else 503. It is answered under any Host and needs no session."""
    if await health.ok():
        return answer(HealthAnswer("ok", "ok"))
    return answer(HealthAnswer("failing", "failing"), status=503)


@get("/metrics", include_in_schema=False)
async def read_metrics(
    request: Request[Any, Any, Any], settings: NamedDependency[Settings]
) -> Response[bytes]:
    """The metrics, with the header ``Authorization: Bearer TOKEN``; without a configured token not found."""
    token = settings.metrics_token
    if token is None:
        raise ApiError("not_found")
    expected = f"Bearer {token}".encode()
    given = request.headers.get("authorization", "")
    if not hmac.compare_digest(given.encode("utf-8", "replace"), expected):
        if given:
            request.scope["state"]["log_refusal"]("metrics_token")
        metrics.refusals.labels("metrics_token").inc()
        raise ApiError("metrics_token")
    return Response(
        metrics.text(), headers={"Content-Type": metrics.CONTENT_TYPE, "Cache-Control": "no-store"}
    )


HANDLERS: Final = (healthz, read_metrics)
