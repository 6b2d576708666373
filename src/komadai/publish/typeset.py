"""Text and vector pictures to pixels and paper, by Typst.

Everything a caller passes arrives in the document as data (JSON), never as markup: a player called
``#import`` is a player of that name. The fonts are Komadai's own small one for what Komadai says and, for
whatever it lacks (names, comments), those of the machine.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, Literal

from komadai.errors import MissingPackageError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    from PIL.Image import Image

OWN: Final = "Komadai"
FAMILIES: Final = (
    "Noto Serif CJK JP", "Source Han Serif", "Hiragino Mincho ProN", "Yu Mincho", "YuMincho", "BIZ UDPMincho",
    "MS Mincho", "IPAexMincho", "IPAMincho", "TakaoMincho", "Noto Sans CJK JP", "Source Han Sans",
    "Hiragino Sans", "Hiragino Kaku Gothic ProN", "Yu Gothic", "YuGothic", "Meiryo", "MS Gothic",
    "IPAexGothic", "IPAGothic", "TakaoGothic", "VL Gothic",
    "Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji",
)  # fmt: skip
"""The Japanese fonts of the systems, serifs before sans. The first that has a character is taken; after
them any font that has it."""


def typst() -> ModuleType:
    """The typesetter. Raises MissingPackageError."""
    return _package("typst")


def pillow() -> ModuleType:
    """``PIL.Image``. Raises MissingPackageError."""
    return _package("PIL.Image")


def _package(name: str) -> ModuleType:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError as error:
        raise MissingPackageError(
            "pictures and sheets need a few packages more: pip install 'komadai[publish]'", name=name
        ) from error


@cache
def fonts() -> Any:
    """All fonts there are: ours, Typst's, the machine's. Raises MissingPackageError."""
    return typst().Fonts(font_paths=[str(files(__package__) / "letters")])


def families() -> dict[str, list[str]]:
    """The fonts for what Komadai says (``own``) and for what people wrote (``theirs``).

    What people wrote is in one font of the machine if there is any: a word half in ours and half in
    another is ugly. Only those that are there are named; others would bring warnings.
    """
    present = {name.casefold() for name in fonts().families()}
    here = [name for name in FAMILIES if name.casefold() in present]
    return {"own": [OWN, *here], "theirs": [*here, OWN]}


def pdf(document: str, data: object) -> bytes:
    """The PDF of a document in this folder (``sheet.typ``) about these data, which JSON can hold."""
    result = _compile(document, data, "pdf")
    assert isinstance(result, bytes)
    return result


def images(document: str, data: object) -> list[Image]:
    """The pages of a document as pictures, a point of the page being a pixel."""
    result = _compile(document, data, "png")
    pages = [result] if isinstance(result, bytes) else result
    return [pillow().open(BytesIO(page)).convert("RGBA") for page in pages]


def _compile(document: str, data: object, format: Literal["pdf", "png"]) -> bytes | list[bytes]:
    source = (files(__package__) / document).read_bytes()
    # One key for the data: Typst keeps what it has made of earlier inputs.
    text = json.dumps(data, ensure_ascii=False).encode(errors="replace").decode()
    inputs = {"data": text, "fonts": json.dumps(families())}
    compiler = typst().Compiler(source, font_paths=fonts(), sys_inputs=inputs)
    result, _ = compiler.compile_with_warnings(format=format, ppi=72, timestamp=0)
    return result  # type: ignore[no-any-return]


def vectors(drawings: Sequence[tuple[str, int, int]]) -> list[Image]:
    """SVG documents as pictures of so many pixels (width, height), on a clear ground."""
    return images(
        "drawings.typ",
        [{"svg": svg, "width": width, "height": height} for svg, width, height in drawings],
    )
