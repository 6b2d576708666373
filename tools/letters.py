"""Makes the small font that pictures and sheets are lettered with, from an open one.

    npm pack @fontsource/kaisei-tokumin     # in a temporary folder
    tar xzf ...
    python tools/letters.py package

Needs fonttools. Reads the ``.woff`` files of the package (the font is split over many files by
Unicode range) and writes ``src/komadai/publish/letters/komadai.ttf``: Latin letters, kana, signs, and the
kanji of all texts of Komadai that are printed. Names and comments that need more are set in a font
of the user's machine. Run it again when ``tests/publish/test_bare_machine.py`` misses a character.
"""

from __future__ import annotations

import argparse
import re
from io import BytesIO
from pathlib import Path

from fontTools.merge import Merger, Options  # type: ignore[import-untyped]
from fontTools.subset import Options as SubsetOptions  # type: ignore[import-untyped]
from fontTools.subset import Subsetter
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

SOURCES = Path(__file__).resolve().parent.parent / "src" / "komadai"
TARGET = SOURCES / "publish" / "letters"
FAMILY = "Komadai"

LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x100), 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026]
KANA = [*range(0x3041, 0x3097), *range(0x30A1, 0x30FF)]
SIGNS = "▲△▼▽　、。・「」『』（）：；！？〜ー－＋＊／＝…●○◆◇■□★☆→←↑↓％＃０１２３４５６７８９"
NAMES = "山田中村木小林高橋佐藤伊渡辺加吉谷羽生康晴善治川井石原野松本岡島崎池清水森久保内青阿部福太郎人"
"""The commonest kanji of names, for machines without a Japanese font."""
PRINTED = ("kifu", "notation", "play", "publish", "ratings", "study", "tournaments", "tsume", "variants")
"""The folders whose texts are printed on sheets, booklets and in pictures."""


def printed() -> set[int]:
    """The Japanese characters of these folders: in Python, Typst and the files of texts."""
    found: set[int] = set()
    for folder in PRINTED:
        for file in sorted((SOURCES / folder).rglob("*")):
            if file.suffix in (".py", ".typ", ".toml", ".json", ".tsv"):
                text = file.read_text("utf-8")
                found.update(ord(letter) for letter in re.findall("[\u3000-\u9fff\uff00-\uffef]", text))
    return found


def pieces(package: Path, weight: int) -> list[Path]:
    """The package's files of this weight that hold a character we want."""
    wanted = characters()
    found = []
    sheet = (package / f"{weight}.css").read_text("utf-8")
    for face in re.findall(r"@font-face\s*{(.*?)}", sheet, re.S):
        file = re.search(r"url\(\./(files/[^)]+\.woff)\)", face)
        covered = re.search(r"unicode-range:\s*([^;]+);", face)
        if not file or not covered:
            raise SystemExit(f"{package}: a font-face without file or range")
        for part in covered[1].split(","):
            first, _, last = part.strip().removeprefix("U+").partition("-")
            if any(int(first, 16) <= code <= int(last or first, 16) for code in wanted):
                found.append(package / file[1])
                break
    return found


def characters() -> set[int]:
    """The code points of the font."""
    return {*LATIN, *KANA, *map(ord, SIGNS + NAMES), *printed()}


def subset(font: TTFont, wanted: set[int]) -> BytesIO:
    """The font with no more than these characters."""
    options = SubsetOptions()
    options.layout_features = []
    options.hinting = False
    options.notdef_outline = True
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "BASE", "vhea", "vmtx", "DSIG", "STAT", "gasp"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=wanted & set(font.getBestCmap()))
    subsetter.subset(font)
    data = BytesIO()
    font.flavor = None
    font.save(data)
    data.seek(0)
    return data


def make(package: Path, weight: int, name: str) -> None:
    """Merges the package's parts of this weight and names the whole."""
    wanted, parts = characters(), []
    for file in pieces(package, weight):
        font = TTFont(file)
        here = wanted & set(font.getBestCmap())
        if here:
            parts.append(subset(font, here))
            wanted -= here
    whole = Merger(options=Options(drop_tables=[])).merge(parts)
    for record in whole["name"].names:
        text = {1: FAMILY, 2: "Regular", 3: f"{FAMILY} {name}", 4: f"{FAMILY} {name}", 6: f"{FAMILY}-{name}"}
        if record.nameID in text:
            whole["name"].setName(
                text[record.nameID], record.nameID, record.platformID, record.platEncID, record.langID
            )
        elif record.nameID in (16, 17, 21, 22, 25):
            whole["name"].removeNames(nameID=record.nameID)
    whole["OS/2"].usWeightClass = weight
    target = TARGET / "komadai.ttf"
    whole.save(target)
    missing = "".join(map(chr, sorted(wanted)))
    size, count = target.stat().st_size, len(whole.getBestCmap())
    print(f"{target.name}: {size:,} bytes, {count} characters; without {missing}")


def main() -> None:
    """Makes the font."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("package", type=Path, help="the unpacked @fontsource/kaisei-tokumin")
    package = parser.parse_args().package
    TARGET.mkdir(exist_ok=True)
    make(package, 500, "Medium")


if __name__ == "__main__":
    main()
