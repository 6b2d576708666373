"""Makes the piece faces: outlines from three open fonts, and two sets drawn here by code.

    npm pack @fontsource/kaisei-tokumin @fontsource/yuji-syuku @fontsource/noto-serif-hk
    tar xzf ... (each into a folder of its own)
    python tools/faces.py --kaisei kaisei/package --yuji yuji/package --noto noto/package

Needs fonttools. Reads the ``.woff`` files of the packages (each font is split over many files
by Unicode range; the style sheet says which) and writes ``src/komadai/diagram/faces/*.json``.

A face is an SVG path: y grows downwards, the ink is centred on (0, 0), 1000 units to the em. All
numbers are integers and all commands relative, which keeps the files small.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import tomllib
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from fontTools.pens.basePen import BasePen  # type: ignore[import-untyped]
from fontTools.pens.boundsPen import BoundsPen  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

FACES = Path(__file__).resolve().parent.parent / "src" / "komadai" / "diagram" / "faces"

KANJI = {
    "K": "玉", "K2": "王", "R": "飛", "B": "角", "G": "金", "S": "銀", "N": "桂", "L": "香", "P": "歩",
    "+R": "龍", "+B": "馬", "+S": "全", "+N": "圭", "+L": "杏", "+P": "と",
    "+R2": "竜", "+N2": "今", "+L2": "仝", "+P2": "个",
}  # fmt: skip
"""Keys with a 2 are other ways of writing: 王, 竜, and 今, 仝, 个 for the promoted pieces."""
NAMES = {
    "K": "玉将", "K2": "王将", "R": "飛車", "B": "角行", "G": "金将", "S": "銀将", "N": "桂馬", "L": "香車",
    "P": "歩兵", "+R": "龍王", "+B": "龍馬", "+S": "成銀", "+N": "成桂", "+L": "成香", "+P": "と金",
    "+R2": "竜王", "+B2": "竜馬",
}  # fmt: skip
DEFINITIONS = FACES.parents[1] / "variants" / "definitions"
LABELS = {character: character for character in "0123456789abcdefghi一二三四五六七八九"}

Point = tuple[float, float]

COMPOSED: dict[str, tuple[tuple[str, Point, Point], ...]] = {
    "歬": (("止", (0.85, 0.46), (0, -250)), ("舟", (0.95, 0.54), (0, 235))),
    "䳇": (("母", (0.46, 0.9), (-265, 20)), ("鳥", (0.56, 0.98), (215, 0))),
}
"""Characters that none of the fonts has: their parts, scaled across and down, and where each is centred."""


# -- paths ---------------------------------------------------------------------------------------


def short(*numbers: int) -> str:
    """The numbers with no more space between them than a path needs."""
    text = ""
    for number in numbers:
        text += str(number) if not text or number < 0 else f" {number}"
    return text


class IntegerPathPen(BasePen):  # type: ignore[misc]
    """Writes what is drawn as a relative integer path; every curve is flipped to y downwards."""

    def __init__(self, glyph_set: object, scale: Point, centre: Point) -> None:
        super().__init__(glyph_set)
        self.scale, self.centre = scale, centre
        self.parts: list[str] = []
        self.at = self.start = (0, 0)

    def place(self, point: Point) -> tuple[int, int]:
        return (
            round((point[0] - self.centre[0]) * self.scale[0]),
            round((self.centre[1] - point[1]) * self.scale[1]),
        )

    def relative(self, *points: Point) -> tuple[list[int], tuple[int, int]]:
        numbers: list[int] = []
        placed = self.at
        for point in points:
            placed = self.place(point)
            numbers += [placed[0] - self.at[0], placed[1] - self.at[1]]
        return numbers, placed

    def _moveTo(self, point: Point) -> None:
        self.at = self.start = self.place(point)
        self.parts.append("M" + short(*self.at))

    def _lineTo(self, point: Point) -> None:
        (dx, dy), at = self.relative(point)
        if at == self.at:
            return
        self.at = at
        self.parts.append(f"v{dy}" if dx == 0 else f"h{dx}" if dy == 0 else "l" + short(dx, dy))

    def _qCurveToOne(self, control: Point, point: Point) -> None:
        numbers, self.at = self.relative(control, point)
        self.parts.append("q" + short(*numbers))

    def _curveToOne(self, first: Point, second: Point, point: Point) -> None:
        numbers, self.at = self.relative(first, second, point)
        self.parts.append("c" + short(*numbers))

    def _closePath(self) -> None:
        self.parts.append("z")
        self.at = self.start

    def path(self) -> str:
        return "".join(self.parts)


def polygon(points: Iterable[Point]) -> str:
    """A closed polygon as a path."""
    placed = [(round(x), round(y)) for x, y in points]
    parts = ["M" + short(*placed[0])]
    for (x0, y0), (x1, y1) in pairwise(placed):
        parts.append("l" + short(x1 - x0, y1 - y0))
    return "".join(parts) + "z"


def disc(x: float, y: float, r: float, *, hole: bool = False) -> str:
    """A circle; a hole turns the other way round, so that the non-zero rule cuts it out."""
    sweep = 0 if hole else 1
    x, y, r = round(x), round(y), round(r)
    return f"M{short(x - r, y)}a{r} {r} 0 1 {sweep} {2 * r} 0a{r} {r} 0 1 {sweep} {-2 * r} 0z"


# -- outlines of a font --------------------------------------------------------------------------


class Font:
    """A font of the fontsource kind: one style sheet, many small files."""

    def __init__(self, package: Path, weight: int) -> None:
        self.package = package
        self.ranges: list[tuple[int, int, Path]] = []
        sheet = (package / f"{weight}.css").read_text("utf-8")
        for face in re.findall(r"@font-face\s*{(.*?)}", sheet, re.S):
            file = re.search(r"url\(\./(files/[^)]+\.woff)\)", face)
            covered = re.search(r"unicode-range:\s*([^;]+);", face)
            if not file or not covered:
                raise SystemExit(f"{package}: a font-face without file or range")
            for part in covered[1].split(","):
                first, _, last = part.strip().removeprefix("U+").partition("-")
                self.ranges.append((int(first, 16), int(last or first, 16), package / file[1]))
        self.open: dict[Path, TTFont] = {}

    def has(self, character: str) -> bool:
        """Whether the font has an outline of the character."""
        try:
            self.path(character)
        except SystemExit:
            return False
        return True

    def path(self, character: str, scale: float | Point = 1.0, at: Point = (0, 0)) -> str:
        """The outline of a character, its ink centred on ``at`` (y downwards); scaled across and down alike,
        or by two factors."""
        code = ord(character)
        for first, last, file in self.ranges:
            if not first <= code <= last:
                continue
            font = self.open.setdefault(file, TTFont(file))
            name = font.getBestCmap().get(code)
            if name is None:
                continue
            glyphs = font.getGlyphSet()
            bounds = BoundsPen(glyphs)
            glyphs[name].draw(bounds)
            x0, y0, x1, y1 = bounds.bounds
            across, down = (scale, scale) if isinstance(scale, float) else scale
            unit = 1000 / font["head"].unitsPerEm
            factors = across * unit, down * unit
            centre = (x0 + x1) / 2 - at[0] / factors[0], (y0 + y1) / 2 + at[1] / factors[1]
            pen = IntegerPathPen(glyphs, factors, centre)
            glyphs[name].draw(pen)
            return pen.path()
        raise SystemExit(f"{self.package.name} has no {character}")


# -- Western symbols, drawn here -----------------------------------------------------------------

# Each is drawn in a field 600 wide and 480 high, centred on (0, -140); the letter stands below.


def crown() -> str:
    return (
        polygon([(-270, 60), (-330, -260), (-150, -110), (0, -330), (150, -110), (330, -260), (270, 60)])
        + disc(0, -360, 52) + disc(-335, -280, 45) + disc(335, -280, 45)
        + polygon([(-260, 90), (260, 90), (260, 140), (-260, 140)])
    )  # fmt: skip


def tower() -> str:
    return polygon([
        (-270, 140), (-270, 60), (-190, 20), (-160, -150), (-250, -190), (-250, -380), (-140, -380),
        (-140, -300), (-60, -300), (-60, -380), (60, -380), (60, -300), (140, -300), (140, -380),
        (250, -380), (250, -190), (160, -150), (190, 20), (270, 60), (270, 140),
    ])  # fmt: skip


def mitre() -> str:
    # The slit is cut by drawing it the other way round.
    return (
        "M0-350c130 90 220 190 220 290 0 60-30 100-60 120h-320c-30-20-60-60-60-120 0-100 90-200 220-290z"
        + disc(0, -380, 48)
        + polygon([(20, -210), (125, -110), (90, -80), (-15, -180)][::-1])
        + polygon([(-260, 85), (260, 85), (260, 140), (-260, 140)])
    )


def sun() -> str:
    """Gold's old sign: a sun with twelve rays."""
    rays = ""
    for ray in range(12):
        angle = ray * math.pi / 6
        rays += polygon(
            (math.sin(angle + turn) * reach, -120 - math.cos(angle + turn) * reach)
            for turn, reach in ((-0.13, 195), (0, 285), (0.13, 195))
        )
    return disc(0, -120, 165) + rays


def moon() -> str:
    """Silver's old sign: a crescent."""
    return "M70-380a265 265 0 1 0 190 390a205 205 0 1 1-190-390z"


def horse() -> str:
    return (
        "M210 140C225-80 170-280 60-340L20-415-25-330C-110-300-150-230-228-120Q-275-55-225-15-180 12-140-32"
        "C-110-72-70-82-25-80-35 5-190 20-200 140Z" + disc(-55, -225, 26, hole=True)
    )


def spear() -> str:
    return (
        polygon([(0, -400), (120, -190), (40, -150), (40, 140), (-40, 140), (-40, -150), (-120, -190)])
        + polygon([(-150, -110), (150, -110), (150, -60), (-150, -60)])
    )  # fmt: skip


def pawn() -> str:
    return (
        disc(0, -240, 110)
        + polygon([(-150, -150), (150, -150), (150, -105), (80, -105), (120, 50), (200, 80), (200, 140),
                   (-200, 140), (-200, 80), (-120, 50), (-80, -105), (-150, -105)])
    )  # fmt: skip


SYMBOLS = {
    "K": crown(), "R": tower(), "B": mitre(), "G": sun(), "S": moon(), "N": horse(), "L": spear(),
    "P": pawn(),
}  # fmt: skip


def western(letters: Font) -> dict[str, str]:
    """A symbol with the piece's letter below; a promoted piece has a + before its letter."""
    faces = {}
    for key in [*SYMBOLS, "+R", "+B", "+S", "+N", "+L", "+P"]:
        letter = key[-1]
        if key.startswith("+"):
            plus = polygon([
                (-230, 288), (-170, 288), (-170, 228), (-120, 228), (-120, 288), (-60, 288), (-60, 338),
                (-120, 338), (-120, 398), (-170, 398), (-170, 338), (-230, 338),
            ])  # fmt: skip
            faces[key] = SYMBOLS[letter] + plus + letters.path(letter, 0.38, (75, 315))
        else:
            faces[key] = SYMBOLS[letter] + letters.path(letter, 0.38, (0, 315))
    faces["K2"] = faces["K"]
    return faces


# -- two characters on a piece --------------------------------------------------------------------


def two_kanji(font: Font) -> dict[str, str]:
    """The whole name, one character above the other."""
    return {
        key: font.path(name[0], 0.56, (0, -285)) + font.path(name[1], 0.56, (0, 285))
        for key, name in NAMES.items()
    }


def bilingual(kanji: Font, letters: Font) -> dict[str, str]:
    """A kanji with the piece's letter below it."""
    return {
        key: kanji.path(character, 0.68, (0, -150)) + letters.path(key.strip("+2"), 0.4, (0, 400))
        for key, character in KANJI.items()
    }


# -- how each piece moves ------------------------------------------------------------------------

DIAGONALS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
ORTHOGONALS = ((0, -1), (-1, 0), (1, 0), (0, 1))
GOLD = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1))

# Steps and slides, forward is -y. The table is only about pictures: the rules live in the core.
STEPS: dict[str, Sequence[tuple[int, int]]] = {
    "K": ORTHOGONALS + DIAGONALS, "R": (), "B": (), "G": GOLD, "S": ((0, -1), *DIAGONALS),
    "N": ((-1, -2), (1, -2)), "L": (), "P": ((0, -1),),
    "+R": DIAGONALS, "+B": ORTHOGONALS, "+S": GOLD, "+N": GOLD, "+L": GOLD, "+P": GOLD,
}  # fmt: skip
SLIDES: dict[str, Sequence[tuple[int, int]]] = {
    "R": ORTHOGONALS, "B": DIAGONALS, "L": ((0, -1),), "+R": ORTHOGONALS, "+B": DIAGONALS,
}  # fmt: skip

NEAR, FAR, DOT, LINE, HEAD = 290, 440, 72, 30, 95


def arrow(dx: int, dy: int) -> str:
    """A slide: a line from beside the letter outwards, with a head."""
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    tip = FAR if length == 1 else FAR * 1.2
    along_across = [
        (205, -LINE), (tip - HEAD * 1.3, -LINE), (tip - HEAD * 1.3, -HEAD), (tip, 0),
        (tip - HEAD * 1.3, HEAD), (tip - HEAD * 1.3, LINE), (205, LINE),
    ]  # fmt: skip
    return polygon((ux * a - uy * b, uy * a + ux * b) for a, b in along_across)


def moves(letters: Font) -> dict[str, str]:
    """The letter in the middle, a dot for a step or a jump, an arrow for a slide."""
    faces = {}
    for key, steps in STEPS.items():
        face = letters.path(key[-1], 0.45)
        for dx, dy in steps:
            jump = abs(dy) == 2
            face += disc(dx * (170 if jump else NEAR), dy * (220 if jump else NEAR), DOT)
        for dx, dy in SLIDES.get(key, ()):
            face += arrow(dx, dy)
        faces[key] = face
    faces["K2"] = faces["K"]
    return faces


# -- the piece's body ----------------------------------------------------------------------------


def body() -> dict[str, object]:
    """The pentagon and the proportions, shared by the page and the SVG writer.

    Lengths are in the units of the board: a square is 66 x 72.6 (10 : 11). ``outline`` and ``edge``
    (the light upper edge) are for a piece of scale 1 (a king), centred on (0, 0).
    """
    return {
        "square": [66, 72.6],
        "piece": [57, 63],
        "scale": {"K": 1, "R": 0.96, "B": 0.96, "G": 0.92, "S": 0.92, "N": 0.86, "L": 0.84, "P": 0.8},
        "outline": "M0-31.5 20.4-22.6 28.5 31.5H-28.5L-20.4-22.6Z",
        "edge": "M-27.2 30 -19.6-21.9 0-30.4 19.6-21.9",
        # The light falls from above for both players: a turned piece shows it along its foot.
        "edge_turned": "M-27.2-30.6H27.2M-19.6 21.9-27.2-30",
        "glyph": {
            # Pixels per face unit at scale 1, and how far below the middle the face's centre stands.
            "kaisei": {"scale": 0.0435, "dy": 3.2},
            "yuji": {"scale": 0.046, "dy": 3.2},
            "western": {"scale": 0.054, "dy": 3.2},
            "animals": {"scale": 0.05, "dy": 4},
            "moves": {"scale": 0.05, "dy": 4.6},
            "two": {"scale": 0.046, "dy": 3.2},
            "bilingual": {"scale": 0.047, "dy": 1.6},
        },
        "colours": {
            "face_top": "#fbe9bd",
            "face_bottom": "#e9c583",
            "edge": "#fff7dd",
            "rim": "#8a5a22",
            "ink": "#1d1712",
            "promoted": "#a31d14",
        },
    }


def characters() -> list[str]:
    """The characters on the pieces of all variants, in their ids, and on other faces of standard shogi."""
    found = set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789全圭杏仝个今竜")
    for file in DEFINITIONS.glob("*.toml"):
        for piece in tomllib.loads(file.read_text("utf-8"))["piece"]:
            found |= {*piece.get("kanji", ""), *piece.get("face", "")}
    return sorted(found)


def outlines(fonts: Sequence[tuple[Font, float]], wanted: Iterable[str]) -> dict[str, str]:
    """The outline of each character, from the first font that has it, scaled. Reports those that none has."""
    found = {}
    for character in wanted:
        if character in COMPOSED:
            found[character] = "".join(fonts[0][0].path(*part) for part in COMPOSED[character])
            continue
        for font, scale in fonts:
            if font.has(character):
                found[character] = font.path(character, scale)
                break
        else:
            print(f"no outline of {character}: the pages draw it with a font of the reader")
    return found


def write(name: str, licence: str, source: str, glyphs: dict[str, str]) -> None:
    content = {"set": name, "license": licence, "source": source, "units": 1000, "glyphs": glyphs}
    save(name, content)


def save(name: str, content: dict[str, object]) -> None:
    file = FACES / f"{name}.json"
    text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    file.write_text(text, "utf-8")
    print(f"{file.name:14} {len(text.encode()):7,} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--kaisei", type=Path, required=True, help="the unpacked @fontsource/kaisei-tokumin")
    parser.add_argument("--yuji", type=Path, required=True, help="the unpacked @fontsource/yuji-syuku")
    parser.add_argument("--noto", type=Path, required=True, help="the unpacked @fontsource/noto-serif-hk")
    arguments = parser.parse_args()

    bold, medium, brush = Font(arguments.kaisei, 800), Font(arguments.kaisei, 500), Font(arguments.yuji, 400)
    write(
        "kaisei", "OFL-1.1", "Kaisei Tokumin ExtraBold, The Kaisei Project Authors",
        {key: bold.path(character) for key, character in KANJI.items()},
    )  # fmt: skip
    write(
        "yuji", "OFL-1.1", "Yuji Syuku, The Yuji Project Authors",
        {key: brush.path(character) for key, character in KANJI.items()},
    )  # fmt: skip
    write(
        "two", "OFL-1.1", "Kaisei Tokumin ExtraBold, The Kaisei Project Authors", two_kanji(bold)
    )  # fmt: skip
    write(
        "bilingual", "OFL-1.1", "Kaisei Tokumin ExtraBold, The Kaisei Project Authors", bilingual(bold, bold)
    )  # fmt: skip
    write(
        "western", "MIT AND OFL-1.1", "symbols: The Komadai authors; letters: Kaisei Tokumin ExtraBold",
        western(bold),
    )  # fmt: skip
    write(
        "moves", "MIT AND OFL-1.1", "dots and arrows: The Komadai authors; letters: Kaisei Tokumin ExtraBold",
        moves(bold),
    )  # fmt: skip
    write(
        "labels", "OFL-1.1", "Kaisei Tokumin Medium, The Kaisei Project Authors",
        {key: medium.path(character) for key, character in LABELS.items()},
    )  # fmt: skip
    write(
        "characters", "OFL-1.1", "Kaisei Tokumin ExtraBold, The Kaisei Project Authors",
        outlines([(bold, 1.0), (brush, 1.0), (Font(arguments.noto, 900), 0.88)], characters()),
    )  # fmt: skip
    save("body", body())


if __name__ == "__main__":
    main()
