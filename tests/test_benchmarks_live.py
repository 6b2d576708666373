"""The load generator plays games of two people on a server, and counts what it loses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import growth
from benchmarks.live import _missing

ROOT = Path(__file__).parents[1]


def test_it_prints_what_it_measured() -> None:
    command = [sys.executable, "-m", "benchmarks.live", "--games", "3", "--seconds", "2", "--interval", "0.3"]
    done = subprocess.run(
        [*command, "--json"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert list(result) == [
        *("games", "moves", "moves_per_s", "p50_ms", "p99_ms", "lost", "refused"),
        *("server_cpu_s", "generator_cpu_s", "rss_mb"),
    ]
    assert result["games"] == 3
    assert result["moves"] > 0
    assert (result["lost"], result["refused"]) == (0, 0)
    assert 0 < result["p50_ms"] <= result["p99_ms"]
    assert result["rss_mb"] > 10


@pytest.mark.parametrize(
    ("acknowledged", "stored", "missing"),
    [
        ([], [], 0),
        (["7g7f"], ["7g7f"], 0),
        (["7g7f"], ["7g7f", "2g2f"], 0),  # the last move was stored, its acknowledgement did not arrive
        (["7g7f", "2g2f"], ["7g7f"], 1),
        (["7g7f", "2g2f"], ["2g2f"], 2),
    ],
)
def test_a_lost_move_is_counted(acknowledged: list[str], stored: list[str], missing: int) -> None:
    assert _missing(acknowledged, stored) == missing


def test_the_curve_has_rows_for_one_to_four_processes_and_one_that_waits_for_the_disk() -> None:
    rows = growth.rows(2000, 20)
    assert [row.workers for row in rows if row.postgresql and not row.settings][:4] == [1, 2, 3, 4]
    assert [row.workers for row in rows if "fsync=on" in row.settings] == [2]
    assert all("2000" in row.options or "4000" in row.options for row in rows)
    assert growth.line(["SQLite", 1, ""]) == "| SQLite | 1 |  |"
