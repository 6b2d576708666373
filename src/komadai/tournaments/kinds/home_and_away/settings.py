"""The settings of a home-and-away event."""

from __future__ import annotations

from typing import ClassVar

from komadai.tournaments.core.settings import TeamSettings


class HomeAndAwaySettings(TeamSettings, frozen=True, kw_only=True, tag="home-and-away"):
    """The settings of a home-and-away event."""

    hint: ClassVar[tuple[str, str]] = ("a double round robin", "ホーム＆アウェー、2局ずつの総当たり")
