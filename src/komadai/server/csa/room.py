"""The room of the CSA port."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from komadai.server.core import Core
from komadai.server.csa import api
from komadai.server.csa.programs import CsaPrograms
from komadai.server.csa.server import CsaServer
from komadai.server.csa.store import CsaStore
from komadai.server.games.live.game_registry import GameRegistry
from komadai.server.http.calls import Calls
from komadai.server.http.keys import load_keys
from komadai.server.room import Room


@dataclass(frozen=True, kw_only=True)
class CsaRoom(Room):
    """The programs that play through the CSA port."""

    calls: ClassVar[Sequence[type[Calls]]] = api.CALLS
    csa_store: CsaStore
    connected: CsaPrograms | None
    server: CsaServer | None

    @classmethod
    async def open(cls, core: Core, registry: GameRegistry, listener: socket.socket | None) -> Self:
        """``listener``: of the CSA port; None without one."""
        settings, server = core.settings.csa, None
        if settings is not None and listener is not None:
            secret = load_keys(core.settings.data_dir)[0].secret
            server = await CsaServer.open(core, registry, settings, secret, listener)
        return cls(
            csa_store=CsaStore(core.database),
            connected=None if server is None else server.programs,
            server=server,
        )

    async def close(self) -> None:
        if self.server is not None:
            await self.server.close()
