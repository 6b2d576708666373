"""``komadai serve`` with a closed output pipe."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from tests.processes import PATIENCE_S, end


def test_the_server_keeps_running_when_its_output_pipe_is_closed(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    reader, writer = os.pipe()
    os.close(reader)
    command = (sys.executable, "-m", "komadai", "serve", "--no-browser", "--port", str(port))
    server = subprocess.Popen(
        [*command, "--data-dir", str(tmp_path)], stdout=writer, stderr=subprocess.PIPE, start_new_session=True
    )
    os.close(writer)
    try:
        latest = time.monotonic() + PATIENCE_S
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE_S) as answer:
                    assert answer.status == 200
                break
            except OSError:
                assert server.poll() is None, "the server has ended"
                assert time.monotonic() < latest
                time.sleep(0.1)
        server.send_signal(signal.SIGINT)
        _, errors = server.communicate(timeout=PATIENCE_S)
        assert (server.returncode, errors) == (0, b"")
    finally:
        end(server)
