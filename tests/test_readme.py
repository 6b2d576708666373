"""What the README, the documentation and the examples say is so: their code runs as written."""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "README.ja.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
_LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)")
_PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)

_PROMPT = re.compile(r"(?:>>>|\.\.\.)(?: |$)")


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def _plain_blocks(page: Path) -> list[str]:
    """The blocks of Python without prompts."""
    return [block for block in _PYTHON.findall(page.read_text("utf-8")) if ">>> " not in block]


def _code_by_line(page: Path) -> str:
    """The Python of all blocks, without prompts and output, each line where the page has it."""
    lines: list[str] = []
    block: list[str] | None = None
    for line in page.read_text("utf-8").split("\n"):
        if block is not None and line == "```":
            prompts = any(each.startswith(">>> ") for each in block)
            lines += [each[4:] if _PROMPT.match(each) else "" for each in block] if prompts else block
            block = None
        if block is None:
            lines.append("")
            block = [] if line == "```python" else None
        else:
            block.append(line)
    return "\n".join(lines)


def _write_records(folder: Path) -> None:
    """The files that the pages read: a record whose second move has a wrong number, a folder, an archive."""
    text = "手合割：平手\n   1 ７六歩(77)\n   7 ３四歩(33)\n   3 投了\n"
    (folder / "records").mkdir()
    for name in ("game.kif", "records/game.kif"):
        (folder / name).write_text(text, "utf-8")
    with zipfile.ZipFile(folder / "floodgate.zip", "w") as archive:
        archive.writestr("game.kif", text)


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_the_code_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # A fence is not part of the last example's output.
    blocks = _PYTHON.findall(page.read_text("utf-8"))
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, _name(page), str(page), 0)
    told: list[str] = []
    failures = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session, out=told.append).failed
    assert not failures, "".join(told)


@pytest.mark.parametrize("page", [page for page in PAGES if _plain_blocks(page)], ids=_name)
def test_the_code_of_a_page_without_its_output_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _write_records(tmp_path)
    session: dict[str, object] = {}
    for block in _plain_blocks(page):
        exec(compile(block, _name(page), "exec"), session)


def test_the_code_of_all_pages_has_no_error_of_types(tmp_path: Path) -> None:
    for page in PAGES:
        code = _code_by_line(page)
        if code.strip():
            (tmp_path / f"{re.sub(r'[^a-zA-Z]', '_', _name(page))}.py").write_text(code, "utf-8")
    checked = subprocess.run(
        # The blocks of a page are one session, in which a name may be given to something else.
        [sys.executable, "-m", "mypy", "--strict", "--allow-redefinition-new", "--local-partial-types",
         "--cache-dir", str(tmp_path / "cache"), str(tmp_path)],
        cwd=ROOT, capture_output=True, encoding="utf-8", timeout=100, check=False,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout + checked.stderr


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
