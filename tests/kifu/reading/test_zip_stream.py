"""A zip whose directory is read in parts has the same files as for zipfile."""

from __future__ import annotations

import io
import struct
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import pytest

from komadai import kifu
from komadai.errors import RecordError
from komadai.kifu.reading import zip_stream
from komadai.kifu.scan import unpacked
from tests.kifu.trees import random_tree

KIF = kifu.write(random_tree(1, plies=10), "kif").encode()
NAMES = [
    "a.kif", "棋譜/第１局.kif", "folder/", "e\u0301.kif", "..\\up.kif", "../up.kif", "/root.kif", "a.kif",
    "x" * 3000 + ".kif", "no ending", "表.kif", " .kif",
]  # fmt: skip


class Unseekable(io.BytesIO):
    """A stream that cannot seek: zipfile then writes sizes after the data."""

    def seekable(self) -> bool:
        return False

    def seek(self, *_: Any) -> int:
        raise OSError("cannot go back")


def packed(
    names: list[str], *, stream: io.BytesIO | None = None, force_zip64: bool = False, **about: Any
) -> bytes:
    stream = io.BytesIO() if stream is None else stream
    comment = about.pop("comment", b"")
    with zipfile.ZipFile(stream, "w", **about) as archive:
        archive.comment = comment
        for number, name in enumerate(names):
            info = zipfile.ZipInfo(name)
            info.comment = b"PK\1\2" * (number % 3)
            info.compress_type = about.get("compression", zipfile.ZIP_STORED)
            with archive.open(info, "w", force_zip64=force_zip64) as file:
                file.write(b"" if name.endswith("/") else KIF + bytes(str(number), "ascii"))
    return stream.getvalue()


def many(count: int) -> list[str]:
    return [f"{number}.kif" for number in range(count)]


def listed(archive: zipfile.ZipFile) -> list[tuple[Any, ...]]:
    return [
        (each.filename, each.header_offset, each.file_size, each.CRC, each.comment, archive.read(each))
        for each in archive.infolist()
    ]


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("together", [1, 2, 256])
@pytest.mark.parametrize(
    "data",
    [
        packed([]),
        packed(["a.kif"]),
        packed(NAMES[:7] + NAMES[8:]),
        packed(many(700), compression=zipfile.ZIP_DEFLATED),
        packed(NAMES[8:], compression=zipfile.ZIP_LZMA),
        packed(NAMES[8:], compression=zipfile.ZIP_BZIP2),
        packed(NAMES[8:], comment=b"a comment with PK\1\2 in it" * 100),
        packed(NAMES[8:], comment=b"c" * 0xFFFF),
        packed(many(5), force_zip64=True),
        packed(many(5), stream=Unseekable(), compression=zipfile.ZIP_DEFLATED),
    ],
    ids=["empty", "one", "names", "many", "lzma", "bzip2", "comment", "long", "zip64", "descriptors"],
)
def test_parts_list_what_zipfile_lists(data: bytes, together: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zip_stream, "FILES_PER_PART", together)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        whole = listed(archive)
    assert [each for part in zip_stream.parts(io.BytesIO(data)) for each in listed(part)] == whole


def test_the_comment_of_a_zip_may_look_like_its_end() -> None:
    data = packed(many(3), comment=b"a comment with PK\5\6 in it" * 100)
    assert sum(len(part.infolist()) for part in zip_stream.parts(io.BytesIO(data))) == 3


def test_other_data_may_follow_an_archive() -> None:
    data = packed(many(3)) + b"\0" * 100
    assert sum(len(part.infolist()) for part in zip_stream.parts(io.BytesIO(data))) == 3


def test_an_end_of_zip64_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    # zipfile writes one if there are more files than the older end record can count.
    monkeypatch.setattr(zipfile, "ZIP_FILECOUNT_LIMIT", 3)
    data = packed(many(5))
    assert b"PK\6\6" in data
    assert sum(len(part.infolist()) for part in zip_stream.parts(io.BytesIO(data))) == 5


def found(data: bytes) -> list[bytes | Exception]:
    return [each for _, each in unpacked("archive", io.BufferedReader(io.BytesIO(data)))]


@pytest.mark.parametrize("end", [20, 400, -400, -60, -22, -21, -1])
def test_truncated_archives_are_reported(end: int) -> None:
    (error,) = found(packed(many(5))[:end])
    assert isinstance(error, RecordError)
    assert "the archive cannot be read: its end is missing" in str(error)


def test_bytes_before_an_archive_are_reported() -> None:
    (error,) = found(b"PK\3\4 and what belongs to it" + packed(many(5)))
    assert "its end is missing" in str(error)


@pytest.mark.parametrize("place", [0, 10, 28, 30, 46, 100, 200])
@pytest.mark.parametrize("value", [0, 255])
def test_a_damaged_directory_gives_files_or_an_error(place: int, value: int) -> None:
    data = bytearray(packed(many(5)))
    at = data.index(b"PK\1\2")
    data[at + place : at + place + 2] = bytes([value] * 2)
    for each in found(bytes(data)):
        assert isinstance(each, bytes | RecordError)


@pytest.mark.parametrize("field", range(8))
def test_a_damaged_end_is_reported(field: int) -> None:
    data = bytearray(packed(many(5)))
    struct.pack_into("<H", data, len(data) - 22 + 2 * field + 4, 0xFFF0)
    for each in found(bytes(data)):
        assert isinstance(each, bytes | RecordError)


def test_encrypted_files_are_reported() -> None:
    data = bytearray(packed(many(2)))
    for mark, place in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.index(mark) + place] |= 1
    first, *_ = found(bytes(data))
    assert "encrypted" in str(first)


def test_a_zip_within_an_archive_is_read() -> None:
    inner = packed(many(600), compression=zipfile.ZIP_DEFLATED)
    outer = io.BytesIO()
    with zipfile.ZipFile(outer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("inner.zip", inner)
        archive.writestr("z.kif", KIF)
    assert found(outer.getvalue()) == [KIF + bytes(str(number), "ascii") for number in range(600)] + [KIF]


def test_a_long_directory_takes_little_memory(tmp_path: Path) -> None:
    (tmp_path / "many.zip").write_bytes(packed(many(4000)))
    tracemalloc.start()
    try:
        with (tmp_path / "many.zip").open("rb") as stream:
            assert sum(len(part.infolist()) for part in zip_stream.parts(stream)) == 4000
        assert tracemalloc.get_traced_memory()[1] < 800_000
    finally:
        tracemalloc.stop()
