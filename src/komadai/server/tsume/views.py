"""Converts mate problems, verdicts, solutions and reports to wire types."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from komadai import kifu
from komadai._core import Board, Move
from komadai.messages.text import Text
from komadai.ratings.glicko import Rating
from komadai.server.jobs.job_queue import Job
from komadai.server.positions.views import Moves
from komadai.server.positions.wire import MoveView
from komadai.server.records.positions import position_view
from komadai.server.records.to_wire import play
from komadai.server.tsume import course as tsume_course
from komadai.server.tsume import wire as wt
from komadai.server.tsume.course import CourseProgress
from komadai.server.tsume.progress import RUN_MISSES, SolverProgress
from komadai.server.tsume.service import TsumeService
from komadai.tsume.judge import report_text
from komadai.tsume.judge.report import Report
from komadai.tsume.judge.report_types import WEIGHTS
from komadai.tsume.line_checker import LineJudgement
from komadai.tsume.problems import Problem
from komadai.tsume.proof_tree import ProofStep
from komadai.tsume.solve import Solution

if TYPE_CHECKING:
    from komadai.server.tsume.jobs import TsumeTask

HOUR_MS: Final = 3_600_000
WEEK_MS: Final = 7 * 24 * HOUR_MS


async def standing(tsume: TsumeService, solver: SolverProgress, now_ms: int) -> wt.Standing:
    """The progress of a guest."""
    solved = await tsume.store.solved(solver.guest_id)
    history = await tsume.store.history(solver.guest_id)
    run = None
    if solver.run_ends_ms is not None:
        left = max(0, solver.run_ends_ms - now_ms)
        over = left == 0 or solver.run_missed >= RUN_MISSES
        run = wt.RunView(left, solver.run_solved, solver.run_missed, over)
    return wt.Standing(
        rating=round(solver.rating),
        deviation=round(solver.deviation),
        tried=solver.tried,
        solved=solver.solved,
        streak=solver.streak,
        best_streak=solver.best_streak,
        best_run=solver.best_run,
        history=[round(rating) for rating in history],
        lengths=[
            wt.LengthView(plies, count, solved.get(plies, 0))
            for plies, count in tsume.catalog.lengths.items()
        ],
        run=run,
    )


async def course(
    tsume: TsumeService, guest: str, progress: CourseProgress, now_ms: int
) -> wt.TsumeCourseView:
    """The graded course with a guest's progress."""
    solved = await tsume.store.solved_since(guest, now_ms - WEEK_MS)
    return wt.TsumeCourseView(
        grades=[
            wt.TsumeGradeView(
                kyu=grade.kyu,
                plies=grade.plies,
                problems=len(grade.problems),
                needed=grade.needed,
                solved=tsume_course.solved(grade, progress),
                due=len(progress.due(grade.problems, now_ms)),
                next_ms=progress.next_ms(grade.problems, now_ms),
            )
            for grade in tsume.grades.values()
        ],
        due=len(progress.due(tsume.grade_of, now_ms)),
        next_ms=progress.next_ms(tsume.grade_of, now_ms),
        hours=sorted({max(0, now_ms - at_ms) // HOUR_MS for at_ms in solved}),
    )


async def problem(
    tsume: TsumeService, problem: Problem, problem_ratings: Mapping[str, Rating], solver: SolverProgress
) -> wt.ProblemView:
    """A problem, and whether the guest's attempt at it counts."""
    counts = solver.problem == problem.id
    return wt.ProblemView(
        id=problem.id,
        plies=problem.plies,
        rating=round(tsume.catalog.rating(problem, problem_ratings).rating),
        sfen=problem.sfen,
        position=position_view(problem.board, None),
        counts=counts,
        hinted=counts and solver.hinted,
        repeated=await tsume.store.card(solver.guest_id, problem.id) is not None,
    )


def line(board: Board, moves: Iterable[Move], previous: Move | None = None) -> list[MoveView]:
    """The moves of a line from this position; ``board`` is left unchanged."""
    board = board.copy()
    views = []
    for move in moves:
        views.append(play(board, move, previous).view)
        previous = move
    return views


def head_line(
    problem: Problem, moves: Sequence[Move], judgement: LineJudgement, standing: wt.Standing | None
) -> wt.HeadView:
    """The judgement of a whole line."""
    right, reply = judgement.right, judgement.reply
    shown = list(moves[: right + 1])
    defends = right % 2 == 1 and judgement.verdict != "solved"
    if reply is not None and not defends:
        shown.append(reply)
    better = None
    if reply is not None and defends:
        better = line(problem.board, [*moves[:right], reply])[-1]
    return wt.HeadView(
        verdict=judgement.verdict,
        right=right,
        moves=line(problem.board, shown),
        better=better,
        equal=judgement.equal,
        plies=judgement.plies,
        standing=standing,
    )


def proof_step(board: Board, step: ProofStep) -> wt.ProofStepView:
    """A step of the solver's tree."""
    attack = None if step.attack is None else line(board, [step.attack])[0]
    after = board.copy()
    if step.attack is not None:
        after.push(step.attack)
    return wt.ProofStepView(
        result=step.result,
        plies=step.plies,
        exact=step.exact,
        nodes=step.nodes,
        attack=attack,
        defences=[
            wt.DefenceView(
                move=line(after, [each.move], step.attack)[0],
                plies=each.plies,
                exact=each.exact,
                nodes=each.nodes,
                futile=each.futile,
            )
            for each in step.defences
        ],
    )


def job_view(job: Job, task: TsumeTask) -> wt.JobView:
    """The state of a job. Writes a whole tree of variations if the job has judged a position."""
    return wt.JobView(
        id=job.id,
        kind=task.kind,
        restoring_is_futile=task.restoring_is_futile,
        state=job.state,
        ms=job.ms,
        nodes=task.nodes,
        plies=task.plies,
        stage=task.stage if job.state == "working" else None,
        error=job.error,
        solution=_solution(task.board, task.solution) if task.solution else None,
        report=_report(task.board, task.report) if task.report else None,
    )


def _solution(board: Board, solution: Solution) -> wt.SolutionView:
    return wt.SolutionView(
        result=solution.result,
        plies=solution.plies,
        exact=solution.exact,
        other_plies=solution.other_plies,
        moves=line(board, solution.moves),
        kif=_kif(board, solution.moves) if solution.moves else None,
    )


def _kif(board: Board, moves: Sequence[Move]) -> str:
    game = kifu.Game(board.sfen())
    node = game.root
    for move in moves:
        node = node.add(move)
    return kifu.write(game, "kif")


def _report(board: Board, report: Report) -> wt.ReportView:
    found, whole = Moves(), Moves()
    return wt.ReportView(
        verdict=report.verdict,
        headline=Text(report_text.headline(report, "en"), report_text.headline(report, "ja")),
        moves=line(board, report.moves),
        findings=[
            wt.FindingView(kind, WEIGHTS[kind], found.sentence(english, japanese))
            for kind, english, japanese in zip(
                dict.fromkeys(finding.kind for finding in report.findings),
                report_text.found(report, "en", found.placeholder),
                report_text.found(report, "ja", found.placeholder),
                strict=True,
            )
        ],
        text=whole.sentence(*(report_text.write(report, each, whole.placeholder) for each in ("en", "ja"))),
        kif=report.kif() if report.moves else None,
    )
