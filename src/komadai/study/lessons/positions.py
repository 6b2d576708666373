"""The position of each step, and the moves that are right there."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from komadai._core import Board
from komadai.enums import BLACK
from komadai.errors import KomadaiError
from komadai.outcome import Termination
from komadai.play.boards import GameBoard, board_of, read_move
from komadai.study.lessons.model import AnyStep, Chapter, Goal, Lesson, LessonError, MakeMove, Write
from komadai.study.naming.rules import all_rules, key_of


@dataclass(frozen=True, slots=True)
class PlacedStep:
    """A step with its position."""

    step: AnyStep
    board: GameBoard
    key: str
    right: tuple[str, ...]
    """The moves that are right, if the step asks for one; the first is the one that is shown."""


def placed_steps(chapter: Chapter, lesson: Lesson) -> Iterator[PlacedStep]:
    """The steps with their positions. Raises LessonError, with the number of the step."""
    sfen: str | None = None
    for number, step in enumerate(lesson.steps, 1):
        try:
            sfen = step.sfen or sfen
            if sfen is None:
                raise LessonError("the first step needs an sfen")
            board = board_of(chapter.variant, sfen)
            right = right_moves(step, board) if isinstance(step, MakeMove) else ()
            yield PlacedStep(step, board, step_key(step, sfen), right)
            if isinstance(step, MakeMove):
                sfen = _after(board, right[0], step.reply)
            elif isinstance(step, Write):
                sfen = _after(board, step.move, None)
        except KomadaiError as error:
            raise LessonError(f"lesson {lesson.id}, step {number}: {error}") from error


def right_moves(step: MakeMove, board: GameBoard) -> tuple[str, ...]:
    """The moves that are right. Raises LessonError if there is none, or if one of them is not."""
    legal = {move.usi(): move for move in board.legal_moves}
    if step.goal is None and not step.moves:
        raise LessonError("a move step needs moves, a goal, or both")
    for usi in step.moves:
        if usi not in legal:
            raise LessonError(f"{usi} is not legal")
    goal = step.goal
    reaching = (
        legal if goal is None else {u: m for u, m in legal.items() if reaches(board, m, goal, step.castle)}
    )
    for usi in step.moves:
        if usi not in reaching:
            raise LessonError(f"{usi} does not reach the goal {goal}")
    if not reaching:
        raise LessonError(f"no move reaches the goal {goal}")
    return step.moves or tuple(reaching)


def reaches(board: GameBoard, move: Any, goal: Goal, castle: str | None = None) -> bool:
    """Whether the legal move does what the goal asks."""
    usi = move.usi()
    after: Any = board.copy()
    after.push(move)
    match goal:
        case "capture":
            # A drop never takes, so a piece on the target square is the opponent's.
            return board.piece_at(move.to_square) is not None
        case "check":
            return bool(after.is_check())
        case "mate":
            outcome = after.outcome()
            return outcome is not None and outcome.termination is Termination.CHECKMATE
        case "promote":
            return bool(move.promotion)
        case "stay":
            return any(other.usi() == f"{usi}+" for other in board.legal_moves)
        case "drop":
            return move.drop is not None
        case "escape":
            return board.is_check()
        case "castle":
            return castle is not None and isinstance(after, Board) and castle_stands(after, castle)


def castle_stands(board: Board, castle: str) -> bool:
    """Whether Black's castle of this id stands. Raises LessonError for an unknown id."""
    pieces = 0
    for square, piece in board.piece_map().items():
        if piece.color == BLACK:
            pieces |= 1 << key_of(piece.type, square)
    rules = [rule for rule in all_rules().rules if rule.kind == "castle" and rule.id == castle]
    if not rules:
        raise LessonError(f"no castle has the id {castle!r}")
    return any(pieces & mask == mask for rule in rules for mask in rule.patterns)


def step_key(step: AnyStep, sfen: str) -> str:
    """A short name of what the step asks. It stays when the order of steps changes."""
    asked: list[object] = [type(step).__name__, sfen]
    if isinstance(step, MakeMove):
        asked += [step.goal, *step.moves]
    elif isinstance(step, Write):
        asked.append(step.move)
    else:
        asked.append(step.text.en)
    return hashlib.sha256(repr(asked).encode()).hexdigest()[:12]


def _after(board: GameBoard, usi: str, reply: str | None) -> str:
    """The position after the move and the reply; without a reply the same side moves again."""
    after = board.copy()
    _play(after, usi, usi)
    if reply is not None:
        _play(after, reply, f"the reply {reply}")
        return after.sfen()
    fields = after.sfen().split()
    fields[1] = "w" if fields[1] == "b" else "b"
    return " ".join(fields)


def _play(board: GameBoard, usi: str, called: str) -> None:
    move = read_move(board, usi)
    if not board.is_legal(move):
        raise LessonError(f"{called} is not legal")
    board.push(move)
