"""The answer to a call that failed."""

from __future__ import annotations

import logging
from typing import Any, Final

from litestar import Request, Response
from litestar.exceptions import HTTPException, InternalServerException

from komadai.messages.text import Text
from komadai.server.db.database import DATABASE_ERRORS, reason_of, save_error
from komadai.server.errors import ApiError
from komadai.server.http.middleware import error_body
from komadai.server.http.refusal_log import logged_path

log: Final = logging.getLogger(__name__)

INVALID_REQUEST: Final = Text("the request is invalid", "リクエストの形式が正しくありません")
CLIENT_GONE: Final = "client disconnected prematurely"
"""Litestar's message when a client has gone before its request was whole."""
_BY_STATUS: Final = {401: "no_guest", 403: "not_yours", 404: "not_found", 405: "method", 413: "too_large"}


def failed(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Answers every exception with an error of the wire; internal details are not shown."""
    if isinstance(error, ApiError):
        error_answer = error
    elif isinstance(error, HTTPException) and error.status_code < 500:
        error_answer = ApiError(_BY_STATUS.get(error.status_code, "invalid"), why=INVALID_REQUEST)
    elif isinstance(error, InternalServerException) and error.detail == CLIENT_GONE:
        # Nobody reads the answer: the page has left while it sent the request.
        error_answer = ApiError("invalid", why=INVALID_REQUEST)
    elif isinstance(error, DATABASE_ERRORS):
        error_answer = save_error(error)
        if error_answer.status >= 500:
            log.error("%s %s failed: %s", request.scope["type"], logged_path(request.scope), reason_of(error))
    else:
        log.error("%s %s failed", request.scope["type"], logged_path(request.scope), exc_info=error)
        error_answer = ApiError("internal")
    return Response(
        error_body(error_answer),
        status_code=error_answer.status,
        media_type="application/json",
        headers={"Cache-Control": "no-store"},
    )
