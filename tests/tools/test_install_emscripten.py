"""A machine without Emscripten gets it before the tests, although its mirror fails twice."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "tools" / "install_emscripten.sh"
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
    asked = "-qq install -y --no-install-recommends emscripten node-acorn"
    assert installed(tmp_path, "apt-get", failures=failures) == (status, [asked] * tries)


@pytest.mark.parametrize("programs", [("emcc", "apt-get"), ()])
def test_nothing_is_installed_where_it_is_there_or_cannot_be(
    programs: tuple[str, ...], tmp_path: Path
) -> None:
    assert installed(tmp_path, *programs) == (0, [])
