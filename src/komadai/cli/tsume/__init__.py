"""``komadai tsume``: mate problems."""

from __future__ import annotations

from typing import Final

from komadai.cli.shared.command_table import BY_NAME
from komadai.cli.shared.help import Command, typer_app
from komadai.cli.tsume import helpmate, hisshi, inspect, mine, play, solve

app: Final = typer_app(BY_NAME["tsume"].help)
app.command("solve", cls=Command)(solve.solve)
app.command("inspect", cls=Command)(inspect.inspect)
app.command("hisshi", cls=Command)(hisshi.hisshi)
app.command("helpmate", cls=Command)(helpmate.helpmate)
app.command("play", cls=Command)(play.play)
app.command("mine", cls=Command)(mine.mine)
