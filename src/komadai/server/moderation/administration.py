"""The acts of administrators and moderators on accounts, on the command line and on the page.

Each act is one transaction with its entry in the moderation log. A running server of another process
notices ended sessions within `sessions.POLL_S`.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy.exc import IntegrityError

from komadai.server.errors import ApiError
from komadai.server.people.accounts.passwords import PasswordHashes, check_password
from komadai.server.people.names.display_names import checked_display_name
from komadai.server.people.names.names import Kind, check_name, name_key
from komadai.server.people.store import Account, ModerationEntry, PeopleStore, Role, new_id
from komadai.server.people.tokens.tokens import end_tokens

FOR_EVER: Final = 2**53 - 1
"""The end of a ban without an end, in milliseconds; the largest integer that JavaScript has exactly."""
MAX_REASON: Final = 500


async def create(
    store: PeopleStore,
    name: str,
    password: str,
    now_ms: int,
    *,
    kind: Kind = "person",
    display_name: str = "",
) -> Account:
    """Creates an account. Raises ApiError ``invalid`` or ``name_taken``."""
    check_name(name, kind)
    shown = await checked_display_name(store, display_name or name, name)
    check_password(password, name, kind)
    if await store.is_taken(name, kind):
        raise ApiError("name_taken", "name")
    hashed = await PasswordHashes().make(password)
    account = Account(id=new_id(), kind=kind, name=name, display_name=shown, created_ms=now_ms)
    try:
        async with store.engine.begin() as connection:
            await store.add_account(connection, account, hashed)
            await store.log_moderation(connection, _entry(now_ms, None, account, "created", ""))
    except IntegrityError:  # of the name, which another process has just taken
        raise ApiError("name_taken", "name") from None
    return account


async def named(store: PeopleStore, name: str, kind: Kind = "person") -> Account:
    """The account of this name. Raises ApiError ``no_such_account``."""
    account = await store.account_named(name, kind)
    if account is None:
        raise ApiError("no_such_account", "name", name=name)
    return account


async def set_role(
    store: PeopleStore, account: Account, role: Role, now_ms: int, actor: str | None = None
) -> list[str]:
    """Gives an account another role. Its sessions end, so that none keeps the rights of before.

    Returns their ids. Raises ApiError ``last_admin`` if ``actor``, an administrator on the page, would leave
    the server without one; the command line can always make another.
    """
    async with store.engine.begin() as connection:
        if actor is not None and role != "admin" and not await store.other_admins(connection, account.id):
            raise ApiError("last_admin")
        await store.change_account(connection, account.id, role=role)
        ended = await store.end_sessions(connection, account.id, now_ms)
        await store.log_security(connection, "role_changed", now_ms, account.id, "", role)
        await store.log_moderation(connection, _entry(now_ms, actor, account, f"role {role}", ""))
    return ended


async def set_password(store: PeopleStore, account: Account, password: str, now_ms: int) -> None:
    """Sets a new password, for somebody who has forgotten theirs. All sessions and tokens end."""
    check_password(password, account.name, account.kind)
    hashed = await PasswordHashes().make(password)
    async with store.engine.begin() as connection:
        await store.change_account(connection, account.id, password=hashed)
        await store.end_sessions(connection, account.id, now_ms)
        await end_tokens(connection, account.id, now_ms)
        await store.log_security(connection, "password_changed", now_ms, account.id, "", "by an admin")
        await store.log_moderation(connection, _entry(now_ms, None, account, "password set", ""))


async def ban(
    store: PeopleStore,
    account: Account,
    now_ms: int,
    *,
    until_ms: int = FOR_EVER,
    reason: str = "",
    actor: str | None = None,
) -> list[str]:
    """Closes an account until this time. Returns the ids of its sessions, which have ended."""
    async with store.engine.begin() as connection:
        await store.change_account(connection, account.id, banned_until_ms=until_ms)
        ended = await store.end_sessions(connection, account.id, now_ms)
        await store.log_security(connection, "banned", now_ms, account.id, "")
        await store.log_moderation(connection, _entry(now_ms, actor, account, "ban", reason))
    return ended


async def lift_ban(
    store: PeopleStore, account: Account, now_ms: int, *, reason: str = "", actor: str | None = None
) -> None:
    """Opens a closed account again."""
    async with store.engine.begin() as connection:
        await store.change_account(connection, account.id, banned_until_ms=None)
        await store.log_security(connection, "ban_lifted", now_ms, account.id, "")
        await store.log_moderation(connection, _entry(now_ms, actor, account, "ban lifted", reason))


async def warn(store: PeopleStore, account: Account, now_ms: int, *, reason: str, actor: str | None) -> None:
    """Shows the account's owner a warning until they confirm that they have read it."""
    await _change(store, account, now_ms, "warned", reason, actor, warning=reason[:MAX_REASON])


async def withdraw_warning(
    store: PeopleStore, account: Account, now_ms: int, *, reason: str, actor: str | None
) -> None:
    """Takes back a warning that its owner has not confirmed."""
    await _change(store, account, now_ms, "warning withdrawn", reason, actor, warning="")


async def mute(
    store: PeopleStore, account: Account, now_ms: int, *, until_ms: int | None, reason: str, actor: str | None
) -> None:
    """Lets an account say nothing at games until this time; None: it may speak again."""
    act = "mute lifted" if until_ms is None else "muted"
    await _change(store, account, now_ms, act, reason, actor, muted_until_ms=until_ms)


async def bar(
    store: PeopleStore, account: Account, now_ms: int, *, until_ms: int | None, reason: str, actor: str | None
) -> None:
    """Lets an account begin no games with other people until this time; None: it may again."""
    act = "bar lifted" if until_ms is None else "barred"
    await _change(store, account, now_ms, act, reason, actor, barred_until_ms=until_ms)


async def rename(
    store: PeopleStore,
    account: Account,
    now_ms: int,
    *,
    name: str,
    display_name: str,
    reason: str,
    actor: str | None,
) -> None:
    """Gives an account other names. The log keeps those of before, with which it can be named back.

    Nobody else may take the name of before. Its owner sees the new name, with which they log in from now on,
    as a warning. Raises ApiError ``invalid`` or ``name_taken``.
    """
    check_name(name, account.kind)
    shown = await checked_display_name(store, display_name or name, name, account.id)
    if await store.is_taken(name, account.kind, but=account.id):
        raise ApiError("name_taken", "name")
    before = f"{account.name} ({account.display_name}) → {name} ({shown})"
    said = f"{before}: {reason}"[:MAX_REASON]
    names = {"name": name, "name_key": name_key(name), "display_name": shown}
    try:
        async with store.engine.begin() as connection:
            if name_key(name) != name_key(account.name):
                await store.keep_former_name(connection, account)
            await store.change_account(connection, account.id, **names, warning=said)
            await store.add_looks(connection, account.id, account.kind, name)
            await store.log_moderation(connection, _entry(now_ms, actor, account, "renamed", said))
    except IntegrityError:  # of the name, which another request has just taken
        raise ApiError("name_taken", "name") from None


async def _change(
    store: PeopleStore,
    account: Account,
    now_ms: int,
    act: str,
    reason: str,
    actor: str | None,
    **values: Any,
) -> None:
    async with store.engine.begin() as connection:
        await store.change_account(connection, account.id, **values)
        await store.log_moderation(connection, _entry(now_ms, actor, account, act, reason))


async def log_out(store: PeopleStore, account: Account, now_ms: int) -> int:
    """Ends all sessions of an account. Returns how many there were."""
    async with store.engine.begin() as connection:
        ended = await store.end_sessions(connection, account.id, now_ms)
        await store.log_security(connection, "session_ended", now_ms, account.id, "", "by an admin")
    return len(ended)


def _entry(now_ms: int, actor: str | None, account: Account, act: str, reason: str) -> ModerationEntry:
    return ModerationEntry(
        at_ms=now_ms, actor_id=actor, account_id=account.id, act=act, reason=reason[:MAX_REASON]
    )
