"""``komadai tsume hisshi``: brinkmates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from komadai.cli.shared.console import output_console, print_json, write_line
from komadai.cli.shared.language import Language, current_language, japanese_help
from komadai.cli.shared.moves import line_text, move_text
from komadai.cli.shared.options import option
from komadai.cli.tsume.options import AsJson, Memory, Seconds, Sources, megabytes
from komadai.cli.tsume.solve_loop import headed, solve_each
from komadai.cli.tsume.texts import effort_text, text_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from komadai import Board
    from komadai.cli.tsume.problem_input import Problem
    from komadai.tsume import Brinkmate, BrinkmateProgress

_ALIKE = 3
"""Maximum number of defences listed for the same mate."""


@japanese_help("""必至を探す：どう受けても詰む手。

    例：[b]komadai tsume hisshi "7k1/9/9/7P1/9/9/9/9/9 b GN 1" --plies 1[/]""")
def hisshi(
    sources: Sources,
    plies: Annotated[
        int,
        option(
            "The maximum length in plies: 1, 3 …", "最大手数（1、3、…）。", "--plies", "-n", min=1, max=15
        ),
    ] = 1,
    memory: Memory = "256M",
    seconds: Seconds = None,
    as_json: AsJson = False,
) -> None:
    """Find brinkmates (hisshi): moves after which every defence is answered by mate.

    Example: [b]komadai tsume hisshi "7k1/9/9/7P1/9/9/9/9/9 b GN 1" --plies 1[/]
    """
    from komadai.tsume import BrinkmateSolver

    language = current_language()
    out = output_console()
    solver = BrinkmateSolver(megabytes(memory))

    def solve(board: Board, note: Callable[[str], None]) -> Brinkmate:
        def progress(state: BrinkmateProgress) -> None:
            note(
                text_for(
                    "hisshi_searching",
                    language,
                    plies=state.plies,
                    done=state.done,
                    total=state.total,
                    nodes=state.nodes,
                )
            )

        return solver.solve(board, plies, seconds=seconds, progress=progress)

    def show(problem: Problem, answer: Brinkmate | None) -> bool:
        if as_json:
            print_json({"sfen": problem.text} | _facts(answer))
        elif answer is not None and problem.board is not None:
            for line in (headed(problem), *_lines(problem.board, answer, language)):
                if line:
                    write_line(out, line)
        return answer is not None and answer.complete

    solve_each(sources, language, solve=solve, stop=solver.stop, show=show)


def _facts(answer: Brinkmate | None) -> dict[str, object]:
    from komadai.tsume import Brinkmate

    return (answer or Brinkmate("unknown", None, (), (), (), False, 0, 0.0)).to_dict()


def _lines(board: Board, answer: Brinkmate, language: Language) -> Iterator[str]:
    effort = effort_text(answer.nodes, answer.seconds, language)
    reason = text_for(answer.reason, language) if answer.reason else ""
    verdict = text_for(f"hisshi_{answer.result}", language, plies=answer.plies, reason=reason)
    yield f"{verdict}  ({effort})"
    yield line_text(board, answer.line, language)
    if answer.result != "brinkmate":
        return
    firsts = " ".join(move_text(board, move, language) for move in answer.moves)
    if len(answer.moves) > 1:
        yield text_for("hisshi_firsts", language, moves=firsts)
    if not answer.complete:
        yield text_for("hisshi_open", language, reason=reason)
    yield from _defences(board, answer, language)


def _defences(board: Board, answer: Brinkmate, language: Language) -> Iterator[str]:
    """The moves after each defence; defences with the same continuation share a line."""
    after = board.copy()
    after.push(answer.moves[0])
    same_answer: dict[str, list[str]] = {}
    for each in answer.defences:
        at = after.copy()
        at.push(each.move)
        then = line_text(at, each.moves, language)
        if each.then == "brinkmate":
            then = text_for("hisshi_goes_on", language, moves=then)
        same_answer.setdefault(then, []).append(move_text(after, each.move, language))
    for then, defences in same_answer.items():
        named = " ".join(defences[:_ALIKE])
        if len(defences) > _ALIKE:
            named += text_for("hisshi_more", language, count=len(defences) - _ALIKE)
        yield f"  {named}  {then}"
