"""The log of refused requests: foreign hosts and origins, wrong tokens, invalid cookies.

They are signs of an attack, or of a proxy that is not configured. The number of lines is limited, so that an
attacker cannot fill the disk.
"""

from __future__ import annotations

import logging
import re
from typing import Any, Final

from litestar.types import Scope

from komadai.server.rate_limits import Rate, TokenBuckets

log: Final = logging.getLogger(__name__)

ADDRESS_LINES: Final = Rate(0.1, 10)
ALL_LINES: Final = Rate(1, 60)
_LONGEST: Final = 120
"""Characters of a header that are logged."""

HINTS: Final = {
    "host": "; if this name is the server's own, add it to host_names in config.toml",
    "origin": "; behind a proxy, check that it passes Host and that it is in trusted_proxies",
}


_LINK: Final = re.compile(r"(/mail/[^/]*/).+", re.S)
"""The address of a page that a mail links to: its last part is a secret."""


def logged_path(scope: Scope) -> str:
    """The path of a request as it is logged: without the secret of a link in a mail."""
    return _LINK.sub(r"\1****", scope["path"])


class RefusalLog:
    """Writes a warning for each refused request, up to a number of lines in each time."""

    def __init__(self) -> None:
        self._addresses = TokenBuckets(ADDRESS_LINES)
        self._all = TokenBuckets(ALL_LINES)
        self._left_out = 0

    def add(self, code: str, scope: Scope, address: str, headers: dict[str, str], now_ms: int) -> None:
        """Logs that a request was refused with this error code."""
        if not (self._addresses.take(address, now_ms) and self._all.take("", now_ms)):
            self._left_out += 1
            return
        fields: dict[str, Any] = {
            "refused": code,
            "address": address,
            "method": scope.get("method", "WEBSOCKET"),
            "path": logged_path(scope)[:_LONGEST],
            "host": headers.get("host", "")[:_LONGEST],
            "origin": headers.get("origin", "")[:_LONGEST],
        }
        if self._left_out:
            fields["left_out"], self._left_out = self._left_out, 0
        log.warning(
            "refused (%s) %s%s",
            code,
            " ".join(f"{name}={value!r}" for name, value in fields.items() if name != "refused"),
            HINTS.get(code, ""),
            extra={"fields": fields},
        )
