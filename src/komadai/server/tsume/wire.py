"""The wire types of mate problems; see docs/wire.md."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from komadai.messages.text import Text
from komadai.server.positions.position import Position
from komadai.server.positions.wire import MoveView, PositionView, Sentence
from komadai.server.records.wire import Usi
from komadai.tsume.line_checker import LineVerdict
from komadai.tsume.move_checker import Verdict

MAX_LINE = 60
MAX_SECONDS = 60

ProblemId = Annotated[str, msgspec.Meta(max_length=32)]
JobKind = Literal["solve", "judge"]
Line = Annotated[list[Usi], msgspec.Meta(max_length=MAX_LINE)]

# -- from the page


class NextRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/tsume/next."""

    plies: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    run: bool = False


class CourseNextRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/tsume/course/next."""

    kyu: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    """The grade; null: what is to be repeated in all grades."""


class LinePosition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position in a problem: the moves since its start, and the server's signature of them."""

    problem: ProblemId
    line: Line = []
    signature: Annotated[str, msgspec.Meta(max_length=64)] = ""


class AnswerRequest(LinePosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/tsume/answer."""

    usi: Usi | None = None
    typed: Annotated[str, msgspec.Meta(max_length=40)] | None = None


class HintRequest(LinePosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/tsume/hint."""

    whole: bool = False


class GiveUpRequest(LinePosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/tsume/give-up."""


class HeadRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/tsume/head: the whole line, the moves of both sides."""

    problem: ProblemId
    line: Line


class JobRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/tsume/jobs."""

    kind: JobKind
    sfen: Position
    seconds: Annotated[int, msgspec.Meta(ge=1, le=MAX_SECONDS)] = 20
    restoring_is_futile: bool = False
    """Whether restoring interpositions (復元型無駄合) are futile, so that they do not add to the length."""


class StepRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/tsume/step."""

    sfen: Position
    restoring_is_futile: bool = False


# -- to the page


class LengthView(msgspec.Struct, frozen=True):
    plies: int
    problems: int
    solved: int


class RunView(msgspec.Struct, frozen=True):
    left_ms: int
    solved: int
    missed: int
    over: bool


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    rating: int
    deviation: int
    tried: int
    solved: int
    streak: int
    best_streak: int
    best_run: int
    history: list[int]
    lengths: list[LengthView]
    run: RunView | None


class ProblemView(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    plies: int
    rating: int
    sfen: str
    position: PositionView
    counts: bool
    hinted: bool
    repeated: bool
    """Whether the guest has missed it before; it then changes no rating."""


class TsumeGradeView(msgspec.Struct, frozen=True, kw_only=True):
    """A grade of the course, with the guest's progress."""

    kyu: int
    plies: int
    problems: int
    needed: int
    """The number of problems to solve for the grade."""
    solved: int
    due: int
    """The number of missed problems that are to be repeated now."""
    next_ms: int | None
    """Milliseconds until another missed problem is due; null if none waits."""


class TsumeCourseView(msgspec.Struct, frozen=True, kw_only=True):
    grades: list[TsumeGradeView]
    """The first grade first."""
    due: int
    next_ms: int | None
    hours: list[int]
    """The hours of the last seven days in which something was solved, as full hours before now."""


class CourseProblemView(msgspec.Struct, frozen=True, kw_only=True):
    """The next problem of the course."""

    problem: ProblemView | None
    """Null if none is left now."""
    course: TsumeCourseView


class AnswerView(msgspec.Struct, frozen=True, kw_only=True):
    verdict: Verdict
    moves: list[MoveView]
    position: PositionView
    equal: bool
    signature: str
    """The server's signature of the moves so far, to be sent back with the next move."""
    plies: int | None
    change: int | None
    standing: Standing | None


class HeadView(msgspec.Struct, frozen=True, kw_only=True):
    """The judgement of a line that was entered before a piece moved."""

    verdict: LineVerdict
    right: int
    """The number of moves before the first wrong one."""
    moves: list[MoveView]
    """The moves that are right, then the wrong one, and the defence that refutes it."""
    better: MoveView | None
    """The defence to be played instead of a wrong one."""
    equal: bool
    plies: int | None
    """How many plies longer or shorter the mate is."""
    standing: Standing | None


class HintView(msgspec.Struct, frozen=True):
    square: str | None
    drop: str | None
    move: MoveView | None


class GiveUpAnswer(msgspec.Struct, frozen=True):
    moves: list[MoveView]
    standing: Standing


class SolutionView(msgspec.Struct, frozen=True, kw_only=True):
    result: Literal["mate", "no-mate", "unknown"]
    plies: int | None
    exact: bool
    other_plies: int | None
    """The length by the other rule of restoring interpositions, where it is known to differ."""
    moves: list[MoveView]
    kif: str | None


class FindingView(msgspec.Struct, frozen=True):
    kind: str
    weight: Literal["fault", "blemish", "note"]
    text: Sentence


class ReportView(msgspec.Struct, frozen=True, kw_only=True):
    verdict: Literal["full", "deficient", "unproved"]
    headline: Text
    moves: list[MoveView]
    findings: list[FindingView]
    text: Sentence
    kif: str | None


class DefenceView(msgspec.Struct, frozen=True, kw_only=True):
    """A defence in the solver's tree."""

    move: MoveView
    plies: int | None
    """The length of the mate in this line, the attack included; null: not determined."""
    exact: bool
    nodes: int
    futile: bool
    """Whether it is a futile interposition (無駄合)."""


class ProofStepView(msgspec.Struct, frozen=True, kw_only=True):
    """A position with the attacker to move, in the solver's tree."""

    result: Literal["mate", "no-mate", "unknown"]
    plies: int | None
    exact: bool
    nodes: int
    attack: MoveView | None
    """The attacker's move; null without a mate."""
    defences: list[DefenceView]
    """All defences against it: the longest first, futile interpositions last."""


class JobView(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    kind: JobKind
    restoring_is_futile: bool
    state: Literal["waiting", "working", "done"]
    ms: int
    nodes: int
    plies: int | None
    stage: Text | None
    error: Text | None
    solution: SolutionView | None
    report: ReportView | None


class JobMessage(msgspec.Struct, frozen=True, tag_field="type", tag="job"):
    """The state of a job, sent to the pages that subscribed to it."""

    job: JobView
