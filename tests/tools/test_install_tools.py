"""A machine without the tools of the tests gets them before, although its mirror fails twice."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "tools" / "install_tools.sh"
APT_GET = """#!/bin/sh
case "$2" in update) exit 0; esac
echo "$*" >> "{log}"
tries=0
while read -r _; do tries=$((tries + 1)); done < "{log}"
test "$tries" -gt {failures}
"""


def installed(folder: Path, *programs: str, failures: int = 0) -> tuple[int, list[str]]:
    """The exit status where only these programs exist, and what apt-get was asked to install."""
    log, path = folder / "log", folder / "path"
    log.touch()
    path.mkdir()
    for name in ("env", "id"):
        found = shutil.which(name)
        assert found is not None
        (path / name).symlink_to(found)
    for name in programs:
        (path / name).write_text(APT_GET.format(log=log, failures=failures))
        (path / name).chmod(0o755)
    done = subprocess.run([SCRIPT], env={"PATH": str(path)}, capture_output=True, check=False)
    return done.returncode, log.read_text().splitlines()


@pytest.mark.parametrize(("failures", "status", "tries"), [(0, 0, 1), (2, 0, 3), (3, 1, 3)])
def test_three_tries_are_made(failures: int, status: int, tries: int, tmp_path: Path) -> None:
    packages = "emscripten node-acorn g++-mingw-w64-x86-64-posix wine wine64 qemu-user"
    asked = f"-qq install -y --no-install-recommends {packages}"
    assert installed(tmp_path, "apt-get", failures=failures) == (status, [asked] * tries)


def test_only_what_is_missing_is_installed(tmp_path: Path) -> None:
    asked = "-qq install -y --no-install-recommends emscripten node-acorn wine wine64"
    programs = ("x86_64-w64-mingw32-g++-posix", "qemu-x86_64", "apt-get")
    assert installed(tmp_path, *programs) == (0, [asked])


@pytest.mark.parametrize(
    "programs", [("emcc", "x86_64-w64-mingw32-g++-posix", "wine", "qemu-x86_64", "apt-get"), ()]
)
def test_nothing_is_installed_where_it_is_there_or_cannot_be(
    programs: tuple[str, ...], tmp_path: Path
) -> None:
    assert installed(tmp_path, *programs) == (0, [])
