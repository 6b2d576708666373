"""``komadai serve``: the page, and the server behind it."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

_EVERYWHERE = ("0.0.0.0", "::")


def serve(
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="The address to listen on; [b]0.0.0.0[/] lets others on your network in."
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            min=0, max=65535, metavar="NUMBER", help="The port; if left out, the first free one from 8123 on."
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="A PostgreSQL database, for example; SQLite in the data folder if left out."
        ),
    ] = None,
    data_dir: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where games are kept; your system's usual place if left out."),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
) -> None:
    """Play in the browser: start the server and open its page. Ctrl-C ends it; the games are kept."""
    from komadai.server import run

    def announce(address: str) -> None:
        print(f"Komadai is at {address} (Ctrl-C ends it)", flush=True)
        if host in _EVERYWHERE and (own := _own_address()):
            print(f"Others on your network: http://{own}:{urlsplit(address).port}/", flush=True)

    run(host, port, database, open_browser=not no_browser, data_dir=data_dir, ready=announce)


def _own_address() -> str | None:
    """This machine's address in its network, as far as it can be known without asking anyone."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: this only chooses a route
        except OSError:
            return None
        return str(probe.getsockname()[0])
