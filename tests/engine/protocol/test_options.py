"""Option lines of engines: read, written, and values checked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from komadai._core import UsiOptions
from komadai.engine import EngineOption
from komadai.engine.levels import LEVELS
from komadai.errors import EngineProtocolError
from komadai.variants import NAMES

OPTIONS = {
    option.name: option for option in map(EngineOption.parse, UsiOptions(NAMES, len(LEVELS)).lines())
}
"""Those of our own engine."""


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
        (
            "option name Style type combo default default var default var var var normal",
            EngineOption("Style", "combo", "default", choices=("default", "var", "normal")),
        ),
        (
            "option name Style type combo default var A var B",
            EngineOption("Style", "combo", "", choices=("A", "B")),
        ),
        (
            "option name Style type combo var A var B default A",
            EngineOption("Style", "combo", "A", choices=("A", "B")),
        ),
        ("option name 定跡 type check default True", EngineOption("定跡", "check", True)),
        ("option name 定跡　選択 type check default false", EngineOption("定跡　選択", "check", False)),
        ("option name Book type type type button", EngineOption("Book type type", "button")),
        ("option name Depth type spin default min 0 max 9", EngineOption("Depth", "spin", None, 0, 9)),
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
def test_a_malformed_line_raises_a_protocol_error(line: str) -> None:
    with pytest.raises(EngineProtocolError, match="expected"):
        EngineOption.parse(line)


@pytest.mark.parametrize("name", OPTIONS)
def test_our_own_options_are_read_back_and_accept_their_default(name: str) -> None:
    option = OPTIONS[name]
    assert EngineOption.parse(option.line()) == option
    assert option.check(option.default) == option.default
    assert option.check(str(option.default)) == option.default


# Words of option lines, keywords of the protocol among them. A combo value of several words contains no
# keyword, because its end could not be found.
PLAIN = st.sampled_from(["Normal", "定跡", "a/b.db", "True", "C:\\book", "＝", "0"])
KEYWORDS = st.sampled_from(["default", "var", "min", "max", "type", "option", "name", "check"])
NAMES = st.lists(
    st.one_of(PLAIN, st.sampled_from(["default", "var", "min", "type", "name"])), min_size=1, max_size=3
).map(" ".join)
CHOICES = st.lists(
    st.one_of(KEYWORDS, st.lists(PLAIN, min_size=1, max_size=3).map(" ".join)),
    min_size=1,
    max_size=5,
    unique_by=str.lower,
)


@given(NAMES, CHOICES, st.data())
def test_choices_of_a_combo_may_be_keywords(name: str, choices: list[str], data: st.DataObject) -> None:
    default = data.draw(st.sampled_from(choices))
    option = EngineOption(name, "combo", default, choices=tuple(choices))
    assert EngineOption.parse(option.line()) == option
    for choice in choices:
        assert option.setting(choice) == f"setoption name {name} value {choice}"


@given(NAMES, st.lists(st.one_of(PLAIN, KEYWORDS), max_size=5).map("  ".join))
def test_the_default_of_a_text_is_the_rest_of_the_line(name: str, text: str) -> None:
    for kind in ("string", "filename"):
        option = EngineOption(name, kind, text)
        assert EngineOption.parse(option.line()) == option


@given(st.lists(st.one_of(PLAIN, KEYWORDS, st.text(max_size=6)), max_size=12).map(" ".join))
def test_any_line_is_an_option_or_a_protocol_error(text: str) -> None:
    try:
        option = EngineOption.parse(f"option name {text}")
    except EngineProtocolError:
        return
    assert option.name
