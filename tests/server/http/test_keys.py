"""The file of signing keys: created, replaced, withdrawn, and read from version 0.1.0."""

from __future__ import annotations

import os
import stat
from datetime import date, timedelta
from pathlib import Path

import pytest

from komadai.server.errors import StartError
from komadai.server.http.keys import KEPT_FOR, REPLACED_AFTER, load_keys

TODAY = date(2026, 11, 27)
DAY = timedelta(days=1)


def test_a_key_is_created_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    keys = load_keys(folder, TODAY)
    assert [key.id for key in keys] == ["k1"]
    assert len(keys[0].secret) == 32
    assert load_keys(folder, TODAY) == keys
    assert stat.S_IMODE((folder / "secret.key").stat().st_mode) == 0o600
    assert [path.name for path in folder.iterdir()] == ["secret.key"]


def test_the_permissions_of_a_readable_file_are_restricted(tmp_path: Path) -> None:
    load_keys(tmp_path)
    os.chmod(tmp_path / "secret.key", 0o644)
    load_keys(tmp_path)
    assert stat.S_IMODE((tmp_path / "secret.key").stat().st_mode) == 0o600


def test_the_single_key_of_an_earlier_version_is_kept_and_replaced(tmp_path: Path) -> None:
    raw = bytes(range(32))
    (tmp_path / "secret.key").write_bytes(raw)
    keys = load_keys(tmp_path, TODAY)
    assert [key.id for key in keys] == ["k1", "k0"]
    assert keys[1].secret == raw
    assert load_keys(tmp_path, TODAY) == keys


def test_an_old_key_gets_a_successor_and_is_accepted_for_400_days(tmp_path: Path) -> None:
    load_keys(tmp_path, TODAY)
    assert [key.id for key in load_keys(tmp_path, TODAY + REPLACED_AFTER)] == ["k1"]
    replaced = TODAY + REPLACED_AFTER + DAY
    assert [key.id for key in load_keys(tmp_path, replaced)] == ["k2", "k1"]
    last_day = replaced + KEPT_FOR
    assert [key.id for key in load_keys(tmp_path, last_day)] == ["k3", "k2", "k1"]
    assert [key.id for key in load_keys(tmp_path, last_day + DAY)] == ["k3", "k2"]


def test_a_key_is_withdrawn_by_deleting_its_line(tmp_path: Path) -> None:
    (tmp_path / "secret.key").write_bytes(bytes(range(32)))
    load_keys(tmp_path, TODAY)
    path = tmp_path / "secret.key"
    lines = [line for line in path.read_text().splitlines() if not line.startswith("k0 ")]
    path.write_text("\n".join(lines))
    assert [key.id for key in load_keys(tmp_path, TODAY)] == ["k1"]


@pytest.mark.parametrize(
    "content", [b"short", b"# keys\nk1 2026-01-01 abcd\n", b"# keys\nk1 2026-99-01 " + b"0" * 64]
)
def test_a_damaged_file_is_an_error(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "secret.key").write_bytes(content)
    with pytest.raises(StartError, match="damaged"):
        load_keys(tmp_path)


def test_a_folder_that_cannot_be_created_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StartError, match="secret key"):
        load_keys(tmp_path / "file" / "folder")
