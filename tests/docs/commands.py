"""The command lines of README and documentation.

They are in ``sh`` blocks. Where a test cannot run one (it needs another machine, or an hour), a comment
``<!-- no-run: reason -->`` stands on the line before the block.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = [ROOT / "README.md", ROOT / "README.ja.md", *sorted((ROOT / "docs").rglob("*.md"))]
_BLOCK: Final = re.compile(
    r"^(?:<!-- no-run: (?P<reason>.*?) -->\n)?```sh\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL
)


class Block(NamedTuple):
    """A ``sh`` block; ``reason`` says why it is not run, and is None where it is."""

    code: str
    reason: str | None


def blocks(text: str) -> list[Block]:
    """The ``sh`` blocks of a page, in their order."""
    return [Block(found["code"], found["reason"]) for found in _BLOCK.finditer(text)]
