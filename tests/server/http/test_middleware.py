"""Sessions, the Host, Origin and CSRF checks of every request, and the headers of every answer."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from komadai.server.rate_limits import Limits, Rate
from tests.server.conftest import ORIGIN, Guest, Server, code


class TestSession:
    def test_a_new_browser_becomes_a_guest(self, client: TestClient[Any]) -> None:
        answer = client.get("/api/session")
        assert set(answer.json()) == {"guest", "csrf", "version", "account"}
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("komadai_session=")
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Path=/" in cookie
        assert "Secure" not in cookie

    def test_a_browser_with_a_cookie_stays_the_same_guest(self, guest: Guest) -> None:
        expected = {"guest": guest.id, "csrf": guest.csrf, "version": "0.1.0", "account": None}
        assert guest.get("/api/session").json() == expected

    def test_over_tls_the_cookie_is_bound_to_the_host(self, client: TestClient[Any]) -> None:
        answer = client.get("https://127.0.0.1:8123/api/session")
        assert answer.headers["set-cookie"].startswith("__Host-komadai_session=")
        assert "; Secure" in answer.headers["set-cookie"]
        assert answer.headers["strict-transport-security"] == "max-age=31536000"

    @pytest.mark.parametrize("position", [0, 5, 33, 40, -1])
    def test_a_modified_cookie_is_ignored(self, guest: Guest, position: int) -> None:
        name, _, value = guest.cookie.partition("=")
        other = "0" if value[position] != "0" else "1"
        position %= len(value)
        changed = value[:position] + other + value[position + 1 :]
        answer = guest.client.get("/api/games", headers={"Cookie": f"{name}={changed}"})
        assert (answer.status_code, code(answer)) == (401, "no_guest")

    def test_a_cookie_of_another_server_is_ignored(self, server: Server, tmp_path: Any) -> None:
        with server(data_dir=tmp_path / "other") as client:
            cookie = Guest(client).cookie
        with server() as client:
            assert client.get("/api/games", headers={"Cookie": cookie}).status_code == 401

    def test_a_guest_is_known_after_a_restart(self, server: Server) -> None:
        with server() as client:
            guest = Guest(client)
            game_id = guest.begin()
        with server() as client:
            guest.client = client
            assert [game["id"] for game in guest.get("/api/games").json()["games"]] == [game_id]


class TestRequestChecks:
    @pytest.mark.parametrize(
        ("changes", "refusal"),
        [
            ({"Origin": None}, "origin"),
            ({"Origin": "null"}, "origin"),
            ({"Origin": "http://127.0.0.1:9999"}, "origin"),
            ({"Origin": "https://127.0.0.1:8123"}, "origin"),
            ({"Origin": "http://evil.example"}, "origin"),
            ({"Origin": ORIGIN + ".evil.example"}, "origin"),
            ({"X-CSRF-Token": None}, "csrf"),
            ({"X-CSRF-Token": ""}, "csrf"),
            ({"X-CSRF-Token": "0" * 64}, "csrf"),
            ({"X-CSRF-Token": "é"}, "csrf"),
            ({"Cookie": ""}, "no_guest"),
        ],
    )
    def test_only_the_guests_own_page_with_its_token_is_accepted(
        self, guest: Guest, changes: dict[str, str | None], refusal: str
    ) -> None:
        headers = {name.encode(): value.encode() for name, value in guest.headers(**changes).items()}
        answer = guest.client.post("/api/games", json={}, headers=headers)
        assert code(answer) == refusal
        assert guest.get("/api/games").json()["games"] == []

    def test_another_guests_token_is_refused(self, client: TestClient[Any], guest: Guest) -> None:
        other = Guest(client)
        assert code(guest.post("/api/games", {}, **{"X-CSRF-Token": other.csrf})) == "csrf"

    def test_two_origin_headers_are_refused(self, guest: Guest) -> None:
        headers = [*guest.headers().items(), ("Origin", "http://evil.example")]
        assert code(guest.client.post("/api/games", json={}, headers=headers)) == "origin"

    @pytest.mark.parametrize(
        "host", ["evil.example", "evil.example:8123", "127.0.0.1.evil.example", "", "a b"]
    )
    def test_a_foreign_host_name_is_refused(self, guest: Guest, host: str) -> None:
        answer = guest.client.get("/api/session", headers={"Host": host})
        assert (answer.status_code, code(answer)) == (421, "host")

    @pytest.mark.parametrize("origin", [None, "http://evil.example", "null"])
    def test_a_page_of_another_site_cannot_open_a_socket(self, guest: Guest, origin: str | None) -> None:
        headers = {"Cookie": guest.cookie, **({"Origin": origin} if origin else {})}
        with (
            pytest.raises(Exception, match="origin"),
            guest.client.websocket_connect("/api/socket", headers=headers) as socket,
        ):
            socket.receive_json(timeout=60)


class TestHeaders:
    @pytest.mark.parametrize("path", ["/", "/api/session", "/api/nothing", "/no.such.file", "/healthz"])
    def test_over_tls_every_answer_demands_https_for_a_year(self, server: Server, path: str) -> None:
        year = "max-age=31536000"
        for subdomains, expected in ((False, year), (True, f"{year}; includeSubDomains")):
            with server(hsts_subdomains=subdomains) as client:
                answer = client.get(f"https://127.0.0.1:8123{path}")
                assert answer.headers["strict-transport-security"] == expected
                assert "strict-transport-security" not in client.get(path).headers, "not on plain http"

    @pytest.mark.parametrize("origin", ["https://evil.example", "null", ORIGIN])
    def test_no_other_site_may_read_an_answer(self, guest: Guest, origin: str) -> None:
        headers = {"Cookie": guest.cookie, "Origin": origin, "Access-Control-Request-Method": "POST"}
        for method in ("GET", "OPTIONS"):
            answer = guest.client.request(method, "/api/session", headers=headers)
            assert not [name for name in answer.headers if name.startswith("access-control-")]
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"

    @pytest.mark.parametrize("path", ["/", "/api/session", "/api/nothing", "/no.such.file", "/game/x"])
    def test_every_answer_has_the_security_headers(self, client: TestClient[Any], path: str) -> None:
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self' 'wasm-unsafe-eval';" in policy
        assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", ""), "WebAssembly alone is compiled"
        assert "worker-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-embedder-policy"] == "require-corp"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers

    @pytest.mark.parametrize("path", ["/study/x/embed", "/study/x/embed/y"])
    def test_other_sites_may_show_an_embedded_study_in_a_frame(
        self, client: TestClient[Any], path: str
    ) -> None:
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "frame-ancestors *" in policy
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert "worker-src" not in policy
        assert "x-frame-options" not in headers
        assert "cross-origin-embedder-policy" not in headers
        assert headers["x-content-type-options"] == "nosniff"

    @pytest.mark.parametrize(
        "path",
        [
            "/",
            "/study/x",
            "/study/x/embed/y/z",
            "/study/x/y/embed",
            "/study/embed",
            "/study//embed",
            "/game/x/embed",
            "/embed.html",
            "/api/studies/x/embed",
            "/api/study/x/embed",
            "/account/study/x/embed",
        ],
    )
    def test_no_other_address_is_shown_in_a_frame(self, client: TestClient[Any], path: str) -> None:
        headers = client.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-frame-options"] == "DENY"

    def test_personal_answers_are_not_cached(self, guest: Guest) -> None:
        for path in ("/api/session", "/api/games", f"/api/games/{guest.begin()}"):
            assert guest.get(path).headers["cache-control"] == "no-store"


def test_a_class_opens_the_page_at_once_and_files_take_nothing_from_calls(server: Server) -> None:
    with server(limits=Limits(address=Rate(0.001, 2))) as client:
        opened = [client.get("/").status_code for _ in range(40 * 40)]
        called = [client.get("/api/session").status_code for _ in range(3)]
    assert set(opened) == {200}
    assert called == [200, 200, 429]


def test_the_files_of_the_page_are_limited_too(server: Server) -> None:
    with server(limits=Limits(address_files=Rate(0.001, 2))) as client:
        assert [client.get("/").status_code for _ in range(3)] == [200, 200, 429]
