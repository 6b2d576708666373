"""The settings of a knockout."""

from __future__ import annotations

from typing import ClassVar

from komadai.tournaments.core.settings import CommonSettings


class KnockoutSettings(CommonSettings, frozen=True, kw_only=True, tag="knockout"):
    """The settings of a knockout."""

    hint: ClassVar[tuple[str, str]] = ("", "トーナメント")
