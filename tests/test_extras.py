"""The library runs without other packages. What needs one says which extra of Komadai has it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import komadai
from tests.extras import EXTRAS, ROOT

SOURCE = ROOT / "src" / "komadai"
MODULE_OF = {
    "argon2-cffi": "argon2",
    "caissify-pairings": "caissify_pairings",
    "prometheus-client": "prometheus_client",
    "pillow": "PIL",
}
"""The name in an import of a distribution that is imported by another name than its own."""
ROOMS = {each.parent.name for each in SOURCE.glob("*/__init__.py")} - {
    *("bridge", "cli", "message_texts", "messages", "server")
}
"""The packages of the library. The others are programs, or the texts of messages."""


def modules(extra: str) -> set[str]:
    """The modules that an extra installs, those of the extras in it included."""
    found = set()
    for requirement in EXTRAS[extra]:
        name, _, inner = re.split(r"[>=<;]", requirement)[0].strip().partition("[")
        if name == "komadai":
            found |= modules(inner.rstrip("]"))
        else:
            found.add(MODULE_OF.get(name, name))
    return found


def imports(path: Path) -> Iterator[tuple[int, str, str | None]]:
    """The line, the package and the named extra of each import of another package in a file."""

    def walk(node: ast.AST, extra: str | None) -> Iterator[tuple[int, str, str | None]]:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            return
        if isinstance(node, ast.With):
            call = node.items[0].context_expr
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "extra":
                extra = ast.literal_eval(call.args[0])
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [node.module or ""]
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "package":
            names, extra = [ast.literal_eval(node.args[0])], ast.literal_eval(node.args[1])
        for name in names:
            top = name.partition(".")[0]
            if top not in sys.stdlib_module_names and top != "komadai":
                yield node.lineno, top, extra  # type: ignore[attr-defined]
        for child in ast.iter_child_nodes(node):
            yield from walk(child, extra)

    return walk(ast.parse(path.read_text("utf-8")), None)


OPTIONAL = {("tournaments/kinds/arena/matching.py", "networkx"), ("training/training_log.py", "tensorboardX")}
"""Imports whose absence the module itself makes good."""


def test_every_import_is_of_a_package_of_the_extra_it_names() -> None:
    wrong = []
    for path in sorted(set(SOURCE.rglob("*.py")) - {SOURCE / "extras.py"}):
        name = path.relative_to(SOURCE).as_posix()
        for line, top, extra in imports(path):
            if name.startswith(("cli/", "server/")):
                extra = extra or "app"
            if name == "server/cluster/postgres_cluster.py" and top == "asyncpg":
                extra = "postgresql"  # the database's URL has been checked before
            if (name, top) not in OPTIONAL and (extra is None or top not in modules(extra)):
                wrong.append((name, line, top, extra))
    assert wrong == []


def test_without_other_packages_a_module_loads_or_names_its_extra() -> None:
    code = (
        "import importlib, pkgutil, re, sys\n"
        "class Blocked:\n"
        "    def find_spec(name, path=None, target=None):\n"
        "        top = name.partition('.')[0]\n"
        "        if top != 'komadai' and top not in sys.stdlib_module_names:\n"
        "            raise ModuleNotFoundError(f'No module named {name!r}', name=name)\n"
        "sys.meta_path.insert(0, Blocked)\n"
        "import komadai\n"
        "def check(name):\n"
        "    try:\n"
        "        module = importlib.import_module(name)\n"
        "        if hasattr(module, '__path__'):\n"
        "            for each in pkgutil.iter_modules(module.__path__, name + '.'):\n"
        "                if each.name.split('.')[1] not in ('cli', 'server', '__main__'):\n"
        "                    check(each.name)\n"
        "    except komadai.errors.MissingPackageError as error:\n"
        r"        extra = re.search(r'komadai\[(\w+)\]', str(error))"
        "\n"
        "        print(name, error.name, extra[1])\n"
        "check('komadai')\n"
        "try:\n"
        "    komadai.Board().piece_array()\n"
        "except komadai.errors.MissingPackageError as error:\n"
        "    print('piece_array', error.name, error.message.text('ja'))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    *lines, last = done.stdout.splitlines()
    assert last == "piece_array numpy パッケージ numpy が必要です：pip install 'komadai[train]'"
    needing = {name: (package, extra) for name, package, extra in map(str.split, lines)}
    assert needing["komadai.tournaments"] == ("msgspec", "events")
    assert needing["komadai.training.psv_files"] == ("numpy", "train")
    assert all(package in modules(extra) for package, extra in needing.values())
    assert not {"komadai.kifu", "komadai.variants", "komadai.match", "komadai.study"} & needing.keys()


@pytest.mark.parametrize("name", sorted(ROOMS))
def test_every_package_of_the_library_is_loaded_when_it_is_first_named(name: str) -> None:
    assert name in komadai.__all__
    code = f"import komadai; assert {name!r} not in vars(komadai); print(komadai.{name}.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False)
    assert done.stdout == f"komadai.{name}\n", done.stderr


@pytest.mark.parametrize("name", sorted(ROOMS))
def test_every_package_of_the_library_has_its_page_in_the_reference(name: str) -> None:
    pages = [page.read_text("utf-8") for page in (ROOT / "docs" / "reference").glob("*.md")]
    assert any(re.search(rf"^::: komadai\.{name}\b", page, re.MULTILINE) for page in pages)


def test_the_index_and_the_navigation_have_every_page_of_the_reference() -> None:
    folder = ROOT / "docs" / "reference"
    pages = {page.name for page in folder.glob("*.md")} - {"index.md"}
    rows = re.findall(r"^\| \[.+?\]\((.+?)\)", (folder / "index.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(rows) == sorted(pages)
    navigation = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert {page for page in pages if f" reference/{page}\n" not in navigation} == set()


def test_the_table_of_extras_is_that_of_the_project() -> None:
    text = (ROOT / "docs" / "installation.md").read_text("utf-8")
    table = text[text.index("| extra | adds | for |") :].partition("\n\n")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| (.+?) \|", table, re.MULTILINE))
    assert rows.keys() == EXTRAS.keys()
    for name, requirements in EXTRAS.items():
        if name == "app":  # its row ends with an ellipsis
            continue
        wanted = {
            re.split(r"[>=]", each.removeprefix("komadai[").replace("]", ""))[0] for each in requirements
        }
        named = {each.strip(" `").lower() for each in rows[name].split(",")}
        assert {"pytorch" if each == "torch" else each.lower() for each in wanted} == named, name
