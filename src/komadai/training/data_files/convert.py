"""Converts files of training positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai.atomic_file import appearing
from komadai.training.data_files.formats import format_of, read_positions

if TYPE_CHECKING:
    from pathlib import Path

    from komadai.kifu import Report


def convert(
    source: Path,
    target: Path,
    source_format: str | None = None,
    target_format: str | None = None,
    *,
    report: Report | None = None,
) -> int:
    """Writes the positions of a file in another format, by default that of each file's suffix; returns their
    number. Warnings about records of games go to ``report``.

    HCPE has no place for the move number: it becomes 1 in PSV. Raises TrainingFileError for a damaged record,
    UnknownStyleError for an unknown format, OSError; then ``target`` is unchanged.
    """
    format = format_of(target, target_format)
    count = 0
    with appearing(target, durable=True) as hidden, hidden.open("wb") as file:
        for position in read_positions(source, source_format, report=report):
            file.write(format.write(position))
            count += 1
    return count
