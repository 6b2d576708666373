"""A tournament from its log."""

from __future__ import annotations

from collections.abc import Iterable

from komadai.tournaments.acts import Act, Created
from komadai.tournaments.core.settings import CommonSettings
from komadai.tournaments.core.tournament import Tournament
from komadai.tournaments.kinds import KINDS


def announced(settings: CommonSettings, at: int = 0) -> Tournament:
    """A tournament of these settings that is not in a log yet."""
    return KINDS[settings.system](settings, at)


def replay(log: Iterable[Act]) -> Tournament:
    """The tournament of a log. The first act must be `Created`, and no other."""
    tournament: Tournament | None = None
    for act in log:
        if isinstance(act, Created):
            assert tournament is None
            tournament = announced(act.settings, act.at)
            tournament.count = 1
        else:
            assert tournament is not None
            tournament.apply(act)
    assert tournament is not None
    return tournament
