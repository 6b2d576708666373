"""The settings of a data set. A game depends only on them, on its number, and on the engine."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from komadai._core import Search
from komadai.errors import EvaluationFileError, RangeError
from komadai.match.openings import shipped
from komadai.messages import os_error_message

if TYPE_CHECKING:
    from collections.abc import Mapping

FORMAT_VERSION: Final = 1
_SIGNATURE_NODES: Final = 5_000
_SIGNATURE_OPENINGS: Final = 3


@dataclass(frozen=True, kw_only=True)
class GenerationSettings:
    """How games are played and which of their positions are kept. Scores are in centipawns.

    Raises RangeError for a number out of range.
    """

    seed: int = 1
    nodes: int = 2_500
    """Nodes of a move; each move gets up to a quarter more or less."""
    evaluation: str = ""
    """The evaluation file, "" for the built-in evaluation."""
    book_plies: int = 16
    """A game begins with up to this number of moves from Komadai's own book."""
    random_moves: int = 8
    """Then up to this number of random moves follow."""
    max_opening_score: int = 600
    """A game is dropped if the first search after the opening finds a larger score for either side."""
    resign_score: int = 3_000
    resign_plies: int = 4
    """A game ends with a win at ``resign_score`` or more for one side in this number of searches in a row."""
    max_plies: int = 320
    """A game that reaches this ply is drawn."""
    max_score: int = 2_500
    """Positions with a larger score are not kept."""
    hash_mb: int = 8

    def __post_init__(self) -> None:
        limits = {
            "seed": (0, 2**63 - 1),
            "nodes": (1, 10**9),
            "book_plies": (0, 200),
            "random_moves": (0, 100),
            "max_opening_score": (0, 30_000),
            "resign_score": (1, 30_000),
            "resign_plies": (1, 1_000),
            "max_plies": (1, 10_000),
            "max_score": (0, 30_000),
            "hash_mb": (1, 1 << 16),
        }
        for name, (low, high) in limits.items():
            if not low <= getattr(self, name) <= high:
                raise RangeError(f"{name}: expected {low} to {high}, got {getattr(self, name)}")

    def identity(self) -> dict[str, Any]:
        """Everything a game depends on but its number, as values for JSON.

        In place of the evaluation's path stands its SHA-256, so that a moved file is the same and a changed
        one is not. Raises EvaluationFileError.
        """
        facts: dict[str, Any] = {"komadai_games": FORMAT_VERSION, **asdict(self)}
        facts["evaluation"] = checksum(self.evaluation)
        facts["engine"] = engine_signature(self.evaluation)
        return facts


def checksum(evaluation: str) -> str:
    """The SHA-256 of an evaluation file, "built-in" for "". Raises EvaluationFileError."""
    if evaluation in ("", "material"):
        return evaluation or "built-in"
    try:
        return hashlib.sha256(Path(evaluation).read_bytes()).hexdigest()
    except OSError as error:
        reason = os_error_message(error)
        raise EvaluationFileError.with_code("file-not-read", path=evaluation, reason=reason) from error


def engine_signature(evaluation: str, parameters: Mapping[str, int] | None = None) -> str:
    """Identifies the behaviour of the search with this evaluation: a hash of nodes, moves and scores.

    Two engines that search differently have different signatures, also if both have the same version number.
    Raises EvaluationFileError.
    """
    search = Search(1)
    search.load_evaluation(evaluation)
    for name, value in (parameters or {}).items():
        search.set_parameter(name, value)
    found = []
    for opening in shipped()[:_SIGNATURE_OPENINGS]:
        search.clear()
        search.arm()
        move, _, _, report = search.go(opening.board(), nodes=_SIGNATURE_NODES)
        found.append(f"{move} {report['nodes']} {report['cp']} {report['mate']}")
    return hashlib.sha256("\n".join(found).encode()).hexdigest()[:16]
