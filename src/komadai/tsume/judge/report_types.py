"""The judge's report as values: the verdict, the findings, the solution as a tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from komadai._core import Move

Verdict = Literal["full", "deficient", "unproved"]
"""完全作, 不完全作, or no fault found but something undecided."""

Weight = Literal["fault", "blemish", "note"]
"""A fault (欠陥) makes the work deficient, a blemish (キズ) does not, a note is neither."""

FindingKind = Literal[
    "illegal",
    "no-mate",
    "cook",
    "early",
    "move-order",
    "leftover",
    "longer-defence",
    "long-variation",
    "equal-variation",
    "equal-at-end",
    "interposed-piece",
    "last-move",
    "promotion",
    "drop-square",
    "other-route",
    "detour",
    "side-line-cook",
    "old-custom",
    "unused",
    "missing-pieces",
    "restoring",
]
"""The kinds of findings; docs/tsume.md has their Japanese names."""

WEIGHTS: Final[dict[FindingKind, Weight]] = {
    "illegal": "fault",
    "no-mate": "fault",
    "cook": "fault",
    "early": "fault",
    "move-order": "fault",
    "leftover": "fault",
    "longer-defence": "fault",
    "long-variation": "blemish",
    "equal-variation": "blemish",
    # Allowed two plies before the end.
    "equal-at-end": "note",
    "interposed-piece": "blemish",
    "last-move": "blemish",
    "promotion": "blemish",
    "drop-square": "blemish",
    "other-route": "blemish",
    "detour": "blemish",
    "side-line-cook": "note",
    "old-custom": "note",
    "unused": "note",
    "missing-pieces": "note",
    "restoring": "note",
}

AttackKind = Literal[
    "wrong",
    "cook",
    "early",
    "move-order",
    "last-move",
    "promotion",
    "drop-square",
    "other-route",
    "detour",
    "unproved",
]
"""Another check: 紛れ, 余詰, 早詰, 手順前後, 最終手余詰, 成不成非限定, 打場所非限定, 着手非限定, 迂回,
or not known."""

DefenceKind = Literal["shorter", "equal", "equal-leftover", "longer", "futile", "no-mate", "unproved"]
"""Another defence: 変化, 変同, 変同駒余り, 変長, 無駄合, one that escapes, or not known."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding about the problem."""

    kind: FindingKind
    ply: int = 0
    """The number of the move in the main line, from 1; 0: the position itself."""
    move: Move | None = None
    """The other move at that place, if there is one. Of ``"old-custom"``: the defence with which the line
    begins that is the intended one by old custom."""
    plies: int | None = None
    """The length of the whole mate by that move, from the start of the problem."""
    left: int | None = None
    """The pieces the attacker then has left."""
    detail: str = ""
    """``"illegal"``: the reason in English. ``"unused"``, ``"leftover"``, ``"missing-pieces"``: the
    pieces in SFEN letters. ``"side-line-cook"``: the number of variations. ``"restoring"``: the rule by which
    the mate takes ``plies``, ``"futile"`` or ``"counts"``, or ``"undetermined"`` if a limit was reached."""
    detail_ja: str = ""
    """``"illegal"``: the reason in Japanese."""

    @property
    def weight(self) -> Weight:
        return WEIGHTS[self.kind]


@dataclass(slots=True)
class Attack:
    """A check beside the main line's."""

    move: Move
    kind: AttackKind = "unproved"
    plies: int | None = None
    """The plies of the mate from here, this move included."""
    exact: bool = False
    """Whether it is proved that this is the shortest one by this move."""
    line: tuple[Move, ...] = ()
    """The moves after it: the mate, or the first move of the refutation."""
    mirror_of: Move | None = None
    """The move that this one mirrors, in a position that is its own mirror image."""


@dataclass(slots=True)
class Defence:
    """A defence beside the main line's."""

    move: Move
    kind: DefenceKind = "unproved"
    plies: int | None = None
    """The plies of the mate from here, this move included."""
    left: int | None = None
    """The pieces the attacker has left in the end."""
    line: tuple[Move, ...] = ()
    """The mate that follows."""
    same_as: Move | None = None
    """Another drop on the same square that is answered by the same moves."""
    mirror_of: Move | None = None
    joins: tuple[int, Move | None] | None = None
    """The line ends early because its continuation is shown elsewhere: in the main line after this ply, or in
    the variation that begins at this ply with this move."""
    other: tuple[int, Move] | None = None
    """A cook inside this line (変化余詰): another move that mates in as many plies, and its ply."""


@dataclass(slots=True)
class Step:
    """A position of the main line: its move, and the other checks or defences."""

    ply: int
    """The number of the next move, from 1."""
    sfen: str
    move: Move | None
    """None at the end, and where no line was found."""
    attacks: list[Attack]
    """The attacker's other checks; empty where the defender is to move."""
    defences: list[Defence]
    """The defender's other moves; empty where the attacker is to move."""


@dataclass(slots=True)
class ReportData:
    """The result of an inspection, without the ways to write it. The moves are those from ``sfen``."""

    sfen: str
    verdict: Verdict
    result: Literal["mate", "no-mate", "unknown", "illegal"]
    plies: int | None
    """The length of the main line; None if there is none."""
    shortest: bool
    """Whether it is proved that there is no shorter mate."""
    moves: tuple[Move, ...]
    """The main line (作意)."""
    intended: bool
    """Whether that line was given by the caller rather than found."""
    left: int | None
    """The pieces left in hand at its end."""
    unique: bool | None
    """Whether it is proved that no other check mates, except those that composers allow; False if another one
    does, None if that is not known."""
    open: int
    """The number of queries about other checks and defences that were not decided."""
    findings: tuple[Finding, ...]
    steps: tuple[Step, ...]
    nodes: int
    seconds: float
    reason: str
    """The limit that was reached: ``"time"``, ``"nodes"``, ``"memory"``, ``"stopped"``, or empty."""
    memory_mb: int = 0
    """The memory limit in MiB."""
    restoring: Literal["same", "differs", "undetermined"] = "same"
    """As in :class:`komadai.tsume.Solution`: whether the length of the problem differs if restoring
    interpositions are judged the other way."""
    other_plies: int | None = None
    """The length by the other rule if ``restoring`` is ``"differs"``."""

    def to_dict(self) -> dict[str, object]:
        """All fields for JSON; moves as USI."""
        return {
            "sfen": self.sfen,
            "verdict": self.verdict,
            "result": self.result,
            "plies": self.plies,
            "shortest": self.shortest,
            "moves": _usi(self.moves),
            "intended": self.intended,
            "left": self.left,
            "unique": self.unique,
            "open": self.open,
            "findings": [_finding(finding) for finding in self.findings],
            "tree": [_step(step) for step in self.steps],
            "nodes": self.nodes,
            "seconds": self.seconds,
            "reason": self.reason,
            "memory": self.memory_mb,
            "restoring": self.restoring,
            "other_plies": self.other_plies,
        }


def _usi(moves: tuple[Move, ...]) -> list[str]:
    return [move.usi() for move in moves]


def _name(move: Move | None) -> str | None:
    return move.usi() if move else None


def _finding(finding: Finding) -> dict[str, object]:
    return {
        "kind": finding.kind,
        "weight": finding.weight,
        "ply": finding.ply,
        "move": _name(finding.move),
        "plies": finding.plies,
        "left": finding.left,
        "detail": str(finding.detail),
    }


def _step(step: Step) -> dict[str, object]:
    return {
        "ply": step.ply,
        "sfen": step.sfen,
        "move": _name(step.move),
        "attacks": [
            {
                "move": attack.move.usi(),
                "kind": attack.kind,
                "plies": attack.plies,
                "exact": attack.exact,
                "line": _usi(attack.line),
                "mirror_of": _name(attack.mirror_of),
            }
            for attack in step.attacks
        ],
        "defences": [
            {
                "move": defence.move.usi(),
                "kind": defence.kind,
                "plies": defence.plies,
                "left": defence.left,
                "line": _usi(defence.line),
                "same_as": _name(defence.same_as),
                "mirror_of": _name(defence.mirror_of),
                "joins": defence.joins and {"ply": defence.joins[0], "move": _name(defence.joins[1])},
                "other": defence.other and {"ply": defence.other[0], "move": _name(defence.other[1])},
            }
            for defence in step.defences
        ],
    }
