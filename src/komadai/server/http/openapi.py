"""The OpenAPI document of the HTTP calls, made from the types that the handlers name.

A handler names the type of its body and of its answer with the options ``body`` and ``answers``;
``bytes`` stands for a file.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
from litestar.handlers import HTTPRouteHandler
from litestar.routes import BaseRoute, HTTPRoute

from komadai import __version__
from komadai.server.http.session import COOKIE
from komadai.server.http.wire import ErrorAnswer

_SECURITY: Final = {
    "session": {"type": "apiKey", "in": "cookie", "name": COOKIE},
    "token": {"type": "apiKey", "in": "header", "name": "X-CSRF-Token"},
}
"""Calls that change something need both, and a same-origin Origin header."""
_FILE: Final = {"type": "string", "format": "binary"}


def calls(routes: Iterable[BaseRoute]) -> Iterator[tuple[str, str, HTTPRouteHandler]]:
    """Path, method and handler of every HTTP call of the API."""
    for route in routes:
        if isinstance(route, HTTPRoute) and route.path.startswith("/api/"):
            for handler in route.route_handlers:
                if handler.include_in_schema is not False:
                    for method in sorted(handler.http_methods - {"OPTIONS"}):
                        yield re.sub(r":\w+", "", route.path), method, handler


def document(routes: Iterable[BaseRoute]) -> bytes:
    """The OpenAPI 3.1 document as JSON."""
    all_calls = list(calls(routes))
    types = {kind for _, _, handler in all_calls for kind in _types(handler) if kind is not bytes}
    ordered = [ErrorAnswer, *sorted(types, key=lambda kind: kind.__name__)]
    schemas, components = msgspec.json.schema_components(ordered, ref_template="#/components/schemas/{name}")
    by_type = dict(zip(ordered, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for path, method, handler in all_calls:
        operation = _operation(path, handler, by_type)
        if method != "GET":
            operation["security"] = [{name: [] for name in _SECURITY}]
        paths.setdefault(path, {})[method.lower()] = operation
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {"title": "Komadai", "version": __version__},
            "paths": paths,
            "components": {"schemas": components, "securitySchemes": _SECURITY},
        }
    )


def _types(handler: HTTPRouteHandler) -> list[type]:
    return [handler.opt[name] for name in ("body", "answers") if name in handler.opt]


def _operation(path: str, handler: HTTPRouteHandler, schemas: dict[type, Any]) -> dict[str, Any]:
    summary, _, description = (inspect.getdoc(handler.fn) or "").partition("\n")
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)\}", path)
    ]
    parameters += [
        {"name": name, "in": "query", "required": False, "schema": {"type": "string"}}
        for name in handler.opt.get("query", ())
    ]
    operation: dict[str, Any] = {"summary": summary, "responses": {}}
    if description.strip():
        operation["description"] = description.strip()
    if parameters:
        operation["parameters"] = parameters
    if "body" in handler.opt:
        operation["requestBody"] = {"required": True, "content": _content(handler.opt["body"], schemas)}
    operation["responses"] = {
        str(handler.status_code): {
            "description": "Success",
            "content": _content(handler.opt["answers"], schemas),
        },
        "default": {"description": "An error", "content": _content(ErrorAnswer, schemas)},
    }
    return operation


def _content(kind: type, schemas: dict[type, Any]) -> dict[str, Any]:
    if kind is bytes:
        return {"application/octet-stream": {"schema": _FILE}}
    return {"application/json": {"schema": schemas[kind]}}
