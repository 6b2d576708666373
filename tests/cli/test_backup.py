"""``komadai backup`` and ``komadai restore``: output, exit status, both languages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.commands import komadai
from tests.server.db.filled import filled, games_in


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    filled(tmp_path / "data")
    return tmp_path


def test_a_backup_is_made_and_restored(folder: Path) -> None:
    path = str(folder / "backup")
    made = komadai("backup", path, "--data-dir", str(folder / "data"))
    assert made.returncode == 0, made.stderr
    assert "3 games, 3 events" in made.stdout
    assert made.stdout.count("\n") == 1
    restored = komadai("restore", path, "--data-dir", str(folder / "other"), "--json")
    assert restored.returncode == 0, restored.stderr
    found = json.loads(restored.stdout)
    assert (found["kind"], found["games"], found["file"]) == ("SQLite", 3, path)
    assert len(games_in(folder / "other")) == 3


def test_a_full_database_is_replaced_only_with_force(folder: Path) -> None:
    path, data = str(folder / "backup"), str(folder / "data")
    assert komadai("backup", path, "--data-dir", data).returncode == 0
    refused = komadai("restore", path, "--data-dir", data)
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "--force" in refused.stderr
    assert komadai("restore", path, "--data-dir", data, "--force").returncode == 0


def test_errors_and_results_are_in_japanese_too(folder: Path) -> None:
    path, data = str(folder / "backup"), str(folder / "data")
    assert "3局" in komadai("backup", path, "--data-dir", data, "--lang", "ja").stdout
    failed = komadai("restore", str(folder / "none"), "--lang", "ja")
    assert failed.returncode == 1
    assert "読み込めません：ファイルやフォルダがありません" in failed.stderr
    assert "サーバー" in komadai("backup", "--help", "--lang", "ja").stdout


def test_a_restore_without_a_checksum_says_that_the_content_is_unchecked(folder: Path) -> None:
    path, data = folder / "backup", str(folder / "data")
    made = komadai("backup", str(path), "--data-dir", data, "--json")
    Path(f"{path}.sha256").unlink()
    restored = komadai("restore", str(path), "--data-dir", str(folder / "other"), "--json")
    assert restored.returncode == 0
    assert restored.stderr.startswith(f"komadai: {path}.sha256 is missing")
    assert len(json.loads(made.stdout)["sha256"]) == 64
    assert json.loads(restored.stdout)["sha256"] is None
