"""What the source never does, as docs/security.md says: shells, markup from data, weak random numbers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "komadai"
SERVER = PACKAGE / "server"
WEB = ROOT / "web" / "src"


def nodes(folder: Path) -> Iterator[tuple[str, ast.AST]]:
    """Each node of each module, with the module's path within the package."""
    for path in folder.rglob("*.py"):
        name = path.relative_to(PACKAGE).as_posix()
        for node in parsed(path):
            yield name, node


@pytest.fixture(scope="module", autouse=True)
def no_tree_is_kept() -> Iterator[None]:
    yield
    parsed.cache_clear()


@cache
def parsed(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text("utf-8"))))


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
    """Its workers and the tabs of a game on this device (a BroadcastChannel) are of its own origin."""
    own = ["core_worker.ts", "rules_worker.ts", "tabs.ts", "worker.ts"]
    assert found_in_page(r"(?:window\.|\s)addEventListener\(\s*[\"']message[\"']") == []
    assert sorted(found_in_page(r"postMessage")) == own
    assert sorted(found_in_page(r"onmessage")) == sorted([*own, "page_socket.ts"]), (
        "and the server's own socket"
    )


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
        "server/csa/programs.py",
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


TASKS = {
    "server/bridge/socket.py": "the parts of one connection, which ends with the first of them",
    "server/csa/programs.py": "the work of one program or game; a failure is logged",
    "server/db/write_state.py": "a write on which no answer depends; a failure is logged",
    "server/games/storage/commits.py": "the commits that wait; a failure is theirs alone",
    "server/games/engines/engine_turns.py": "one turn of an engine, repeated until it is played",
    "server/tasks.py": "one piece of work for a caller",
    "server/http/desk.py": "one subscription, with whose end the page's socket ends",
    "server/jobs/job_queue.py": "one job",
    "server/live/socket.py": "the parts of one connection, which ends with the first of them",
    "server/cluster/postgres_cluster.py": "one message of another process, and the end of the regular work",
    "server/periodic.py": "the regular work itself",
    "server/serve.py": "uvicorn, and what a worker does beside it",
    "server/supervisor.py": "the processes of the workers",
}
"""The files of the server that begin tasks, and why each may end by an error."""


def test_work_that_the_server_does_again_and_again_goes_on_after_an_error() -> None:
    begun = {
        path
        for path, node in nodes(SERVER)
        if isinstance(node, ast.Attribute) and node.attr in ("create_task", "ensure_future", "TaskGroup")
    }
    assert begun == TASKS.keys(), "what runs as long as the server does is a Periodic"
    sleeping = {
        (path, node.name)
        for path, node in nodes(SERVER)
        if isinstance(node, ast.AsyncFunctionDef)
        for loop in ast.walk(node)
        if isinstance(loop, ast.While)
        for call in ast.walk(loop)
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "asyncio.sleep"
    }
    assert sleeping == {
        ("server/bridge/socket.py", "_check_token"),
        ("server/games/engines/engine_turns.py", "_commit"),
        ("server/serve.py", "_serve"),
        ("server/serve.py", "serve"),
        ("server/supervisor.py", "_keep"),
        ("server/supervisor.py", "_look_after"),
        ("server/supervisor.py", "_replace"),
    }


def test_the_reason_of_a_refusal_is_given_in_both_languages() -> None:
    reasons = [
        (path, node.value)
        for path, node in nodes(SERVER)
        if isinstance(node, ast.keyword) and node.arg == "why"
    ]
    assert reasons
    assert [
        path
        for path, value in reasons
        if isinstance(value, ast.JoinedStr)
        or (isinstance(value, ast.Constant) and isinstance(value.value, str))
    ] == []
