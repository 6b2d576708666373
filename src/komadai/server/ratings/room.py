"""The room of ratings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from komadai.server.core import Core
from komadai.server.ratings.personal_data import RatingData
from komadai.server.ratings.service import RatingService
from komadai.server.room import Room


@dataclass(frozen=True, kw_only=True)
class RatingsRoom(Room):
    """The ratings of accounts."""

    ratings: RatingService

    @classmethod
    def open(cls, core: Core) -> Self:
        ratings = RatingService(core.database)
        return cls(ratings=ratings, personal_data=[RatingData(ratings.store)])
