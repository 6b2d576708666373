"""The base of the HTTP calls of a room: typed bodies and answers, and what a call costs.

A call is a method of a controller, whose fields are the services that its calls use. It gets its body,
decoded, as ``data`` and returns its answer::

    class StudyCalls(Calls):
        path = "/api/studies"
        studies: Studies

        @post("/{study_id:str}/people", status_code=200)
        async def invite(self, caller: Caller, study_id: Id, data: JSONBody[StudyInvitation]) -> StudyView:

What it takes from the quotas of the caller is its option ``cost``, ``"call"`` unless it names another. The
cost is counted before the body is decoded.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from copy import copy
from inspect import get_annotations
from typing import Any, Self

from litestar import Controller, Response
from litestar.dto import AbstractDTO, DTOFieldDefinition
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.typing import FieldDefinition

from komadai.server import wire_text
from komadai.server.http.request_quotas import Cost, RequestQuotas
from komadai.server.http.requests import AnyRequest, decoded
from komadai.server.http.wire import EmptyRequest
from komadai.server.rate_limits import Limits

Id = FromPath[str]
"""An id or a name in the path of a call."""


class _Body(AbstractDTO[Any]):
    """Decodes a body as the type of ``data``, strictly and with our objections."""

    def decode_bytes(self, value: bytes) -> Any:
        return decoded(value, body_type(self.asgi_connection.route_handler))

    @classmethod
    def create_for_field_definition(cls, *_: Any, **__: Any) -> None:
        """Nothing is made before a body comes."""

    @classmethod
    def is_supported_model_type_field(cls, field_definition: FieldDefinition) -> bool:
        """Answers are written by `Answer`."""
        return False

    @classmethod
    def generate_field_definitions(cls, model_type: type[Any]) -> Generator[DTOFieldDefinition, None, None]:
        raise NotImplementedError  # abstract in Litestar; no field definitions are needed

    @classmethod
    def detect_nested_field(cls, field_definition: FieldDefinition) -> bool:
        raise NotImplementedError


class Answer(Response[Any]):
    """The JSON of an answer. A call that sets a header or the status itself returns one."""

    def __init__(self, content: Any, **options: Any) -> None:
        super().__init__(content, **options)
        self.headers["Cache-Control"] = "no-store"

    def render(self, content: Any, *_: Any) -> bytes:
        return wire_text.encode(content)


class Calls(Controller):
    """The calls of a room. The fields that a subclass declares are services, by their names in the rooms."""

    dto: type[AbstractDTO[Any]] | None = _Body
    response_class: type[Response[Any]] | None = Answer
    opt: dict[str, Any] = {"cost": "call"}  # noqa: RUF012

    @classmethod
    def services(cls) -> set[str]:
        """The names of the services."""
        own = (base for base in cls.__mro__ if issubclass(base, Calls) and base is not Calls)
        return {name for base in own for name in get_annotations(base)} - {*Controller.__annotations__}

    @classmethod
    def of_app(cls, limits: Limits) -> type[Self]:
        """The calls of one application.

        The option ``body_limit`` names the limit of those with longer bodies than others.
        """
        longer = {}
        for name, handler in vars(cls).items():
            if isinstance(handler, HTTPRouteHandler) and "body_limit" in handler.opt:
                longer[name] = copy(handler)
                longer[name].request_max_body_size = getattr(limits, handler.opt["body_limit"])
        return type(cls.__name__, (cls,), longer | {"__module__": cls.__module__})

    @classmethod
    def connect(cls, services: Mapping[str, Any]) -> None:
        """Gives the calls of an application their services, before the first call. Raises KeyError."""
        for name in cls.services():
            setattr(cls, name, services[name])


def body_type(handler: Any) -> Any:
    """The type of a call's body; ``bytes`` if it has none that is JSON."""
    field = handler.parsed_data_field
    if field is not None:
        return field.annotation
    return handler.opt.get("body", EmptyRequest if "POST" in handler.http_methods else bytes)


def answer_type(handler: HTTPRouteHandler) -> Any:
    """The type of a call's answer; ``bytes`` for a file."""
    return handler.opt.get("answers") or handler.parsed_fn_signature.return_type.annotation


async def count(request: AnyRequest, quotas: RequestQuotas, now_ms: int) -> None:
    """Takes what the call costs from the quotas of the caller. Raises ApiError.

    ``no_guest``: it needs a session. ``slow_down``: nothing is left. ``bad_json``: the body is empty.
    """
    if request.method == "OPTIONS":
        return
    handler = request.scope["route_handler"]
    cost: Cost | None = handler.opt.get("cost")
    if cost is not None:
        state = request.scope["state"]
        quotas.take(cost, state["guest"], state["address"], now_ms)
    if handler.parsed_data_field is not None and not await request.body():
        decoded(b"", body_type(handler))
