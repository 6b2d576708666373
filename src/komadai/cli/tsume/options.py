"""Options that the commands for mate problems share."""

from __future__ import annotations

import re
from typing import Annotated, Final

import typer

from komadai.cli.shared.language import localized
from komadai.cli.shared.options import argument, option

Sources = Annotated[
    list[str],
    argument(
        "Positions, or files: lists of SFEN, JSON lines, records; [b]-[/] for standard input.",
        "局面、またはファイル（SFEN の一覧、JSON の行、棋譜）。[b]-[/] は標準入力。",
        metavar="SFEN|FILE...",
    ),
]
Memory = Annotated[str, option("The memory to use: 512M, 4G.", "使うメモリ：512M、4G など。", metavar="SIZE")]
SolverMemory = Annotated[
    str | None,
    option(
        "The memory limit for all threads together: 512M, 4G. Default: a quarter of the free memory.",
        "全スレッドで使うメモリの上限：512M、4G など。省略時は空きメモリの4分の1。",
        "--memory",
        metavar="SIZE",
    ),
]
RestoringIsFutile = Annotated[
    bool,
    option(
        "Restoring interpositions are no defences: those that only bring back an earlier position with"
        " more in the attacker's hand.",
        "復元型無駄合（攻方の持駒が増えるだけで前の局面に戻る合駒）を無駄合とみなす。",
        "--restoring-futile",
    ),
]
Seconds = Annotated[
    float | None,
    option(
        "The maximum time for each problem.", "1問あたりの最大時間。", "--time", min=0.001, metavar="SECONDS"
    ),
]
AsJson = Annotated[
    bool, option("Print a line of JSON for each problem.", "1問1行の JSON で出力する。", "--json")
]

_MEMORY: Final = re.compile(r"([0-9]{1,9})\s*([MG]?)(?:i?B)?", re.IGNORECASE)


def megabytes(text: str) -> int:
    """``512``, ``512M``, ``4G`` in MiB. Raises BadParameter."""
    found = _MEMORY.fullmatch(text.strip())
    size = int(found[1]) * (1024 if found[2].upper() == "G" else 1) if found else 0
    if not 1 <= size <= 1 << 24:
        raise typer.BadParameter(
            localized(
                f"expected a size such as 512M or 4G, got {text!r}",
                f"512M、4G のような大きさを指定してください（入力：{text!r}）",
            ),
            param_hint="--memory",
        )
    return size
