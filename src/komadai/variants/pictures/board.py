"""A position of a variant as a stand-alone SVG picture: the board of any size, and the pieces on it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, Literal, NamedTuple
from xml.sax.saxutils import escape
from zlib import crc32

from komadai.diagram import characters, faces
from komadai.diagram.svg import SQUARE_HEIGHT, SQUARE_WIDTH
from komadai.errors import ArgumentTypeError, RangeError, UnknownStyleError
from komadai.variants.definition import PieceKind
from komadai.variants.pictures import animals
from komadai.variants.pictures.move_marks import face_path
from komadai.variants.variant import Variant

Style = Literal["one", "two", "both", "letters", "pictures", "moves", "plain"]
STYLES: Final = ("one", "two", "both", "letters", "pictures", "moves", "plain")
MARGIN: Final = 14.0
COORDINATE_MARGIN: Final = 28.0
STAND_WIDTH: Final = 110.0
INK: Final = "#2b2118"
_HELD: Final = re.compile(r"(\d*)(\+?)(?:([A-Za-z])|\(([A-Za-z][A-Za-z0-9]*)\))")
_TOKEN: Final = re.compile(r"(\+?)(?:([A-Za-z])|\(([A-Za-z][A-Za-z0-9]*)\))|(\d+)")


class PlacedPiece(NamedTuple):
    """A piece on the board: column and row of the picture from 0 at the top left, Black at the bottom."""

    column: int
    row: int
    id: str
    white: bool


def render(
    variant: Variant,
    sfen: str | None = None,
    *,
    style: Style = "one",
    size: int | None = 480,
    hands: bool = False,
    coordinates: bool = False,
    flip: bool = False,
    marked: Iterable[int] = (),
) -> str:
    """The position (None: the start) as an SVG document, seen from Black's side (``flip``: from White's).

    style: ``one`` kanji, ``two`` kanji, ``both`` (a kanji and letters; as ``one``, in dobutsu shogi an
    animal), ``letters``, ``pictures`` (animals; ``moves`` if the game has none), ``moves`` (dots and arrows)
    or ``plain`` (no faces, for small pictures). size: the width in pixels; None omits it. hands:
    whether stands with the pieces in hand are drawn beside the board. coordinates: whether files and ranks
    are numbered. marked: squares that are highlighted.

    Raises UnknownStyleError, RangeError.
    """
    if style not in STYLES:
        raise UnknownStyleError(f"expected piece faces of {', '.join(STYLES)}, got {style!r}")
    if size is not None and not isinstance(size, int):
        raise ArgumentTypeError(f"size: expected a width in pixels as an int, got {size!r}")
    if size is not None and size < 1:
        raise RangeError(f"expected a width in pixels above 0, got {size!r}")
    sfen = sfen or variant.sfen
    margin = COORDINATE_MARGIN if coordinates else MARGIN
    left = STAND_WIDTH if hands else 0.0
    board_width = variant.files * SQUARE_WIDTH + 2 * margin
    width, height = board_width + 2 * left, variant.ranks * SQUARE_HEIGHT + 2 * margin

    def centre(column: int, row: int) -> tuple[float, float]:
        if flip:
            column, row = variant.files - 1 - column, variant.ranks - 1 - row
        return left + margin + (column + 0.5) * SQUARE_WIDTH, margin + (row + 0.5) * SQUARE_HEIGHT

    pieces = list(pieces_of(sfen, variant.files))
    held = {white: hand_of(sfen, white=white) if hands else {} for white in (False, True)}
    kinds = {(piece.id, piece.white) for piece in pieces}
    kinds |= {(id, white) for white, hand in held.items() for id in hand}
    names = {kind: f"p{number}" for number, kind in enumerate(sorted(kinds))}
    defined = "".join(
        f'<g id="{name}">{piece_svg(variant, id, turned=white is not flip, style=style)}</g>'
        for (id, white), name in names.items()
    )
    highlights = "".join(
        _highlight(*centre(variant.files - 1 - square // variant.ranks, square % variant.ranks))
        for square in marked
    )
    used = "".join(_use(names[piece.id, piece.white], *centre(piece.column, piece.row)) for piece in pieces)
    for white, hand in held.items():
        at_left = white is not flip
        x = left / 2 if at_left else width - left / 2
        for number, (id, count) in enumerate(hand.items()):
            y = margin + (number + 0.5) * SQUARE_HEIGHT
            y = y if at_left else height - y
            used += _use(names[id, white], x, y)
            if count > 1:
                used += _label(x + SQUARE_WIDTH / 2 + 6, y + 24, str(count), 24)
    pixels = "" if size is None else f' width="{size}" height="{_number(size * height / width)}"'
    content = (
        f"<defs>{GRADIENT}{defined}</defs>"
        f'<rect x="{_number(left)}" width="{_number(board_width)}" height="{_number(height)}" rx="6" '
        f'fill="#eac98b"/>{highlights}{_lines(variant, left + margin, margin)}'
        f"{_coordinates(variant, centre, left, flip=flip) if coordinates else ''}{used}"
    )
    # A page may hold several pictures, whose ids must differ.
    prefix = f"v{crc32(content.encode()):08x}"
    for reference in ('id="', "url(#", 'href="#'):
        content = content.replace(reference, f"{reference}{prefix}-")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_number(width)} {_number(height)}"{pixels} '
        f'role="img"><title>{escape(variant.names["en"])}</title>{content}</svg>'
    )


def pieces_of(sfen: str, files: int) -> Iterator[PlacedPiece]:
    """The pieces on the board of a position."""
    for row, text in enumerate(sfen.split()[0].split("/")):
        column = 0
        for promoted, letter, letters, gap in _TOKEN.findall(text):
            if gap:
                column += int(gap)
                continue
            id = letter or letters
            if column < files:
                yield PlacedPiece(column, row, promoted + id.upper(), id[0].islower())
            column += 1


def hand_of(sfen: str, *, white: bool = False) -> dict[str, int]:
    """The hand of a side in a position, by the ids of its pieces."""
    fields = sfen.split()
    found = _HELD.findall(fields[2]) if len(fields) > 2 else []
    return {
        promoted + (letter or letters).upper(): int(count or 1)
        for count, promoted, letter, letters in found
        if (letter or letters)[0].islower() is white
    }


def piece_svg(variant: Variant, id: str, *, turned: bool = False, style: Style = "one") -> str:
    """One piece around (0, 0) as SVG elements; they need the definition :data:`GRADIENT`."""
    body = faces.body()
    colours = body["colours"]
    piece = variant.pieces[id]
    turn = ' transform="rotate(180)"' if turned else ""
    ink = colours["promoted" if id.startswith("+") else "ink"]
    return (
        f'<g{turn}><path d="{body["outline"]}" fill="url(#face)" stroke="{colours["rim"]}" '
        f'stroke-width="1" stroke-linejoin="round"/>'
        f'<g fill="{ink}">{_face(variant, piece, style)}</g></g>'
    )


GRADIENT: Final = (
    '<linearGradient id="face" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fbe9bd"/>'
    '<stop offset="1" stop-color="#e9c583"/></linearGradient>'
)


def _face(variant: Variant, piece: PieceKind, style: Style) -> str:
    picture = animals.pictures(variant).get(piece.id)
    if picture and (style == "pictures" or (style in ("one", "both") and animals.drawn(variant))):
        return f'<path transform="translate(0 4) scale(.05)" d="{picture}"/>'
    match style:
        case "plain":
            return ""
        case "both":
            return _text("upper", piece.face) + _text("lower", piece.id.removeprefix("+"))
        case "moves" | "pictures":
            marks = f'<path transform="translate(0 4.6) scale(.05)" d="{face_path(piece.paths)}"/>'
            return marks + _text("centre", piece.face)
        case "letters":
            return _text("letters", piece.id.removeprefix("+"))
        case "two":
            return _text("two", piece.kanji)
        case _:
            return _text("one", piece.face)


def _text(style: characters.Style, text: str) -> str:
    outlines = characters.outlines()
    parts = []
    for character, (x, y, across, down) in characters.placed(style, text):
        if character in outlines:
            parts.append(
                f'<path transform="translate({_number(x)} {_number(y)}) scale({across:g} {down:g})" '
                f'd="{outlines[character]}"/>'
            )
        else:
            parts.append(
                f'<text x="{_number(x)}" y="{_number(y + down * 360)}" font-size="{_number(down * 1000)}" '
                f'text-anchor="middle">{escape(character)}</text>'
            )
    return "".join(parts)


def _use(name: str, x: float, y: float) -> str:
    return f'<use href="#{name}" x="{_number(x)}" y="{_number(y)}"/>'


def _highlight(x: float, y: float) -> str:
    return (
        f'<rect x="{_number(x - SQUARE_WIDTH / 2)}" y="{_number(y - SQUARE_HEIGHT / 2)}" '
        f'width="{_number(SQUARE_WIDTH)}" height="{_number(SQUARE_HEIGHT)}" fill="#e0a94a"/>'
    )


def _label(x: float, y: float, text: str, size: int = 17) -> str:
    return (
        f'<text x="{_number(x)}" y="{_number(y)}" font-size="{size}" font-family="sans-serif" fill="{INK}" '
        f'text-anchor="middle">{escape(text)}</text>'
    )


def _coordinates(
    variant: Variant, centre: Callable[[int, int], tuple[float, float]], left: float, *, flip: bool
) -> str:
    """Files above the board and ranks, as USI names them, to the right of it."""
    right = left + COORDINATE_MARGIN * 1.5 + variant.files * SQUARE_WIDTH
    labels = []
    for column in range(variant.files):
        x, _ = centre(column, 0)
        labels.append(_label(x, COORDINATE_MARGIN - 8, str(variant.files - column)))
    for rank in range(variant.ranks):
        _, y = centre(0, rank)
        letters = chr(ord("a") + rank % 26)
        labels.append(_label(right, y + 6, letters if rank < 26 else f"a{letters}"))
    return "".join(labels)


def _lines(variant: Variant, left: float, top: float) -> str:
    right = left + variant.files * SQUARE_WIDTH
    bottom = top + variant.ranks * SQUARE_HEIGHT
    path = "".join(
        f"M{_number(left + n * SQUARE_WIDTH)} {_number(top)}V{_number(bottom)}"
        for n in range(variant.files + 1)
    )
    path += "".join(
        f"M{_number(left)} {_number(top + n * SQUARE_HEIGHT)}H{_number(right)}"
        for n in range(variant.ranks + 1)
    )
    width = 1 + 0.06 * max(variant.files, variant.ranks)
    return f'<path d="{path}" fill="none" stroke="{INK}" stroke-width="{_number(width)}"/>'


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))
