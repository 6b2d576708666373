"""The settings of a Swiss event."""

from __future__ import annotations

from typing import Annotated, ClassVar

from komadai.extras import extra
from komadai.tournaments.core.settings import ROUNDS, Option, TeamSettings

with extra("events"):
    import msgspec


class SwissSettings(TeamSettings, frozen=True, kw_only=True, tag="swiss"):
    """The settings of a Swiss event."""

    hint: ClassVar[tuple[str, str]] = ("", "スイス式")

    rounds: Annotated[
        int,
        msgspec.Meta(ge=1, le=ROUNDS),
        Option("--rounds", "Rounds of a Swiss event.", "スイス式の回戦数。", "NUMBER"),
    ] = 5
