"""``komadai db``: game databases."""

from __future__ import annotations

from typing import Final

from komadai.cli.db import explore, import_records, player, query, starter
from komadai.cli.shared.command_table import BY_NAME
from komadai.cli.shared.help import Command, typer_app

app: Final = typer_app(BY_NAME["db"].help)
app.command("import", cls=Command)(import_records.import_records)
app.command("starter", cls=Command)(starter.starter)
app.command("explore", cls=Command)(explore.explore)
app.command("query", cls=Command)(query.query)
app.command("player", cls=Command)(player.player)
