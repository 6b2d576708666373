"""The options of ``komadai usi``: the native table, and its values; docs/engine.md describes them."""

from __future__ import annotations

from komadai._core import UsiOptions
from komadai.engine.levels import LEVELS
from komadai.engine.protocol.options import EngineOption
from komadai.errors import EngineUsageError
from komadai.variants.variant import NAMES


class Settings(UsiOptions):
    """The options' values, checked and typed."""

    def __init__(self) -> None:
        super().__init__(NAMES, len(LEVELS))

    def set(self, option: EngineOption, value: str) -> None:
        """Raises EngineUsageError (a ValueError) that names the option, what was given and what it takes."""
        if problem := self.assign(option.name, value):
            raise EngineUsageError(problem)


OPTIONS: dict[str, EngineOption] = {
    option.name: option for option in map(EngineOption.parse, Settings().lines())
}
SEARCH_MODES = OPTIONS["SearchMode"].choices
IMPASSE_CHOICES = OPTIONS["ImpasseRule"].choices
"""The rules of :class:`komadai.impasse.ImpasseRule`, and ``27-point-plain`` and ``24-point-plain``, which
give no credit for a handicap (``27-plain`` is a separate rule)."""
