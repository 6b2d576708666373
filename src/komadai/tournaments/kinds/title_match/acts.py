"""The acts that only a title match has."""

from __future__ import annotations

from komadai.tournaments.core.acts import BaseAct


class Replayed(BaseAct, tag="replayed", frozen=True, kw_only=True):
    """A game ended by repetition and is replayed under its number, with colours reversed."""

    round: int
    board: int


class ColorsSet(BaseAct, tag="colors-set", frozen=True, kw_only=True):
    """The arbiter sets the colours of a game that has not begun."""

    round: int
    board: int
    black: int
    """The number of the player who has Black."""
