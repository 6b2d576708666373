"""Writes the tables of docs/wire.md: the HTTP calls from their handlers, the errors from their texts.

    python tools/wire_document.py

A table of calls begins after a line ``<!-- calls PATH… -->`` and has the calls at these paths and below, each
call in the table with the longest path. A docstring is what a call does; what it names are types of
web/src/api/types.ts. All else on the page is written by hand.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

import wire_types
from litestar.handlers import HTTPRouteHandler

from komadai.server.app import create_app
from komadai.server.errors import API_ERRORS
from komadai.server.http import openapi
from komadai.server.http.calls import answer_type, body_type
from komadai.server.http.wire import EmptyRequest
from komadai.server.settings import Settings

FILE: Final = Path(__file__).parents[1] / "docs" / "wire.md"
_TABLE: Final = re.compile(r"^(<!-- (calls|errors)(.*?) -->\n\n)(?:\|.*\n)*", re.MULTILINE)


class Document:
    """The page with its tables."""

    def __init__(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            routes = create_app(Settings(data_dir=Path(folder))).routes
        self.calls = sorted(openapi.calls(routes), key=lambda call: call[:2])
        self.types = wire_types.Generator()

    def written(self, text: str) -> str:
        """The text with its tables as they are now."""
        all_paths = [path for found in _TABLE.finditer(text) for path in found[3].split()]

        def table(found: re.Match[str]) -> str:
            paths = found[3].split()
            rows = self._errors() if found[2] == "errors" else self._calls(paths, all_paths)
            return found[1] + "".join(f"| {' | '.join(row)} |\n" for row in rows)

        return _TABLE.sub(table, text)

    def _errors(self) -> Iterator[tuple[str, ...]]:
        yield "code", "meaning"
        yield "---", "---"
        for code, (status, text) in API_ERRORS.items():
            yield f"`{code}` ({status})", re.sub(r"\{\w+\}", "…", text.en)

    def _calls(self, paths: list[str], all_paths: list[str]) -> Iterator[tuple[str, ...]]:
        yield "call", "body → answer", ""
        yield "---", "---", "---"
        for path, method, handler in self.calls:
            if max((each for each in all_paths if f"{path}/".startswith(f"{each}/")), key=len) in paths:
                yield self._call(path, method, handler)

    def _call(self, path: str, method: str, handler: HTTPRouteHandler) -> tuple[str, ...]:
        query = "&".join(f"{name}=" for name in handler.opt.get("query", ()))
        called = f"`{method} {path}{'?' * bool(query)}{query}`"
        body = "" if method == "GET" else f"{self._type(body_type(handler), request=True)} "
        if "streams" in handler.opt:
            answer = f"lines of {self._type(handler.opt['streams'], request=False)}"
        else:
            answer = self._type(answer_type(handler), request=False)
        status = "" if handler.status_code == 200 else f"{handler.status_code} "
        scope = f"Scope `{handler.opt['scope']}`. " if "scope" in handler.opt else ""
        text = " ".join(openapi.docstring(handler).replace("``", "`").replace("|", r"\|").split())
        return called, f"{body}→ {status}{answer}", scope + text

    def _type(self, kind: Any, *, request: bool) -> str:
        if kind is bytes:
            return "file"
        if kind is EmptyRequest:
            return "`{}`"
        return " or ".join(f"`{self.types._type(each, request)}`" for each in get_args(kind) or (kind,))


def main() -> None:
    """Writes the file."""
    FILE.write_text(Document().written(FILE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
