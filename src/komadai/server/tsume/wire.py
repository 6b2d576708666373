"""Mate problems on the wire; the prose is docs/wire.md."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from komadai.play.texts import Words
from komadai.server.positions.wire import MoveView, PositionView
from komadai.server.records.wire import Sfen, Usi
from komadai.tsume.move_checker import Verdict

LONGEST_LINE = 60
MOST_SECONDS = 60

ProblemId = Annotated[str, msgspec.Meta(max_length=32)]
Line = Annotated[list[Usi], msgspec.Meta(max_length=LONGEST_LINE)]

# -- from the page


class NextAsk(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/tsume/next."""

    plies: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    run: bool = False


class At(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place in a problem: the moves since its start, and the server's signature under them."""

    problem: ProblemId
    line: Line = []
    seal: Annotated[str, msgspec.Meta(max_length=64)] = ""


class AnswerAsk(At, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/tsume/answer."""

    usi: Usi | None = None
    typed: Annotated[str, msgspec.Meta(max_length=40)] | None = None


class HintAsk(At, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/tsume/hint."""

    whole: bool = False


class GiveUpAsk(At, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/tsume/give-up."""


class JobAsk(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/tsume/jobs."""

    kind: Literal["solve", "judge"]
    sfen: Sfen
    seconds: Annotated[int, msgspec.Meta(ge=1, le=MOST_SECONDS)] = 20


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An empty body."""


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


class AnswerView(msgspec.Struct, frozen=True, kw_only=True):
    verdict: Verdict
    moves: list[MoveView]
    position: PositionView
    equal: bool
    seal: str
    plies: int | None
    change: int | None
    standing: Standing | None


class HintView(msgspec.Struct, frozen=True):
    square: str | None
    drop: str | None
    move: MoveView | None


class GaveUp(msgspec.Struct, frozen=True):
    moves: list[MoveView]
    standing: Standing


class SolutionView(msgspec.Struct, frozen=True, kw_only=True):
    result: Literal["mate", "no-mate", "unknown"]
    plies: int | None
    exact: bool
    moves: list[MoveView]
    kif: str | None


class FindingView(msgspec.Struct, frozen=True):
    kind: str
    weight: str
    text: Words


class ReportView(msgspec.Struct, frozen=True, kw_only=True):
    verdict: str
    headline: Words
    moves: list[MoveView]
    findings: list[FindingView]
    text: Words
    kif: str | None


class JobView(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    kind: str
    state: Literal["waiting", "working", "done"]
    ms: int
    nodes: int
    plies: int | None
    stage: Words | None
    error: Words | None
    solution: SolutionView | None
    report: ReportView | None
