"""The settings of an arena."""

from __future__ import annotations

from typing import Annotated, ClassVar

from komadai.extras import extra
from komadai.tournaments.core.settings import CommonSettings, Option

with extra("events"):
    import msgspec


class ArenaSettings(CommonSettings, frozen=True, kw_only=True, tag="arena"):
    """The settings of an arena."""

    hint: ClassVar[tuple[str, str]] = ("", "アリーナ")

    minutes: Annotated[
        int,
        msgspec.Meta(ge=5, le=720),
        Option("--minutes", "How long an arena lasts.", "アリーナの時間（分）。", "NUMBER"),
    ] = 60
    """How long it lasts."""
    streaks: Annotated[
        bool,
        Option(
            "--no-streaks",
            "In an arena wins in a row do not count double.",
            "アリーナで連勝の得点を2倍にしない。",
            sets=False,
        ),
    ] = True
    """Whether wins in a row count double."""
    starts_at: Annotated[int, msgspec.Meta(ge=0)] = 0
    """When it begins by itself, in milliseconds since 1970; 0: when it is started."""
