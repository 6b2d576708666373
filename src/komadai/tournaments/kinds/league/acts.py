"""The acts that only a league has."""

from __future__ import annotations

from typing import Annotated

from komadai.extras import extra
from komadai.tournaments.core.acts import BaseAct

with extra("events"):
    import msgspec

LanguageCode = Annotated[str, msgspec.Meta(pattern="^[a-z]{2,3}$")]
"""A language by its ISO 639 code: ``en``, ``ja``."""


class Wants(BaseAct, tag="wants", frozen=True, kw_only=True):
    """A member of a league says how many opponents they want at once, and which languages they can write."""

    player: int
    opponents: Annotated[int, msgspec.Meta(ge=0, le=10)]
    languages: Annotated[tuple[LanguageCode, ...], msgspec.Meta(max_length=20)] = ()
