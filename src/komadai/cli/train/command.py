"""``komadai train``: networks for the engine's evaluation."""

from __future__ import annotations

from komadai.cli.shared.help import Command, typer_app
from komadai.cli.shared.language import localized
from komadai.cli.train import fit, quantize

app = typer_app(
    localized(
        "Train networks that evaluate positions.",
        "局面を評価するネットワークを学習する。",
    )
)
app.command("fit", cls=Command)(fit.fit)
app.command("quantize", cls=Command)(quantize.quantize)
