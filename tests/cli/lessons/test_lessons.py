"""``komadai lessons``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from komadai.cli.main import run

CHAPTER = """
id = "test"
title = { en = "Test", ja = "試験" }
about = { en = "Test", ja = "試験" }
[[lessons]]
id = "one"
title = { en = "One", ja = "一" }
[[lessons.steps]]
kind = "move"
sfen = "4k4/9/4P4/9/9/9/9/9/9 b G 1"
text = { en = "Mate.", ja = "詰まそう。" }
goal = "mate"
moves = ["MOVE"]
"""


def test_list_names_all_lessons_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lessons", "list"]) == 0
    english = capsys.readouterr().out
    assert "goro-pawn" in english
    assert "The gold general" in english
    assert run(["--lang", "ja", "lessons", "list"]) == 0
    japanese = capsys.readouterr().out
    assert "矢倉囲い" in japanese
    assert "《" not in japanese


def test_list_as_json_counts_the_steps(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lessons", "list", "--json"]) == 0
    lessons = json.loads(capsys.readouterr().out)
    assert lessons[0] == {
        "chapter": "goro-goro", "lesson": "goro-board", "variant": "goro-goro",
        "en": "The board and the aim", "ja": "盤と目的", "steps": 3,
    }  # fmt: skip


def test_a_chapter_whose_mate_is_a_mate_has_no_faults(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "chapter.toml"
    file.write_text(CHAPTER.replace("MOVE", "G*5b"), encoding="utf-8")
    assert run(["lessons", "check", str(file)]) == 0
    assert capsys.readouterr().out == "1 lesson, no faults\n"


def test_a_chapter_whose_mate_is_none_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "chapter.toml"
    file.write_text(CHAPTER.replace("MOVE", "G*4b"), encoding="utf-8")
    assert run(["lessons", "check", str(file)]) == 1
    out, err = capsys.readouterr()
    assert out == f"{file}: lesson one, step 1: G*4b does not reach the goal mate\n"
    assert err == "komadai: 1 fault\n"


def test_a_file_that_is_missing_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lessons", "check", str(tmp_path / "none.toml")]) == 1
    assert "none.toml: cannot be read: No such file" in capsys.readouterr().err
