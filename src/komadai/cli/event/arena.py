"""Pairing in an arena over the board: whoever is free meets whoever is free."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai.cli.event import listing
from komadai.cli.shared.language import localized

if TYPE_CHECKING:
    from komadai.tournaments import EventFile


def meet(opened: EventFile, at: int) -> bool:
    """Begins the arena if it has not begun, pairs all who are free, and prints their games. False: it is no
    arena."""
    from komadai.tournaments import Arena

    event = opened.event
    if not isinstance(event, Arena):
        return False
    if not event.rounds:
        opened.add(event.start(at=at))
    act = event.meet(at=at)
    if act is None:
        print(localized("No two players are free who can meet now.", "いま組める人が2人いません。"))
        return True
    opened.add(act)
    listing.print_games(event, event.rounds[0].games[-len(act.pairings) :])
    return True
