"""``komadai train quantize``: converts the checkpoint of a training to a network for the engine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from komadai.cli.shared import output
from komadai.cli.shared.console import error_console, print_json, write_line
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.options import argument, option
from komadai.cli.train.shared import file_errors

if TYPE_CHECKING:
    from komadai.training.float_network import Quantization

OutputNetwork = Annotated[
    str, option("The network to write.", "書き出すネットワーク。", "--output", "-o", metavar="NET")
]
Licence = Annotated[
    str,
    option("The licence that the file names.", "ファイルに記す利用許諾。", "--licence", metavar="LICENCE"),
]


@japanese_help("""学習のチェックポイントから、エンジンが読むネットワークを作る。

    例：[b]komadai train quantize my.net.training/checkpoint.npz -o my.net[/]""")
def quantize(
    checkpoint: Annotated[
        str, argument("The checkpoint of a training.", "学習のチェックポイント。", metavar="CHECKPOINT")
    ],
    out: OutputNetwork,
    licence: Licence = "",
    as_json: Annotated[
        bool, option("Print the report as JSON.", "報告を JSON で出力する。", "--json")
    ] = False,
) -> None:
    """Convert the checkpoint of a training to a network that the engine reads.

    Example: [b]komadai train quantize my.net.training/checkpoint.npz -o my.net[/]
    """
    from komadai.training import checkpoint as checkpoints

    source = Path(checkpoint)
    with file_errors():
        read = checkpoints.Checkpoint.read(source)
    path = output.place(out, {output.identity(source)}, "--output")
    description = read.description | ({"licence": licence} if licence else {})
    quantization = read.network().quantized(description, read.corrected)
    with file_errors(path):
        quantization.network.write(path)
    if as_json:
        print_json({"clipped": quantization.clipped, "steps": read.progress["step"]})
    else:
        write_line(error_console(), clipping(quantization))


def clipping(quantization: Quantization) -> str:
    """How many weights did not fit into the quantized network, as a sentence."""
    clipped = sum(quantization.clipped.values())
    return localized(
        f"{clipped:,} weights were clipped by the quantization",
        f"量子化で範囲に収められた重み：{clipped:,}",
    )
