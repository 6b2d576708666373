"""What every HTTP call does first and last: who asks, what is asked, the answer."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from litestar import Request, Response

from komadai.server.errors import ApiError

T = TypeVar("T")
AnyRequest = Request[Any, Any, Any]


def guest_of(request: AnyRequest) -> str:
    """The guest who asks. Raises ApiError ``no_guest``."""
    guest: str | None = request.scope["state"]["guest"]
    if guest is None:
        raise ApiError("no_guest")
    return guest


async def body_of(request: AnyRequest, kind: type[T]) -> T:
    """The request's JSON as a value of this type. Raises ApiError naming the field."""
    return decoded(await request.body(), kind)


def decoded(body: bytes, kind: type[T]) -> T:
    """JSON as a value of this type. Raises ApiError naming the field."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        why, _, where = str(error).partition(" - at `$")
        field = where.strip("`.") or _named(why)
        raise ApiError("invalid", field, why=f"{field}: {why}" if field else why) from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ApiError("bad_json", why=str(error) or "too deep") from error


def _named(why: str) -> str | None:
    """The field in "Object contains unknown field `x`" and the like."""
    parts = why.split("`")
    return parts[1] if len(parts) == 3 else None


def number(name: str, text: str, least: int, most: int) -> int:
    """A number from a query. Raises ApiError naming it."""
    if text.isascii() and text.isdecimal() and len(text) <= 9 and least <= int(text) <= most:
        return int(text)
    raise ApiError("invalid", name, why=f"{name}: expected a whole number from {least} to {most}")


def answer(value: object, status: int = 200, headers: dict[str, str] | None = None) -> Response[bytes]:
    """The answer, never to be stored on the way; ``value`` may be JSON already."""
    return Response(
        value if isinstance(value, bytes) else msgspec.json.encode(value),
        status_code=status,
        media_type="application/json",
        headers={"Cache-Control": "no-store", **(headers or {})},
    )
