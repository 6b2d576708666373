"""``komadai lessons list``: the chapters and lessons of the course."""

from __future__ import annotations

from rich.text import Text

from komadai.cli.shared.console import output_console, print_json
from komadai.cli.shared.language import current_language, japanese_help, localized
from komadai.cli.shared.options import AsJson


@japanese_help("入門講座の章とレッスンを一覧にする。")
def list_lessons(as_json: AsJson = False) -> None:
    """List the chapters and lessons of the course."""
    from komadai.study.lessons import chapters
    from komadai.study.lessons.readings import without_readings

    if as_json:
        print_json(
            [
                {
                    "chapter": chapter.id,
                    "lesson": lesson.id,
                    "variant": chapter.variant,
                    "en": lesson.title.en,
                    "ja": without_readings(lesson.title.ja),
                    "steps": len(lesson.steps),
                }
                for chapter in chapters()
                for lesson in chapter.lessons
            ]
        )
        return
    language, console = current_language().value, output_console()
    for number, chapter in enumerate(chapters(), 1):
        console.print(Text(f"{number}. {without_readings(getattr(chapter.title, language))}", style="bold"))
        for lesson in chapter.lessons:
            steps = len(lesson.steps)
            note = localized("1 step" if steps == 1 else f"{steps} steps", f"{steps}問")
            title = without_readings(getattr(lesson.title, language))
            console.print(Text(f"   {lesson.id:<22}{title}  ({note})"))
