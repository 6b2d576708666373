"""The presence of the two persons of a game on its page, and the time for which one has been away."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal

AWAY_AFTER_MS: Final = 5_000
"""A player without an open page is shown as away after this time."""
LEFT_AFTER_MS: Final = 60_000
"""After this time the other player may claim the game."""

State = Literal["here", "away", "left"]


class Presence:
    """The open pages of each player. A player begins without one."""

    def __init__(self, players: Collection[str], now_ms: int) -> None:
        self._pages = dict.fromkeys(players, 0)
        self._gone_since = dict.fromkeys(players, now_ms)
        self._elsewhere = dict.fromkeys(players, False)

    @property
    def all_here(self) -> bool:
        """Whether every player has a page open."""
        return all(self._pages[player] or self._elsewhere[player] for player in self._pages)

    def is_here(self, player: str) -> bool:
        """Whether this player has a page open now, at any process."""
        return self.has_page(player) or self._elsewhere.get(player, False)

    def has_page(self, player: str) -> bool:
        """Whether this player has a page open at this process."""
        return self._pages.get(player, 0) > 0

    def joined(self, player: str | None) -> bool:
        """A page was opened; has no effect for a spectator. Returns whether it is the player's first."""
        if player not in self._pages:
            return False
        self._pages[player] += 1
        return self._pages[player] == 1

    def left(self, player: str | None, now_ms: int) -> bool:
        """A page was closed; has no effect for a spectator. Returns whether it was the player's last."""
        if player not in self._pages:
            return False
        self._pages[player] -= 1
        if self._pages[player] > 0:
            return False
        self._gone_since[player] = now_ms
        return True

    def set_elsewhere(self, player: str, here: bool, since_ms: int) -> None:
        """Whether this player has pages open on other processes, or when the last one was closed."""
        if player in self._pages:
            self._elsewhere[player] = here
            if not here:
                self._gone_since[player] = max(self._gone_since[player], since_ms)

    def state(self, player: str, now_ms: int) -> State:
        """Whether this player is here, away, or away long enough for a claim."""
        gone_ms = 0 if self._pages[player] or self._elsewhere[player] else now_ms - self._gone_since[player]
        if gone_ms < AWAY_AFTER_MS:
            return "here"
        return "away" if gone_ms < LEFT_AFTER_MS else "left"

    def next_change(self, now_ms: int) -> int | None:
        """When the state of a player changes if no page is opened or closed; None: never."""
        moments = (
            self._gone_since[player] + limit
            for player, pages in self._pages.items()
            if not pages and not self._elsewhere[player]
            for limit in (AWAY_AFTER_MS, LEFT_AFTER_MS)
        )
        return min((moment for moment in moments if moment > now_ms), default=None)
