"""The HTTP calls of e-mail; see docs/wire.md."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.types import ControllerRouterHandler

from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, body_of, guest_of
from komadai.server.mail import wire
from komadai.server.mail.service import MailService
from komadai.server.mail.store import Address
from komadai.server.people.api import account_of, visitor_of
from komadai.server.server_clock import ServerClock


def _view(mail: MailService, row: Address | None) -> wire.MailAddressView:
    return wire.MailAddressView(
        available=mail.available,
        address=None if row is None else row.address,
        pending=None if row is None else row.pending,
        notices=row is None or row.notices,
    )


@get("/api/mail", answers=wire.MailAvailable)
async def available(
    request: AnyRequest,
    mail: NamedDependency[MailService],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Whether this server sends mail."""
    quotas.call(guest_of(request), clock.now_ms())
    return answer(wire.MailAvailable(mail.available))


@get("/api/account/email", answers=wire.MailAddressView)
async def address(
    request: AnyRequest,
    mail: NamedDependency[MailService],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The address of the account."""
    account = account_of(request)
    quotas.call(account.id, clock.now_ms())
    return answer(_view(mail, await mail.store.address(account.id)))


@post(
    "/api/account/email",
    desk=True,
    status_code=200,
    body=wire.MailAddressRequest,
    answers=wire.MailAddressView,
)
async def set_address(request: AnyRequest, mail: NamedDependency[MailService]) -> Response[bytes]:
    """Enters an address, to which a link is sent, or removes it."""
    account_of(request)
    ask = await body_of(request, wire.MailAddressRequest)
    return answer(_view(mail, await mail.set_address(visitor_of(request), ask.address.strip(), ask.password)))


@post("/api/account/notices", status_code=200, body=wire.MailNoticesRequest, answers=wire.MailAddressView)
async def set_notices(
    request: AnyRequest,
    mail: NamedDependency[MailService],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Switches mails about correspondence games on or off."""
    account = account_of(request)
    quotas.call(account.id, clock.now_ms())
    ask = await body_of(request, wire.MailNoticesRequest)
    return answer(_view(mail, await mail.set_notices(account.id, ask.on)))


@post("/api/mail/confirm", status_code=200, body=wire.LinkRequest, answers=wire.MailDone)
async def confirm(
    request: AnyRequest,
    mail: NamedDependency[MailService],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Confirms an address by the link that was sent to it."""
    quotas.call(guest_of(request), clock.now_ms())
    await mail.confirm((await body_of(request, wire.LinkRequest)).token)
    return answer(wire.MailDone())


@post("/api/mail/unsubscribe", status_code=200, body=wire.LinkRequest, answers=wire.MailDone)
async def unsubscribe(
    request: AnyRequest,
    mail: NamedDependency[MailService],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Ends mails about correspondence games by the link in one of them; no login is needed."""
    quotas.call(guest_of(request), clock.now_ms())
    await mail.unsubscribe((await body_of(request, wire.LinkRequest)).token)
    return answer(wire.MailDone())


@post("/api/mail/forgotten", desk=True, status_code=200, body=wire.ForgottenRequest, answers=wire.MailDone)
async def forgotten(request: AnyRequest, mail: NamedDependency[MailService]) -> Response[bytes]:
    """Sends a link to choose a new password. The answer does not tell whether there is such an account."""
    guest_of(request)
    ask = await body_of(request, wire.ForgottenRequest)
    await mail.forgotten(ask.name.strip(), request.scope["state"]["address"])
    return answer(wire.MailDone())


@post("/api/mail/reset", desk=True, status_code=200, body=wire.ResetRequest, answers=wire.MailDone)
async def reset(request: AnyRequest, mail: NamedDependency[MailService]) -> Response[bytes]:
    """Chooses a new password by a link; all sessions of the account end."""
    ask = await body_of(request, wire.ResetRequest)
    return answer(wire.MailDone(await mail.reset(visitor_of(request), ask.token, ask.password)))


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (
    available,
    address,
    set_address,
    set_notices,
    confirm,
    unsubscribe,
    forgotten,
    reset,
)
