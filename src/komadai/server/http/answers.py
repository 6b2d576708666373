"""The answers of handlers: JSON that must not be cached, compressed where that is safe."""

from __future__ import annotations

import gzip

from litestar import Response

from komadai.server import wire_text
from komadai.server.http.requests import AnyRequest


def compressed_answer(request: AnyRequest, value: object) -> Response[bytes]:
    """A JSON answer, compressed where the client takes it.

    Only for answers that are the same for everyone: a length must not depend on what is secret.
    """
    text = wire_text.encode(value)
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return answer(text, headers=headers)
    return answer(gzip.compress(text, mtime=0), headers=headers | {"Content-Encoding": "gzip"})


def answer(value: object, status: int = 200, headers: dict[str, str] | None = None) -> Response[bytes]:
    """A JSON answer that must not be cached. ``value`` may be encoded JSON."""
    return Response(
        value if isinstance(value, bytes) else wire_text.encode(value),
        status_code=status,
        media_type="application/json",
        headers={"Cache-Control": "no-store", **(headers or {})},
    )
