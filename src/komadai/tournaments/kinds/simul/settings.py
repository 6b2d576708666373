"""The settings of a simultaneous display."""

from __future__ import annotations

from typing import ClassVar

from komadai.tournaments.core.settings import CommonSettings


class SimulSettings(CommonSettings, frozen=True, kw_only=True, tag="simul"):
    """The settings of a simultaneous display."""

    hint: ClassVar[tuple[str, str]] = (
        "the first player who is added plays all others",
        "多面指し。最初に登録した人が全員と対局する",
    )
