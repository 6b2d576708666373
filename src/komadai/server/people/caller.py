"""The person who makes an HTTP call."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler

from komadai.server.errors import ApiError
from komadai.server.http.addresses import Base, base_of
from komadai.server.http.requests import AnyRequest
from komadai.server.people.accounts.service import Visitor
from komadai.server.people.sessions.devices import device_of
from komadai.server.people.sessions.sessions import Session
from komadai.server.people.store import Account
from komadai.server.settings import Settings

Guard = Callable[[ASGIConnection[Any, Any, Any, Any], BaseRouteHandler], Coroutine[Any, Any, None]]


class CallingPerson:
    """The person who makes a call, with the address and the time."""

    def __init__(self, request: ASGIConnection[Any, Any, Any, Any], now_ms: int) -> None:
        state = request.scope["state"]
        self.query: Final[Mapping[str, str]] = request.query_params
        """The parameters of the query."""
        self._headers: Final = request.headers
        self._session: Final[Session | None] = state["session"]
        self.address: Final[str] = state["address"]
        self.tls: Final[bool] = state["tls"]
        self.now_ms: Final = now_ms

    @property
    def guest(self) -> str | None:
        """The id of the person; None without a session."""
        return None if self._session is None else self._session.person

    @property
    def viewer(self) -> Account | None:
        """The account, if the person has one."""
        return None if self._session is None else self._session.account

    @property
    def session(self) -> Session:
        """Raises ApiError ``no_guest`` without one."""
        if self._session is None:
            raise ApiError("no_guest")
        return self._session

    @property
    def person(self) -> str:
        """The id of the guest, or of the account. Raises ApiError ``no_guest``."""
        return self.session.person

    @property
    def account(self) -> Account:
        """Raises ApiError ``no_guest`` or ``no_account``."""
        account = self.session.account
        if account is None:
            raise ApiError("no_account")
        return account

    def base(self, settings: Settings) -> Base:
        """The beginning of the server's addresses, for the links in the answer."""
        return base_of(self._headers.get("host"), self.tls, settings.host)

    @property
    def device(self) -> str:
        """The browser and system, such as "Firefox, Linux"."""
        return device_of(self._headers.get("user-agent", "")[:500])

    @property
    def visitor(self) -> Visitor:
        """Raises ApiError ``no_guest``."""
        return Visitor(self.session, self.address, self.device)


def guard(check: Callable[[CallingPerson, Mapping[str, Any]], None]) -> Guard:
    """A guard of calls, which gets who calls and the options of the call and raises ApiError.

    Which methods a call has is told to everybody.
    """

    async def checked(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
        if connection.scope.get("method") != "OPTIONS":
            check(CallingPerson(connection, 0), handler.opt)

    return checked


def caller_of(request: AnyRequest) -> CallingPerson:
    """The dependency ``caller``."""
    return CallingPerson(request, request.app.state.clock.now_ms())


Caller = NamedDependency[CallingPerson]
"""The parameter ``caller`` of a call."""
