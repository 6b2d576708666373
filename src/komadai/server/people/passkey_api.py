"""The HTTP calls of passkeys; see docs/wire.md."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from komadai.server.errors import ApiError
from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, body_of, guest_of
from komadai.server.http.wire import EmptyRequest
from komadai.server.people import wire as people_wire
from komadai.server.people.api import account_of, session_answer, visitor_of
from komadai.server.people.passkeys import Passkeys
from komadai.server.people.webauthn_checks import Site, site_of
from komadai.server.server_clock import ServerClock


def _site(request: AnyRequest) -> Site | None:
    return site_of(request.headers.get("host"), request.scope["state"]["tls"])


def _needed_site(request: AnyRequest) -> Site:
    """The site of a request. Raises ApiError ``no_passkeys``."""
    site = _site(request)
    if site is None:
        raise ApiError("no_passkeys")
    return site


async def _list(request: AnyRequest, passkeys: Passkeys) -> people_wire.PasskeyList:
    rows = await passkeys.store.of_account(account_of(request).id)
    return people_wire.PasskeyList(
        offered=_site(request) is not None,
        passkeys=[
            people_wire.PasskeyView(
                id=row.id, name=row.name, host=row.host, created_ms=row.created_ms, used_ms=row.used_ms
            )
            for row in rows
        ],
    )


@get("/api/passkeys", answers=people_wire.PasskeysOffered)
async def offered(
    request: AnyRequest, clock: NamedDependency[ServerClock], quotas: NamedDependency[RequestQuotas]
) -> Response[bytes]:
    """Whether this server has passkeys at this address."""
    quotas.call(guest_of(request), clock.now_ms())
    return answer(people_wire.PasskeysOffered(_site(request) is not None))


@get("/api/account/passkeys", answers=people_wire.PasskeyList)
async def list_passkeys(
    request: AnyRequest,
    passkeys: NamedDependency[Passkeys],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The passkeys of the account."""
    quotas.call(account_of(request).id, clock.now_ms())
    return answer(await _list(request, passkeys))


@post(
    "/api/account/passkeys/begin",
    desk=True,
    status_code=200,
    body=people_wire.PasskeyPassword,
    answers=people_wire.PasskeyOptions,
)
async def begin_adding(request: AnyRequest, passkeys: NamedDependency[Passkeys]) -> Response[bytes]:
    """Asks for a passkey to be made: the answer is what the browser's authenticator needs."""
    visitor, site = visitor_of(request), _needed_site(request)
    ask = await body_of(request, people_wire.PasskeyPassword)
    return answer(people_wire.PasskeyOptions(await passkeys.begin_adding(visitor, site, ask.password)))


@post("/api/account/passkeys", body=people_wire.NewPasskey, answers=people_wire.PasskeyList)
async def add(
    request: AnyRequest,
    passkeys: NamedDependency[Passkeys],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Stores the passkey that was made."""
    quotas.call(account_of(request).id, clock.now_ms())
    visitor, site = visitor_of(request), _needed_site(request)
    ask = await body_of(request, people_wire.NewPasskey)
    await passkeys.add(visitor, site, ask.name, ask.credential)
    return answer(await _list(request, passkeys), 201)


@post(
    "/api/account/passkeys/{passkey_id:str}/remove",
    desk=True,
    status_code=200,
    body=people_wire.PasskeyPassword,
    answers=people_wire.PasskeyList,
)
async def remove(
    request: AnyRequest, passkey_id: FromPath[str], passkeys: NamedDependency[Passkeys]
) -> Response[bytes]:
    """Removes a passkey; it opens the account no more."""
    visitor, ask = visitor_of(request), await body_of(request, people_wire.PasskeyPassword)
    await passkeys.remove(visitor, passkey_id, ask.password)
    return answer(await _list(request, passkeys))


@post(
    "/api/account/passkey-login/begin",
    desk=True,
    status_code=200,
    body=EmptyRequest,
    answers=people_wire.PasskeyOptions,
)
async def begin_login(request: AnyRequest, passkeys: NamedDependency[Passkeys]) -> Response[bytes]:
    """Asks for a login with any passkey of this server."""
    visitor, site = visitor_of(request), _needed_site(request)
    await body_of(request, EmptyRequest)
    return answer(people_wire.PasskeyOptions(await passkeys.begin_login(visitor, site)))


@post(
    "/api/account/passkey-login",
    desk=True,
    status_code=200,
    body=people_wire.PasskeyLogin,
    answers=people_wire.Session,
)
async def log_in(request: AnyRequest, passkeys: NamedDependency[Passkeys]) -> Response[bytes]:
    """Logs in with a passkey. The guest's games and progress go into the account."""
    visitor, site = visitor_of(request), _needed_site(request)
    ask = await body_of(request, people_wire.PasskeyLogin)
    return session_answer(request, *await passkeys.log_in(visitor, site, ask.credential))


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (
    offered,
    list_passkeys,
    begin_adding,
    add,
    remove,
    begin_login,
    log_in,
)
