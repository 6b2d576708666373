"""The evaluations of a review that is not finished, in a file: a stopped review continues where it was.

The first line identifies the review; each further line is a position with its evaluation. A line that was cut
off by a crash is ignored, and a file of another review is replaced.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any

from komadai.study.game_review.evaluation import Evaluation

if TYPE_CHECKING:
    from pathlib import Path


class Journal:
    """A file of evaluations by the key of their position. Without a path nothing is stored."""

    def __init__(self, path: Path | None, head: dict[str, Any]) -> None:
        """``head`` identifies the review. Raises OSError if the file cannot be written."""
        self.evaluations: dict[str, Evaluation] = {}
        self._path = path
        self._file: IO[str] | None = None
        if path is None:
            return
        first = json.dumps(head, sort_keys=True)
        lines = []
        with suppress(OSError, UnicodeDecodeError):
            text = path.read_text("utf-8")
            lines = [line for line in text.splitlines(keepends=True) if line.endswith("\n")]
        if not lines or lines[0].rstrip("\n") != first:
            lines = [first + "\n"]
        for line in lines[1:]:
            with suppress(ValueError, KeyError, TypeError):
                data = json.loads(line)
                self.evaluations[data["key"]] = Evaluation.from_json(data)
        path.parent.mkdir(parents=True, exist_ok=True)
        # Written anew, so that the next line does not continue one that was cut off.
        self._file = path.open("w", encoding="utf-8", newline="\n")
        self._file.writelines(lines)
        self._file.flush()

    def add(self, key: str, evaluation: Evaluation) -> None:
        """Stores an evaluation. Raises OSError."""
        self.evaluations[key] = evaluation
        if self._file is not None:
            self._file.write(json.dumps({"key": key, **evaluation.to_json()}) + "\n")
            self._file.flush()

    def close(self, *, finished: bool) -> None:
        """Closes the file, and removes it if the review is finished."""
        if self._file is not None and self._path is not None:
            self._file.close()
            if finished:
                with suppress(OSError):
                    os.unlink(self._path)
