"""The problems that are measured."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "data" / "tsume"


@dataclass(frozen=True)
class Problem:
    id: str
    sfen: str
    plies: int | None
    """Its length as the file gives it, which is sometimes too long; None: it gives none."""


def read(file: str, folder: Path = FOLDER) -> Iterator[Problem]:
    """Each problem in a file, in order."""
    with open(folder / f"{file}.jsonl", encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            yield Problem(entry["id"], entry["sfen"], entry["moves"])
