"""Writes the TypeScript types of the wire, web/src/api/types.ts, from the server's msgspec types.

    python tools/wire_types.py            writes the file
    python tools/wire_types.py --check    fails if the file is not what the tool would write

A type keeps its name, without the ending "View"; its docstring and those of its fields become comments.
What the server sends has all fields. In what only the page sends, a field with a default is optional;
a type that goes both ways has a second interface with the ending "Input" for this.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import re
import sys
import types
import typing
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union

import msgspec

from komadai import score
from komadai.engine import thinking
from komadai.messages import text as message_text
from komadai.play import events
from komadai.ratings import speeds
from komadai.server import connections
from komadai.server.analysis import wire as analysis_wire
from komadai.server.bots import wire as bots_wire
from komadai.server.bridge import wire as bridge_wire
from komadai.server.chat import wire as chat_wire
from komadai.server.classes import wire as classes_wire
from komadai.server.coach import wire as coach_wire
from komadai.server.csa import wire as csa_wire
from komadai.server.directory import wire as directory_wire
from komadai.server.explorer import wire as explorer_wire
from komadai.server.games import wire as games_wire
from komadai.server.http import wire as http_wire
from komadai.server.jobs import wire as jobs_wire
from komadai.server.lessons import wire as lessons_wire
from komadai.server.library import wire as library_wire
from komadai.server.live import wire as live_wire
from komadai.server.lobby import wire as lobby_wire
from komadai.server.mail import wire as mail_wire
from komadai.server.moderation import wire as moderation_wire
from komadai.server.people import wire as people_wire
from komadai.server.positions import wire as positions_wire
from komadai.server.ratings import service as ratings
from komadai.server.records import names_wire
from komadai.server.records import wire as records_wire
from komadai.server.reviews import wire as reviews_wire
from komadai.server.studies import access as studies_access
from komadai.server.studies import wire as studies_wire
from komadai.server.thinking import wire as thinking_wire
from komadai.server.tournaments import requests as events_requests
from komadai.server.tournaments import wire as events_wire
from komadai.server.tsume import wire as tsume_wire
from komadai.server.variants import wire as variants_wire
from komadai.server.wire_text import WireText
from komadai.study.game_review import report
from komadai.study.lessons import model as lesson_model
from komadai.study.library import model as library_model
from komadai.tournaments import kinds
from komadai.tournaments.core import results as core_results
from komadai.tournaments.core import settings as core_settings
from komadai.tournaments.settings import SETTINGS
from komadai.tsume import line_checker, move_checker

FILE: Final = Path(__file__).parents[1] / "web" / "src" / "api" / "types.ts"
MODULES: Final = (
    *(
        message_text,
        events,
        http_wire,
        positions_wire,
        people_wire,
        directory_wire,
        games_wire,
        chat_wire,
        lobby_wire,
        events_requests,
        events_wire,
        records_wire,
        tsume_wire,
        jobs_wire,
        live_wire,
    ),
    *(
        variants_wire,
        thinking_wire,
        bridge_wire,
        analysis_wire,
        reviews_wire,
        moderation_wire,
        bots_wire,
        csa_wire,
        coach_wire,
        names_wire,
        explorer_wire,
    ),
    *(library_wire, lessons_wire, classes_wire, studies_wire, mail_wire),
)
ALIASES: Final = {
    line_checker: ("LineVerdict",),
    move_checker: ("Verdict",),
    events: ("ColorName", "OfferName"),
    speeds: ("Speed",),
    people_wire: ("ReportReason",),
    ratings: ("UnratedReason",),
    games_wire: ("SideChoice", "DaysPerMove", "Status", "Adjournment", "Visibility", "GameCommand"),
    chat_wire: ("Room",),
    lobby_wire: ("ChallengeState",),
    kinds: ("System",),
    core_settings: ("TieBreak",),
    core_results: ("Bye",),
    events_wire: ("TournamentStatus",),
    events_requests: ("TournamentResult", "TournamentCommand"),
    tsume_wire: ("JobKind",),
    variants_wire: ("BeginnerHintKind",),
    explorer_wire: ("ExplorerResult",),
    thinking: ("SearchMode",),
    report: ("MoveClass", "MilestoneKind"),
    lesson_model: ("Goal",),
    library_model: ("TermTopic",),
    lessons_wire: ("StepKind",),
    studies_access: ("Writers",),
    studies_wire: ("TreeCommand",),
    live_wire: ("Topic", "Command", "ServerMessage"),
}
"""The names of unions and literals that become types of their own."""
RENAMED: Final = {"ColorName": "Color", "Result": "BoardResult"}
"""Python has another type of this name."""
DERIVED: Final = {"Language": "keyof Text", "Notation": 'keyof Move["text"]'}
"""Types that are the field names of others."""
CONSTANTS: Final = {
    "WIN_RATE_SCALE": (score.DEFAULT_WIN_RATE.scale, "The scale of the default win-rate model."),
    "KOMADAI_WIN_RATE_SCALE": (score.KOMADAI_WIN_RATE.scale, "The scale of the built-in evaluation."),
    "SOCKET_VERSION": (connections.SOCKET_VERSION, "The version of the messages of the page's socket."),
}
"""Numbers that page and server must share, with their comments."""
_MADE_OF: Final[dict[type, list[type]]] = {
    events_requests.NewTournament: [base for each in SETTINGS.values() for base in reversed(each.__mro__)]
}
"""The classes whose fields a struct has that is made when the server starts."""
LINE_LENGTH: Final = 110
"""The line length of the page's code formatter."""
NOT_ON_THE_WIRE: Final = {"Person", "EnginePlayer", "ProgramPlayer", "Line", "TournamentTerms"}
HEADER: Final = """\
// The types of the messages between server and page. Written by tools/wire_types.py: do not edit.
// Times are integer milliseconds, squares and moves are USI.
"""


class Generator:
    """The interfaces of all wire types."""

    def __init__(self) -> None:
        self.structs = [struct for module in MODULES for struct in _structs(module)]
        self.aliases = {name: getattr(module, name) for module, names in ALIASES.items() for name in names}
        self.sent = self._reachable([each for each in self.structs if not _is_request(each)])
        self.with_input = {each for each in self.sent if self._has_defaults(each, set())}

    def text(self) -> str:
        """The whole file."""
        parts = [HEADER]
        for name, (number, comment) in CONSTANTS.items():
            parts.append(f"/** {comment} */\nexport const {name} = {number:g};\n")
        for name, value in self.aliases.items():
            parts.append(_alias(_name(name), self._union(value, request=False)))
        for name, source in DERIVED.items():
            parts.append(_alias(name, source))
        for struct in self.structs:
            parts.append(self._interface(struct, request=struct not in self.sent))
            if struct in self.with_input:
                parts.append(self._interface(struct, request=True))
        return "\n".join(parts)

    def _interface(self, struct: type, *, request: bool) -> str:
        suffix = "Input" if request and struct in self.with_input else ""
        docs = _field_docs(struct)
        lines = _comment(struct.__doc__ if _own_doc(struct) else None, "")
        lines.append(f"export interface {_name(struct.__name__)}{suffix} {{")
        first = len(lines)
        config = struct.__struct_config__  # type: ignore[attr-defined]
        if config.tag is not None:
            lines.append(f'  {config.tag_field}: "{config.tag}";')
        hints = typing.get_type_hints(struct, include_extras=True)
        for field in msgspec.structs.fields(struct):
            optional = "?" if request and not field.required else ""
            lines += _comment(docs.get(field.name), "  ")
            kind = self._type(hints[field.name], request)
            lines.append(f"  {field.encode_name}{optional}: {kind};")
        if len(lines) == first:  # as the code formatter writes it
            lines[-1] += "}\n"
        else:
            lines.append("}\n")
        return "\n".join(lines)

    def _type(self, kind: Any, request: bool) -> str:
        for name, value in self.aliases.items():
            if kind == value:
                return _name(name)
        origin, arguments = typing.get_origin(kind), typing.get_args(kind)
        if origin is Annotated:
            return self._type(arguments[0], request)
        if origin in (Union, types.UnionType):
            for name, value in self.aliases.items():  # an alias or null
                if set(arguments) == {*typing.get_args(value), type(None)} and origin is types.UnionType:
                    return f"{_name(name)} | null"
            return self._union(kind, request=request)
        if origin is Literal:
            return _values(arguments)
        if origin is list:
            return _array(self._type(arguments[0], request))
        if origin is dict:
            return f"Record<{', '.join(self._type(each, request) for each in arguments)}>"
        if origin is tuple:
            members = [self._type(each, request) for each in arguments]
            return _array(members[0]) if len(set(members)) == 1 else f"[{', '.join(members)}]"
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            return _name(kind.__name__) + ("Input" if request and kind in self.with_input else "")
        if isinstance(kind, type) and issubclass(kind, WireText):
            return "string"
        simple = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}
        return simple[kind]

    def _union(self, kind: Any, *, request: bool) -> str:
        if typing.get_origin(kind) is Literal:
            return _values(typing.get_args(kind))
        members = typing.get_args(kind)
        return " | ".join(dict.fromkeys(self._type(each, request) for each in members))

    def _reachable(self, roots: list[type]) -> set[type]:
        found: set[type] = set()
        waiting = list(roots)
        while waiting:
            struct = waiting.pop()
            if struct not in found:
                found.add(struct)
                waiting += _members(struct)
        return found

    def _has_defaults(self, struct: type, seen: set[type]) -> bool:
        """Whether the struct can also be sent by the page, and something in it is optional then."""
        if not _is_request(struct) or struct in seen:
            return False
        seen.add(struct)
        own = any(not field.required for field in msgspec.structs.fields(struct))
        return own or any(self._has_defaults(each, seen) for each in _members(struct))


def _structs(module: types.ModuleType) -> list[type]:
    return [
        value
        for name, value in vars(module).items()
        if isinstance(value, type)
        and issubclass(value, msgspec.Struct)
        and value.__module__ == module.__name__
        and not name.startswith("_")
        and name not in NOT_ON_THE_WIRE
        and not _is_event(value)
        and value is not games_wire.SocketRequest
    ]


def _is_event(struct: type) -> bool:
    return struct.__module__ == events.__name__ and struct is not events.ClockSettings


def _is_request(struct: type) -> bool:
    return bool(struct.__struct_config__.forbid_unknown_fields)  # type: ignore[attr-defined]


def _members(struct: type) -> list[type]:
    """The structs in the fields of this one."""
    found: list[type] = []
    waiting = list(typing.get_type_hints(struct).values())
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            found.append(kind)
        waiting += [each for each in typing.get_args(kind) if not isinstance(each, str)]
    return found


def _name(name: str) -> str:
    return RENAMED.get(name, name.removesuffix("View") if name != "View" else name)


def _values(values: Iterable[object]) -> str:
    """A union of texts and numbers."""
    return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in values)


def _array(member: str) -> str:
    is_union = " | " in re.sub(r"\(.*?\)|\[.*?\]", "", member)
    return f"({member})[]" if is_union else f"{member}[]"


def _alias(name: str, union: str) -> str:
    line = f"export type {name} = {union};\n"
    if len(line) <= LINE_LENGTH:
        return line
    if len(union) + 3 <= LINE_LENGTH:
        return f"export type {name} =\n  {union};\n"
    members = "\n".join(f"  | {member}" for member in union.split(" | "))
    return f"export type {name} =\n{members};\n"


def _own_doc(struct: type) -> bool:
    return "__doc__" in vars(struct)


def _comment(text: str | None, indent: str) -> list[str]:
    if not text:
        return []
    lines = inspect.cleandoc(text).replace("``", "`").splitlines()
    if len(lines) == 1:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def _field_docs(struct: type) -> dict[str, str]:
    """The docstrings of the fields: the strings that follow their declarations."""
    docs: dict[str, str] = {}
    for base in dict.fromkeys([*reversed(struct.__mro__), *_MADE_OF.get(struct, ())]):
        if not base.__module__.startswith("komadai") or base in _MADE_OF:
            continue
        body = ast.parse(inspect.getsource(base)).body[0]
        assert isinstance(body, ast.ClassDef)
        for field, text in zip(body.body, body.body[1:], strict=False):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(text, ast.Expr)
                and isinstance(text.value, ast.Constant)
            ):
                docs[field.target.id] = str(text.value.value)
    return docs


def main() -> int:
    """Writes or checks the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="only compare, and fail if the file differs")
    arguments = parser.parse_args()
    text = Generator().text()
    if not arguments.check:
        FILE.write_text(text, "utf-8")
        return 0
    if FILE.read_text("utf-8") == text:
        return 0
    print(f"{FILE} differs from the server's types: run python tools/wire_types.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
