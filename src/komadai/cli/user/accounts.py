"""The commands of ``komadai user``. They work on the database, while a server uses it or not."""

from __future__ import annotations

import asyncio
import getpass
import sys
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

from komadai.cli.shared.console import print_json
from komadai.cli.shared.errors import Failure
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.options import AsJson, argument, option
from komadai.errors import KomadaiError

if TYPE_CHECKING:
    from komadai.server.people.store import Account, PeopleStore

T = TypeVar("T")


class RoleName(StrEnum):
    """The role of an account."""

    USER = "user"
    MODERATOR = "moderator"
    ADMIN = "admin"


class UserError(KomadaiError):
    """A name, role or password that cannot be used. The text says why."""


DatabaseOption = Annotated[
    str | None,
    option(
        "The server's database. SQLite in the data folder if left out.",
        "サーバーのデータベース。省略時はデータフォルダの SQLite。",
        "--database",
        metavar="URL",
    ),
]
FolderOption = Annotated[
    Path | None,
    option(
        "The server's data folder. The usual one of your system if left out.",
        "サーバーのデータフォルダ。省略時はシステムの標準の場所。",
        "--data-dir",
        metavar="FOLDER",
    ),
]
Name = Annotated[str, argument("The name of the account.", "アカウントの名前。", metavar="NAME")]
Program = Annotated[
    bool,
    option(
        "The account of a program, which plays over the CSA port.",
        "CSAポートで対局するプログラムのアカウント。",
        "--program",
    ),
]


@japanese_help("アカウントを作る。パスワードは端末で尋ねるか、標準入力の1行目から読む。")
def create(
    name: Name,
    program: Program = False,
    display_name: Annotated[
        str,
        option(
            "The name shown to others, in any script. The account's name if left out.",
            "表示名（日本語可）。省略時はアカウントの名前。",
            metavar="WORDS",
        ),
    ] = "",
    database: DatabaseOption = None,
    data_dir: FolderOption = None,
) -> None:
    """Create an account. The password is asked for, or is the first line of the standard input."""
    from komadai.server.moderation import administration

    secret = _new_password()
    kind = "program" if program else "person"
    account = with_store(
        database,
        data_dir,
        lambda store: administration.create(
            store,
            name,
            secret,
            _now_ms(),
            kind=kind,  # type: ignore[arg-type]
            display_name=display_name,
        ),
    )
    print(localized(f"Created {account.name}.", f"{account.name} を作成しました。"))


@japanese_help("アカウントを一覧する。")
def list_accounts(
    as_json: AsJson = False, database: DatabaseOption = None, data_dir: FolderOption = None
) -> None:
    """List the accounts."""
    accounts = with_store(database, data_dir, lambda store: store.all_accounts())
    now = _now_ms()
    if as_json:
        print_json([_as_json(account, now) for account in accounts])
        return
    if not accounts:
        print(localized("There are no accounts.", "アカウントはありません。"))
    for account in accounts:
        notes: list[str] = [account.role] if account.role != "user" else []
        notes += [localized("program", "プログラム")] if account.kind == "program" else []
        notes += [localized("banned", "停止中")] if account.is_banned(now) else []
        shown = f" ({account.display_name})" if account.display_name != account.name else ""
        print(f"{account.name}{shown}  {_day(account.created_ms)}  {', '.join(notes)}".rstrip())


@japanese_help("アカウントの役割を変える：user、moderator（モデレーター）、admin（管理者）。")
def role(
    name: Name,
    new_role: Annotated[RoleName, argument("The new role.", "新しい役割。", metavar="ROLE")],
    database: DatabaseOption = None,
    data_dir: FolderOption = None,
) -> None:
    """Give an account a role: user, moderator or admin. Its sessions end."""
    from komadai.server.moderation import administration

    async def change(store: PeopleStore) -> None:
        account = await administration.named(store, name)
        await administration.set_role(store, account, new_role.value, _now_ms())

    with_store(database, data_dir, change)
    print(localized(f"{name} is now {new_role.value}.", f"{name} の役割を {new_role.value} にしました。"))


@japanese_help("アカウントの利用を停止する、または停止を解く（--lift）。")
def ban(
    name: Name,
    days: Annotated[
        int | None,
        option(
            "For how many days. For ever if left out.", "停止する日数。省略時は無期限。", min=1, max=36500
        ),
    ] = None,
    reason: Annotated[
        str, option("The reason, for the moderation log.", "理由（管理記録に残る）。", metavar="WORDS")
    ] = "",
    lift: Annotated[bool, option("Open a closed account again.", "停止を解く。", "--lift")] = False,
    program: Program = False,
    database: DatabaseOption = None,
    data_dir: FolderOption = None,
) -> None:
    """Close an account, or open it again with --lift. Its sessions and challenges end at once."""
    from komadai.server.db.database import Database
    from komadai.server.lobby.store import ChallengeStore
    from komadai.server.moderation import administration

    async def change(store: PeopleStore) -> None:
        account = await administration.named(store, name, "program" if program else "person")
        now = _now_ms()
        if lift:
            await administration.lift_ban(store, account, now, reason=reason)
        else:
            until = administration.FOR_EVER if days is None else now + days * 86_400_000
            await administration.ban(store, account, now, until_ms=until, reason=reason)
            await ChallengeStore(Database(store.engine)).withdraw_all(account.id)

    with_store(database, data_dir, change)
    if lift:
        print(localized(f"{name} may log in again.", f"{name} の停止を解きました。"))
    else:
        print(localized(f"{name} is closed.", f"{name} の利用を停止しました。"))


@japanese_help("忘れられたパスワードの代わりに新しいパスワードを設定する。")
def password(
    name: Name, program: Program = False, database: DatabaseOption = None, data_dir: FolderOption = None
) -> None:
    """Set a new password for somebody who has forgotten theirs. All sessions of the account end."""
    from komadai.server.moderation import administration

    secret = _new_password()

    async def change(store: PeopleStore) -> None:
        account = await administration.named(store, name, "program" if program else "person")
        await administration.set_password(store, account, secret, _now_ms())

    with_store(database, data_dir, change)
    print(localized(f"{name} has a new password.", f"{name} のパスワードを変更しました。"))


@japanese_help("アカウントのすべてのログインを終わらせる。--all で全員。")
def logout(
    name: Annotated[
        str | None, argument("The name of the account.", "アカウントの名前。", metavar="NAME")
    ] = None,
    everybody: Annotated[bool, option("All accounts.", "すべてのアカウント。", "--all")] = False,
    database: DatabaseOption = None,
    data_dir: FolderOption = None,
) -> None:
    """End all sessions of an account, or with --all those of all accounts. Nobody's password changes."""
    from komadai.server.moderation import administration

    if (name is None) is not everybody:
        raise UserError(localized("expected either a NAME or --all", "NAMEか--allのどちらか一方が必要です"))

    async def change(store: PeopleStore) -> int:
        if name is None:
            return await store.end_all_sessions(_now_ms())
        return await administration.log_out(store, await administration.named(store, name), _now_ms())

    count = with_store(database, data_dir, change)
    print(localized(f"Ended {count} sessions.", f"{count}件のログインを終わらせました。"))


def with_store(database: str | None, data_dir: Path | None, work: Callable[[PeopleStore], Awaitable[T]]) -> T:
    """Opens the database, does the work, and closes it. Errors become sentences."""
    from komadai.messages.text import Text
    from komadai.server.db.database import DATABASE_ERRORS, Database, reason_of
    from komadai.server.errors import ApiError
    from komadai.server.people.store import PeopleStore
    from komadai.server.settings import default_data_dir

    async def run() -> T:
        opened = await Database.open(database, data_dir or default_data_dir())
        try:
            return await work(PeopleStore(opened))
        finally:
            await opened.close()

    try:
        return asyncio.run(run())
    except ApiError as error:
        why = error.values.get("why")
        text = why if isinstance(why, Text) else error.text
        raise UserError(localized(text.en, text.ja)) from error
    except DATABASE_ERRORS as error:
        why = reason_of(error)
        raise Failure(localized(f"the database failed: {why}", f"データベースのエラー：{why}")) from error


def _new_password() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    first = getpass.getpass(localized("Password: ", "パスワード："))
    if getpass.getpass(localized("Once more: ", "もう一度：")) != first:
        raise UserError(localized("the two passwords differ", "2つのパスワードが一致しません"))
    return first


def _as_json(account: Account, now_ms: int) -> dict[str, object]:
    return {
        "name": account.name,
        "display_name": account.display_name,
        "kind": account.kind,
        "role": account.role,
        "created": _day(account.created_ms),
        "banned": account.is_banned(now_ms),
    }


def _day(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).date().isoformat()


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
