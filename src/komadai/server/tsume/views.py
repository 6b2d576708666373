"""Mate problems, answers and reports as the wire has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from komadai import kifu
from komadai._core import Board, Move
from komadai.play.texts import Words
from komadai.ratings.glicko import Rating
from komadai.server.positions.wire import MoveView
from komadai.server.records.positions import position_view
from komadai.server.records.to_wire import play
from komadai.server.tsume import wire as wt
from komadai.server.tsume.jobs import Job
from komadai.server.tsume.progress import RUN_MISSES, Solver
from komadai.server.tsume.service import Dojo
from komadai.tsume.judge import report_text
from komadai.tsume.judge.report import Report
from komadai.tsume.judge.report_types import WEIGHTS
from komadai.tsume.problems import Problem
from komadai.tsume.solve import Solution


async def standing(dojo: Dojo, solver: Solver, now_ms: int) -> wt.Standing:
    """How far a guest is."""
    solved = await dojo.store.solved(solver.guest_id)
    history = await dojo.store.history(solver.guest_id)
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
            wt.LengthView(plies, count, solved.get(plies, 0)) for plies, count in dojo.shelf.lengths.items()
        ],
        run=run,
    )


def problem(dojo: Dojo, problem: Problem, worths: Mapping[str, Rating], solver: Solver) -> wt.ProblemView:
    """A problem as it is put before the guest."""
    counts = solver.problem == problem.id
    return wt.ProblemView(
        id=problem.id,
        plies=problem.plies,
        rating=round(dojo.shelf.rating(problem, worths).rating),
        sfen=problem.sfen,
        position=position_view(problem.board, None),
        counts=counts,
        hinted=counts and solver.hinted,
    )


def line(board: Board, moves: Iterable[Move], previous: Move | None = None) -> list[MoveView]:
    """Moves from here, one after the other; ``board`` is left as it was."""
    board = board.copy()
    views = []
    for move in moves:
        views.append(play(board, move, previous).view)
        previous = move
    return views


def job(job: Job) -> wt.JobView:
    """Where a job stands."""
    return wt.JobView(
        id=job.id,
        kind=job.kind,
        state=job.state,
        ms=job.ms,
        nodes=job.nodes,
        plies=job.plies,
        stage=job.stage if job.state == "working" else None,
        error=job.error,
        solution=_solution(job.board, job.solution) if job.solution else None,
        report=_report(job.board, job.report) if job.report else None,
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
    return wt.ReportView(
        verdict=report.verdict,
        headline=Words(report_text.headline(report, "en"), report_text.headline(report, "ja")),
        moves=line(board, report.moves),
        findings=[
            wt.FindingView(kind, WEIGHTS[kind], Words(english, japanese))
            for kind, english, japanese in zip(
                dict.fromkeys(finding.kind for finding in report.findings),
                report_text.found(report, "en"),
                report_text.found(report, "ja"),
                strict=True,
            )
        ],
        text=Words(report.text("en"), report.text("ja")),
        kif=report.kif() if report.moves else None,
    )
