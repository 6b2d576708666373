"""The acts that only a Swiss event has."""

from __future__ import annotations

from komadai.tournaments.core.acts import BaseAct, Words
from komadai.tournaments.core.results import Bye


class SitsOut(BaseAct, tag="sits-out", frozen=True, kw_only=True):
    """A player of a Swiss event asks not to be paired in the next round."""

    player: int
    bye: Bye | None = "half"
    """None: plays after all."""


class Forced(BaseAct, tag="forced", frozen=True, kw_only=True):
    """The arbiter sets a game, or with ``white`` None a bye, of the next Swiss round before it is paired."""

    black: int
    white: int | None
    reason: Words = ""


class Unforced(BaseAct, tag="unforced", frozen=True, kw_only=True):
    """The games set for the next round are taken back."""
