"""Any bytes raise only errors of the package. ``KOMADAI_FUZZ_SECONDS=60`` gives every reader a minute."""

from __future__ import annotations

import gzip
import io
import itertools
import os
import random
import sys
import tarfile
import time
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import pytest
from hypothesis import Phase, given, seed, settings
from hypothesis import strategies as st

from komadai import KomadaiError, RecordError, kifu
from komadai.kifu import FORMATS, Report, scan
from komadai.kifu.reading.encoding import text_of
from komadai.kifu.scan import unpacked
from tests.amounts import examples
from tests.kifu import samples
from tests.kifu.mutations import damaged
from tests.kifu.trees import random_tree

if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS: Final = int(os.environ.get("KOMADAI_FUZZ_SECONDS", str(examples(2, 6))))
"""The seconds for each reader. ``make soak`` has longer rounds, too."""

RECORDS = Path(__file__).parents[2] / "data" / "records"
READERS = [key for key, each in FORMATS.items() if each.can_read]


def of_format(key: str) -> list[bytes]:
    """Valid records of a format."""
    kept = [path.read_bytes() for path in sorted(RECORDS.iterdir()) if path.name != "index.json"]
    found = [data for data in kept if kifu.detect(text_of(data, Report())) == key]
    write = FORMATS[key].write
    if write is not None:
        found += [write(random_tree(number, plies=25)).encode() for number in range(8)]
        found += [write(samples.tree(number, plies=20, analyses=True)).encode() for number in range(4)]
    return found


def feed(reader: Callable[[bytes], object], sound: list[bytes], seconds: float) -> None:
    """Passes damaged records and random bytes to a reader until the time is over, the same in every run."""
    anything = st.binary(max_size=2000) | st.integers(0, 2**63).map(lambda number: damaged(number, sound))

    @given(data=anything)
    @settings(max_examples=300, phases=[Phase.generate, Phase.shrink], derandomize=False, database=None)
    def run(data: bytes) -> None:
        reader(data)

    until = time.monotonic() + seconds
    for number in itertools.count():
        seed(number)(run)()
        if time.monotonic() > until:
            return


@pytest.mark.slow
@pytest.mark.parametrize("key", READERS)
def test_a_reader_accepts_any_bytes(key: str) -> None:
    sound = of_format(key)
    write = FORMATS[key].write

    def reader(data: bytes) -> None:
        with suppress(RecordError):
            for game in kifu.read_all(data, key):
                if write is not None:
                    # Every game that was read can be written.
                    write(game)
        with suppress(RecordError):
            list(kifu.read_all(data, key, strict=True))

    feed(reader, sound, SECONDS)


@pytest.mark.slow
def test_detection_of_encoding_and_format_accepts_any_bytes() -> None:
    def reader(data: bytes) -> None:
        with suppress(RecordError):
            kifu.detect(text_of(data, Report()))
            list(kifu.read_all(data))

    feed(reader, [data for key in READERS for data in of_format(key)], SECONDS)


def archives() -> list[bytes]:
    """Valid archives of every kind, nested in each other."""
    record = kifu.write(random_tree(1, plies=10), "kif").encode()
    made = [gzip.compress(record)]
    for how in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", how) as archive:
            archive.writestr("棋譜.kif", record)
            archive.writestr("b.csa", b"PI\n+\n+7776FU\n")
            archive.writestr("inner.gz", made[0])
        made.append(stream.getvalue())
    modes: tuple[Literal["w", "w:gz"], ...] = ("w", "w:gz")
    for mode in modes:
        stream = io.BytesIO()
        with tarfile.open(fileobj=stream, mode=mode) as tar:
            for number, data in enumerate((record, made[0], made[1])[: 3 if mode == "w" else 2]):
                info = tarfile.TarInfo(f"{number}.{('kif', 'gz', 'zip')[number]}")
                info.size = len(data)
                tar.addfile(info, io.BytesIO(data))
        made.append(stream.getvalue())
    return made


def open_all(data: bytes) -> list[bytes | Exception]:
    stream = io.BufferedReader(io.BytesIO(data))
    return [found for _, found in unpacked("archive", stream)]


@pytest.mark.slow
def test_damaged_archives_raise_only_errors_of_the_package() -> None:
    def reader(data: bytes) -> None:
        for found in open_all(data):
            assert isinstance(found, bytes | RecordError)

    feed(reader, archives(), SECONDS)


def test_intact_archives_give_their_records() -> None:
    for data in archives():
        assert not [found for found in open_all(data) if isinstance(found, Exception)]


@pytest.mark.parametrize("data", archives(), ids=lambda data: f"{data[:4]!r}")
def test_an_archive_truncated_anywhere_raises_only_errors_of_the_package(data: bytes) -> None:
    for end in random.Random(1).sample(range(len(data)), min(len(data), 60)):
        for found in open_all(data[:end]):
            assert isinstance(found, bytes | RecordError)


def test_archives_that_unpack_to_too_many_bytes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    # The package has a function of the same name as the module.
    monkeypatch.setattr(sys.modules["komadai.kifu.scan"], "LARGEST", 1 << 20)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.kif", bytes(20 << 20))
        archive.writestr("good.kif", "1 ７六歩(77)")
    for data in (gzip.compress(bytes(20 << 20)), stream.getvalue()):
        first, *others = open_all(data)
        assert isinstance(first, RecordError)
        assert "at most" in str(first)
        assert all(isinstance(each, bytes) for each in others)


def test_archives_are_opened_to_a_depth_of_three(tmp_path: Path) -> None:
    data = b"1 \xef\xbc\x97\xe5\x85\xad\xe6\xad\xa9(77)"
    for _ in range(3):
        data = gzip.compress(data)
    (tmp_path / "three.kif.gz").write_bytes(data)
    (tmp_path / "four.kif.gz").write_bytes(gzip.compress(data))
    told: list[str] = []
    games = list(scan(tmp_path, on_error=lambda name, error: told.append(f"{Path(name).name}: {error}")))
    assert len(games) == 1
    assert len(told) == 1
    assert told[0].startswith("four")
    with pytest.raises(KomadaiError, match="archives within archives"):
        list(scan(tmp_path))
