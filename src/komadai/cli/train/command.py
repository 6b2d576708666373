"""``komadai train``: training data and networks."""

from __future__ import annotations

from komadai.cli.shared.help import Command, typer_app
from komadai.cli.shared.language import localized
from komadai.cli.train import (
    convert,
    deduplicate,
    fit,
    fit_weights,
    generate,
    inspect,
    quantize,
    queue,
    rescore,
    run,
    shuffle,
    stream,
    vary,
)

app = typer_app(
    localized(
        "Make training data by self-play, work with files of positions, and train networks.",
        "自己対局で学習データを作り、局面ファイルを処理し、評価関数のネットワークを学習する。",
    )
)
app.command("generate", cls=Command)(generate.generate)
app.command("convert", cls=Command)(convert.convert)
app.command("shuffle", cls=Command)(shuffle.shuffle)
app.command("deduplicate", cls=Command)(deduplicate.deduplicate)
app.command("inspect", cls=Command)(inspect.inspect)
app.command("rescore", cls=Command)(rescore.rescore)
app.command("vary", cls=Command)(vary.vary)
app.command("fit", cls=Command)(fit.fit)
app.command("fit-weights", cls=Command)(fit_weights.fit_weights)
app.command("quantize", cls=Command)(quantize.quantize)
app.command("run", cls=Command)(run.run)
app.command("stream", cls=Command)(stream.stream)
app.add_typer(queue.app, name="queue")
