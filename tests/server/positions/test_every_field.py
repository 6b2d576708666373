"""Every field of a message to the server that could carry a position has the type of positions.

The fields are those of the OpenAPI document and of the messages on sockets. Texts that are too short for a
position and values from a fixed list are no such fields; the others are listed here with a reason.
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Annotated, Any

import msgspec
import pytest
from litestar.testing import TestClient

from komadai import Board
from komadai.bridge import messages as bridge_messages
from komadai.errors import SfenError
from komadai.server import wire_text
from komadai.server.games.wire import GameSettings
from komadai.server.http import openapi
from komadai.server.http.calls import body_type
from komadai.server.live import wire as live_wire
from komadai.server.positions.pattern import PositionPattern
from komadai.server.positions.position import Position
from komadai.server.records.wire import GameRecord, Line

Field = tuple[str, dict[str, Any]]
"""A field by its place, such as ``NewGame.sfen``, with its schema."""
FORMATS = {Position.format, PositionPattern.format}
SHORTEST = len("9/9/9/9/9/9/9/9/9 b -")
"""The characters of the shortest SFEN: nine ranks, the side to move, no hands."""

NO_POSITIONS: dict[str, tuple[str, ...]] = {
    "a name, which is compared with names or shown": (
        *("name", "display_name", "new_name", "title", "place", "club", "account", "to"),
        *("player", "q", "NewTournament.previous", "NewTournament.qualifier", "NewStudy.chapter"),
        *("Hello.engine", "NewGame.engine", "AnalysisRequest.engines[]", "AnalysisRequest.home[]"),
    ),
    "a password or a token": (
        *("password", "current", "new", "credential", "token", "signature", "address"),
        "GET /api/events/{event_id}/table/{kind} query key",
        "GET /api/events/{event_id}/reports/{day}/sheet.pdf query key",
        "GET /api/events/{event_id}/rounds/{round_number}/sheet.pdf query key",
    ),
    "the id of something that is stored here": (
        *("id", "game", "database", "problem", "lesson", "opening", "castle", "said[]"),
        *("game_id", "challenge_id", "event_id", "study_id", "chapter_id", "class_id", "lesson_id", "job_id"),
        *("problem_id", "session_id", "passkey_id", "token_id", "report_id"),
        "GET /api/studies/{study_id}/embed query chapter",
        "GET /api/studies/{study_id}/export query chapter",
        "KeepReview.job",
    ),
    "a word from a list that the call checks": (
        *("handicap", "impasse", "variant", "options{}", "format", "kind", "relation", "which", "list"),
        *("language", "languages[]", "lang", "faces", "paper", "speed", "preferences{}"),
        *("RecordResult.termination", "RecordResult.infraction", "RecordResult.failed[]"),
    ),
    "a number, a day or the cursor of a list": (
        *("before", "limit", "ply", "from", "day", "date", "round_number", "page"),
    ),
    "a text that people read": (
        *("about", "reason", "comment", "ReportRequest.text", "MakeClaim.text", "Rule.text"),
        *("AddPlayers.players", "SayCommand.text", "CommentNode.text", "MarkNode.name", "Done.error"),
    ),
    "a move, or squares of a board": (
        *("usi", "lines[][]", "PositionRequest.play", "PositionRequest.previous", "PositionRequest.typed"),
        *("PositionRequest.line[]", "ExplorerRequest.previous", "AnswerRequest.typed", "Analysis.line[]"),
        *("AnswerRequest.line[]", "HeadRequest.line[]", "HintRequest.line[]", "GiveUpRequest.line[]"),
        *("AnalysisRequest.moves[]", "LikeRequest.moves[]", "NamesRequest.moves[]", "CoachRequest.moves[]"),
        *("TypedRequest.text", "TypedCommand.text", "MarkNode.shapes[]"),
    ),
    "a part of a record that is kept as it is": (
        *("Header.name", "Header.value", "RecordNode.bookmark", "Analysis.engine", "Analysis.written"),
        *("Ending.word", "Text.en", "Text.ja"),
    ),
    "what the server computes, and ignores when a page sends it back": (
        *("RecordNode.sfen", "RecordNode.captured", "MoveText.japanese", "MoveText.western"),
        *("MoveText.hosking", "MoveText.usi", "Illegal.key", "RecordWarning.text"),
    ),
    "a file; only its records come back, and a call that helps gets them as GameRecord": (
        *("POST /api/records/read body", "POST /api/explorer/import body"),
    ),
}
"""Fields of any type, or of one, that carry no position."""

NO_HELP: dict[str, str] = {
    "POST /api/positions": "it says which moves are legal",
    "POST /api/records/write": "it writes the record as a file",
    "POST /api/studies": "a study has what its writers enter; calls that help get its positions themselves",
    "POST /api/studies/{study_id}/chapters": "as the call before",
    "GET /api/variants/{name}/board.svg": "it draws the position",
    "POST /api/challenges": "the opponent is a person; a bot is refused, see test_bot_games",
    "POST /api/bot/challenges": "as the call before",
    "POST /api/games": "it asks itself, because a game of two people at one page has no engine",
    "POST /api/names": "it asks itself, and leaves out the proverbs, see test_protected_forms",
}
"""The calls about a position that are not checked before their handler, with the reason."""


class Walk:
    """The text fields inside of schemas."""

    def __init__(self, components: dict[str, Any]) -> None:
        self._components = components

    def fields(
        self, schema: dict[str, Any], place: str, seen: frozenset[str] = frozenset()
    ) -> Iterator[Field]:
        """The fields of a schema at this place."""
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            if name not in seen:
                yield from self.fields(self._components[name], name, seen | {name})
            return
        for part in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())):
            yield from self.fields(part, place, seen)
        kinds = schema.get("type", ())
        if "string" in ([kinds] if isinstance(kinds, str) else kinds) and not {"enum", "const"} & set(schema):
            yield place, schema
        for name, inner in schema.get("properties", {}).items():
            yield from self.fields(inner, f"{place}.{name}", seen)
        for inner in (schema.get("items"), *schema.get("prefixItems", ())):
            if isinstance(inner, dict):
                yield from self.fields(inner, f"{place}[]", seen)
        for word in ("additionalProperties", "propertyNames"):
            if isinstance(schema.get(word), dict):
                yield from self.fields(schema[word], f"{place}{{}}", seen)


def of_calls(document: dict[str, Any]) -> dict[str, list[Field]]:
    """The fields that each call receives."""
    walk = Walk(document["components"]["schemas"])
    found = {}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            call = f"{method.upper()} {path}"
            found[call] = [
                field
                for each in operation.get("parameters", ())
                for field in walk.fields(each["schema"], f"{call} {each['in']} {each['name']}")
            ]
            for content in operation.get("requestBody", {}).get("content", {}).values():
                found[call] += walk.fields(content["schema"], f"{call} body")
    return found


def of_types(*kinds: Any) -> list[Field]:
    """The fields of these types."""
    schemas, components = msgspec.json.schema_components(kinds, schema_hook=wire_text.schema)
    walk = Walk(components)
    return [field for schema in schemas for field in walk.fields(schema, "message")]


def suspicious(fields: Iterable[Field]) -> set[str]:
    """The places of the fields that could carry a position and have another type."""
    return {
        place
        for place, schema in fields
        if schema.get("format") not in FORMATS
        and schema.get("maxLength", SHORTEST) >= SHORTEST
        and place not in listed()
        and place.replace(" ", ".").rpartition(".")[2] not in listed()
    }


@cache
def listed() -> set[str]:
    return {name for names in NO_POSITIONS.values() for name in names}


@pytest.fixture(scope="module")
def calls(client: TestClient[Any]) -> dict[str, list[Field]]:
    return of_calls(client.get("/api/openapi.json").json())


def messages() -> list[Field]:
    return of_types(live_wire.Command, bridge_messages.FromBridge)


def test_every_field_of_a_call_that_could_carry_a_position_has_its_type(
    calls: dict[str, list[Field]],
) -> None:
    assert suspicious(field for fields in calls.values() for field in fields) == set()


def test_every_field_of_a_message_that_could_carry_a_position_has_its_type() -> None:
    assert suspicious(messages()) == set()


def test_every_listed_field_exists(calls: dict[str, list[Field]]) -> None:
    places = {place for fields in (*calls.values(), messages()) for place, _ in fields}
    known = places | {place.replace(" ", ".").rpartition(".")[2] for place in places}
    assert listed() - known == set()


class AskWithText(msgspec.Struct):
    board: str
    side: Annotated[str, msgspec.Meta(max_length=SHORTEST - 1)] = "black"
    start: Position | None = None


class AskWithLists(msgspec.Struct):
    boards: list[dict[str, str | None]]


def test_a_field_of_another_type_is_found() -> None:
    assert suspicious(of_types(AskWithText)) == {"AskWithText.board"}
    assert suspicious(of_types(AskWithLists)) == {"AskWithLists.boards[]{}"}


def test_no_shorter_text_is_a_position() -> None:
    Board("9/9/9/9/9/9/9/9/9 b -", validate=False)
    with pytest.raises(SfenError):
        Board("9/9/9/9/9/9/9/9/ b -", validate=False)


def test_every_call_about_a_position_is_checked(
    client: TestClient[Any], calls: dict[str, list[Field]]
) -> None:
    about = {
        call for call, fields in calls.items() if any(each.get("format") in FORMATS for _, each in fields)
    }
    checked = {
        f"{method} {path}"
        for path, method, handler in openapi.calls(client.app.routes)
        if handler.opt.get("helps")
    }
    assert about - checked == set(NO_HELP)


def structs_in(kind: Any) -> Iterator[type]:
    """The structs in a type."""
    waiting, seen = [kind], set()
    while waiting:
        each = waiting.pop()
        if isinstance(each, type) and issubclass(each, msgspec.Struct) and each not in seen:
            seen.add(each)
            yield each
            waiting += typing.get_type_hints(each).values()
        waiting += [inner for inner in typing.get_args(each) if not isinstance(inner, str)]


def test_a_position_with_moves_from_it_is_a_line_or_a_record(client: TestClient[Any]) -> None:
    """The check follows the moves of these alone."""
    for _, _, handler in openapi.calls(client.app.routes):
        if not handler.opt.get("helps"):
            continue
        for struct in structs_in(body_type(handler)):
            hints = typing.get_type_hints(struct)
            with_position = any(Position in (hint, *typing.get_args(hint)) for hint in hints.values())
            if issubclass(struct, Line | GameRecord | GameSettings) or not with_position:
                continue
            assert list[str] not in hints.values(), f"{struct.__name__} has moves, but is no Line"
