"""The HTTP calls of mate problems; see docs/wire.md."""

from __future__ import annotations

from typing import Final

from litestar import get, post
from litestar.params import JSONBody

from komadai._core import Board, Move
from komadai.errors import TsumeError
from komadai.messages.text import Text
from komadai.server.errors import ApiError
from komadai.server.http.calls import Calls, Id
from komadai.server.jobs.calls import job_calls
from komadai.server.jobs.job_queue import Job, JobQueue
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.people.caller import Caller
from komadai.server.positions import move_input
from komadai.server.records.positions import board_of, position_view
from komadai.server.tsume import progress as tsume_progress
from komadai.server.tsume import views as tsume_views
from komadai.server.tsume import wire as wt
from komadai.server.tsume.jobs import TsumeTask
from komadai.server.tsume.service import TsumeService, whole_line
from komadai.tsume.proof_tree import ProofTree

STEP_MB: Final = 32
STEP_SECONDS: Final = 2.0
"""The memory and the time of a step of the solver's tree."""


class TsumeCalls(Calls):
    """Mate problems."""

    path = "/api/tsume"
    tsume: TsumeService
    workers: CpuWorkerPool

    @get("/")
    async def standing(self, caller: Caller) -> wt.Standing:
        """The progress of the guest."""
        return await tsume_views.standing(
            self.tsume, await self.tsume.store.solver(caller.person), caller.now_ms
        )

    @post("/next", status_code=200)
    async def next_problem(self, caller: Caller, data: JSONBody[wt.NextRequest]) -> wt.ProblemView:
        """Gives the guest a problem.

        It is near the guest's level, of the length ``plies`` if one is given; an easy mate in 1 for a guest
        who has solved none and gives no length; the current problem if it fits and is not settled. With
        ``run`` it is the next one of the timed run.
        """
        async with self.tsume.lock(caller.person):
            solver, problem = await self.tsume.next(
                await self.tsume.store.solver(caller.person), data.plies, data.run, caller.now_ms
            )
        return await tsume_views.problem(
            self.tsume, problem, await self.tsume.store.problem_ratings(), solver
        )

    @get("/course")
    async def course(self, caller: Caller) -> wt.TsumeCourseView:
        """The graded course with the progress of the guest."""
        return await tsume_views.course(
            self.tsume, caller.person, await self.tsume.store.course(caller.person), caller.now_ms
        )

    @post("/course/next", status_code=200)
    async def next_of_course(
        self, caller: Caller, data: JSONBody[wt.CourseNextRequest]
    ) -> wt.CourseProblemView:
        """Gives the guest the next problem of a grade, or of what is to be repeated.

        ``kyu`` null: of what is to be repeated in all grades. The current problem, if it is one of these and
        not settled; ``problem`` is null if none is left now. 404 for an unknown grade.
        """
        guest = caller.person
        async with self.tsume.lock(guest):
            progress = await self.tsume.store.course(guest)
            solver = await self.tsume.store.solver(guest)
            solver, problem = await self.tsume.next_of_course(solver, progress, data.kyu, caller.now_ms)
        view = None
        if problem is not None:
            view = await tsume_views.problem(
                self.tsume, problem, await self.tsume.store.problem_ratings(), solver
            )
        return wt.CourseProblemView(
            problem=view, course=await tsume_views.course(self.tsume, guest, progress, caller.now_ms)
        )

    @get("/problems/{problem_id:str}")
    async def one_problem(self, caller: Caller, problem_id: Id) -> wt.ProblemView:
        """A problem by its id."""
        problem, solver = self.tsume.problem(problem_id), await self.tsume.store.solver(caller.person)
        return await tsume_views.problem(
            self.tsume, problem, await self.tsume.store.problem_ratings(), solver
        )

    @get("/today")
    async def problem_of_the_day(self, caller: Caller) -> wt.ProblemView:
        """The problem of the day.

        The day is one of UTC; the problem is a mate in 3, the same for everybody.
        """
        solver = await self.tsume.store.solver(caller.person)
        return await tsume_views.problem(
            self.tsume, self.tsume.today(caller.now_ms), await self.tsume.store.problem_ratings(), solver
        )

    @post("/answer", status_code=200)
    async def answer_move(self, caller: Caller, data: JSONBody[wt.AnswerRequest]) -> wt.AnswerView:
        """Judges one move of the attacker."""
        guest = caller.person
        problem = self.tsume.problem(data.problem)
        board, moves = self.tsume.played(guest, problem, data)
        move = _move(board, data, moves[-1] if moves else None)
        verdict = await self.workers.run(caller.address, self.tsume.judge, problem, board.copy(), moves, move)
        shown = [move] if verdict.reply is None else [move, verdict.reply]
        views = tsume_views.line(board, shown, moves[-1] if moves else None)
        last = moves[-1] if moves else None
        if verdict.verdict in ("goes_on", "solved"):
            for each in shown:
                board.push(each)
            last = shown[-1]
        after, change = None, None
        if verdict.verdict in ("solved", "wrong", "no_check"):
            async with self.tsume.lock(guest):
                before = await self.tsume.store.solver(guest)
                if before.problem == problem.id:
                    after = await self.tsume.settle(
                        before, problem, verdict.verdict == "solved", caller.now_ms
                    )
                    change = round(after.rating) - round(before.rating)
        return wt.AnswerView(
            verdict=verdict.verdict,
            moves=views,
            position=position_view(board, None if last is None else last.usi()),
            equal=verdict.equal,
            signature=self.tsume.sign_line(guest, problem, [*moves, *shown])
            if verdict.verdict == "goes_on"
            else "",
            plies=verdict.plies,
            change=change,
            standing=None if after is None else await tsume_views.standing(self.tsume, after, caller.now_ms),
        )

    @post("/head", status_code=200)
    async def judge_head_line(self, caller: Caller, data: JSONBody[wt.HeadRequest]) -> wt.HeadView:
        """Judges a whole line that was worked out in the head.

        The line is as long as the solution.
        """
        now = caller.now_ms
        problem = self.tsume.problem(data.problem)
        moves = whole_line(problem, data.line)
        judgement = await self.workers.run(caller.address, self.tsume.judge_line, problem, moves)
        after = None
        async with self.tsume.lock(caller.person):
            solver = await self.tsume.store.solver(caller.person)
            if solver.problem == problem.id:
                if judgement.verdict in ("solved", "wrong", "no_check"):
                    solved = judgement.verdict == "solved"
                    after = await self.tsume.settle(solver, problem, solved, now, in_head=True)
                elif not solver.hinted:
                    # No mistake, but the moves before it are now known to be right.
                    await self.tsume.store.save(tsume_progress.hinted(solver), now)
        return tsume_views.head_line(
            problem,
            moves,
            judgement,
            None if after is None else await tsume_views.standing(self.tsume, after, now),
        )

    @post("/hint", status_code=200)
    async def hint(self, caller: Caller, data: JSONBody[wt.HintRequest]) -> wt.HintView:
        """Answers with the piece that moves, or with the move itself.

        ``whole``: the move.
        """
        guest = caller.person
        problem = self.tsume.problem(data.problem)
        board, moves = self.tsume.played(guest, problem, data)
        line = await self.workers.run(caller.address, self.tsume.best, problem, board.copy(), moves)
        if not line:
            raise ApiError("not_found")
        async with self.tsume.lock(guest):
            solver = await self.tsume.store.solver(guest)
            if solver.problem == problem.id and not solver.hinted:
                await self.tsume.store.save(tsume_progress.hinted(solver), caller.now_ms)
        move = line[0]
        start, drop = move.usi()[:2], move.drop
        view = tsume_views.line(board, [move], moves[-1] if moves else None)[0] if data.whole else None
        return wt.HintView(None if drop else start, drop.letter if drop else None, view)

    @post("/give-up", status_code=200)
    async def give_up(self, caller: Caller, data: JSONBody[wt.GiveUpRequest]) -> wt.GiveUpAnswer:
        """Shows the solution; the attempt is lost."""
        guest = caller.person
        problem = self.tsume.problem(data.problem)
        board, moves = self.tsume.played(guest, problem, data)
        line = await self.workers.run(caller.address, self.tsume.best, problem, board.copy(), moves)
        async with self.tsume.lock(guest):
            solver = await self.tsume.store.solver(guest)
            if solver.problem == problem.id:
                solver = await self.tsume.settle(solver, problem, False, caller.now_ms)
        views = tsume_views.line(board, line, moves[-1] if moves else None)
        return wt.GiveUpAnswer(views, await tsume_views.standing(self.tsume, solver, caller.now_ms))

    @post("/runs", status_code=200)
    async def begin_run(self, caller: Caller) -> wt.Standing:
        """Begins a timed run."""
        now = caller.now_ms
        async with self.tsume.lock(caller.person):
            solver = tsume_progress.run_begun(await self.tsume.store.solver(caller.person), now)
            await self.tsume.store.save(solver, now)
        return await tsume_views.standing(self.tsume, solver, now)

    @post("/step", status_code=200, helps=True)
    async def proof_step(self, caller: Caller, data: JSONBody[wt.StepRequest]) -> wt.ProofStepView:
        """The attacker's best move in a position, and all defences against it.

        The longest defence comes first. At most four seconds; what is not found in them is null or
        ``unknown``.
        """
        return await self.workers.run(caller.address, _proof_step, data)


class TsumeJobCalls(Calls):
    """Mates that are looked for."""

    path = "/api/tsume/jobs"
    jobs: JobQueue

    @post("/", helps=True, cost="record")
    async def begin_job(self, caller: Caller, data: JSONBody[wt.JobRequest]) -> wt.JobView:
        """Queues a job that solves or judges a position.

        Restoring interpositions (復元型無駄合) count unless ``restoring_is_futile`` is true. The guest's
        earlier job is stopped.
        """
        task = TsumeTask(
            data.kind, board_of(data.sfen), data.seconds, restoring_is_futile=data.restoring_is_futile
        )
        job = Job(caller.person, task)
        self.jobs.submit(job, caller.address)
        return tsume_views.job_view(job, task)


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


CALLS: Final = (
    TsumeCalls,
    TsumeJobCalls,
    job_calls("/api/tsume/jobs", TsumeTask, tsume_views.job_view, wt.JobView),
)
