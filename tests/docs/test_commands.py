"""The command lines in README and documentation run as they are written."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.docs import sample_files
from tests.docs.commands import PAGES, ROOT, blocks

_NOT_RUN: Final = 52
"""The number of blocks marked with ``no-run``. Change it only for a command that no test can run."""
_COMMAND: Final = re.compile(r" {4}(\$ )?(komadai|make|pip|python3?|curl|cp|docker|systemctl) [a-z0-9.'-]")
_SCRIPT: Final = """\
set -eu -o pipefail
trap 'echo "failed: $BASH_COMMAND" >&2' ERR
komadai() { timeout 60 komadai "$@"; }
python() { timeout 60 python "$@"; }
"""
_PAGES_THAT_RUN: Final = [
    page for page in PAGES if any(block.reason is None for block in blocks(page.read_text("utf-8")))
]


def _name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.timeout(600)
@pytest.mark.parametrize("page", _PAGES_THAT_RUN, ids=_name)
def test_the_command_lines_of_a_page_run(page: Path, tmp_path: Path) -> None:
    text = page.read_text("utf-8")
    folder = tmp_path / "work"
    folder.mkdir()
    sample_files.make(folder, text)
    code = "".join(block.code for block in blocks(text) if block.reason is None)
    done = subprocess.run(
        ["bash", "-c", _SCRIPT + code],
        cwd=folder,
        env={
            "HOME": str(tmp_path),
            "LANG": "C.UTF-8",
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]


def test_each_block_that_is_not_run_has_a_reason() -> None:
    reasons = [block.reason for page in PAGES for block in blocks(page.read_text("utf-8")) if block.reason]
    assert len(reasons) == _NOT_RUN
    assert all(len(reason.split()) > 2 for reason in reasons)


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_command_lines_stand_in_sh_blocks(page: Path) -> None:
    assert [line for line in page.read_text("utf-8").splitlines() if _COMMAND.match(line)] == []
