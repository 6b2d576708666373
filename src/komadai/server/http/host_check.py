"""Checks the Host header of requests, as protection against DNS rebinding.

In DNS rebinding a page of another site lets its own name resolve to the address of this server, so that the
browser takes the server for a part of that site. The requests still carry the site's name as their Host.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import Final

LOOPBACK_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})


class HostCheck:
    """Decides about the Host header of each request.

    With configured names, these are accepted. Without them, a server beyond loopback accepts the names of
    its machine and every IP address: an address cannot be rebound, and behind port forwarding the server
    does not know the address that its users type. A server on loopback accepts loopback names in any case.
    """

    def __init__(self, bound_to: str, names: tuple[str, ...]) -> None:
        """``bound_to`` is the address that the server listens on, ``names`` the configured host names."""
        self._local = is_loopback(bound_to)
        self._names = set(names)
        if self._local:
            self._names |= {*LOOPBACK_NAMES, bound_to}
        elif not names:
            self._names |= {"localhost", bound_to.lower(), *machine_names()}
        self._any_address = not self._local and not names

    def allows(self, host_header: str | None) -> bool:
        """Whether the server answers to this Host header."""
        name = host_name(host_header)
        if name is None:
            return False
        return name in self._names or (self._any_address and _is_address(name))


def machine_names() -> set[str]:
    """The names of this machine in its network, in lower case: ``name`` and ``name.local``."""
    full = socket.gethostname().lower().rstrip(".")
    short = full.partition(".")[0]
    return {full, short, f"{short}.local"} - {"", ".local"}


def host_name(host_header: str | None) -> str | None:
    """The name in a Host header, lower case, without its port; None if it is malformed."""
    if not host_header:
        return None
    match = re.fullmatch(r"(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::[0-9]{1,5})?", host_header.lower())
    return match[1].strip("[]").rstrip(".") if match else None


def is_loopback(host: str) -> bool:
    """Whether a server bound to this host can be reached only from this machine."""
    return host in LOOPBACK_NAMES or (_is_address(host) and ipaddress.ip_address(host).is_loopback)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
