"""The room of chat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from komadai.server.chat.personal_data import ChatData
from komadai.server.core import Core
from komadai.server.room import Room


@dataclass(frozen=True, kw_only=True)
class ChatRoom(Room):
    """The chat at games. The games themselves send it."""

    @classmethod
    def open(cls, core: Core) -> Self:
        return cls(personal_data=[ChatData(core.database)])
