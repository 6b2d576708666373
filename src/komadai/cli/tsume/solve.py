"""``komadai tsume solve``: whether there is a mate, its length and its moves."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from komadai.cli.shared.console import error_console, output_console, write_line
from komadai.cli.shared.diagram import text_diagram
from komadai.cli.shared.errors import Failure
from komadai.cli.shared.input import Bar
from komadai.cli.shared.language import Language, current_language, japanese_help, localized
from komadai.cli.shared.messages import Note, counted
from komadai.cli.shared.moves import line_text
from komadai.cli.shared.options import option
from komadai.cli.shared.signals import undisturbed
from komadai.cli.tsume.options import (
    AsJson,
    RestoringIsFutile,
    Seconds,
    SolverMemory,
    Sources,
    megabytes,
)
from komadai.cli.tsume.texts import effort_text, held_text, text_for
from komadai.errors import KomadaiError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai.cli.tsume.problem_input import Problem
    from komadai.cli.tsume.solver_pool import Answer, SolverPool
    from komadai.tsume import Progress, Solution

_INTERRUPTED: Final = 130
_MOVES_SHOWN: Final = 12
"""Maximum moves of the current line that are shown."""


@japanese_help("""詰将棋を解く。手番の側が攻方。

    例：[b]komadai tsume solve "7nk/9/7GP/9/9/9/9/9/9 b - 1"[/]""")
def solve(
    sources: Sources,
    exact: Annotated[
        bool,
        option(
            "Prove that no mate is shorter, however long that takes.",
            "最短手数であることを、時間がかかっても証明する。",
            "--exact",
        ),
    ] = False,
    any_mate: Annotated[
        bool,
        option(
            "Stop at the first mate found; it may be longer than necessary.",
            "最初に見つかった詰みで終わる（最短とは限らない）。",
            "--any",
        ),
    ] = False,
    threads: Annotated[
        int,
        option(
            "The number of threads. Each solves its own problem; a single problem is solved by all.",
            "スレッド数。複数の問題は並列に、1問だけなら全スレッドで解く。",
            min=1,
            max=256,
        ),
    ] = 1,
    memory: SolverMemory = None,
    restoring_is_futile: RestoringIsFutile = False,
    seconds: Seconds = None,
    as_json: AsJson = False,
) -> None:
    """Solve mate problems (tsume). The side to move attacks and gives check with every move.

    Example: [b]komadai tsume solve "7nk/9/7GP/9/9/9/9/9/9 b - 1"[/]
    """
    from komadai.cli.tsume.problem_input import problems
    from komadai.cli.tsume.solver_pool import SolverPool
    from komadai.tsume.memory import default_memory_mb

    for name, given in (("--exact", exact), ("--restoring-futile", restoring_is_futile)):
        if any_mate and given:
            raise typer.BadParameter(
                localized(f"cannot be used together with {name}", f"{name} と一緒には使えません"),
                param_hint="--any",
            )
    size = default_memory_mb() if memory is None else megabytes(memory)
    stderr = error_console()
    found = problems(sources, Bar(stderr))
    try:
        pool = SolverPool(threads, size, exact, seconds, any_mate, restoring_is_futile)
    except MemoryError:
        raise Failure(
            localized(f"--memory: {size}M cannot be allocated", f"--memory：{size}M のメモリを確保できません")
        ) from None
    printer = _Printer(pool, stderr, as_json, exact, restoring_is_futile, current_language())
    interrupted = False
    try:
        printer.print_all(found)
    except KeyboardInterrupt:
        interrupted = True
        printer.print_unfinished()
    finally:
        pool.close()
    if interrupted or not printer.complete:
        raise typer.Exit(_INTERRUPTED if interrupted else 1)


@dataclass(slots=True)
class _Counts:
    problems: int = 0
    mate: int = 0
    none: int = 0
    unknown: int = 0
    failed: int = 0
    nodes: int = 0


class _Printer:
    """Prints the answers."""

    def __init__(
        self,
        pool: SolverPool,
        stderr: Console,
        as_json: bool,
        exact: bool,
        restoring_is_futile: bool,
        language: Language,
    ) -> None:
        self.complete = True
        """Whether every problem was answered, and proved if --exact was given."""
        self._restoring_is_futile = restoring_is_futile
        self._pool = pool
        self._stderr = stderr
        self._out = output_console()
        self._as_json = as_json
        self._exact = exact
        self._language = language
        self._counts = _Counts()
        self._begun = time.monotonic()
        self._noted_completion = False
        self._single = False

    def print_all(self, problems: Iterator[Problem]) -> None:
        """Prints every answer, with the progress on standard error."""
        first = next(problems, None)
        if first is None:
            return
        second = next(problems, None)
        self._single = second is None

        def together() -> Iterator[Problem]:
            yield first
            if second is not None:
                yield second
                yield from problems

        with Live(
            console=self._stderr,
            transient=True,
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
        ) as live:

            def tick() -> None:
                if self._stderr.is_terminal:
                    live.update(self._state(), refresh=True)

            for problem, answer in self._pool.answers(together(), tick):
                if self._stderr.is_terminal and not self._as_json:
                    live.update(Text(""), refresh=True)
                with undisturbed():
                    self._print_answer(problem, answer)
        self._print_summary()

    def print_unfinished(self) -> None:
        """Prints the results so far of the unfinished problems after Ctrl-C."""
        with undisturbed():
            if not self._as_json:
                self._note(text_for("interrupted", self._language))
            for problem, answer in self._pool.break_off():
                self._print_answer(problem, answer)
            self._print_summary()

    def _print_answer(self, problem: Problem, answer: Answer | None) -> None:
        self._counts.problems += 1
        if answer is None or isinstance(answer, KomadaiError):
            self._fail(problem, answer)
        else:
            self._count(answer)
            if problem.completed and not self._noted_completion:
                self._noted_completion = True
                self._note(text_for("completed", self._language))
            if self._as_json:
                print(_json(problem, answer, self._pool.progress(problem)), flush=True)
            else:
                self._show(problem, answer)

    def _count(self, answer: Solution) -> None:
        counts = self._counts
        counts.nodes += answer.nodes
        counts.mate += answer.result == "mate"
        counts.none += answer.result == "no-mate"
        counts.unknown += answer.result == "unknown"
        if answer.result == "unknown" or (self._exact and answer.result == "mate" and not answer.exact):
            self.complete = False

    def _fail(self, problem: Problem, error: KomadaiError | None) -> None:
        self.complete = False
        self._counts.failed += 1
        note = problem.error or Note.of_error(problem.name, problem.number, error or KomadaiError())
        self._note(localized(f"error: {note}", f"エラー：{note}"))
        if self._as_json:
            print(_json(problem, None), flush=True)

    def _show(self, problem: Problem, answer: Solution) -> None:
        assert problem.board is not None
        language = self._language
        name = f"{problem.name}:{problem.number}" + (f" {problem.title}" if problem.title else "")
        line = line_text(problem.board, answer.moves, language)
        verdict = _verdict(answer, language)
        effort = effort_text(answer.nodes, answer.seconds, language, answer.memory_mb)
        other = _other_rule(answer, self._restoring_is_futile, language)
        rest = "  ".join(each for each in (_left(problem, answer, language), other) if each)
        if not self._single:
            self._print("  ".join(each for each in (name, verdict, line, rest) if each))
            return
        self._print(text_diagram(problem.board))
        self._print("")
        self._print(f"{verdict}  ({effort})")
        if answer.result == "unknown" and (progress := self._pool.progress(problem)) is not None:
            line = _numbers(progress, language) + "\n" + line_text(problem.board, progress.moves, language)
        for each in (line, rest):
            if each:
                self._print(each)

    def _print_summary(self) -> None:
        if self._single or self._as_json or not self._counts.problems:
            return
        counts = self._counts
        values = {name: getattr(counts, name) for name in ("mate", "none", "unknown", "failed", "nodes")}
        number = text_for(
            "problems", self._language, count=counted(counts.problems, "problem"), number=counts.problems
        )
        spent = time.monotonic() - self._begun
        self._note(text_for("summary", self._language, problems=number, seconds=spent, **values))

    def _state(self) -> Group:
        language = self._language
        lines = [] if self._single else [text_for("done", language, done=self._counts.problems)]
        if (state := self._pool.state) is not None:
            problem, progress = state
            lines += [_searching(progress, language), _numbers(progress, language)]
            assert problem.board is not None
            line = line_text(problem.board, progress.moves[:_MOVES_SHOWN], language)
            lines.append(line + (" …" if len(progress.moves) > _MOVES_SHOWN else ""))
        return Group(*(Text(each, style="dim", no_wrap=True, overflow="ellipsis") for each in lines))

    def _note(self, text: str) -> None:
        write_line(self._stderr, text)

    def _print(self, text: str) -> None:
        write_line(self._out, text)


def _verdict(answer: Solution, language: Language) -> str:
    if answer.result == "unknown":
        return text_for("unknown", language, reason=text_for(answer.reason, language))
    if answer.result == "no-mate":
        return text_for("no-mate", language)
    return text_for("mate" if answer.exact else "mate_at_most", language, plies=answer.plies)


def _other_rule(answer: Solution, restoring_is_futile: bool, language: Language) -> str:
    """The length if restoring interpositions are judged the other way, where it differs."""
    if answer.result != "mate" or answer.restoring == "same":
        return ""
    if answer.restoring == "undetermined":
        return text_for("restoring_undetermined", language)
    key = "restoring_counts" if restoring_is_futile else "restoring_futile"
    return text_for(key, language, plies=answer.other_plies)


def _left(problem: Problem, answer: Solution, language: Language) -> str:
    """The attacker's hand at the end of the main line."""
    if answer.result != "mate" or problem.board is None or len(answer.moves) != answer.plies:
        return ""
    board = problem.board.copy()
    attacker = board.turn
    for move in answer.moves:
        board.push(move)
    hand = board.hand(attacker)
    return text_for("left", language, hand=held_text(hand, language)) if hand.total else ""


def _searching(progress: Progress, language: Language) -> str:
    return text_for(
        "searching",
        language,
        seconds=progress.seconds,
        nodes=progress.nodes,
        speed=round(progress.nodes / max(progress.seconds, 0.001)),
        full=progress.hashfull / 10,
    )


def _numbers(progress: Progress, language: Language) -> str:
    best = text_for("no_best" if progress.plies is None else "best", language, plies=progress.plies)
    return text_for("numbers", language, pn=progress.pn, dn=progress.dn, best=best)


def _json(problem: Problem, answer: Solution | None, progress: Progress | None = None) -> str:
    """One object in one line; unreadable problems have one too, so that lines can be counted. An
    unknown result has a reason and the line that was searched last."""
    moves = answer.moves if answer else ()
    if answer and answer.result == "unknown" and progress is not None:
        moves = progress.moves
    fields: dict[str, object] = {
        "sfen": problem.text,
        "result": answer.result if answer else "unknown",
        "plies": answer.plies if answer else None,
        "exact": answer.exact if answer else False,
        "moves": [move.usi() for move in moves],
        "nodes": answer.nodes if answer else 0,
        "seconds": round(answer.seconds, 6) if answer else 0.0,
        "memory": answer.memory_mb if answer else None,
        "restoring": answer.restoring if answer else None,
        "other_plies": answer.other_plies if answer else None,
    }
    if answer and answer.reason:
        fields["reason"] = answer.reason
    return json.dumps(fields)
