"""Measures the delay of the network between the server and the two players of a game.

With the message that begins a player's turn the server sends a ping, which the page answers at once. The time
between them is the delay that the turn will contain: the way of the opponent's move to the player and of the
answer back.
"""

from __future__ import annotations

from collections import deque
from statistics import median_low
from typing import Final

SAMPLES: Final = 5
"""The delay is the median of this number of the latest measurements: a single late answer changes nothing."""


class LagMeter:
    """The pings that were sent to each player, and the delays that were measured."""

    def __init__(self) -> None:
        self._number = 0
        self._sent: dict[str, tuple[int, int]] = {}
        """The latest ping to each player: its number, and when it was sent."""
        self._delays: dict[str, deque[int]] = {}

    def ping(self, player: str, at: int) -> int:
        """A ping is sent to all pages of the player; returns its number. An earlier one no longer counts."""
        self._number += 1
        self._sent[player] = self._number, at
        return self._number

    def pong(self, player: str, number: int, at: int) -> None:
        """A page has answered. Only the first answer to the latest ping counts."""
        sent = self._sent.get(player)
        if sent is None or sent[0] != number:
            return
        del self._sent[player]
        self._delays.setdefault(player, deque(maxlen=SAMPLES)).append(max(at - sent[1], 0))

    def delay_ms(self, player: str) -> int:
        """The delay of this player's network; 0 before it was measured."""
        delays = self._delays.get(player)
        return median_low(delays) if delays else 0
