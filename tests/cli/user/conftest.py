"""The command line of an administrator, with cheap password hashes."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from komadai.cli.main import run
from komadai.server.people.accounts import passwords
from tests.server.people.accounts import PASSWORD


@pytest.fixture(autouse=True)
def cheap_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "MEMORY_KIB", 64)
    monkeypatch.setattr(passwords, "PASSES", 1)


class Admin:
    """The command line of a server's administrator."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, captured: pytest.CaptureFixture[str]) -> None:
        self.folder, self.patch, self.captured = folder, patch, captured

    def __call__(self, *words: str, password: str = PASSWORD) -> str:
        """Runs a command that succeeds, and returns what it prints."""
        status, out, err = self.run(*words, password=password)
        assert (status, err) == (0, "")
        return out

    def run(self, *words: str, password: str = PASSWORD) -> tuple[int, str, str]:
        self.patch.setattr("sys.stdin", io.StringIO(password + "\n"))
        status = run(["user", *words, "--data-dir", str(self.folder)])
        printed = self.captured.readouterr()
        return status, printed.out, printed.err


@pytest.fixture
def admin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Admin:
    return Admin(tmp_path, monkeypatch, capsys)
