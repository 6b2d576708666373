"""``komadai serve --csa-port`` as programs find it, and how it is played by ``komadai csa-client``."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from komadai import kifu
from tests.processes import PATIENCE_S, end

KOMADAI = (sys.executable, "-m", "komadai")
RULES = "[server.csa]\nevent = 'club'\nmax_moves = 8\n"


@contextmanager
def served(folder: Path, *options: str) -> Iterator[int]:
    """A server with a CSA port; its number."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    config = folder / "config"
    (config / "komadai").mkdir(parents=True)
    (config / "komadai" / "config.toml").write_text(RULES)
    server = subprocess.Popen(
        [
            *(*KOMADAI, "serve", "--no-browser", "--port", "0", "--csa-port", str(port)),
            *("--data-dir", str(folder / "data"), *options),
        ],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"XDG_CONFIG_HOME": str(config)},
        start_new_session=True,
    )
    try:
        assert server.stdout is not None
        for line in server.stdout:
            if re.search(rf"Programs play at port {port} \(CSA\)", line):
                break
        else:
            pytest.fail("the server has ended")
        yield port
        server.send_signal(signal.SIGINT)
        assert server.wait(PATIENCE_S) == 0
    finally:
        end(server)


def login(port: int, line: str) -> str:
    """The server's answer to a login."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE_S) as connection:
        connection.sendall(f"{line}\n".encode())
        return connection.makefile().readline().rstrip("\n")


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        ((), "LOGIN:alice OK"),
        (("--csa-registration", "closed"), "LOGIN:incorrect"),
        # Other machines can connect: only registered programs may log in.
        (("--host", "0.0.0.0"), "LOGIN:incorrect"),
        (("--host", "0.0.0.0", "--csa-registration", "open"), "LOGIN:alice OK"),
    ],
)
def test_who_may_log_in_depends_on_who_can_connect(
    tmp_path: Path, options: tuple[str, ...], answer: str
) -> None:
    with served(tmp_path, *options) as port:
        assert login(port, "LOGIN alice secret x1") == answer


def test_two_clients_play_by_the_rules_of_the_config_file(tmp_path: Path) -> None:
    with served(tmp_path) as port:
        clients = [
            subprocess.Popen(
                [
                    *(*KOMADAI, "csa-client", f"127.0.0.1:{port}", "--name", name, "--password", "secret"),
                    *("--game", "club-60-5", "--option", "Level=1"),
                    *("--records", str(tmp_path), "--log", str(tmp_path / name)),
                ],
                stdout=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
            for name in ("alice", "bob")
        ]
        try:
            told = [client.communicate(timeout=PATIENCE_S)[0] for client in clients]
        finally:
            for client in clients:
                end(client)
    assert [client.returncode for client in clients] == [0, 0]
    assert all("8 moves" in each for each in told), told
    (record,) = tmp_path.glob("club+club-60-5+*.csa")
    assert len(list(kifu.read(record.read_text("utf-8"), "csa").main_line())) == 8
    assert "Max_Moves:8" in (tmp_path / "alice").read_text()
    assert "#MAX_MOVES" in (tmp_path / "bob").read_text()
