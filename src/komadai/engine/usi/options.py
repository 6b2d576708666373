"""The table of the options of ``komadai usi``; docs/engine.md describes them."""

from __future__ import annotations

import os

from komadai.engine.levels import LEVELS
from komadai.engine.protocol.options import EngineOption, OptionValue
from komadai.variants.variant import NAMES

_MAX_MEGABYTES = 2**24


def _megabytes() -> int:
    """The maximum of USI_Hash: seven eighths of the machine's memory."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
    except (AttributeError, OSError, ValueError):  # not known on this system
        memory = 2048
    return max(256, min(memory * 7 // 8, _MAX_MEGABYTES))


SEARCH_MODES = ("PrincipalVariation", "RealizationProbability", "FullWidth", "PolicyValue")
IMPASSE_CHOICES = (
    *(
        "27-point",
        "27-point-plain",
        "24-point",
        "24-point-plain",
        "agreed",
        "27-plain",
        "protected",
        "all-in",
    ),
    *("try", "try-one-king", "none"),
)
"""The rules of :class:`komadai.impasse.ImpasseRule`, and ``27-point-plain`` and ``24-point-plain``, which
give no credit for a handicap (``27-plain`` is a separate rule)."""

OPTIONS: dict[str, EngineOption] = {
    option.name: option
    for option in (
        EngineOption("USI_Hash", "spin", 64, 1, _megabytes()),
        EngineOption("Threads", "spin", 1, 1, 512),
        EngineOption("MultiPV", "spin", 1, 1, 600),
        EngineOption("USI_Ponder", "check", False),
        EngineOption("EvalFile", "filename", ""),
        EngineOption("FV_SCALE", "spin", 16, 1, 128),
        EngineOption("SearchMode", "combo", SEARCH_MODES[0], choices=SEARCH_MODES),
        EngineOption("TransitionFile", "filename", ""),
        EngineOption("DNN_Model", "filename", ""),
        EngineOption("DNN_Batch_Size", "spin", 16, 1, 1024),
        EngineOption("OwnBook", "check", True),
        EngineOption("BookFile", "filename", ""),
        EngineOption("BookMoves", "spin", 40, 0, 10000),
        EngineOption("BookVariety", "spin", 50, 0, 100),
        EngineOption("BookMargin", "spin", 40, 0, 99999),
        EngineOption("FlippedBook", "check", True),
        EngineOption("OpeningVariety", "check", True),
        EngineOption("USI_Variant", "combo", "shogi", choices=NAMES),
        EngineOption("UCI_Variant", "combo", "shogi", choices=NAMES),
        EngineOption("Level", "spin", len(LEVELS), 1, len(LEVELS)),
        EngineOption("ImpasseRule", "combo", "27-point", choices=IMPASSE_CHOICES),
        EngineOption("MaxMovesToDraw", "spin", 0, 0, 100000),
        EngineOption("ResignValue", "spin", 3500, 100, 99999),
        EngineOption("ByoyomiMargin", "spin", 10, 0, 60000),
        EngineOption("Seed", "spin", 0, 0, 2**31 - 1),
    )
}


class Settings:
    """The options' values, checked and typed."""

    def __init__(self) -> None:
        self._values: dict[str, OptionValue] = {name: option.default for name, option in OPTIONS.items()}

    def set(self, option: EngineOption, value: OptionValue) -> None:
        self._values[option.name] = option.check(value)

    def value(self, name: str) -> OptionValue:
        return self._values[name]

    def number(self, name: str) -> int:
        return int(self._values[name] or 0)

    def text(self, name: str) -> str:
        return str(self._values[name])

    def chosen(self, name: str) -> bool:
        return self._values[name] is True
