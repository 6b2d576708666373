"""The benchmarks do the work they say they do."""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path

import pytest

from benchmarks import memory, records, report
from benchmarks.libraries import KOMADAI, LIBRARIES
from benchmarks.measure import Result, measure
from benchmarks.programs import Program, ProgramError
from benchmarks.rows import ROWS, Row
from komadai import kifu

QUICK = [row for row in ROWS if not row.depth]


@pytest.mark.parametrize("row", QUICK, ids=lambda row: row.name)
def test_each_row_runs_in_each_library_that_is_here(row: Row) -> None:
    for library in LIBRARIES:
        if not library.version or (library.package == "python-shogi" and row.unit in ("leaves", "moves")):
            continue  # python-shogi needs seconds for these
        if loop := row.loop_for(library):
            assert loop(1) >= 1


def test_a_walk_counts_the_leaves_and_a_list_is_one_list() -> None:
    for row in QUICK:
        loop = row.loop_for(KOMADAI)
        assert loop
        if row.unit == "leaves":
            assert loop(2) == 2 * 25_470
        if row.unit in ("lists", "pairs"):
            assert loop(7) == 7


def test_its_own_perft_counts_to_the_depth() -> None:
    row = next(row for row in ROWS if row.depth)
    loop = dataclasses.replace(row, depth=3).loop_for(KOMADAI)
    assert loop
    assert loop(1) == 25_470


def test_what_a_library_does_not_offer_is_left_out() -> None:
    cannot = dataclasses.replace(KOMADAI, push=None, push_checked=None)
    row = next(row for row in ROWS if "checked" in row.name)
    assert row.loop_for(cannot) is None


def test_the_table_says_where_komadai_is_not_first() -> None:
    row = ROWS[0]
    results = [
        Result(row, {"komadai": 2e6, "cshogi": 1e6}),
        Result(row, {"komadai": 1e6, "cshogi": 2e6}),
        Result(row, {"komadai": 1e6}),
    ]
    table = report.table(results, [KOMADAI, LIBRARIES[1]])
    assert [line.rsplit("|", 2)[1].strip() for line in table.splitlines()[2:]] == [
        "**2.0 ×**",
        "**not first**: 0.50 ×",
        "no other has one",
    ]
    assert "not** first in: " + row.name in report.verdict(results)
    assert report.verdict(results[:1]) == "Komadai is first in every row."


def test_a_measurement_can_be_told_as_json_and_as_a_page() -> None:
    row = next(row for row in ROWS if row.unit == "pairs")
    results = [measure(row, [KOMADAI], rounds=3, seconds=0.001)]
    told = json.loads(json.dumps(report.as_json(results, [KOMADAI])))
    assert told["rows"][0]["per_second"]["komadai"] > 10_000
    assert row.name in report.page(results, [KOMADAI])


def test_a_program_must_count_the_same_leaves(tmp_path: Path) -> None:
    script = tmp_path / "counter.py"
    script.write_text("print('25_470 leaves (1_000_000 nps)')")
    program = Program.parse(f"counter={sys.executable} {script} {{depth}} {{sfen}}")
    assert program.rate("startpos", 3, 25_470) == 1_000_000
    with pytest.raises(ProgramError, match="did not count 25471 leaves"):
        program.rate("startpos", 3, 25_471)


def test_a_program_is_a_name_and_a_command() -> None:
    with pytest.raises(ValueError, match="NAME=COMMAND"):
        Program.parse("yaneuraou")


@pytest.mark.parametrize("visitor", ["moves", "games"])
def test_the_memory_of_scanning_is_that_of_the_scanner(visitor: str, tmp_path: Path) -> None:
    path = tmp_path / "games.csa"
    path.write_bytes(records.csa()[0])
    told = memory.scan(path, visitor)
    assert told["games"] == records.GAMES_A_FILE
    assert told["peak_mb"] >= told["before_mb"] > 1


@pytest.mark.parametrize("commented", [False, True])
def test_the_rows_read_what_they_say(commented: bool) -> None:
    files = [
        records.csa(commented=commented),
        records.one_each("kif", commented=commented),
        records.one_each("kif", "cp932", commented=commented),
        records.one_each("ki2", commented=commented),
    ]
    lengths = [len(game.moves()) for game in records.games()]
    for texts in files:
        games = [game for text in texts for game in kifu.parse(text, kifu.GameBuilder())]
        assert [len(game.moves()) for game in games] == lengths
        assert not any(game.warnings for game in games)
        assert all(bool(node.comment) is commented for game in games for node in game.main_line())
