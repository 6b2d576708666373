"""docs/security.md has every requirement of ASVS 5.0 levels 1 and 2, with tests and files that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
# Chapter, section and requirements.
REQUIREMENTS = (
    "1.1:1,2 1.2:1,2,3,4,5,6,7,8,9 1.3:1,2,3,4,5,6,7,8,9,10,11 1.4:1,2,3 1.5:1,2 2.1:1,2,3 2.2:1,2,3 "
    "2.3:1,2,3,4 2.4:1 3.2:1,2 3.3:1,2,3,4 3.4:1,2,3,4,5,6 3.5:1,2,3,4,5 3.7:1,2 4.1:1,2,3 4.2:1 "
    "4.3:1,2 4.4:1,2,3,4 5.1:1 5.2:1,2,3 5.3:1,2 5.4:1,2,3 6.1:1,2,3 6.2:1,2,3,4,5,6,7,8,9,10,11,12 "
    "6.3:1,2,3,4 6.4:1,2,3,4 6.5:1,2,3,4,5 6.6:1,2,3 6.8:1,2,3,4 7.1:1,2,3 7.2:1,2,3,4 7.3:1,2 "
    "7.4:1,2,3,4,5 7.5:1,2 7.6:1,2 8.1:1,2 8.2:1,2,3 8.3:1 8.4:1 9.1:1,2,3 9.2:1,2,3,4 10.1:1,2 "
    "10.2:1,2 10.3:1,2,3,4 10.4:1,2,3,4,5,6,7,8,9,10,11 10.5:1,2,3,4,5 10.6:1,2 10.7:1,2,3 11.1:1,2 "
    "11.2:1,2,3 11.3:1,2,3 11.4:1,2,3,4 11.5:1 11.6:1 12.1:1,2,3 12.2:1,2 12.3:1,2,3,4 13.1:1 "
    "13.2:1,2,3,4,5 13.3:1,2 13.4:1,2,3,4,5 14.1:1,2 14.2:1,2,3,4 14.3:1,2,3 15.1:1,2,3 15.2:1,2,3 "
    "15.3:1,2,3,4,5,6,7 16.1:1 16.2:1,2,3,4,5 16.3:1,2,3,4 16.4:1,2,3 16.5:1,2,3 17.1:1 17.2:1,2,3,4 "
    "17.3:1,2 "
)


def requirements() -> list[str]:
    return [
        f"{section}.{number}"
        for section, _, numbers in (part.partition(":") for part in REQUIREMENTS.split())
        for number in numbers.split(",")
    ]


def rows() -> Iterator[tuple[list[str], str]]:
    """The numbers of each row, and what is done about them."""
    for line in PAGE.splitlines():
        if re.match(r"\| \d+\.\d+\.\d+", line):
            numbers, _, here = line.strip("| ").split(" | ", 2)
            yield numbers.split(", "), here


def test_every_requirement_has_one_line() -> None:
    assert len(requirements()) == 253
    listed = [number for numbers, _ in rows() for number in numbers]
    assert sorted(listed) == sorted(requirements())


def test_every_line_has_evidence_a_reason_or_is_open() -> None:
    for numbers, here in rows():
        assert re.search(r"`[^`]+`|does not apply: |\*\*[Oo]pen\*\*", here), numbers


def test_every_file_and_test_exists() -> None:
    for numbers, here in rows():
        for path, test in re.findall(r"`((?:src|tests|docs|web|tools|packaging)/[^`:]+)(?:::(\w+))?`", here):
            assert (ROOT / path).exists(), (numbers, path)
            if test:
                text = (ROOT / path).read_text("utf-8")
                assert re.search(rf"(def|class) {test}\b", text), (numbers, path, test)
