"""``komadai tsume helpmate``: both sides play for the shortest mate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from komadai.cli.shared.console import output_console, print_json, write_line
from komadai.cli.shared.language import current_language, japanese_help
from komadai.cli.shared.moves import line_text
from komadai.cli.shared.options import option
from komadai.cli.tsume.options import AsJson, Memory, Seconds, Sources, megabytes
from komadai.cli.tsume.solve_loop import headed, solve_each
from komadai.cli.tsume.texts import effort_text, text_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai import Board
    from komadai.cli.tsume.problem_input import Problem
    from komadai.tsume import Helpmate


@japanese_help("""協力詰（ばか詰）を解き、解の数を数える。

    例：[b]komadai tsume helpmate "7k1/9/9/9/9/9/9/9/9 b 2G 1" --plies 3[/]""")
def helpmate(
    sources: Sources,
    plies: Annotated[
        int, option("The maximum length in plies.", "最大手数。", "--plies", "-n", min=1, max=99)
    ] = 5,
    most: Annotated[
        int, option("The maximum number of solutions to print.", "表示する解の最大数。", "--most", min=1)
    ] = 20,
    memory: Memory = "64M",
    seconds: Seconds = None,
    as_json: AsJson = False,
) -> None:
    """Find and count helpmates: both sides cooperate to reach mate in the fewest plies.

    Example: [b]komadai tsume helpmate "7k1/9/9/9/9/9/9/9/9 b 2G 1" --plies 3[/]
    """
    from komadai import tsume

    language = current_language()
    out = output_console()
    size = megabytes(memory)
    stopped: list[bool] = []

    def solve(board: Board, note: Callable[[str], None]) -> Helpmate:
        def progress(nodes: int, spent: float) -> bool:
            note(text_for("helpmate_searching", language, nodes=nodes, seconds=spent))
            return bool(stopped)

        return tsume.helpmate(board, plies, seconds=seconds, memory_mb=size, most=most, progress=progress)

    def show(problem: Problem, answer: Helpmate | None) -> bool:
        if as_json:
            facts = answer or tsume.Helpmate("unknown", None, 0, (), False, 0, 0.0)
            print_json({"sfen": problem.text} | facts.to_dict())
        elif answer is not None and problem.board is not None:
            reason = text_for(answer.reason, language) if answer.reason else ""
            words = {"plies": answer.plies, "count": answer.count, "reason": reason}
            many = "" if answer.count == 1 else "s"
            effort = effort_text(answer.nodes, answer.seconds, language)
            lines = [
                headed(problem),
                f"{text_for(f'helpmate_{answer.result}{many}', language, **words)}  ({effort})",
            ]
            lines += [line_text(problem.board, line, language) for line in answer.solutions]
            if answer.result == "mate" and not answer.complete:
                lines.append(text_for("helpmate_open", language, **words))
            for line in lines:
                if line:
                    write_line(out, line)
        return answer is not None and answer.complete

    solve_each(sources, language, solve=solve, stop=lambda: stopped.append(True), show=show)
