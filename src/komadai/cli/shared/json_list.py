"""Lists for ``--json`` that move to disk when they grow: a million games can have millions of warnings."""

from __future__ import annotations

import json
import shutil
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from typing import Self, TextIO

_HELD: Final = 1 << 20
"""Bytes held in memory before a file is used."""


class JsonList:
    """A JSON list that is appended to and written out once."""

    def __init__(self) -> None:
        # Closed by __exit__.
        self._file = SpooledTemporaryFile(_HELD, "w+", encoding="utf-8", newline="")  # noqa: SIM115
        self._separator = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._file.close()

    def append(self, value: object) -> None:
        """Appends a value that ``json.dumps`` accepts."""
        self._file.write(self._separator + json.dumps(value))
        self._separator = ", "

    def write_to(self, stream: TextIO) -> None:
        """Writes the list."""
        stream.write("[")
        self._file.seek(0)
        shutil.copyfileobj(self._file, stream)
        stream.write("]")
