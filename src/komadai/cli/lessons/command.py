"""``komadai lessons``: the course for learners."""

from __future__ import annotations

from komadai.cli.lessons import booklet, check, listing
from komadai.cli.shared.help import Command, typer_app
from komadai.cli.shared.language import localized

app = typer_app(
    localized(
        "Lessons: the course from the first piece to mate in one.",
        "レッスン：最初の駒から一手詰までの入門講座。",
    )
)
app.command("list", cls=Command)(listing.list_lessons)
app.command("check", cls=Command)(check.check)
app.command("booklet", cls=Command)(booklet.booklet)
