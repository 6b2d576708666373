"""``komadai variants``: the games of the shogi family."""

from __future__ import annotations

from typing import Final

from komadai.cli.shared.command_table import BY_NAME
from komadai.cli.shared.help import Command, typer_app
from komadai.cli.variants import listing, perft, show, solve

app: Final = typer_app(BY_NAME["variants"].help)
app.command("list", cls=Command)(listing.list_variants)
app.command("show", cls=Command)(show.show)
app.command("check", cls=Command)(show.check)
app.command("perft", cls=Command)(perft.perft)
app.command("solve", cls=Command)(solve.solve)
