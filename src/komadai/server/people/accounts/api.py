"""The HTTP calls of sessions and accounts; see docs/wire.md."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import get, post
from litestar.params import JSONBody
from litestar.response import Stream

from komadai import __version__
from komadai.server.http.calls import Answer, Calls, Id
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest
from komadai.server.http.session import OLD_COOKIE, TokenSigner, cookie_name, set_cookie, token_of
from komadai.server.http.wire import EmptyRequest
from komadai.server.people import wire
from komadai.server.people.accounts.service import PeopleService
from komadai.server.people.caller import Caller, CallingPerson
from komadai.server.people.sessions.sessions import Session
from komadai.server.people.store import Account


def account_view(account: Account) -> wire.AccountView:
    """An account as its owner sees it."""
    return wire.AccountView(
        name=account.name,
        display_name=account.display_name,
        about=account.about,
        role=account.role,
        created_ms=account.created_ms,
        preferences=msgspec.json.decode(account.preferences, type=dict[str, str | bool]),
        warning=account.warning,
        muted_until_ms=account.muted_until_ms,
        barred_until_ms=account.barred_until_ms,
        listed=account.listed,
    )


def session_answer(caller: CallingPerson, token: str, session: Session) -> Answer:
    """The answer that gives the browser a session."""
    account = None if session.account is None else account_view(session.account)
    view = wire.Session(session.person, session.csrf, __version__, account)
    return Answer(view, headers={"Set-Cookie": set_cookie(token, caller.tls)})


class SessionCalls(Calls):
    """The session of the browser, and what gives it another one."""

    path = "/api"
    opt: dict[str, Any] = {"cost": None, "answers": wire.Session}  # noqa: RUF012
    signer: TokenSigner
    people: PeopleService
    quotas: RequestQuotas

    @get("/session")
    async def session(self, request: AnyRequest, caller: Caller) -> Answer:
        """The session of the browser; a new guest's if it has no valid cookie.

        It sets the cookie of the session. While the server can store nothing, a new guest can read and watch;
        a call that changes something is answered ``disk_full`` or ``not_saved``, and stores the session if it
        can.
        """
        header, tls = request.headers.get("cookie"), caller.tls
        current: Session | None = request.scope["state"]["session"]
        token = token_of(header, tls)
        if current is not None and token is not None:
            self.quotas.call(current.person, caller.now_ms)
            await self.people.sessions.seen(current)
            return session_answer(caller, token, current)
        guest = self.signer.old_guest_of(header, tls)
        response = session_answer(caller, *await self.people.visit(guest, caller.address, caller.device))
        if guest is not None:
            response.set_cookie(
                key=cookie_name(OLD_COOKIE, tls), value="", max_age=0, path="/", secure=tls, httponly=True
            )
        return response

    @post("/account/register", desk=True)
    async def register(self, caller: Caller, data: JSONBody[wire.RegisterRequest]) -> Answer:
        """Creates an account and logs in to it. The guest's games and progress go into it."""
        begun = await self.people.register(caller.visitor, data.name, data.display_name, data.password)
        return session_answer(caller, *begun)

    @post("/account/login", desk=True, status_code=200)
    async def log_in(self, caller: Caller, data: JSONBody[wire.LoginRequest]) -> Answer:
        """Logs in to an account. The guest's games and progress go into it."""
        return session_answer(caller, *await self.people.log_in(caller.visitor, data.name, data.password))

    @post("/account/logout", status_code=200)
    async def log_out(self, caller: Caller, data: JSONBody[EmptyRequest]) -> Answer:
        """Ends the session of the account; the browser gets that of a new guest."""
        return session_answer(caller, *await self.people.log_out(caller.visitor))

    @post("/account/password", desk=True, status_code=200)
    async def change_password(self, caller: Caller, data: JSONBody[wire.PasswordRequest]) -> Answer:
        """Changes the password; all other sessions of the account end."""
        return session_answer(
            caller, *await self.people.change_password(caller.visitor, data.current, data.new)
        )

    @post("/account/delete", status_code=200)
    async def delete(self, caller: Caller, data: JSONBody[wire.DeleteRequest]) -> Answer:
        """Deletes the account; the browser gets the session of a new guest."""
        return session_answer(caller, *await self.people.delete(caller.visitor, data.password))


class AccountCalls(Calls):
    """The account as its owner sees it."""

    path = "/api/account"
    people: PeopleService

    @post("/profile", status_code=200)
    async def change_profile(self, caller: Caller, data: JSONBody[wire.ProfileRequest]) -> wire.AccountView:
        """Changes the displayed name, the description, and whether the account is in the list of people.

        ``listed`` null: as before.
        """
        changed = await self.people.change_profile(
            caller.visitor, data.display_name, data.about, listed=data.listed
        )
        return account_view(changed)

    @post("/preferences", status_code=200)
    async def change_preferences(
        self, caller: Caller, data: JSONBody[wire.PreferencesRequest]
    ) -> wire.AccountView:
        """Stores the settings of the page, for the account's other devices."""
        return account_view(await self.people.change_preferences(caller.visitor, data.preferences))

    @post("/warning/read", status_code=200)
    async def confirm_warning(self, caller: Caller, data: JSONBody[EmptyRequest]) -> wire.AccountView:
        """Says that the owner has read the moderator's warning, which is not shown any more."""
        return account_view(await self.people.confirm_warning(caller.visitor))

    @get("/sessions")
    async def list_sessions(self, caller: Caller) -> wire.SessionList:
        """The running sessions of the account."""
        return await _sessions(self.people, caller)

    @post("/sessions/{session_id:str}/end", status_code=200)
    async def end_session(
        self, caller: Caller, session_id: Id, data: JSONBody[EmptyRequest]
    ) -> wire.SessionList:
        """Ends one of the account's sessions; the pages open in it close their sockets."""
        await self.people.end_session(caller.visitor, session_id)
        return await _sessions(self.people, caller)

    @post("/end-other-sessions", status_code=200)
    async def end_other_sessions(self, caller: Caller, data: JSONBody[EmptyRequest]) -> wire.SessionList:
        """Ends all sessions of the account but this one."""
        await self.people.end_other_sessions(caller.visitor)
        return await _sessions(self.people, caller)

    @get("/export", cost="record", answers=bytes)
    async def export(self, caller: Caller) -> Stream:
        """All that the server stores about the account, as a JSON file."""
        headers = {
            "Cache-Control": "no-store",
            "Content-Disposition": f'attachment; filename="komadai-{caller.account.name}.json"',
        }
        return Stream(self.people.export(caller.visitor), media_type="application/json", headers=headers)


async def _sessions(people: PeopleService, caller: CallingPerson) -> wire.SessionList:
    rows = await people.store.sessions_of(caller.account.id, caller.now_ms)
    return wire.SessionList(
        [
            wire.SessionView(
                id=row.id,
                device=row.device,
                address=row.address,
                created_ms=row.created_ms,
                seen_ms=row.seen_ms,
                current=row.id == caller.session.id,
            )
            for row in rows
        ]
    )


CALLS: Final = (SessionCalls, AccountCalls)
