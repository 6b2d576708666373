"""``booklet``: the course as a PDF to print, with the answers at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal

from komadai import variants
from komadai._core import Board
from komadai.diagram import svg
from komadai.errors import UnknownStyleError
from komadai.messages.text import Text
from komadai.play.boards import GameBoard, read_move, rules_of, variant_of
from komadai.publish import typeset
from komadai.publish.coverage import unknown
from komadai.publish.paper_set import SIZES, Paper
from komadai.study.lessons.course import chapters
from komadai.study.lessons.model import Chapter, Choose, Lesson, MakeMove, Play, Write
from komadai.study.lessons.positions import PlacedStep, placed_steps
from komadai.study.lessons.readings import split_readings, without_readings
from komadai.variants.pictures import board as pictures

Language = Literal["en", "ja"]
WIDTHS: Final = {True: 38, False: 27}
"""The width of a diagram in mm, of shogi and of smaller boards."""
_WORDS: Final = {
    "title": Text("Shogi in small steps", "将棋レッスン"),
    "lead": Text(
        "From the first piece to mate in one. Answers are at the end.",
        "最初の駒から一手詰まで。答えは巻末にあります。",
    ),
    "answers": Text("Answers", "答え"),
    "play": Text("Play from here.", "ここから指してみよう。"),
}


def booklet(language: Language = "en", *, paper: Paper = "a4", of: Sequence[Chapter] | None = None) -> bytes:
    """The course as a PDF; ``of`` are other chapters.

    Raises UnknownStyleError for another language or paper, MissingPackageError without the ``publish`` extra.
    """
    if language not in ("en", "ja"):
        raise UnknownStyleError(f"expected the language en or ja, got {language!r}")
    if paper not in SIZES:
        raise UnknownStyleError(f"expected paper of {', '.join(SIZES)}, got {paper!r}")
    return typeset.pdf("booklet.typ", _data(of or chapters(), language, paper))


def missing_characters(language: Language) -> list[str]:
    """The characters of the booklet that no font of this machine has. Raises MissingPackageError."""
    return unknown(_texts(_data(chapters(), language, "a4")))


def _data(course: Sequence[Chapter], language: Language, paper: Paper) -> dict[str, Any]:
    placed = [
        (chapter, lesson, list(placed_steps(chapter, lesson)))
        for chapter in course
        for lesson in chapter.lessons
    ]
    return {
        "lang": language,
        "paper": {"a4": "a4", "letter": "us-letter"}[paper],
        "title": _word("title", language),
        "lead": _word("lead", language),
        "answers-title": _word("answers", language),
        "chapters": [
            {
                "title": _parts(chapter.title, language),
                "about": _parts(chapter.about, language),
                "lessons": [
                    _lesson(chapter, lesson, steps, language) for of, lesson, steps in placed if of is chapter
                ],
            }
            for chapter in course
        ],
        "answers": [
            {"title": without_readings(getattr(lesson.title, language)), "lines": lines}
            for _, lesson, steps in placed
            if (lines := [*_answers(steps, language)])
        ],
    }


def _lesson(chapter: Chapter, lesson: Lesson, steps: list[PlacedStep], language: Language) -> dict[str, Any]:
    shown: list[dict[str, Any]] = []
    for number, placed in enumerate(steps, 1):
        step = placed.step
        # A run of moves from one position, such as the building of a castle, has one diagram.
        drawn = step.sfen is not None or not isinstance(step, MakeMove) or step.only
        text = _parts(step.text, language)
        if not drawn:
            text.append([f" ({written(placed.board, placed.right[0], language)})", ""])
        shown.append(
            {
                "number": str(number),
                "text": text,
                "options": [_parts(option, language) for option in step.options]
                if isinstance(step, Choose)
                else [],
                "svg": _drawing(chapter, placed) if drawn else "",
                "width": WIDTHS[isinstance(placed.board, Board)],
            }
        )
    return {"title": _parts(lesson.title, language), "steps": shown}


def _drawing(chapter: Chapter, placed: PlacedStep) -> str:
    board, step = placed.board, placed.step
    if isinstance(board, variants.Board):
        squares = [board.square(name) for name in step.marks]
        targets = [board.square(arrow[2:]) for arrow in step.arrows]
        return pictures.render(
            variant_of(chapter.variant),
            board.sfen(),
            size=None,
            hands=board.sfen().split()[2] != "-",
            coordinates=True,
            marked=[*squares, *targets],
        )
    return svg.render(
        board,
        size=None,
        last_move=False,
        arrows=[(arrow[:2], arrow[2:]) for arrow in step.arrows],
        marks=step.marks,
        dark=False,
    )


def written(board: GameBoard, usi: str, language: Language) -> str:
    """The move in the usual notation of the language."""
    style = "japanese" if language == "ja" else "western"
    return rules_of(board).write(board, read_move(board, usi), style)


def _answers(steps: list[PlacedStep], language: Language) -> Iterator[str]:
    for number, placed in enumerate(steps, 1):
        step = placed.step
        if isinstance(step, MakeMove) and (step.sfen is not None or step.only):
            moves = placed.right if len(placed.right) <= 3 else placed.right[:1]
            yield f"{number}. {', '.join(written(placed.board, usi, language) for usi in moves)}"
        elif isinstance(step, Write):
            yield f"{number}. {written(placed.board, step.move, language)}"
        elif isinstance(step, Choose):
            yield f"{number}. ({step.answer}) {without_readings(getattr(step.why, language))}"
        elif isinstance(step, Play):
            yield f"{number}. {_word('play', language)}"


def _parts(text: Text, language: Language) -> list[list[str]]:
    return [list(part) for part in split_readings(getattr(text, language))]


def _word(key: str, language: Language) -> str:
    word: str = getattr(_WORDS[key], language)
    return word


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if not value.startswith("<svg"):
            yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
