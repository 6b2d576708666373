"""``komadai usi``: our engine, for any shogi GUI; ``komadai engine``: what it is made with."""

from __future__ import annotations

import typer

from komadai.cli.engine import transitions

app = typer.Typer(help="What the engine (エンジン) is made with.", no_args_is_help=True)
app.command("transition-probabilities")(transitions.transition_probabilities)


def usi() -> None:
    """Run the engine for a shogi GUI (ShogiHome, Shogidokoro, ShogiGUI …), which speaks USI with it.

    In the GUI, add an engine and choose this command.

    By hand it works too: try [b]usi[/], [b]position startpos[/], [b]go byoyomi 1000[/], [b]quit[/].
    """
    from komadai.engine.usi.server import main

    raise typer.Exit(main())
