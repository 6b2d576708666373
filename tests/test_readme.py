"""What the README, the documentation and the examples say is so: their code runs as written."""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "README.ja.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
_LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)")
_PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_the_code_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # A fence is not part of the last example's output.
    blocks = _PYTHON.findall(page.read_text("utf-8"))
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, _name(page), str(page), 0)
    told: list[str] = []
    failures = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session, out=told.append).failed
    assert not failures, "".join(told)


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    missing = [link for link in _LINK.findall(page.read_text("utf-8")) if not (page.parent / link).exists()]
    assert missing == []


def test_the_long_description_of_the_package_has_no_relative_links() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    description = (ROOT / project["readme"]).read_text("utf-8")
    assert _LINK.findall(description) == []
    assert all(url in description for url in project["urls"].values())


@pytest.mark.parametrize("example", EXAMPLES, ids=_name)
def test_an_example_runs(example: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(example)],
        cwd=tmp_path,
        input="",
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    notebook = json.loads((ROOT / "examples" / "komadai.ipynb").read_text("utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    namespace: dict[str, object] = {}
    for cell in cells:
        exec(compile(cell, "komadai.ipynb", "exec"), namespace)
    assert "solution" in namespace


def test_the_notebook_is_stored_without_output() -> None:
    notebook = json.loads((ROOT / "examples" / "komadai.ipynb").read_text("utf-8"))
    assert not any(cell.get("outputs") for cell in notebook["cells"])
