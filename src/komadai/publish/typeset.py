"""Typesets text and SVG as PDF or pixels, with Typst.

Everything a caller passes is data (JSON) in the document, never markup: names such as ``#import`` are safe.
Texts of Komadai use its own small font; names and comments, which need other characters, use the fonts of the
machine.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, Literal

from komadai.extras import package

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image

OWN: Final = "Komadai"
FAMILIES: Final = (
    "Noto Serif CJK JP", "Source Han Serif", "Hiragino Mincho ProN", "Yu Mincho", "YuMincho", "BIZ UDPMincho",
    "MS Mincho", "IPAexMincho", "IPAMincho", "TakaoMincho", "Noto Sans CJK JP", "Source Han Sans",
    "Hiragino Sans", "Hiragino Kaku Gothic ProN", "Yu Gothic", "YuGothic", "Meiryo", "MS Gothic",
    "IPAexGothic", "IPAGothic", "TakaoGothic", "VL Gothic",
    "Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji",
)  # fmt: skip
"""The Japanese fonts of the operating systems, serif before sans. The first font with a character is used;
without one in this list, any font with it."""


def typst() -> Any:
    """The module ``typst``. Raises MissingPackageError."""
    return package("typst", "publish")


def pillow() -> Any:
    """``PIL.Image``. Raises MissingPackageError."""
    return package("PIL.Image", "publish")


@cache
def fonts() -> Any:
    """All fonts: those of Komadai, of Typst and of the machine. Raises MissingPackageError."""
    return typst().Fonts(font_paths=[str(files(__package__) / "letters")])


def families() -> dict[str, list[str]]:
    """The fonts for texts of Komadai (``own``) and for texts of the record (``theirs``).

    Texts of the record use a font of the machine first, so that no word is set in two fonts. Only installed
    fonts are listed: others would cause warnings.
    """
    present = {name.casefold() for name in fonts().families()}
    here = [name for name in FAMILIES if name.casefold() in present]
    return {"own": [OWN, *here], "theirs": [*here, OWN]}


def pdf(document: str, data: object) -> bytes:
    """The PDF of a document in this folder (``sheet.typ``) with these data, which JSON can hold."""
    result = _compile(document, data, "pdf")
    assert isinstance(result, bytes)
    return result


def images(document: str, data: object) -> list[Image]:
    """The pages of a document as pictures; one point of a page is one pixel."""
    result = _compile(document, data, "png")
    pages = [result] if isinstance(result, bytes) else result
    return [pillow().open(BytesIO(page)).convert("RGBA") for page in pages]


def _compile(document: str, data: object, format: Literal["pdf", "png"]) -> bytes | list[bytes]:
    source = (files(__package__) / document).read_bytes()
    # The data have a single key, because Typst caches its results by input.
    text = json.dumps(data, ensure_ascii=False).encode(errors="replace").decode()
    inputs = {"data": text, "fonts": json.dumps(families())}
    compiler = typst().Compiler(source, font_paths=fonts(), sys_inputs=inputs)
    result, _ = compiler.compile_with_warnings(format=format, ppi=72, timestamp=0)
    return result  # type: ignore[no-any-return]


def vectors(drawings: Sequence[tuple[str, int, int]]) -> list[Image]:
    """SVG documents as pictures with the given width and height in pixels, on a transparent background."""
    return images(
        "drawings.typ",
        [{"svg": svg, "width": width, "height": height} for svg, width, height in drawings],
    )
