"""Tables and keys of a TOML file are found on their lines."""

import tomllib

import pytest

from komadai.variants.toml_lines import TomlLines, line_named_in

TEXT = """\
name = "x [not] = a key" # nor = this
[history]
en = \"\"\"
[board]
files = 3
\"\"\"
ja = '''one
two = 2'''

[[ option ]]
name = "a"
[[option.value]]
names = [
  "files = 3",
  [1, 2],
]
set = { "rules.x" = 1 }
[[option.value]]
set.deep = 1
[[option]]
[[option.value]]
who = "b"
[board]
files = 4
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("name", 1),
        ("history", 2),
        ("history.en", 3),
        ("history.ja", 7),
        ("option[0]", 10),
        ("option[0].value[0]", 12),
        ("option[0].value[0].set", 17),
        ("option[0].value[0].set.rules", 17),
        ("option[0].value[1].set.deep", 19),
        ("option[1].value[0].who", 22),
        ("option[1].value[0].name", 21),
        ("option", 10),
        ("board.files", 24),
        ("board.ranks", 23),
        ("piece[3].betza", None),
        ("", None),
    ],
)
def test_a_path_is_found_on_its_line(path: str, line: int | None) -> None:
    tomllib.loads(TEXT)
    assert TomlLines(TEXT).find(path) == line


@pytest.mark.parametrize(("text", "line"), [("a = 1\nb = \n", 2), ("a = 1\nb = [\n", 3), ("a = 1\na = 2", 2)])
def test_the_line_of_an_error_of_tomllib(text: str, line: int) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as caught:
        tomllib.loads(text)
    assert line_named_in(str(caught.value), text) == line
