"""The HTTP call of home engines; see docs/wire.md."""

from __future__ import annotations

from typing import Final

from litestar import get

from komadai.server.bridge import views
from komadai.server.bridge.engines import HomeEngines
from komadai.server.bridge.socket import BridgeCalls
from komadai.server.bridge.wire import HomeEngineList
from komadai.server.http.calls import Calls
from komadai.server.people.caller import Caller


class HomeEngineCalls(Calls):
    """The home engines of an account."""

    path = "/api/account/engines"
    home_engines: HomeEngines

    @get("/")
    async def list_engines(self, caller: Caller) -> HomeEngineList:
        """The account's home engines that are connected now.

        ``token`` is the id of a token.
        """
        return HomeEngineList(views.engines_of(self.home_engines, caller.account.id))


CALLS: Final = (HomeEngineCalls, BridgeCalls)
