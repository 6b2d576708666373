"""Statistics of a file of training positions, with the records that are damaged."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from komadai.errors import KomadaiError
from komadai.extras import extra
from komadai.pieces import BLACK, WHITE
from komadai.training.data_files.deduplicate import count_duplicates
from komadai.training.data_files.formats import PSV, RecordFormat, blocks, record_count

with extra("train"):
    import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from komadai.packed import EvaluatedPosition

SCORE_STEP: Final = 100
"""The width of a bar of the histogram of scores, in centipawns."""
MAX_SCORE: Final = 3_000
"""Scores beyond this are counted at the ends of the histogram."""
PLY_STEP: Final = 10
MAX_PLY: Final = 400
MAX_IN_HAND: Final = 38
MAX_BAD: Final = 100
"""Damaged records that are listed; all are counted."""


@dataclass
class Summary:
    """The statistics. Scores and results are those of the side to move."""

    path: str
    format: str
    records: int
    checked: int = 0
    """Records that were unpacked: for in_hand, promoted and bad."""
    wins: int = 0
    draws: int = 0
    losses: int = 0
    score_mean: float = 0.0
    score_deviation: float = 0.0
    scores: list[int] = field(default_factory=lambda: [0] * (2 * MAX_SCORE // SCORE_STEP + 2))
    """Records with a score below -3000, then in steps of 100, then from 3000."""
    points: list[float] = field(default_factory=lambda: [0.0] * (2 * MAX_SCORE // SCORE_STEP + 2))
    """The points of their side to move, 1 for a win and 0.5 for a draw; empty for HCPE."""
    win_rate_scale: float | None = None
    """The scale in centipawns of the win rates 1 / (1 + exp(-score / scale)) that fit scores within 3000 and
    results best; None without both wins and losses, or for HCPE."""
    plies: list[int] = field(default_factory=lambda: [0] * (MAX_PLY // PLY_STEP + 1))
    """Records by move number in steps of 10; empty for HCPE, which has none."""
    in_hand: list[int] = field(default_factory=lambda: [0] * (MAX_IN_HAND + 1))
    """Checked records by the number of pieces in both hands."""
    promoted: float = 0.0
    """Promoted pieces on the board, on average."""
    duplicates: int = 0
    """Records whose position occurs earlier in the file."""
    bad: list[tuple[int, str]] = field(default_factory=list)
    """The first 100 damaged records: their number, counted from 0, and the reason."""
    bad_count: int = 0

    def as_dict(self) -> dict[str, Any]:
        """As values for JSON."""
        facts = dict(vars(self))
        facts["bad"] = [{"record": number, "reason": reason} for number, reason in self.bad]
        facts["score_step"], facts["max_score"], facts["ply_step"] = SCORE_STEP, MAX_SCORE, PLY_STEP
        return facts


def summarize(
    path: Path,
    format: RecordFormat = PSV,
    sample: int = 0,
    on_progress: Callable[[int], object] = lambda records: None,
) -> Summary:
    """The statistics of a file.

    ``sample`` is the number of records, spread evenly, that are unpacked and checked; 0: all. Raises
    TrainingFileError for a file that is empty or cut off, OSError.
    """
    count = record_count(path, format)
    summary = Summary(str(path), format.name, count)
    step = 1 if sample == 0 else max(1, count // sample)
    total = squares = 0.0
    promoted = 0
    at = 0
    if format is not PSV:
        summary.plies, summary.points = [], []
    for block in blocks(path, format):
        records = np.frombuffer(block, np.uint8).reshape(-1, format.size)
        scores = records[:, 32:34].copy().view("<i2")[:, 0].astype(np.int64)
        total += float(scores.sum())
        squares += float((scores**2).sum())
        steps = np.clip((scores + MAX_SCORE) // SCORE_STEP + 1, 0, len(summary.scores) - 1)
        _add(summary.scores, steps)
        if summary.plies:
            _add(
                summary.plies,
                np.minimum(records[:, 36:38].copy().view("<u2")[:, 0] // PLY_STEP, MAX_PLY // PLY_STEP),
            )
        if format is PSV:
            results = records[:, 38].view(np.int8)
            summary.wins += int((results == 1).sum())
            summary.losses += int((results == -1).sum())
            summary.draws += int((results == 0).sum())
            won = np.bincount(steps, (np.sign(results) + 1) / 2, len(summary.points))
            summary.points = [float(points) for points in won + summary.points]
        for number in range(-at % step, len(records), step):
            summary.checked += 1
            try:
                position = format.read(records[number].tobytes())
                _check_move(position)
            except KomadaiError as error:
                summary.bad_count += 1
                if len(summary.bad) < MAX_BAD:
                    summary.bad.append((at + number, str(error)))
                continue
            board = position.board
            in_hand = sum(board.hand(BLACK).values()) + sum(board.hand(WHITE).values())
            summary.in_hand[min(in_hand, MAX_IN_HAND)] += 1
            promoted += board.sfen().partition(" ")[0].count("+")
            if format is not PSV:
                winner = position.winner
                summary.draws += winner is None
                summary.wins += winner is board.turn
                summary.losses += winner is not None and winner is not board.turn
        at += len(records)
        on_progress(at)
    summary.win_rate_scale = _win_rate_scale(summary)
    summary.score_mean = total / count
    summary.score_deviation = max(0.0, squares / count - summary.score_mean**2) ** 0.5
    summary.promoted = promoted / max(1, summary.checked - summary.bad_count)
    summary.duplicates = count_duplicates(path, format)
    return summary


def _win_rate_scale(summary: Summary) -> float | None:
    """The maximum likelihood estimate, with each score in the middle of its step."""
    if not summary.points:
        return None
    middles = step_middles(summary)[1:-1]
    counts, points = np.array(summary.scores[1:-1]), np.array(summary.points[1:-1])
    if not 0 < points.sum() < counts.sum():
        return None

    def slope(scale: float) -> float:
        """The derivative of the logarithm of the likelihood by 1 / scale, which falls as 1 / scale grows."""
        return float(((points - counts / (1 + np.exp(-middles / scale))) * middles).sum())

    low, high = 10.0, 100_000.0
    if slope(low) > 0 or slope(high) < 0:
        return None
    while high / low > 1.0001:
        middle = (low * high) ** 0.5
        low, high = (middle, high) if slope(middle) < 0 else (low, middle)
    return round(low, 1)


def step_middles(summary: Summary) -> Any:
    """The score in the middle of each step of the histogram, in centipawns."""
    return SCORE_STEP * (np.arange(len(summary.scores)) - 0.5) - MAX_SCORE


def _check_move(position: EvaluatedPosition) -> None:
    if position.move is not None and not position.board.is_legal(position.move):
        raise KomadaiError(f"the move {position.move} is illegal in {position.board.sfen()}")


def _add(counts: list[int], values: Any) -> None:
    for value, number in enumerate(np.bincount(values, minlength=len(counts))):
        counts[value] += int(number)
