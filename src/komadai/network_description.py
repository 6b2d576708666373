"""The description in a network file of Komadai: how the network was made, its licence, its win-rate model.

``cpp/eval/network/network_file.cpp`` describes the format.
"""

from __future__ import annotations

import json
import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from typing import Any, Final

_MAGIC: Final = b"KOMADAI NETWORK".ljust(20, b"\0")
_AFTER_MAGIC: Final = struct.Struct("<III HHBBH 81x 3x I")
"""Version, length, checksum; the shape, of which the last number is the length of the description."""
_MAX_BYTES: Final = 1 << 20


def read_description(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The description of a network; empty for a file that is not a network of Komadai.

    The weights are not read and the checksum is not compared. Raises OSError, and ValueError if the
    description is not a JSON object.
    """
    with open(path, "rb") as file:
        head = file.read(len(_MAGIC) + _AFTER_MAGIC.size)
        if not head.startswith(_MAGIC) or len(head) < len(_MAGIC) + _AFTER_MAGIC.size:
            return {}
        length = _AFTER_MAGIC.unpack_from(head, len(_MAGIC))[-1]
        text = file.read(min(length, _MAX_BYTES))
    description = json.loads(text or b"{}")
    if not isinstance(description, dict):
        raise ValueError("the description is not a JSON object")
    return description
