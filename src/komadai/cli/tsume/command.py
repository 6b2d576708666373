"""``komadai tsume``: mate problems."""

from __future__ import annotations

from komadai.cli.shared.help import Command, typer_app
from komadai.cli.shared.language import localized
from komadai.cli.tsume import helpmate, hisshi, inspect, mine, play, solve

app = typer_app(
    localized(
        "Mate problems (tsume): solve, judge, play and find them.",
        "詰将棋：解く、検討する、解いて遊ぶ、見つける。",
    )
)
app.command("solve", cls=Command)(solve.solve)
app.command("inspect", cls=Command)(inspect.inspect)
app.command("hisshi", cls=Command)(hisshi.hisshi)
app.command("helpmate", cls=Command)(helpmate.helpmate)
app.command("play", cls=Command)(play.play)
app.command("mine", cls=Command)(mine.mine)
