"""``komadai train fit-weights``: fits the weights of the handmade evaluation to positions."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from komadai.cli.shared import output
from komadai.cli.shared.console import error_console, print_json, write_line
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.options import argument, option, with_groups
from komadai.cli.shared.signals import undisturbed
from komadai.cli.train.shared import INTERRUPTED, file_errors

if TYPE_CHECKING:
    from rich.console import Console

    from komadai.training.weight_fit import WeightFit, WeightFitProgress


@dataclass(frozen=True, kw_only=True)
class FitWeightsOptions:
    """How weights are fitted."""

    start: Annotated[
        str | None,
        option(
            "Weights to begin with, or built-in; those of rare terms stay near them.",
            "初期値とする重み（built-in は内蔵の重み）。まれな特徴の重みはその近くにとどまる。",
            "--start",
            metavar="FILE",
        ),
    ] = None
    result_weight: Annotated[
        float,
        option(
            "The weight of the game's result in the target; the score has the rest.",
            "目標に占める勝敗の割合。残りは評価値。",
            min=0,
            max=1,
            metavar="SHARE",
        ),
    ] = 0.5
    score_shift: Annotated[
        float | None,
        option(
            "What is subtracted from each score; by default, scores then agree with results on average.",
            "各評価値から引く値。指定しなければ、評価値と結果が平均して一致する値。",
            metavar="CENTIPAWNS",
        ),
    ] = None
    evidence: Annotated[
        float,
        option("How much a position counts against the first weights.", "初期値に対する1局面の重さ。", min=0),
    ] = 10.0
    epochs: Annotated[int, option("How often each position is used.", "各局面を使う回数。", min=1)] = 6
    batch_size: Annotated[
        int, option("The number of positions of a step.", "1ステップの局面数。", min=1, max=1 << 20)
    ] = 16_384
    seed: Annotated[
        int, option("The seed of the order of positions.", "局面の順序を決める乱数の種。", min=0)
    ] = 1
    rate: Annotated[float, option("The first learning rate.", "最初の学習率。", min=0, max=1)] = 0.03
    validation: Annotated[
        float,
        option(
            "The share of each file, its last positions, that is only used for validation.",
            "検証だけに使う、各ファイル末尾の局面の割合。",
            min=0,
            max=0.9,
            metavar="SHARE",
        ),
    ] = 0.02
    max_score: Annotated[
        int,
        option(
            "Leave out positions whose score is further from 0.",
            "評価値の絶対値がこれより大きい局面を除く。",
            min=0,
            max=1 << 15,
            metavar="CENTIPAWNS",
        ),
    ] = 2500
    threads: Annotated[
        int,
        option(
            "The number of threads; 0: one for each processor. The result does not depend on it.",
            "スレッド数。0 はプロセッサの数。結果は変わらない。",
            min=0,
            max=512,
        ),
    ] = 0
    as_json: Annotated[
        bool, option("Print a line of JSON for each epoch.", "エポックごとに JSON を出力する。", "--json")
    ] = False


@japanese_help("""局面のファイル（PSV）に、手作り評価関数の重みを合わせる（Texel の方法）。

    内蔵の評価関数と同じ形のファイルを作り、[b]EvalFile[/] で読み込める。
    静かな局面（王手がなく、指し手が駒を取る手でも成る手でもない局面）だけを使う。

    例：[b]komadai train fit-weights positions.psv -o my.weights[/]""")
@with_groups
def fit_weights(
    data: Annotated[
        list[str], argument("Files of positions in PSV.", "局面のファイル（PSV）。", metavar="DATA...")
    ],
    out: Annotated[
        str,
        option("The file of weights to write.", "書き出す重みのファイル。", "--output", "-o", metavar="FILE"),
    ],
    options: FitWeightsOptions,
) -> None:
    """Fit the weights of the handmade evaluation to positions (PSV), by Texel's method.

    The file is of the kind of the built-in evaluation; [b]EvalFile[/] loads it. Only quiet positions are
    used: no check, and the move neither a capture nor a promotion.

    Example: [b]komadai train fit-weights positions.psv -o my.weights[/]
    """
    from komadai.training import psv_files, weight_fit, weights

    sources = [Path(name) for name in data]
    with file_errors():
        files = psv_files.PsvFiles(sources)
        begin = (
            None
            if options.start is None
            else weights.Weights.from_bytes(weights.read_bytes(options.start), options.start)
        )
    path = output.place(out, {output.identity(each) for each in sources}, "--output")
    settings = weight_fit.WeightFitSettings(
        result_weight=options.result_weight,
        score_shift=options.score_shift,
        evidence=options.evidence,
        epochs=options.epochs,
        batch_size=options.batch_size,
        seed=options.seed,
        rate=options.rate,
        validation=options.validation,
        selection=psv_files.Selection(skip_checks=True, skip_captures=True, max_score=options.max_score),
    )
    with file_errors():
        fit = weight_fit.WeightFit(files, settings, start=begin, threads=options.threads)
    stderr = error_console()
    if not options.as_json:
        _say_beginning(fit, stderr)
    if not _run(fit, stderr, options.as_json):
        write_line(
            stderr, localized("interrupted; nothing was written", "中断。ファイルは書き出していません")
        )
        raise typer.Exit(INTERRUPTED)
    with file_errors(path):
        fit.weights().write(path)


def _say_beginning(fit: WeightFit, stderr: Console) -> None:
    loss = fit.validation_loss()
    write_line(
        stderr,
        localized(
            f"{fit.training_positions:,} positions for training, {fit.validation_positions:,} for "
            f"validation; {fit.steps:,} steps; scores lower by {fit.score_shift:g}"
            + ("" if loss is None else f"; validation loss {loss:.5f} before"),
            f"学習用 {fit.training_positions:,}局面、検証用 {fit.validation_positions:,}局面、"
            f"{fit.steps:,}ステップ。評価値から {fit.score_shift:g} を引く"
            + ("" if loss is None else f"。学習前の検証損失 {loss:.5f}"),
        ),
    )


def _run(fit: WeightFit, stderr: Console, as_json: bool) -> bool:
    """Makes the steps; whether all were made before Ctrl-C."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[text]}"),
        TimeElapsedColumn(),
        TextColumn("/"),
        TimeRemainingColumn(),
    )
    steps = fit.run()
    with Progress(*columns, console=stderr, transient=True, disable=not stderr.is_terminal) as bar:
        task = bar.add_task("", total=fit.steps, text="")
        try:
            while True:
                with undisturbed():  # a step is whole
                    progress = next(steps, None)
                if progress is None:
                    return True
                bar.update(
                    task,
                    completed=progress.step,
                    description=localized(
                        f"epoch {progress.epoch}/{fit.settings.epochs}",
                        f"エポック {progress.epoch}/{fit.settings.epochs}",
                    ),
                    text=localized(f"loss {progress.loss:.5f}", f"損失 {progress.loss:.5f}"),
                )
                if progress.step % fit.steps_of_epoch == 0:
                    _report_epoch(progress, stderr, as_json)
        except KeyboardInterrupt:
            return False


def _report_epoch(progress: WeightFitProgress, stderr: Console, as_json: bool) -> None:
    validated = progress.validation_loss
    if as_json:
        print_json(
            {
                "epoch": progress.epoch,
                "step": progress.step,
                "loss": progress.loss,
                **({} if validated is None else {"validation_loss": validated}),
            }
        )
        return
    write_line(
        stderr,
        localized(
            f"epoch {progress.epoch}: loss {progress.loss:.5f}"
            + ("" if validated is None else f", validation {validated:.5f}"),
            f"エポック {progress.epoch}：損失 {progress.loss:.5f}"
            + ("" if validated is None else f"、検証 {validated:.5f}"),
        ),
    )
