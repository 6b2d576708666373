"""The settings of a round robin."""

from __future__ import annotations

from typing import Annotated, ClassVar

from komadai.extras import extra
from komadai.tournaments.core.settings import Option, TeamSettings

with extra("events"):
    import msgspec


class RoundRobinSettings(TeamSettings, frozen=True, kw_only=True, tag="round-robin"):
    """The settings of a round robin."""

    hint: ClassVar[tuple[str, str]] = ("", "総当たり")

    cycles: Annotated[
        int,
        msgspec.Meta(ge=1, le=2),
        Option("--twice", "Each pair of a round robin meets twice.", "総当たりを2回行う。", sets=2),
    ] = 1
    """How often each pair meets: once, or twice with changed colours."""
