"""The booklet: the lessons on paper, with their answers."""

from __future__ import annotations

import pypdfium2  # type: ignore[import-untyped]
import pytest

from komadai.errors import UnknownStyleError
from komadai.study.lessons import Chapter, chapters
from komadai.study.lessons.booklet import booklet


def small() -> Chapter:
    """Three lessons: a small board, a mate, a notation."""
    chapter = chapters()[0]
    return Chapter(
        id=chapter.id,
        title=chapter.title,
        about=chapter.about,
        variant=chapter.variant,
        lessons=tuple(each for each in chapter.lessons if each.id in ("goro-pawn", "goro-mate")),
    )


def text_of(document: bytes) -> str:
    pdf = pypdfium2.PdfDocument(document)
    try:
        return "\n".join(page.get_textpage().get_text_range() for page in pdf)
    finally:
        pdf.close()


def test_it_has_the_tasks_and_the_answers_at_the_end() -> None:
    text = text_of(booklet(of=[small()]))
    tasks, answers = text.rsplit("Answers", 1)
    assert "Give mate by dropping the gold." in " ".join(tasks.split())
    assert "2. G*3b" in answers


def test_readings_stand_beside_their_kanji_in_japanese() -> None:
    text = text_of(booklet("ja", of=[small()]))
    assert "《" not in text
    assert "きん" in text
    assert "金" in text


def test_another_language_or_paper_is_refused() -> None:
    with pytest.raises(UnknownStyleError, match="language"):
        booklet("fr")  # type: ignore[arg-type]
    with pytest.raises(UnknownStyleError, match="paper"):
        booklet(paper="a5")  # type: ignore[arg-type]
