"""The file descriptors of the process, of which each connection needs one."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final

from komadai.server.rate_limits import Limits

log: Final = logging.getLogger(__name__)

RESERVED: Final = 128
"""Descriptors for databases, engines and files."""


def within_descriptors(limits: Limits) -> Limits:
    """Raises the soft limit of descriptors as far as needed and allowed; returns limits that fit it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return limits
    # An eighth more connections are accepted than are answered with more than 503.
    needed = limits.connections + limits.connections // 8 + 1 + RESERVED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        if soft < needed:
            fewer = max(1, (soft - RESERVED) * 8 // 9 - 1)
            log.warning(
                "the system allows this process %d open files: %d connections instead of %d",
                soft,
                fewer,
                limits.connections,
            )
            return replace(limits, connections=fewer)
    return limits
