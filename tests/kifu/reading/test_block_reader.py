"""Large files are read in pieces, with the same result as at once and with constant memory."""

from __future__ import annotations

import gzip
import io
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from komadai import Move, kifu
from komadai.errors import RecordError
from komadai.kifu.diagnostics import Report
from komadai.kifu.read import record_in
from komadai.kifu.reading.block_reader import BLOCK, Blocks
from tests.kifu.trees import random_tree, shape

GAMES = [random_tree(seed, plies=40) for seed in range(3)]
REGULAR = kifu.Game(headers={"black": "羽生 善治", "white": "B"})
REGULAR.extend(map(Move.from_usi, ("2h3h", "8b7b", "3h2h", "7b8b") * 30))


def large(format: str, between: str = "", least: int = 3 * BLOCK) -> str:
    """Games of all kinds, more than fit into one block."""
    texts = [kifu.write(game, format) for game in (*GAMES, *[REGULAR] * 20)]
    once = between.join(texts) + between
    return once * (least // len(once) + 1)


def same_games(path: Path, text: bytes | str, format: str) -> int:
    """Reads the file in pieces, and its contents at once; returns the number of games."""
    count = 0
    whole = kifu.parse(text, kifu.GameBuilder(), format)
    for in_pieces, at_once in zip(kifu.scan(path), whole, strict=True):
        assert shape(in_pieces) == shape(at_once)
        assert in_pieces.warnings == at_once.warnings
        count += 1
    return count


@pytest.mark.parametrize("format", ["csa", "kif", "ki2", "usi"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_large_file_has_the_games_of_its_text(tmp_path: Path, format: str, ends: str) -> None:
    text = large(format, "/\n" if format == "csa" else "").replace("\n", ends)
    encoding = "cp932" if format == "kif" else "utf-8"
    path = tmp_path / f"games.{format}"
    path.write_bytes(text.encode(encoding))
    assert same_games(path, text, format) > 50


@pytest.mark.parametrize("pack", [gzip.compress, lambda data: b"\xef\xbb\xbf" + data], ids=["gz", "mark"])
def test_compressed_files_and_byte_order_marks(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    text = large("csa", "/\n")
    (tmp_path / "games.csa").write_bytes(pack(text.encode()))
    assert same_games(tmp_path / "games.csa", text, "csa") > 50


def test_wide_encodings_are_read_as_a_whole(tmp_path: Path) -> None:
    text = large("usi")
    (tmp_path / "games.usi").write_bytes(text.encode("utf-16"))
    assert same_games(tmp_path / "games.usi", text, "usi") > 50


def test_a_format_with_one_game_in_a_file_is_read_as_a_whole(tmp_path: Path) -> None:
    game = random_tree(1)
    game.root.comment = "long " * BLOCK
    text = kifu.write(game, "jkf")
    (tmp_path / "game.jkf").write_text(text, encoding="utf-8")
    assert same_games(tmp_path / "game.jkf", text, "jkf") == 1


def test_warnings_have_the_lines_of_the_file(tmp_path: Path) -> None:
    text = large("csa", "/\n")
    lines = text.count("\n")
    odd = text + "+\n+7776FU\n+3334FU\n%TORYO\n"
    (tmp_path / "games.csa").write_text(odd, encoding="utf-8")
    *_, last = kifu.scan(tmp_path)
    assert [each.line for each in last.warnings] == [lines + 1, lines + 3]


def test_undecodable_bytes_are_reported_with_their_lines(tmp_path: Path) -> None:
    text = large("csa", "/\n")
    data = text.encode() + "N+あ\n".encode() + b"N-\xff\xff\n+\n+7776FU\n"
    (tmp_path / "games.csa").write_bytes(data)
    games = list(kifu.scan(tmp_path))
    told = [each for game in games for each in game.warnings if "became U+FFFD" in each.message]
    assert [(each.line, each.column) for each in told] == [(text.count("\n") + 2, 3)]
    assert games[-1].headers["black"] == "あ"


def test_encodings_may_change_from_block_to_block(tmp_path: Path) -> None:
    text = large("csa", "/\n")
    data = text.encode() + text.encode("cp932")
    (tmp_path / "games.csa").write_bytes(data)
    names = {game.headers.get("black") for game in kifu.scan(tmp_path) if not game.warnings}
    assert "羽生 善治" in names


def test_a_truncated_archive_is_reported_after_its_games(tmp_path: Path) -> None:
    (tmp_path / "games.csa.gz").write_bytes(gzip.compress(large("csa", "/\n", 20 * BLOCK).encode())[:-2000])
    told: list[str] = []
    count = sum(1 for _ in kifu.scan(tmp_path, on_error=lambda name, error: told.append(str(error))))
    assert count > 50
    assert "the archive cannot be read" in told[0]


def test_a_stream_that_fails_raises_a_record_error() -> None:
    class Failing(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            raise zlib.error("bad")

    with pytest.raises(RecordError, match="cannot be read"):
        list(Blocks(b"V2\n", Failing()))


def test_a_file_of_one_block_is_read_as_bytes() -> None:
    assert record_in(io.BytesIO(b"x" * BLOCK)) == b"x" * BLOCK
    assert isinstance(record_in(io.BytesIO(b"x" * (BLOCK + 1))), Blocks)


@pytest.mark.parametrize(("format", "between"), [("csa", "/\n"), ("usi", "")])
def test_memory_stays_flat_in_one_large_file(tmp_path: Path, format: str, between: str) -> None:
    (tmp_path / f"games.{format}").write_text(large(format, between, 40 * BLOCK), encoding="utf-8")
    tracemalloc.start()
    try:
        assert sum(1 for _ in kifu.scan(tmp_path, kifu.Counter)) > 500
        assert tracemalloc.get_traced_memory()[1] < 24 * BLOCK
    finally:
        tracemalloc.stop()


def test_warnings_of_a_long_file_do_not_stay_in_memory(tmp_path: Path) -> None:
    (tmp_path / "games.usi").write_text("7g7f 3c3d\n" * 60_000, encoding="utf-8")
    tracemalloc.start()
    try:
        assert sum(1 for _ in kifu.scan(tmp_path, kifu.Counter)) == 60_000
        assert tracemalloc.get_traced_memory()[1] < 16 * BLOCK
    finally:
        tracemalloc.stop()


def test_the_visitor_receives_warnings_that_the_report_deletes() -> None:
    report = Report(keeps=False)
    game, *_ = kifu.parse("7g7f\n", kifu.GameBuilder(), "usi", report=report)
    assert len(game.warnings) == 1
    assert report.deviations == []
