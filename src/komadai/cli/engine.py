"""``komadai usi``: our engine, for any shogi GUI."""

from __future__ import annotations

import typer


def usi() -> None:
    """Run the engine for a shogi GUI (ShogiHome, Shogidokoro, ShogiGUI …), which speaks USI with it.

    In the GUI, add an engine and choose this command.

    By hand it works too: try [b]usi[/], [b]position startpos[/], [b]go byoyomi 1000[/], [b]quit[/].
    """
    from komadai.engine.usi_server import main

    raise typer.Exit(main())
