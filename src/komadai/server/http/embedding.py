"""The pages that other sites may show in a frame of theirs."""

from __future__ import annotations

import re
from typing import Final

_EMBEDDED: Final = re.compile(r"/study/[A-Za-z0-9_-]{1,40}/embed(/[A-Za-z0-9_-]{1,40})?/?")


def is_embedded(path: str) -> bool:
    """Whether this is the address of a study without the rest of the page, ``/study/ID/embed``.

    Such a page only shows: it has no session, and nothing on it changes anything.
    """
    return _EMBEDDED.fullmatch(path) is not None
