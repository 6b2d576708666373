"""The pages for users are easy to read: no sentence has more than 38 words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LONGEST = 38
FOR_BUILDERS = {
    *("architecture.md", "benchmarks.md", "engine.md", "packages.md", "security.md", "training.md"),
    *("training-data.md", "wire.md"),
    *("variants/checks.md", "variants/conflicts.md", "variants/search.md", "variants/solved.md"),
    "variants/taikyoku.md",
}
"""Pages on how Komadai is built and how it was checked. So are those of `measurements` and `reference`."""
_BLOCK = re.compile(r"\s*([-*+] |\d+\. |#+ |> |\||$)")
"""The beginning of a line that begins something new: an item, a heading, a row of a table, a paragraph."""
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.S)
_END = re.compile(r"(?<=[.!?])[\"”’)*_]*\s+(?![a-z])")
_WORD = re.compile(r"\w+(?:[^\s\w]+\w+)*")


def pages() -> list[Path]:
    docs = ROOT / "docs"
    found = [path.relative_to(docs).as_posix() for path in docs.rglob("*.md")]
    named = [page for page in found if not page.startswith(("measurements/", "reference/"))]
    return [ROOT / "README.md", *(docs / page for page in sorted(set(named) - FOR_BUILDERS))]


def blocks(text: str) -> Iterator[str]:
    """Paragraphs, items, headings and cells of tables, without examples and comments."""
    fence, block = "", ""
    for line in re.sub(r"<!--.*?-->", "", text, flags=re.S).splitlines():
        marks = re.match(r"\s*(`{3,}|~{3,})", line)
        if marks and not fence:
            fence = marks[1]
        elif marks and line.strip() == fence:
            fence, line = "", ""
        if fence or _BLOCK.match(line):
            yield from _cells(block)
            block = ""
        is_example = fence or (not block and line.startswith("    ") and not _BLOCK.match(line))
        if not is_example:
            block += " " + line if block else line.strip()
    yield from _cells(block)


def _cells(block: str) -> list[str]:
    """The cells of a row of a table; what is no row is one cell."""
    return re.split(r"(?<!\\)\|", block.strip("| ")) if block.startswith("|") else [block]


def sentences(text: str) -> Iterator[str]:
    """The sentences of a page. A piece of code counts as one word."""
    for block in blocks(text):
        plain = _CODE.sub("Code", _LINK.sub(r"\1", block))
        yield from _END.split(" ".join(plain.split()))


def words(sentence: str) -> int:
    return len(_WORD.findall(sentence))


def test_words_and_sentences_are_counted() -> None:
    text = (
        "One `two three` four-five [six](x.md), 1,000. A new one.\n- An item\n  of two lines\n\n| a | b c |\n"
    )
    text += "```\nno words. None\n```\n\n    komadai help  # nor these\n    komadai\n\nLast."
    assert [(words(each), each) for each in sentences(text) if each] == [
        (5, "One Code four-five six, 1,000."),
        (3, "A new one."),
        (5, "- An item of two lines"),
        (1, "a"),
        (2, "b c"),
        (1, "Last."),
    ]


@pytest.mark.parametrize("page", pages(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_sentence_is_too_long(page: Path) -> None:
    counted = ((words(each), each) for each in sentences(page.read_text("utf-8")))
    assert [each for each in counted if each[0] > LONGEST] == []
