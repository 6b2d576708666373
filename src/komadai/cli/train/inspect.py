"""``komadai train inspect``: statistics of training positions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from rich.table import Table

from komadai.cli.shared.console import output_console, print_json, write_line
from komadai.cli.shared.errors import Failure
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.options import AsJson, argument, option
from komadai.cli.train.shared import file_errors


@japanese_help("""学習局面のファイルを調べる：局面数、結果、評価値、手数、持駒、重複、壊れたレコード。

    壊れたレコードがあれば、終了コードは 1 になる。

    例：[b]komadai train inspect positions.psv --plot positions.png[/]""")
def inspect(
    source: Annotated[Path, argument("The file to read.", "読み込むファイル。", metavar="FILE")],
    sample: Annotated[
        int,
        option(
            "Unpack and check only this number of records, spread evenly; 0: all.",
            "検査するレコード数（等間隔）。0 はすべて。",
            "--sample",
            min=0,
        ),
    ] = 0,
    plot: Annotated[
        Path | None, option("Write a picture (PNG).", "グラフを PNG で書き出す。", "--plot", metavar="FILE")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print the statistics of a file: records, results, scores, move numbers, pieces in hand, duplicates and
    damaged records.

    The exit status is 1 if a record is damaged.

    Example: [b]komadai train inspect positions.psv --plot positions.png[/]
    """
    from komadai.training.data_files.formats import format_of
    from komadai.training.data_files.summary import summarize

    with file_errors():
        summary = summarize(source, format_of(source), sample)
    if plot is not None:
        from komadai.training.data_files.summary_plot import plot as draw

        with file_errors(plot):
            draw(summary, plot)
    if as_json:
        print_json(summary.as_dict())
    else:
        labelled = max(1, summary.wins + summary.draws + summary.losses)
        in_hand = sum(number * count for number, count in enumerate(summary.in_hand))
        rows = (
            (localized("Records", "レコード"), f"{summary.records:,}"),
            (
                localized("Wins, draws, losses", "勝ち・引き分け・負け"),
                " / ".join(
                    f"{count:,} ({count / labelled:.1%})"
                    for count in (summary.wins, summary.draws, summary.losses)
                ),
            ),
            (
                localized("Score: mean, deviation", "評価値の平均と標準偏差"),
                f"{summary.score_mean:.0f}, {summary.score_deviation:.0f}",
            ),
            (
                localized("Scale of the win rate", "勝率の尺度"),
                "–" if summary.win_rate_scale is None else f"{summary.win_rate_scale:.0f} cp",
            ),
            (
                localized("Pieces in both hands", "両者の持駒"),
                f"{in_hand / max(1, sum(summary.in_hand)):.1f}",
            ),
            (localized("Promoted pieces", "成駒"), f"{summary.promoted:.1f}"),
            (
                localized("Duplicates", "重複"),
                f"{summary.duplicates:,} ({summary.duplicates / summary.records:.1%})",
            ),
            (localized("Checked records", "検査したレコード"), f"{summary.checked:,}"),
            (localized("Damaged records", "壊れたレコード"), f"{summary.bad_count:,}"),
        )
        table = Table.grid(padding=(0, 2))
        for row in rows:
            table.add_row(*row)
        output_console().print(table)
        for number, reason in summary.bad:
            line = localized(f"record {number}: {reason}", f"レコード{number}：{reason}")
            write_line(output_console(), line)
    if summary.bad_count:
        raise Failure(
            localized(
                f"{source}: {summary.bad_count:,} damaged records",
                f"{source}：壊れたレコードが{summary.bad_count:,}件あります",
            )
        )
