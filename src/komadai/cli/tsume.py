"""``komadai tsume``: mate problems."""

from __future__ import annotations

import typer

from komadai.cli import (
    tsume_helpmate,
    tsume_hisshi,
    tsume_inspect,
    tsume_mine,
    tsume_play,
    tsume_solve,
)

app = typer.Typer(
    help="Mate problems (tsume): solve them, judge them, play them, find new ones.", no_args_is_help=True
)
app.command("solve")(tsume_solve.solve)
app.command("inspect")(tsume_inspect.inspect)
app.command("hisshi")(tsume_hisshi.hisshi)
app.command("helpmate")(tsume_helpmate.helpmate)
app.command("play")(tsume_play.play)
app.command("mine")(tsume_mine.mine)
