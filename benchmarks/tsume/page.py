"""The measured parts of docs/measurements/tsume.md, each between two comments; the rest is hand-written."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "measurements" / "tsume.md"


class PageError(Exception):
    """The page has no place for what was measured."""


def begin(part: str) -> str:
    return f"<!-- {part}: measured, written by `python -m benchmarks.tsume {part} --write` -->"


def end(part: str) -> str:
    return f"<!-- end of {part} -->"


def replaced(page: str, part: str, text: str) -> str:
    """The page with this text in that part. Raises PageError."""
    before, opened, rest = page.partition(begin(part))
    _, closed, after = rest.partition(end(part))
    if not (opened and closed):
        raise PageError(f"no {begin(part)} with {end(part)} after it in {PAGE}")
    return f"{before}{opened}\n\n{text}\n\n{closed}{after}"


def write(part: str, text: str) -> None:
    """Into docs/measurements/tsume.md. Raises PageError."""
    PAGE.write_text(replaced(PAGE.read_text(encoding="utf-8"), part, text), encoding="utf-8")
