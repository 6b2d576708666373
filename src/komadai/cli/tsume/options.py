"""What the commands for mate problems have in common: where problems come from, and what may be spent."""

from __future__ import annotations

import re
from typing import Annotated, Final

import typer

from komadai.cli.shared.language import Language

Sources = Annotated[
    list[str],
    typer.Argument(
        metavar="SFEN|FILE...",
        help="Positions, or files: lists of SFEN, JSON lines, records; [b]-[/] for standard input.",
    ),
]
Memory = Annotated[str, typer.Option(metavar="SIZE", help="What it may take: 512M, 4G.")]
SolverMemory = Annotated[
    str | None,
    typer.Option(
        "--memory", metavar="SIZE", help="Memory limit: 512M, 4G; a quarter of what is free if left out."
    ),
]
RestoringIsFutile = Annotated[
    bool,
    typer.Option(
        "--restoring-futile",
        help="Restoring interpositions are no defences: those that only bring back an earlier position with"
        " more in the attacker's hand.",
    ),
]
Seconds = Annotated[
    float | None,
    typer.Option("--time", min=0.001, metavar="SECONDS", help="The most to spend on a problem."),
]
AsJson = Annotated[bool, typer.Option("--json", help="A line for each problem, for programs.")]
Lang = Annotated[
    Language | None, typer.Option(metavar="LANGUAGE", help="en or ja; your system's if left out.")
]

_MEMORY: Final = re.compile(r"([0-9]{1,9})\s*([MG]?)(?:i?B)?", re.IGNORECASE)


def megabytes(text: str) -> int:
    """``512``, ``512M``, ``4G`` in MiB. Raises BadParameter."""
    found = _MEMORY.fullmatch(text.strip())
    size = int(found[1]) * (1024 if found[2].upper() == "G" else 1) if found else 0
    if not 1 <= size <= 1 << 24:
        raise typer.BadParameter(f"expected a size as 512M or 4G, got {text!r}", param_hint="--memory")
    return size
