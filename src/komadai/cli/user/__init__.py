"""``komadai user``: the accounts of a server, beside it or while it runs."""

from __future__ import annotations

from typing import Final

from komadai.cli.shared.command_table import BY_NAME
from komadai.cli.shared.help import Command, typer_app
from komadai.cli.user import accounts, logs

app: Final = typer_app(BY_NAME["user"].help)
app.command("create", cls=Command)(accounts.create)
app.command("list", cls=Command)(accounts.list_accounts)
app.command("role", cls=Command)(accounts.role)
app.command("ban", cls=Command)(accounts.ban)
app.command("logout", cls=Command)(accounts.logout)
app.command("password", cls=Command)(accounts.password)
app.command("log", cls=Command)(logs.log)
