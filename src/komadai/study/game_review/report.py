"""The review of a game as values, and as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

if TYPE_CHECKING:
    from komadai._core import Move
    from komadai.pieces import Color
    from komadai.score import Score
    from komadai.study.game_review.style import Style
    from komadai.study.proverbs.said import SaidProverb

MoveClass = Literal["best", "good", "inaccuracy", "mistake", "blunder", "missed_mate"]
MilestoneKind = Literal["castle_completed", "opening_left", "first_clash", "entering_king", "mate_available"]

ERRORS: Final[tuple[MoveClass, ...]] = ("inaccuracy", "mistake", "blunder", "missed_mate")
"""The classes of moves that a review lists and explains with a better line."""


class Text(NamedTuple):
    """One text in English and in Japanese."""

    en: str
    ja: str


def joined(one: Text, other: Text) -> Text:
    """One text after the other."""
    return Text(f"{one.en} {other.en}", one.ja + other.ja)


CLASS_NAMES: Final[dict[MoveClass, Text]] = {
    "best": Text("Best move", "最善手"),
    "good": Text("Good move", "良い手"),
    "inaccuracy": Text("Inaccuracy", "緩手"),
    "mistake": Text("Mistake", "疑問手"),
    "blunder": Text("Blunder", "悪手"),
    "missed_mate": Text("Missed mate", "詰み逃し"),
}
MILESTONE_NAMES: Final[dict[MilestoneKind, Text]] = {
    "castle_completed": Text("Castle completed", "囲いの完成"),
    "opening_left": Text("Opening left", "定跡を外れる"),
    "first_clash": Text("First clash", "開戦"),
    "entering_king": Text("Entering king", "入玉"),
    "mate_available": Text("Mate available", "詰みが発生"),
}


STYLE_NAMES: Final = {
    "attack": Text("Attack", "攻め"),
    "drops": Text("Drops", "駒打ち"),
    "defence": Text("Defence", "守り"),
    "sharpness": Text("Sharpness", "激しさ"),
}
"""The numbers of a style, 0 to 100."""


@dataclass(frozen=True, slots=True)
class BestMove:
    """The best move of a position, and the line that begins with it."""

    move: Move
    line: tuple[Move, ...]

    def to_json(self) -> dict[str, Any]:
        """``{"usi", "line"}``, all moves as USI; ``line`` begins with the move."""
        return {"usi": self.move.usi(), "line": [move.usi() for move in self.line]}


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of the main line and its judgement. ``score`` and ``win`` are those of the position after it."""

    ply: int
    """The number of the move in the game, from 1."""
    move: Move
    side: Color
    score: Score | None
    """From Black's point of view; None if the engine gave none."""
    win: float | None
    """The points that Black can expect, 0 to 1; a draw is a half."""
    best: BestMove | None
    """The best move of the position before this move; None if the engine gave none."""
    loss: float
    """How much of the side's own win rate the move lost against the best move, 0 to 1."""
    move_class: MoveClass
    text: Text
    """The sentences about the move: the answer it allowed, the better move; then the proverb, if one fits."""
    proverb: SaidProverb | None = None

    @property
    def is_error(self) -> bool:
        """Whether the move is an inaccuracy, a mistake, a blunder or a missed mate."""
        return self.move_class in ERRORS

    def to_json(self) -> dict[str, Any]:
        """As ``komadai review --json`` prints it."""
        return {
            "ply": self.ply,
            "usi": self.move.usi(),
            "side": self.side.key,
            "cp": None if self.score is None else self.score.cp,
            "mate": None if self.score is None else self.score.mate,
            "win": None if self.win is None else round(self.win, 4),
            "best": None if self.best is None else self.best.to_json(),
            "loss": round(self.loss, 4),
            "class": self.move_class,
            "text": self.text._asdict(),
        }


class Milestone(NamedTuple):
    """An event of the game; ``ply`` is the first after which it holds."""

    ply: int
    kind: MilestoneKind


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game's main line.

    ``accuracy`` is 0 to 100 for Black and White; None for a side without moves. ``complete`` is False if the
    review was stopped: then the later moves are missing.
    """

    engine: str
    nodes: int
    accuracy: tuple[float | None, float | None]
    moves: tuple[ReviewedMove, ...]
    milestones: tuple[Milestone, ...]
    start_win: float | None = None
    """The points that Black can expect in the start position, 0 to 1."""
    complete: bool = True
    style: tuple[Style | None, Style | None] = (None, None)
    """How Black and White played, in numbers; None for a side without moves."""

    def errors(self, side: Color | None = None) -> list[ReviewedMove]:
        """The inaccuracies, mistakes, blunders and missed mates, of one side or of both."""
        return [each for each in self.moves if each.is_error and side in (None, each.side)]

    def counts(self, side: Color) -> dict[MoveClass, int]:
        """The number of this side's moves of each class."""
        counts = dict.fromkeys(CLASS_NAMES, 0)
        for each in self.moves:
            counts[each.move_class] += each.side == side
        return counts

    def to_json(self) -> dict[str, Any]:
        """As ``komadai review --json`` prints it."""
        black, white = (None if each is None else round(each, 1) for each in self.accuracy)
        return {
            "engine": self.engine,
            "nodes": self.nodes,
            "accuracy": {"black": black, "white": white},
            "plies": [each.to_json() for each in self.moves],
            "milestones": [{"ply": each.ply, "kind": each.kind} for each in self.milestones],
            "style": {
                name: None if each is None else each.to_json()
                for name, each in zip(("black", "white"), self.style, strict=True)
            },
        }
