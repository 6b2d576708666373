"""The room of moderators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from komadai.server.http.calls import Calls
from komadai.server.moderation import admin_api, api, figures_api
from komadai.server.room import Room


@dataclass(frozen=True, kw_only=True)
class ModerationRoom(Room):
    """The tools of moderators and administrators."""

    calls: ClassVar[Sequence[type[Calls]]] = (*api.CALLS, *admin_api.CALLS, *figures_api.CALLS)
