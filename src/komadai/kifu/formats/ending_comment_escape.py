"""Escapes comments on endings that look like the explanations that writers add there.

If a format's word for an ending does not express the whole outcome, writers begin the comment with an
explanation, such as ``先手の勝ち（反則：二歩）``. A comment of the user that begins like an explanation is
written after an empty line, which is removed when the comment is read. So it is never taken for an
explanation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def escaped(comment: str, is_explanation: Callable[[str], bool]) -> str:
    """The comment as it is written; ``is_explanation`` tests whether a line looks like an explanation."""
    return f"\n{comment}" if is_explanation(_first(comment)) else comment


def unescaped(comment: str, is_explanation: Callable[[str], bool]) -> str:
    """The inverse of :func:`escaped`."""
    return comment[1:] if comment.startswith("\n") and is_explanation(_first(comment)) else comment


def _first(comment: str) -> str:
    """The first line that is not empty."""
    return comment.lstrip("\n").partition("\n")[0]
