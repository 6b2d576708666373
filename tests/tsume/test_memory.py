"""The default memory of the solver: a share of what is free, within the container's limit."""

from __future__ import annotations

from pathlib import Path

import pytest

from komadai import Board, tsume
from komadai.tsume import Solver, memory

GIB = 1024 * 1024 * 1024
PROBLEM = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"


@pytest.mark.parametrize(
    ("free", "megabytes"),
    [(8 * GIB, 2048), (1000 * GIB, memory.MAX_MB), (0, memory.MIN_MB), (None, memory.FALLBACK_MB)],
)
def test_a_quarter_of_the_free_memory_within_bounds(
    monkeypatch: pytest.MonkeyPatch, free: int | None, megabytes: int
) -> None:
    monkeypatch.setattr(memory, "free_memory", lambda: free)
    assert memory.default_memory_mb() == megabytes
    assert tsume.solve(Board(PROBLEM)).memory_mb == megabytes


def test_a_given_limit_is_used_and_is_in_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "free_memory", lambda: 8 * GIB)
    assert Solver(64).solve(Board(PROBLEM)).memory_mb == 64
    assert next(tsume.solve_many([PROBLEM], memory_mb=32)).memory_mb == 32
    report = tsume.inspect(Board(PROBLEM), memory_mb=48)
    assert report.memory_mb == 48
    assert report.to_dict()["memory"] == 48
    assert "48 MB" in report.text("en")
    assert "48MB" in report.text("ja")


class FakeSystem:
    """The files in which Linux reports its memory and the limits of control groups."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        for name, file in (("_MEMINFO", "meminfo"), ("_CGROUPS", "cgroup"), ("_CGROUP_ROOT", "fs")):
            monkeypatch.setattr(memory, name, folder / file)

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "ascii")


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeSystem:
    fake = FakeSystem(tmp_path, monkeypatch)
    fake.write("meminfo", "MemTotal:  33554432 kB\nMemAvailable:  16777216 kB\n")
    return fake


def test_without_a_container_the_available_memory_counts(system: FakeSystem) -> None:
    system.write("cgroup", "0::/user\n")
    system.write("fs/user/memory.max", "max\n")
    assert memory.free_memory() == 16 * GIB


def test_the_limit_of_a_container_counts(system: FakeSystem) -> None:
    system.write("cgroup", "0::/service/job\n")
    system.write("fs/service/memory.max", f"{4 * GIB}\n")
    system.write("fs/service/memory.current", f"{GIB}\n")
    system.write("fs/service/job/memory.max", "max\n")
    assert memory.free_memory() == 3 * GIB


def test_the_limit_of_older_control_groups_counts(system: FakeSystem) -> None:
    system.write("cgroup", "5:cpu,memory:/job\n2:pids:/\n")
    system.write("fs/memory/job/memory.limit_in_bytes", f"{2 * GIB}\n")
    system.write("fs/memory/job/memory.usage_in_bytes", f"{GIB}\n")
    assert memory.free_memory() == GIB


def test_a_full_container_leaves_the_minimum(system: FakeSystem) -> None:
    system.write("cgroup", "0::/\n")
    system.write("fs/memory.max", f"{GIB}\n")
    system.write("fs/memory.current", f"{2 * GIB}\n")
    assert memory.free_memory() == 0
    assert memory.default_memory_mb() == memory.MIN_MB


def test_damaged_files_are_ignored(system: FakeSystem) -> None:
    system.write("meminfo", "MemAvailable: ?\n")
    system.write("cgroup", "nonsense\n")
    assert memory.default_memory_mb() >= memory.MIN_MB
