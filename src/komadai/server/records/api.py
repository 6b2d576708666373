"""The HTTP calls of docs/wire.md about records: reading, writing, any position."""

from __future__ import annotations

import json

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.types import ControllerRouterHandler

from komadai.errors import KomadaiError
from komadai.kifu import FORMATS
from komadai.play.refusals import Refused
from komadai.play.texts import Words
from komadai.server.http.allowances import Allowances
from komadai.server.http.helpers import AnyRequest, answer, body_of, decoded, guest_of, number
from komadai.server.jobs.worker_pool import Desk
from komadai.server.rate_limits import Limits
from komadai.server.records import export as records_export
from komadai.server.records import from_wire, import_file, to_wire
from komadai.server.records import positions as records_positions
from komadai.server.records import wire as wr
from komadai.server.records.export import KINDS, File
from komadai.server.server_clock import ServerClock


async def record_options() -> Response[bytes]:
    """What a page of records can choose from."""
    formats = [wr.FormatChoice(kind.key, kind.name, kind.suffix) for kind in KINDS.values()]
    headers, terminations = to_wire.header_choices(), to_wire.termination_choices()
    return answer(wr.RecordOptions(formats, headers, terminations))


async def read_records(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    allowances: NamedDependency[Allowances],
    desk: NamedDependency[Desk],
) -> Response[bytes]:
    """The games in the body: a file, an archive, pasted text."""
    guest, address = guest_of(request), request.scope["state"]["address"]
    query = request.query_params
    format = query.get("format") or None
    readable = [key for key, each in FORMATS.items() if each.parse]
    if format is not None and format not in readable:
        raise Refused("invalid", "format", why=f"format: expected one of {', '.join(readable)}")
    first = number("from", query.get("from", "0"), 0, import_file.MOST_PASSED)
    allowances.record(guest, address, clock.now_ms())
    return answer(await desk.do(address, _read, await request.body(), format, first))


def _read(data: bytes, format: str | None, first: int) -> bytes:
    return msgspec.json.encode(import_file.read(data, format, first))


async def write_record(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    allowances: NamedDependency[Allowances],
    desk: NamedDependency[Desk],
) -> Response[bytes]:
    """The record in the body as a file."""
    guest, address = guest_of(request), request.scope["state"]["address"]
    allowances.record(guest, address, clock.now_ms())
    return attachment(await desk.do(address, _write, await request.body()), "komadai")


def _write(body: bytes) -> File:
    ask = decoded(body, wr.WriteAsk)
    kind = KINDS.get(ask.format)
    if kind is None:
        raise Refused("invalid", "format", why=f"format: expected one of {', '.join(KINDS)}")
    game, nodes = from_wire.game_of(ask.record)
    if ask.node is not None and ask.node >= len(nodes):
        raise Refused("invalid", "node", why=f"node: expected 0 to {len(nodes) - 1}")
    try:
        return records_export.write(game, kind, None if ask.node is None else nodes[ask.node], flip=ask.flip)
    except KomadaiError as error:
        said = import_file.why(error)
        why = Words(f"record: {said.en}", f"{kind.name.ja}では書けません：{said.ja}")
        raise Refused("invalid", "record", why=why) from error


def attachment(file: File, name: str) -> Response[bytes]:
    """The file as an answer that a browser saves, with what it could not hold in a header."""
    losses = [{"en": each, "ja": each.text("ja")} for each in file.losses]
    return Response(
        file.body,
        media_type=file.type,
        encoding=file.encoding,
        headers={
            "Content-Disposition": f'attachment; filename="{name}.{file.suffix}"',
            "Cache-Control": "no-store",
            "X-Komadai-Losses": json.dumps(losses),
        },
    )


async def position(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    allowances: NamedDependency[Allowances],
) -> Response[bytes]:
    """The legal moves of any position, or of the one after one more move."""
    allowances.call(guest_of(request), clock.now_ms())
    return answer(records_positions.position(await body_of(request, wr.PositionAsk)))


def handlers(limits: Limits) -> tuple[ControllerRouterHandler, ...]:
    """The handlers of all these calls."""
    return (
        get("/api/records/options")(record_options),
        post("/api/records/read", status_code=200, request_max_body_size=limits.record_body)(read_records),
        post("/api/records/write", status_code=200, request_max_body_size=limits.tree_body)(write_record),
        post("/api/positions", status_code=200)(position),
    )
