"""The room of tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from komadai.server.core import Core
from komadai.server.games.room import GamesRoom
from komadai.server.http.calls import Calls
from komadai.server.periodic import Periodic
from komadai.server.room import Room, Topic
from komadai.server.tournaments import api
from komadai.server.tournaments.due_events import TICK_S, DueEvents
from komadai.server.tournaments.personal_data import EventData
from komadai.server.tournaments.report_notices import LOOK_S, ReportNotices, TellReport
from komadai.server.tournaments.service import TournamentService
from komadai.server.tournaments.session import TellChallenged
from komadai.server.tournaments.wire import EventTopic


@dataclass(frozen=True, kw_only=True)
class TournamentsRoom(Room):
    """Tournaments, clubs' evenings, leagues and ladders."""

    calls: ClassVar[Sequence[type[Calls]]] = api.CALLS
    at_desk: ClassVar[frozenset[str]] = frozenset({"tournaments"})
    tournaments: TournamentService
    report_notices: ReportNotices | None

    @classmethod
    def open(
        cls,
        core: Core,
        games: GamesRoom,
        tell_challenged: TellChallenged,
        tell_report: TellReport | None,
    ) -> Self:
        """``tell_report``: None if the server sends no mail."""
        service = TournamentService(core, games.registry, games.player_names, games.conduct, tell_challenged)
        reports = None if tell_report is None else ReportNotices(service, tell_report)
        tasks = []
        if core.desk is None:
            tasks.append(Periodic(DueEvents(service).look, TICK_S, "look after the events"))
        if reports is not None:
            tasks.append(Periodic(reports.look, LOOK_S, "look for reports of leagues"))
        return cls(
            tournaments=service,
            report_notices=reports,
            topics={
                EventTopic: Topic(
                    lambda page, topic: service.watch(page, topic.id),
                    lambda page, topic: service.leave(page, topic.id),
                    at_desk=True,
                )
            },
            personal_data=[EventData(core.database, service)],
            tasks=tasks,
        )

    async def close(self) -> None:
        self.tournaments.close()
