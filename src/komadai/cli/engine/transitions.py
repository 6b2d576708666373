"""``komadai engine transition-probabilities``: counts in game records how probable kinds of moves are."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from komadai.cli.book.files import refuse_books
from komadai.cli.shared import output
from komadai.cli.shared.console import error_console, output_console, print_json, write_line
from komadai.cli.shared.input import Bar, Inputs, Sources, games
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.messages import counted
from komadai.cli.shared.options import option
from komadai.cli.shared.passed_over import PassedOver
from komadai.cli.shared.signals import undisturbed

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai.cli.shared.messages import Note
    from komadai.engine.transitions import Counter, Transitions

_INTERRUPTED: Final = 130


@japanese_help("""棋譜から指し手の種類ごとの遷移確率を数える（実現確率探索用）。

    種類（王手、駒の損得別の取る手、駒と場所別の打つ手など）ごとに、合法だった局面数、指された局面数、その比を出す。
    エンジンは USI オプション TransitionFile でこの表を読み、SearchMode RealizationProbability で使う。

    Ctrl-C で読み込みを止め、そこまでの結果を書き出して表示する。

    例：[b]komadai engine transition-probabilities games/ archive.zip -o mine.tsv[/]""")
def transition_probabilities(
    sources: Sources,
    out: Annotated[
        str | None,
        option(
            "The table to write, a .tsv text file.",
            "書き出す表（.tsv のテキスト）。",
            "--output",
            "-o",
            metavar="FILE",
        ),
    ] = None,
    as_json: Annotated[bool, option("Print the table as JSON.", "表を JSON で出力する。", "--json")] = False,
) -> None:
    """Count in game records how probable kinds of moves are (遷移確率), for realization-probability search.

    For each category (checks, captures by gain, drops by piece and place …): the number of positions in
    which a move of it was legal, the number in which one was played, and the ratio of the two. The engine
    reads the table by the USI option TransitionFile, with SearchMode RealizationProbability.

    Ctrl-C stops the reading; what was counted until then is written and printed.

    Example: [b]komadai engine transition-probabilities games/ archive.zip -o mine.tsv[/]
    """
    from komadai.engine.transitions import Counter

    refuse_books(sources)
    inputs = Inputs(sources)
    path = output.place(out, inputs.identities, "--output") if out is not None else None
    counter = Counter()
    stderr = error_console()
    errors: list[Note] = []

    def report_error(note: Note) -> None:
        errors.append(note)
        if not as_json:
            write_line(stderr, localized(f"error: {note}", f"エラー：{note}"))

    interrupted = False
    try:
        with Bar(stderr) as bar:
            _count(counter, inputs, bar, report_error)
    except KeyboardInterrupt:
        interrupted = True
    table = counter.table()
    with undisturbed():
        if path is not None and table.games:  # an empty table is not written
            with output.appearing(path) as hidden:
                hidden.write_text(table.text(), encoding="utf-8", newline="\n")
        if as_json:
            print_json(_json(table, interrupted, errors))
        else:
            if table.games:
                _show(table, output_console())
            write_line(
                stderr,
                f"{counted(table.games, 'game')}, {counted(table.positions, 'position')}"
                + (localized(" (interrupted)", "（中断）") if interrupted else ""),
            )
    if interrupted or errors:
        raise typer.Exit(_INTERRUPTED if interrupted else 1)


def _count(counter: Counter, inputs: Inputs, bar: Bar, on_error: Callable[[Note], None]) -> None:
    from komadai.kifu.statistics.game_facts import FactsReader

    reader = FactsReader()
    passed_over = PassedOver()
    for name, data in inputs.records(bar):
        for _, facts in games(name, data, reader, passed_over.report(name), on_error):
            with undisturbed():
                counter.add(facts)
            bar.games()
    passed_over.print_rest()


def _json(table: Transitions, interrupted: bool, errors: list[Note]) -> dict[str, object]:
    from komadai.engine.transitions import CATEGORIES

    return {
        "games": table.games,
        "positions": table.positions,
        "categories": [
            {"category": name, "legal": legal, "played": played, "probability": table.probability(name)}
            for name, (legal, played) in zip(CATEGORIES, table.counts, strict=True)
        ],
        "interrupted": interrupted,
        "errors": [asdict(each) for each in errors],
    }


def _show(table: Transitions, console: Console) -> None:
    from komadai.engine.transitions import CATEGORIES

    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    shown.add_column("Category")
    for name in ("Legal", "Played", "Probability"):
        shown.add_column(name, justify="right")
    for name, (legal, played) in zip(CATEGORIES, table.counts, strict=True):
        probability = table.probability(name)
        shown.add_row(
            name, f"{legal:,}", f"{played:,}", "–" if probability is None else f"{probability * 100:.2f} %"
        )
    console.print(shown)
