"""The piece faces: outlines in JSON, so that no font is needed. ``tools/faces.py`` makes them.

Faces are SVG paths, 1000 units to the em, centred on (0, 0), y downwards. The keys are the
letters of SFEN (``K``, ``+R`` …) and ``K2`` for the king of the higher rank (王).
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, Final, cast

from komadai.errors import UnknownStyleError

SETS: Final = ("kaisei", "yuji", "western", "moves")
"""Two in kanji (clear, brush), one with Western symbols, one that shows the moves."""


@cache
def glyphs(name: str) -> dict[str, str]:
    """The paths of a set, or of the ``labels`` (digits, letters a-i, kanji numbers).

    Raises UnknownStyleError.
    """
    if name not in SETS and name != "labels":
        raise UnknownStyleError(f"expected piece faces of {', '.join(SETS)}, got {name!r}")
    return cast("dict[str, str]", _load(name)["glyphs"])


@cache
def body() -> dict[str, Any]:
    """The pentagon, the sizes of the pieces relative to the square, the colours."""
    return _load("body")


def _load(name: str) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads((files(__name__) / f"{name}.json").read_text("utf-8")))
