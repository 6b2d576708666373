"""``komadai user log``: what moderators did, and what the security log has."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

from komadai.cli.shared.console import print_json
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.options import AsJson, argument, option
from komadai.cli.user.accounts import DatabaseOption, FolderOption, Program, with_store

if TYPE_CHECKING:
    from komadai.server.people.names.names import Kind
    from komadai.server.people.store import PeopleStore


@japanese_help("モデレーターの操作の記録、または --security でセキュリティの記録を新しい順に表示する。")
def log(
    name: Annotated[
        str | None, argument("Only about this account.", "このアカウントの記録だけ。", metavar="NAME")
    ] = None,
    security: Annotated[
        bool,
        option(
            "Logins, passwords, sessions and the like.",
            "ログインやパスワードの変更などの記録。",
            "--security",
        ),
    ] = False,
    limit: Annotated[
        int, option("How many entries, the newest.", "表示する件数（新しい方から）。", min=1, max=100_000)
    ] = 50,
    program: Program = False,
    as_json: AsJson = False,
    database: DatabaseOption = None,
    data_dir: FolderOption = None,
) -> None:
    """Show what moderators did, or with --security the security log, the newest first."""
    read = _security if security else _moderation
    kind: Kind = "program" if program else "person"

    async def entries(store: PeopleStore) -> list[dict[str, Any]]:
        from komadai.server.moderation import administration

        about = None if name is None else (await administration.named(store, name, kind)).id
        return await read(store, about, limit)

    found = with_store(database, data_dir, entries)
    if as_json:
        print_json(found)
        return
    if not found:
        print(localized("There are no entries.", "記録はありません。"))
    line: Callable[[dict[str, Any]], str] = _security_line if security else _moderation_line
    for entry in found:
        print(line(entry))


async def _moderation(store: PeopleStore, about: str | None, limit: int) -> list[dict[str, Any]]:
    entries = (await store.moderation_entries(about, limit)).entries
    people = [person for each in entries for person in (each.account_id, each.actor_id)]
    names = await _names(store, people)
    return [
        {
            "at": _time(each.at_ms),
            "account": names.get(each.account_id),
            "act": each.act,
            "by": names.get(each.actor_id),
            "command_line": each.actor_id is None,
            "reason": each.reason,
        }
        for each in entries
    ]


async def _security(store: PeopleStore, about: str | None, limit: int) -> list[dict[str, Any]]:
    entries = (await store.security_entries(about, limit)).entries
    names = await _names(store, [each.account_id for each in entries])
    return [
        {
            "at": _time(each.at_ms),
            "account": names.get(each.account_id),
            "kind": each.kind,
            "address": each.address,
            "detail": each.detail,
        }
        for each in entries
    ]


def _moderation_line(entry: dict[str, Any]) -> str:
    by = localized("command line", "コマンドライン") if entry["command_line"] else _name(entry["by"])
    line = f"{entry['at']}  {_name(entry['account'])}  {entry['act']}  ({by})"
    return f"{line}  {entry['reason']}".rstrip()


def _security_line(entry: dict[str, Any]) -> str:
    account = "-" if entry["account"] is None else _name(entry["account"])
    return f"{entry['at']}  {account}  {entry['kind']}  {entry['address']}  {entry['detail']}".rstrip()


async def _names(store: PeopleStore, ids: list[str | None]) -> dict[str | None, str]:
    """The names of these accounts; a deleted one has an empty name."""
    accounts = await store.accounts(sorted({each for each in ids if each is not None}))
    return {each.id: each.name for each in accounts.values()}


def _name(name: str | None) -> str:
    return name or localized("deleted", "退会した人")


def _time(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
