"""The settings of a server: data folder, database, host names, engines, limits."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import platformdirs

from komadai.engine.program import OURS, EngineProgram, EngineRules
from komadai.server.rate_limits import Limits, Rate
from komadai.server.worker_states import WorkerStates


@dataclass(frozen=True, slots=True)
class CsaSettings:
    """The settings of the CSA port, on which programs play. Times in seconds."""

    port: int | None = None
    """The port, to be shown on the page."""
    open_registration: bool = True
    """Whether the first login takes a name that has never been seen."""
    event: str = "komadai"
    """The beginning of the ids of games."""
    max_moves: int = 256
    least_s: int = 0
    """The least that a move is charged."""
    round_s: int = 1800
    """The time between the rounds of the league, which begin at multiples of it."""
    login_s: float = 30.0
    """The time in which a connection must log in."""
    idle_s: float = 7200.0
    """A connection without a game that sends nothing for this time is closed."""
    agree_s: float = 120.0
    """The time in which both players must agree to a game."""
    agree_person_s: float = 20.0
    """The time in which a program must agree to a game with a person, whose page waits for it."""
    reconnect_s: float = 60.0
    """The time in which a program of the extended mode may come back to its game."""
    return_s: float = 300.0
    """The same after a restart of the server."""
    connections: int = 1000
    connections_per_address: int = 64
    wrong_logins: Rate = field(default_factory=lambda: Rate(0.5, 30))
    """Logins from one address with a wrong name or password."""
    logins: Rate = field(default_factory=lambda: Rate(2, 200))
    """Logins from one address, right ones included: each costs a hash, and may take a new name."""
    lines: Rate = field(default_factory=lambda: Rate(20, 200))
    """Lines of one connection."""


@dataclass(frozen=True, slots=True)
class MailSettings:
    """How e-mail is sent."""

    host: str
    port: int
    sender: str
    """The address in From: ``Shogi club <shogi@example.org>``."""
    public_url: str
    """The beginning of the server's addresses in links, without a slash at the end. It is not taken from
    requests: their Host header could send somebody's link to another server."""
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class WorkerSettings:
    """One of several processes on one PostgreSQL database."""

    id: str = field(default_factory=lambda: secrets.token_hex(8))
    """A new one for each process."""
    node: str = ""
    """The machine and its data folder."""
    slot: int = 1
    """The number of the process on its node, from 1. The first one has the long work and the CSA port."""
    siblings: tuple[str, ...] = ()
    """The processes of this node that live; the others of this node are dead."""
    clock_zero_ns: int | None = None
    """The number that the server's clock adds to the monotonic clock, the same for all processes of a
    node."""
    desk: Path | None = None
    """The Unix socket of the first process; None: this process answers everything itself."""
    states: WorkerStates = field(default_factory=WorkerStates)
    """The processes of its node when it was started."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings that `create_app` takes."""

    data_dir: Path
    database: str | None = None
    """A database URL; None: SQLite in the data folder."""
    host: str = "127.0.0.1"
    host_names: tuple[str, ...] = ()
    """Further host names this server answers to (behind a proxy); see `host_check`."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks whose X-Forwarded-For and X-Forwarded-Proto are believed."""
    metrics_address: tuple[str, int] | None = None
    """Address and port at which the metrics are served without a token."""
    metrics_token: str | None = field(default=None, repr=False)
    """The token with which ``/metrics`` can be read at the server's own address."""
    hsts_subdomains: bool = False
    """Whether browsers are told that the names below the server's own are reached by https only, too."""
    engines: tuple[EngineProgram, ...] = (OURS,)
    engine_rules: EngineRules = field(default_factory=EngineRules)
    limits: Limits = field(default_factory=Limits)
    csa: CsaSettings | None = None
    """None: no CSA port."""
    mail: MailSettings | None = None
    """None: the server sends no e-mail."""
    worker: WorkerSettings = field(default_factory=WorkerSettings)
    first_move_ms: int = 30_000
    """A game of two persons is aborted if a side does not make its first move in this time."""
    databases: tuple[tuple[str, Path], ...] = ()
    """The game databases that the explorer shows besides the games played here: name and folder."""
    static_dir: Path | None = None
    """The folder with the built page; None: the one in the package."""

    @property
    def is_local(self) -> bool:
        """Whether only people at the server's own machine can reach it."""
        behind_proxy = self.host_names or self.trusted_proxies
        return self.host in ("127.0.0.1", "::1", "localhost") and not behind_proxy

    def engine(self, name: str) -> EngineProgram | None:
        """The engine of this name, or None."""
        return next((engine for engine in self.engines if engine.name == name), None)


def default_data_dir() -> Path:
    """The platform's folder for this user's data."""
    return Path(platformdirs.user_data_dir("komadai", appauthor=False))
