"""``komadai user``: the accounts of a server, beside it or while it runs."""

from __future__ import annotations

from komadai.cli.shared.help import Command, typer_app
from komadai.cli.shared.language import localized
from komadai.cli.user import accounts, logs

app = typer_app(
    localized(
        "The accounts of a server: create, list, give roles, close; their logs.",
        "サーバーのアカウント：作成、一覧、役割の変更、利用停止、記録。",
    )
)
app.command("create", cls=Command)(accounts.create)
app.command("list", cls=Command)(accounts.list_accounts)
app.command("role", cls=Command)(accounts.role)
app.command("ban", cls=Command)(accounts.ban)
app.command("logout", cls=Command)(accounts.logout)
app.command("password", cls=Command)(accounts.password)
app.command("log", cls=Command)(logs.log)
