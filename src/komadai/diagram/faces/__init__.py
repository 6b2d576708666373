"""The piece faces: outlines in JSON, so that no font is needed. ``tools/faces.py`` and
``tools/animals.py`` make them.

Faces are SVG paths, 1000 units to the em, centred on (0, 0), y downwards. The keys are the
letters of SFEN (``K``, ``+R`` …), with a 2 for another way of writing: ``K2`` is the king of the higher
rank (王), ``+R2`` 竜, ``+N2`` 今, ``+L2`` 仝, ``+P2`` 个.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, Final, cast

from komadai.errors import UnknownStyleError

SETS: Final = ("kaisei", "yuji", "two", "bilingual", "western", "animals", "moves")
"""In kanji (clear, brush, the whole name, with a letter), with Western symbols, with animals for children,
with the moves."""


@cache
def glyphs(name: str) -> dict[str, str]:
    """The paths of a set, of the ``labels`` (digits, letters a-i, kanji numbers) or of ``characters``:
    kanji, kana and capital letters, for the pieces of variants.

    Raises UnknownStyleError.
    """
    if name not in SETS and name not in ("labels", "characters"):
        raise UnknownStyleError(f"expected piece faces of {', '.join(SETS)}, got {name!r}")
    return cast("dict[str, str]", _load(name)["glyphs"])


@cache
def body() -> dict[str, Any]:
    """The pentagon, the sizes of the pieces relative to the square, the colours."""
    return _load("body")


def _load(name: str) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads((files(__name__) / f"{name}.json").read_text("utf-8")))
