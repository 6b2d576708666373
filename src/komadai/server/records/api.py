"""The HTTP calls of records: reading, writing, and positions; see docs/wire.md."""

from __future__ import annotations

import json

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.types import ControllerRouterHandler

from komadai.errors import KomadaiError
from komadai.kifu import FORMATS
from komadai.kifu.formats.registry import current_key
from komadai.play.texts import Text
from komadai.server import wire_text
from komadai.server.errors import ApiError
from komadai.server.http import objections
from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, body_of, decoded, guest_of, number
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.rate_limits import Limits
from komadai.server.records import export as records_export
from komadai.server.records import from_wire, import_file, to_wire
from komadai.server.records import positions as records_positions
from komadai.server.records import wire as wr
from komadai.server.records.export import KINDS, File, kind_named
from komadai.server.server_clock import ServerClock


async def record_options() -> Response[bytes]:
    """The formats, headers and terminations that a record can have."""
    formats = [
        wr.FormatChoice(kind.key, kind.name, kind.suffix, kind.holds_variants) for kind in KINDS.values()
    ]
    headers, terminations = to_wire.header_choices(), to_wire.termination_choices()
    return answer(wr.RecordOptions(formats, headers, terminations))


async def read_records(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    workers: NamedDependency[CpuWorkerPool],
) -> Response[bytes]:
    """Reads the games of the body: a file, an archive, or pasted text."""
    guest, address = guest_of(request), request.scope["state"]["address"]
    query = request.query_params
    format = current_key(query.get("format") or "") or None
    readable = [key for key, each in FORMATS.items() if each.can_read]
    if format is not None and format not in readable:
        raise ApiError("invalid", "format", why=objections.one_of("format", readable))
    first = number("from", query.get("from", "0"), 0, import_file.MAX_SKIPPED)
    quotas.record(guest, address, clock.now_ms())
    return answer(await workers.run(address, _read, await request.body(), format, first))


def _read(data: bytes, format: str | None, first: int) -> bytes:
    return wire_text.encode(import_file.read(data, format, first))


async def write_record(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    workers: NamedDependency[CpuWorkerPool],
) -> Response[bytes]:
    """Writes the record of the body as a file."""
    guest, address = guest_of(request), request.scope["state"]["address"]
    quotas.record(guest, address, clock.now_ms())
    return attachment(await workers.run(address, _write, await request.body()), "komadai")


def _write(body: bytes) -> File:
    ask = decoded(body, wr.WriteRequest)
    kind = kind_named(ask.format)
    if kind is None:
        raise ApiError("invalid", "format", why=objections.one_of("format", KINDS))
    game, nodes = from_wire.game_of(ask.record)
    if ask.node is not None and ask.node >= len(nodes):
        raise ApiError("invalid", "node", why=objections.whole_number("node", 0, len(nodes) - 1))
    try:
        return records_export.write(game, kind, None if ask.node is None else nodes[ask.node], flip=ask.flip)
    except KomadaiError as error:
        text = import_file.why(error)
        why = Text(f"record: {text.en}", f"{kind.name.ja}では書けません：{text.ja}")
        raise ApiError("invalid", "record", why=why) from error


def attachment(file: File, name: str) -> Response[bytes]:
    """The file as an attachment; a header lists what the format cannot represent."""
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
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The legal moves of a position, or of the position after one more move."""
    quotas.call(guest_of(request), clock.now_ms())
    return answer(records_positions.position(await body_of(request, wr.PositionRequest)))


def handlers(limits: Limits) -> tuple[ControllerRouterHandler, ...]:
    """The handlers of all these calls."""
    return (
        get("/api/records/options", answers=wr.RecordOptions)(record_options),
        post(
            "/api/records/read",
            status_code=200,
            body=bytes,
            query=("format", "from"),
            answers=wr.ReadAnswer,
            request_max_body_size=limits.record_body,
        )(read_records),
        post(
            "/api/records/write",
            status_code=200,
            body=wr.WriteRequest,
            answers=bytes,
            request_max_body_size=limits.tree_body,
        )(write_record),
        post("/api/positions", status_code=200, body=wr.PositionRequest, answers=wr.PositionAnswer)(position),
    )
