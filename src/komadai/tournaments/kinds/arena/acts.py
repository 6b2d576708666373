"""The acts that only an arena has."""

from __future__ import annotations

from komadai.tournaments.core.acts import BaseAct
from komadai.tournaments.core.rounds import Pairing


class Matched(BaseAct, tag="matched", frozen=True, kw_only=True):
    """Players who were free meet, in an event without rounds."""

    pairings: tuple[Pairing, ...]
