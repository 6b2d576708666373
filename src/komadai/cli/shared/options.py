"""Options that many commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from komadai.cli.shared.language import localized

AsJson = Annotated[
    bool,
    typer.Option("--json", help=localized("Print JSON for programs.", "プログラム用に JSON で出力する。")),
]
"""``--json`` of a command that prints one object."""
