"""Ranks for those who meet in the lobby."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from komadai.ratings.ranks import Rank
from komadai.server.games.player_names import PlayerNames


@pytest.fixture
def ranks(monkeypatch: pytest.MonkeyPatch) -> dict[str, Rank | None]:
    """The settled ranks, by the name of the account."""
    grades: dict[str, Rank | None] = {}
    real = PlayerNames.at

    async def at(self: PlayerNames, asked: Any) -> Any:
        names = await real(self, asked)
        return {
            each: msgspec.structs.replace(name, grade=grades.get(name.account or ""))
            if each.speed is not None
            else name
            for each, name in names.items()
        }

    monkeypatch.setattr(PlayerNames, "at", at)
    monkeypatch.setattr("komadai.server.lobby.challenges.SEEK_GRACE_S", 600.0)  # no page is open
    return grades
