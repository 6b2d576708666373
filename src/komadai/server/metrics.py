"""The measurements of a running server, in the format of Prometheus.

Counters and histograms are those of the process. Gauges are read when the metrics are: `observe` sets the
functions that give their values.
"""

from __future__ import annotations

import errno
import logging
import socket
import threading
import time
from collections.abc import Callable
from typing import Final
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest, start_wsgi_server

from komadai import __version__
from komadai.messages import os_error_message
from komadai.server.errors import SettingsError, StartError

log: Final = logging.getLogger(__name__)

LATE_S: Final = 20.0
"""After this time it is logged that the address is not free yet: an earlier worker has ended by then."""
REGISTRY: Final = CollectorRegistry()
CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

ProcessCollector(registry=REGISTRY)
Info("komadai", "The version of the server.", registry=REGISTRY).info({"version": __version__})
_requests: Final = Counter(
    "komadai_http_requests", "Answered HTTP requests.", ("method", "status"), registry=REGISTRY
)
request_seconds: Final = Histogram(
    "komadai_http_request_seconds",
    "Time from a request's headers to the end of its answer.",
    buckets=_SECONDS,
    registry=REGISTRY,
)
refusals: Final = Counter(
    "komadai_refusals", "Requests and socket messages that were refused.", ("code",), registry=REGISTRY
)
messages: Final = Counter("komadai_socket_messages", "Messages received on sockets.", registry=REGISTRY)
events: Final = Counter("komadai_game_events", "Events of games that were committed.", registry=REGISTRY)
commit_seconds: Final = Histogram(
    "komadai_commit_seconds", "Time to commit the events of a command.", buckets=_SECONDS, registry=REGISTRY
)
commit_failures: Final = Counter(
    "komadai_commit_failures", "Commits of events that failed.", registry=REGISTRY
)
overtaken: Final = Counter(
    "komadai_overtaken_commits",
    "Commits decided again because another process was faster.",
    registry=REGISTRY,
)
periodic_failures: Final = Counter(
    "komadai_periodic_failures", "Calls of regular work that failed.", ("work",), registry=REGISTRY
)
_GAUGES: Final = {
    name: Gauge(f"komadai_{name}", text, registry=REGISTRY)
    for name, text in {
        "connections": "Open connections, sockets included.",
        "refused_connections": "Connections closed because their address or the server has too many.",
        "sockets": "Open sockets of pages.",
        "games_in_memory": "Games in memory.",
        "games_running": "Games whose clock runs.",
        "engine_processes": "Engine processes.",
        "jobs_unfinished": "Jobs in the queue that are waiting or running.",
    }.items()
}


def count_request(method: str, status: int) -> None:
    """Counts an answered HTTP request."""
    _requests.labels(method if method in _METHODS else "other", status).inc()


def observe(**values: Callable[[], float]) -> None:
    """Sets the functions that give the values of these gauges; they are called in any thread."""
    for name, value in values.items():
        _GAUGES[name].set_function(value)


def text() -> bytes:
    """All measurements in the text format."""
    return generate_latest(REGISTRY)


def check_free(address: tuple[str, int], count: int) -> None:
    """Raises StartError if one of ``count`` successive ports, from that of the address on, is taken."""
    host, first = address
    for port in range(first, first + count):
        try:
            family, _, _, _, target = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            socket.create_server(target[:2], family=family).close()
        except OSError as error:
            raise _not_served(host, port, error) from error
        except OverflowError as error:
            raise SettingsError.with_code("port-out-of-range", port=str(port)) from error


def serve_when_free(address: tuple[str, int]) -> None:
    """Serves the metrics in a thread as soon as the address is free, for the rest of the process.

    A worker that is being replaced still has the address when its successor starts. If another program has
    taken it meanwhile, that is logged.
    """

    def serve_later() -> None:
        began, logged = time.monotonic(), False
        while True:
            try:
                serve(address)
            except StartError as error:
                if not logged and time.monotonic() - began >= LATE_S:
                    log.error("the metrics of this worker are not served until the port is free: %s", error)
                    logged = True
                time.sleep(0.5)
            else:
                return

    threading.Thread(target=serve_later, name="metrics", daemon=True).start()


def serve(address: tuple[str, int]) -> WSGIServer:
    """Serves the metrics at an address of their own, in a thread. Raises StartError if it is taken."""
    host, port = address
    try:
        server, _ = start_wsgi_server(port, host, REGISTRY)
    except OSError as error:
        raise _not_served(host, port, error) from error
    return server


def _not_served(host: str, port: int, error: OSError) -> StartError:
    if error.errno == errno.EADDRINUSE:
        return StartError.with_code("metrics-port-taken", host=host, port=str(port))
    return StartError.with_code("cannot-listen", host=host, port=str(port), reason=os_error_message(error))
