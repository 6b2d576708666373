"""The OpenAPI document: every call of the API with the types of its body and answer."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from litestar.testing import TestClient

from komadai.server import wire_text
from komadai.server.http import openapi
from komadai.server.http.calls import answer_type, body_type
from tests.server.conftest import Guest


def test_every_call_is_in_the_document_with_its_types(client: TestClient[Any]) -> None:
    document = client.get("/api/openapi.json").json()
    assert document["openapi"] == "3.1.0"
    calls = list(openapi.calls(client.app.routes))
    assert len(calls) > 15
    for path, method, handler in calls:
        operation = document["paths"][path][method.lower()]
        assert operation["summary"]
        assert "callable" not in operation["summary"], "the docstring of the call, not of Litestar's wrapper"
        of_programs = path.startswith("/api/bot/")
        assert ("scope" in handler.opt) is of_programs, path
        assert ("security" in operation) is (method != "GET" or of_programs)
        answers = handler.opt.get("streams") or answer_type(handler)
        assert all(issubclass(kind, bytes | msgspec.Struct) for kind in get_args(answers) or [answers]), path
        assert ("requestBody" in operation) is (method == "POST"), path


def test_each_call_of_programs_says_its_scope_and_has_examples_of_its_types(client: TestClient[Any]) -> None:
    document = client.get("/api/openapi.json").json()
    assert document["components"]["securitySchemes"]["bot_token"] == {"type": "http", "scheme": "bearer"}
    for path, method, handler in openapi.calls(client.app.routes):
        if "scope" not in handler.opt:
            continue
        operation = document["paths"][path][method.lower()]
        assert operation["security"] == [{"bot_token": [handler.opt["scope"]]}]
        (kind, content), *_ = operation["responses"][str(handler.status_code)]["content"].items()
        assert kind == ("application/x-ndjson" if "streams" in handler.opt else "application/json")
        assert "example" in content, f"{method} {path}"
        msgspec.convert(
            content["example"],
            handler.opt.get("streams") or answer_type(handler),
            dec_hook=wire_text.received,
        )
        if method == "POST":
            example = operation["requestBody"]["content"]["application/json"]["example"]
            msgspec.convert(example, body_type(handler), dec_hook=wire_text.received)


def test_every_reference_names_a_schema(client: TestClient[Any]) -> None:
    document = client.get("/api/openapi.json").json()
    schemas = document["components"]["schemas"]

    def check(value: Any) -> None:
        if isinstance(value, dict):
            if "$ref" in value:
                assert value["$ref"].removeprefix("#/components/schemas/") in schemas
            for each in value.values():
                check(each)
        elif isinstance(value, list):
            for each in value:
                check(each)

    check(document)
    assert {"NewGame", "GameView", "Standing", "ReadAnswer", "ErrorAnswer"} <= set(schemas)


def test_an_answer_has_the_fields_of_its_schema(client: TestClient[Any], guest: Guest) -> None:
    schemas = client.get("/api/openapi.json").json()["components"]["schemas"]
    for path, name in (("/api/options", "Options"), ("/api/tsume", "Standing"), ("/api/games", "GameList")):
        assert set(guest.get(path).json()) == set(schemas[name]["properties"])
