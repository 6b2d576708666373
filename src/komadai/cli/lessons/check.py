"""``komadai lessons check``: whether the rules agree with a chapter's file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from komadai.cli.shared.errors import Failure
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.messages import counted, printable
from komadai.cli.shared.options import argument


@japanese_help("""レッスンのファイルを調べる：指し手は指せるか、答えは一つか、詰んでいるか、日英の文がそろっているか。

    ファイルを省略すると、収録しているレッスンを調べる。""")
def check(
    paths: Annotated[
        list[Path] | None,
        argument(
            "Chapters as TOML files.", "章のファイル（TOML）。", metavar="[FILE]...", show_default=False
        ),
    ] = None,
) -> None:
    """Check lessons: moves are legal, only answers only, mates mates, texts in both languages.

    Without files, the lessons that come with Komadai are checked.
    """
    from komadai.study.lessons import LessonError, chapters, check_chapter, read_chapter

    read = []
    for path in paths or ():
        try:
            read.append((str(path), read_chapter(path.read_text(encoding="utf-8"), str(path))))
        except (OSError, UnicodeError) as error:
            raise Failure.not_read(path, error) from error
        except LessonError as error:
            raise Failure(str(error)) from error
    if not paths:
        read = [(chapter.id, chapter) for chapter in chapters()]
    troubles = [f"{name}: {trouble}" for name, chapter in read for trouble in check_chapter(chapter)]
    for trouble in troubles:
        print(printable(trouble))
    if troubles:
        raise Failure(localized(counted(len(troubles), "fault"), f"誤りが{len(troubles)}件あります"))
    lessons = sum(len(chapter.lessons) for _, chapter in read)
    print(localized(f"{counted(lessons, 'lesson')}, no faults", f"{lessons}レッスン、誤りはありません"))
