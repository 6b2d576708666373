"""``komadai stats``: statistics of many games."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from komadai.cli.records import parquet
from komadai.cli.shared import output
from komadai.cli.shared.console import error_console, output_console, print_json, write_line
from komadai.cli.shared.input import Bar, Inputs, Sources
from komadai.cli.shared.language import current_language, japanese_help, localized
from komadai.cli.shared.options import option
from komadai.extras import package

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from komadai.cli.shared.messages import Note

PICTURES: Final = (".svg", ".png", ".pdf")
_INTERRUPTED: Final = 130


@japanese_help("""例：[b]komadai stats games/ archive.zip --plot games.svg[/]""")
def stats(
    sources: Sources,
    moves: Annotated[
        int,
        option("The number of moves for which openings are counted.", "序盤を集計する手数。", min=0, max=20),
    ] = 2,
    jobs: Annotated[
        int,
        option(
            "The number of processes; 0: one for each processor.",
            "プロセス数。0 はプロセッサの数。",
            min=0,
            max=512,
        ),
    ] = 1,
    as_json: Annotated[
        bool, option("Print all numbers as JSON.", "すべての数値を JSON で出力する。", "--json")
    ] = False,
    table: Annotated[
        str | None,
        option(
            "Write a Parquet table with a row for each game.",
            "1局1行の Parquet の表を書き出す。",
            "--parquet",
            metavar="FILE",
        ),
    ] = None,
    picture: Annotated[
        str | None,
        option(
            "Draw the numbers into a .svg, .png or .pdf file.",
            "集計の図を .svg、.png、.pdf に描く。",
            "--plot",
            metavar="FILE",
        ),
    ] = None,
) -> None:
    """Example: [b]komadai stats games/ archive.zip --plot games.svg[/]"""
    from komadai.cli.records.parallel_stats import Counting
    from komadai.cli.records.stats_plot import draw, prepare
    from komadai.cli.records.stats_table import show
    from komadai.cli.records.stats_texts import Words

    inputs = Inputs(sources)
    picture_at = _picture(picture, inputs)
    table_at = None if table is None else output.place(table, inputs.identities, "--parquet")
    if table_at is not None and table_at == picture_at:
        raise typer.BadParameter(
            localized("--parquet and --plot name the same file", "--parquet と --plot が同じファイルです")
        )
    if picture_at is not None:
        prepare()
    if table_at is not None:
        package("pyarrow.parquet", "research")
    stderr = error_console()
    errors: list[Note] = []

    def report_error(note: Note) -> None:
        errors.append(note)
        if not as_json:
            write_line(stderr, localized(f"error: {note}", f"エラー：{note}"))

    counting = Counting(moves, report_error)
    interrupted = False
    try:
        with Bar(stderr) as bar, _rows(table_at) as put:
            counting.all(inputs.records(bar), jobs or os.cpu_count() or 1, bar, put)
    except KeyboardInterrupt:
        interrupted = True
    statistics = counting.tally.statistics()
    language = current_language()
    if picture_at is not None and not interrupted:
        with output.appearing(picture_at) as hidden:
            draw(statistics, counting.files, language, hidden, picture_at.suffix.lower())
    if as_json:
        frame = {
            "files": counting.files,
            "interrupted": interrupted,
            "errors": [asdict(each) for each in errors],
        }
        print_json(frame | statistics.to_dict())
    else:
        words = Words(language)
        if interrupted:
            stderr.print(words("interrupted"))
        show(statistics, counting.files, words, output_console())
    if interrupted or errors:
        raise typer.Exit(_INTERRUPTED if interrupted else 1)


def _picture(name: str | None, inputs: Inputs) -> Path | None:
    if name is None:
        return None
    if Path(name).suffix.lower() not in PICTURES:
        raise typer.BadParameter(
            localized(
                f"expected a name that ends in {', '.join(PICTURES)}, got {name!r}",
                f"末尾が {'、'.join(PICTURES)} のファイル名を指定してください（入力：{name!r}）",
            ),
            param_hint="--plot",
        )
    return output.place(name, inputs.identities, "--plot")


@contextmanager
def _rows(path: Path | None) -> Iterator[Callable[[parquet.Row], None] | None]:
    """Writes rows to a file that appears when it is complete."""
    if path is None:
        yield None
        return
    with output.appearing(path) as hidden:
        file = parquet.Parquet(hidden)
        try:
            yield file.put
        finally:
            file.close()
