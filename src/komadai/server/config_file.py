"""The table ``server`` of the config file: proxies, metrics, the log, and limits.

::

    [server]
    trusted_proxies = ["127.0.0.1"]
    metrics = "127.0.0.1:9464"
    metrics_token = "at least sixteen characters"
    hsts_subdomains = true
    log = "json"
    databases = { "Professional games" = "/srv/games.kdb" }
    first_move_s = 30

    [server.mail]
    smtp = "smtp://club:secret@mail.example.org:587"
    sender = "Shogi club <shogi@example.org>"
    public_url = "https://shogi.example.org"

    [server.csa]
    event = "club"
    max_moves = 512
    least_s = 1

    [server.limits]
    connections = 5000
    messages = { per_second = 20, burst = 100 }
"""

from __future__ import annotations

import ipaddress
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from komadai.engine.config import read_config
from komadai.errors import ConfigError
from komadai.server.errors import SettingsError
from komadai.server.logs import LogFormat
from komadai.server.mail.setup import MailTable
from komadai.server.rate_limits import Limits, Rate, check_rate
from komadai.server.settings import CsaSettings

CSA: Final = CsaSettings()


class CsaTable(msgspec.Struct, frozen=True):
    """The table ``server.csa``: the rules of games between programs; its fields are the keys."""

    event: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,20}$")] = CSA.event
    """The beginning of the ids of games."""
    max_moves: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = CSA.max_moves
    """The number of moves after which a game ends without a result; 0: it goes on."""
    least_s: Annotated[int, msgspec.Meta(ge=0, le=60)] = CSA.least_s
    """The least that a move is charged, in seconds."""
    wrong_logins: Rate = CSA.wrong_logins
    """Logins from one address with a wrong name or password."""
    logins: Rate = CSA.logins
    """Logins from one address, right ones included."""

    def __post_init__(self) -> None:
        check_rate("wrong_logins", self.wrong_logins)
        check_rate("logins", self.logins)


class ServerTable(msgspec.Struct, frozen=True):
    """The values of the table; its fields are the keys."""

    trusted_proxies: tuple[str, ...] = ()
    metrics: str | None = None
    metrics_token: Annotated[str, msgspec.Meta(min_length=16)] | None = None
    hsts_subdomains: bool = False
    """Whether all names below the server's own are reached by https only: browsers remember it for a year."""
    log: LogFormat = "text"
    databases: dict[str, str] = {}
    """The game databases that the explorer shows: name and folder."""
    first_move_s: Annotated[int, msgspec.Meta(ge=5, le=86_400)] = 30
    """The time for the first move of each side in a game of two persons."""
    limits: Limits = msgspec.field(default_factory=Limits)
    mail: MailTable = MailTable()
    csa: CsaTable = CsaTable()


KEYS: Final = tuple(field.name for field in msgspec.structs.fields(ServerTable))
MAIL: Final = tuple(field.name for field in msgspec.structs.fields(MailTable))
OF_CSA: Final = tuple(field.name for field in msgspec.structs.fields(CsaTable))
LIMITS: Final = tuple(field.name for field in fields(Limits))
RATE: Final = tuple(field.name for field in fields(Rate))


def load_server_table(path: Path) -> ServerTable:
    """Reads the table; without a file or a table all values are the defaults.

    Raises ConfigError naming the file and the key.
    """
    table = read_config(path).get("server", {})
    _check_keys(path, table, KEYS, "")
    if isinstance(table, dict):
        _check_keys(path, table.get("mail", {}), MAIL, "mail.")
        for part, known in (("csa", OF_CSA), ("limits", LIMITS)):
            values_of_part = table.get(part, {})
            _check_keys(path, values_of_part, known, f"{part}.")
            for name, value in values_of_part.items() if isinstance(values_of_part, dict) else ():
                _check_keys(path, value, RATE, f"{part}.{name}.")
    try:
        values = msgspec.convert(table, ServerTable)
    except msgspec.ValidationError as error:
        problem = str(error).replace(" - at `$", " - at `").replace("`.", "`")
        raise ConfigError.with_code("config-server", path=str(path), problem=problem) from error
    for proxy in values.trusted_proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError as error:
            raise ConfigError.with_code("config-server-proxy", path=str(path), text=proxy) from error
    return values


def metrics_address(text: str | None) -> tuple[str, int] | None:
    """Address and port of ``ADDRESS:PORT``; None for None. Raises StartError."""
    if text is None:
        return None
    host, _, port = text.rpartition(":")
    if not host or not port.isascii() or not port.isdecimal() or not 0 < int(port) < 65536:
        raise SettingsError.with_code("metrics-address", text=text)
    return host.strip("[]"), int(port)


def _check_keys(path: Path, table: Any, known: tuple[str, ...], prefix: str) -> None:
    if isinstance(table, dict):
        for key in sorted(table.keys() - set(known)):
            raise ConfigError.with_code(
                "config-server-key", path=str(path), key=prefix + key, known=", ".join(known)
            )
