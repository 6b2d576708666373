"""The log of a training: a line of JSON for each entry, and TensorBoard's event files where tensorboardX is
installed.

An entry has ``step``, ``epoch`` (from 1), ``positions`` (trained on so far), ``rate``, and ``loss``, the mean
since the entry before; the last one of an epoch has ``validation_loss`` if positions are set aside for it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from komadai.atomic_file import appearing

FILE_NAME = "log.jsonl"


def read_log(folder: Path) -> list[dict[str, Any]]:
    """The entries of a folder's log, without a last line that is cut off; none if there is no log."""
    try:
        lines = (folder / FILE_NAME).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []
    entries = []
    for line in lines:
        try:
            entries.append(json.loads(line))
        except ValueError:
            break
    return entries


class TrainingLog:
    """Appends entries to the log in ``folder``. Entries after ``step``, where training begins, are
    removed. ``entries``: those of an earlier training, in place of what the folder has."""

    def __init__(self, folder: Path, step: int, entries: list[dict[str, Any]] | None = None) -> None:
        earlier = [
            entry for entry in (read_log(folder) if entries is None else entries) if entry["step"] <= step
        ]
        with appearing(folder / FILE_NAME) as hidden:
            hidden.write_text("".join(_line(entry) for entry in earlier), encoding="utf-8")
        self._file = (folder / FILE_NAME).open("a", encoding="utf-8")
        self._events = _events(folder, step)

    def add(self, entry: dict[str, Any]) -> None:
        """Writes an entry."""
        self._file.write(_line(entry))
        self._file.flush()
        if self._events is not None:
            for name in ("loss", "validation_loss", "rate"):
                if name in entry:
                    self._events.add_scalar(name, entry[name], entry["step"])

    def close(self) -> None:
        """Closes the files."""
        self._file.close()
        if self._events is not None:
            self._events.close()


def _line(entry: dict[str, Any]) -> str:
    return json.dumps(entry) + "\n"


def _events(folder: Path, step: int) -> Any:
    """A writer of event files, or None without tensorboardX."""
    try:
        from tensorboardX import SummaryWriter
    except ImportError:
        return None
    return SummaryWriter(str(folder / "events"), purge_step=step + 1 if step else None)
