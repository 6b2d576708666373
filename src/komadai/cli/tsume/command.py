"""``komadai tsume``: mate problems."""

from __future__ import annotations

import typer

from komadai.cli.tsume import helpmate, hisshi, inspect, mine, play, solve

app = typer.Typer(
    help="Mate problems (tsume): solve them, judge them, play them, find new ones.", no_args_is_help=True
)
app.command("solve")(solve.solve)
app.command("inspect")(inspect.inspect)
app.command("hisshi")(hisshi.hisshi)
app.command("helpmate")(helpmate.helpmate)
app.command("play")(play.play)
app.command("mine")(mine.mine)
