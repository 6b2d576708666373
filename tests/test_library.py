"""The package as a whole: light to import, and its examples run."""

from __future__ import annotations

import doctest
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import komadai

ROOT = Path(__file__).parents[1]


def in_a_fresh_python(code: str) -> str:
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return result.stdout.strip()


def test_importing_the_library_pulls_in_nothing_heavy() -> None:
    loaded = set(in_a_fresh_python("import komadai, sys; print(*sys.modules)").split())
    heavy = {"numpy", "litestar", "sqlalchemy", "typer", "asyncio", "dataclasses", "inspect", "typing"}
    assert "komadai._core" in loaded
    assert loaded & heavy <= set(in_a_fresh_python("import sys; print(*sys.modules)").split())


def test_importing_the_library_loads_a_quarter_as_many_modules_as_asyncio() -> None:
    # Modules, not seconds: what an import takes differs from run to run by more than anybody would notice.
    code = "import sys; had = set(sys.modules); import {}; print(len(set(sys.modules) - had))"
    ours, theirs = (int(in_a_fresh_python(code.format(name))) for name in ("komadai", "asyncio"))
    assert ours <= theirs / 4


def test_every_public_name_is_there() -> None:
    for name in komadai.__all__:
        assert getattr(komadai, name) is not None
    assert set(komadai.__all__) <= set(dir(komadai))
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        getattr(komadai, "chess")  # noqa: B009 (a type checker would not let it through)


def test_the_version_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert komadai.__version__ == project["project"]["version"]


@pytest.mark.parametrize(
    "name", ["", ".pieces", ".squares", ".outcome", ".handicap", ".impasse", ".furigoma", ".clock", ".packed"]
)
def test_the_examples_in_the_documentation_run(name: str) -> None:
    results = doctest.testmod(import_module(f"komadai{name}"), optionflags=doctest.ELLIPSIS)
    assert results.failed == 0
    assert results.attempted or name == ".impasse"
