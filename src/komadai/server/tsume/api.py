"""The HTTP calls of docs/wire.md about mate problems."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from komadai._core import Board, Move
from komadai.play.refusals import Refused
from komadai.play.texts import Words
from komadai.server.http.allowances import Allowances
from komadai.server.http.helpers import AnyRequest, answer, body_of, guest_of
from komadai.server.jobs.worker_pool import Desk
from komadai.server.positions import move_input
from komadai.server.records.positions import board_of, position_view
from komadai.server.server_clock import ServerClock
from komadai.server.tsume import progress as tsume_progress
from komadai.server.tsume import views as tsume_views
from komadai.server.tsume import wire as wt
from komadai.server.tsume.jobs import Job
from komadai.server.tsume.service import Dojo


@get("/api/tsume")
async def standing(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    allowances: NamedDependency[Allowances],
    dojo: NamedDependency[Dojo],
) -> Response[bytes]:
    """How far the guest is."""
    guest, now = guest_of(request), clock.now_ms()
    allowances.call(guest, now)
    return answer(await tsume_views.standing(dojo, await dojo.store.solver(guest), now))


@post("/api/tsume/next", status_code=200)
async def next_problem(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    allowances: NamedDependency[Allowances],
    dojo: NamedDependency[Dojo],
) -> Response[bytes]:
    """Puts a problem before the guest."""
    guest, now = guest_of(request), clock.now_ms()
    allowances.call(guest, now)
    ask = await body_of(request, wt.NextAsk)
    async with dojo.lock(guest):
        solver, problem = await dojo.next(await dojo.store.solver(guest), ask.plies, ask.run, now)
    return answer(tsume_views.problem(dojo, problem, await dojo.store.worths(), solver))


@get("/api/tsume/problems/{problem_id:str}")
async def one_problem(
    request: AnyRequest,
    problem_id: FromPath[str],
    clock: NamedDependency[ServerClock],
    allowances: NamedDependency[Allowances],
    dojo: NamedDependency[Dojo],
) -> Response[bytes]:
    """A problem by its name."""
    guest = guest_of(request)
    allowances.call(guest, clock.now_ms())
    problem, solver = dojo.problem(problem_id), await dojo.store.solver(guest)
    return answer(tsume_views.problem(dojo, problem, await dojo.store.worths(), solver))


@post("/api/tsume/answer", status_code=200)
async def answer_move(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    allowances: NamedDependency[Allowances],
    dojo: NamedDependency[Dojo],
    desk: NamedDependency[Desk],
) -> Response[bytes]:
    """Judges one move of the attacker."""
    guest, now = guest_of(request), clock.now_ms()
    allowances.call(guest, now)
    ask = await body_of(request, wt.AnswerAsk)
    problem = dojo.problem(ask.problem)
    board, made = dojo.played(guest, problem, ask)
    move = _move(board, ask, made[-1] if made else None)
    ruling = await desk.do(request.scope["state"]["address"], dojo.judge, problem, board.copy(), made, move)
    shown = [move] if ruling.reply is None else [move, ruling.reply]
    views = tsume_views.line(board, shown, made[-1] if made else None)
    last = made[-1] if made else None
    if ruling.verdict in ("goes_on", "solved"):
        for each in shown:
            board.push(each)
        last = shown[-1]
    after, change = None, None
    if ruling.verdict in ("solved", "wrong", "no_check"):
        async with dojo.lock(guest):
            before = await dojo.store.solver(guest)
            if before.problem == problem.id:
                after = await dojo.settle(before, problem, ruling.verdict == "solved", now)
                change = round(after.rating) - round(before.rating)
    return answer(
        wt.AnswerView(
            verdict=ruling.verdict,
            moves=views,
            position=position_view(board, last),
            equal=ruling.equal,
            seal=dojo.seal(guest, problem, [*made, *shown]) if ruling.verdict == "goes_on" else "",
            plies=ruling.plies,
            change=change,
            standing=None if after is None else await tsume_views.standing(dojo, after, now),
        )
    )


@post("/api/tsume/hint", status_code=200)
async def hint(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    allowances: NamedDependency[Allowances],
    dojo: NamedDependency[Dojo],
    desk: NamedDependency[Desk],
) -> Response[bytes]:
    """Which piece moves, or the move itself."""
    guest, now = guest_of(request), clock.now_ms()
    allowances.call(guest, now)
    ask = await body_of(request, wt.HintAsk)
    problem = dojo.problem(ask.problem)
    board, made = dojo.played(guest, problem, ask)
    line = await desk.do(request.scope["state"]["address"], dojo.best, problem, board.copy(), made)
    if not line:
        raise Refused("not_found")
    async with dojo.lock(guest):
        solver = await dojo.store.solver(guest)
        if solver.problem == problem.id and not solver.hinted:
            await dojo.store.save(tsume_progress.hinted(solver), now)
    move = line[0]
    start, drop = move.usi()[:2], move.drop
    view = tsume_views.line(board, [move], made[-1] if made else None)[0] if ask.whole else None
    return answer(wt.HintView(None if drop else start, drop.letter if drop else None, view))


@post("/api/tsume/give-up", status_code=200)
async def give_up(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    allowances: NamedDependency[Allowances],
    dojo: NamedDependency[Dojo],
    desk: NamedDependency[Desk],
) -> Response[bytes]:
    """Shows the solution; the attempt is lost."""
    guest, now = guest_of(request), clock.now_ms()
    allowances.call(guest, now)
    ask = await body_of(request, wt.GiveUpAsk)
    problem = dojo.problem(ask.problem)
    board, made = dojo.played(guest, problem, ask)
    line = await desk.do(request.scope["state"]["address"], dojo.best, problem, board.copy(), made)
    async with dojo.lock(guest):
        solver = await dojo.store.solver(guest)
        if solver.problem == problem.id:
            solver = await dojo.settle(solver, problem, False, now)
    views = tsume_views.line(board, line, made[-1] if made else None)
    return answer(wt.GaveUp(views, await tsume_views.standing(dojo, solver, now)))


@post("/api/tsume/runs", status_code=200)
async def begin_run(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    allowances: NamedDependency[Allowances],
    dojo: NamedDependency[Dojo],
) -> Response[bytes]:
    """A timed run begins."""
    guest, now = guest_of(request), clock.now_ms()
    allowances.call(guest, now)
    await body_of(request, wt.Nothing)
    async with dojo.lock(guest):
        solver = tsume_progress.run_begun(await dojo.store.solver(guest), now)
        await dojo.store.save(solver, now)
    return answer(await tsume_views.standing(dojo, solver, now))


@post("/api/tsume/jobs")
async def begin_job(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    allowances: NamedDependency[Allowances],
    dojo: NamedDependency[Dojo],
) -> Response[bytes]:
    """A position is to be solved or judged."""
    guest, address = guest_of(request), request.scope["state"]["address"]
    ask = await body_of(request, wt.JobAsk)
    allowances.record(guest, address, clock.now_ms())
    job = Job(guest, ask.kind, board_of(ask.sfen), ask.seconds)
    dojo.bench.begin(job, address)
    return answer(tsume_views.job(job), 201)


@get("/api/tsume/jobs/{job_id:str}")
async def one_job(
    request: AnyRequest,
    job_id: FromPath[str],
    clock: NamedDependency[ServerClock],
    allowances: NamedDependency[Allowances],
    dojo: NamedDependency[Dojo],
    desk: NamedDependency[Desk],
) -> Response[bytes]:
    """Where a job stands."""
    guest = guest_of(request)
    allowances.call(guest, clock.now_ms())
    job = dojo.bench.job(job_id, guest)
    if job.state != "done":
        return answer(tsume_views.job(job))
    # A whole tree of variations is written out.
    return answer(await desk.do(request.scope["state"]["address"], tsume_views.job, job))


@post("/api/tsume/jobs/{job_id:str}/stop", status_code=200)
async def stop_job(
    request: AnyRequest,
    job_id: FromPath[str],
    clock: NamedDependency[ServerClock],
    allowances: NamedDependency[Allowances],
    dojo: NamedDependency[Dojo],
) -> Response[bytes]:
    """Ends a job soon."""
    guest = guest_of(request)
    allowances.call(guest, clock.now_ms())
    await body_of(request, wt.Nothing)
    job = dojo.bench.job(job_id, guest)
    job.stop()
    return answer(tsume_views.job(job))


def _move(board: Board, ask: wt.AnswerAsk, previous: Move | None) -> Move:
    if (ask.usi is None) == (ask.typed is None):
        why = Words("usi: expected either usi or typed", "usiとtypedのどちらか一方が必要です")
        raise Refused("invalid", "usi", why=why)
    typed = ask.typed or ""
    move = move_input.typed(board, typed, previous) if ask.usi is None else move_input.from_usi(ask.usi)
    infraction = board.infraction(move)
    if infraction is not None:
        raise Refused("illegal", why=Words(infraction.text("en"), infraction.text("ja")))
    return move


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (
    standing,
    next_problem,
    one_problem,
    answer_move,
    hint,
    give_up,
    begin_run,
    begin_job,
    one_job,
    stop_job,
)
