"""``check_chapter``: whether the core agrees with everything that a chapter says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from komadai import impasse
from komadai._core import Board
from komadai.errors import KomadaiError
from komadai.extras import extra
from komadai.handicap import Handicap
from komadai.impasse import ImpasseRule
from komadai.messages.text import Text
from komadai.play.boards import GameBoard, read_move
from komadai.study.lessons.model import Chapter, Choose, Facts, Lesson, LessonError, MakeMove
from komadai.study.lessons.positions import PlacedStep, placed_steps, reaches

with extra("events"):
    import msgspec


def check_chapter(chapter: Chapter) -> list[str]:
    """Lists the errors in the chapter, a line each; empty if the core agrees."""
    troubles = [f"{where}: the text in {language} is missing" for where, language in _empty_texts(chapter)]
    ids = [lesson.id for lesson in chapter.lessons]
    troubles += [
        f"lesson {id}: the id is used twice" for id in sorted({id for id in ids if ids.count(id) > 1})
    ]
    for lesson in chapter.lessons:
        troubles += _troubles_of(chapter, lesson)
    return troubles


def _troubles_of(chapter: Chapter, lesson: Lesson) -> list[str]:
    troubles = []
    try:
        for number, placed in enumerate(placed_steps(chapter, lesson), 1):
            where = f"lesson {lesson.id}, step {number}"
            troubles += [
                f"{where}: {why}" for why in (*_step(placed), *facts_refuted(placed.step.facts, placed.board))
            ]
    except LessonError as error:
        troubles.append(str(error))
    return troubles


def _step(placed: PlacedStep) -> Iterator[str]:
    step, board = placed.step, placed.board
    if isinstance(step, MakeMove):
        legal = {move.usi(): move for move in board.legal_moves}
        if step.only:
            goal = step.goal
            reaching = [u for u, m in legal.items() if goal is None or reaches(board, m, goal, step.castle)]
            if len(reaching) != 1:
                yield f"not the only move: {' '.join(reaching)}"
        for usi in step.wrong:
            if usi not in legal:
                yield f"wrong: {usi} is not legal"
            elif usi in placed.right:
                yield f"wrong: {usi} is right"
        if step.goal == "castle" and step.castle is None:
            yield "the goal castle needs the id of a castle"
    elif isinstance(step, Choose) and step.answer > len(step.options):
        yield f"answer: there are {len(step.options)} options"


def facts_refuted(facts: Facts, board: GameBoard) -> Iterator[str]:
    """Lists the claims that the position refutes."""
    for usi, expected in facts.legal.items():
        infraction = board.infraction(read_move(board, usi))
        found = "legal" if infraction is None else infraction.value
        if found != expected:
            yield f"{usi} is {found}, not {expected}"
    any_board: Any = board
    for fact, said, asked in (
        ("check", facts.check, board.is_check),
        ("mate", facts.mate, any_board.is_checkmate),
        ("mate_in_1", facts.mate_in_1, lambda: any(reaches(board, m, "mate") for m in board.legal_moves)),
    ):
        if said is not None and said != asked():
            yield f"{fact} is {asked()}"
    if isinstance(board, Board):
        yield from _counts(facts, board)
    if facts.line:
        yield from _line(facts, board)


def _counts(facts: Facts, board: Board) -> Iterator[str]:
    rule, color = ImpasseRule.POINTS_27, board.turn
    for counted, said in ((rule, facts.points), (ImpasseRule.POINTS_24, facts.points_24)):
        points = impasse.points(board, counted, color, facts.given)
        if said is not None and points != said:
            yield f"points are {points}, not {said}"
    if facts.can_declare is not None and facts.can_declare != impasse.can_declare(board, rule, color):
        yield f"can_declare is {not facts.can_declare}"
    if facts.handicap is not None and board.sfen() != Handicap.named(facts.handicap).sfen:
        yield f"this is not the start of the handicap {facts.handicap}"


def _line(facts: Facts, board: GameBoard) -> Iterator[str]:
    played: Any = board.copy()
    for usi in facts.line:
        if played.outcome() is not None:
            yield f"line: the game is over before {usi}"
            return
        try:
            played.push_usi(usi)
        except KomadaiError as error:
            yield f"line: {error}"
            return
    outcome = played.outcome()
    found = None if outcome is None else outcome.termination.value
    if found != facts.ends:
        yield f"line: the game ends by {found}, not {facts.ends}"


def _empty_texts(value: Any, where: str = "chapter") -> Iterator[tuple[str, str]]:
    """The places whose text is empty in a language."""
    if isinstance(value, Text):
        yield from ((where, language) for language in ("en", "ja") if not getattr(value, language).strip())
    elif isinstance(value, msgspec.Struct):
        place = f"lesson {value.id}" if isinstance(value, Lesson) else where
        for field in value.__struct_fields__:
            yield from _empty_texts(getattr(value, field), f"{place}.{field}")
    elif isinstance(value, (tuple, list)):
        for number, each in enumerate(value, 1):
            yield from _empty_texts(each, f"{where} {number}")
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _empty_texts(each, f"{where} {key}")
