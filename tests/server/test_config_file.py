"""The table `server` of the config file: proxies, metrics, log and limits."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from komadai.errors import ConfigError
from komadai.server.config_file import (
    OF_CSA,
    CsaTable,
    ServerTable,
    load_server_table,
    metrics_address,
)
from komadai.server.errors import StartError
from komadai.server.rate_limits import Limits, Rate
from komadai.server.settings import CsaSettings


def table(tmp_path: Path, text: str) -> ServerTable:
    path = tmp_path / "config.toml"
    path.write_text(text)
    return load_server_table(path)


def test_without_a_file_no_proxy_is_trusted_and_the_limits_are_the_defaults(tmp_path: Path) -> None:
    values = load_server_table(tmp_path / "none.toml")
    assert values == ServerTable()
    assert values.trusted_proxies == ()
    assert values.limits == Limits()


def test_every_limit_is_a_setting(tmp_path: Path) -> None:
    values = table(
        tmp_path,
        "host_names = ['shogi.example']\n"
        "[server]\ntrusted_proxies = ['127.0.0.1', '10.0.0.0/8', '::1']\nlog = 'json'\n"
        "[server.limits]\nconnections = 5000\nsockets_per_address = 500\n"
        "messages = { per_second = 0.5, burst = 9 }\n",
    )
    assert values.trusted_proxies == ("127.0.0.1", "10.0.0.0/8", "::1")
    assert values.log == "json"
    assert values.limits == Limits(connections=5000, sockets_per_address=500, messages=Rate(0.5, 9))


def test_the_rules_of_games_between_programs_are_settings(tmp_path: Path) -> None:
    assert table(tmp_path, "[server.csa]\nmax_moves = 512\nleast_s = 1").csa == CsaTable("komadai", 512, 1)
    limit = "[server.csa]\nwrong_logins = { per_second = 0.1, burst = 5 }"
    assert table(tmp_path, limit).csa == CsaTable(wrong_logins=Rate(0.1, 5))
    assert {name: getattr(CsaSettings(), name) for name in OF_CSA} == msgspec.structs.asdict(CsaTable())


def test_names_below_that_of_the_server_are_left_alone_unless_the_file_says_so(tmp_path: Path) -> None:
    assert not ServerTable().hsts_subdomains
    assert table(tmp_path, "[server]\nhsts_subdomains = true").hsts_subdomains


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("server = 1", "server: Expected `object`"),
        ("[server]\nproxy = 1", "server: proxy: expected one of trusted_proxies"),
        ("[server]\nlog = 'xml'", "log"),
        ("[server]\ntrusted_proxies = '127.0.0.1'", "trusted_proxies"),
        ("[server]\ntrusted_proxies = ['*']", "got '*'"),
        ("[server]\ntrusted_proxies = ['proxy.example']", "got 'proxy.example'"),
        ("[server]\nmetrics_token = 'short'", "metrics_token"),
        ("[server]\nlimits = 1", "limits"),
        ("[server.csa]\nmoves = 1", "csa.moves: expected one of event, max_moves, least_s, wrong_"),
        ("[server.csa]\nmax_moves = -1", "csa.max_moves"),
        ("[server.csa]\nevent = 'two words'", "csa.event"),
        ("[server.csa]\nwrong_logins = 5", "csa.wrong_logins"),
        ("[server.csa]\nwrong_logins = { rate = 1 }", "csa.wrong_logins.rate: expected one of"),
        ("[server.csa]\nlogins = { per_second = 0, burst = 9 }", "logins: expected a rate above 0"),
        ("[server.limits]\nconnection = 1", "limits.connection: expected one of"),
        ("[server.limits]\nconnections = 'x'", "limits.connections"),
        ("[server.limits]\nconnections = 0", "connections: expected at least 1, got 0"),
        ("[server.limits]\nmessages = 5", "limits.messages"),
        ("[server.limits]\nmessages = { per_second = 0, burst = 1 }", "messages: expected a rate above 0"),
        ("[server.limits]\nmessages = { rate = 1 }", "limits.messages.rate"),
    ],
)
def test_an_error_names_the_file_and_the_key(tmp_path: Path, text: str, expected: str) -> None:
    with pytest.raises(ConfigError) as caught:
        table(tmp_path, text)
    assert expected in str(caught.value)
    assert str(tmp_path / "config.toml") in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_address_of_the_metrics_has_a_host_and_a_port() -> None:
    assert metrics_address("127.0.0.1:9464") == ("127.0.0.1", 9464)
    assert metrics_address("[::1]:9464") == ("::1", 9464)
    assert metrics_address(None) is None
    for text in ("9464", ":9464", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:99999", "127.0.0.1:x"):
        with pytest.raises(StartError, match=r"127\.0\.0\.1:9464"):
            metrics_address(text)
