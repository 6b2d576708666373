"""Which Host headers are accepted, on loopback, in a network and behind a proxy."""

from __future__ import annotations

import socket

import pytest

from komadai.server.http.host_check import HostCheck, machine_names
from tests.server.conftest import Guest, Server, code


class TestLoopback:
    @pytest.mark.parametrize(
        "header", ["localhost", "localhost:8123", "LOCALHOST", "127.0.0.1:1", "[::1]:8123", "localhost."]
    )
    def test_loopback_names_are_accepted(self, header: str) -> None:
        assert HostCheck("127.0.0.1", ()).allows(header)

    @pytest.mark.parametrize(
        "header",
        [
            None,
            "",
            "evil.example",
            "localhost.evil.example",
            "evil.example#localhost",
            "192.168.1.7",
            "a b",
            "x:y",
            "@",
            "127.0.0.1:",
        ],
    )
    def test_other_names_are_refused(self, header: str | None) -> None:
        assert not HostCheck("127.0.0.1", ()).allows(header)

    def test_behind_a_proxy_the_configured_names_are_accepted(self) -> None:
        check = HostCheck("127.0.0.1", ("shogi.example",))
        assert check.allows("shogi.example")
        assert check.allows("localhost")
        assert not check.allows("evil.example")


class TestNetwork:
    @pytest.mark.parametrize("bound_to", ["0.0.0.0", "::", "192.168.1.7"])
    def test_the_addresses_and_names_that_a_club_types_are_accepted_without_settings(
        self, bound_to: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(socket, "gethostname", lambda: "Club-PC.home")
        check = HostCheck(bound_to, ())
        for header in ("192.168.1.7:8123", "[fd00::7]:8123", "localhost:8123", "127.0.0.1:8123"):
            assert check.allows(header), header
        for header in ("club-pc:8123", "Club-PC.local:8123", "club-pc.home"):
            assert check.allows(header), header

    @pytest.mark.parametrize(
        "header", ["evil.example", "192.168.1.7.evil.example", "club-pc.evil.example", "", None]
    )
    def test_a_name_of_another_site_is_refused_whatever_it_resolves_to(
        self, header: str | None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(socket, "gethostname", lambda: "club-pc")
        assert not HostCheck("0.0.0.0", ()).allows(header)

    def test_the_name_given_as_the_address_to_listen_on_is_accepted(self) -> None:
        assert HostCheck("shogi.club", ()).allows("shogi.club:8123")

    def test_configured_names_replace_those_of_the_machine(self) -> None:
        check = HostCheck("0.0.0.0", ("shogi.example",))
        assert check.allows("shogi.example")
        assert not check.allows("192.168.1.7")
        assert not any(check.allows(name) for name in machine_names() - {"shogi.example"})


def test_a_server_in_a_network_refuses_a_rebound_name(server: Server) -> None:
    with server(host="0.0.0.0") as client:
        answer = client.get("/api/session", headers={"Host": "evil.example:8123"})
        assert (answer.status_code, code(answer)) == (421, "host")
        headers = {"Host": "evil.example:8123", "Origin": "http://evil.example:8123"}
        guest = Guest(client)
        assert code(guest.client.post("/api/games", json={}, headers=guest.headers() | headers)) == "host"
        assert client.get("/api/session", headers={"Host": "192.168.1.7:8123"}).status_code == 200
