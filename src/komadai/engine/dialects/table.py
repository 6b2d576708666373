"""The variants of other engines: their names, letters and marks.

Left out of the table is a variant that an engine plays by other rules than ours: HaChu's ``wa-shogi`` and
Sjaak's
``wa-shogi`` have no drops. Where only some versions do, :data:`UNLIKE` names them.
"""

from __future__ import annotations

from typing import Final

from komadai.engine.dialects.dialect import UsiDialect
from komadai.engine.dialects.xboard import XBoardDialect

_WITHOUT_DROPS: Final = frozenset({"sho", "chu", "dai", "tenjiku", "makruk", "chaturanga", "shatranj"})

_DAI_LETTERS: Final = {
    "ST": "U", "RC": "A", "CSW": "C'", "FL": "F", "BT": "T", "DE": "E", "VO": "X'", "AB": "A'", "EW": "W",
    "PH": "X", "LN": "L!", "KY": "O", "FD": "F'", "SM": "M", "VM": "V", "DH": "H", "DK": "D", "FK": "Q",
    "GB": "P'",
}  # fmt: skip
"""HaChu's letters of dai shogi by ours."""

_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "shogi": ("shogi",),
    "goro-goro": ("gorogoro", "gorogoro_shogi"),
    "goro-goro-plus": ("gorogoroplus", "gorogoronl_shogi"),
    "minishogi": ("minishogi", "5x5+5_shogi"),
    "dobutsu": ("dobutsu",),
    "tori": ("torishogi", "tori", "7x7+6_shogi"),
    "sho": ("sho", "shoshogi", "9x9+0_shogi"),
    "kyoto": ("kyotoshogi",),
    "judkins": ("judkins",),
    "micro": ("micro",),
    "check-shogi": ("checkshogi",),
    "euroshogi": ("euroshogi",),
    "yari": ("yarishogi",),
    "chu": ("chu",),
    "dai": ("dai",),
    "tenjiku": ("tenjiku",),
    "makruk": ("makruk",),
    "chaturanga": ("chaturanga",),
    "shatranj": ("shatranj",),
}
"""Names by ours: those of Fairy-Stockfish, HaChu and Sjaak II."""

_PROMOTIONS: Final = {"makruk": "m", "chaturanga": "q", "shatranj": "q"}
"""The letters after a promotion where it is not ``+``."""

_FAIRY_LETTERS: Final[dict[str, dict[str, str]]] = {
    "kyoto": {"T": "+L", "B": "+S", "G": "+N", "R": "+P"},
    "micro": {"S": "+L", "G": "+R", "T": "+B", "N": "+P"},
    "makruk": {"+P": "M"},
    "chaturanga": {"+P": "Q"},
    "shatranj": {"+P": "Q"},
}
"""Fairy-Stockfish's letters where they are not ours. In kyoto and micro it has one letter for both faces."""

_XBOARD_LETTERS: Final[dict[str, dict[str, str]]] = {**_FAIRY_LETTERS, "dai": _DAI_LETTERS}
"""The letters of engines that use the XBoard protocol where they are not ours."""

_TURNING: Final = frozenset({"kyoto", "micro"})
"""Variants in which pieces turn back to their first side, which Fairy-Stockfish writes with ``-``."""

USI_DIALECTS: Final[dict[str, UsiDialect]] = {
    name: UsiDialect(
        name,
        names,
        _FAIRY_LETTERS.get(name, {}),
        name not in _WITHOUT_DROPS,
        _PROMOTIONS.get(name, "+"),
        "-" if name in _TURNING else _PROMOTIONS.get(name, "+"),
    )
    for name, names in _NAMES.items()
}
"""By our name the dialect of Fairy-Stockfish and of other USI engines with its names."""

XBOARD_DIALECTS: Final[dict[str, XBoardDialect]] = {
    name: XBoardDialect(
        name,
        names,
        _XBOARD_LETTERS.get(name, {}),
        name not in _WITHOUT_DROPS,
        _PROMOTIONS.get(name, "+"),
        "-" if name in _TURNING else _PROMOTIONS.get(name, "+"),
    )
    for name, names in _NAMES.items()
}
"""By our name the dialect of engines that use the XBoard protocol."""

UNLIKE: Final[tuple[tuple[str, str, str], ...]] = (
    ("Fairy-Stockfish 11", "dobutsu", "its dobutsu has other rules"),
    ("HaChu", "shogi", "it has no drops"),
    ("HaChu 0.21", "sho", "it ends with an error when it sets the pieces up"),
)
"""The beginning of an engine's name, our name of a variant that it plays by other rules, and why."""
