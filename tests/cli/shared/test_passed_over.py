"""Every command that reads records says what it passed over."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from komadai.cli.shared.messages import Note
from komadai.cli.shared.passed_over import MAX_NOTES, PassedOver
from komadai.kifu import Report
from komadai.messages import Message

COMMANDS = {
    "stats": ["stats", "GAME"],
    "stats in two processes": ["stats", "--jobs", "2", "GAME"],
    "db import": ["db", "import", "games.db", "GAME"],
    "book build": ["book", "build", "GAME", "-o", "book.db"],
    "transitions": ["engine", "transition-probabilities", "GAME", "-o", "counts.tsv"],
    "convert": ["convert", "--check", "GAME"],
    "tsume solve": ["tsume", "solve", "GAME"],
    "show": ["show", "GAME"],
    "names": ["names", "GAME"],
    "train convert": ["train", "convert", "GAME", "-o", "game.psv"],
}


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "komadai", *words],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        cwd=folder,
        env=os.environ | {"COLUMNS": "200", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"},
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_reports_the_lines_that_it_left_out(tmp_path: Path, name: str) -> None:
    (tmp_path / "game.kif").write_text(
        "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\nthese words are no move\n   2 投了\n"
    )
    done = run(tmp_path, *[word.replace("GAME", "game.kif") for word in COMMANDS[name]])
    assert "these words are no move" in done.stderr or "game.kif: 1 warning; " in done.stderr, done.stderr


def test_many_warnings_are_counted() -> None:
    notes: list[Note] = []
    passed_over = PassedOver(notes.append)
    report = passed_over.report("a.kif")
    assert isinstance(report, Report)
    for line in range(1, MAX_NOTES + 6):
        report.add(Message("comment-without-game"), line=line)
    assert ([note.line for note in notes], passed_over.count) == ([*range(1, MAX_NOTES + 1)], MAX_NOTES + 5)
