"""The default memory limit of the mate solver: a share of the memory that is free."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

FALLBACK_MB: Final = 256
"""The limit in MiB where the free memory is not known."""
SHARE: Final = 4
"""A solver may take one quarter of the free memory: other programs, and a second solver, need memory, too."""
MIN_MB: Final = 16
MAX_MB: Final = 16 * 1024

_MEMINFO: Final = Path("/proc/meminfo")
_CGROUPS: Final = Path("/proc/self/cgroup")
_CGROUP_ROOT: Final = Path("/sys/fs/cgroup")
_MIB: Final = 1024 * 1024


def default_memory_mb() -> int:
    """A quarter of the free memory in MiB, from 16 to 16,384; 256 where the free memory is not known.

    The limit of a container (cgroup v1 or v2) counts as the end of the memory. The solver takes memory as it
    needs it, up to this limit.
    """
    free = free_memory()
    return FALLBACK_MB if free is None else min(max(free // _MIB // SHARE, MIN_MB), MAX_MB)


def free_memory() -> int | None:
    """The bytes that can be used without swapping, within the limits of the container; None if unknown."""
    found = [each for each in (_of_machine(), _of_cgroup()) if each is not None]
    return min(found, default=None)


def _of_machine() -> int | None:
    try:
        for line in _MEMINFO.read_text("ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def _of_cgroup() -> int | None:
    """The smallest remaining memory of this process's cgroup and those above it."""
    try:
        lines = _CGROUPS.read_text("utf-8").splitlines()
    except OSError:
        return None
    left: list[int] = []
    for line in lines:
        _, controllers, path = [*line.split(":", 2), "", ""][:3]
        if not controllers:  # version 2
            left += _left_in(_CGROUP_ROOT, path, "memory.max", "memory.current")
        elif "memory" in controllers.split(","):
            left += _left_in(_CGROUP_ROOT / "memory", path, "memory.limit_in_bytes", "memory.usage_in_bytes")
    return min(left, default=None)


def _left_in(root: Path, path: str, limit_name: str, used_name: str) -> list[int]:
    left = []
    folder = root / path.lstrip("/")
    for each in (folder, *folder.parents):
        try:
            limit = int((each / limit_name).read_text("ascii"))
            left.append(max(0, limit - int((each / used_name).read_text("ascii"))))
        except (OSError, ValueError):  # no such file, or "max"
            pass
        if each == root:
            break
    return left
