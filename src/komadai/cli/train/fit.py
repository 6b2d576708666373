"""``komadai train fit``: trains a network on positions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from komadai.cli.shared import output
from komadai.cli.shared.console import error_console, print_json, write_line
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.options import argument, option, with_groups
from komadai.cli.shared.signals import undisturbed
from komadai.cli.train.quantize import Licence, OutputNetwork, clipping
from komadai.cli.train.shared import INTERRUPTED, file_errors

if TYPE_CHECKING:
    from rich.console import Console

    from komadai.training.trainer import Trainer, TrainingProgress

_FOLDER_SUFFIX: Final = ".training"


class LossName(StrEnum):
    """The function that is minimized."""

    CROSS_ENTROPY = "cross-entropy"
    POWER = "power"


class BackendName(StrEnum):
    """The backend that computes the steps."""

    NATIVE = "native"
    TORCH = "torch"


_EXPONENTS: Final = {LossName.CROSS_ENTROPY: 0.0, LossName.POWER: 2.5}


@dataclass(frozen=True, kw_only=True)
class FitOptions:
    """How a network is trained."""

    width: Annotated[
        int,
        option(
            "The width of an accumulator, a multiple of 32.",
            "アキュムレータの幅（32の倍数）。",
            min=32,
            max=1024,
        ),
    ] = 64
    mirrored: Annotated[
        bool,
        option(
            "Mirror the board so that the own king is always on files 1 to 5.",
            "自玉が常に1筋から5筋に来るように盤を左右反転する。",
            "--mirrored",
        ),
    ] = False
    king_buckets: Annotated[
        int,
        option(
            "Weights of their own for the own king's place: 1, 3, 9 or 45 places if mirrored, else 1, 3, "
            "15 or 81.",
            "自玉の位置ごとに別の重みを持つ。位置の数：1、3、"
            "9、45（--mirrored の場合）、15、81（それ以外）。",
            "--king-buckets",
            min=1,
            max=81,
        ),
    ] = 1
    factorised: Annotated[
        bool,
        option(
            "Let the king buckets share weights during the training.",
            "学習中、玉の位置に共通の重みを併用する。",
            "--factorised",
        ),
    ] = False
    epochs: Annotated[int, option("How often each position is used.", "各局面を使う回数。", min=1)] = 10
    batch_size: Annotated[int, option("The number of positions of a step.", "1ステップの局面数。", min=1)] = (
        16_384
    )
    seed: Annotated[
        int,
        option(
            "The seed of the first weights and of the order of positions.",
            "初期の重みと局面の順序を決める乱数の種。",
            min=0,
        ),
    ] = 1
    rate: Annotated[float, option("The largest learning rate.", "学習率の最大値。", min=0, max=1)] = 1e-3
    final_rate: Annotated[
        float,
        option(
            "The last learning rate, as a share of the largest.",
            "最後の学習率（最大値に対する比）。",
            min=0,
            max=1,
            metavar="SHARE",
        ),
    ] = 0.01
    warm_up: Annotated[
        float,
        option(
            "The share of the steps in which the learning rate rises.",
            "学習率を上げていくステップの割合。",
            min=0,
            max=1,
            metavar="SHARE",
        ),
    ] = 0.02
    rounding: Annotated[
        float,
        option(
            "The share of the steps, the last ones, in which weights are rounded as in the result.",
            "重みを量子化後の値に丸めて学習するステップ（最後の方）の割合。",
            min=0,
            max=1,
            metavar="SHARE",
        ),
    ] = 0.5
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
    score_scale: Annotated[
        float | None,
        option(
            "The score for a win rate of 73 %: the scale of the logistic curve.",
            "勝率73%に当たる評価値（ロジスティック曲線の尺度）。",
            min=1,
            metavar="CENTIPAWNS",
        ),
    ] = None
    value_scale: Annotated[
        float | None,
        option(
            "The same for values of the network; by default that of scores, with --correct 950.",
            "ネットワークの値の尺度。省略すると評価値と同じ、--correct では 950。",
            min=1,
            metavar="CENTIPAWNS",
        ),
    ] = None
    loss: Annotated[
        LossName,
        option(
            "cross-entropy, or power: the distance of win rates to the power of 2.5.",
            "損失：cross-entropy（交差エントロピー）、power（勝率の差の2.5乗）。",
        ),
    ] = LossName.CROSS_ENTROPY
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
    ] = 10_000
    with_checks: Annotated[
        bool, option("Use positions in check as well.", "王手のかかった局面も使う。", "--with-checks")
    ] = False
    quiet_only: Annotated[
        bool,
        option(
            "Leave out positions whose move is a capture or a promotion.",
            "指し手が駒を取る手か成る手である局面を除く。",
            "--quiet-only",
        ),
    ] = False
    both_sides: Annotated[
        bool,
        option(
            "Use each position also with the other side to move and the opposite score and result.",
            "各局面を、手番を入れ替え評価値と結果を逆にした局面としても使う。",
            "--both-sides",
        ),
    ] = False
    start: Annotated[
        str | None,
        option(
            "Begin with the weights of this network, which must have the same shape.",
            "同じ形のネットワークの重みから始める。",
            "--start",
            metavar="NET",
        ),
    ] = None
    correct: Annotated[
        str | None,
        option(
            "Train a correction of the handmade evaluation with the weights of this file, or with "
            "built-in its own.",
            "手作り評価関数（重みのファイル。built-in は内蔵のもの）を補正するネットワークを学習する。",
            "--correct",
            metavar="WEIGHTS",
        ),
    ] = None
    folder: Annotated[
        str | None,
        option(
            "The folder of checkpoint, log and curve; without it NET.training.",
            "チェックポイント・記録・曲線のフォルダ。省略すると NET.training。",
            "--folder",
            metavar="FOLDER",
        ),
    ] = None
    resume: Annotated[
        bool,
        option(
            "Continue from the checkpoint if one exists.",
            "チェックポイントがあれば、その続きから始める。",
            "--resume",
        ),
    ] = False
    checkpoint_steps: Annotated[
        int, option("Steps between two checkpoints.", "チェックポイントの間隔（ステップ数）。", min=1)
    ] = 1000
    backend: Annotated[
        BackendName,
        option(
            "native, or torch (PyTorch, the torch extra).",
            "計算：native、torch（PyTorch。追加パッケージ torch が必要）。",
        ),
    ] = BackendName.NATIVE
    device: Annotated[
        str, option("The device of PyTorch: cpu or cuda.", "PyTorch の装置：cpu、cuda。", metavar="NAME")
    ] = "cpu"
    threads: Annotated[
        int,
        option(
            "The number of threads; 0: one for each processor. The result does not depend on it.",
            "スレッド数。0 はプロセッサの数。結果は変わらない。",
            min=0,
            max=512,
        ),
    ] = 0
    licence: Licence = ""
    as_json: Annotated[
        bool,
        option(
            "Print a line of JSON for each epoch and a summary.",
            "エポックごとと最後に JSON を出力する。",
            "--json",
        ),
    ] = False


@japanese_help("""局面のファイル（PSV）から、エンジンが読むネットワークを学習する。

    学習の記録・曲線・チェックポイントは NET.training フォルダに置く。
    Ctrl-C で止めるとチェックポイントを残し、[b]--resume[/] で続きから始められる。
    中断して続けても、結果は中断しない場合と同じになる。

    例：[b]komadai train fit positions.psv -o my.net --width 64 --mirrored --epochs 10[/]""")
@with_groups
def fit(
    data: Annotated[
        list[str], argument("Files of positions in PSV.", "局面のファイル（PSV）。", metavar="DATA...")
    ],
    out: OutputNetwork,
    options: FitOptions,
) -> None:
    """Train a network for the engine on files of positions (PSV).

    Checkpoint, log and learning curve are in the folder NET.training. Ctrl-C leaves a checkpoint, and
    [b]--resume[/] continues from it. The result is the same as without the interruption.

    Example: [b]komadai train fit positions.psv -o my.net --width 64 --mirrored --epochs 10[/]
    """
    from komadai.training import (
        features,
        float_network,
        network_file,
        psv_files,
        trainer,
        weight_fit,
        weights,
    )
    from komadai.training.loss import Loss
    from komadai.training.trainer import TrainingSettings

    with file_errors():
        files = psv_files.PsvFiles([Path(name) for name in data])
        begin = None
        if options.start is not None:
            network = network_file.read(Path(options.start))
            begin = float_network.FloatNetwork.from_network(network, factorised=options.factorised)
        corrected = b"" if options.correct is None else weights.read_bytes(options.correct)
    path = output.place(out, {output.identity(each) for each in files.paths}, "--output")
    feature_set = features.king_buckets(options.king_buckets, mirrored=options.mirrored)
    settings = TrainingSettings(
        shape=float_network.Shape(feature_set, options.width, options.factorised),
        loss=Loss(
            options.result_weight,
            Loss().score_scale if options.score_scale is None else options.score_scale,
            _EXPONENTS[options.loss],
            options.value_scale or (0.0 if options.correct is None else weight_fit.STATIC_SCALE),
        ),
        selection=psv_files.Selection(
            skip_checks=not options.with_checks,
            skip_captures=options.quiet_only,
            max_score=options.max_score,
            both_sides=options.both_sides,
        ),
        epochs=options.epochs,
        batch_size=options.batch_size,
        seed=options.seed,
        rate=options.rate,
        final_rate=options.final_rate,
        warm_up=options.warm_up,
        rounding=options.rounding,
        validation=options.validation,
    )
    place = Path(options.folder) if options.folder is not None else path.with_name(path.name + _FOLDER_SUFFIX)
    stderr = error_console()
    with file_errors(place):
        training = trainer.Trainer(
            files,
            settings,
            place,
            start=begin,
            corrected=corrected,
            backend=options.backend.value,
            device=options.device,
            threads=options.threads,
            checkpoint_steps=options.checkpoint_steps,
            resume=options.resume,
        )
        if not options.as_json:
            _say_beginning(training, stderr)
        interrupted = _run(training, stderr, options.as_json)
        _draw_curve(place)
    if interrupted:
        write_line(
            stderr,
            localized(
                f"interrupted after step {training.step_number:,} of {training.steps:,};"
                " continue with --resume",
                f"{training.steps:,}ステップのうち{training.step_number:,}で中断。--resume で続けられます",
            ),
        )
        raise typer.Exit(INTERRUPTED)
    quantization, error = training.quantized(options.licence)
    with file_errors(path):
        quantization.network.write(path)
    if options.as_json:
        print_json(
            {
                "summary": True,
                "steps": training.step_number,
                "positions": training.positions,
                **training.losses,
                "clipped": quantization.clipped,
                "quantization_error": {"mean": error.mean, "largest": error.largest},
            }
        )
    else:
        write_line(
            stderr,
            clipping(quantization)
            + localized(
                f"; its values differ by {error.mean:.1f} centipawns on average, {error.largest:.0f} at most",
                f"。評価値の差は平均 {error.mean:.1f}、最大 {error.largest:.0f}",
            ),
        )


def _say_beginning(training: Trainer, stderr: Console) -> None:
    write_line(
        stderr,
        localized(
            f"{training.training_positions:,} positions for training, {training.validation_positions:,} for "
            f"validation; {training.steps:,} steps",
            f"学習用 {training.training_positions:,}局面、検証用 {training.validation_positions:,}局面、"
            f"{training.steps:,}ステップ",
        ),
    )
    if training.step_number:
        write_line(
            stderr,
            localized(
                f"continuing after step {training.step_number:,}",
                f"{training.step_number:,}ステップの続きから",
            ),
        )


def _run(training: Trainer, stderr: Console, as_json: bool) -> bool:
    """Trains to the end or to Ctrl-C, which leaves a checkpoint; whether it was interrupted."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[text]}"),
        TimeElapsedColumn(),
        TextColumn("/"),
        TimeRemainingColumn(),
    )
    steps = training.run()
    with Progress(*columns, console=stderr, transient=True, disable=not stderr.is_terminal) as bar:
        task = bar.add_task("", total=training.steps, completed=training.step_number, text="")
        try:
            while True:
                with undisturbed():  # a step is whole
                    progress = next(steps, None)
                if progress is None:
                    return False
                bar.update(
                    task,
                    completed=progress.step,
                    description=localized(
                        f"epoch {progress.epoch}/{training.settings.epochs}",
                        f"エポック {progress.epoch}/{training.settings.epochs}",
                    ),
                    text=localized(f"loss {progress.loss:.4f}", f"損失 {progress.loss:.4f}"),
                )
                if progress.step % training.steps_of_epoch == 0:
                    _report_epoch(training, progress, stderr, as_json)
        except KeyboardInterrupt:
            with undisturbed():
                steps.close()
                training.save()
            return True


def _report_epoch(training: Trainer, progress: TrainingProgress, stderr: Console, as_json: bool) -> None:
    loss = training.losses.get("loss", math.nan)
    if as_json:
        print_json(
            {
                "epoch": progress.epoch,
                "step": progress.step,
                "positions": progress.positions,
                **training.losses,
            }
        )
        return
    validated = progress.validation_loss
    line = localized(
        f"epoch {progress.epoch}: loss {loss:.5f}"
        + ("" if validated is None else f", validation {validated:.5f}"),
        f"エポック {progress.epoch}：損失 {loss:.5f}"
        + ("" if validated is None else f"、検証 {validated:.5f}"),
    )
    write_line(stderr, line)


def _draw_curve(folder: Path) -> None:
    """Draws the learning curve, if matplotlib is installed."""
    from komadai.errors import MissingPackageError
    from komadai.training.learning_curve import draw_learning_curve
    from komadai.training.training_log import read_log

    entries: list[dict[str, Any]] = read_log(folder)
    if not entries:
        return
    try:
        draw_learning_curve(entries, folder / "learning-curve.png")
    except MissingPackageError:
        return
