"""Studies as files: a record for each chapter, in every format that can be written."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence

from komadai.kifu import Game, VariantGame
from komadai.messages import Message
from komadai.server.records import export as records_export
from komadai.server.records.export import File, Kind


def one(game: Game | VariantGame, kind: Kind) -> File:
    """A chapter as a file. Raises KomadaiError if the format cannot hold it."""
    return records_export.write(game, kind)


def archive(games: Sequence[tuple[str, Game | VariantGame]], kind: Kind) -> File:
    """All chapters as a zip file, a record each, named by number and chapter. Raises KomadaiError."""
    buffer = io.BytesIO()
    losses: list[Message] = []
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for number, (name, game) in enumerate(games, 1):
            file = one(game, kind)
            losses += [each for each in file.losses if str(each) not in {str(known) for known in losses}]
            packed.writestr(f"{number:02}-{_file_name(name)}.{file.suffix}", file.body)
    return File(buffer.getvalue(), "application/zip", "zip", losses=tuple(losses))


def _file_name(name: str) -> str:
    return re.sub(r"[^\w-]+", "-", name).strip("-")[:60] or "chapter"
