"""The HTTP call of the coach, who helps a player against the computer; see docs/wire.md."""

from __future__ import annotations

from typing import Final

from litestar import Response, post
from litestar.di import NamedDependency
from litestar.types import ControllerRouterHandler

from komadai import study
from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, body_of, guest_of
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.records.positions import board_after
from komadai.server.server_clock import ServerClock
from komadai.server.study import proverb_views
from komadai.server.study import proverbs_wire as wire


@post("/api/coach", status_code=200, body=wire.CoachRequest, answers=wire.CoachAnswer, helps=True)
async def coach(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    workers: NamedDependency[CpuWorkerPool],
) -> Response[bytes]:
    """One proverb at most that helps the side to move."""
    quotas.call(guest_of(request), clock.now_ms())
    ask = await body_of(request, wire.CoachRequest)
    board = board_after(ask)
    found = await workers.run(request.scope["state"]["address"], study.hint, board, without=ask.said)
    return answer(wire.CoachAnswer(None if found is None else proverb_views.hint(found)))


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (coach,)
