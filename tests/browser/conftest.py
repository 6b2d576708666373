"""The core as WebAssembly, driven by Node."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Protocol

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "browser"
DRIVER = Path(__file__).with_name("module.cjs")


class Module(Protocol):
    """``module(task, items)``: the answers to the items of a task of module.cjs."""

    def __call__(self, task: str, items: list[Any], *, threads: int = 1) -> list[Any]:
        """With one thread by the build without threads."""


def missing() -> str:
    """What must be installed or built before these tests can run, or an empty text."""
    if shutil.which("emcc") is None:
        return "needs emscripten and node-acorn (Debian), then `make browser`"
    if shutil.which("node") is None:
        return "needs node"
    if not (FOLDER / "komadai.wasm").is_file():
        return "needs `make browser`"
    return ""


@pytest.fixture(scope="session")
def module() -> Module:
    if reason := missing():
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)

    def run(task: str, items: list[Any], *, threads: int = 1) -> list[Any]:
        text = json.dumps({"folder": str(FOLDER), "threads": threads, "task": task, "items": items})
        done = subprocess.run(["node", str(DRIVER)], input=text, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-3000:]
        answers: list[Any] = json.loads(done.stdout)
        return answers

    return run
