"""The acts that only a title match has."""

from __future__ import annotations

from komadai.tournaments.core.acts import BaseAct


class Replayed(BaseAct, tag="replayed", frozen=True, kw_only=True):
    """A game ended by repetition and is replayed under its number, with colours reversed."""

    round: int
    board: int
