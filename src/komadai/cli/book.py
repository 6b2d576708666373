"""``komadai book``: opening books."""

from __future__ import annotations

import typer

from komadai.cli import book_build, book_extend, book_merge, book_show

app = typer.Typer(
    help="Opening books (定跡): make them from records or by search, look into them, put them together.",
    no_args_is_help=True,
)
app.command("build")(book_build.build)
app.command("show")(book_show.show)
app.command("merge")(book_merge.merge)
app.command("extend")(book_extend.extend)
