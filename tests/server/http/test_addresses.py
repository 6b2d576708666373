"""The address in links that are sent to others."""

from __future__ import annotations

import pytest

from komadai.server.http import addresses
from komadai.server.http.addresses import Base, base_of


@pytest.mark.parametrize(
    ("header", "tls", "bound_to", "base"),
    [
        ("127.0.0.1:8000", False, "127.0.0.1", Base("http://127.0.0.1:8000", False)),
        ("localhost", False, "127.0.0.1", Base("http://localhost", False)),
        ("localhost:8000", False, "0.0.0.0", Base("http://192.168.1.7:8000", True)),
        ("192.168.1.7:8000", False, "0.0.0.0", Base("http://192.168.1.7:8000", True)),
        ("dojo.example", True, "127.0.0.1", Base("https://dojo.example", True)),
        ("localhost", False, "0.0.0.0", Base("http://192.168.1.7", True)),
    ],
)
def test_the_link_is_one_that_others_can_open(
    monkeypatch: pytest.MonkeyPatch, header: str, tls: bool, bound_to: str, base: Base
) -> None:
    monkeypatch.setattr(addresses, "network_address", lambda: "192.168.1.7")
    assert base_of(header, tls, bound_to) == base


def test_without_a_network_the_address_is_the_page_s_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "network_address", lambda: None)
    assert base_of("localhost:8000", False, "0.0.0.0") == Base("http://localhost:8000", False)
