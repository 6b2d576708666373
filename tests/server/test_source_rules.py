"""What the source never does, as docs/security.md says: shells, markup from data, weak random numbers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "komadai"
SERVER = PACKAGE / "server"
WEB = ROOT / "web" / "src"


def nodes(folder: Path) -> Iterator[tuple[str, ast.AST]]:
    """Each node of each module, with the module's path within the package."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            yield path.relative_to(PACKAGE).as_posix(), node


def imports(folder: Path) -> Iterator[tuple[str, str]]:
    """Each module that each module imports."""
    for path, node in nodes(folder):
        if isinstance(node, ast.Import):
            for each in node.names:
                yield path, each.name
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield path, node.module


def attributes(folder: Path, module: str) -> set[str]:
    """The names that are used of a module, as in ``hashlib.sha256``."""
    return {
        node.attr
        for _, node in nodes(folder)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == module
    }


def found_in_page(pattern: str) -> list[str]:
    paths = (path for suffix in ("ts", "svelte") for path in WEB.rglob(f"*.{suffix}"))
    return [path.name for path in paths if re.search(pattern, path.read_text("utf-8"))]


def test_no_program_is_started_by_a_shell() -> None:
    shells = [
        (path, node.lineno)
        for path, node in nodes(PACKAGE)
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("subprocess.")
        for word in node.keywords
        if word.arg == "shell" and not (isinstance(word.value, ast.Constant) and word.value.value is False)
    ]
    assert shells == []
    assert not attributes(PACKAGE, "os") & {"system", "popen", "spawnl", "spawnv"}
    assert "create_subprocess_shell" not in attributes(PACKAGE, "asyncio")


def test_no_code_is_made_of_data() -> None:
    called = {
        node.func.id
        for _, node in nodes(PACKAGE)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"eval", "exec", "compile"}
    assert found_in_page(r"\beval\(|new Function\(") == []


def test_the_page_makes_no_markup_of_data() -> None:
    assert found_in_page(r"\{@html|innerHTML|outerHTML|insertAdjacentHTML|document\.write") == []


def test_the_page_listens_to_no_other_window() -> None:
    assert found_in_page(r"postMessage|(?:window\.|\s)addEventListener\(\s*[\"']message[\"']") == []
    assert found_in_page(r"onmessage") == ["page_socket.ts"], "the server's own socket"


def test_objects_are_unpickled_only_from_the_process_that_started_this_one() -> None:
    unsafe = {"pickle", "marshal", "shelve", "dill", "yaml"}
    assert {path for path, module in imports(SERVER) if module in unsafe} == {
        "server/supervisor.py",
        "server/worker_process.py",
    }


def test_no_xml_is_parsed() -> None:
    parsers = [
        module
        for _, module in imports(PACKAGE)
        if module.startswith(("xml.", "lxml", "defusedxml")) and module != "xml.sax.saxutils"  # writes only
    ]
    assert parsers == []


def test_secrets_come_from_the_system_and_hashes_are_those_that_are_not_broken() -> None:
    # The pairing of a league (by a random.SystemRandom), which mate problem is next, a move of a solved game.
    assert {path for path, module in imports(SERVER) if module == "random"} == {
        "server/csa/pairing.py",
        "server/csa/room.py",
        "server/tsume/problem_selection.py",
        "server/tsume/service.py",
        "server/variants/solved.py",
    }
    assert attributes(SERVER / "csa", "random") == {"Random", "SystemRandom"}
    assert attributes(SERVER, "hashlib") == {"sha256", "file_digest"}
    assert {
        node.args[1].value
        for _, node in nodes(SERVER)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "hashlib.file_digest"
        if isinstance(node.args[1], ast.Constant)
    } == {"sha256"}
    assert not {module.partition(".")[0] for _, module in imports(SERVER)} & {
        "Crypto",
        "nacl",
        "rsa",
        "ecdsa",
    }
