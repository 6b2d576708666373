"""``komadai tsume``: mate problems."""

from __future__ import annotations

import typer

from komadai.cli import tsume_solve

app = typer.Typer(help="Mate problems (tsume): solve them.", no_args_is_help=True)
app.command("solve")(tsume_solve.solve)
