"""docs/security.md has every requirement of ASVS 5.0 levels 1 and 2, with tests and files that exist."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

from komadai.server.db.database import metadata
from komadai.server.rate_limits import Limits, Rate
from komadai.server.records.import_file import MAX_UNPACKED

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
# Chapter, section and requirements.
REQUIREMENTS = (
    "1.1:1,2 1.2:1,2,3,4,5,6,7,8,9 1.3:1,2,3,4,5,6,7,8,9,10,11 1.4:1,2,3 1.5:1,2 2.1:1,2,3 2.2:1,2,3 "
    "2.3:1,2,3,4 2.4:1 3.2:1,2 3.3:1,2,3,4 3.4:1,2,3,4,5,6 3.5:1,2,3,4,5 3.7:1,2 4.1:1,2,3 4.2:1 "
    "4.3:1,2 4.4:1,2,3,4 5.1:1 5.2:1,2,3 5.3:1,2 5.4:1,2,3 6.1:1,2,3 6.2:1,2,3,4,5,6,7,8,9,10,11,12 "
    "6.3:1,2,3,4 6.4:1,2,3,4 6.5:1,2,3,4,5 6.6:1,2,3 6.8:1,2,3,4 7.1:1,2,3 7.2:1,2,3,4 7.3:1,2 "
    "7.4:1,2,3,4,5 7.5:1,2 7.6:1,2 8.1:1,2 8.2:1,2,3 8.3:1 8.4:1 9.1:1,2,3 9.2:1,2,3,4 10.1:1,2 "
    "10.2:1,2 10.3:1,2,3,4 10.4:1,2,3,4,5,6,7,8,9,10,11 10.5:1,2,3,4,5 10.6:1,2 10.7:1,2,3 11.1:1,2 "
    "11.2:1,2,3 11.3:1,2,3 11.4:1,2,3,4 11.5:1 11.6:1 12.1:1,2,3 12.2:1,2 12.3:1,2,3,4 13.1:1 "
    "13.2:1,2,3,4,5 13.3:1,2 13.4:1,2,3,4,5 14.1:1,2 14.2:1,2,3,4 14.3:1,2,3 15.1:1,2,3 15.2:1,2,3 "
    "15.3:1,2,3,4,5,6,7 16.1:1 16.2:1,2,3,4,5 16.3:1,2,3,4 16.4:1,2,3 16.5:1,2,3 17.1:1 17.2:1,2,3,4 "
    "17.3:1,2 "
)


def requirements() -> list[str]:
    return [
        f"{section}.{number}"
        for section, _, numbers in (part.partition(":") for part in REQUIREMENTS.split())
        for number in numbers.split(",")
    ]


def rows() -> Iterator[tuple[list[str], str]]:
    """The numbers of each row, and what is done about them."""
    for line in PAGE.splitlines():
        if re.match(r"\| \d+\.\d+\.\d+", line):
            numbers, _, here = line.strip("| ").split(" | ", 2)
            yield numbers.split(", "), here


def test_every_requirement_has_one_line() -> None:
    assert len(requirements()) == 253
    listed = [number for numbers, _ in rows() for number in numbers]
    assert sorted(listed) == sorted(requirements())


TEST = r"`((?:tests|web)/[\w/.-]+)::([^`]+)`"
LINE = r"`([\w/.-]+): ([^`]+)`"
REASON = "does not apply, because "


def test_every_line_has_a_test_a_line_of_configuration_or_a_reason() -> None:
    for numbers, here in rows():
        assert re.search(f"{TEST}|{LINE}", here) or here.startswith(REASON), numbers
        assert not re.search(r"\bopen\b|\bTODO\b", here, re.I), numbers


@cache
def names_in(path: str) -> frozenset[str]:
    """The functions and classes of a test file in Python, as ``Class::function`` within a class."""
    found = set()
    for node in ast.parse((ROOT / path).read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}::{each.name}" for each in node.body if isinstance(each, ast.FunctionDef)}
    return frozenset(found)


def test_every_named_test_exists() -> None:
    named = re.findall(TEST, PAGE)
    assert len(named) > 150
    for path, name in named:
        assert (ROOT / path).is_file(), path
        assert name.rpartition("::")[2].startswith(("test", "Test")) or path.endswith(".test.ts"), name
        if path.endswith(".py"):
            assert name in names_in(path), (path, name)
        else:
            assert f'test("{name}"' in (ROOT / path).read_text("utf-8"), (path, name)


def test_every_line_of_configuration_exists() -> None:
    named = [found for _, here in rows() for found in re.findall(LINE, here)]
    assert len(named) >= 10
    for path, line in named:
        assert line in (ROOT / path).read_text("utf-8"), (path, line)


def test_every_test_that_is_named_without_its_file_exists() -> None:
    """Also in the tables above the list of ASVS."""
    named = set(re.findall(r"`((?:test_|Test[A-Z])\w+)`", PAGE))
    assert len(named) > 40
    files = [path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")]
    existing = {each.rpartition("::")[2] for path in files for each in names_in(path)}
    assert named - existing == set()
    for name, path in re.findall(r"`((?:test_|Test[A-Z])\w+)` in `([^`]+)`", PAGE):
        assert name in {each.rpartition("::")[2] for each in names_in(path)}, (name, path)


def test_every_file_that_is_named_exists() -> None:
    """A path of the whole project, or, in the tables above, one below the server or the package."""
    named = set(re.findall(r"`([\w./-]+/(?:[\w.-]+\.(?:py|ts|svelte|md|json|service|toml))?)`", PAGE))
    assert len(named) > 20
    for path in named:
        if path.startswith("/"):
            continue  # an address of the server
        bases = (ROOT, ROOT / "src" / "komadai" / "server", ROOT / "src" / "komadai")
        assert any((base / path).exists() for base in bases), path


def section(title: str) -> str:
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def test_every_limit_is_documented_with_its_default() -> None:
    documented = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \| \w", section("Limits"), re.M))
    assert documented == {each.name: shown(getattr(Limits(), each.name)) for each in fields(Limits)}


def shown(limit: int | Rate) -> str:
    return f"{limit:,}" if isinstance(limit, int) else f"{limit.per_second:.4g}/s, {limit.burst} at once"


def test_the_limits_of_uploads_are_documented() -> None:
    page = (ROOT / "docs" / "wire.md").read_text("utf-8")
    mebibytes = Limits().record_body >> 20, MAX_UNPACKED >> 20, Limits().tree_body >> 20
    assert "text is UTF-8. {} MiB at most, {} MiB unpacked. |".format(*mebibytes) in page
    assert f"Writes the record of the body as a file. {mebibytes[2]} MiB at most. |" in page


def test_every_table_of_the_database_is_classified() -> None:
    importlib.import_module("komadai.server.app")
    importlib.import_module("komadai.server.cluster.tables")
    rows = [line for line in section("What is stored").splitlines() if line.startswith("| ")]
    listed = [name for row in rows for name in re.findall(r"`(\w+)`", row.partition("; the passwords")[0])]
    assert sorted(listed) == sorted(metadata.tables)
