"""Makes the table of characters that are drawn alike (Unicode Technical Standard 39).

The data are those of Unicode 15.1, under the Unicode License, in the package confusable-homoglyphs 3.3.1::

    python -m venv /tmp/homoglyphs && /tmp/homoglyphs/bin/pip install confusable-homoglyphs==3.3.1
    /tmp/homoglyphs/bin/python tools/confusables.py

Each line of the table is a prototype, a tab, and the characters that are drawn like it. Left out are those
that NFKC changes anyway, and prototypes in scripts that neither names of accounts nor words for roles have.
"""

from __future__ import annotations

import json
import unicodedata
from collections import defaultdict
from importlib import resources
from pathlib import Path

OUTPUT = Path(__file__).parents[1] / "src/komadai/server/look_alikes/characters.tsv"
DIRECTIONS = "\u200e\u200f"
"""The package keeps these around characters that are written from right to left."""
SCRIPTS = ("HIRAGANA", "KATAKANA", "CJK")


def main() -> None:
    """Writes the table."""
    text = resources.files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8")
    pairs = {
        one.strip(DIRECTIONS): {other["c"].strip(DIRECTIONS) for other in others}
        for one, others in json.loads(text).items()
    }
    alike = defaultdict(list)
    for one, others in pairs.items():
        if len(one) == 1 and unicodedata.normalize("NFKC", one) == one:
            prototype = max({one, *others}, key=lambda each: (len(pairs[each]), each.isascii(), each))
            if prototype != one and all(map(is_used, prototype)):
                alike[prototype].append(one)
    lines = [f"{prototype}\t{''.join(sorted(ones))}\n" for prototype, ones in sorted(alike.items())]
    OUTPUT.write_text("".join(lines), encoding="utf-8", newline="\n")


def is_used(character: str) -> bool:
    """Whether names of accounts or words for roles may have a prototype of this."""
    return " " <= character <= "~" or unicodedata.name(character, "").startswith(SCRIPTS)


if __name__ == "__main__":
    main()
