"""``komadai book``: opening books."""

from __future__ import annotations

from typing import Final

from komadai.cli.book import build, extend, merge, show
from komadai.cli.shared.command_table import BY_NAME
from komadai.cli.shared.help import Command, typer_app

app: Final = typer_app(BY_NAME["book"].help)
app.command("build", cls=Command)(build.build)
app.command("show", cls=Command)(show.show)
app.command("merge", cls=Command)(merge.merge)
app.command("extend", cls=Command)(extend.extend)
