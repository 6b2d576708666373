"""``komadai lessons``: the course for learners."""

from __future__ import annotations

from typing import Final

from komadai.cli.lessons import booklet, check, listing
from komadai.cli.shared.command_table import BY_NAME
from komadai.cli.shared.help import Command, typer_app

app: Final = typer_app(BY_NAME["lessons"].help)
app.command("list", cls=Command)(listing.list_lessons)
app.command("check", cls=Command)(check.check)
app.command("booklet", cls=Command)(booklet.booklet)
