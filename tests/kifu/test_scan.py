"""Games streamed from files, folders and archives."""

from __future__ import annotations

import gzip
import io
import os
import tarfile
import tracemalloc
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from komadai import kifu
from komadai.errors import RecordError
from komadai.kifu.scan import Budget, unpacked
from tests.kifu.trees import random_tree, shape

KIF = kifu.write(random_tree(1), "kif").encode("cp932")
KI2 = kifu.write(random_tree(2), "ki2").encode()


def packed_zip(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def packed_tar(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


def test_a_folder_is_read_with_its_subfolders(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "a.kif").write_bytes(KIF)
    (tmp_path / "b" / "c.KI2").write_bytes(KI2)
    (tmp_path / "README.txt").write_text("no record")
    assert len(list(kifu.scan(tmp_path))) == 2
    assert list(kifu.scan(tmp_path / "a.kif", kifu.Counter)) == [len(random_tree(1).moves())]
    assert [headers.get("event") for headers in kifu.scan(str(tmp_path), kifu.Headers)] == [
        random_tree(seed).headers.get("event") for seed in (1, 2)
    ]


def test_pipes_in_a_folder_are_skipped(tmp_path: Path) -> None:
    (tmp_path / "a.kif").write_bytes(KIF)
    os.mkfifo(tmp_path / "b.kif")
    assert len(list(kifu.scan(tmp_path))) == 1


def test_an_unreadable_folder_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.kif").write_bytes(KIF)
    (tmp_path / "closed").mkdir()
    opened = os.scandir

    def scandir(path: str) -> Any:
        if Path(path).name == "closed":
            raise PermissionError(13, "Permission denied", path)
        return opened(path)

    monkeypatch.setattr(os, "scandir", scandir)
    told: list[str] = []
    assert len(list(kifu.scan(tmp_path, on_error=lambda name, error: told.append(name)))) == 1
    assert told == [str(tmp_path / "closed")]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("games.zip", packed_zip({"a.kif": KIF, "x/b.ki2": KI2, "x/README.md": b"no record"})),
        ("games.kif.gz", gzip.compress(KIF)),
        ("games.tar.gz", gzip.compress(packed_tar({"a.kif": KIF, "b.ki2": KI2}))),
        ("games.tar", packed_tar({"a.kif": KIF})),
        ("deep.zip", packed_zip({"a.tgz": gzip.compress(packed_tar({"a.kif": KIF}))})),
        ("without-an-ending", gzip.compress(KIF)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_archives(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    games = list(kifu.scan(tmp_path / name))
    assert shape(games[0]) == shape(random_tree(1))
    assert len(games) == (2 if name in ("games.zip", "games.tar.gz") else 1)


@pytest.mark.parametrize(
    "data",
    [
        packed_zip({"a.kif": KIF})[:-30],
        gzip.compress(KIF)[:-20],
        b"PK\x03\x04" + KIF,
        b"\x1f\x8b" + KIF,
        packed_tar({"a.kif": KIF})[:700],
        gzip.compress(gzip.compress(gzip.compress(gzip.compress(KIF)))),
        b"",
        b"\xff" * 100,
    ],
    ids=["zip", "gz", "no zip", "no gz", "tar", "deep", "empty", "noise"],
)
def test_unreadable_files_are_reported_by_name(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "bad.zip").write_bytes(data)
    (tmp_path / "good.kif").write_bytes(KIF)
    with pytest.raises(RecordError) as caught:
        list(kifu.scan(tmp_path))
    assert any("bad.zip" in note for note in caught.value.__notes__)
    told: list[str] = []
    assert len(list(kifu.scan(tmp_path, on_error=lambda name, error: told.append(name)))) == 1
    assert "bad.zip" in told[0]


def test_a_truncated_zip_is_an_error_even_after_a_zip_within_it(tmp_path: Path) -> None:
    within = packed_zip({"c.kif": KI2})
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_STORED) as archive:
        for name, data in (("a.kif", KIF), ("b.zip", within), ("d.kif", KIF)):
            archive.writestr(name, data)
    whole = (tmp_path / "a.zip").read_bytes()
    assert len(list(kifu.scan(tmp_path / "a.zip"))) == 3
    for end in (10, len(KIF), whole.index(within) + len(within), len(whole) // 2, len(whole) - 1):
        (tmp_path / "a.zip").write_bytes(whole[:end])
        with pytest.raises(RecordError, match="the archive cannot be read"):
            list(kifu.scan(tmp_path / "a.zip"))


def test_each_place_that_does_not_follow_the_format_is_told_with_its_file(tmp_path: Path) -> None:
    for name in ("a.usi", "b.usi"):
        (tmp_path / name).write_text("startpos moves 7g7f zzzz\n")
    told: list[tuple[str, str]] = []
    games = kifu.scan(tmp_path, on_deviation=lambda name, each: told.append((Path(name).name, each.text)))
    assert len(list(games)) == 2
    assert told == [("a.usi", "zzzz"), ("b.usi", "zzzz")]


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(kifu.scan(tmp_path / "none.kif"))


def test_zst_is_read_or_the_missing_package_is_named(tmp_path: Path) -> None:
    # One raw block: the smallest frame there is.
    frame = b"\x28\xb5\x2f\xfd\x60" + (len(KIF) - 256).to_bytes(2, "little")
    frame += (len(KIF) << 3 | 1).to_bytes(3, "little") + KIF
    (tmp_path / "a.kif.zst").write_bytes(frame)
    if find_spec("zstandard") or find_spec("compression"):
        assert len(list(kifu.scan(tmp_path))) == 1
    else:
        with pytest.raises(RecordError, match="pip install zstandard"):
            list(kifu.scan(tmp_path))


def test_memory_stays_flat(tmp_path: Path) -> None:
    # A caller that stores no games has only one in memory, independent of their number.
    (tmp_path / "many.zip").write_bytes(packed_zip({f"{number}.kif": KIF for number in range(300)}))
    tracemalloc.start()
    try:
        assert sum(1 for _ in kifu.scan(tmp_path / "many.zip")) == 300
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


def test_the_bytes_unpacked_from_archives_are_limited() -> None:
    large = gzip.compress(b"\0" * (9 << 20))
    packed = packed_zip({"first.kif": b"hello", "large.kif.gz": large})
    stream = io.BufferedReader(io.BytesIO(packed))
    (_, first), (name, second) = unpacked("a.zip", stream, budget=Budget(8 << 20))
    assert first == b"hello"
    assert name == "a.zip/large.kif.gz"
    assert str(second) == "more than 8 MB unpacked"
