"""Pairing in an arena over the board: whoever is free meets whoever is free."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai.cli.event import listing
from komadai.cli.shared.language import localized

if TYPE_CHECKING:
    from komadai.events import EventFile


def meet(opened: EventFile, at: int) -> None:
    """Begins the arena if it has not begun, pairs all who are free, and prints their games."""
    if not opened.event.rounds:
        opened.add(opened.event.start(at=at))
    act = opened.event.meet(at=at)
    if act is None:
        print(localized("No two players are free who can meet now.", "いま組める人が2人いません。"))
        return
    opened.add(act)
    listing.print_games(opened.event, opened.event.rounds[0].games[-len(act.pairings) :])
