"""``komadai tsume solve``: is there a mate, in how many plies, by which moves?"""

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
from komadai.cli.shared.signals import undisturbed
from komadai.cli.tsume.options import AsJson, Seconds, Sources, megabytes
from komadai.cli.tsume.texts import effort_text, held_text, say
from komadai.errors import KomadaiError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai.cli.tsume.problem_input import Problem
    from komadai.cli.tsume.solver_pool import Answer, Run
    from komadai.tsume import Progress, Solution

_INTERRUPTED: Final = 130
_MOVES_SHOWN: Final = 12
"""So many moves of the line that is being looked at fit into one line of a terminal."""


@japanese_help("""詰将棋を解く。手番の側が攻方。

    例：[b]komadai tsume solve "7nk/9/7GP/9/9/9/9/9/9 b - 1"[/]""")
def solve(
    sources: Sources,
    exact: Annotated[
        bool,
        typer.Option(
            "--exact",
            help=localized(
                "Prove that no mate is shorter, however long that takes.",
                "最短手数であることを、時間がかかっても証明する。",
            ),
        ),
    ] = False,
    any_mate: Annotated[
        bool,
        typer.Option(
            "--any",
            help=localized(
                "Stop at the first mate found; it may be longer than necessary.",
                "最初に見つかった詰みで終わる（最短とは限らない）。",
            ),
        ),
    ] = False,
    threads: Annotated[
        int,
        typer.Option(
            min=1,
            max=256,
            metavar="NUMBER",
            help=localized(
                "The number of threads. Each solves its own problem; a single problem is solved by all.",
                "スレッド数。複数の問題は並列に、1問だけなら全スレッドで解く。",
            ),
        ),
    ] = 1,
    memory: Annotated[
        str,
        typer.Option(
            metavar="SIZE",
            help=localized(
                "The memory for all threads together: 512M, 4G.", "全スレッドで使うメモリ：512M、4G など。"
            ),
        ),
    ] = "256M",
    seconds: Seconds = None,
    as_json: AsJson = False,
) -> None:
    """Solve mate problems (tsume). The side to move attacks and gives check with every move.

    Example: [b]komadai tsume solve "7nk/9/7GP/9/9/9/9/9/9 b - 1"[/]
    """
    from komadai.cli.tsume.problem_input import problems
    from komadai.cli.tsume.solver_pool import Run

    if exact and any_mate:
        raise typer.BadParameter("can't be together with --exact", param_hint="--any")
    size = megabytes(memory)
    stderr = error_console()
    found = problems(sources, Bar(stderr))
    try:
        run = Run(threads, size, exact, seconds, any_mate)
    except MemoryError:
        raise Failure(f"--memory: there is not so much memory: {memory}") from None
    teller = _Teller(run, stderr, as_json, exact, current_language())
    interrupted = False
    try:
        teller.all(found)
    except KeyboardInterrupt:
        interrupted = True
        teller.broken_off()
    finally:
        run.close()
    if interrupted or not teller.content:
        raise typer.Exit(_INTERRUPTED if interrupted else 1)


@dataclass(slots=True)
class _Tally:
    problems: int = 0
    mate: int = 0
    none: int = 0
    unknown: int = 0
    failed: int = 0
    nodes: int = 0


class _Teller:
    """Says what was found, problem after problem."""

    def __init__(self, run: Run, stderr: Console, as_json: bool, exact: bool, language: Language) -> None:
        self.content = True
        """Whether all was answered, and proved as far as it was to be."""
        self._run = run
        self._stderr = stderr
        self._out = output_console()
        self._as_json = as_json
        self._exact = exact
        self._language = language
        self._tally = _Tally()
        self._begun = time.monotonic()
        self._said_completed = False
        self._alone = False

    def all(self, problems: Iterator[Problem]) -> None:
        """Every problem, with what is going on shown on standard error."""
        first = next(problems, None)
        if first is None:
            return
        second = next(problems, None)
        self._alone = second is None

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

            for problem, answer in self._run.answers(together(), tick):
                if self._stderr.is_terminal and not self._as_json:
                    live.update(Text(""), refresh=True)
                with undisturbed():
                    self._tell(problem, answer)
        self._sum_up()

    def broken_off(self) -> None:
        """What is known of the problems that were under way at Ctrl-C."""
        with undisturbed():
            if not self._as_json:
                self._note(say("interrupted", self._language))
            for problem, answer in self._run.break_off():
                self._tell(problem, answer)
            self._sum_up()

    def _tell(self, problem: Problem, answer: Answer | None) -> None:
        self._tally.problems += 1
        if answer is None or isinstance(answer, KomadaiError):
            self._fail(problem, answer)
        else:
            self._count(answer)
            if problem.completed and not self._said_completed:
                self._said_completed = True
                self._note(say("completed", self._language))
            if self._as_json:
                print(_json(problem, answer, self._run.progress(problem)), flush=True)
            else:
                self._show(problem, answer)

    def _count(self, answer: Solution) -> None:
        tally = self._tally
        tally.nodes += answer.nodes
        tally.mate += answer.result == "mate"
        tally.none += answer.result == "no-mate"
        tally.unknown += answer.result == "unknown"
        if answer.result == "unknown" or (self._exact and answer.result == "mate" and not answer.exact):
            self.content = False

    def _fail(self, problem: Problem, error: KomadaiError | None) -> None:
        self.content = False
        self._tally.failed += 1
        note = problem.error or Note.of_error(problem.name, problem.number, error or KomadaiError())
        self._note(f"error: {note}")
        if self._as_json:
            print(_json(problem, None), flush=True)

    def _show(self, problem: Problem, answer: Solution) -> None:
        assert problem.board is not None
        language = self._language
        name = f"{problem.name}:{problem.number}" + (f" {problem.title}" if problem.title else "")
        line = line_text(problem.board, answer.moves, language)
        verdict = _verdict(answer, language)
        effort = effort_text(answer.nodes, answer.seconds, language)
        rest = _left(problem, answer, language)
        if not self._alone:
            self._print("  ".join(each for each in (name, verdict, line, rest) if each))
            return
        self._print(text_diagram(problem.board))
        self._print("")
        self._print(f"{verdict}  ({effort})")
        if answer.result == "unknown" and (progress := self._run.progress(problem)) is not None:
            line = _numbers(progress, language) + "\n" + line_text(problem.board, progress.moves, language)
        for each in (line, rest):
            if each:
                self._print(each)

    def _sum_up(self) -> None:
        if self._alone or self._as_json or not self._tally.problems:
            return
        tally = self._tally
        values = {name: getattr(tally, name) for name in ("mate", "none", "unknown", "failed", "nodes")}
        number = say(
            "problems", self._language, count=counted(tally.problems, "problem"), number=tally.problems
        )
        spent = time.monotonic() - self._begun
        self._note(say("summary", self._language, problems=number, seconds=spent, **values))

    def _state(self) -> Group:
        language = self._language
        lines = [] if self._alone else [say("done", language, done=self._tally.problems)]
        if (state := self._run.state) is not None:
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
        return say("unknown", language, reason=say(answer.reason, language))
    if answer.result == "no-mate":
        return say("no-mate", language)
    return say("mate" if answer.exact else "mate_at_most", language, plies=answer.plies)


def _left(problem: Problem, answer: Solution, language: Language) -> str:
    """What the attacker has left in hand at the end of the main line."""
    if answer.result != "mate" or problem.board is None or len(answer.moves) != answer.plies:
        return ""
    board = problem.board.copy()
    attacker = board.turn
    for move in answer.moves:
        board.push(move)
    hand = board.hand(attacker)
    return say("left", language, hand=held_text(hand, language)) if hand.total else ""


def _searching(progress: Progress, language: Language) -> str:
    return say(
        "searching",
        language,
        seconds=progress.seconds,
        nodes=progress.nodes,
        speed=round(progress.nodes / max(progress.seconds, 0.001)),
        full=progress.hashfull / 10,
    )


def _numbers(progress: Progress, language: Language) -> str:
    best = say("no_best" if progress.plies is None else "best", language, plies=progress.plies)
    return say("numbers", language, pn=progress.pn, dn=progress.dn, best=best)


def _json(problem: Problem, answer: Solution | None, progress: Progress | None = None) -> str:
    """One object in one line; of what could not be read, too, so that lines can be counted. What was not
    settled has a reason, and of a mate that is neither found nor excluded the line last looked at."""
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
    }
    if answer and answer.reason:
        fields["reason"] = answer.reason
    return json.dumps(fields)
