"""The config file: engines, host names, and errors that name the file and the key."""

from __future__ import annotations

from pathlib import Path

import pytest

from komadai.engine.config import load_config
from komadai.engine.program import OURS
from komadai.errors import ConfigError


def test_without_a_file_there_is_only_our_own_engine(tmp_path: Path) -> None:
    assert load_config(tmp_path / "none.toml") == ((OURS,), ())


def test_engines_are_named_with_command_and_options(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(
        'host_names = ["Shogi.Example"]\n'
        '[[engine]]\nname = "A"\ncommand = "/opt/a b/engine"\n'
        '[[engine]]\nname = "B"\ncommand = ["b", "--usi"]\n'
        'options = { USI_Hash = 64, Style = "x", Own = true }\n'
    )
    engines, names = load_config(path)
    assert names == ("shogi.example",)
    assert [engine.name for engine in engines] == ["komadai", "A", "B"]
    assert engines[1].command == ("/opt/a b/engine",)
    assert engines[2].options == (("USI_Hash", 64), ("Style", "x"), ("Own", True))
    assert not engines[1].levels


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("engine = 1", "engine: expected"),
        ("[[engine]]\nname = 'A'", "engine 1: command"),
        ("[[engine]]\ncommand = 'a'", "engine 1: name"),
        ("[[engine]]\nname = ''\ncommand = 'a'", "engine 1: name"),
        ("[[engine]]\nname = 'komadai'\ncommand = 'a'", "is taken"),
        ("[[engine]]\nname = 'A'\ncommand = 'a'\npath = 'x'", "engine 1: path"),
        ("[[engine]]\nname = 'A'\ncommand = []", "engine 1: command"),
        ("[[engine]]\nname = 'A'\ncommand = 'a'\noptions = { x = 1.5 }", "engine 1: options"),
        ("host_names = 'x'", "host_names"),
        ("colour = 'red'", "colour"),
        ("= nonsense", "config.toml"),
    ],
)
def test_an_error_names_the_file_and_the_key(tmp_path: Path, text: str, expected: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text)
    with pytest.raises(ConfigError) as caught:
        load_config(path)
    assert expected in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_binary_file_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(path)
