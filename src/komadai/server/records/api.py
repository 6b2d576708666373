"""The HTTP calls of records: reading, writing, and positions; see docs/wire.md."""

from __future__ import annotations

import json
from typing import Final

from litestar import Response, get, post
from litestar.params import JSONBody

from komadai.errors import KomadaiError
from komadai.kifu import FORMATS
from komadai.kifu.formats.registry import current_key
from komadai.messages.text import Text
from komadai.server import wire_text
from komadai.server.errors import ApiError
from komadai.server.http import objections
from komadai.server.http.answers import answer
from komadai.server.http.calls import Calls
from komadai.server.http.requests import AnyRequest, decoded, number
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.people.caller import Caller
from komadai.server.records import export as records_export
from komadai.server.records import from_wire, import_file, to_wire
from komadai.server.records import positions as records_positions
from komadai.server.records import wire as wr
from komadai.server.records.export import KINDS, File, kind_named


class RecordCalls(Calls):
    """Records: what they can have, files that are read and written."""

    path = "/api/records"
    workers: CpuWorkerPool

    @get("/options", cost=None)
    async def record_options(self) -> wr.RecordOptions:
        """The formats, headers and terminations that a record can have.

        The headers are those that every format supports; ``variants``: the format holds games of variants.
        """
        formats = [
            wr.FormatChoice(kind.key, kind.name, kind.suffix, kind.holds_variants) for kind in KINDS.values()
        ]
        headers, terminations = to_wire.header_choices(), to_wire.termination_choices()
        return wr.RecordOptions(formats, headers, terminations)

    @post(
        "/read",
        body_limit="record_body",
        status_code=200,
        query=("format", "from"),
        body=bytes,
        answers=wr.ReadAnswer,
        cost="record",
    )
    async def read_records(self, request: AnyRequest, caller: Caller) -> Response[bytes]:
        """Reads the games of the body: a file, an archive, or pasted text.

        An archive is zip, gz or tar; text is UTF-8. 2 MiB at most, 16 MiB unpacked.
        """
        query = request.query_params
        format = current_key(query.get("format") or "") or None
        readable = [key for key, each in FORMATS.items() if each.can_read]
        if format is not None and format not in readable:
            raise ApiError("invalid", "format", why=objections.one_of("format", readable))
        first = number("from", query.get("from", "0"), 0, import_file.MAX_SKIPPED)
        return answer(await self.workers.run(caller.address, _read, await request.body(), format, first))

    @post(
        "/write", body_limit="tree_body", status_code=200, body=wr.WriteRequest, answers=bytes, cost="record"
    )
    async def write_record(self, request: AnyRequest, caller: Caller) -> Response[bytes]:
        """Writes the record of the body as a file.

        8 MiB at most.
        """
        return attachment(await self.workers.run(caller.address, _write, await request.body()), "komadai")


def _read(data: bytes, format: str | None, first: int) -> bytes:
    return wire_text.encode(import_file.read(data, format, first))


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


class PositionCalls(Calls):
    """Positions: their legal moves."""

    path = "/api/positions"

    @post("/", status_code=200)
    async def position(self, data: JSONBody[wr.PositionRequest]) -> wr.PositionAnswer:
        """The legal moves of a position, or of the position after one more move."""
        return records_positions.position(data)


CALLS: Final = (RecordCalls, PositionCalls)
