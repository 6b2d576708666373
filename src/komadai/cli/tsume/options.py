"""Options that the commands for mate problems share."""

from __future__ import annotations

import re
from typing import Annotated, Final

import typer

from komadai.cli.shared.language import localized

Sources = Annotated[
    list[str],
    typer.Argument(
        metavar="SFEN|FILE...",
        help=localized(
            "Positions, or files: lists of SFEN, JSON lines, records; [b]-[/] for standard input.",
            "局面、またはファイル（SFEN の一覧、JSON の行、棋譜）。[b]-[/] は標準入力。",
        ),
    ),
]
Memory = Annotated[
    str,
    typer.Option(
        metavar="SIZE", help=localized("The memory to use: 512M, 4G.", "使うメモリ：512M、4G など。")
    ),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        "--time",
        min=0.001,
        metavar="SECONDS",
        help=localized("The maximum time for each problem.", "1問あたりの最大時間。"),
    ),
]
AsJson = Annotated[
    bool,
    typer.Option(
        "--json", help=localized("Print a line of JSON for each problem.", "1問1行の JSON で出力する。")
    ),
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
