"""``komadai tsume inspect``: is it a tsume, as composers judge?"""

from __future__ import annotations

import json
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYetError
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console
from rich.status import Status

from komadai.cli.shared.input import Bar
from komadai.cli.shared.language import Language, system_language
from komadai.cli.shared.messages import Note
from komadai.cli.tsume.options import (
    AsJson,
    Lang,
    RestoringIsFutile,
    Seconds,
    SolverMemory,
    Sources,
    megabytes,
)
from komadai.cli.tsume.texts import say
from komadai.errors import KomadaiError

if TYPE_CHECKING:
    from komadai.tsume import InspectProgress, Report

_INTERRUPTED: Final = 130


def inspect(
    sources: Sources,
    memory: SolverMemory = None,
    restoring_is_futile: RestoringIsFutile = False,
    seconds: Seconds = None,
    thorough: Annotated[
        bool, typer.Option("--thorough", help="After a cook, too, settle every other check, however hard.")
    ] = False,
    kif: Annotated[
        bool, typer.Option("--kif", help="The solution as a KIF record with variations, in Japanese.")
    ] = False,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Judge mate problems as composers do: cooks, leftover pieces, defences, the tree of the solution.

    Example: [b]komadai tsume inspect "8l/7b1/8k/6+B2/7Pg/9/9/9/9 b R 1"[/]
    """
    from komadai.cli.tsume.problem_input import problems
    from komadai.tsume import Inspector

    if kif and as_json:
        raise typer.BadParameter("--kif and --json are two forms of the same")
    told = Console(stderr=True)
    language = lang or system_language()
    inspector = Inspector(None if memory is None else megabytes(memory))
    content, several = True, False
    for problem in problems(sources, Bar(told)):
        error = problem.error
        if problem.board is not None:
            with ThreadPoolExecutor(1) as pool, Status("", console=told) as status:

                def note(progress: InspectProgress, status: Status = status) -> None:
                    status.update(say(f"inspect_{progress.stage}", language, nodes=progress.nodes))

                future = pool.submit(
                    inspector.inspect,
                    problem.board,
                    seconds=seconds,
                    thorough=thorough,
                    restoring_is_futile=restoring_is_futile,
                    progress=note,
                )
                try:
                    report, interrupted = _awaited(future), False
                except KeyboardInterrupt:
                    inspector.stop()
                    report, interrupted = future.result(), True
                except KomadaiError as failure:
                    error = Note.of_error(problem.name, problem.number, failure)
        if error is not None:
            content = False
            told.print(f"error: {error}", markup=False, highlight=False, soft_wrap=True)
            continue
        content &= report.verdict != "unproved"
        if as_json:
            print(json.dumps(report.to_dict(), ensure_ascii=False), flush=True)
        elif kif:
            print(report.kif(), end="", flush=True)
        else:
            print(
                ("\n" if several else "")
                + _headed(problem.name, problem.number, problem.title, report, language)
            )
        several = True
        if interrupted:
            raise typer.Exit(_INTERRUPTED)
    if not content:
        raise typer.Exit(1)


def _awaited(future: Future[Report]) -> Report:
    """The report. In short waits, so that Ctrl-C is heard."""
    while True:
        try:
            return future.result(0.1)
        except NotYetError:
            continue


def _headed(name: str, number: int, title: str, report: Report, language: Language) -> str:
    head = "" if name == "SFEN" else f"{name}:{number}{' ' + title if title else ''}\n"
    return head + report.text(language.value).rstrip("\n")
