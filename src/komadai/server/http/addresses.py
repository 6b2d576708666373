"""The address under which other machines reach this server, for links that are sent to others."""

from __future__ import annotations

import io
import socket
from typing import Final, NamedTuple

import segno
from litestar import Response

from komadai.server.http.host_check import host_name, is_loopback

_ANY_HOST: Final = "192.0.2.1"
"""An address that no machine has (RFC 5737): it only selects the interface, nothing is sent to it."""


class Base(NamedTuple):
    """The beginning of the server's addresses, and whether other machines can reach it."""

    address: str
    reachable: bool


def base_of(host_header: str | None, tls: bool, bound_to: str) -> Base:
    """The beginning of the server's addresses, for a request with this Host header.

    The page of a person at the server's own machine often has a loopback address, which means another
    machine elsewhere. It is replaced by the machine's address in its network if the server is bound to it.
    """
    scheme = "https" if tls else "http"
    header = host_header or "localhost"
    name = host_name(header)
    if name is not None and not is_loopback(name):
        return Base(f"{scheme}://{header}", True)
    own = network_address() if not is_loopback(bound_to) else None
    if own is None:
        return Base(f"{scheme}://{header}", False)
    _, colon, port = header.rpartition(":")
    return Base(f"{scheme}://{own}{colon}{port}" if port.isdecimal() else f"{scheme}://{own}", True)


def network_address() -> str | None:
    """This machine's IPv4 address in its network; None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_ANY_HOST, 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if is_loopback(address) or address == "0.0.0.0" else address


def qr_picture(link: str) -> Response[bytes]:
    """A link as a QR code."""
    picture = io.BytesIO()
    segno.make_qr(link).save(picture, kind="svg", border=3, light="white", xmldecl=False, omitsize=True)
    return Response(
        picture.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"}
    )
