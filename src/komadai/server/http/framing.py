"""Requests whose end is ambiguous.

h11 ends a body by its chunks where a request has a length, too. A proxy in front may believe the length, and
take the rest of the body for the next person's request (request smuggling).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from komadai.messages.text import Text

AMBIGUOUS: Final = Text(
    "expected either Content-Length or Transfer-Encoding (only in HTTP/1.1), not both",
    "Content-LengthとTransfer-Encoding（HTTP/1.1のみ）は、どちらか一方だけを使ってください",
)


def is_ambiguous(headers: Mapping[str, str], version: str) -> bool:
    """Whether two servers may see different ends of a request with these headers, by lower-case name."""
    return "transfer-encoding" in headers and ("content-length" in headers or version == "1.0")
