"""The HTTP calls of mate problems; see docs/wire.md."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from komadai._core import Board, Move
from komadai.errors import TsumeError
from komadai.play.texts import Text
from komadai.server.errors import ApiError
from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, body_of, guest_of
from komadai.server.http.wire import EmptyRequest
from komadai.server.jobs.calls import job_calls
from komadai.server.jobs.job_queue import Job, JobQueue
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.positions import move_input
from komadai.server.records.positions import board_of, position_view
from komadai.server.server_clock import ServerClock
from komadai.server.tsume import progress as tsume_progress
from komadai.server.tsume import views as tsume_views
from komadai.server.tsume import wire as wt
from komadai.server.tsume.jobs import TsumeTask
from komadai.server.tsume.service import TsumeService, whole_line
from komadai.tsume.proof_tree import ProofTree

STEP_MB: Final = 32
STEP_SECONDS: Final = 2.0
"""The memory and the time of a step of the solver's tree."""


@get("/api/tsume", answers=wt.Standing)
async def standing(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    tsume: NamedDependency[TsumeService],
) -> Response[bytes]:
    """The progress of the guest."""
    guest, now = guest_of(request), clock.now_ms()
    quotas.call(guest, now)
    return answer(await tsume_views.standing(tsume, await tsume.store.solver(guest), now))


@post("/api/tsume/next", status_code=200, body=wt.NextRequest, answers=wt.ProblemView)
async def next_problem(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    tsume: NamedDependency[TsumeService],
) -> Response[bytes]:
    """Gives the guest a problem."""
    guest, now = guest_of(request), clock.now_ms()
    quotas.call(guest, now)
    ask = await body_of(request, wt.NextRequest)
    async with tsume.lock(guest):
        solver, problem = await tsume.next(await tsume.store.solver(guest), ask.plies, ask.run, now)
    return answer(await tsume_views.problem(tsume, problem, await tsume.store.problem_ratings(), solver))


@get("/api/tsume/course", answers=wt.TsumeCourseView)
async def course(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    tsume: NamedDependency[TsumeService],
) -> Response[bytes]:
    """The graded course with the progress of the guest."""
    guest, now = guest_of(request), clock.now_ms()
    quotas.call(guest, now)
    return answer(await tsume_views.course(tsume, guest, await tsume.store.course(guest), now))


@post("/api/tsume/course/next", status_code=200, body=wt.CourseNextRequest, answers=wt.CourseProblemView)
async def next_of_course(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    tsume: NamedDependency[TsumeService],
) -> Response[bytes]:
    """Gives the guest the next problem of a grade, or of what is to be repeated."""
    guest, now = guest_of(request), clock.now_ms()
    quotas.call(guest, now)
    ask = await body_of(request, wt.CourseNextRequest)
    async with tsume.lock(guest):
        progress = await tsume.store.course(guest)
        solver = await tsume.store.solver(guest)
        solver, problem = await tsume.next_of_course(solver, progress, ask.kyu, now)
    view = None
    if problem is not None:
        view = await tsume_views.problem(tsume, problem, await tsume.store.problem_ratings(), solver)
    return answer(
        wt.CourseProblemView(problem=view, course=await tsume_views.course(tsume, guest, progress, now))
    )


@get("/api/tsume/problems/{problem_id:str}", answers=wt.ProblemView)
async def one_problem(
    request: AnyRequest,
    problem_id: FromPath[str],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    tsume: NamedDependency[TsumeService],
) -> Response[bytes]:
    """A problem by its id."""
    guest = guest_of(request)
    quotas.call(guest, clock.now_ms())
    problem, solver = tsume.problem(problem_id), await tsume.store.solver(guest)
    return answer(await tsume_views.problem(tsume, problem, await tsume.store.problem_ratings(), solver))


@post("/api/tsume/answer", status_code=200, body=wt.AnswerRequest, answers=wt.AnswerView)
async def answer_move(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    tsume: NamedDependency[TsumeService],
    workers: NamedDependency[CpuWorkerPool],
) -> Response[bytes]:
    """Judges one move of the attacker."""
    guest, now = guest_of(request), clock.now_ms()
    quotas.call(guest, now)
    ask = await body_of(request, wt.AnswerRequest)
    problem = tsume.problem(ask.problem)
    board, moves = tsume.played(guest, problem, ask)
    move = _move(board, ask, moves[-1] if moves else None)
    verdict = await workers.run(
        request.scope["state"]["address"], tsume.judge, problem, board.copy(), moves, move
    )
    shown = [move] if verdict.reply is None else [move, verdict.reply]
    views = tsume_views.line(board, shown, moves[-1] if moves else None)
    last = moves[-1] if moves else None
    if verdict.verdict in ("goes_on", "solved"):
        for each in shown:
            board.push(each)
        last = shown[-1]
    after, change = None, None
    if verdict.verdict in ("solved", "wrong", "no_check"):
        async with tsume.lock(guest):
            before = await tsume.store.solver(guest)
            if before.problem == problem.id:
                after = await tsume.settle(before, problem, verdict.verdict == "solved", now)
                change = round(after.rating) - round(before.rating)
    return answer(
        wt.AnswerView(
            verdict=verdict.verdict,
            moves=views,
            position=position_view(board, None if last is None else last.usi()),
            equal=verdict.equal,
            signature=tsume.sign_line(guest, problem, [*moves, *shown])
            if verdict.verdict == "goes_on"
            else "",
            plies=verdict.plies,
            change=change,
            standing=None if after is None else await tsume_views.standing(tsume, after, now),
        )
    )


@post("/api/tsume/head", status_code=200, body=wt.HeadRequest, answers=wt.HeadView)
async def judge_head_line(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    tsume: NamedDependency[TsumeService],
    workers: NamedDependency[CpuWorkerPool],
) -> Response[bytes]:
    """Judges a whole line that was worked out in the head."""
    guest, now = guest_of(request), clock.now_ms()
    quotas.call(guest, now)
    ask = await body_of(request, wt.HeadRequest)
    problem = tsume.problem(ask.problem)
    moves = whole_line(problem, ask.line)
    judgement = await workers.run(request.scope["state"]["address"], tsume.judge_line, problem, moves)
    after = None
    async with tsume.lock(guest):
        solver = await tsume.store.solver(guest)
        if solver.problem == problem.id:
            if judgement.verdict in ("solved", "wrong", "no_check"):
                solved = judgement.verdict == "solved"
                after = await tsume.settle(solver, problem, solved, now, in_head=True)
            elif not solver.hinted:
                # No mistake, but the moves before it are now known to be right.
                await tsume.store.save(tsume_progress.hinted(solver), now)
    return answer(
        tsume_views.head_line(
            problem,
            moves,
            judgement,
            None if after is None else await tsume_views.standing(tsume, after, now),
        )
    )


@post("/api/tsume/hint", status_code=200, body=wt.HintRequest, answers=wt.HintView)
async def hint(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    tsume: NamedDependency[TsumeService],
    workers: NamedDependency[CpuWorkerPool],
) -> Response[bytes]:
    """Which piece moves, or the move itself."""
    guest, now = guest_of(request), clock.now_ms()
    quotas.call(guest, now)
    ask = await body_of(request, wt.HintRequest)
    problem = tsume.problem(ask.problem)
    board, moves = tsume.played(guest, problem, ask)
    line = await workers.run(request.scope["state"]["address"], tsume.best, problem, board.copy(), moves)
    if not line:
        raise ApiError("not_found")
    async with tsume.lock(guest):
        solver = await tsume.store.solver(guest)
        if solver.problem == problem.id and not solver.hinted:
            await tsume.store.save(tsume_progress.hinted(solver), now)
    move = line[0]
    start, drop = move.usi()[:2], move.drop
    view = tsume_views.line(board, [move], moves[-1] if moves else None)[0] if ask.whole else None
    return answer(wt.HintView(None if drop else start, drop.letter if drop else None, view))


@post("/api/tsume/give-up", status_code=200, body=wt.GiveUpRequest, answers=wt.GiveUpAnswer)
async def give_up(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    tsume: NamedDependency[TsumeService],
    workers: NamedDependency[CpuWorkerPool],
) -> Response[bytes]:
    """Shows the solution; the attempt is lost."""
    guest, now = guest_of(request), clock.now_ms()
    quotas.call(guest, now)
    ask = await body_of(request, wt.GiveUpRequest)
    problem = tsume.problem(ask.problem)
    board, moves = tsume.played(guest, problem, ask)
    line = await workers.run(request.scope["state"]["address"], tsume.best, problem, board.copy(), moves)
    async with tsume.lock(guest):
        solver = await tsume.store.solver(guest)
        if solver.problem == problem.id:
            solver = await tsume.settle(solver, problem, False, now)
    views = tsume_views.line(board, line, moves[-1] if moves else None)
    return answer(wt.GiveUpAnswer(views, await tsume_views.standing(tsume, solver, now)))


@post("/api/tsume/runs", status_code=200, body=EmptyRequest, answers=wt.Standing)
async def begin_run(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    tsume: NamedDependency[TsumeService],
) -> Response[bytes]:
    """Begins a timed run."""
    guest, now = guest_of(request), clock.now_ms()
    quotas.call(guest, now)
    await body_of(request, EmptyRequest)
    async with tsume.lock(guest):
        solver = tsume_progress.run_begun(await tsume.store.solver(guest), now)
        await tsume.store.save(solver, now)
    return answer(await tsume_views.standing(tsume, solver, now))


@post("/api/tsume/jobs", body=wt.JobRequest, answers=wt.JobView, helps=True)
async def begin_job(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    jobs: NamedDependency[JobQueue],
) -> Response[bytes]:
    """Queues a job that solves or judges a position."""
    guest, address = guest_of(request), request.scope["state"]["address"]
    ask = await body_of(request, wt.JobRequest)
    quotas.record(guest, address, clock.now_ms())
    task = TsumeTask(ask.kind, board_of(ask.sfen), ask.seconds, restoring_is_futile=ask.restoring_is_futile)
    job = Job(guest, task)
    jobs.submit(job, address)
    return answer(tsume_views.job_view(job, task), 201)


@post("/api/tsume/step", status_code=200, body=wt.StepRequest, answers=wt.ProofStepView, helps=True)
async def proof_step(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    workers: NamedDependency[CpuWorkerPool],
) -> Response[bytes]:
    """The attacker's best move in a position, and all defences against it."""
    guest = guest_of(request)
    quotas.call(guest, clock.now_ms())
    ask = await body_of(request, wt.StepRequest)
    return answer(await workers.run(request.scope["state"]["address"], _proof_step, ask))


def _proof_step(ask: wt.StepRequest) -> wt.ProofStepView:
    board = board_of(ask.sfen)
    try:
        step = ProofTree(STEP_MB).step(
            board, seconds=STEP_SECONDS, restoring_is_futile=ask.restoring_is_futile
        )
    except TsumeError as error:
        raise ApiError("invalid", "sfen", why=Text.of_error(error)) from error
    return tsume_views.proof_step(board, step)


def _move(board: Board, ask: wt.AnswerRequest, previous: Move | None) -> Move:
    if (ask.usi is None) == (ask.typed is None):
        why = Text("usi: expected either usi or typed", "usiとtypedのどちらか一方が必要です")
        raise ApiError("invalid", "usi", why=why)
    typed = ask.typed or ""
    move = move_input.typed(board, typed, previous) if ask.usi is None else move_input.from_usi(ask.usi)
    infraction = board.infraction(move)
    if infraction is not None:
        raise ApiError("illegal", why=Text.of(infraction))
    return move


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (
    standing,
    next_problem,
    course,
    next_of_course,
    one_problem,
    answer_move,
    judge_head_line,
    hint,
    give_up,
    begin_run,
    proof_step,
    begin_job,
    *job_calls("/api/tsume/jobs", TsumeTask, tsume_views.job_view, wt.JobView),
)
