"""``komadai db``: game databases."""

from __future__ import annotations

from komadai.cli.db import explore, import_records, player, query
from komadai.cli.shared.help import Command, typer_app
from komadai.cli.shared.language import localized

app = typer_app(
    localized(
        "Game databases: import records, count the moves of a position, find games.",
        "棋譜データベース：棋譜を取り込む、局面の指し手を集計する、対局を探す。",
    )
)
app.command("import", cls=Command)(import_records.import_records)
app.command("explore", cls=Command)(explore.explore)
app.command("query", cls=Command)(query.query)
app.command("player", cls=Command)(player.player)
