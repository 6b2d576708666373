"""The developer's minute: ruff and the tests that belong to the changed files (`make check`).

Changed are the files that differ from the branch `main`, and those git does not track yet. Tests mirror
the source folders: `src/komadai/kifu/csa.py` and its tests `tests/kifu/test_csa*.py`. Where no test has
the file's name, its folder's tests run. Slow tests and the browser's are left to `make test`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
SECONDS: Final = 35
"""After this time no further test starts, so that the whole command stays under a minute."""
TESTS_OF_CPP: Final = {
    "bindings": "tests/bindings",
    "mate": "tests/tsume/test_mate_within.py",
    "memory": "tests/search/test_search.py",
    "records": "tests/kifu/formats/test_fast_readers.py",
}
"""Tests of C++ folders that have no folder of the same name in tests/."""


def git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


def changed_files() -> list[Path]:
    """Existing files that differ from main, relative to the repository; test files first."""
    base = (git("merge-base", "HEAD", "main") or ["HEAD"])[0]
    names = git("diff", "--name-only", base) + git("ls-files", "--others", "--exclude-standard")
    paths = [Path(name) for name in dict.fromkeys(names) if (ROOT / name).is_file()]
    return sorted(paths, key=lambda path: path.parts[0] != "tests")


def tests_of(path: Path) -> list[Path]:
    """The test files, or the folder of tests, that belong to this file."""
    match path.parts:
        case ["tests", "e2e", *_]:
            return []
        case ["tests", *_] if path.suffix == ".py" and path.name.startswith("test_"):
            return [path]
        case ["tests", _, _, *_] if path.name != "conftest.py" and path.suffix == ".py":
            return [path.parent]
        case ["src", "komadai", *folders, name] if path.suffix in (".py", ".pyi"):
            return _mirrored(folders, Path(name).stem.strip("_"))
        case ["cpp", folder, *_]:
            if folder in TESTS_OF_CPP:
                return _found(TESTS_OF_CPP[folder])
            return _found(f"tests/{folder}")
    return []


def _mirrored(folders: list[str], stem: str) -> list[Path]:
    for depth in range(len(folders), -1, -1):
        folder = "/".join(["tests", *folders[:depth]])
        if named := _found(f"{folder}/test_{stem}.py") + _found(f"{folder}/test_{stem}_*.py"):
            return named
        if depth and (ROOT / folder).is_dir():
            return [Path(folder)]
    return []


def _found(pattern: str) -> list[Path]:
    return sorted(path.relative_to(ROOT) for path in ROOT.glob(pattern))


def run(*command: str) -> bool:
    print("+", *command, flush=True)
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


class Failures:
    """A pytest plugin that counts failed tests and files that cannot be imported."""

    count = 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.count += report.failed

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.count += report.failed


def pass_tests(tests: list[str]) -> bool:
    """Runs the tests until the time is up. Tests that did not run any more count as passed."""
    options = ["-q", "-n", "2", "-m", "not slow", "--maxfail", "5", "--session-timeout", str(SECONDS)]
    print("+ pytest", *options, *tests, flush=True)
    failures = Failures()
    began = time.monotonic()
    status = pytest.main([*options, *tests], plugins=[failures])
    if time.monotonic() - began >= SECONDS and not failures.count:
        print("The minute is over before all of these tests ran; `make test` runs the rest.")
        return True
    return status in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


def main() -> int:
    os.chdir(ROOT)
    changed = changed_files()
    python = [str(path) for path in changed if path.suffix in (".py", ".pyi")]
    tests = [str(path) for path in dict.fromkeys(test for path in changed for test in tests_of(path))]
    good = True
    if python:
        good &= run(sys.executable, "-m", "ruff", "check", *python)
        good &= run(sys.executable, "-m", "ruff", "format", "--check", *python)
    if tests:
        good &= pass_tests(tests)
    if any(path.parts[0] == "web" for path in changed):
        good &= run(sys.executable, "tools/npm.py", "test")
    if not changed:
        print("Nothing differs from main.")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
