"""Games for training: moves, results, and the scores of searches.

A line of a self-play file has three parts, separated by tabs: ``b``, ``w`` or ``=`` with the reason and the
number of given moves (opening and random ones); the moves in USI; and a score for each move: centipawns from
Black's view, :data:`NO_SCORE` without a search. Files ending in ``.gz`` are compressed.

A line of a ``.jsonl`` file is an object with ``moves`` (USI) and ``result`` (``1-0``, ``0-1``, ``draw``);
games with a ``handicap`` or another ``start`` are skipped.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from komadai.errors import KomadaiError

NO_SCORE = 32000
RESULTS = {"b": 1.0, "w": 0.0, "=": 0.5}
JSON_RESULTS = {"1-0": 1.0, "0-1": 0.0, "draw": 0.5}


class TrainingDataError(KomadaiError, ValueError):
    """A line of a training file that is not a game."""


@dataclass(frozen=True)
class TrainingGame:
    """``moves`` in USI from the start position; ``score`` is Black's (1, 0.5, 0); ``scores``: one a move."""

    moves: tuple[str, ...]
    score: float
    given: int = 0
    scores: tuple[int, ...] = ()
    reason: str = ""

    def line(self) -> str:
        """As a line of a self-play file."""
        winner = next(letter for letter, score in RESULTS.items() if score == self.score)
        scores = " ".join(map(str, self.scores))
        return f"{winner} {self.reason or 'game'} {self.given}\t{' '.join(self.moves)}\t{scores}"


def parse_line(line: str) -> TrainingGame:
    """A line of a self-play file; raises TrainingDataError."""
    parts = line.rstrip("\n").split("\t")
    head = parts[0].split()
    if len(parts) != 3 or len(head) != 3 or head[0] not in RESULTS or not head[2].isdigit():
        raise TrainingDataError(f"expected 'b|w|= REASON NUMBER<tab>MOVES<tab>SCORES', got {line[:40]!r}")
    moves = tuple(parts[1].split())
    try:
        scores = tuple(map(int, parts[2].split()))
    except ValueError as error:
        raise TrainingDataError(f"scores: expected whole numbers ({error})") from None
    if len(scores) not in (0, len(moves)):
        raise TrainingDataError(f"expected a score for each of {len(moves)} moves, got {len(scores)}")
    return TrainingGame(moves, RESULTS[head[0]], int(head[2]), scores, head[1])


def parse_json_line(line: str) -> TrainingGame | None:
    """A line of a ``.jsonl`` file, or None for odds games and games without a result."""
    try:
        record = json.loads(line)
    except ValueError as error:
        raise TrainingDataError(f"expected a JSON object: {error}") from None
    if not isinstance(record, dict) or not isinstance(record.get("moves"), str):
        raise TrainingDataError("expected an object with 'moves'")
    if record.get("handicap") or record.get("start") or record.get("result") not in JSON_RESULTS:
        return None
    return TrainingGame(tuple(record["moves"].split()), JSON_RESULTS[record["result"]])


def _open(path: Path) -> IO[str]:
    return gzip.open(path, "rt", encoding="ascii") if path.suffix == ".gz" else path.open(encoding="utf-8")


def read_games(path: Path) -> Iterator[TrainingGame]:
    """The games of a file, one after the other. Raises TrainingDataError with the line's number."""
    of_json = ".jsonl" in path.suffixes
    with _open(path) as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                game = parse_json_line(line) if of_json else parse_line(line)
            except TrainingDataError as error:
                raise TrainingDataError(f"{path.name}: line {number}: {error}") from None
            if game is not None:
                yield game
