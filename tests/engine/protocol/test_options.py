"""Options as engines write them."""

from __future__ import annotations

import pytest

from komadai.engine import EngineOption
from komadai.engine.usi.options import OPTIONS
from komadai.errors import EngineProtocolError


@pytest.mark.parametrize(
    ("line", "option"),
    [
        (
            "option name USI_Hash type spin default 256 min 1 max 4096",
            EngineOption("USI_Hash", "spin", 256, 1, 4096),
        ),
        ("option name A B type check default true", EngineOption("A B", "check", True)),
        ("option name Go type button", EngineOption("Go", "button")),
        (
            "option name Book type filename default C:\\my books\\min max.db",
            EngineOption("Book", "filename", "C:\\my books\\min max.db"),
        ),
        ("option name Empty type string default <empty>", EngineOption("Empty", "string", "")),
        ("option name Bare type string", EngineOption("Bare", "string", "")),
        (
            "option name Style type combo default very wild var calm var very wild",
            EngineOption("Style", "combo", "very wild", choices=("calm", "very wild")),
        ),
    ],
)
def test_an_option_line_is_read(line: str, option: EngineOption) -> None:
    assert EngineOption.parse(line) == option


@pytest.mark.parametrize(
    "line",
    [
        "",
        "option",
        "option name",
        "option name X type",
        "option name X type wheel",
        "option name X type spin default a",
    ],
)
def test_a_broken_one_is_told(line: str) -> None:
    with pytest.raises(EngineProtocolError, match="expected"):
        EngineOption.parse(line)


@pytest.mark.parametrize("name", OPTIONS)
def test_our_own_options_read_back_and_take_their_default(name: str) -> None:
    option = OPTIONS[name]
    assert EngineOption.parse(option.line()) == option
    assert option.check(option.default) == option.default
    assert option.check(str(option.default)) == option.default
