"""The HTTP call of home engines; see docs/wire.md."""

from __future__ import annotations

from typing import Final

from litestar import get
from litestar.di import NamedDependency

from komadai.server.bridge import views
from komadai.server.bridge.engines import HomeEngines
from komadai.server.bridge.socket import bridge_socket
from komadai.server.bridge.wire import HomeEngineList
from komadai.server.http.calls import Calls
from komadai.server.people.caller import Caller


class HomeEngineCalls(Calls):
    """The home engines of an account."""

    path = "/api/account/engines"

    @get("/")
    async def list_engines(
        self, caller: Caller, home_engines: NamedDependency[HomeEngines]
    ) -> HomeEngineList:
        """The account's home engines that are connected now."""
        return HomeEngineList(views.engines_of(home_engines, caller.account.id))


CALLS: Final = (HomeEngineCalls, bridge_socket)
