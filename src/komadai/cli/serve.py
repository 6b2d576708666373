"""``komadai serve``: the page, and the server behind it."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from komadai.cli.failure import Failure

if TYPE_CHECKING:
    from komadai.server.settings import Settings

FIRST_PORT = 8135
PORTS_TRIED = 20
LOOPBACK = "127.0.0.1"
GRACE_SECONDS = 3
"""What open connections are given to end when the server stops."""


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; [b]0.0.0.0[/] lets others on your network in.")
    ] = LOOPBACK,
    port: Annotated[
        int | None,
        typer.Option(
            min=0, max=65535, help=f"The port; if left out, the first free one from {FIRST_PORT} on."
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="PostgreSQL, for example; SQLite in the data folder if left out."),
    ] = None,
    data_dir: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where games are kept, if not in your system's usual place."),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
) -> None:
    """Play in the browser: start the server and open its page. Ctrl-C ends it; games are kept."""
    from komadai.server.settings import Settings, default_config_file, default_data_dir, load_config

    engines, host_names = load_config(default_config_file())
    settings = Settings(
        data_dir=data_dir or default_data_dir(),
        database=database,
        host=host,
        engines=engines,
        host_names=host_names,
    )
    listener = _listen(host, port)
    with listener:
        asyncio.run(_serve(settings, listener, open_browser=not no_browser and _has_browser()))


async def _serve(settings: Settings, listener: socket.socket, open_browser: bool) -> None:
    import uvicorn

    from komadai.server.app import create_app

    config = uvicorn.Config(
        create_app(settings),
        ws="websockets-sansio",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started and not running.done():
        await asyncio.sleep(0.01)
    if server.started:
        _announce(settings.host, listener.getsockname()[1], open_browser)
    await running
    if not server.started:
        raise Failure("the server did not start; the lines above say why")


def _announce(host: str, port: int, open_browser: bool) -> None:
    everywhere = host in ("0.0.0.0", "::", "")
    address = f"http://{_in_url(LOOPBACK if everywhere else host)}:{port}/"
    print(f"Komadai is at {address}  (Ctrl-C ends it)", flush=True)
    if everywhere:
        print(f"Others on your network: http://{_own_address()}:{port}/", flush=True)
    if open_browser:
        webbrowser.open(address)


def _listen(host: str, port: int | None) -> socket.socket:
    """A listening socket: on the port asked for, or on the first free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(FIRST_PORT, FIRST_PORT + PORTS_TRIED) if port is None else (port,):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen(128)
        except OSError as error:
            listener.close()
            reason = error
            continue
        return listener
    where = (
        f"{host}:{port}" if port is not None else f"{host}, ports {FIRST_PORT}–{FIRST_PORT + PORTS_TRIED - 1}"
    )
    raise Failure(f"cannot listen on {where}: {reason.strerror or reason}")


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _own_address() -> str:
    """This machine's address in its network, as far as it can be known without asking anyone."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # no packet is sent: this only chooses a route
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])


def _has_browser() -> bool:
    """Whether a browser with windows can be opened here (a text browser would take over the terminal)."""
    if sys.platform == "darwin":
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
