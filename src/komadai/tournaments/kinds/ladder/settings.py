"""The settings of a ladder."""

from __future__ import annotations

from typing import Annotated, ClassVar

from komadai.extras import extra
from komadai.tournaments.core.settings import CommonSettings, Option

with extra("events"):
    import msgspec


class LadderSettings(CommonSettings, frozen=True, kw_only=True, tag="ladder"):
    """The settings of a ladder."""

    hint: ClassVar[tuple[str, str]] = ("by challenges", "ラダー戦、挑戦による")

    reach: Annotated[
        int,
        msgspec.Meta(ge=1, le=20),
        Option(
            "--reach",
            "Of a ladder: how many places above can be challenged.",
            "ラダー戦で挑戦できる順位の差。",
            "PLACES",
        ),
    ] = 3
    """How many places above their own a player may challenge."""
    answer_days: Annotated[
        int,
        msgspec.Meta(ge=1, le=60),
        Option(
            "--answer-days",
            "Of a ladder: the days to answer a challenge.",
            "ラダー戦で挑戦に返事をする期限（日数）。",
            "DAYS",
        ),
    ] = 7
    """A challenge that is not answered within so many days is won without play."""
    idle_days: Annotated[
        int,
        msgspec.Meta(ge=0, le=365),
        Option(
            "--idle-days",
            "Of a ladder: who is idle for so many days slides down a place; 0: nobody.",
            "ラダー戦で、対局しないと順位が一つ下がる日数。0は下がらない。",
            "DAYS",
        ),
    ] = 60
    """A player who neither plays nor challenges for so many days slides down a place; 0: none does."""
