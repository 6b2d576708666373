"""The number of connections fits the file descriptors that the system allows."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.processes import PATIENCE_S

CODE = """
import resource, sys
from komadai.server.http.descriptors import within_descriptors
from komadai.server.rate_limits import Limits
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[1]), int(sys.argv[2])))
limits = within_descriptors(Limits(connections=int(sys.argv[3])))
print(limits.connections, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of descriptors")
@pytest.mark.parametrize(
    ("soft", "hard", "connections", "expected"),
    [
        (256, 1024, 400, "400 579"),  # the soft limit is raised
        (1000, 1024, 400, "400 1000"),  # nothing to do
        (256, 512, 2000, "340 512"),  # as many as the hard limit allows
    ],
)
def test_connections_fit_the_descriptors(soft: int, hard: int, connections: int, expected: str) -> None:
    out = subprocess.run(
        [sys.executable, "-c", CODE, str(soft), str(hard), str(connections)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    assert out.stdout.strip() == expected
    assert ("340 connections instead of 2000" in out.stderr) is (expected == "340 512")
