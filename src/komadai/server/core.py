"""The parts of the server that every room is opened with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from komadai.server.cluster.cluster import Cluster
from komadai.server.cluster.single_process import SingleProcess
from komadai.server.db.database import Database
from komadai.server.http.desk import Desk
from komadai.server.server_clock import ServerClock
from komadai.server.settings import Settings
from komadai.server.tasks import Tasks


@dataclass(frozen=True, slots=True)
class Core:
    """The parts of a server that belong to no feature."""

    settings: Settings
    database: Database
    clock: ServerClock
    cluster: Cluster
    """The processes on the database."""
    tasks: Tasks
    desk: Desk | None
    """The first process of the machine, which answers some calls for all; None: this one."""

    @classmethod
    async def open(cls, settings: Settings, database: Database) -> Self:
        """The clock goes on from the latest time that is stored in the database."""
        worker = settings.worker
        return cls(
            settings=settings,
            database=database,
            clock=ServerClock(await database.last_heartbeat(), worker.clock_zero_ns),
            cluster=_cluster(settings, database),
            tasks=Tasks(),
            desk=desk_of(settings),
        )


def desk_of(settings: Settings) -> Desk | None:
    """The process that answers some calls for this one; None if it answers all itself."""
    worker = settings.worker
    return Desk(worker.desk) if worker.desk is not None and worker.slot > 1 else None


def _cluster(settings: Settings, database: Database) -> Cluster:
    """The processes on the database: one with SQLite, one or more with PostgreSQL."""
    if database.engine.dialect.name != "postgresql":
        return SingleProcess()
    from komadai.server.cluster.postgres_cluster import PostgresCluster  # needs the driver of PostgreSQL

    return PostgresCluster(database, settings.worker)
