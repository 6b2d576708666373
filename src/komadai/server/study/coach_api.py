"""The HTTP call of the coach, who helps a player against the computer; see docs/wire.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from litestar import Response, post
from litestar.di import NamedDependency
from litestar.types import ControllerRouterHandler

from komadai import Board, study
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
    """What the side to move loses; if that is nothing, one proverb at most that helps it."""
    quotas.call(guest_of(request), clock.now_ms())
    ask = await body_of(request, wire.CoachRequest)
    board = board_after(ask)
    found = await workers.run(request.scope["state"]["address"], _advice, board, ask.said)
    return answer(wire.CoachAnswer(found))


def _advice(board: Board, said: Sequence[str]) -> wire.CoachHintView | None:
    lost = study.danger(board)
    if lost is not None:
        return proverb_views.danger(lost)
    found = study.hint(board, without=said)
    return None if found is None else proverb_views.hint(found)


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (coach,)
