"""The lines of chat that a report takes along, as texts: room, author, and what was said."""

from __future__ import annotations

import re
from typing import Final

DELETED: Final = "deleted"
"""The author of a line whose account was deleted."""
REMOVED: Final = "…"
"""The text in place of a line whose author has deleted the account."""
_LINE: Final = re.compile(r"(?P<room>\w+) (?P<author>\S+)(?P<side>( \(\w+\))?): ")


def quoted(room: str, author: str, color: str | None, said: str) -> str:
    """A line as a moderator reads it."""
    side = "" if color is None else f" ({color})"
    return f"{room} {author}{side}: {said}"


def without_author(line: str, name: str) -> str:
    """The line without what it says if the account of this name, in any case, has said it."""
    match = _LINE.match(line)
    if match is None or match["author"].lower() != name.lower():
        return line
    return f"{match['room']} {DELETED}{match['side']}: {REMOVED}"
