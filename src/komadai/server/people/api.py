"""The HTTP calls of sessions and accounts; see docs/wire.md."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Stream
from litestar.types import ControllerRouterHandler

from komadai import __version__
from komadai.server.errors import ApiError
from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, body_of
from komadai.server.http.session import OLD_COOKIE, TokenSigner, cookie_name, set_cookie, token_of
from komadai.server.http.wire import EmptyRequest
from komadai.server.people import wire as people_wire
from komadai.server.people.devices import device_of
from komadai.server.people.service import PeopleService, Visitor
from komadai.server.people.sessions import Session
from komadai.server.people.store import Account
from komadai.server.server_clock import ServerClock


def session_of(request: AnyRequest) -> Session:
    """The session of a request. Raises ApiError ``no_guest``."""
    session: Session | None = request.scope["state"]["session"]
    if session is None:
        raise ApiError("no_guest")
    return session


def account_of(request: AnyRequest) -> Account:
    """The account of a request. Raises ApiError ``no_guest`` or ``no_account``."""
    account = session_of(request).account
    if account is None:
        raise ApiError("no_account")
    return account


def account_view(account: Account) -> people_wire.AccountView:
    """An account as its owner sees it."""
    return people_wire.AccountView(
        name=account.name,
        display_name=account.display_name,
        about=account.about,
        role=account.role,
        created_ms=account.created_ms,
        preferences=msgspec.json.decode(account.preferences, type=dict[str, str | bool]),
        warning=account.warning,
        muted_until_ms=account.muted_until_ms,
        barred_until_ms=account.barred_until_ms,
    )


def visitor_of(request: AnyRequest) -> Visitor:
    """Where a request comes from. Raises ApiError ``no_guest``."""
    return Visitor(session_of(request), request.scope["state"]["address"], _device(request))


def _device(request: AnyRequest) -> str:
    return device_of(request.headers.get("user-agent", "")[:500])


def session_answer(request: AnyRequest, token: str, session: Session, status: int = 200) -> Response[bytes]:
    """The answer that gives the browser a session."""
    tls: bool = request.scope["state"]["tls"]
    account = None if session.account is None else account_view(session.account)
    view = people_wire.Session(session.person, session.csrf, __version__, account)
    return answer(view, status, {"Set-Cookie": set_cookie(token, tls)})


@get("/api/session", answers=people_wire.Session)
async def session(
    request: AnyRequest,
    signer: NamedDependency[TokenSigner],
    people: NamedDependency[PeopleService],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The session of the browser; a new guest's if it has no valid cookie."""
    state = request.scope["state"]
    header, tls = request.headers.get("cookie"), state["tls"]
    current: Session | None = state["session"]
    token = token_of(header, tls)
    if current is not None and token is not None:
        quotas.call(current.person, clock.now_ms())
        await people.sessions.seen(current)
        return session_answer(request, token, current)
    guest = signer.old_guest_of(header, tls)
    token, current = await people.visit(guest, state["address"], _device(request))
    response = session_answer(request, token, current)
    if guest is not None:
        response.set_cookie(
            key=cookie_name(OLD_COOKIE, tls), value="", max_age=0, path="/", secure=tls, httponly=True
        )
    return response


@post("/api/account/register", desk=True, body=people_wire.RegisterRequest, answers=people_wire.Session)
async def register(request: AnyRequest, people: NamedDependency[PeopleService]) -> Response[bytes]:
    """Creates an account and logs in to it. The guest's games and progress go into it."""
    visitor, ask = visitor_of(request), await body_of(request, people_wire.RegisterRequest)
    token, begun = await people.register(visitor, ask.name, ask.display_name, ask.password)
    return session_answer(request, token, begun, 201)


@post(
    "/api/account/login",
    desk=True,
    status_code=200,
    body=people_wire.LoginRequest,
    answers=people_wire.Session,
)
async def log_in(request: AnyRequest, people: NamedDependency[PeopleService]) -> Response[bytes]:
    """Logs in to an account. The guest's games and progress go into it."""
    visitor, ask = visitor_of(request), await body_of(request, people_wire.LoginRequest)
    return session_answer(request, *await people.log_in(visitor, ask.name, ask.password))


@post("/api/account/logout", status_code=200, body=EmptyRequest, answers=people_wire.Session)
async def log_out(request: AnyRequest, people: NamedDependency[PeopleService]) -> Response[bytes]:
    """Ends the session of the account; the browser gets that of a new guest."""
    await body_of(request, EmptyRequest)
    return session_answer(request, *await people.log_out(visitor_of(request)))


@post(
    "/api/account/profile",
    status_code=200,
    body=people_wire.ProfileRequest,
    answers=people_wire.AccountView,
)
async def change_profile(
    request: AnyRequest,
    people: NamedDependency[PeopleService],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Changes the displayed name and the description."""
    visitor, ask = visitor_of(request), await body_of(request, people_wire.ProfileRequest)
    quotas.call(visitor.session.person, clock.now_ms())
    return answer(account_view(await people.change_profile(visitor, ask.display_name, ask.about)))


@post(
    "/api/account/preferences",
    status_code=200,
    body=people_wire.PreferencesRequest,
    answers=people_wire.AccountView,
)
async def change_preferences(
    request: AnyRequest,
    people: NamedDependency[PeopleService],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Stores the settings of the page, for the account's other devices."""
    visitor, ask = visitor_of(request), await body_of(request, people_wire.PreferencesRequest)
    quotas.call(visitor.session.person, clock.now_ms())
    return answer(account_view(await people.change_preferences(visitor, ask.preferences)))


@post("/api/account/warning/read", status_code=200, body=EmptyRequest, answers=people_wire.AccountView)
async def confirm_warning(
    request: AnyRequest,
    people: NamedDependency[PeopleService],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Says that the owner has read the moderator's warning, which is not shown any more."""
    visitor = visitor_of(request)
    quotas.call(visitor.session.person, clock.now_ms())
    await body_of(request, EmptyRequest)
    return answer(account_view(await people.confirm_warning(visitor)))


@post(
    "/api/account/password",
    desk=True,
    status_code=200,
    body=people_wire.PasswordRequest,
    answers=people_wire.Session,
)
async def change_password(request: AnyRequest, people: NamedDependency[PeopleService]) -> Response[bytes]:
    """Changes the password; all other sessions of the account end."""
    visitor, ask = visitor_of(request), await body_of(request, people_wire.PasswordRequest)
    return session_answer(request, *await people.change_password(visitor, ask.current, ask.new))


@get("/api/account/sessions", answers=people_wire.SessionList)
async def list_sessions(
    request: AnyRequest,
    people: NamedDependency[PeopleService],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The running sessions of the account."""
    account, own = account_of(request), session_of(request)
    quotas.call(account.id, clock.now_ms())
    return answer(await _sessions(people, account, own, clock.now_ms()))


@post(
    "/api/account/sessions/{session_id:str}/end",
    status_code=200,
    body=EmptyRequest,
    answers=people_wire.SessionList,
)
async def end_session(
    request: AnyRequest,
    session_id: FromPath[str],
    people: NamedDependency[PeopleService],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Ends one of the account's sessions; the pages open in it close their sockets."""
    visitor, account = visitor_of(request), account_of(request)
    quotas.call(account.id, clock.now_ms())
    await body_of(request, EmptyRequest)
    await people.end_session(visitor, session_id)
    return answer(await _sessions(people, account, visitor.session, clock.now_ms()))


@post("/api/account/end-other-sessions", status_code=200, body=EmptyRequest, answers=people_wire.SessionList)
async def end_other_sessions(
    request: AnyRequest,
    people: NamedDependency[PeopleService],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Ends all sessions of the account but this one."""
    visitor, account = visitor_of(request), account_of(request)
    quotas.call(account.id, clock.now_ms())
    await body_of(request, EmptyRequest)
    await people.end_other_sessions(visitor)
    return answer(await _sessions(people, account, visitor.session, clock.now_ms()))


@get("/api/account/export", answers=bytes)
async def export(
    request: AnyRequest,
    people: NamedDependency[PeopleService],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Stream:
    """All that the server stores about the account, as a JSON file."""
    visitor, account = visitor_of(request), account_of(request)
    quotas.record(account.id, visitor.address, clock.now_ms())
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="komadai-{account.name}.json"',
    }
    return Stream(people.export(visitor), media_type="application/json", headers=headers)


@post("/api/account/delete", status_code=200, body=people_wire.DeleteRequest, answers=people_wire.Session)
async def delete(request: AnyRequest, people: NamedDependency[PeopleService]) -> Response[bytes]:
    """Deletes the account; the browser gets the session of a new guest."""
    visitor, ask = visitor_of(request), await body_of(request, people_wire.DeleteRequest)
    return session_answer(request, *await people.delete(visitor, ask.password))


async def _sessions(
    people: PeopleService, account: Account, own: Session, now_ms: int
) -> people_wire.SessionList:
    rows = await people.store.sessions_of(account.id, now_ms)
    return people_wire.SessionList(
        [
            people_wire.SessionView(
                id=row.id,
                device=row.device,
                address=row.address,
                created_ms=row.created_ms,
                seen_ms=row.seen_ms,
                current=row.id == own.id,
            )
            for row in rows
        ]
    )


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (
    session,
    register,
    log_in,
    log_out,
    change_profile,
    change_preferences,
    confirm_warning,
    change_password,
    list_sessions,
    end_session,
    end_other_sessions,
    export,
    delete,
)
