"""``komadai book``: opening books."""

from __future__ import annotations

from komadai.cli.book import build, extend, merge, show
from komadai.cli.shared.help import Command, typer_app
from komadai.cli.shared.language import localized

app = typer_app(
    localized(
        "Opening books (定跡): build them from records, extend them by search, show and merge them.",
        "定跡：棋譜から作る、探索で広げる、表示する、まとめる。",
    )
)
app.command("build", cls=Command)(build.build)
app.command("show", cls=Command)(show.show)
app.command("merge", cls=Command)(merge.merge)
app.command("extend", cls=Command)(extend.extend)
