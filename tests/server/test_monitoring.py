"""What monitoring programs read: whether the server works, and its measurements."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy.exc import OperationalError

from komadai.server import metrics, monitoring
from komadai.server.db.database import Database
from komadai.server.errors import StartError
from komadai.server.settings import WorkerSettings
from komadai.server.worker_states import WorkerStates
from tests.processes import until
from tests.server.conftest import Guest, Server, code

TOKEN = "a token of many characters"
BEARER = {"Authorization": f"Bearer {TOKEN}"}


class TestHealth:
    @pytest.mark.parametrize("host", ["127.0.0.1:8123", "evil.example"])
    def test_it_is_answered_under_any_host_without_a_session(
        self, client: TestClient[Any], host: str
    ) -> None:
        def asked() -> httpx.Response:
            return client.get("/healthz", headers={"Host": host})

        assert asked().status_code == 200
        assert "set-cookie" not in asked().headers
        healthy = {"status": "ok", "database": "ok", "writes": "ok", "workers": [1]}
        until(lambda: asked().json() == healthy, "a write")

    def test_other_paths_still_check_the_host(self, client: TestClient[Any]) -> None:
        for path in ("/healthz/", "/healthz/x", "/api/session", "/metrics"):
            assert code(client.get(path, headers={"Host": "evil.example"})) == "host"

    def test_a_database_that_fails_makes_it_503_until_it_works_again(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def fail(_: Database) -> None:
            raise OperationalError("SELECT 1", {}, Exception("the disk is gone"))

        monkeypatch.setattr(monitoring, "VALID_S", 0.0)
        with server() as client:
            with monkeypatch.context() as broken:
                broken.setattr(Database, "ping", fail)
                answer = client.get("/healthz")
                assert (answer.status_code, answer.json()["database"]) == (503, "failing")
                assert "disk" not in answer.text
            assert client.get("/healthz").status_code == 200

    def test_it_names_the_workers_that_accept_and_is_503_until_all_have(self, server: Server) -> None:
        starting = WorkerStates(3, False, {2: 0.5, 3: 0.0})
        with server(worker=WorkerSettings(states=starting)) as client:
            answer = client.get("/healthz")
            assert (answer.status_code, answer.json()["workers"]) == (503, [1])
            assert (answer.json()["status"], answer.json()["database"]) == ("failing", "ok")
            health: monitoring.Health = client.app.state.health
            health.hear(WorkerStates(3))
            answer = client.get("/healthz")
            assert (answer.status_code, answer.json()["workers"]) == (200, [1, 2, 3])
            health.hear(WorkerStates(3, missing_s={2: 30.0}))
            answer = client.get("/healthz")
            assert (answer.status_code, answer.json()["workers"]) == (200, [1, 3])
            health.hear(WorkerStates(3, missing_s={2: 60.0}))
            assert client.get("/healthz").status_code == 503

    def test_frequent_requests_share_one_query(self, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        asked = []

        async def count(_: Database) -> None:
            asked.append(1)

        monkeypatch.setattr(Database, "ping", count)
        monkeypatch.setattr(monitoring, "VALID_S", 1000.0)
        with server() as client:
            for _ in range(20):
                assert client.get("/healthz").status_code == 200
        assert len(asked) == 1


def values(text: str) -> dict[str, float]:
    """The samples of the metrics, by name and labels."""
    return {
        sample.name + "".join(f" {key}={value}" for key, value in sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.fixture
def measured(server: Server) -> Iterator[TestClient[Any]]:
    with server(metrics_token=TOKEN) as client:
        yield client


class TestMetrics:
    def test_without_a_configured_token_they_are_not_served(self, client: TestClient[Any]) -> None:
        assert code(client.get("/metrics", headers=BEARER)) == "not_found"

    @pytest.mark.parametrize("header", [None, "", TOKEN, "Bearer x", f"Basic {TOKEN}", "Bearer é"])
    def test_a_wrong_token_is_refused(self, measured: TestClient[Any], header: str | None) -> None:
        headers = {} if header is None else {"Authorization": header.encode()}
        answer = measured.get("/metrics", headers=headers)  # type: ignore[arg-type]
        assert (answer.status_code, code(answer)) == (401, "metrics_token")

    def test_they_count_requests_events_and_sockets(self, measured: TestClient[Any]) -> None:
        before = values(measured.get("/metrics", headers=BEARER).text)
        guest = Guest(measured)
        guest.post("/api/games", {}, Origin="http://evil.example")
        with guest.open(guest.begin(clock={"main_ms": 60_000})) as page:
            page.ask("move", usi="7g7f")
            page.until(lambda game: len(game["moves"]) == 2)
            page.ask("move", usi="7g7f")  # refused: stale or illegal
            answer = measured.get("/metrics", headers=BEARER)
        assert answer.headers["content-type"].startswith("text/plain")
        after = values(answer.text)

        def grown(name: str) -> float:
            return after[name] - before.get(name, 0)

        assert grown("komadai_http_requests_total method=POST status=201") == 1
        assert grown("komadai_http_requests_total method=POST status=403") == 1
        assert grown("komadai_refusals_total code=origin") == 1
        assert grown("komadai_game_events_total") >= 2
        assert grown("komadai_commit_seconds_count") >= 2
        assert grown("komadai_http_request_seconds_count") >= 3
        assert grown("komadai_socket_messages_total") == 3
        assert after["komadai_sockets"] == 1
        assert after["komadai_games_in_memory"] == after["komadai_games_running"] == 1
        assert after["komadai_engine_processes"] == 1

    def test_a_strange_method_makes_no_series_of_its_own(self, measured: TestClient[Any]) -> None:
        for number in range(5):
            measured.request(f"STRANGE{number}", "/")
        text = measured.get("/metrics", headers=BEARER).text
        assert "STRANGE" not in text
        assert 'method="other"' in text


def test_at_an_address_of_their_own_they_need_no_token() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = metrics.serve(("127.0.0.1", port))
    try:
        text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
        assert "komadai_commit_seconds_count" in text
        with pytest.raises(StartError, match=rf"port {port} of 127.0.0.1 is taken"):
            metrics.serve(("127.0.0.1", port))
    finally:
        server.shutdown()
        server.server_close()


def test_a_worker_whose_port_is_taken_for_long_says_so_and_serves_them_when_it_is_free(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(metrics, "LATE_S", 0.0)
    with caplog.at_level(logging.ERROR), socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        metrics.serve_when_free(("127.0.0.1", port))
        until(lambda: f"port {port} of 127.0.0.1 is taken" in caplog.text, "the log")

    def served() -> bool:
        with suppress(httpx.TransportError):
            return "komadai_commit_seconds" in httpx.get(f"http://127.0.0.1:{port}/metrics").text
        return False

    until(served, "the metrics")
    assert len(caplog.records) == 1, "once"
