"""The settings of a league by correspondence."""

from __future__ import annotations

from typing import ClassVar

from komadai.tournaments.core.settings import CommonSettings


class LeagueSettings(CommonSettings, frozen=True, kw_only=True, tag="league"):
    """The settings of a league by correspondence."""

    hint: ClassVar[tuple[str, str]] = ("by post", "通信リーグ")
