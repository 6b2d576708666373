"""``komadai tsume inspect``: judges mate problems by the rules of composers."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYetError
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.status import Status

from komadai.cli.shared.console import error_console, print_json, write_line
from komadai.cli.shared.input import Bar
from komadai.cli.shared.language import Language, current_language, japanese_help, localized
from komadai.cli.shared.messages import Note
from komadai.cli.shared.options import option
from komadai.cli.tsume.options import (
    AsJson,
    RestoringIsFutile,
    Seconds,
    SolverMemory,
    Sources,
    megabytes,
)
from komadai.cli.tsume.texts import text_for
from komadai.errors import KomadaiError

if TYPE_CHECKING:
    from komadai.tsume import InspectProgress, Report

_INTERRUPTED: Final = 130


@japanese_help("""詰将棋を検討する：余詰、駒余り、変化、解の手順。

    例：[b]komadai tsume inspect "8l/7b1/8k/6+B2/7Pg/9/9/9/9 b R 1"[/]""")
def inspect(
    sources: Sources,
    memory: SolverMemory = None,
    restoring_is_futile: RestoringIsFutile = False,
    seconds: Seconds = None,
    thorough: Annotated[
        bool,
        option(
            "Examine every other check even after a cook was found.",
            "余詰が見つかった後も、残りの王手をすべて調べる。",
            "--thorough",
        ),
    ] = False,
    kif: Annotated[
        bool,
        option(
            "Print the solution as a KIF record with variations.", "解を変化付きの KIF で出力する。", "--kif"
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Judge mate problems by the rules of composers: cooks, pieces left over, defences, the solution tree.

    Example: [b]komadai tsume inspect "8l/7b1/8k/6+B2/7Pg/9/9/9/9 b R 1"[/]
    """
    from komadai.cli.tsume.problem_input import problems
    from komadai.tsume import Inspector

    if kif and as_json:
        raise typer.BadParameter(
            localized("expected --kif or --json, got both", "--kif と --json は一緒に使えません")
        )
    stderr = error_console()
    language = current_language()
    inspector = Inspector(None if memory is None else megabytes(memory))
    complete, several = True, False
    for problem in problems(sources, Bar(stderr)):
        error = problem.error
        if problem.board is not None:
            with ThreadPoolExecutor(1) as pool, Status("", console=stderr) as status:

                def note(progress: InspectProgress, status: Status = status) -> None:
                    status.update(text_for(f"inspect_{progress.stage}", language, nodes=progress.nodes))

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
            complete = False
            write_line(stderr, localized(f"error: {error}", f"エラー：{error}"))
            continue
        complete &= report.verdict != "unproved"
        if as_json:
            print_json(report.to_dict())
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
    if not complete:
        raise typer.Exit(1)


def _awaited(future: Future[Report]) -> Report:
    """Waits for the report in short steps, so that Ctrl-C is handled."""
    while True:
        try:
            return future.result(0.1)
        except NotYetError:
            continue


def _headed(name: str, number: int, title: str, report: Report, language: Language) -> str:
    head = "" if name == "SFEN" else f"{name}:{number}{' ' + title if title else ''}\n"
    return head + report.text(language.value).rstrip("\n")
