"""The HTTP call of the coach, who helps a player against the computer; see docs/wire.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from litestar import post
from litestar.params import JSONBody

from komadai import Board, study
from komadai.server.coach import views, wire
from komadai.server.http.calls import Calls
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.people.caller import Caller
from komadai.server.records.positions import board_after


class CoachCalls(Calls):
    """The coach's hints."""

    path = "/api/coach"
    workers: CpuWorkerPool

    @post("/", status_code=200, helps=True)
    async def coach(self, caller: Caller, data: JSONBody[wire.CoachRequest]) -> wire.CoachAnswer:
        """Tells what the side to move loses; if it loses nothing, one proverb at most that helps it.

        At most 1,000 moves, all legal. Of a danger ``id``, ``proverb`` and ``about`` are null; a proverb is
        none of those in ``said``. 403 ``playing`` for who plays against a person.
        """
        board = board_after(data)
        found = await self.workers.run(caller.address, _advice, board, data.said)
        return wire.CoachAnswer(found)


def _advice(board: Board, said: Sequence[str]) -> wire.CoachHintView | None:
    lost = study.danger(board)
    if lost is not None:
        return views.danger(lost)
    found = study.hint(board, without=said)
    return None if found is None else views.hint(found)


CALLS: Final = (CoachCalls,)
