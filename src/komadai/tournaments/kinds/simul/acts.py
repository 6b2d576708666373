"""The acts that only a simultaneous display has."""

from __future__ import annotations

from typing import Annotated

from komadai.extras import extra
from komadai.tournaments.core.acts import BaseAct

with extra("events"):
    import msgspec


class Accepted(BaseAct, tag="accepted", frozen=True, kw_only=True):
    """The host of a simultaneous display accepts a player, or accepts them no longer."""

    player: int
    handicap: Annotated[str, msgspec.Meta(max_length=40)] | None
    """A key of `komadai.handicap.Handicap`; None: not accepted."""
