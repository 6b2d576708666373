"""Comments on endings that look like what writers say there themselves.

Where a format's word for an ending leaves something open, the first lines of the comment tell it, such as
``先手の勝ち（反則：二歩）``. A comment of the game's own that begins like that gets an empty line before
it when written, and loses one when read: so it is never taken for such a line, and people read it as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def guarded(comment: str, says_the_end: Callable[[str], bool]) -> str:
    """The comment as it is written; ``says_the_end`` is whether a line could be one of the writer's."""
    return f"\n{comment}" if says_the_end(_first(comment)) else comment


def unguarded(comment: str, says_the_end: Callable[[str], bool]) -> str:
    """What :func:`guarded` was given."""
    return comment[1:] if comment.startswith("\n") and says_the_end(_first(comment)) else comment


def _first(comment: str) -> str:
    """The first line that is not empty."""
    return comment.lstrip("\n").partition("\n")[0]
