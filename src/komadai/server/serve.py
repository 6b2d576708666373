"""Runs the server: the listening socket, uvicorn, and an orderly shutdown."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
import sys
import tempfile
import webbrowser
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import msgspec
import uvicorn
from litestar import Litestar
from litestar.types import ASGIApp
from uvicorn.server import HANDLED_SIGNALS

from komadai.engine.config import default_config_file, load_config
from komadai.messages import Message, os_error_message
from komadai.server import data_folder, logs, metrics
from komadai.server.app import create_app
from komadai.server.config_file import load_server_table, metrics_address
from komadai.server.db.database import Database, database_url
from komadai.server.db.sqlite_file import sqlite_file
from komadai.server.errors import SettingsError, StartError
from komadai.server.garbage import collected_seldom
from komadai.server.http.connection_limits import LimitedConfig
from komadai.server.http.descriptors import within_descriptors
from komadai.server.http.keys import load_keys
from komadai.server.mail.setup import MailTable, mail_settings
from komadai.server.server_clock import ServerClock
from komadai.server.settings import CsaSettings, Settings, WorkerSettings, default_data_dir
from komadai.server.supervisor import Supervisor, WorkerStart, node_name

FIRST_PORT: Final = 8123
PORTS_TRIED: Final = 20
SHUTDOWN_TIMEOUT_S: Final = 3


def run(
    host: str = "127.0.0.1",
    port: int | None = None,
    database: str | None = None,
    open_browser: bool = True,
    data_dir: Path | None = None,
    *,
    config_file: Path | None = None,
    ready: Callable[[str], None] | None = None,
    csa_port: int | None = None,
    csa: CsaSettings | None = None,
    workers: int = 1,
    mail: MailTable | None = None,
) -> None:
    """Serves until Ctrl-C or SIGTERM; then closes the sockets (code 1012) and ends the engines.

    Without ``port`` the first free port from FIRST_PORT on is used; 0 lets the system choose. ``ready``
    is called with the address when the server accepts requests; without it the address is printed.
    ``workers``: the number of processes that share the work, which above 1 needs PostgreSQL. SIGHUP replaces
    them one after the other.
    ``csa_port``: programs can play there over CSA's protocol, with the settings ``csa``; None: no such port.
    ``mail``: settings of e-mail that precede those of the environment and the config file.
    Raises StartError, a KomadaiError of one line, if the server cannot start, and ConfigError.
    """
    config_file = config_file or default_config_file()
    engines, host_names = load_config(config_file)
    table = load_server_table(config_file)
    logs.configure(table.log)
    settings = Settings(
        data_dir=data_dir or default_data_dir(),
        database=database,
        host=host,
        host_names=host_names,
        engines=engines,
        csa=None if csa_port is None else replace(csa or CsaSettings(), **msgspec.structs.asdict(table.csa)),
        trusted_proxies=table.trusted_proxies,
        metrics_address=metrics_address(table.metrics),
        metrics_token=table.metrics_token,
        hsts_subdomains=table.hsts_subdomains,
        limits=within_descriptors(table.limits),
        first_move_ms=1000 * table.first_move_s,
        mail=mail_settings(mail or MailTable(), os.environ, table.mail),
        databases=tuple((name, Path(path)) for name, path in table.databases.items()),
    )
    check_workers(workers, settings)
    with ExitStack() as stack:
        listener = stack.enter_context(listen(host, port))
        csa_listener = None if csa_port is None else stack.enter_context(listen(host, csa_port, "--csa-port"))
        url = address(host, listener)
        lock = stack.enter_context(data_folder.held(settings.data_dir, url))
        if (file := sqlite_file(settings.database, settings.data_dir)) is not None:
            stack.enter_context(data_folder.database_held(file, url))
        settings = replace(settings, worker=WorkerSettings(node=node_name(settings.data_dir)))
        ready = ready or _print_address
        if workers > 1:
            if settings.metrics_address is not None:
                metrics.check_free(settings.metrics_address, workers)
            rules = settings.engine_rules
            rules = replace(rules, processes=-(-rules.processes // workers))  # of the machine, not of each
            settings = replace(settings, engine_rules=rules)
            start = stack.enter_context(_worker_start(settings, table.log, listener, csa_listener, lock))
            _run_workers(start, workers, url, open_browser, ready)
            return
        _run(settings, listener, csa_listener, url, open_browser, ready)


def check_workers(workers: int, settings: Settings, system: str = os.name) -> None:
    """Raises StartError if several processes cannot share this database or run on this system (`os.name`)."""
    if workers == 1:
        return
    if database_url(settings.database, settings.data_dir).get_backend_name() != "postgresql":
        raise SettingsError.with_code("workers-need-postgresql", count=str(workers))
    if system != "posix":
        raise SettingsError.with_code("workers-need-posix", count=str(workers))


@contextmanager
def _worker_start(
    settings: Settings,
    log_format: logs.LogFormat,
    listener: socket.socket,
    csa_listener: socket.socket | None,
    lock: int,
) -> Iterator[WorkerStart]:
    """Opens the sockets that all workers share. ``lock``: the descriptor of the data folder's lock."""
    load_keys(settings.data_dir)  # made once, before several processes want to
    with tempfile.TemporaryDirectory(prefix="komadai-") as folder, socket.socket(socket.AF_UNIX) as desk:
        path = Path(folder) / "desk"
        desk.bind(str(path))
        desk.listen(128)
        worker = replace(settings.worker, clock_zero_ns=asyncio.run(_prepare(settings)), desk=path)
        yield WorkerStart(replace(settings, worker=worker), log_format, listener, desk, csa_listener, lock)


async def _prepare(settings: Settings) -> int:
    """Migrates the database. Returns the `zero_ns` of the clock of all workers."""
    database = await Database.open(settings.database, settings.data_dir)
    try:
        return ServerClock(await database.last_heartbeat()).zero_ns
    finally:
        await database.close()


def _run_workers(
    start: WorkerStart, workers: int, url: str, open_browser: bool, ready: Callable[[str], None]
) -> None:
    def started() -> None:
        ready(url)
        if open_browser and _has_display():
            webbrowser.open(url)

    asyncio.run(Supervisor(start, workers, started).run())


def run_worker(
    settings: Settings,
    listeners: list[socket.socket],
    csa_listener: socket.socket | None,
    beside: Callable[[uvicorn.Server, Litestar], Coroutine[Any, Any, None]],
) -> None:
    """Serves as one of several processes until SIGTERM. ``beside`` runs meanwhile, from the start on."""
    app = create_app(settings, csa_listener)
    config = uvicorn_config(app, settings)
    connections = config.connection_limits
    metrics.observe(connections=lambda: connections.open, refused_connections=lambda: connections.refused)
    server = _Server(config)

    async def serve() -> None:
        async with app.lifespan(), collected_seldom(lambda: app.state.registry.games_running > 0):
            serving = asyncio.create_task(server.serve(sockets=listeners))
            while not server.started and not serving.done():
                await asyncio.sleep(0.02)
            task = asyncio.create_task(beside(server, app))
            await serving
            task.cancel()

    if settings.metrics_address is not None:
        host, port = settings.metrics_address
        metrics.serve_when_free((host, port + settings.worker.slot - 1))
    try:
        asyncio.run(serve())
    except ExceptionGroup as group:
        raise _start_error(group) or group from None


def _run(
    settings: Settings,
    listener: socket.socket,
    csa_listener: socket.socket | None,
    url: str,
    open_browser: bool,
    ready: Callable[[str], None],
) -> None:
    app = create_app(settings, csa_listener)
    config = uvicorn_config(app, settings)
    connections = config.connection_limits
    metrics.observe(connections=lambda: connections.open, refused_connections=lambda: connections.refused)
    try:
        with _metrics_served(settings.metrics_address):
            asyncio.run(_serve(app, _Server(config), listener, url, open_browser, ready))
    except ExceptionGroup as group:  # the application starts within a task group
        raise _start_error(group) or group from None


@contextmanager
def _metrics_served(address: tuple[str, int] | None) -> Iterator[None]:
    if address is None:
        yield
        return
    server = metrics.serve(address)
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()


def uvicorn_config(app: ASGIApp, settings: Settings) -> LimitedConfig:
    """How uvicorn runs the application."""
    return LimitedConfig(
        app,
        settings.limits,
        settings.trusted_proxies,
        ws_max_size=4 * settings.limits.message,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        lifespan="off",  # run in _serve, so that a failure to start reaches the caller instead of a log
        log_config=None,  # see `logs.configure`
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,
        timeout_keep_alive=20,
    )


def _start_error(group: ExceptionGroup[Exception]) -> StartError | None:
    for error in group.exceptions:
        if isinstance(error, StartError):
            return error
        if isinstance(error, ExceptionGroup) and (start_error := _start_error(error)) is not None:
            return start_error
    return None


class _Server(uvicorn.Server):
    """A server that shuts down on Ctrl-C without raising KeyboardInterrupt afterwards."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self.handle_exit) for number in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


async def _serve(
    app: Litestar,
    server: _Server,
    listener: socket.socket,
    url: str,
    open_browser: bool,
    ready: Callable[[str], None],
) -> None:
    async with app.lifespan(), collected_seldom(lambda: app.state.registry.games_running > 0):
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.02)
        if server.started:
            ready(url)
            if open_browser and _has_display():
                await asyncio.to_thread(webbrowser.open, url)
        await serving


def _print_address(url: str) -> None:
    print(f"Komadai is at {url} (Ctrl-C ends it)", flush=True)


def listen(host: str, port: int | None, option: str = "--port") -> socket.socket:
    """A listening socket. ``option`` of the command line chooses its port.

    Raises StartError for a bad port, or if it or every port tried is in use.
    """
    if port is not None and not 0 <= port <= 65535:
        raise SettingsError.with_code("port-out-of-range", port=str(port))
    ports = [port] if port is not None else range(FIRST_PORT, FIRST_PORT + PORTS_TRIED)
    for number in ports:
        try:
            return _bound(host, number)
        except OSError as error:
            if error.errno == errno.EADDRINUSE and port is None:
                continue
            if error.errno == errno.EADDRINUSE:
                taken = {"host": host, "port": str(number), "option": option}
                raise StartError.with_code("port-taken", **taken) from error
            unknown = isinstance(error, socket.gaierror) and error.errno == socket.EAI_NONAME
            reason = Message("host-unknown") if unknown else os_error_message(error)
            raise StartError.with_code("cannot-listen", host=host, port=str(number), reason=reason) from error
    raise StartError.with_code("ports-taken", host=host, first=str(ports[0]), last=str(ports[-1]))


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, target = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            # Allows an immediate restart. On Windows it would allow two servers on one port.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(target)
        listener.listen(128)
    except BaseException:
        listener.close()
        raise
    listener.setblocking(False)
    return listener


def address(host: str, listener: socket.socket) -> str:
    """The URL for the browser."""
    port = listener.getsockname()[1]
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"


def _has_display() -> bool:
    """Whether there is a display for a browser; there is none over SSH or in a container."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
