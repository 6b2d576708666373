"""``komadai book``: opening books."""

from __future__ import annotations

import typer

from komadai.cli.book import build, extend, merge, show

app = typer.Typer(
    help="Opening books (定跡): make them from records or by search, look into them, put them together.",
    no_args_is_help=True,
)
app.command("build")(build.build)
app.command("show")(show.show)
app.command("merge")(merge.merge)
app.command("extend")(extend.extend)
