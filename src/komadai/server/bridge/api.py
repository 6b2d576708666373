"""The HTTP call of home engines; see docs/wire.md."""

from __future__ import annotations

from typing import Final

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.types import ControllerRouterHandler

from komadai.server.bridge import views
from komadai.server.bridge.engines import HomeEngines
from komadai.server.bridge.socket import bridge_socket
from komadai.server.bridge.wire import HomeEngineList
from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest
from komadai.server.people.api import account_of
from komadai.server.server_clock import ServerClock


@get("/api/account/engines", answers=HomeEngineList)
async def list_engines(
    request: AnyRequest,
    home_engines: NamedDependency[HomeEngines],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The account's home engines that are connected now."""
    account = account_of(request)
    quotas.call(account.id, clock.now_ms())
    return answer(HomeEngineList(views.engines_of(home_engines, account.id)))


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (list_engines, bridge_socket)
