"""Solves problems one after the other, each in a thread, so that Ctrl-C is handled meanwhile."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYetError
from typing import TYPE_CHECKING, Final, TypeVar

import typer
from rich.status import Status

from komadai.cli.shared.console import error_console, write_line
from komadai.cli.shared.input import Bar
from komadai.cli.shared.language import localized
from komadai.cli.shared.messages import Note
from komadai.cli.shared.signals import undisturbed
from komadai.cli.tsume.texts import text_for
from komadai.errors import KomadaiError

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai import Board
    from komadai.cli.shared.language import Language
    from komadai.cli.tsume.problem_input import Problem

INTERRUPTED: Final = 130
_Answer = TypeVar("_Answer")


def solve_each(
    sources: list[str],
    language: Language,
    *,
    solve: Callable[[Board, Callable[[str], None]], _Answer],
    stop: Callable[[], None],
    show: Callable[[Problem, _Answer | None], bool],
) -> None:
    """Solves every named problem. ``solve`` gets the board and a function to show a status; ``stop``
    ends it soon. ``show`` prints an answer (None: there is none) and returns whether it is complete.

    Raises Exit with the status if a problem was unreadable or not decided, or at Ctrl-C.
    """
    from komadai.cli.tsume.problem_input import problems

    stderr = error_console()
    complete, interrupted, noted = True, False, False
    for problem in problems(sources, Bar(stderr)):
        if problem.completed and not noted:
            noted = True
            write_line(stderr, text_for("completed", language))
        error = problem.error
        answer: _Answer | None = None
        if problem.board is not None:
            with ThreadPoolExecutor(1) as pool, Status("", console=stderr) as status:
                future = pool.submit(solve, problem.board, status.update)
                try:
                    try:
                        answer = _awaited(future)
                    except KeyboardInterrupt:
                        stop()
                        interrupted = True
                        answer = future.result()
                except KomadaiError as failure:
                    error = Note.of_error(problem.name, problem.number, failure)
        if error is not None:
            complete = False
            write_line(stderr, localized(f"error: {error}", f"エラー：{error}"))
        with undisturbed():
            complete &= show(problem, answer)
        if interrupted:
            raise typer.Exit(INTERRUPTED)
    if not complete:
        raise typer.Exit(1)


def _awaited(future: Future[_Answer]) -> _Answer:
    """Waits for the answer in short steps, so that Ctrl-C is handled."""
    while True:
        try:
            return future.result(0.1)
        except NotYetError:
            continue


def headed(problem: Problem) -> str:
    """The heading of a problem: its file, number and title; empty for a typed SFEN."""
    if problem.name == "SFEN":
        return ""
    return f"{problem.name}:{problem.number}{' ' + problem.title if problem.title else ''}"
