"""The built page, read into memory once: the path of a request never reaches the file system."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, route
from litestar.handlers import HTTPRouteHandler

from komadai.server.errors import ApiError
from komadai.server.http.embedding import is_embedded

PACKAGED: Final = Path(__file__).parents[1] / "static"
IMMUTABLE: Final = "public, max-age=31536000, immutable"
REVALIDATE: Final = "no-cache"
MIN_ZIPPED: Final = 600
"""Smaller files are sent without compression."""

NOT_BUILT: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Komadai</title></head>
<body>
<h1>Komadai</h1>
<p>The server runs, but its page has not been built yet.</p>
<p>In the project's folder, <code>make web</code> builds it; then start the server again.</p>
<p lang="ja">サーバーは動いていますが、ページがまだビルドされていません。プロジェクトのフォルダで
<code>make web</code> を実行し、サーバーを起動し直してください。</p>
</body></html>
"""

# The framework adds the charset UTF-8 to text types.
_TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
    ".txt": "text/plain",
}


@dataclass(frozen=True, slots=True)
class File:
    """A file with its headers."""

    body: bytes
    zipped: bytes | None
    type: str
    etag: str
    caching: str


class Page:
    """The files of the page, by the path of their URL."""

    def __init__(self, folder: Path | None = None) -> None:
        folder = folder or PACKAGED
        self._files: dict[str, File] = {}
        for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
            if path.is_file():
                name = "/" + path.relative_to(folder).as_posix()
                # Vite names the files in assets/ with a hash of their content.
                caching = IMMUTABLE if name.startswith("/assets/") else REVALIDATE
                self._files[name] = _file(path.read_bytes(), path.suffix.lower(), caching)
        self._index = self._files.get("/index.html") or _file(NOT_BUILT.encode(), ".html", "no-store")
        self._embed = self._files.get("/embed.html") or self._index

    def find(self, path: str) -> File | None:
        """The file at this path.

        Paths without a dot in their last part are addresses of the page (``/game/…``, ``/games``): they
        get index.html, or embed.html if other sites may show them in a frame.
        """
        if path in self._files:
            return self._files[path]
        if path == "/api" or path.startswith("/api/") or "." in path.rpartition("/")[2]:
            return None
        return self._embed if is_embedded(path) else self._index


def _file(body: bytes, suffix: str, caching: str) -> File:
    kind = _TYPES.get(suffix) or mimetypes.guess_type(f"a{suffix}")[0] or "application/octet-stream"
    zipped = gzip.compress(body, 9, mtime=0) if len(body) >= MIN_ZIPPED else None
    if zipped is not None and len(zipped) > 0.9 * len(body):
        zipped = None
    return File(body, zipped, kind, f'"{hashlib.sha256(body).hexdigest()[:24]}"', caching)


def page_handler(page: Page) -> HTTPRouteHandler:
    """The handler of all paths outside the API."""

    @route(["/", "/{path:path}"], http_method=["GET", "HEAD"], include_in_schema=False, name="page")
    async def serve(request: Request[Any, Any, Any]) -> Response[bytes]:
        file = page.find(request.scope["path"])
        if file is None:
            raise ApiError("not_found")
        headers = {"Cache-Control": file.caching, "ETag": file.etag, "Vary": "Accept-Encoding"}
        known = request.headers.get("if-none-match", "")
        if file.etag in (tag.strip().removeprefix("W/") for tag in known.split(",")):
            return Response(b"", status_code=304, headers=headers)
        body = file.body
        if file.zipped is not None and _accepts_gzip(request.headers.get("accept-encoding", "")):
            body = file.zipped
            headers["Content-Encoding"] = "gzip"
        if request.method == "HEAD":
            headers["Content-Length"] = str(len(body))
            body = b""
        return Response(body, media_type=file.type, headers=headers)

    return serve


def _accepts_gzip(header: str) -> bool:
    for part in header.lower().split(","):
        coding, _, weight = part.partition(";")
        if coding.strip() in ("gzip", "*"):
            return weight.strip().replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
