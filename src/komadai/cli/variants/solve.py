"""``komadai variants solve``: the value of every position of a tiny variant."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table as RichTable

from komadai.cli.shared.console import error_console, output_console, print_json, write_line
from komadai.cli.shared.errors import Failure, error_text
from komadai.cli.shared.language import current_language, japanese_help, localized
from komadai.cli.shared.options import AsJson, option
from komadai.cli.shared.signals import sigterm_as_ctrl_c
from komadai.cli.shared.variant_name import VariantName, variant_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from komadai.variants.solve import Fit, Table
    from komadai.variants.solve import Progress as SolverProgress

_INTERRUPTED: Final = 130
_LINE_INTERVAL: Final = 10.0
"""Seconds between two lines of progress, where stderr is no terminal."""


@japanese_help("""小さな変則将棋の全局面の値（勝ち・負け・引き分けと手数）を後退解析で求め、表に書き出す。

    Ctrl-C で止めても、強制終了しても、同じコマンドで続きから再開する。
    画面での対局は、この表があれば最善手を指し、各手の値を表示する。
    [b]--fit[/] は、解析できるかどうかと必要なメモリだけを表示する。

    例：[b]komadai variants solve dobutsu[/]""")
def solve(
    name: VariantName,
    folder: Annotated[
        Path | None,
        option(
            "The folder of the table; by default one in the user's data folder.",
            "表を置くフォルダ。省略時は利用者のデータフォルダにあるもの。",
            "--output",
            "-o",
            metavar="DIR",
        ),
    ] = None,
    threads: Annotated[
        int,
        option(
            "The number of threads; 0: one for each processor.",
            "スレッド数。0 はプロセッサの数。",
            min=0,
            max=512,
        ),
    ] = 0,
    memory: Annotated[
        int, option("The memory that may be used, in MiB.", "使ってよいメモリ（MiB）。", min=1, metavar="MIB")
    ] = 4096,
    only_fit: Annotated[
        bool,
        option(
            "Only tell whether the variant can be solved, and the memory it needs.",
            "解析できるかどうかと必要なメモリだけを表示する。",
            "--fit",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Solve a tiny variant: find the value of every position and write a table of them.

    The value is a win, a loss or a draw, and the number of plies. After Ctrl-C or a kill the same command
    continues. The page uses the table to play perfectly.

    Example: [b]komadai variants solve dobutsu[/]
    """
    from komadai.variants.solve import fit
    from komadai.variants.solve import solve as solve_variant

    variant = variant_named(name)
    needed = fit(variant, memory << 20)
    if only_fit:
        _print_fit(variant.name, needed, as_json)
        raise typer.Exit(0 if needed.solvable else 1)
    if not needed.solvable:
        raise Failure(_not_solvable(variant.name, needed))
    try:
        with sigterm_as_ctrl_c(), _shown(quiet=as_json) as show:
            table = solve_variant(variant, folder, threads=threads, memory=memory << 20, on_progress=show)
    except KeyboardInterrupt:
        text = localized("stopped; the same command continues", "停止しました。同じコマンドで再開します")
        write_line(error_console(), text)
        raise typer.Exit(_INTERRUPTED) from None
    except OSError as error:
        raise Failure(f"{error.filename or folder}: {error_text(error)}") from error
    except MemoryError:
        raise Failure(localized("there is not enough memory", "メモリが足りません")) from None
    _print_table(variant.name, table, as_json)


def _not_solvable(name: str, needed: Fit) -> str:
    reasons = [each.text(current_language().value) for each in needed.problems]
    return localized(
        f"{name} cannot be solved: {'; '.join(reasons)}", f"{name} は解析できません：{'。'.join(reasons)}"
    )


def _print_fit(name: str, needed: Fit, as_json: bool) -> None:
    from komadai.variants.solve.requirements import in_words, size_text

    if as_json:
        print_json(
            {
                "variant": name,
                "solvable": needed.solvable,
                "problems": [{"code": each.code, "text": str(each)} for each in needed.problems],
                "arrangements": needed.arrangements,
                "open_positions": needed.open_positions,
                "memory": needed.memory,
            }
        )
        return
    if not needed.solvable:
        write_line(output_console(), _not_solvable(name, needed))
        return
    arrangements, positions = in_words(needed.arrangements), in_words(needed.open_positions)
    memory = size_text(needed.memory)
    write_line(
        output_console(),
        localized(
            f"{name} can be solved: {arrangements} arrangements of the pieces, of which at most about "
            f"{positions} are to be stored, in {memory} of memory",
            f"{name} は解析できます：駒の配置 {arrangements}通り、保存する局面は多くて約{positions}、"
            f"メモリ {memory}",
        ),
    )


_STAGES: Final = {
    "search": localized("finding positions", "局面の探索"),
    "first-pass": localized("wins and losses at once", "直ちに決まる勝敗"),
    "levels": localized("wins and losses by distance", "手数ごとの勝敗"),
    "table": localized("writing the table", "表の書き出し"),
}


def _text(progress: SolverProgress) -> str:
    stage = str(_STAGES[progress.stage])
    detail = ""
    if progress.stage == "search":
        detail = localized(
            f", {progress.positions:,} positions, "
            f"{progress.expanded:,} of {progress.open_positions:,} expanded",
            f"、{progress.positions:,}局面、{progress.open_positions:,}のうち{progress.expanded:,}を展開",
        )
    elif progress.stage == "levels":
        detail = localized(
            f", {progress.level} plies, {progress.decided:,} of {progress.open_positions:,} decided",
            f"、{progress.level}手、{progress.open_positions:,}のうち{progress.decided:,}が確定",
        )
    left = ""
    if progress.seconds_left is not None:
        time_left = _duration(progress.seconds_left)
        left = localized(f", about {time_left} left", f"、残り約{time_left}")
        if progress.stage == "search":
            left = localized(f", at least {time_left} left", f"、残り{time_left}以上")
    return f"{_duration(progress.seconds)} {stage}{detail}{left}"


def _duration(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    return f"{minutes}:{seconds:02}"


@contextmanager
def _shown(*, quiet: bool) -> Iterator[Callable[[SolverProgress], None]]:
    """A function that shows progress on stderr: as a bar on a terminal, else as a line now and then."""
    stderr = error_console()
    if quiet:
        yield lambda progress: None
        return
    if not stderr.is_terminal:
        printed = -_LINE_INTERVAL

        def show_line(progress: SolverProgress) -> None:
            nonlocal printed
            if time.monotonic() - printed >= _LINE_INTERVAL:
                printed = time.monotonic()
                write_line(stderr, _text(progress))

        yield show_line
        return
    columns = (BarColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=stderr, transient=True) as bar:
        task = bar.add_task("", total=1.0)

        def show_bar(progress: SolverProgress) -> None:
            bar.update(task, completed=progress.done, description=_text(progress))

        yield show_bar


def _print_table(name: str, table: Table, as_json: bool) -> None:
    from komadai.variants.solve.requirements import size_text

    figures, value = table.figures, table.value()
    size = table.path.stat().st_size
    if as_json:
        print_json(
            {
                "variant": name,
                "table": str(table.path),
                "bytes": size,
                "value": None if value is None else value._asdict(),
                "longest_win": figures.longest_win,
                "positions": figures.positions,
                "open_positions": figures.open_positions,
                **asdict(figures),
            }
        )
        return
    rows = RichTable.grid(padding=(0, 2))
    rows.add_column()
    rows.add_column(justify="right")

    def row(english: str, japanese: str, number: object) -> None:
        rows.add_row(localized(english, japanese), f"{number:,}" if isinstance(number, int) else str(number))

    row(
        "positions up to colours and mirror images",
        "到達できる局面（先後と左右の対称を除く）",
        figures.positions,
    )
    row("  won, drawn, lost for the mover", "　手番側の勝ち、引き分け、負け",
        f"{figures.won:,} {figures.drawn:,} {figures.lost:,}")  # fmt: skip
    row("  the mover can take the royal piece", "　手番側が玉を取れる", figures.wins_at_once)
    row(
        "  the other's royal piece has reached its last rank",
        "　相手の玉が最も奥の段に達した",
        figures.losses_at_once,
    )
    row("  others", "　その他", figures.open_positions)
    row("    won, drawn, lost for the mover", "　　手番側の勝ち、引き分け、負け",
        f"{figures.open_won:,} {figures.open_drawn:,} {figures.open_lost:,}")  # fmt: skip
    if value is not None:
        row("the first player", "先手", _value_text(value.result, value.plies))
    if figures.longest_win is not None:
        row("the longest win, in plies", "最長の勝ち（手数）", figures.longest_win)
    row("time, processor time in seconds", "時間、プロセッサ時間（秒）",
        f"{figures.seconds:,.0f} {figures.processor_seconds:,.0f}")  # fmt: skip
    row("table", "表", size_text(size))
    output_console().print(rows)
    write_line(output_console(), str(table.path))


def _value_text(result: str, plies: int | None) -> str:
    return {
        "win": localized(f"wins in {plies} plies", f"{plies}手で勝ち"),
        "loss": localized(f"loses in {plies} plies", f"{plies}手で負け"),
        "draw": localized("draws", "引き分け"),
    }[result]
