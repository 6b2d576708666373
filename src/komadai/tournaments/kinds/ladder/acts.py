"""The acts that only a ladder has."""

from __future__ import annotations

from typing import Literal

from komadai.tournaments.core.acts import BaseAct
from komadai.tournaments.core.rounds import Pairing


class Challenged(BaseAct, tag="challenged", frozen=True, kw_only=True):
    """A player of a ladder challenges one who stands above."""

    challenge: int
    """The number of the challenge, from 1."""
    player: int
    opponent: int


class Answered(BaseAct, tag="answered", frozen=True, kw_only=True):
    """A challenge is accepted, which begins a game, or refused, or its time is up."""

    challenge: int
    answer: Literal["accepted", "refused", "expired"]
    pairing: Pairing | None = None
    """The game, if it was accepted."""


class ChallengeTakenBack(BaseAct, tag="challenge-taken-back", frozen=True, kw_only=True):
    """The challenger takes a challenge back that was not answered."""

    challenge: int


class Slid(BaseAct, tag="slid", frozen=True, kw_only=True):
    """A player of a ladder slides down a place for being idle."""

    player: int
