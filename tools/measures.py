"""Prints the measures of the source code's structure as a table: one column a tree.

`python tools/measures.py` measures the working tree, `python tools/measures.py COMMIT…` each commit and then
the working tree. The files of the working tree are those that git tracks.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Final

import networkx

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = "src/komadai/"
PAGE: Final = "web/src/"
HTTP_METHODS: Final = frozenset({"get", "post", "put", "patch", "delete", "route"})
LONG: Final = 100
"""Lines of a function above which it is long."""
SHORT: Final = 45
"""Lines of a module up to which it is short."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Tree:
    """A tree of source files, by path."""

    files: dict[str, str]

    def lines(self, folder: str, *suffixes: str) -> int:
        """Lines of the files under a folder with one of these suffixes."""
        return sum(
            text.count("\n")
            for path, text in self.files.items()
            if path.startswith(folder) and path.endswith(suffixes)
        )

    @cached_property
    def modules(self) -> dict[str, ast.Module]:
        """The modules of the package by dotted name."""
        return {
            _module(path): ast.parse(text)
            for path, text in self.files.items()
            if path.startswith(PACKAGE) and path.endswith(".py")
        }

    @cached_property
    def functions(self) -> list[tuple[str, Function]]:
        """Every function and method with its module."""
        return [
            (name, node)
            for name, module in self.modules.items()
            for node in ast.walk(module)
            if isinstance(node, Function)
        ]

    def handlers(self) -> tuple[int, int]:
        """Lines of signature and lines of body of all HTTP handlers; docstrings count in neither."""
        signature = body = 0
        for module, function in self.functions:
            if not module.startswith("komadai.server") or not any(map(_is_route, function.decorator_list)):
                continue
            first = min(each.lineno for each in function.decorator_list)
            statements = function.body[ast.get_docstring(function) is not None :]
            signature += function.body[0].lineno - first
            body += (function.end_lineno or 0) - statements[0].lineno + 1 if statements else 0
        return signature, body

    def circles(self) -> int:
        """Groups of modules that import each other, directly or not; those for type checkers are left out."""
        graph = networkx.DiGraph()
        for name, module in self.modules.items():
            graph.add_edges_from((name, other) for other in self._imports(name, module) if other != name)
        return sum(len(group) > 1 for group in networkx.strongly_connected_components(graph))

    def _imports(self, name: str, module: ast.Module) -> Iterator[str]:
        for node in _without_type_checking(module):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names if alias.name in self.modules)
            elif isinstance(node, ast.ImportFrom) and node.module is not None and node.level == 0:
                for alias in node.names:
                    inner = f"{node.module}.{alias.name}"
                    if inner in self.modules:
                        yield inner
                    elif node.module in self.modules:
                        yield node.module

    def page_pairs(self) -> int:
        """Pairs of folders of the page that import each other."""
        arrows: set[tuple[str, str]] = set()
        for path, text in self.files.items():
            if path.startswith(PAGE) and path.endswith((".ts", ".svelte")):
                here = PurePosixPath(path.removeprefix(PAGE))
                for target in re.findall(r"""(?:from|import)\s*\(?\s*["'](\.[^"']+)["']""", text):
                    there = _joined(here.parent, target)
                    if len(here.parts) > 1 and len(there.parts) > 1 and here.parts[0] != there.parts[0]:
                        arrows.add((here.parts[0], there.parts[0]))
        return sum((b, a) in arrows for a, b in arrows if a < b)

    def test_imports(self) -> int:
        """Imports of tests from a module of tests instead of one of helpers."""
        return sum(
            isinstance(node, ast.ImportFrom) and (node.module or "").rpartition(".")[2].startswith("test_")
            for path, text in self.files.items()
            if path.startswith("tests/") and path.endswith(".py")
            for node in ast.walk(ast.parse(text))
        )

    def short_modules(self) -> int:
        """Short modules that are not the face of a package."""
        return sum(
            text.count("\n") <= SHORT
            for path, text in self.files.items()
            if path.startswith(PACKAGE) and path.endswith(".py") and not Path(path).name.startswith("__")
        )

    def rows(self) -> dict[str, int | str]:
        """The measures by name."""
        signature, body = self.handlers()
        return {
            "lines of Python, `src/komadai`": self.lines(PACKAGE, ".py"),
            "of it the server": self.lines(f"{PACKAGE}server/", ".py"),
            "of it the command line": self.lines(f"{PACKAGE}cli/", ".py"),
            "lines of C++, `cpp`": self.lines("cpp/", ".cpp", ".h", ".hpp"),
            "lines of the page, `web/src`": self.lines(PAGE, ".ts", ".svelte", ".css"),
            "lines of tests": self.lines("tests/", ".py") + self.lines("web/tests/", ".ts"),
            "lines of `server/app.py`": self.lines(f"{PACKAGE}server/app.py", ""),
            "HTTP handlers: lines of signature": signature,
            "HTTP handlers: lines of body": body,
            "HTTP handlers: signature per body": f"{signature / max(body, 1):.2f}",
            "circles of modules": self.circles(),
            "pairs of page folders that import each other": self.page_pairs(),
            "imports of tests from a module of tests": self.test_imports(),
            f"functions over {LONG} lines": sum(
                (node.end_lineno or 0) - node.lineno >= LONG for _, node in self.functions
            ),
            f"modules of at most {SHORT} lines": self.short_modules(),
            "modules": len(self.modules),
            "kB of `docs/architecture.md`": len(self.files.get("docs/architecture.md", "").encode()) // 1000,
        }


def _module(path: str) -> str:
    return path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _joined(folder: PurePosixPath, target: str) -> PurePosixPath:
    parts = list(folder.parts)
    for part in PurePosixPath(target).parts:
        if part == "..":
            del parts[-1:]
        else:
            parts.append(part)
    return PurePosixPath(*parts)


def _is_route(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(called, ast.Name) and called.id in HTTP_METHODS


def _without_type_checking(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)):
            yield child
            yield from _without_type_checking(child)


def working_tree() -> Tree:
    """The tracked files as they are on disk."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    return _tree(ROOT, listed.stdout.splitlines())


def committed(commit: str) -> Tree:
    """The files of a commit."""
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder, "tree.tar")
        subprocess.run(["git", "archive", "-o", str(archive), commit], cwd=ROOT, check=True)
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
        paths = [str(each.relative_to(folder)) for each in Path(folder).rglob("*") if each.is_file()]
        return _tree(Path(folder), paths)


def _tree(root: Path, paths: Iterable[str]) -> Tree:
    wanted = (".py", ".ts", ".svelte", ".css", ".cpp", ".h", ".hpp", ".md")
    return Tree(
        {
            path: root.joinpath(path).read_text()
            for path in paths
            if path.endswith(wanted) and (root / path).exists()
        }
    )


def main() -> None:
    """Prints the table."""
    columns = {commit: committed(commit).rows() for commit in sys.argv[1:]} | {"now": working_tree().rows()}
    print("| measure |", " | ".join(columns), "|")
    print("| --- |", " | ".join("---:" for _ in columns), "|")
    for name in columns["now"]:
        values = (rows[name] for rows in columns.values())
        print("|", name, "|", " | ".join(f"{v:,}" if isinstance(v, int) else v for v in values), "|")


if __name__ == "__main__":
    main()
