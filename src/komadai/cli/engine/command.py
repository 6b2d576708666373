"""``komadai usi``: the engine, for any shogi GUI. ``komadai engine``: tools for its data."""

from __future__ import annotations

from typing import Final

import typer

from komadai.cli.engine import transitions
from komadai.cli.shared.command_table import BY_NAME
from komadai.cli.shared.help import Command, typer_app
from komadai.cli.shared.language import japanese_help

app: Final = typer_app(BY_NAME["engine"].help)
app.command("transition-probabilities", cls=Command)(transitions.transition_probabilities)


@japanese_help("""GUI でエンジンを追加し、このコマンドを指定する。

    手で試すには [b]usi[/]、[b]position startpos[/]、[b]go byoyomi 1000[/]、[b]quit[/] と入力する。""")
def usi() -> None:
    """In the GUI, add an engine and choose this command.

    By hand: type [b]usi[/], [b]position startpos[/], [b]go byoyomi 1000[/], [b]quit[/].
    """
    from komadai.engine.usi.server import main

    raise typer.Exit(main())
