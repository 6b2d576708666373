"""Errors on the terminal are in the reader's language, those of the operating system too."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from komadai.cli.main import run

NO_FILE = {"en": "No such file or directory", "ja": "ファイルやフォルダがありません"}


@pytest.fixture(autouse=True)
def no_input(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with open(os.devnull) as empty:
        monkeypatch.setattr(sys, "stdin", empty)
        yield


def stderr_of(capsys: pytest.CaptureFixture[str], language: str, *arguments: str) -> str:
    status = run(["--lang", language, *arguments])
    assert status in (1, 2)
    error = capsys.readouterr().err
    assert "Traceback" not in error
    return error


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("convert", "--check", "none.kif"),
        ("book", "show", "none.db"),
        ("tsume", "inspect", "none.kif"),
        ("match", "komadai", "komadai", "--nodes", "9", "--openings", "none.kif"),
        ("match", "komadai", "x=komadai", "y=komadai", "--nodes", "9", "--openings", "none.kif"),
        ("play", "--engine", "none/engine"),
    ],
    ids=" ".join,
)
def test_a_missing_file_is_reported_in_the_readers_language(
    arguments: tuple[str, ...],
    language: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert NO_FILE[language] in stderr_of(capsys, language, *arguments)


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is a device of Linux")
@pytest.mark.parametrize(
    ("language", "text"), [("en", "No space left"), ("ja", "ディスクに空きがありません")]
)
def test_a_full_disk_is_reported_in_the_readers_language(
    language: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert text in stderr_of(capsys, language, "board", "--svg", "/dev/full")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("play", "--handicap", "eleven-piece"), "手合割が必要です"),
        (("play", "--clock", "soon"), "持ち時間が必要です"),
        (("board", "startpos moves 7g7z"), "指し手ではありません"),
    ],
)
def test_a_wrong_argument_is_reported_in_japanese(
    arguments: tuple[str, ...], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert text in stderr_of(capsys, "ja", *arguments)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_error_about_a_binary_book_has_none_of_its_bytes(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "book.db"
    path.write_bytes(random.Random(1).randbytes(3000))
    error = stderr_of(capsys, language, "book", "show", str(path))
    assert "\ufffd" not in error
    assert {"en": "expected a book", "ja": "定跡ファイルではありません"}[language] in error


def test_a_server_that_cannot_start_says_so_in_japanese(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "komadai.sqlite").write_bytes(random.Random(1).randbytes(20_000))
    error = stderr_of(capsys, "ja", "serve", "--no-browser", "--port", "0", "--data-dir", str(tmp_path))
    assert "データベースのファイルではありません" in error
    assert "バックアップ" in error
