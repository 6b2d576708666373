"""The tables of the document of the wire are those that the server's calls give."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import wire_document


def test_the_committed_page_is_what_the_tool_writes() -> None:
    text = wire_document.FILE.read_text("utf-8")
    assert text == wire_document.Document().written(text), (
        "the calls changed: run python tools/wire_document.py"
    )


def test_each_call_is_in_one_table() -> None:
    document = wire_document.Document()
    rows = wire_document.FILE.read_text("utf-8").splitlines()
    for path, method, _ in document.calls:
        found = [row for row in rows if row.startswith((f"| `{method} {path}`", f"| `{method} {path}?"))]
        assert len(found) == 1, f"{method} {path}"
