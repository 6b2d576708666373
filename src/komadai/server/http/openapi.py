"""The OpenAPI document of the HTTP calls, made from the types that the handlers name.

A call is described by the types of its ``data`` and of its answer; handlers outside of controllers name both
with the options ``body`` and ``answers``;
``bytes`` stands for a file. ``query`` has the names of the parameters of the query, or a type for each. A
stream of JSON lines has ``streams``, the type of a line; ``body_example`` and ``example`` are examples of
both.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, get_args

import msgspec
from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.routes import BaseRoute, HTTPRoute

from komadai import __version__
from komadai.server import wire_text
from komadai.server.http.answers import answer
from komadai.server.http.calls import answer_type, body_type
from komadai.server.http.session import COOKIE
from komadai.server.http.wire import ErrorAnswer

_SECURITY: Final = {
    "session": {"type": "apiKey", "in": "cookie", "name": COOKIE},
    "token": {"type": "apiKey", "in": "header", "name": "X-CSRF-Token"},
}
"""Calls of a page that change something need both, and a same-origin Origin header."""
_OF_PROGRAMS: Final = {"bot_token": {"type": "http", "scheme": "bearer"}}
"""Calls of programs: a token with the scope that the option ``scope`` of the handler names."""
_FILE: Final = {"type": "string", "format": "binary"}


def calls(routes: Iterable[BaseRoute]) -> Iterator[tuple[str, str, HTTPRouteHandler]]:
    """Path, method and handler of every HTTP call of the API."""
    for route in routes:
        if isinstance(route, HTTPRoute) and route.path.startswith("/api/"):
            for handler in route.route_handlers:
                if handler.include_in_schema is not False:
                    for method in sorted(handler.http_methods - {"OPTIONS"}):
                        yield re.sub(r":\w+", "", route.path), method, handler


def docstring(handler: HTTPRouteHandler) -> str:
    """What a call does."""
    called = getattr(handler.fn, "func", handler.fn)  # that of a thread is wrapped
    return inspect.getdoc(called) or ""


def parameters(path: str) -> list[str]:
    """The names in the path of a call, from left to right."""
    return re.findall(r"\{(\w+)\}", path)


@get("/api/openapi.json", include_in_schema=False)
async def openapi_document(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The OpenAPI document of all HTTP calls."""
    return answer(document(request.app.routes))


def document(routes: Iterable[BaseRoute]) -> bytes:
    """The OpenAPI 3.1 document as JSON."""
    all_calls = list(calls(routes))
    types = {kind for _, _, handler in all_calls for kind in _types(handler) if kind is not bytes}
    ordered = [ErrorAnswer, *sorted(types, key=lambda kind: kind.__name__)]
    schemas, components = msgspec.json.schema_components(
        ordered, schema_hook=wire_text.schema, ref_template="#/components/schemas/{name}"
    )
    by_type = dict(zip(ordered, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for path, method, handler in all_calls:
        operation = _operation(path, handler, by_type)
        if "scope" in handler.opt:
            operation["security"] = [{name: [handler.opt["scope"]] for name in _OF_PROGRAMS}]
        elif method != "GET":
            operation["security"] = [{name: [] for name in _SECURITY}]
        paths.setdefault(path, {})[method.lower()] = operation
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {"title": "Komadai", "version": __version__},
            "paths": paths,
            "components": {"schemas": components, "securitySchemes": _SECURITY | _OF_PROGRAMS},
        }
    )


def _types(handler: HTTPRouteHandler) -> list[type]:
    kinds = [body_type(handler), handler.opt.get("streams", answer_type(handler))]
    return [kind for each in kinds for kind in (get_args(each) or (each,))]


def _operation(path: str, handler: HTTPRouteHandler, schemas: dict[type, Any]) -> dict[str, Any]:
    summary, _, description = docstring(handler).partition("\n")
    described = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in parameters(path)
    ]
    described += [
        {"name": name, "in": "query", "required": False, "schema": schema}
        for name, schema in _query(handler.opt.get("query", ()))
    ]
    operation: dict[str, Any] = {"summary": summary, "responses": {}}
    if description.strip():
        operation["description"] = description.strip()
    if described:
        operation["parameters"] = described
    if "GET" not in handler.http_methods:
        content = _content(body_type(handler), schemas, handler.opt.get("body_example"))
        operation["requestBody"] = {"required": True, "content": content}
    operation["responses"] = {
        str(handler.status_code): {
            "description": "Success",
            "content": _answer_content(handler, schemas),
        },
        "default": {"description": "An error", "content": _content(ErrorAnswer, schemas)},
    }
    return operation


def _query(parameters: Iterable[str] | Mapping[str, type]) -> Iterator[tuple[str, object]]:
    """The parameters of the query with their schemas: texts, where the handler names no types."""
    types = parameters if isinstance(parameters, Mapping) else dict.fromkeys(parameters, str)
    for name, kind in types.items():
        yield name, msgspec.json.schema(kind, schema_hook=wire_text.schema)


def _answer_content(handler: HTTPRouteHandler, schemas: dict[type, Any]) -> dict[str, Any]:
    example = handler.opt.get("example")
    if "streams" not in handler.opt:
        return _content(answer_type(handler), schemas, example)
    kinds = get_args(handler.opt["streams"]) or (handler.opt["streams"],)
    schema = {"oneOf": [schemas[kind] for kind in kinds]}
    return {"application/x-ndjson": {"schema": schema, **({} if example is None else {"example": example})}}


def _content(kind: type, schemas: dict[type, Any], example: object = None) -> dict[str, Any]:
    if kind is bytes:
        return {"application/octet-stream": {"schema": _FILE}}
    content = {"schema": schemas[kind]}
    if example is not None:
        content["example"] = example
    return {"application/json": content}
