"""``komadai train``: training data and networks."""

from __future__ import annotations

from typing import Final

from komadai.cli.shared.command_table import BY_NAME
from komadai.cli.shared.help import Command, typer_app
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

app: Final = typer_app(BY_NAME["train"].help)
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
